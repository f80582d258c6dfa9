"""Stray quotes: a field that takes in whole records would publish them as they are."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import ParameterError, TableError
from shoal.quantizer.intake.batches import BatchSource
from shoal.quantizer.quantizer import Quantizer
from shoal.table.files.quoting import QuoteWatch, refuse_swallowed_records
from shoal.table.sources import table_of

SECRET = "SSN-00017"
N_RECORDS = 40


def records(**notes: str) -> list[str]:
    """Lines of a table with an identifier; `r7='"x'` is the note of row 7, as it stands in the file."""
    header = ["ssn,note,age,income,remark"]
    return header + [
        f"{SECRET if row == 17 else f'SSN-{row:05d}'},ok,{20 + row % 9},{1000 + 7 * row},{notes.get(f'r{row}', 'fine')}"
        for row in range(1, N_RECORDS + 1)
    ]


@pytest.fixture(scope="module")
def quantizer(tmp_path_factory: pytest.TempPathFactory) -> Quantizer:
    import shoal

    path = tmp_path_factory.mktemp("design") / "design.csv"
    path.write_text("\n".join(records()) + "\n")
    return shoal.anonymize(
        path, k=4, quasi_identifiers=["age", "income"], identifiers="ssn", method="pcl", seed=1
    ).quantizer


def read_by_both(tmp_path: Path, quantizer: Quantizer, lines: list[str]) -> list[pl.DataFrame]:
    """What the two doors read: the table in memory, and batches."""
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines) + "\n")
    assert quantizer.intake is not None
    source = BatchSource.of(path, quantizer.intake)
    return [table_of(path).native(), pl.concat([table.native() for table in source.tables()])]


def refused_by_both(tmp_path: Path, quantizer: Quantizer, lines: list[str]) -> str:
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines) + "\n")
    assert quantizer.intake is not None
    with pytest.raises(TableError) as in_memory:
        table_of(path)
    with pytest.raises(TableError) as in_batches:
        list(BatchSource.of(path, quantizer.intake).tables())
    assert str(in_memory.value) == str(in_batches.value)
    assert "SSN" not in str(in_memory.value)
    return str(in_memory.value)


def test_quote_that_never_closes(tmp_path: Path, quantizer: Quantizer) -> None:
    message = refused_by_both(tmp_path, quantizer, records(r10='"hello'))
    assert "line 11 of people.csv never closes" in message


def test_quote_that_closes_within_a_field(tmp_path: Path, quantizer: Quantizer) -> None:
    message = refused_by_both(tmp_path, quantizer, records(r10='"hello', r20='"bye'))
    assert "opens in line 11 of people.csv and closes in line 21" in message
    assert "line 11 of people.csv, and what" in refused_by_both(tmp_path, quantizer, records(r10='"hel"lo'))


@pytest.mark.parametrize("closing", [11, 12, 30])
def test_formally_valid_field_of_records(tmp_path: Path, quantizer: Quantizer, closing: int) -> None:
    message = refused_by_both(tmp_path, quantizer, records(r10='"hello', **{f"r{closing}": 'bye"'}))
    assert "Column 'remark' of people.csv holds, in row 10 (11 with the header)" in message


def test_end_of_one_record_and_beginning_of_the_next(tmp_path: Path, quantizer: Quantizer) -> None:
    lines = records()
    lines[16] = lines[16].replace(",ok,", ',"ok,')
    lines[17] = lines[17].replace(",ok,", ',ok",')
    assert "Column 'note' of people.csv holds, in row 16" in refused_by_both(tmp_path, quantizer, lines)


def test_column_is_not_named_where_the_header_may_be_a_record(tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text('1990-01-01,red,x\n1991-01-01,red,"a\n1992-01-01,blue,b"\n1993-01-01,red,c\n')
    with pytest.raises(TableError, match=r"^Column 3 of bare\.csv"):
        table_of(path)


GOOD = [
    '"12 Main Street\nSpringfield, IL"',
    '"12 Main Street\nSpringfield, IL, USA, Earth, Sun"',  # as many fields as a record, and none fits its column
    '"one\ntwo\nthree"',
    '"she said ""hi"", and left\n""again"""',
    '"a\r\nb"',
    '5" nail',
    '""',
    '""""',
]


@pytest.mark.parametrize("text", GOOD)
def test_good_quotes_are_read(tmp_path: Path, quantizer: Quantizer, text: str) -> None:
    quoted = text.startswith('"')
    meant = text[1:-1].replace('""', '"') if quoted else text
    for frame in read_by_both(tmp_path, quantizer, records(r10=text, r39=text)):
        assert frame.height == N_RECORDS
        assert [frame["remark"][row] for row in (9, 38)] == [meant or None] * 2


def test_released_text_with_line_breaks_reads_back(tmp_path: Path) -> None:
    """A text that looks like records may come from elsewhere than a text file; what we write is quoted soundly."""
    import shoal

    frame = pl.DataFrame({"age": [20, 21, 22, 23], "remark": ["x\n7,y", "z", "z", "z"]})
    shoal.anonymize(frame, k=2, quasi_identifiers="age", insensitive="remark").write(tmp_path / "out.csv")
    assert pl.read_csv(tmp_path / "out.csv").height == 4


def test_wrong_delimiter_is_told_beside_the_quote(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text('"a, b";"c"\n"1, 2";"3"\n"4, 5";"6"\n')
    with pytest.raises(TableError, match="delimiter=';'"):
        table_of(path)


def test_single_column_may_have_lines() -> None:
    refuse_swallowed_records(pl.DataFrame({"a": ["x\ny"]}), ",", "one.csv")


def letter_by_letter(text: str, separator: str) -> str | None:
    """What is wrong with the quotes of a text: 'open', 'early' or nothing. The rules, one letter after the other."""
    inside, begins = False, True
    at = 0
    while at < len(text):
        letter, after = text[at], text[at + 1 : at + 2]
        if inside and letter == '"':
            if after == '"':
                at += 1
            elif after in ("", separator, "\n", "\r"):
                inside = False
            else:
                return "early"
        elif not inside and letter == '"' and begins:
            inside = True
        begins = not inside and letter in (separator, "\n", "\r")
        at += 1
    return "open" if inside else None


@given(
    st.text(alphabet='"",\n\rxé', max_size=40),
    st.lists(st.integers(0, 60), max_size=6),
    st.sampled_from(["utf-8", "latin-1", "utf-16"]),
)
def test_watch_agrees_with_the_rules_however_the_bytes_come(text: str, cuts: list[int], encoding: str) -> None:
    data = text.encode(encoding)
    watch = QuoteWatch(",", encoding)
    borders = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    for start, end in pairwise(borders):
        watch.feed(data[start:end])
    watch.feed(b"")
    problem = watch.problem or ""
    found = "open" if "never closes" in problem else "early" if problem else None
    assert found == letter_by_letter(text, ",")


def test_watch_counts_lines_across_chunks() -> None:
    watch = QuoteWatch(",", "utf-8")
    for chunk in (b"a,b\n1,2\n", b'3,"', b"x\n", b"4,5\n", b""):
        watch.feed(chunk)
    assert watch.problem is not None
    assert "line 3 " in watch.problem


def test_delimiter_of_batches_is_checked_as_elsewhere(tmp_path: Path, quantizer: Quantizer) -> None:
    path = tmp_path / "people.csv"
    path.write_text("\n".join(records()) + "\n")
    assert quantizer.intake is not None
    for delimiter in ("", ";;", '"', "é"):
        with pytest.raises(ParameterError, match="delimiter must be one ASCII character"):
            BatchSource.of(path, quantizer.intake, delimiter=delimiter)
