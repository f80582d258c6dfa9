"""Parquet and Arrow files, folders and patterns of them, LazyFrames and Datasets in batches."""

from __future__ import annotations

import datetime as dt
import gzip
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.dataset as arrow_dataset
import pytest
from pyarrow import parquet

from shoal.errors import TableError
from shoal.table.batches.expectation import expected_bytes
from shoal.table.batches.source import Batches, can_be_batched, open_batches
from shoal.table.sources import table_of

N_RECORDS = 23


def people(n_records: int = N_RECORDS, first: int = 0) -> pl.DataFrame:
    """A column of every type that files hold."""
    ages = pl.Series("age", range(first, first + n_records), dtype=pl.Int64)
    return pl.DataFrame(
        {
            "name": [f"grault-{age}" for age in ages],
            "age": ages,
            "u8": ages.cast(pl.UInt8),
            "height": ages.cast(pl.Float32) / 7,
            "flag": ages % 2 == 0,
            "group": (ages % 3).cast(pl.String).cast(pl.Categorical),
            "level": pl.Series(["low", "high"], dtype=pl.Enum(["low", "high"])).gather(ages % 2),
            "day": ages.cast(pl.Int32).cast(pl.Date),
            "moment": ages.cast(pl.Datetime("ns", "Europe/Berlin")),
            "time": pl.Series([dt.time(age % 24) for age in ages]),
            "lasting": ages.cast(pl.Duration("ms")),
            "price": pl.Series([Decimal(age).scaleb(-2) for age in ages], dtype=pl.Decimal(10, 2)),
            "list": [[age, age] for age in ages],
            "struct": [{"a": age} for age in ages],
            "bytes": [bytes([age % 256]) for age in ages],
            "nothing": pl.Series([None] * n_records, dtype=pl.Null),
        }
    )


def opened(source: object, scratch: Path, most: int = 5, **said: Any) -> Batches:
    return open_batches(source, scratch=scratch, most_records=most, **said)


def joined(batches: Batches) -> pl.DataFrame:
    frames = [table.native() for table in batches.tables()]
    assert {tuple(frame.schema.items()) for frame in frames} == {tuple(frames[0].schema.items())}
    return pl.concat(frames)


def refused(source: object, scratch: Path, **said: Any) -> str:
    with pytest.raises(TableError) as caught, opened(source, scratch, **said) as batches:
        joined(batches)
    words = str(caught.value)
    assert "grault" not in words and caught.value.__context__ is None
    return words


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
@pytest.mark.parametrize("most", [1, 5, N_RECORDS, 1000])
def test_a_file_in_batches_is_the_file(tmp_path: Path, suffix: str, most: int) -> None:
    path = tmp_path / f"people.{suffix}"
    if suffix == "parquet":
        people().write_parquet(path, row_group_size=7)
    else:
        people().write_ipc(path, record_batch_size=7)
    whole = table_of(path)
    with opened(path, tmp_path, most) as batches:
        assert batches.n_records == N_RECORDS and batches.columns == whole.columns
        assert batches.origin == whole.origin
        for _ in range(2):
            assert [table.n_records for table in batches.tables()] == [most] * (N_RECORDS // most) + [
                rest for rest in [N_RECORDS % most] if rest
            ]
            assert joined(batches).equals(whole.native()) and joined(batches).schema == whole.native().schema
        assert batches.beginning.native().equals(whole.native().head(most))
        assert batches.bytes_in_memory == pytest.approx(whole.native().estimated_size(), rel=0.2)
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_dates_of_64_bits_have_the_type_that_they_have_in_memory(tmp_path: Path) -> None:
    """Batches that Arrow reads were dates, while polars read the same column in memory as datetimes."""
    path = tmp_path / "days.parquet"
    parquet.write_table(pa.table({"day": pa.array([86_400_000] * 3, pa.date64())}), path)
    with opened(path, tmp_path, 2) as batches:
        assert joined(batches).schema == table_of(path).native().schema


