"""Runs on a cluster: divided otherwise, by a client of Spark Connect, with a worker that dies, resumed, and written."""

from __future__ import annotations

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from spark_people import ANNEALED, QUASI, SETTINGS, K, on_spark, people

import shoal
import shoal.spark
from benchmarks.spark_cluster import SparkCluster, wait_for
from shoal.journey.repeating import repeat
from shoal.spark.scratch import make_private

N_RECORDS = 1_500
STORE = "viewfs://store"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The digests of one machine."""
    scratch = tmp_path_factory.mktemp("alone")
    digests = {}
    for method in ("mdav", ANNEALED):
        with shoal.anonymize(people(N_RECORDS).lazy(), scratch=scratch, **{**SETTINGS, "method": method}) as release:
            digests[method] = release.manifest["release_digest"]
    return digests


def released(session: Any, folder: Path, n_parts: int = 3, **settings: Any) -> shoal.spark.SparkRelease:
    dataframe = on_spark(session, people(N_RECORDS), folder / "table", n_parts)
    return shoal.spark.anonymize(dataframe, scratch=folder / "stages", **{**SETTINGS, **settings})


def test_a_release_is_written_in_sorted_files_that_were_counted(
    spark_session: Any, alone: dict[str, str], tmp_path: Path
) -> None:
    """Seven partitions instead of three; the files hold whole classes, and nothing else is left."""
    with released(spark_session, tmp_path, 7) as release:
        dataframe, report = release
        assert dataframe.count() == N_RECORDS
        paths = release.save(tmp_path / "release")
        with pytest.raises(shoal.WrongUse, match="no quantizer"):
            _ = release.quantizer
    assert release.manifest["release_digest"] == alone["mdav"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["private-release", "release", "table"]
    assert all(path.name.startswith("part-") for path in paths["table"].iterdir())
    written = pl.read_parquet(paths["table"])
    assert written.columns == [name for name in people(1).columns if name != "name"]
    assert written.schema == people(1).drop("name").schema
    assert written.group_by(QUASI).len()["len"].min() == report.facts["promise"]["smallest_class"] >= K
    assert written.equals(written.sort([*QUASI, "diagnosis", "score"], nulls_last=True))
    noted = json.loads(paths["manifest"].read_text())
    assert noted["settings"]["engine"] == "spark"
    again, identical = repeat(paths["manifest"], table=people(N_RECORDS).lazy(), scratch=tmp_path)
    again.close()
    assert identical, "a run on a cluster is repeated on one machine"


def test_a_client_of_spark_connect_gets_the_same(connect_session: Any, alone: dict[str, str], tmp_path: Path) -> None:
    with (
        pytest.warns(shoal.ShoalWarning, match="There is nothing to resume in .*stages, so the run begins anew"),
        released(connect_session, tmp_path, 1, resume=True) as release,
    ):
        assert release.manifest["release_digest"] == alone["mdav"]
        release.write(tmp_path / "release.parquet")
    assert pl.read_parquet(tmp_path / "release.parquet").height == N_RECORDS


def test_a_worker_that_dies_in_the_middle_changes_nothing(
    spark_session: Any, spark_cluster: SparkCluster, alone: dict[str, str], tmp_path: Path
) -> None:
    dataframe = on_spark(spark_session, people(N_RECORDS), tmp_path / "table")
    stages = tmp_path / "stages"
    asked = {**SETTINGS, "method": ANNEALED}
    with ThreadPoolExecutor(1) as elsewhere:
        job = elsewhere.submit(shoal.spark.anonymize, dataframe, scratch=stages, **asked)
        wait_for("the first cells", lambda: job.done() or (stages / "cells-0").exists())
        assert not job.done()
        spark_cluster.kill_worker(spark_cluster.workers[0].family)
        spark_cluster.add_worker()
        with job.result() as release:
            assert release.manifest["release_digest"] == alone[ANNEALED]


def test_a_run_that_broke_off_is_resumed(spark_session: Any, alone: dict[str, str], tmp_path: Path) -> None:
    """Its first stage is finished, and is not made again; another run is refused in its folder."""
    stopped_at = []

    def stop(done: int, total: int) -> None:
        stopped_at.append(done)
        if done == 3:
            raise KeyboardInterrupt

    stages = tmp_path / "stages"
    with pytest.raises(KeyboardInterrupt) as stopped:
        released(spark_session, tmp_path, method=ANNEALED, progress=stop)
    (note,) = stopped.value.__notes__
    assert note.startswith(f"What was finished is kept in {stages}, with records of the table. Run the same again")
    assert stat.S_IMODE(stages.stat().st_mode) == 0o700, "everybody could read records as they were"
    first = {path: path.stat().st_mtime_ns for path in (stages / "cells-0").iterdir()}
    assert first
    dataframe = spark_session.read.parquet((tmp_path / "table").as_uri())
    asked = {**SETTINGS, "method": ANNEALED, "scratch": stages}
    with pytest.raises(shoal.WrongUse, match="there is something in"):
        shoal.spark.anonymize(dataframe, **asked)
    with pytest.raises(shoal.WrongUse, match="had other settings"):
        shoal.spark.anonymize(dataframe, **{**asked, "k": 3}, resume=True)
    with shoal.spark.anonymize(dataframe, **{**asked, "seed": None}, resume=True) as release:
        assert {path: path.stat().st_mtime_ns for path in (stages / "cells-0").iterdir()} == first
        assert release.manifest["release_digest"] == alone[ANNEALED]
    assert not stages.exists()


@pytest.mark.parametrize(("before", "after"), [(0o755, 0o700), (0o775, 0o770), (0o2777, 0o2770), (0o700, 0o700)])
def test_a_folder_that_was_there_is_closed_to_others(tmp_path: Path, before: int, after: int) -> None:
    """A group that may write in it is the one of Spark's own user."""
    stages = tmp_path / "stages"
    stages.mkdir()
    for place in (str(stages), stages.as_uri()):
        stages.chmod(before)
        make_private(place)
        assert stat.S_IMODE(stages.stat().st_mode) == after
    make_private("s3a://bucket/stages")


