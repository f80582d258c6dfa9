"""A category that one person has must not become the value of a class unnoticed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import RolesError

N = 60


def people(jobs: list[str]) -> pl.DataFrame:
    rng = np.random.default_rng(1)
    return pl.DataFrame({"age": rng.integers(18, 80, N), "job": jobs, "answer": rng.integers(0, 3, N)})


def released(jobs: list[str]) -> shoal.Release:
    return shoal.anonymize(
        people(jobs), k=5, quasi_identifiers=["age", "job"], confidential=["answer"], method="mdav", seed=1
    )


def test_a_column_of_names_is_no_quasi_identifier() -> None:
    """Story: full names came out as the values of classes, under a verdict without a warning."""
    with pytest.raises(RolesError, match="fewer than k = 5 records have") as refused:
        released([f"person {number}" for number in range(N)])
    assert "person 1" not in str(refused.value)


def test_a_rare_category_in_the_release_is_said() -> None:
    jobs = ["clerk"] * 30 + [f"job {number % 15}" for number in range(30)]  # two people each
    warnings = " ".join(released(jobs).report.facts["warnings"])
    assert "at least one category of 'job' that fewer than k = 5 records have" in warnings
    assert "job 3" not in warnings


def test_frequent_categories_are_no_reason_to_warn() -> None:
    warnings = " ".join(
        released([("clerk", "nurse", "driver")[number % 3] for number in range(N)]).report.facts["warnings"]
    )
    assert "fewer than k = 5 records have" not in warnings
