"""Starts of a search: the best is kept, the keyboard is heard, and what was made can be made again."""

from __future__ import annotations

from dataclasses import dataclass
from time import sleep
from typing import ClassVar

import numpy as np
import pytest

from benchmarks.families import FAMILIES
from shoal import MDAV, Best, Optimal1D, microaggregate
from shoal.partition.control import Clock
from shoal.partition.partition import sse_of
from shoal.partition.problem import Cells, Problem
from shoal.partition.search.starts import FEW_RECORDS, GREEDY, MANY_RECORDS, Start, _best_of, begun


def problem(n_records: int, k: int, n_dims: int = 3) -> Problem:
    points = np.random.default_rng(0).standard_normal((n_records, n_dims))
    return Problem(points - points.mean(axis=0), k, seed=0)


def begun_with(asked: Problem) -> Start:
    return begun(asked, None, Clock(), lambda: None)


@dataclass(frozen=True)
class Fixed:
    """A start that always gives these cells."""

    n_cells: int
    number: int = 0
    name: ClassVar[str] = "fixed"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        return Cells(np.sort(np.arange(len(problem.points)) % self.n_cells))


@dataclass(frozen=True)
class Endless:
    """A start that goes on until it is given up."""

    name: ClassVar[str] = "endless"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        while True:
            problem.progress(0, 1)
            sleep(0.001)


@dataclass(frozen=True)
class Faulty:
    name: ClassVar[str] = "faulty"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        raise MemoryError("no room")


def test_the_best_greedy_method_is_the_start() -> None:
    asked = problem(300, 4)
    start = begun_with(asked)
    sse = {method: sse_of(asked.points, method(asked).cell_of, None) for method in GREEDY}
    assert start.made_by == min(sse, key=sse.__getitem__)
    np.testing.assert_array_equal(start.cells.cell_of, start.made_by(asked).cell_of)


def test_of_equal_starts_the_first_is_kept() -> None:
    start = _best_of(problem(60, 3), [Fixed(4, 0), Fixed(4, 1), Fixed(2, 2)], Clock(), lambda: None)
    assert start.made_by == Fixed(4, 0)


def test_an_interrupt_keeps_the_starts_that_were_made() -> None:
    clock = Clock()

    def press() -> None:
        raise KeyboardInterrupt

    start = _best_of(problem(60, 3), [Fixed(2), Endless(), Fixed(4)], clock, press)
    assert clock.is_interrupted
    assert start.made_by in (Fixed(2), Fixed(4))  # on one core the third has not begun


def test_an_interrupt_before_any_start_was_made_is_an_interrupt() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _best_of(problem(300, 3), [Endless(), Endless()], Clock(), press)


def test_with_a_budget_a_start_that_does_not_end_is_given_up() -> None:
    start = _best_of(problem(60, 3), [Fixed(4), Endless()], Clock(600.0), lambda: None)
    assert start.made_by == Fixed(4)


def test_a_fault_of_one_start_ends_them_all_and_is_told() -> None:
    with pytest.raises(MemoryError, match="no room"):
        _best_of(problem(60, 3), [Endless(), Faulty(), Endless()], Clock(), lambda: None)


def test_one_coordinate_begins_with_its_optimum() -> None:
    assert isinstance(begun_with(problem(200, 4, n_dims=1)).made_by, Optimal1D)
    points = np.random.default_rng(5).lognormal(size=(8_000, 1))
    found = microaggregate(points, 5, method=Best(steps=["anneal(3, level=2)"]), seed=1)
    assert found.sse == pytest.approx(microaggregate(points, 5, method="optimal-1d").sse, rel=1e-9)


def test_many_records_begin_with_what_suits_them() -> None:
    """Begun with MDAV alone, 60,000 records in tight clusters were left at 162 times the loss of mu-approx."""
    points = FAMILIES["many clusters"](np.random.default_rng(3))[: FEW_RECORDS + 500]
    asked = Problem(points - points.mean(axis=0), 12, seed=1)
    start = begun_with(asked)
    assert sse_of(asked.points, start.cells.cell_of, None) <= sse_of(asked.points, MDAV()(asked).cell_of, None)
    np.testing.assert_array_equal(start.made_by(asked).cell_of, start.cells.cell_of)


def test_very_many_records_begin_block_by_block() -> None:
    asked = problem(MANY_RECORDS + 100, 50, n_dims=2)
    start = begun_with(asked)
    assert start.made_by is None  # the default of these points, which the text need not name
    assert np.bincount(start.cells.cell_of).min() >= 50
