"""What is wrong with a table that does not fit into memory is refused in words, and nothing is half-written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from pyarrow import parquet
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.journey.entrance import release_of
from shoal.journey.machine import Machine
from shoal.journey.opened import opened
from shoal.journey.run import Settings
from shoal.table.roles.roles_arguments import roles_from_arguments

K = 4
POISON = "Wilhelmine-7731"
ROLES = ("--qi", "age,town", "--confidential", "ill")


def people(n_records: int = 2_000, seed: int = 0) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": chance.integers(18, 90, n_records),
            "town": chance.choice(["north", "south", "east"], n_records),
            "ill": chance.choice(["asthma", "none", "diabetes"], n_records),
        }
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table of several files."""
    folder = tmp_path / "people"
    folder.mkdir()
    for number, part in enumerate(people().iter_slices(500)):
        part.write_parquet(folder / f"{number}.parquet", row_group_size=100)
    return folder


def run(table: Path | str, output: Path, *more: str) -> Any:
    asked = ("--k", str(K), "--method", "mdav", "--seed", "1", "--block-records", "800")
    return CliRunner().invoke(app, ["anonymize", str(table), "-o", f"{output}/", *ROLES, *asked, *more])


def refused(table: Path | str, output: Path, *more: str) -> str:
    """What is said. Nothing may be left, and no value may be told."""
    home = output.parent
    before = {*home.iterdir()}
    ran = run(table, output, *more)
    assert ran.exit_code == 2, ran.output
    assert {*home.iterdir()} == before
    told = " ".join(ran.output.split())
    assert POISON not in told
    return told


def test_a_partition_with_another_schema(folder: Path, tmp_path: Path) -> None:
    people(500).with_columns(pl.col("age").cast(pl.String)).write_parquet(folder / "9.parquet")
    told = refused(folder, tmp_path / "release")
    assert "Column 'age' is of type String in 9.parquet and of type Int64 in 0.parquet" in told
    people(500).drop("ill").write_parquet(folder / "9.parquet")
    assert "9.parquet has other columns than 0.parquet: it lacks 'ill'" in refused(folder, tmp_path / "release")


def test_a_corrupt_row_group(folder: Path, tmp_path: Path) -> None:
    path = folder / "2.parquet"
    column = parquet.read_metadata(path).row_group(3).column(0)
    data = bytearray(path.read_bytes())
    data[column.data_page_offset : column.data_page_offset + column.total_compressed_size] = b"\xff" * (
        column.total_compressed_size
    )
    path.write_bytes(data)
    told = refused(folder, tmp_path / "release")
    assert "Row group 4 of 5 of 2.parquet (records 301 to 400) cannot be read" in told


def test_a_truncated_text_file(tmp_path: Path) -> None:
    text = people().write_csv()
    (tmp_path / "people.csv").write_text(text + '40,"' + POISON)
    assert "never closes" in refused(tmp_path / "people.csv", tmp_path / "release")


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_a_file_that_changes_while_it_is_read(tmp_path: Path, kind: str) -> None:
    """After its roles were checked, and before its records are counted."""
    path = tmp_path / f"people.{kind}"

    def write(frame: pl.DataFrame) -> None:
        frame.write_parquet(path) if kind == "parquet" else frame.write_ipc(path)

    write(people())
    settings = Settings.checked(k=K, method="mdav", seed=1, block_records=800)
    with (
        pytest.raises(shoal.WrongUse, match=rf"^people.{kind} changed while it was read") as changed,
        opened(path, {"na": ()}, Machine.of(None, tmp_path), 800) as source,
    ):
        roles = roles_from_arguments(source.beginning, quasi_identifiers=["age", "town"], confidential=["ill"])
        write(people(seed=1))
        release_of(source, roles, settings, {"na": ()})
    assert changed.value.__context__ is None
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_a_text_file_may_change_once_it_has_been_read(tmp_path: Path) -> None:
    """Its records have been written down, so all readings are of the same ones."""
    path = tmp_path / "people.csv"
    people().write_csv(path)
    settings = Settings.checked(k=K, method="mdav", seed=1, block_records=800)
    with opened(path, {"na": ()}, Machine.of(None, tmp_path), 800) as source:
        roles = roles_from_arguments(source.beginning, quasi_identifiers=["age", "town"], confidential=["ill"])
        people(seed=1).write_csv(path)
        release = release_of(source, roles, settings, {"na": ()})
    with release:
        release.write(tmp_path / "release.csv")
    assert sorted(pl.read_csv(tmp_path / "release.csv")["ill"]) == sorted(people()["ill"])


def test_a_category_that_one_file_alone_has(folder: Path, tmp_path: Path) -> None:
    """It is a category of the whole table: k records of it are a class of their own, wherever they stand."""
    island = people(K).with_columns(pl.lit("island").alias("town"), pl.lit(50, dtype=pl.Int64).alias("age"))
    island.write_parquet(folder / "9.parquet")
    ran = run(folder, tmp_path / "release")
    assert ran.exit_code == 0, ran.output
    written = pl.read_parquet(tmp_path / "release" / "release.parquet")
    assert written.height == 2_000 + K
    assert written.group_by("age", "town").len()["len"].min() >= K
    shutil.rmtree(tmp_path / "release")
    shutil.rmtree(tmp_path / "private-release")
    tree = tmp_path / "towns.csv"
    tree.write_text("value,parent\nland,\nnorth,land\nsouth,land\neast,land\n")
    told = refused(folder, tmp_path / "release", "--taxonomy", f"town={tree}")
    assert "Column 'town' of people has values outside its taxonomy" in told
    assert "island" not in told and "row" not in told


