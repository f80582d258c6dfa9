"""Files that are small and stand for more than any memory holds, and tables of very many columns."""

from __future__ import annotations

import cProfile
import gzip
import io
import pstats
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
import xlsxwriter

from shoal.errors import ParameterError, RolesError, TableError
from shoal.table.files import decompression_limit
from shoal.table.roles.proposal import propose_roles
from shoal.table.roles.roles_file import LARGEST_BYTES, read_roles
from shoal.table.sources import table_of

QI = 'role = "quasi_identifying"\n'


def refused_roles(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RolesError) as caught:
        read_roles(path)
    return str(caught.value)


def test_anchors_that_would_fill_the_memory(tmp_path: Path) -> None:
    """Nine levels of nine references each are a billion values in a few hundred bytes."""
    levels = ['l0: &l0 ["x","x","x","x","x","x","x","x","x"]']
    levels += [f"l{n}: &l{n} [{','.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 10)]
    assert "anchors (&) and aliases (*) are not allowed" in refused_roles(tmp_path, "roles.yaml", "\n".join(levels))


def test_anchor_alone_and_alias_of_a_key(tmp_path: Path) -> None:
    plain = "columns:\n  age: {role: quasi_identifying}\n"
    (tmp_path / "roles.yaml").write_text(plain)
    assert read_roles(tmp_path / "roles.yaml")[0].name == "age"
    assert "anchors" in refused_roles(tmp_path, "roles.yaml", plain.replace("{role", "&a {role"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("roles.toml", f"[columns.age]\n{QI}weight = {'9' * 5000}\n"),
        ("roles.toml", f"[columns.age]\n{QI}weight = 0x{'f' * 5000}\n"),
        ("roles.toml", f"[columns.age]\n{QI}weight = 1e999\n"),
        ("roles.toml", f"[columns.age]\n{QI}order = {'[' * 3000}{']' * 3000}\n"),
        ("roles.toml", f"[columns.age]\n{QI}order = {'[' * 60}{']' * 60}\n"),
        ("roles.toml", f"[columns.age]\n{QI}weight = 2020-01-01\n"),
        ("roles.yaml", f"columns: {{age: {{role: quasi_identifying, weight: {'9' * 5000}}}}}\n"),
        ("roles.yaml", f"columns: {'[' * 3000}{']' * 3000}\n"),
        ("roles.yaml", "columns: " + "{a: " * 3000 + "1" + "}" * 3000),
        ("roles.yaml", "columns: {age: {role: quasi_identifying, weight: 2020-13-45}}\n"),
        ("roles.yaml", f"columns: {{{'9' * 5000}: {{role: quasi_identifying}}}}\n"),
    ],
)
def test_numbers_and_brackets_without_end(tmp_path: Path, name: str, text: str) -> None:
    said = refused_roles(tmp_path, name, text)
    assert name in said and "999" not in said


def test_roles_file_has_a_largest_size(tmp_path: Path) -> None:
    text = f"[columns.age]\n{QI}# "
    (tmp_path / "roles.toml").write_text(text + "x" * (LARGEST_BYTES - len(text)))
    assert read_roles(tmp_path / "roles.toml")[0].name == "age"
    assert "larger than 1,048,576 bytes" in refused_roles(tmp_path, "roles.toml", text + "x" * LARGEST_BYTES)


# --- packed files


def packed(path: Path, n_bytes: int, line: bytes = b"35,F,1\n") -> Path:
    with gzip.open(path, "wb") as stream:
        stream.write(b"age,sex,cost\n")
        block = line * ((1 << 20) // len(line))
        for _ in range(n_bytes // len(block)):
            stream.write(block)
    return path


def test_packed_file_that_unpacks_to_far_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 2 MB took 4.7 GB. It is read in a stream, up to a limit that the message states."""
    bomb = packed(tmp_path / "bomb.csv.gz", decompression_limit.ALWAYS_ALLOWED + (8 << 20))
    with pytest.raises(TableError, match=r"unpacks to more than 256 MB.*SHOAL_MAX_UNPACKED_MB"):
        table_of(bomb)
    small = packed(tmp_path / "small.csv.gz", 3 << 20)
    assert table_of(small).n_records > 100_000
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", "2")
    with pytest.raises(TableError, match="more than 2 MB"):
        table_of(small)
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", "4")
    assert table_of(small).n_records > 100_000


def test_large_table_of_real_content_is_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "people.csv.gz"
    path.write_bytes(b"x" * (10 << 20))
    assert decompression_limit.limit_of(path) == 1000 << 20


@pytest.mark.parametrize("said", ["", "0", "-1", "lots", "1e3", "９", "9" * 5000])
def test_limit_is_a_whole_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    path = packed(tmp_path / "people.csv.gz", 1 << 20)
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", said)
    with pytest.raises(ParameterError, match="whole number of megabytes"):
        table_of(path)


def test_parquet_of_billions_of_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One value that repeats is stored once, whatever the number of records."""
    path = tmp_path / "people.parquet"
    pl.DataFrame({"a": pl.repeat(1, 3_000_000, eager=True), "b": pl.repeat("x", 3_000_000, eager=True)}).write_parquet(
        path
    )
    assert table_of(path).n_records == 3_000_000
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", "5")
    with pytest.raises(TableError, match="unpacks to more than 5 MB"):
        table_of(path)


# --- workbooks


def workbook(path: Path, change: Callable[[str, bytes], bytes] = lambda _, part: part, **more: bytes) -> Path:
    """A workbook of three records, with its parts changed."""
    made = io.BytesIO()
    with xlsxwriter.Workbook(made) as book:
        sheet = book.add_worksheet()
        for row, line in enumerate([("age", "town"), (31, "a"), (32, "b"), (33, "c")]):
            sheet.write_row(row, 0, line)
    with zipfile.ZipFile(made) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, change(name, source.read(name)))
        for name, content in more.items():
            target.writestr(name.replace("__", "/"), content)
    return path


def in_sheet(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, part: part.replace(old, new) if name == "xl/worksheets/sheet1.xml" else part


def refused_workbook(path: Path) -> str:
    with pytest.raises(TableError) as caught:
        table_of(path)
    return str(caught.value)


def test_cells_in_opposite_corners_of_a_sheet(tmp_path: Path) -> None:
    """Readers build everything between two cells: half a terabyte, and the process is gone."""
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    said = refused_workbook(workbook(tmp_path / "far.xlsx", in_sheet(b"</sheetData>", far)))
    assert "row 1,048,576 and column 16,384" in said
    unnamed = b'<row r="1048576">' + b"<c/>" * 50_000 + b"<c><v>1</v></c></row></sheetData>"
    assert "column 50,001" in refused_workbook(workbook(tmp_path / "far.xlsx", in_sheet(b"</sheetData>", unnamed)))


def test_formatted_cells_without_content_do_not_count(tmp_path: Path) -> None:
    empty = b'<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
    assert table_of(workbook(tmp_path / "formatted.xlsx", in_sheet(b"</sheetData>", empty))).n_records == 3


def test_part_that_unpacks_a_thousandfold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", "20")
    bomb = workbook(tmp_path / "bomb.xlsx", xl__media__image1_png=b"\0" * (30 << 20))
    assert bomb.stat().st_size < 100_000
    assert "unpacks to more than 20 MB" in refused_workbook(bomb)


def test_one_long_text_that_every_cell_refers_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOAL_MAX_UNPACKED_MB", "20")
    rows = b"".join(b'<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (n, n) for n in range(5, 5000))

    def change(name: str, part: bytes) -> bytes:
        if name == "xl/sharedStrings.xml":
            return part.replace(b"<t>age</t>", b"<t>" + b"x" * 30_000 + b"</t>")
        return in_sheet(b"</sheetData>", rows + b"</sheetData>")(name, part)

    assert "unpacks to more than 20 MB" in refused_workbook(workbook(tmp_path / "texts.xlsx", change))


def test_entities_and_hidden_sheets_of_another_kind(tmp_path: Path) -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet'
    assert "cannot be read as a workbook" in refused_workbook(
        workbook(tmp_path / "laughs.xlsx", in_sheet(b"<worksheet", laughs))
    )

    def elsewhere(name: str, part: bytes) -> bytes:
        return part.replace(b"sheet1.xml", b"sheet1.png") if name == "xl/_rels/workbook.xml.rels" else part

    assert "cannot be read" in refused_workbook(workbook(tmp_path / "elsewhere.xlsx", elsewhere))


def test_macros_are_refused(tmp_path: Path) -> None:
    assert "holds macros" in refused_workbook(workbook(tmp_path / "m.xlsx", xl__vbaProject=b"x"))
    for suffix in (".xlsm", ".xls", ".xlsb", ".ods"):
        (tmp_path / f"people{suffix}").write_bytes(b"PK")
        assert "only .xlsx is read and written here" in refused_workbook(tmp_path / f"people{suffix}")


def test_damaged_workbooks_are_refused_in_words(tmp_path: Path) -> None:
    whole = workbook(tmp_path / "whole.xlsx").read_bytes()
    for name, content in {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "text": b"age,town\n1,2\n",
        "ole": b"\xd0\xcf\x11\xe0" * 99,
    }.items():
        path = tmp_path / f"{name}.xlsx"
        path.write_bytes(content)
        assert "cannot be unpacked" in refused_workbook(path)
    for place in range(0, len(whole), 211):  # whatever byte is wrong
        (tmp_path / "hurt.xlsx").write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        with suppress(TableError):
            table_of(tmp_path / "hurt.xlsx")


# --- many columns


def calls_of_a_proposal(n_columns: int) -> int:
    """How many function calls a proposal of roles takes: a count that no busy machine changes."""
    table = table_of(pl.DataFrame({f"c{place}": [1, 2, 3] for place in range(n_columns)}))
    profile = cProfile.Profile()
    profile.runcall(propose_roles, table)
    return int(pstats.Stats(profile).total_calls)


def test_work_grows_with_the_number_of_columns_and_not_with_its_square() -> None:
    """A table of 10,000 columns gave no answer within a minute: every look at one column went through all of them."""
    few, many = calls_of_a_proposal(200), calls_of_a_proposal(800)
    assert many < 5 * few
