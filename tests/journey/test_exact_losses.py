"""Losses are told in exact units, although cells are formed with coarse scales."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal


def test_losses_count_every_column_by_its_own_variance() -> None:
    rng = np.random.default_rng(6)
    frame = pl.DataFrame({"a": rng.normal(size=200) * 1.09, "b": rng.normal(size=200) * 0.92, "c": rng.random(200)})
    release = shoal.anonymize(
        frame, k=5, quasi_identifiers=["a", "b", "c"], seed=1, keep_order=True, method="mdav", rounding={"a": "none"}
    )
    before, after = frame.to_numpy(), release.table.to_numpy()
    standard = before.std(axis=0)
    expected = (((before - after) / standard) ** 2).sum() / (len(before) * 3)
    assert release.report.facts["loss"]["overall"] == pytest.approx(expected, abs=5e-5)
    assert release.partition.loss == pytest.approx(expected, abs=1e-6)


def test_records_without_a_value_add_nothing_to_the_loss() -> None:
    rng = np.random.default_rng(7)
    income = rng.normal(50.0, 9.0, 120)
    lacking = np.arange(120) % 3 == 0
    frame = pl.DataFrame({"age": rng.normal(40.0, 7.0, 120), "income": np.where(lacking, np.nan, income)})
    release = shoal.anonymize(
        frame.with_columns(pl.col("income").fill_nan(None)),
        k=5, quasi_identifiers=["age", "income"], missing="own-cell", seed=1, keep_order=True, method="mdav",
    )  # fmt: skip
    out = release.table
    present = ~lacking
    lost_age = ((frame["age"] - out["age"]) ** 2).sum() / (120 * frame["age"].to_numpy().var())
    difference = income[present] - out["income"].to_numpy()[present]
    lost_income = (difference**2).sum() / (present.sum() * income[present].var())
    shares = np.array([1.0, present.mean()])
    expected = float(shares @ [lost_age, lost_income] / shares.sum())
    assert release.report.facts["loss"]["overall"] == pytest.approx(expected, abs=1e-4)