def folder_of(tmp_path: Path) -> Path:
    folder = tmp_path / "people"
    folder.mkdir()
    people(9).write_parquet(folder / "part-1.parquet", row_group_size=4)
    people(1).clear().write_parquet(folder / "part-2.parquet")
    other = people(14, first=9)
    other.select(reversed(other.columns)).write_parquet(folder / "part-3.parquet")
    (folder / "_SUCCESS").touch()
    (folder / ".part-1.parquet.crc").touch()
    return folder


@pytest.mark.parametrize("pattern", ["", "*.parquet", "part-?.parquet"])
def test_files_are_one_table_in_the_order_of_their_names(tmp_path: Path, pattern: str) -> None:
    source = folder_of(tmp_path) / pattern
    with opened(source, tmp_path) as batches:
        assert batches.origin.name == (pattern or "people")
        assert [table.n_records for table in batches.tables()] == [5, 5, 5, 5, 3]
        assert joined(batches).equals(people())
        assert batches.n_records == N_RECORDS


def test_categories_that_only_one_file_has(tmp_path: Path) -> None:
    """Dictionaries number their categories file by file; the batches have one type all the same."""
    for number, words in enumerate((["b", "a", None], ["z", "b", "y"])):
        dictionary = pa.table({"group": pa.array(words).dictionary_encode()})
        parquet.write_table(dictionary, tmp_path / f"part-{number}.parquet")
    with opened(tmp_path / "*.parquet", tmp_path, 2) as batches:
        whole = joined(batches)
    assert whole["group"].dtype == pl.Categorical
    assert whole["group"].to_list() == ["b", "a", None, "z", "b", "y"]
    assert whole["group"].n_unique() == 5


def test_a_column_that_is_missing_throughout_a_file_has_the_type_of_the_others(tmp_path: Path) -> None:
    """pandas writes such a column with no type at all."""
    pl.DataFrame({"age": pl.Series([None] * 3), "none": [None] * 3}).write_parquet(tmp_path / "a.parquet")
    pl.DataFrame({"age": [1, 2], "none": [None, None]}).write_parquet(tmp_path / "b.parquet")
    pl.DataFrame({"age": pl.Series([None]), "none": [None]}).write_parquet(tmp_path / "c.parquet")
    with opened(tmp_path / "*.parquet", tmp_path, 2) as batches:
        whole = joined(batches)
    assert whole.schema == {"age": pl.Int64(), "none": pl.Null()}
    assert whole["age"].to_list() == [None, None, None, 1, 2, None]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ([pl.col("age").cast(pl.Int32)], "'age' is of type Int32 in b.parquet and of type Int64 in a.parquet"),
        ([pl.col("moment").cast(pl.Datetime("us", "UTC"))], "'moment' is of type Datetime"),
        ([pl.col("list").list.eval(pl.element().cast(pl.String))], "'list' is of type List in b.parquet"),
        (
            [pl.col("level").cast(pl.String).cast(pl.Enum(["high", "grault", "low"]))],
            "'level' declares other categories in b.parquet than in a.parquet",
        ),
        ([pl.col("level").cast(pl.String)], "'level' is of type String in b.parquet and of type Enum in a.parquet"),
        ([pl.lit(1).alias("more")], "b.parquet has other columns than a.parquet: it has 'more' in addition"),
    ],
)
def test_a_file_with_another_schema_is_refused(tmp_path: Path, changed: list[pl.Expr], words: str) -> None:
    people().write_parquet(tmp_path / "a.parquet")
    people().with_columns(changed).write_parquet(tmp_path / "b.parquet")
    assert words in refused(tmp_path / "*.parquet", tmp_path)


def test_a_file_that_lacks_a_column_is_refused(tmp_path: Path) -> None:
    people().write_parquet(tmp_path / "a.parquet")
    people().drop("age").write_parquet(tmp_path / "b.parquet")
    assert "b.parquet has other columns than a.parquet: it lacks 'age'." in refused(tmp_path / "*.parquet", tmp_path)