@pytest.mark.parametrize("stage", ["all-cells", "staying-cells-0"])
def test_a_run_that_leaves_records_out_is_resumed_in_either_round(
    spark_session: Any, tmp_path: Path, stage: str
) -> None:
    """The stages of the two rounds have names of their own, and none is made again."""
    stages = tmp_path / "stages"
    asked: dict[str, Any] = {**SETTINGS, "method": ANNEALED, "suppress": 0.02}

    def stop(done: int, total: int) -> None:
        if (stages / f"{stage}.mark").exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        released(spark_session, tmp_path, progress=stop, **asked)
    finished = {path: path.stat().st_mtime_ns for path in stages.glob("*/*.parquet")}
    assert any(path.parent.name == stage for path in finished)
    with shoal.anonymize(people(N_RECORDS).lazy(), scratch=tmp_path, **asked) as one_machine:
        digest, facts = one_machine.manifest["release_digest"], one_machine.report.facts
    dataframe = spark_session.read.parquet((tmp_path / "table").as_uri())
    with shoal.spark.anonymize(dataframe, scratch=stages, resume=True, **asked) as release:
        assert {path: path.stat().st_mtime_ns for path in finished} == finished
        assert release.manifest["release_digest"] == digest
        for name in ("suppressed", "dominance", "warnings", "loss"):
            assert release.report.facts[name] == facts[name], name
    assert not stages.exists()


def test_a_store_that_only_spark_reaches_gets_a_mark_when_the_release_was_counted(
    spark_session: Any, tmp_path: Path
) -> None:
    """Such a store has no names to change. Here it is a name of Hadoop's for a folder."""
    place = tmp_path / "store"
    place.mkdir()
    spark_session.conf.set("fs.viewfs.mounttable.store.link./data", place.as_uri())
    with released(spark_session, tmp_path) as release:
        release.write(f"{STORE}/data/people")
        with pytest.raises(shoal.ShoalError, match="There is something"):
            release.write(f"{STORE}/data/people")
    assert (place / "people" / "_counted").is_dir()
    assert not (place / "people" / "_SUCCESS").exists()
    assert pl.read_parquet(place / "people" / "part-*.parquet").height == N_RECORDS


def test_files_that_were_changed_are_found(spark_session: Any, tmp_path: Path) -> None:
    """The count reads the files, not what was meant to be in them."""
    with released(spark_session, tmp_path) as release:
        release.write(tmp_path / "release.parquet")
        (file,) = (tmp_path / "release.parquet").iterdir()
        frame = pl.read_parquet(file)
        age = pl.when(pl.int_range(pl.len()) == 0).then(99).otherwise(pl.col("age"))
        frame.with_columns(age.alias("age")).write_parquet(file)
        with pytest.raises(shoal.PromiseNotKept):
            release._require_written((tmp_path / "release.parquet").as_uri(), "release.parquet")
        frame.with_columns(pl.col("score").reverse()).write_parquet(file)
        with pytest.raises(shoal.ShoalError, match="does not read back"):
            release._require_written((tmp_path / "release.parquet").as_uri(), "release.parquet")


def test_records_that_are_not_the_same_twice_are_refused(spark_session: Any, tmp_path: Path) -> None:
    people(N_RECORDS).drop("name").write_parquet(tmp_path / "table.parquet")
    dataframe = spark_session.read.parquet((tmp_path / "table.parquet").as_uri())
    later = "income + unix_micros(current_timestamp()) % 1000 / 100D AS income"
    asked = {**SETTINGS, "identifiers": (), "scratch": tmp_path / "stages"}
    with pytest.raises(shoal.WrongUse, match="read again"):
        shoal.spark.anonymize(dataframe.selectExpr("* EXCEPT (income)", later), **asked)
    assert not (tmp_path / "stages").exists()
