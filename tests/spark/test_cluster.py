"""The cluster of the tests is a real one: workers are processes of their own, run our compiled code, and can die."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from benchmarks.spark_cluster import SparkCluster, wait_for
from shoal.kernels.distance import distances_to

N_BLOCKS = 8
N_RECORDS = 4_000
SHAPE = "block long, n long, total double, family long"
PATIENCE_S = 60.0  # of a job whose tasks wait for each other


@pytest.fixture(params=["classic", "connect"])
def session(request: pytest.FixtureRequest, spark_session: Any, connect_session: Any) -> Any:
    """Both kinds of sessions."""
    return {"classic": spark_session, "connect": connect_session}[request.param]


def records(session: Any) -> Any:
    return session.range(N_RECORDS).selectExpr(f"id % {N_BLOCKS} AS block", "id * 0.37D AS x", "id % 101 * 1.9D AS y")


def expected() -> dict[int, tuple[int, float]]:
    """The number of records of each block and their largest distance, computed here."""
    ids = np.arange(N_RECORDS)
    points = np.column_stack([ids * 0.37, ids % 101 * 1.9])
    far = {block: distances_to(points[ids % N_BLOCKS == block], np.zeros(2)) for block in range(N_BLOCKS)}
    return {block: (distance.size, float(distance.max())) for block, distance in far.items()}


def found(rows: list[Any]) -> dict[int, tuple[int, float]]:
    return {row.block: (row.n, row.total) for row in rows}


def block_facts(folder: Path, n_families: int) -> Any:
    """A function for a block: it leaves a note of who ran it, and waits until that many workers have begun.

    Spark sends a function that is defined inside another one as it is. Of others it sends the name of their module,
    which workers do not have.
    """
    deadline = time.time() + PATIENCE_S

    def facts(table: pa.Table) -> pa.Table:
        import os

        import numpy as np

        from shoal.kernels.distance import distances_to

        block, family = table["block"][0].as_py(), os.getsid(0)
        (folder / f"{block} {family}").touch()
        while len({note.name.split()[1] for note in folder.iterdir()}) < n_families and time.time() < deadline:
            time.sleep(0.02)
        points = np.column_stack([table["x"].to_numpy(), table["y"].to_numpy()])
        total = float(distances_to(points, np.zeros(2)).max())
        return pa.table({"block": [block], "n": [len(points)], "total": [total], "family": [family]})

    return facts


def by_block(frame: Any, facts: Any) -> Any:
    """Every block in one call. Without a number of partitions, Spark puts blocks as small as these into one task."""
    return frame.repartition(N_BLOCKS, "block").groupBy("block").applyInArrow(facts, SHAPE)


def test_both_workers_run_our_kernels_block_by_block(session: Any, spark_cluster: SparkCluster, tmp_path: Path) -> None:
    rows = by_block(records(session), block_facts(tmp_path, 2)).collect()
    assert found(rows) == expected()
    assert {row.family for row in rows} == {worker.family for worker in spark_cluster.workers}


def test_both_workers_run_our_kernels_batch_by_batch(session: Any, spark_cluster: SparkCluster, tmp_path: Path) -> None:
    facts = block_facts(tmp_path, 2)

    def largest(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from facts(pa.Table.from_batches([batch])).to_batches()

    rows = records(session).repartition(4).mapInArrow(largest, SHAPE).collect()
    assert sum(row.n for row in rows) == N_RECORDS
    assert max(row.total for row in rows) == max(total for _, total in expected().values())
    assert {row.family for row in rows} == {worker.family for worker in spark_cluster.workers}


def test_a_worker_that_dies_in_the_middle_changes_nothing(
    spark_session: Any, spark_cluster: SparkCluster, tmp_path: Path
) -> None:
    """Two workers have begun, and wait for a third one. One of the two is killed; the third takes its place."""
    with ThreadPoolExecutor(1) as elsewhere:
        job = elsewhere.submit(by_block(records(spark_session), block_facts(tmp_path, 3)).collect)
        notes = wait_for("the work of two workers", lambda: len(begun := list(tmp_path.iterdir())) == 2 and begun)
        block, family = map(int, notes[0].name.split())
        spark_cluster.kill_worker(family)
        spark_cluster.add_worker()
        rows = job.result()
    assert found(rows) == expected()
    alive = {worker.family for worker in spark_cluster.workers}
    assert {row.family for row in rows} <= alive, "a result of the dead worker"
    again = [int(note.name.split()[1]) for note in tmp_path.glob(f"{block} *")]
    assert len(again) == 2, "nobody did the work of the dead worker again"