def test_a_damaged_row_group_is_named(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    frame = pl.DataFrame({"name": [f"grault-{number:09d}" for number in range(4000)], "age": range(4000)})
    frame.write_parquet(path, row_group_size=1000, compression="zstd")
    column = parquet.read_metadata(path).row_group(2).column(0)
    data = bytearray(path.read_bytes())
    data[column.data_page_offset : column.data_page_offset + 200] = b"\xff" * 200
    path.write_bytes(bytes(data))
    words = refused(path, tmp_path, most=1500)
    assert words.startswith("Row group 3 of 4 of people.parquet (records 2,001 to 3,000) cannot be read (")
    assert "The file is damaged. Copy or write it again." in words


@pytest.mark.parametrize("suffix", ["parquet", "arrow"])
def test_a_truncated_file_is_refused(tmp_path: Path, suffix: str) -> None:
    folder = tmp_path / "people"
    folder.mkdir()
    for name in ("a", "b"):
        path = folder / f"{name}.{suffix}"
        people().write_parquet(path) if suffix == "parquet" else people().write_ipc(path)
    path.write_bytes(path.read_bytes()[:-300])
    words = refused(folder / f"*.{suffix}", tmp_path)
    assert words.startswith(f"b.{suffix} cannot be read as {suffix} (") and "damaged" in words


def test_what_a_folder_holds_besides_is_not_left_out_silently(tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "year=2020").mkdir()
    people().write_parquet(folder / "year=2020" / "part.parquet")
    assert "people holds 1 folder as well" in refused(folder, tmp_path)
    assert "are values of a column (name=value)" in refused(folder / "**/*.parquet", tmp_path)
    (folder / "year=2020" / "part.parquet").unlink()
    (folder / "year=2020").rmdir()
    people().select("age").write_csv(folder / "more.csv")
    assert "people holds 1 table of another format than Parquet" in refused(folder, tmp_path)
    assert "The files of [pm]*.* are of 2 formats" in refused(folder / "[pm]*.*", tmp_path)


def test_sources_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "a folder without Parquet files" in refused(tmp_path / "empty", tmp_path)
    assert "No file matches" in refused(tmp_path / "*.parquet", tmp_path)
    assert "There is no file" in refused(tmp_path / "people.parquet", tmp_path)
    people(1).clear().write_parquet(tmp_path / "people.parquet")
    assert "people.parquet holds no records" in refused(tmp_path / "people.parquet", tmp_path)
    assert "not a text file" in refused(tmp_path / "people.parquet", tmp_path, na="?")
    (tmp_path / "people.sav").touch()
    assert "people.sav is not read in batches" in refused(tmp_path / "people.sav", tmp_path)
    assert "DataFrame is not read in batches" in refused(people(), tmp_path)
    known = [can_be_batched(tmp_path / name) for name in ("a.csv.gz", "a.pq", "a.feather", "empty", "*.csv", "a.xlsx")]
    assert known == [True, True, True, True, True, False]
    assert can_be_batched(people().lazy()) and not can_be_batched(people())


def test_odd_names_are_names(tmp_path: Path) -> None:
    """To polars a star means every column, and ^…$ is a pattern."""
    path = tmp_path / "people.parquet"
    pl.DataFrame({"*": [1, 2], "age": [3, 4]}).write_parquet(path)
    for source in (path, pl.scan_parquet(path)):
        with opened(source, tmp_path, drop=["age"]) as batches:
            assert joined(batches).to_dict(as_series=False) == {"*": [1, 2]}
        assert "Every column of the table is to be dropped" in refused(source, tmp_path, drop=["age", "*"])
    pl.DataFrame({"^a.*$": [1, 2]}).write_parquet(path)
    for source in (path, pl.scan_parquet(path), arrow_dataset.dataset(path)):
        assert "begins with ^ and ends with $" in refused(source, tmp_path)


# --- a file that changes


def test_a_file_that_changes_between_two_readings(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    people().write_parquet(path)
    with opened(path, tmp_path) as batches:
        joined(batches)
        people(N_RECORDS, first=1).write_parquet(path)
        with pytest.raises(TableError, match=r"^people.parquet changed while it was read"):
            joined(batches)


def test_a_file_that_changes_during_a_reading(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    people().write_parquet(path)
    with opened(path, tmp_path) as batches, pytest.raises(TableError, match=r"^people.parquet changed while"):
        for number, _ in enumerate(batches.tables()):
            if number == 1:
                path.unlink()


def test_a_file_of_the_same_size_and_time(tmp_path: Path) -> None:
    """Copying with the times of the original hides a change from size and time; the footer shows it."""
    import os

    path = tmp_path / "people.parquet"
    pl.DataFrame({"age": [1, 2, 3]}).write_parquet(path, compression="uncompressed")
    with opened(path, tmp_path) as batches:
        before = path.stat()
        pl.DataFrame({"age": [1, 2, 4]}).write_parquet(path, compression="uncompressed")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        with pytest.raises(TableError, match="changed while it was read"):
            joined(batches)


# --- LazyFrames and Datasets


@pytest.mark.parametrize("kind", ["lazy", "dataset"])
def test_what_is_computed_is_written_to_disk_once(tmp_path: Path, kind: str) -> None:
    folder = folder_of(tmp_path)
    whole = people()
    source: object = pl.scan_parquet(folder / "*.parquet")
    if kind == "dataset":
        whole.write_parquet(tmp_path / "whole.parquet", row_group_size=4)
        source = arrow_dataset.dataset(tmp_path / "whole.parquet")
    assert can_be_batched(source)
    scratch = tmp_path / "scratch"
    with opened(source, scratch, drop=["name"]) as batches:
        assert batches.origin.kind == ("polars" if kind == "lazy" else "pyarrow")
        assert batches.n_records == N_RECORDS and batches.columns == tuple(whole.columns[1:])
        for _ in range(2):
            assert joined(batches).equals(whole.drop("name"))
        (spooled,) = scratch.iterdir()
        assert spooled.stat().st_mode & 0o777 == 0o700
        assert not any(b"grault" in path.read_bytes() for path in spooled.iterdir())
    assert not list(scratch.iterdir())


def test_sources_that_cannot_be_computed(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    lazy = people().lazy().select(pl.col("name").str.to_date("%Y"))
    assert refused(lazy, scratch).startswith("The LazyFrame could not be collected (InvalidOperationError).")
    assert refused(people().lazy().select("grault"), scratch).startswith("The LazyFrame could not be collected (")
    path = tmp_path / "people.parquet"
    people().select("age").write_parquet(path)
    later, dataset = pl.scan_parquet(path).with_columns(pl.col("age") + 1), arrow_dataset.dataset(path)
    path.unlink()
    assert refused(later, scratch).startswith("The LazyFrame could not be collected (FileNotFoundError).")
    assert refused(dataset, scratch).startswith("The Dataset could not be read (FileNotFoundError).")
    empty = arrow_dataset.dataset(pa.table({"age": pa.array([], pa.int64())}))
    assert "The Dataset holds no records" in refused(empty, scratch)
    assert not list(scratch.iterdir())


def test_progress_comes_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "people.parquet"
    people().write_parquet(path)
    seen: list[tuple[int, int]] = []
    with opened(path, tmp_path) as batches:
        list(batches.tables(lambda done, total: seen.append((done, total))))
    assert seen == [(5, 23), (10, 23), (15, 23), (20, 23), (23, 23)]


@pytest.mark.parametrize("name", ["people.parquet", "people.arrow", "people.csv", "people.csv.gz", "people*.csv"])
def test_size_in_memory_is_known_before_reading(tmp_path: Path, name: str) -> None:
    frame = pl.DataFrame({"age": range(20_000), "town": [f"town {row % 7}" for row in range(20_000)]})
    path = tmp_path / name.replace("*", "-1")
    text = frame.write_csv().encode()
    if path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".arrow":
        frame.write_ipc(path)
    else:
        path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    assert expected_bytes(tmp_path / name) == pytest.approx(frame.estimated_size(), rel=0.1)


def test_size_of_what_cannot_be_read_is_not_underestimated(tmp_path: Path) -> None:
    """What is wrong is said by the reading that comes next."""
    (tmp_path / "people.csv").write_text("age,name\n1,2,3\n" * 100)
    assert expected_bytes(tmp_path / "people.csv") == 3 * (tmp_path / "people.csv").stat().st_size
