"""Text files in batches: the same types, values, spelling and dialect as in memory, whatever the batches."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import ShoalError, TableError
from shoal.table.batches.source import Batches, open_batches
from shoal.table.sources import table_of

POOLS = (
    ("1", "+2", "-3", "08", "007", "", "NA", "9" * 18, "9" * 19, "9" * 20, "-" + "9" * 18, " 4 "),
    ("1.5", "+1.5", "INF", "-inf", "1e5", "2.", "1", "", "NaN", ".50", "1e400", "9" * 18, "9" * 19, "2.25"),
    ("1,5", "2", "+3,25", "1e3", "1,50", "", "9" * 25),
    ("true", "false", "True", "FALSE", "TRUE", "", " true"),
    ("2020-01-02", "2020-13-02", "01/02/2020", "13/02/2020", "02/13/2020", "2020/01/01", "01.02.2020", "", "-"),
    (
        "2020-01-01 10:00",
        "2020-01-01 10:00:01",
        "2020-01-01 10:00:01.5",
        "2020-01-01 10:00:01.123456789",
        "2300-01-01 10:00:01",
        "2020-01-01T10:00:01Z",
        "2020-01-01T10:00:01+02:00",
        "2020-01-01 25:00",
        "null",
    ),
    ("5%", "7 %", "€5", "€ 7", "$5", "-$5", "5,5%", "5.50%", "5", "", "1 €", "+€"),
    ("a", "b c", "NA", "1", "?", "", '"quoted"', "two\nlines", "a;b"),
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[str]]:
    n_records = draw(st.integers(1, 14))
    columns = {}
    for number in range(draw(st.integers(1, 4))):
        pool = draw(st.sampled_from(POOLS))
        words = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4, unique=True))
        columns[f"column {'abcd'[number]}"] = draw(
            st.lists(st.sampled_from(words), min_size=n_records, max_size=n_records)
        )
    return columns


def seen(table: Any) -> tuple[Any, ...]:
    """All that a Table of a text file says."""
    frame = table.native()
    spelling = {
        name: None if table.spelling(name) is None else table.spelling(name).to_list() for name in frame.columns
    }
    return frame.schema, [repr(row) for row in frame.rows()], spelling, table.origin


def joined(batches: Batches) -> tuple[Any, ...]:
    """All that the batches say, as if they were one table."""
    parts = [seen(table) for table in batches.tables()]
    rows = [row for part in parts for row in part[1]]
    spelling = {
        name: None
        if all(part[2][name] is None for part in parts)
        else [text for part in parts for text in part[2][name]]
        for name in batches.columns
    }
    assert all((part[0], part[3]) == (parts[0][0], parts[0][3]) for part in parts)
    return parts[0][0], rows, spelling, parts[0][3]


def outcome(action: Any) -> Any:
    try:
        return action()
    except ShoalError as error:
        return type(error), str(error)


@given(
    columns=tables(),
    most=st.integers(1, 15),
    delimiter=st.sampled_from([",", ";"]),
    na=st.sampled_from([(), ("?",), ("9" * 19, "NA")]),
    encoding=st.sampled_from([None, "utf-16"]),
)
def test_batches_say_what_the_whole_says(
    columns: dict[str, list[str]], most: int, delimiter: str, na: tuple[str, ...], encoding: str | None
) -> None:
    with TemporaryDirectory() as folder:
        path, scratch = Path(folder) / "people.csv", Path(folder) / "scratch"
        text = pl.DataFrame(columns).write_csv(separator=delimiter, quote_style="non_numeric")
        path.write_bytes(text.encode(encoding or "utf-8"))
        said: dict[str, Any] = {"delimiter": delimiter, "na": na, "encoding": encoding}

        def in_batches() -> tuple[Any, ...]:
            with open_batches(path, scratch=scratch, most_records=most, **said) as batches:
                assert [table.n_records for table in batches.tables()][:-1] == [most] * (
                    (len(next(iter(columns.values()))) - 1) // most
                )
                first, second = joined(batches), joined(batches)
                assert first == second
                return first

        assert outcome(in_batches) == outcome(lambda: seen(table_of(path, **said)))
        assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    "values",
    [
        ["1" * 18, "1.5"],  # a whole number of 18 digits is a decimal as well
        ["1" * 19, "1.5", "2"],  # one of 19 digits is none
        ["1" * 19, "1,5", "2"],
        ["+7", "1.5"],
        ["1,5", "2"],
        ["1,5", "2.5", "3"],
        ["5%", "6€", "7€"],  # two signs
        ["5%", "6 %", "7,5%"],
        ["€ 5", "€7", "-€8"],
        ["1.50", "2.25", "3"],
        ["1.50", "2.2", "3.0"],
        ["1.50", "2.25", "", "3.75"],
        ["2300-01-01 10:00:01", "2020-01-01 10:00:01.123456789", "2020-01-01 10:00:01"],
        ["2020-01-01 10:00:01", "2020-01-01 10:00:01.123456789", "2020-01-01 10:00:01"],
        ["01/02/2020", "13/02/2020", "01/02/2020"],  # day before month
        ["01/02/2020", "02/01/2020"],  # nobody knows
        ["01/13/2020", "13/01/2020", "01/02/2020"],  # neither
        ["true", "", "false", "True"],
        ["true", "NA", "false"],
        ["", "NA", "5", "x"],
        ["x", "y", "z"],  # the first is the name of the column, which may be a record's value then
        ["1", "08", "1"],
        ["NA", "?", ""],
    ],
)
def test_every_value_counts_wherever_it_stands(tmp_path: Path, values: list[str]) -> None:
    path = tmp_path / "people.csv"
    for order in (values, values[::-1]):
        pl.DataFrame({"x": order, "id": [f"p{row}" for row in range(len(order))]}).write_csv(path, separator=";")
        for most in (1, 2, 3):
            with open_batches(path, scratch=tmp_path, delimiter=";", na="?", most_records=most) as batches:
                assert joined(batches) == seen(table_of(path, delimiter=";", na="?"))


ADULTS = "age;income;note\n" + "".join(f"{20 + row % 50};{row},50;text {row}\n" for row in range(200))

REFUSED: dict[str, bytes] = {
    "empty": b"",
    "no records": b"age,name\n",
    "one column": ADULTS.encode(),
    "other delimiter": b"age,income;name\n1;grault,2,3\n4;d,e,f\n",
    "ragged": b"age,name\n" + b"1,grault\n" * 50 + b"2,grault,3\n" + b"1,b\n" * 9 + b"5\n",
    "latin-1": b"age,name\n1,b\n" * 9 + "2,müde\n".encode("latin-1"),
    "utf-16": "age,name\n1,grault\n".encode("utf-16"),
    "binary": b"age,name\n\0\0\0",
    "workbook": b"PK\x03\x04" + b"x" * 50,
    "open quote": b'age,name\n1,"grault\n2,b\n',
    "early quote": b'age,name\n1,"grault"x\n2,b\n',
    "swallowed": b"age,name,sex\n" + b"1,grault,f\n" * 30 + b'2,"b,m\n3,grault,f\n4,d",m\n' + b"5,e,f\n" * 9,
    "swallowed text": b"city,name,sex\n" + b"a,grault,f\n" * 30 + b'b,"b,m\nc,grault,f\nd,d",m\n' + b"a,e,f\n" * 9,
    "numbers for names": b"12,34\n1,2\n",
    "nameless": b"age,,name\n1,2,3\n",
    "twice": b"age,age\n1,2\n",
    "pattern": b"age,^a$\n1,2\n",
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("most", [4, 1000])
def test_what_is_refused_in_memory_is_refused_in_the_same_words(tmp_path: Path, kind: str, most: int) -> None:
    path, scratch = tmp_path / "people.csv", tmp_path / "scratch"
    path.write_bytes(REFUSED[kind])
    with pytest.raises(TableError) as in_memory:
        table_of(path)
    with pytest.raises(TableError) as in_batches:
        open_batches(path, scratch=scratch, most_records=most)
    assert str(in_batches.value) == str(in_memory.value)
    assert "grault" not in str(in_memory.value) and in_batches.value.__context__ is None
    assert not list(scratch.iterdir())


def test_a_stray_word_at_the_end_makes_the_whole_column_text(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,code\n" + "8,08\n" * 50 + "unknown,8\n")
    with open_batches(path, scratch=tmp_path, most_records=7) as batches:
        assert batches.beginning.native().schema == {"age": pl.String, "code": pl.String}
        assert joined(batches) == seen(table_of(path))


def test_lines_before_the_header_of_a_single_column_are_no_records(tmp_path: Path) -> None:
    """In memory, such a file ended in an error of polars, because the first empty line was taken for the header."""
    path = tmp_path / "ages.csv"
    path.write_text("\n\nage\n1\n\n3\n")
    whole = table_of(path, delimiter=",")
    assert whole.native()["age"].to_list() == [1, None, 3]
    with open_batches(path, scratch=tmp_path, delimiter=",", most_records=2) as batches:
        assert joined(batches) == seen(whole)


def test_times_beyond_nanoseconds_stay_text(tmp_path: Path) -> None:
    """2300 became 1715: one time to the nanosecond made a column of nanoseconds, whose 64 bits end in 2262."""
    path = tmp_path / "times.csv"
    path.write_text("at,n\n2020-01-01 10:00:01.123456789,1\n2300-01-01 10:00:01,2\n")
    assert table_of(path).native()["at"].to_list() == ["2020-01-01 10:00:01.123456789", "2300-01-01 10:00:01"]
    with open_batches(path, scratch=tmp_path, most_records=1) as batches:
        assert joined(batches) == seen(table_of(path))


@pytest.mark.parametrize("most", [60, 1000])
def test_packed_and_several_files(tmp_path: Path, most: int) -> None:
    """Several files with the same header are one table, as if they stood in one file; types are those of the whole."""
    lines = ADULTS.splitlines(keepends=True)
    whole = tmp_path / "whole" / "people-1.csv"
    whole.parent.mkdir()
    whole.write_text("".join([*lines, "x;1;2\n"]))
    with gzip.open(tmp_path / "people-1.csv.gz", "wt") as stream:
        stream.writelines(lines[:80])
    (tmp_path / "people-2.csv").write_text("".join([lines[0], *lines[80:]]))
    (tmp_path / "people-3.csv").write_text(lines[0] + "x;1;2\n")
    with open_batches(tmp_path / "people-*", scratch=tmp_path, delimiter=";", most_records=most) as batches:
        several = joined(batches)
        assert batches.origin.name == "people-*" and batches.n_records == 201
    with open_batches(whole, scratch=tmp_path, delimiter=";", most_records=most) as batches:
        one = joined(batches)
    assert several[:3] == one[:3] == seen(table_of(whole, delimiter=";"))[:3]
    assert several[3].metadata == one[3].metadata


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("age,grault", "b.csv has another name for column 2 than a.csv."),
        ("age,name,grault", "b.csv has 3 columns and a.csv has 2."),
    ],
)
def test_another_header_is_refused_without_its_names(tmp_path: Path, header: str, words: str) -> None:
    (tmp_path / "a.csv").write_text("age,name\n1,a\n")
    (tmp_path / "b.csv").write_text(f"{header}\n{','.join('1' * len(header.split(',')))}\n")
    with pytest.raises(TableError) as caught:
        open_batches(tmp_path / "?.csv", scratch=tmp_path / "scratch")
    assert str(caught.value).startswith(words) and "grault" not in str(caught.value)


def test_dropped_columns_are_never_written_to_disk(tmp_path: Path) -> None:
    path, scratch = tmp_path / "people.csv", tmp_path / "scratch"
    path.write_text("name,age,cost\n" + "".join(f"grault-{row},{row},{row}.50\n" for row in range(90)))
    seen_bytes: list[int] = []

    def watch(done: int, total: int) -> None:
        seen_bytes.append(done)
        assert 0 <= done <= total == 3 * path.stat().st_size

    with open_batches(path, scratch=scratch, drop=["name"], most_records=40, progress=watch) as batches:
        (spooled,) = scratch.iterdir()
        assert spooled.stat().st_mode & 0o777 == 0o700
        assert not any(b"grault" in part.read_bytes() for part in spooled.iterdir())
        assert batches.columns == ("age", "cost")
        whole = table_of(path)
        assert joined(batches) == seen(whole.dropped(["name"]))
        texts = whole.spelling("cost")
        assert texts is not None
        assert batches.bytes_in_memory == whole.native().estimated_size() + texts.estimated_size()
    assert seen_bytes == sorted(seen_bytes) and seen_bytes[-1] == 3 * path.stat().st_size
    assert not list(scratch.iterdir())


@pytest.mark.parametrize("when", [1, 2, 3])
@pytest.mark.parametrize("text", ["age,name\n1,b\n", "age,name\n" + "x,b\n" * 50, "age,name\n1,b\n2\n"])
def test_a_text_file_that_changes_while_it_is_read(tmp_path: Path, when: int, text: str) -> None:
    """`when`: after the bytes were judged, after the types were found, or in the middle of the last reading."""
    path, scratch = tmp_path / "people.csv", tmp_path / "scratch"
    path.write_text("age,name\n" + "1,b\n" * 50)
    n_bytes = path.stat().st_size

    def meddle(done: int, total: int) -> None:
        if done >= when * n_bytes:
            path.write_text(text)

    with pytest.raises(TableError, match=r"^people.csv changed while it was read: the records of one reading"):
        open_batches(path, scratch=scratch, most_records=20, progress=meddle)
    assert not list(scratch.iterdir())


FULL_DISK = """
import resource, sys
import gzip
import subprocess
import sys
from pathlib import Path
import polars as pl
import pytest
import pyarrow.dataset
from shoal.errors import WriteError
from shoal.table.batches.source import open_batches
folder = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))  # no file may be larger, as on a full disk
table = folder / "people.parquet"
for source in (folder / "people.csv", pl.scan_parquet(table), pyarrow.dataset.dataset(table)):
    try:
        open_batches(source, scratch=folder / "scratch")
        sys.exit("written")
    except WriteError as error:
        if "has room" not in str(error) or "grault" in str(error) or error.__context__ is not None:
            sys.exit(str(error))
    if list((folder / "scratch").iterdir()):
        sys.exit("something was left behind")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit on the size of files")
def test_a_full_disk(tmp_path: Path) -> None:
    table = pl.DataFrame({"name": [f"grault-{row * row}" for row in range(3000)], "age": range(3000)})
    table.write_csv(tmp_path / "people.csv")
    table.write_parquet(tmp_path / "people.parquet")
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
