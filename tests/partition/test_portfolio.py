"""Starts of a search: PCL ends with the time it is given, and what it did can be repeated."""

from __future__ import annotations

import time

import numpy as np
import pytest

from shoal import PCL, Best, Outcome, microaggregate
from shoal.partition import portfolio
from shoal.partition.partition import Partition
from shoal.partition.portfolio import best_of
from shoal.partition.problem import Problem


def problem(n_records: int, k: int) -> Problem:
    points = np.random.default_rng(0).standard_normal((n_records, 3))
    return Problem(points - points.mean(axis=0), k, seed=0)


def test_pcl_ends_with_the_time_and_its_words_give_the_same_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "PCL_S", 0.0)  # no guess keeps it from beginning
    asked = problem(1_500, 12)
    anyhow = Partition.from_cells(asked.points, np.arange(1_500) % 125, method="anyhow")  # anything is better
    cells, made_by = best_of(asked, (anyhow, PCL()), time.perf_counter() + 0.1)
    assert isinstance(made_by, PCL)
    assert made_by.steps is not None
    assert cells.outcome is Outcome.COMPLETE
    np.testing.assert_array_equal(made_by(asked).cell_of, cells.cell_of)


def test_a_first_start_is_never_cut_short() -> None:
    cells, made_by = best_of(problem(400, 10), (PCL(),), time.perf_counter())
    assert made_by == PCL()
    assert np.bincount(cells.cell_of).min() >= 10


def test_a_search_from_a_hurried_start_can_be_repeated() -> None:
    points = np.random.default_rng(1).standard_normal((900, 2))
    found = microaggregate(points, 12, method=Best(), seed=3, budget_s=1.0)
    again = microaggregate(points, 12, method=found.method, seed=3)
    np.testing.assert_array_equal(found.cell_of, again.cell_of)
