"""CSV and TSV: what is accepted comes back as it was spelled, the rest is refused without showing values."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import ParameterError, TableError, WriteError
from shoal.table import ColumnKind, Table, read_back, table_of, write_table

SECRET = "Zebulon"


def refused(path: Path, content: str | bytes, **options: str) -> str:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(TableError) as caught:
        table_of(path, **options)
    assert SECRET not in str(caught.value)
    assert path.name in str(caught.value)
    return str(caught.value)


def made(path: Path, content: str | bytes, **options: str) -> Table:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return table_of(path, **options)


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return tmp_path / "people.csv"


def test_empty_file(people: Path) -> None:
    assert "is empty" in refused(people, "")
    assert "is empty" in refused(people, b"\xef\xbb\xbf\r\n\r\n")


def test_header_only(people: Path) -> None:
    assert "no records" in refused(people, "age,town\n")


def test_one_column_names_the_likely_delimiter(people: Path) -> None:
    for delimiter in (";", "|"):
        rows = [["age", "town", "pay"], ["1", SECRET, "2,5"], ["3", "x", "4"]]
        message = refused(people, "\n".join(delimiter.join(row) for row in rows))
        assert f"delimiter='{delimiter}'" in message
    assert "delimiter='\\t'" in refused(people, f"age\ttown\n1\t{SECRET}\n")


def test_truly_one_column_has_to_be_said(people: Path) -> None:
    assert "single column" in refused(people, f"age\n1\n{SECRET}\n")
    table = made(people, "age\n1\n\n3\n", delimiter=",")
    assert table.missing("age").tolist() == [False, True, False]


def test_duplicate_blank_and_numeric_names(people: Path) -> None:
    assert "Columns 1 and 3 of people.csv have the same name" in refused(people, f"age,b,age\n1,1,{SECRET}\n")
    assert "Column 1 of people.csv has no name" in refused(people, ",age\n0,1\n")
    message = refused(people, f"{SECRET},31\nx,32\n")
    assert "column names" in message
    assert "31" not in message


def test_ragged_rows_are_counted_and_located(people: Path) -> None:
    message = refused(people, f"a,b,c\n1,2,3\n4,{SECRET}\n6,7,8,9\n1,1,1\n")
    assert message.startswith("2 rows of people.csv do not have the 3 fields")
    assert "row 2 (3 with the header) with 2" in message


def test_ragged_row_is_located_behind_quoted_newlines(people: Path) -> None:
    assert "row 3 (4 with the header) with 1" in refused(people, 'a,b\n1,"x\ny\nz"\n2,w\n3\n')


def test_ragged_rows_say_the_delimiter(people: Path) -> None:
    assert refused(people, "age;note\n1;a,b\n2;c,d,e\n").endswith("Say so: delimiter=';'.")


def test_a_file_of_windows_with_a_euro_sign_is_read_as_advised(people: Path) -> None:
    content = "age,cost\n31,5 €\n32,7 €\n".encode("cp1252")
    assert "encoding='cp1252'" in refused(people, content)
    assert made(people, content, encoding="cp1252").n_records == 2
    undefined = b"age,town\n31,\x81\n"  # no character of cp1252
    people.write_bytes(undefined)
    with pytest.raises(TableError, match="encoding='latin-1'"):
        table_of(people, encoding="cp1252")


def test_wrong_delimiter_with_stray_commas(people: Path) -> None:
    assert "A semicolon (';')" in refused(people, "name, first;age\nx;1,5\ny;2,5\nz;3\n")


def test_quote_that_never_closes(people: Path) -> None:
    assert "opens in line 3 of" in refused(people, f'a,b\n1,x\n2,"{SECRET}\n3,w\n')
    assert "never closes" in refused(people, f'a,b\n1,x\n"2,{SECRET}\n3,w\n')


def test_other_encodings_are_named_and_accepted_when_said(people: Path) -> None:
    content = "a,town\n1,x\n2,Logroño\n".encode("latin-1")
    message = refused(people, content)
    assert "not written in UTF-8 (line 3" in message
    assert "encoding='cp1252'" in message
    table = made(people, content, encoding="latin-1")
    assert table.codes("town")[1] == ["Logroño", "x"]
    write_table(table, people.with_name("out.csv"))
    assert people.with_name("out.csv").read_bytes() == content
    assert read_back(table, people.with_name("out.csv")).digest() == table.digest()
    assert "UTF-16" in refused(people, "a,b\n1,2\n".encode("utf-16"))
    assert made(people, "a,b\n1,2\n".encode("utf-16"), encoding="utf-16").n_records == 1


def test_release_that_the_encoding_cannot_hold_is_not_written(people: Path) -> None:
    table = made(people, "a,b\n1,x\n", encoding="latin-1").replaced({"b": ["東"]})
    with pytest.raises(WriteError, match="latin-1"):
        write_table(table, people)
    assert people.read_text() == "a,b\n1,x\n"


def test_binary_and_wrong_parameters(people: Path) -> None:
    assert "not a text file" in refused(people, b"PK\0\0\0\0")
    assert "is a workbook or an archive" in refused(people, b"PK\x03\x04\x14\0\x06\0")
    assert "is a workbook or an archive" in refused(people, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    people.write_text("a,b\n1,2\n")
    with pytest.raises(ParameterError, match="no encoding 'utf-ate'"):
        table_of(people, encoding="utf-ate")
    with pytest.raises(ParameterError, match="one ASCII character"):
        table_of(people, delimiter="::")
    assert "cannot be read" in refused(people.with_name("people.csv.gz"), b"no gzip at all")
    whole = gzip.compress(b"a,b\n1,2\n" * 1000)
    assert "cannot be read" in refused(people.with_name("people.csv.gz"), whole[: len(whole) // 2])


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no file"):
        table_of(tmp_path / "absent.csv")
    with pytest.raises(TableError, match="is a folder"):
        table_of(tmp_path)
    (tmp_path / "table.xyz").write_text("a,b\n1,2\n")
    with pytest.raises(TableError, match="not that of a known format"):
        table_of(str(tmp_path / "table.xyz"))


def test_bom_and_windows_line_ends_are_kept(people: Path) -> None:
    content = b"\xef\xbb\xbfage,town\r\n1,x\r\n2,y\r\n"
    table = made(people, content)
    assert table.columns == ("age", "town")
    write_table(table, people.with_name("out.csv"))
    assert people.with_name("out.csv").read_bytes() == content


def test_quoted_newlines_are_one_record(people: Path) -> None:
    table = made(people, 'a,note\n1,"x\ny, ""z"""\n2,w\n')
    assert table.n_records == 2
    assert table.codes("note")[1] == ["w", 'x\ny, "z"']


