"""A cluster gives the cells of one machine, to the last bit, whatever the columns and the division of records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from spark_people import ANNEALED, QUASI, both_engines, people


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
