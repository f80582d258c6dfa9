"""Starts of a search: the best is kept, the clock and the keyboard are heard, and what was made can be made again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from time import sleep
from typing import Any, ClassVar

import numpy as np
import pytest

from shoal import MD, PCL, Best, Outcome, microaggregate
from shoal.partition.partition import Partition
from shoal.partition.problem import Cells, Problem
from shoal.partition.search import starts
from shoal.partition.search.portfolio import GREEDY
from shoal.partition.search.starts import best_of


def problem(n_records: int, k: int) -> Problem:
    points = np.random.default_rng(0).standard_normal((n_records, 3))
    return Problem(points - points.mean(axis=0), k, seed=0)


def test_pcl_ends_with_its_time_and_its_words_give_the_same_cells() -> None:
    asked = problem(1_500, 12)
    anyhow = Partition.from_cells(asked.points, np.arange(1_500) % 125, method="anyhow")  # anything is better
    cells, made_by = best_of(asked, (anyhow, PCL()), np.inf, pcl_s=lambda _: 0.1)
    assert isinstance(made_by, PCL)
    assert made_by.steps is not None
    assert cells.outcome is Outcome.COMPLETE
    np.testing.assert_array_equal(made_by(asked).cell_of, cells.cell_of)


def test_a_first_start_is_never_cut_short() -> None:
    cells, made_by = best_of(problem(400, 10), (PCL(),), 0.0, pcl_s=lambda _: 0.0)
    assert made_by == PCL()
    assert np.bincount(cells.cell_of).min() >= 10


def test_a_search_from_a_hurried_start_can_be_repeated() -> None:
    points = np.random.default_rng(1).standard_normal((900, 2))
    found = microaggregate(points, 12, method=Best(), seed=3, budget_s=1.0)
    again = microaggregate(points, 12, method=found.method, seed=3)
    np.testing.assert_array_equal(found.cell_of, again.cell_of)


def test_the_best_start_is_kept_and_the_first_of_equals() -> None:
    asked = problem(500, 4)
    cells, made_by = best_of(asked, GREEDY, np.inf)
    sse = {start: Partition.from_cells(asked.points, start(asked).cell_of, method="").sse for start in GREEDY}
    assert made_by == min(sse, key=sse.__getitem__)
    np.testing.assert_array_equal(cells.cell_of, made_by(asked).cell_of)
    halves = [Partition.from_cells(asked.points, (np.arange(500) + side) % 2, method="") for side in (0, 1)]
    assert best_of(asked, halves, np.inf)[1] is halves[0]


@dataclass(frozen=True)
class Endless:
    """A start that goes on until it is given up."""

    number: int
    name: ClassVar[str] = "endless"
    uses_budget: ClassVar[bool] = False

    def __call__(self, problem: Problem) -> Cells:
        while True:
            problem.progress(0, 1)
            sleep(0.001)


def late_after(n_looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up when a start that is kept to the clock has looked at it so many times."""
    looks: list[float] = []

    def now() -> float:
        looks.append(0.0)
        return float(len(looks) - 1 > n_looks)  # the first look is not a start's

    monkeypatch.setattr(starts, "perf_counter", now)
    monkeypatch.setattr(starts, "GREEDY_S", 0.0)


@dataclass(frozen=True)
class Looking:
    """A start that looks at the clock once on its way."""

    called: list[int]
    number: int
    name: ClassVar[str] = "looking"
    uses_budget: ClassVar[bool] = False

    def __hash__(self) -> int:
        return self.number

    def __call__(self, asked: Problem) -> Cells:
        asked.progress(1, 2)
        self.called.append(self.number)
        return Cells(np.arange(60) % (2 + self.number))


@pytest.mark.parametrize(("n_looks", "n_made"), [(0, 2), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_starts_beyond_the_sure_ones_are_given_up_when_the_time_is_up(
    n_looks: int, n_made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[int] = []
    monkeypatch.setattr(starts, "n_threads", lambda: 1)
    late_after(n_looks, monkeypatch)
    best_of(problem(60, 3), [Looking(called, number) for number in range(4)], 1.0)
    assert called == list(range(n_made))


def test_greedy_starts_have_a_moment_whatever_the_budget() -> None:
    called: list[int] = []
    best_of(problem(60, 3), [Looking(called, number) for number in range(4)], -np.inf)
    assert sorted(called) == [0, 1, 2, 3]


@pytest.mark.parametrize("pcl_s", [0.0, np.inf])
def test_pcl_is_begun_where_it_has_time(pcl_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, begun = PCL.__call__, []

    def noticed(self: PCL, asked: Problem) -> Cells:
        begun.append(1)
        return plain(self, asked)

    monkeypatch.setattr(PCL, "__call__", noticed)
    best_of(problem(200, 10), (*GREEDY, PCL()), np.inf, pcl_s=lambda _: pcl_s)
    assert bool(begun) is (pcl_s > 0.0)


def interrupt(*_: object) -> Cells:
    raise KeyboardInterrupt


def test_an_interrupt_in_pcl_keeps_the_greedy_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PCL, "__call__", interrupt)
    cells, made_by = best_of(problem(300, 10), (*GREEDY, PCL()), np.inf)
    assert cells.outcome is Outcome.INTERRUPTED
    assert made_by in GREEDY


def test_after_an_interrupt_pcl_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    monkeypatch.setattr(starts, "n_threads", lambda: 1)
    monkeypatch.setattr(MD, "__call__", interrupt)
    monkeypatch.setattr(PCL, "__call__", lambda *_: begun.append(1))
    cells, _ = best_of(problem(300, 10), (*GREEDY, PCL()), np.inf)
    assert cells.outcome is Outcome.INTERRUPTED
    assert not begun


def test_an_interrupt_while_starts_are_handed_out_does_not_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    plain, n_handed_out = starts.ThreadPoolExecutor.submit, []

    def submit(*given: Any) -> Any:
        n_handed_out.append(1)
        if len(n_handed_out) == 3:
            raise KeyboardInterrupt
        return plain(*given)

    monkeypatch.setattr(starts.ThreadPoolExecutor, "submit", submit)
    asked = problem(60, 3)
    with suppress(KeyboardInterrupt):  # unless one was quick
        cells, _ = best_of(asked, [Looking(called, number) for number in range(5)], np.inf)
        assert cells.outcome is Outcome.INTERRUPTED
    assert set(called) <= {0, 1}


def test_a_fault_of_one_start_ends_them_all_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Faulty:
        name: ClassVar[str] = "faulty"
        uses_budget: ClassVar[bool] = False

        def __call__(self, asked: Problem) -> Cells:
            raise MemoryError("no room")

    called: list[int] = []
    monkeypatch.setattr(starts, "n_threads", lambda: 1)
    with pytest.raises(MemoryError, match="no room"):
        best_of(problem(60, 3), (Looking(called, 0), Faulty(), Looking(called, 1)), np.inf)
    assert called == [0]


def test_who_interrupts_before_anything_is_made_is_heard() -> None:
    def impatient(done: int, total: int) -> None:
        raise KeyboardInterrupt

    # (With MD and MST it depended on the clock: one that had looked for the last time came to its end.)
    asked = replace(problem(300, 3), progress=impatient)
    with pytest.raises(KeyboardInterrupt):
        best_of(asked, (Endless(1), Endless(2)), np.inf)