EVERY_KIND = """zip,pay,born,seen,utc,ok,kids,odd,note,long
08001,1.50,2020-01-05,2020-01-05 10:00,2020-01-05T10:00:00Z,True,+1,-999, x,12345678901234567890
10000,2,2021-02-03,2020-01-05 11:30,2020-01-05T12:00:00Z,False,NA,5,y,1
"""


def test_types_are_found_over_the_whole_column(people: Path) -> None:
    table = made(people, EVERY_KIND)
    kinds = [table.kind(name).value for name in table.columns]
    assert kinds[:5] == ["text", "number", "date", "datetime", "datetime"]
    assert kinds[5:] == ["boolean", "integer", "integer", "text", "text"]
    assert table.missing("kids").tolist() == [False, True]


def test_untouched_columns_are_written_as_they_were_spelled(people: Path) -> None:
    table = made(people, EVERY_KIND)
    write_table(table, people.with_name("out.csv"))
    assert people.with_name("out.csv").read_text() == EVERY_KIND
    swapped = table.taken(np.array([1, 0]))
    write_table(swapped, people.with_name("out.csv"))
    head, first, second = EVERY_KIND.splitlines()
    assert people.with_name("out.csv").read_text().splitlines() == [head, second, first]


def test_replaced_columns_are_written_in_the_form_of_the_file(people: Path) -> None:
    table = made(people, EVERY_KIND)
    both_first = np.array([0, 0])
    temporal = {name: table.instants(name)[both_first] for name in ("born", "seen", "utc")}
    table = table.replaced({**temporal, "ok": [True, True], "pay": np.array([1.75, 1.75])})
    write_table(table, people.with_name("out.csv"))
    rows = people.with_name("out.csv").read_text().splitlines()
    same = "1.75,2020-01-05,2020-01-05 10:00,2020-01-05T10:00:00Z,True"
    assert rows[1] == f"08001,{same},+1,-999, x,12345678901234567890"
    assert rows[2] == f"10000,{same},NA,5,y,1"


