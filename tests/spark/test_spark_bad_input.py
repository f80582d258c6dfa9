"""What is wrong with a table, or with the cluster, is refused in words, and nothing is half-written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from pyarrow import parquet
from spark_people import ANNEALED, SETTINGS, K, all_words, people
from typer.testing import CliRunner

import shoal
import shoal.spark
from benchmarks.spark_cluster import SparkCluster
from shoal.cli.app import app

POISON = "Wilhelmine-7731"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table of several files."""
    folder = tmp_path / "table"
    folder.mkdir()
    for number, part in enumerate(people(1_200).iter_slices(300)):
        part.write_parquet(folder / f"{number}.parquet", row_group_size=100)
    return folder


def read(session: Any, folder: Path) -> Any:
    return session.read.parquet(folder.as_uri())


def refused(dataframe: Any, tmp_path: Path, **settings: Any) -> str:
    """What is said. Nothing may be left, and no value may be told."""
    with pytest.raises(shoal.ShoalError) as refusal:
        shoal.spark.anonymize(dataframe, scratch=tmp_path / "stages", **{**SETTINGS, **settings})
    assert not (tmp_path / "stages").exists()
    assert POISON not in all_words(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ([pl.col("age").cast(pl.String)], "'age' is of type String in 9.parquet and of type Int64 in 0.parquet"),
        ([pl.lit(1).alias("more")], "9.parquet has other columns than 0.parquet: it has 'more' in addition"),
    ],
)
def test_a_file_with_another_schema(
    spark_session: Any, spark_cluster: SparkCluster, folder: Path, changed: list[pl.Expr], told: str
) -> None:
    """Spark leaves such a column out, or fills it with missing values, and does not say so."""
    people(300).with_columns(changed).write_parquet(folder / "9.parquet")
    output = folder.parent / "release"
    asked = ("--k", str(K), "--qi", "age,income", "--engine", "spark", "--spark-url", spark_cluster.url)
    ran = CliRunner().invoke(app, ["anonymize", str(folder), "-o", f"{output}/", *asked])
    assert ran.exit_code == 2, ran.output
    assert told in " ".join(ran.output.split())
    assert [path.name for path in folder.parent.iterdir()] == ["table"]


def test_a_dataframe_whose_files_have_other_types(spark_session: Any, folder: Path, tmp_path: Path) -> None:
    dataframe = read(spark_session, folder)
    dataframe.count()
    people(300).with_columns(pl.lit(POISON).alias("age")).write_parquet(folder / "9.parquet")
    told = refused(spark_session.read.schema(dataframe.schema).parquet(folder.as_uri()), tmp_path)
    assert told.startswith("Spark could not ")


def test_a_corrupt_row_group(spark_session: Any, folder: Path, tmp_path: Path) -> None:
    path = folder / "2.parquet"
    column = parquet.read_metadata(path).row_group(1).column(2)
    data = bytearray(path.read_bytes())
    size = column.total_compressed_size
    begin = column.dictionary_page_offset or column.data_page_offset
    data[begin : begin + size] = b"\xff" * size
    path.write_bytes(data)
    assert refused(read(spark_session, folder), tmp_path).startswith("Spark could not ")


@pytest.mark.parametrize("column", ["region", "area"])
def test_a_file_that_is_replaced_while_it_is_read(
    spark_session: Any, folder: Path, tmp_path: Path, column: str
) -> None:
    """Whether Spark sees it or we do: the run ends, and there is no release.

    A stratum that was not there before was told as a KeyError.
    """
    for number in range(4):
        part = pl.read_parquet(folder / f"{number}.parquet").with_columns(pl.lit("here").alias("area"))
        part.write_parquet(folder / f"{number}.parquet")

    def replace(done: int, total: int) -> None:
        part.with_columns(pl.lit(POISON).alias(column)).write_parquet(folder / "1.parquet")

    asked = {**SETTINGS, "by": ["area"]}
    told = r"other records when it was read again|it changed while it was read|Spark could not"
    with pytest.raises(shoal.ShoalError, match=told) as changed:
        shoal.spark.anonymize(read(spark_session, folder), scratch=tmp_path / "stages", progress=replace, **asked)
    assert POISON not in all_words(changed.value)
    assert "KeyError" not in str(changed.value)


