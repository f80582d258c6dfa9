"""A cluster gives the cells of one machine, to the last bit, whatever the columns and the division of records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from spark_people import ANNEALED, QUASI, both_engines, on_spark, people

from shoal.journey.out_of_core.engine import census
from shoal.journey.passes.beginning import layout_of, task_of
from shoal.journey.run import Run, Settings
from shoal.spark.engine import census_of_dataframe
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of


def gaps(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_row_index().with_columns(
        pl.when(pl.col("index") % 50 == 0).then(None).otherwise(pl.col("age")).alias("age"),
        pl.when(pl.col("index") % 70 == 1).then(None).otherwise(pl.col("income")).alias("income"),
    ).drop("index")  # fmt: skip


def twins(frame: pl.DataFrame) -> pl.DataFrame:
    """Two in five records are at one place."""
    n_twins = 2 * frame.height // 5
    same = pl.concat([frame[:1].select(QUASI)] * n_twins)
    return pl.concat([frame[:n_twins].with_columns(same), frame[n_twins:]])


def weighted_twins(frame: pl.DataFrame) -> pl.DataFrame:
    return twins(frame).with_columns(pl.col("score") + 20)


def weighted_gaps(frame: pl.DataFrame) -> pl.DataFrame:
    return gaps(frame).with_columns(pl.col("score") + 20)


def few_gaps(frame: pl.DataFrame) -> pl.DataFrame:
    """Two records miss an age, and one in forty earns a thousand times as much."""
    row = pl.int_range(pl.len())
    return frame.with_columns(
        pl.when(row < 2).then(None).otherwise(pl.col("age")).alias("age"),
        pl.when(row % 40 == 3).then(pl.col("income") * 1_000).otherwise(pl.col("income")).alias("income"),
    )


def moments(frame: pl.DataFrame) -> pl.DataFrame:
    """Moments with and without a zone, small integers, and a float that is not a number."""
    at = pl.datetime(2024, 1, 1) + pl.duration(minutes=pl.col("score") * 37 + pl.col("age"))
    return frame.with_columns(
        at.alias("born"),
        at.dt.replace_time_zone("UTC").alias("score"),
        pl.col("age").cast(pl.Int16),
        pl.when(pl.col("smokes")).then(float("nan")).otherwise(1.5).alias("diagnosis"),
    )


def test_a_cluster_judges_columns_as_one_machine_does(spark_session: Any, tmp_path: Path) -> None:
    """Where a column seems to tell another one, both read the table once more, and count the same pairs."""
    team = np.arange(20_000) // 4
    frame = people(20_000).select("age", "income", "diagnosis").with_columns(
        pl.Series("team", team), pl.Series("age", 18 + team % 70)
    )  # fmt: skip
    beginning = table_of(frame[:1_000]).as_beginning()
    named = {"quasi_identifiers": ["age", "income"], "confidential": ["diagnosis", "team"]}
    run = Run(Settings.checked(k=4, method="mdav", seed=1), roles_from_arguments(beginning, **named), {}, "")
    task = replace(task_of(layout_of(beginning, run.roles), run, frame.height), most_sampled=500, value_share=0.025)
    alone = census(lambda: (table_of(part) for part in frame.iter_slices(3_000)), task)
    there = census_of_dataframe(on_spark(spark_session, frame, tmp_path / "table").select(*task.layout.columns), task)
    assert alone.pairs is not None
    assert there.pairs is not None
    assert there.pairs.keys() == alone.pairs.keys() >= {("team", "age")}
    for here, other in ((there.times, alone.times), (there.pairs, alone.pairs)):
        for names, times in other.items():
            assert here[names].rows.sort(pl.all()).equals(times.rows.sort(pl.all())), names


STRATA = {"by": ["region"], "quasi_identifiers": ["age", "income", "born", "smokes"]}
PROMISES = {"diversity": {"diagnosis": 3}, "closeness": {"score": 0.2}}
CASES = {
    "columns of all kinds": ({}, None),
    "annealing in blocks that are cut elsewhere": ({"method": ANNEALED}, None),
    "missing values dropped in strata": ({"missing": "drop", **STRATA}, gaps),
    "missing values apart, weights": (
        {"missing": "own-cell", "weight": "score", "confidential": ["diagnosis"]},
        weighted_gaps,
    ),
    "moments and small integers": ({"quasi_identifiers": ["age", "born"], "types": None}, moments),
    "left-overs, and incomes that stand out": ({"missing": "own-cell"}, few_gaps),
    "who costs most is left out": ({"suppress": 0.03, "missing": "own-cell", "method": ANNEALED}, few_gaps),
    "who costs most is left out, with twins and weights": (
        {"suppress": 0.02, "weight": "score", "confidential": ["diagnosis"]},
        weighted_twins,
    ),
    "twins": ({"method": ANNEALED}, twins),
    "twins with promises": (PROMISES, twins),
}


@pytest.mark.parametrize("case", CASES)
def test_the_cells_are_those_of_one_machine(case: str, spark_session: Any, tmp_path: Path) -> None:
    settings, changed = CASES[case]
    frame = people(2_500)
    both_engines(spark_session, changed(frame) if changed else frame, tmp_path, **settings).close()
    assert not (tmp_path / "stages").exists()
