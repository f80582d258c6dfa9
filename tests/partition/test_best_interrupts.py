"""What `best` leaves behind when somebody stops it, and what it reports on its way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import active_count
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csc_array

from shoal import Best, Outcome, microaggregate
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.linear_programs import Program
from shoal.partition.methods import find_method

POINTS = np.random.default_rng(0).standard_normal((400, 3))
LONG = "anneal(100000, level=2)"  # seconds


def pressed_from(nth: int) -> Callable[[int, int], None]:
    """Progress that presses Ctrl-C at its nth call and at every one after it."""
    calls = 0

    def press(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= nth:
            raise KeyboardInterrupt

    return press


def pressed_once(nth: int) -> Callable[[int, int], None]:
    """Progress that presses Ctrl-C at its nth call only: a second one would end the repair of the promise as well."""
    calls = 0

    def press(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == nth:
            raise KeyboardInterrupt

    return press


# A real signal, which comes in the last step, however fast the machine is.
PRESSED = """
import os, signal, sys, threading
import numpy as np
from shoal import Best, microaggregate

pressed = []

def look(done, total):
    if not pressed and done >= total * (len(steps) - 1) // len(steps):
        pressed.append(1)
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

steps = sys.argv[1:]
points = np.random.default_rng(0).standard_normal((700, 6))
start = microaggregate(points, 5, method="mdav")
found = microaggregate(points, 5, method=Best(start=start, steps=steps), seed=1, progress=look)
print(found.outcome.name, found.sizes.min() >= 5, found.sse <= start.sse, threading.active_count() <= 2)
"""


@pytest.mark.parametrize(
    "steps",
    [
        ["anneal(5)", "anneal(10000000)"],
        ["anneal(5)", "design(pcl(rounds=100000000))"],
        ["anneal(150, level=2)", "recombine", "choose(0.95)", "anneal(10000000)"],
    ],
    ids=["annealing", "design", "programs"],
)
def test_ctrl_c_gives_the_best_so_far_and_the_process_ends_well(steps: list[str]) -> None:
    """A solver that was still at work when the interpreter ended brought the process down (SIGABRT)."""
    ran = subprocess.run([sys.executable, "-c", PRESSED, *steps], capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, "INTERRUPTED True True True", "")


def test_an_interrupt_before_there_are_any_cells_is_an_interrupt() -> None:
    before = active_count()
    for method in (Best(start="mdav", steps=[]), Best(start="md"), Best(start="pcl", steps=["anneal(5)"])):
        with pytest.raises(KeyboardInterrupt):
            microaggregate(POINTS, 3, method=method, seed=1, progress=pressed_from(1))
    assert active_count() == before


@pytest.mark.parametrize("k", [4, 12])
@pytest.mark.parametrize("limit", [{"budget_s": 60.0}, {}])
def test_pressing_again_and_again_returns_the_best_so_far(k: int, limit: dict[str, Any]) -> None:
    """Also the last step is stopped then; every call after the first presses again."""
    start = microaggregate(POINTS, k, method="mdav*")
    method = Best(start=start) if limit else Best(start=start, steps=["anneal(20)", LONG])
    before = active_count()
    found = microaggregate(POINTS, k, method=method, seed=1, progress=pressed_from(2), **limit)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= k
    assert found.sse <= start.sse
    assert active_count() == before


def test_the_promise_of_uneven_participation_holds_at_every_interrupt() -> None:
    uneven = {"participation": np.random.default_rng(2).uniform(0.4, 0.95, 150), "failure": 1e-2}
    points = POINTS[:150, :2]
    start = microaggregate(points, 4, method="mdav", **uneven)
    assert start.promise is not None
    asked = Best(start="mdav", steps=["anneal(5, level=20)", "design(pcl(rounds=8))", LONG])
    n_of_start = n_reports(points, 4, "mdav", **uneven)
    for nth in range(n_of_start + 1, n_of_start + 8, 2):
        found = microaggregate(points, 4, method=asked, seed=1, progress=pressed_once(nth), **uneven)
        assert found.outcome is Outcome.INTERRUPTED
        assert start.promise.kept_by(found.cell_of)
        assert found.sse <= start.sse * (1 + 1e-12)


def n_reports(points: np.ndarray, k: int, method: str, **given: Any) -> int:
    """How often a method tells of its progress."""
    told: list[int] = []
    microaggregate(points, k, method=method, progress=lambda done, _: told.append(done), **given)
    return len(told)


def test_a_fault_in_the_progress_function_is_raised_and_ends_the_search() -> None:
    before = active_count()

    def broken(done: int, total: int) -> None:
        raise ValueError("no screen")

    start = microaggregate(POINTS, 5, method="mdav")
    for method, limit in ((Best(start=start, steps=[LONG]), {}), (Best(start=start), {"budget_s": 60.0})):
        with pytest.raises(ValueError, match="no screen"):
            microaggregate(POINTS, 5, method=method, seed=1, progress=broken, **limit)
    assert active_count() == before


@pytest.mark.parametrize(
    ("asked", "limit"),
    [("best(start=mdav)", {}), ("best(start=mdav)", {"budget_s": 60.0}), ("auto", {"budget_s": 60.0})],
)
def test_after_an_interrupt_other_strata_are_not_searched(asked: str, limit: dict[str, Any]) -> None:
    points, block_of = POINTS[:360], np.repeat(np.arange(3), 120)
    n_calls, nth = 0, 20 + n_reports(points[:120], 5, "mdav")  # after the starts: that is a second later

    def interrupt_once(done: int, total: int) -> None:
        nonlocal n_calls
        n_calls += 1
        if n_calls == nth:
            raise KeyboardInterrupt

    whole, used = microaggregate_blocks(
        points, block_of, 5, methods=[find_method(asked)], seed=1, progress=interrupt_once, **limit
    )
    assert whole.outcome is Outcome.INTERRUPTED
    assert whole.sizes.min() >= 5
    assert all(text.endswith("steps=[])") for text in used[1:])


# Progress -------------------------------------------------------------------------------------------------------------

WATCHED: dict[str, dict[str, Any]] = {
    "steps": {"method": "best(steps=[anneal(500), recombine, anneal(500), design(pcl(rounds=20)), choose(0.5)])"},
    "auto": {"method": "auto"},
    "budget": {"method": "best", "budget_s": 0.5},
    "large cells": {"method": "best", "budget_s": 0.5, "k": 20},
    "a diagram": {"method": "best(start=mdav, diagram=True, steps=[anneal(50)])"},
}


@pytest.mark.parametrize("case", WATCHED)
def test_progress_never_goes_back_and_reaches_the_end(case: str) -> None:
    told: list[tuple[int, int]] = []
    given = {"k": 5, **WATCHED[case]}
    microaggregate(POINTS[:250], seed=1, progress=lambda done, total: told.append((done, total)), **given)
    done = [one for one, _ in told]
    assert {total for _, total in told} == {250}
    assert done == sorted(done)
    assert done[0] >= 0
    assert done[-1] == 250


# The solver -----------------------------------------------------------------------------------------------------------


def test_programs_are_solved_after_somebody_elses_with_more_threads() -> None:
    from highspy import Highs

    foreign = Highs()
    foreign.setOptionValue("output_flag", False)
    foreign.setOptionValue("threads", 2)
    foreign.addVar(0.0, 1.0)
    foreign.run()
    ours = Program(np.array([1.0, 2.0]), csc_array(np.ones((1, 2))), 1.0, 1.0, high=1.0)
    relaxed, whole = ours.solve(), ours.solve_whole(10.0, 100, 0.0)
    assert relaxed is not None and relaxed.value == pytest.approx(1.0)
    assert whole is not None and whole == pytest.approx([1.0, 0.0])