def test_a_category_that_one_file_alone_has(spark_session: Any, folder: Path, tmp_path: Path) -> None:
    island = people(K).with_columns(pl.lit("island").alias("region"))
    island.write_parquet(folder / "9.parquet")
    with shoal.anonymize(folder, scratch=tmp_path, **SETTINGS) as alone:
        digest = alone.manifest["release_digest"]
    with shoal.spark.anonymize(read(spark_session, folder), scratch=tmp_path / "stages", **SETTINGS) as release:
        assert release.manifest["release_digest"] == digest
    tree = tmp_path / "regions.csv"
    tree.write_text("value,parent\nland,\nnorth,land\nsouth,land\neast,land\nwest,land\ncentre,land\n")
    told = refused(read(spark_session, folder), tmp_path, taxonomies={"region": tree})
    assert "Column 'region' of the table has values outside its taxonomy" in told
    assert "island" not in told and "row" not in told


def test_a_stratum_of_too_few_records_that_are_spread_over_the_files(
    spark_session: Any, folder: Path, tmp_path: Path
) -> None:
    """One record in each of k − 1 files: no worker can tell."""
    for number, path in enumerate(sorted(folder.iterdir())):
        is_rare = (pl.int_range(pl.len()) == 7) & (number < K - 1)
        area = pl.when(is_rare).then(pl.lit(POISON)).otherwise(pl.lit("rest")).alias("area")
        pl.read_parquet(path).with_columns(area).write_parquet(path)
    told = refused(read(spark_session, folder), tmp_path, by=["area"])
    assert f"1 stratum of 'area' holds fewer than k = {K} records (the smallest {K - 1})" in told


def test_a_full_disk_in_the_middle(
    spark_session: Any, folder: Path, tmp_path: Path, small_disk: Callable[[int], Any]
) -> None:
    """Finished stages stay, and the run goes on when there is room. A release that does not fit is not begun."""
    disk = small_disk(140_000)
    asked = {**SETTINGS, "method": ANNEALED, "scratch": disk.path / "stages"}
    with pytest.raises(shoal.ShoalError, match=r"^Spark could not ") as full:
        shoal.spark.anonymize(read(spark_session, folder), **asked)
    assert POISON not in all_words(full.value)
    disk.resize(20_000_000)
    with shoal.anonymize(folder, **{**asked, "scratch": tmp_path}) as alone:
        digest = alone.manifest["release_digest"]
    small = small_disk(8_000)
    with shoal.spark.anonymize(read(spark_session, folder), resume=True, **asked) as release:
        assert release.manifest["release_digest"] == digest
        with pytest.raises(shoal.ShoalError, match=r"^Spark could not "):
            release.write(small.path / "release.parquet")
        assert not list(small.path.iterdir())
    assert not list(disk.path.iterdir())


def test_no_java(folder: Path, tmp_path: Path) -> None:
    """In another process, because this one has a Java."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("JAVA", "SPARK"))}
    (tmp_path / "empty").mkdir()
    environment["PATH"] = f"{tmp_path / 'empty'}"
    for program in ("bash", "env", "dirname", "ps", "uname", "cat", "grep", "sed"):
        found = Path("/usr/bin") / program
        if found.exists():
            (tmp_path / "empty" / program).symlink_to(found)
    command = [sys.executable, "-m", "shoal", "anonymize", folder, "-o", f"{tmp_path}/release/", "--k", "4"]
    asked = ["--qi", "age,income", "--engine", "spark", "--spark-url", "local[1]"]
    ran = subprocess.run([*command, *asked], env=environment, capture_output=True, text=True, check=False)
    told = " ".join(ran.stderr.split())
    assert ran.returncode == 2, told
    assert "Spark could not begin a session; it needs Java 17 or later, or the address of a server" in told
    assert "Traceback" not in told
    assert not (tmp_path / "release").exists()
