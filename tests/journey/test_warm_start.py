"""PCL on a table that has changed, begun with the quantizer of an earlier release."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError

COLUMNS = {"quasi_identifiers": ["height", "weight"], "insensitive": ["region"]}


def people(n_records: int, scale: float, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "height": 170.0 + scale * 10.0 * rng.standard_normal(n_records),
            "weight": 70.0 + 12.0 * rng.standard_normal(n_records),
            "region": ["north", "south"] * (n_records // 2),
        }
    )


def begun_with(table: pl.DataFrame, quantizer: shoal.Quantizer, **more: object) -> shoal.Release:
    return shoal.anonymize(table, k=5, method=shoal.PCL(start=quantizer, iterations=1), seed=1, **{**COLUMNS, **more})


def test_an_earlier_quantizer_helps_on_a_table_of_another_scale() -> None:
    earlier = shoal.anonymize(people(400, 1.0, 0), k=5, method="pcl", seed=0, **COLUMNS).quantizer
    table = people(400, 1.2, 0)  # the same people, with another spread of heights: other coordinates
    warm = begun_with(table, earlier)
    assert warm.partition.sizes.min() == 5
    cold = shoal.anonymize(table, k=5, method=shoal.PCL(start="random", iterations=1), seed=1, **COLUMNS)
    assert warm.partition.loss < cold.partition.loss
    assert warm.report.facts["promise"]["kept"]


def test_it_gives_back_the_cells_of_its_own_table() -> None:
    table = people(400, 1.0, 0)
    first = shoal.anonymize(table, k=5, method="pcl", seed=0, **COLUMNS)
    assert begun_with(table, first.quantizer).partition.sse <= first.partition.sse * (1.0 + 1e-9)


def test_strata_have_cells_of_their_own() -> None:
    table = people(400, 1.0, 0)
    earlier = shoal.anonymize(table, k=5, method="pcl", seed=0, **COLUMNS).quantizer
    with pytest.raises(ParameterError, match="strata"):
        begun_with(table, earlier, insensitive=(), by="region")