@pytest.mark.parametrize("n_records", [K - 1, K])
def test_a_stratum_whose_records_are_spread_over_many_files(folder: Path, tmp_path: Path, n_records: int) -> None:
    """One record in each file: no file can tell whether there are enough."""
    for number, path in enumerate(sorted(folder.iterdir())):
        area = pl.when(pl.int_range(pl.len()) == 7).then(pl.lit(number < n_records)).otherwise(pl.lit(False))
        frame = pl.read_parquet(path).with_columns(pl.when(area).then(pl.lit(POISON)).otherwise(pl.lit("rest")))
        frame.rename({"literal": "area"}).write_parquet(path)
    more = ("--by", "area")
    if n_records < K:
        told = refused(folder, tmp_path / "release", *more)
        assert f"1 stratum of 'area' holds fewer than k = {K} records (the smallest {K - 1})" in told
        return
    ran = run(folder, tmp_path / "release", *more)
    assert ran.exit_code == 0, ran.output
    written = pl.read_parquet(tmp_path / "release" / "release.parquet")
    assert written.group_by("area", "age", "town").len()["len"].min() >= K


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_disk_that_is_full_before_anything_is_finished(
    folder: Path, tmp_path: Path, small_disk: Callable[[int], Any], suffix: str
) -> None:
    """Nothing could be resumed, so nothing is kept. Later, finished stages are: see test_resuming.py."""
    disk = small_disk(16_000)
    table: Path = folder
    if suffix == "csv":
        table = tmp_path / "people.csv"
        people().write_csv(table)
    told = refused(table, disk.path / "release")
    assert "Cannot write" in told and "has room" in told


# --- rows in errors


def written(path: Path, frame: pl.DataFrame) -> Path:
    frame.write_csv(path)
    return path


def nth(column: str, row: int, value: Any) -> pl.Expr:
    return pl.when(pl.int_range(pl.len()) == row).then(pl.lit(value)).otherwise(pl.col(column)).alias(column)


def test_rows_of_a_sample_are_not_told_as_rows_of_the_file(tmp_path: Path) -> None:
    """An error named row 1,213, which was the row of the sample: the slip was in row 1,501 of the file."""
    slip = people().with_columns(pl.col("age").cast(pl.String)).with_columns(nth("age", 1_500, POISON))
    told = refused(written(tmp_path / "people.csv", slip), tmp_path / "release")
    assert "Column 'age' of people.csv holds numbers, except for 1 value" in told
    assert "row" not in told


def test_rows_of_a_batch_are_not_told_as_rows_of_the_file(tmp_path: Path) -> None:
    """Weights are read batch by batch, and each batch counted its rows from 1."""
    weighted = people().with_columns(pl.lit(1.0).alias("weight")).with_columns(nth("weight", 1_500, -1.0))
    told = refused(written(tmp_path / "people.csv", weighted), tmp_path / "release", "--weight", "weight")
    assert "has 1 value missing, zero or negative, among the records that were looked at" in told


def test_missing_values_are_counted_in_the_whole_table(tmp_path: Path) -> None:
    """It said 1 record, whatever the number: the small table that was read has each value once."""
    gaps = people().with_columns(pl.when(pl.col("age") > 50).then(pl.col("ill")).alias("ill"))
    more = ("--diversity", "ill=2", "--missing-confidential", "refuse")
    told = refused(written(tmp_path / "people.csv", gaps), tmp_path / "release", *more)
    n_gaps = int((people()["age"] <= 50).sum())
    assert f"Column 'ill' of people.csv has a promise and is missing in {n_gaps:,} records" in told.replace(",", ",")
    assert "row" not in told


def test_the_first_records_of_one_file_have_rows(tmp_path: Path) -> None:
    """They are looked at first, as they stand in the file. Of a file among several nobody could find the row."""
    slip = people().with_columns(pl.col("age").cast(pl.String)).with_columns(nth("age", 1_500, POISON))
    for number in range(2):
        written(tmp_path / f"people-{number}.csv", slip)
    asked: dict[str, Any] = {"k": K, "method": "mdav", "scratch": tmp_path, "block_records": 800}
    with opened(tmp_path / "people-0.csv", {"na": ()}, Machine.of(None, tmp_path), 800) as source:
        assert source.beginning.first_at(np.arange(2_000) == 1_500) == "the first in row 1501 (1502 with the header)"
    with opened(tmp_path / "people-*.csv", {"na": ()}, Machine.of(None, tmp_path), 800) as source:
        assert "row" not in source.beginning.first_at(np.arange(4_000) == 1_500)
    with pytest.raises(shoal.WrongUse) as told:
        shoal.anonymize(str(tmp_path / "people-*.csv"), quasi_identifiers=["age", "town"], **asked)
    assert "row" not in str(told.value)