def test_decimal_commas_and_continental_dates(people: Path) -> None:
    content = "pay;born\n1,5;31.12.2020\n2,25;01.02.2020\n"
    table = made(people, content, delimiter=";")
    assert table.numbers("pay").tolist() == [1.5, 2.25]
    assert table.kind("born") == ColumnKind.DATE
    write_table(table.replaced({"pay": np.array([1.875, 1.875])}), people)
    assert people.read_text() == "pay;born\n1,875;31.12.2020\n1,875;01.02.2020\n"


def test_ambiguous_days_and_months_stay_text(people: Path) -> None:
    assert made(people, "a,d\n1,03/04/2020\n2,05/06/2020\n").kind("d") == ColumnKind.TEXT
    table = made(people, "a,d\n1,03/04/2020\n2,25/06/2020\n")
    assert table.kind("d") == ColumnKind.DATE


def test_one_late_text_makes_the_column_text_and_is_located(people: Path) -> None:
    rows = [f"{number},x" for number in range(2000)]
    rows[1500] = f"{SECRET},x"
    table = made(people, "\n".join(["age,town", *rows]))
    with pytest.raises(
        TableError, match=r"has 1 value that is not a number, the first in row 1501 \(1502 with"
    ) as caught:
        table.numbers("age")
    assert SECRET not in str(caught.value)


def test_infinities_are_read_and_then_refused(people: Path) -> None:
    table = made(people, "a,b\n1.5,x\ninf,y\n")
    with pytest.raises(TableError, match="1 infinite value"):
        table.numbers("a")


def test_namibia_is_not_missing(people: Path) -> None:
    assert not made(people, "country,a\nNA,1\nES,2\n").missing("country").any()


def test_compressed_and_tab_separated(tmp_path: Path) -> None:
    table = table_of(pl.DataFrame({"a": [1, 2], "b": ["x", "y\tz"]}))
    for name in ("t.tsv", "t.csv.gz", "t.csv.zst", "t.tsv.gz", "t.txt"):
        write_table(table, tmp_path / name)
        assert table_of(tmp_path / name).digest() == table.digest(), name
    assert gzip.decompress((tmp_path / "t.tsv.gz").read_bytes()).startswith(b"a\tb\n")


# Python strips the separators 0x1c to 0x1f like blanks; Unicode, and so the reader, does not.
FIELD = st.text(
    st.characters(codec="utf-8", exclude_characters="\0\ufeff\x1c\x1d\x1e\x1f", exclude_categories=["Cs"]),
    max_size=6,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FIELD, FIELD), min_size=1, max_size=8))
def test_any_text_survives_writing_and_reading(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    """Every field comes back, except that empty and blank ones are missing."""
    path = tmp_path_factory.mktemp("csv") / "any.csv"
    table = table_of(
        pl.DataFrame({"key": list(range(len(rows))), "a": [r[0] for r in rows], "b": [r[1] for r in rows]})
    )
    write_table(table, path)
    first = path.read_bytes()
    again = read_back(table, path)
    assert again.n_records == len(rows)
    for name, position in (("a", 0), ("b", 1)):
        if again.kind(name) == ColumnKind.TEXT:
            expected = [row[position] if row[position].strip() else None for row in rows]
            assert again.native()[name].to_list() == expected
    write_table(again, path)
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    ("given", "released", "written"),
    [
        (["4001,10", "7,25", ""], [4001.1, 7.5, -0.5], ["4001,10", "7,50", "-0,50"]),
        (["4.10", "7.25", "1.00"], [4.0, 1e300, -7.125], ["4.00", "1e+300", "-7.125"]),
        (["4.1", "7.25", "1.00"], [4.0, 7.5, 1.0], ["4.0", "7.5", "1.0"]),  # not equally many
        (["€ 4,10", "€ 7,25", "€ 1,00"], [4.0, -7.5, 1.0], ["€ 4,00", "-€ 7,50", "€ 1,00"]),
        (["1e3", "2e3", "5e3"], [1.0, 2.0, 3.0], ["1.0", "2.0", "3.0"]),
    ],
)
def test_replaced_numbers_have_the_decimals_of_their_column(
    given: list[str], released: list[float], written: list[str], tmp_path: Path
) -> None:
    """Story: 4001,1 was released in a column of prices to the cent."""
    source, target = tmp_path / "prices.csv", tmp_path / "released.csv"
    source.write_text("name;price\n" + "".join(f"{name};{price}\n" for name, price in zip("abc", given, strict=True)))
    table = table_of(source, delimiter=";")
    write_table(table.replaced({"price": np.array(released)}), target)
    assert [line.partition(";")[2] for line in target.read_text().splitlines()[1:]] == written
