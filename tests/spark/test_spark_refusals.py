"""What a cluster cannot do is refused in words, and no word holds a value of a record."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest
from pyspark import cloudpickle
from spark_people import SETTINGS, all_words, on_spark, people

import shoal
import shoal.spark
from benchmarks.spark_cluster import SparkCluster
from shoal.journey.passes.resuming import own_versions
from shoal.spark.sending import facts_in, sent
from shoal.spark.shapes import NOTE, NOTES_ALONE
from shoal.spark.work import Nothing, done_by_worker

POISON = "Wilhelmine-7731"
SCHEMA = NOTES_ALONE.arrow()


def texts_below(folder: Path) -> str:
    """Everything that the master and the workers have written to their logs."""
    return "\n".join(path.read_text("utf-8", errors="replace") for path in folder.rglob("*") if _is_log(path))


def _is_log(path: Path) -> bool:
    return path.is_file() and path.name in ("stderr", "stdout", "master.txt")


@pytest.fixture
def dataframe(spark_session: Any, tmp_path: Path) -> Any:
    return on_spark(spark_session, people(300), tmp_path / "table")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"k": 1}, "k"),
        ({"method": "best", "quasi_identifiers": ["agee"]}, "'agee'"),
        ({"block_records": 10}, "block_records"),
        ({"k": 400, "block_records": None}, "400"),
        ({"diversity": {"diagnosis": 4}}, "The most that is possible is 3"),
    ],
)
def test_wrong_settings_are_refused_and_nothing_is_left(
    dataframe: Any, tmp_path: Path, settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(shoal.WrongUse, match=words):
        shoal.spark.anonymize(dataframe, scratch=tmp_path / "stages", **{**SETTINGS, **settings})
    assert not (tmp_path / "stages").exists()


def test_a_scratch_folder_with_something_in_it_is_refused(dataframe: Any, tmp_path: Path) -> None:
    with pytest.raises(shoal.WrongUse, match="there is something in"):
        shoal.spark.anonymize(dataframe, scratch=tmp_path, **SETTINGS)


def test_no_value_of_a_record_is_in_an_error_or_a_log(
    spark_session: Any, spark_cluster: SparkCluster, tmp_path: Path
) -> None:
    """One of the last records has a text where all others have a date: nobody could say so without the census."""
    frame = people(300).with_columns(pl.col("born").cast(pl.String))
    frame = pl.concat([frame, frame[:1].with_columns(pl.lit(POISON).alias("born"))])
    frame.write_parquet(tmp_path / "table.parquet")
    dataframe = spark_session.read.parquet((tmp_path / "table.parquet").as_uri())
    with pytest.raises(shoal.ShoalError) as refused:
        shoal.spark.anonymize(dataframe, scratch=tmp_path / "stages", **SETTINGS)
    assert POISON not in all_words(refused.value)
    assert POISON not in texts_below(spark_cluster.folder)


def test_an_error_of_spark_loses_the_values_that_it_quotes(spark_session: Any, tmp_path: Path) -> None:
    people(300).with_columns(pl.lit(POISON).alias("region")).write_parquet(tmp_path / "table.parquet")
    dataframe = spark_session.read.parquet((tmp_path / "table.parquet").as_uri())
    broken = dataframe.selectExpr("* EXCEPT (region)", "CAST(region AS int) AS region")
    with pytest.raises(
        shoal.ShoalError, match=r"Spark could not read the first records \(CAST_INVALID_INPUT\)"
    ) as refused:
        shoal.spark.anonymize(broken, scratch=tmp_path / "stages", **SETTINGS)
    assert POISON not in all_words(refused.value)


class Clumsy:
    """Work that fails with a value in its message."""

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[bytes]:
        yield from ()
        raise ValueError(POISON)


def notes(batches: Any) -> list[bytes]:
    return [note for batch in batches for note in batch.column(NOTE).to_pylist()]


def test_an_error_of_a_worker_is_told_by_its_kind() -> None:
    found = notes(done_by_worker(pickle.dumps(Clumsy()), own_versions(), [], SCHEMA))
    assert POISON.encode() not in b"".join(found)
    with pytest.raises(shoal.ShoalError, match="A worker could not form cells: ValueError"):
        facts_in("form cells", found)
    nothing_to_tell = done_by_worker(pickle.dumps(Clumsy()), own_versions(), [], pa.schema([("age", pa.int64())]))
    with pytest.raises(RuntimeError) as raised:
        list(nothing_to_tell)
    assert POISON not in all_words(raised.value)


def test_a_worker_with_other_versions_is_refused() -> None:
    others = {**own_versions(), "numpy": "1.0"}
    with pytest.raises(shoal.WrongUse, match=r"other versions than the driver: numpy .* instead of 1\.0"):
        facts_in("count", notes(done_by_worker(pickle.dumps(Nothing()), others, [], SCHEMA)))


def test_a_worker_without_our_package_says_what_to_install(tmp_path: Path) -> None:
    """Such a worker is a Python that has what Spark itself needs, and nothing else."""
    libraries = Path(sysconfig.get_path("purelib"))
    for name in ("numpy", "numpy.libs", "pyarrow", "pyarrow.libs", "pyspark", "py4j"):
        if (libraries / name).exists():
            (tmp_path / name).symlink_to(libraries / name)
    work = tmp_path / "work.pickle"
    work.write_bytes(cloudpickle.dumps(sent(b"", SCHEMA)))
    program = (
        "import pickle, sys\n"
        "from pyspark import cloudpickle\n"
        "work = pickle.load(open(sys.argv[1], 'rb'))\n"
        "[batch] = work(iter(()))\n"
        "sys.stdout.buffer.write(batch.column(0)[0].as_py())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-S", "-c", program, str(work)]
    told = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert told.returncode == 0, told.stderr.decode()
    with pytest.raises(shoal.WrongUse, match=r"A worker of the cluster has no shoal\. Install shoal-anonymity=="):
        facts_in("begin", [told.stdout])
