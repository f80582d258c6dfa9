"""The text of a result gives the same cells again: every step, whatever cut it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shoal import Best, Outcome, Partition, microaggregate
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.methods import find_method
from shoal.partition.search.decomposition import WHOLE_RECORDS

Given = dict[str, Any]


def gaussian(n_records: int, n_dims: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n_records, n_dims))


def with_category(n_records: int) -> np.ndarray:
    codes = np.arange(n_records) % 20
    return np.hstack([3.0 * np.eye(20)[codes], gaussian(n_records, 2)])


def uneven(n_records: int) -> Given:
    return {"participation": np.random.default_rng(2).uniform(0.4, 0.95, n_records), "failure": 1e-2}


SHAPES: dict[str, tuple[np.ndarray, int, Given]] = {
    "small cells": (gaussian(240, 3), 4, {}),
    "large cells": (gaussian(240, 2), 12, {}),
    "weights": (gaussian(200, 3), 4, {"weights": np.random.default_rng(1).uniform(0.5, 4.0, 200)}),
    "large cells with weights": (gaussian(200, 2), 15, {"weights": np.random.default_rng(1).uniform(0.5, 4.0, 200)}),
    "uneven participation": (gaussian(150, 2), 4, uneven(150)),
    "twins": (np.repeat(gaussian(30, 2), 7, axis=0), 4, {}),
    "one coordinate": (gaussian(200, 1), 5, {}),
    "a category": (with_category(200), 5, {}),
    "hardly 2k records": (gaussian(8, 2), 4, {}),
    "fewer than 2k records": (gaussian(7, 2), 4, {}),
}


def check_repeated(points: np.ndarray, k: int, found: Partition, given: Given) -> None:
    again = microaggregate(points, k, method=found.method, seed=1, **given)
    np.testing.assert_array_equal(again.cell_of, found.cell_of)
    assert again.method == found.method.removeprefix("auto: ")
    assert again.outcome is Outcome.COMPLETE


@pytest.mark.parametrize("budget_s", [0.05, 0.3])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_budget_bought_is_repeated_without_a_clock(shape: str, budget_s: float) -> None:
    points, k, given = SHAPES[shape]
    found = microaggregate(points, k, method="auto", seed=1, budget_s=budget_s, **given)
    assert found.sizes.min() >= (1 if "participation" in given else k)
    assert found.promise is not None
    assert (np.diff(found.history) <= 1e-9 * found.sst).all()
    check_repeated(points, k, found, given)


@pytest.mark.parametrize("shape", ["small cells", "large cells", "weights"])
def test_the_same_for_a_second(shape: str) -> None:
    points, k, given = SHAPES[shape]
    found = microaggregate(points, k, method=Best(start="mdav"), seed=1, budget_s=1.0, **given)
    assert found.outcome is Outcome.BUDGET_SPENT
    assert find_method(found.method).steps  # type: ignore[attr-defined]  # a second is enough for a turn of each entrant
    check_repeated(points, k, found, given)


def test_a_budget_for_many_records_is_repeated_without_a_clock() -> None:
    points = gaussian(WHOLE_RECORDS + 500, 2)
    found = microaggregate(points, 20, method=Best(start="mdav"), seed=1, budget_s=1.2)
    assert found.sizes.min() >= 20
    check_repeated(points, 20, found, {})


def test_strata_are_repeated_each_by_its_own_text() -> None:
    points, block_of = gaussian(300, 2), np.repeat(np.arange(3), [60, 100, 140])
    for k in (3, 12):
        found, used = microaggregate_blocks(points, block_of, k, methods=[Best()], seed=1, budget_s=0.6)
        assert found.outcome is Outcome.BUDGET_SPENT
        assert len(used) == 3
        again, _ = microaggregate_blocks(points, block_of, k, methods=[find_method(text) for text in used], seed=1)
        np.testing.assert_array_equal(again.cell_of, found.cell_of)


STEPS: dict[str, tuple[str, ...]] = {
    "anneal": ("anneal(80)", "anneal(40, level=2)", "anneal(20, level=20)"),
    "recombine": ("anneal(60, level=2)", "recombine", "anneal(30)", "recombine", "recombine"),
    "choose": ("anneal(60, level=2)", "choose(0.3)", "anneal(30)", "choose(1)"),
    "design": ("design(pcl(rounds=8, starts=2))", "design('mdav*')", "anneal(20)", "design(best(steps=[anneal(9)]))"),
    "cut": ("anneal(2000, batches=[3, 0])", "recombine", "anneal(2000, level=2, batches=[20, 17])", "choose(0.2)"),
    "cut designs": ("design(pcl(rounds=60, steps=[[5]]))", "design(pcl(rounds=60, starts=2, steps=[[9], [0]]))"),
    "none": (),
}


@pytest.mark.parametrize("shape", ["small cells", "large cells", "twins", "one coordinate"])
@pytest.mark.parametrize("steps", STEPS)
def test_steps_are_told_as_they_were_asked_for_and_give_the_same_cells(steps: str, shape: str) -> None:
    points, k, given = SHAPES[shape]
    asked = Best(start="mdav", steps=STEPS[steps])
    found = microaggregate(points, k, method=asked, seed=1, **given)
    assert find_method(found.method) == asked
    check_repeated(points, k, found, given)


@pytest.mark.parametrize("method", ["auto", "best(steps=[anneal(20, level=2), anneal(10)])"])
@pytest.mark.parametrize("shape", ["small cells", "uneven participation", "weights", "a category"])
def test_the_default_start_is_made_again(shape: str, method: str) -> None:
    points, k, given = SHAPES[shape]
    points = points[:120]
    given = {name: value[:120] if isinstance(value, np.ndarray) else value for name, value in given.items()}
    check_repeated(points, k, microaggregate(points, k, method=method, seed=1, **given), given)


def test_a_recombination_of_too_many_pivots_is_left_out_and_not_told() -> None:
    points, k, _ = SHAPES["small cells"]
    asked = Best(start="mdav", steps=["anneal(20)", "recombine(pivots=3)", "anneal(10)"])
    given_up = microaggregate(points, k, method=asked, seed=1)
    assert given_up.method == "best(start=mdav, steps=[anneal(20), anneal(10)])"
    check_repeated(points, k, given_up, {})
    ample = microaggregate(points, k, method="best(start=mdav, steps=[anneal(20), recombine(pivots=1000000)])", seed=1)
    assert "recombine(pivots=1000000)" in ample.method


# Interrupts cut steps where no clock of the machine has a part in it --------------------------------------------------


def pressed_at(nth: int, points: np.ndarray, k: int, given: Given) -> Callable[[int, int], None]:
    """Progress that presses Ctrl-C at its nth call after those of the start, which is mdav."""
    calls = 0

    def count(done: int, total: int) -> None:
        nonlocal calls
        calls += 1

    microaggregate(points, k, method="mdav", progress=count, **given)
    last = calls + nth

    def press(done: int, total: int) -> None:
        nonlocal last
        last -= 1
        if last == 0:
            raise KeyboardInterrupt

    return press


@pytest.mark.parametrize("nth", [1, 3])
@pytest.mark.parametrize("shape", ["small cells", "large cells", "weights", "uneven participation", "a category"])
def test_an_annealing_that_was_interrupted_is_repeated_to_its_last_batch(shape: str, nth: int) -> None:
    points, k, given = SHAPES[shape]
    begun = microaggregate(points, k, method="mdav", **given)
    asked = Best(start="mdav", steps=["anneal(5, level=2)", "anneal(100000, level=2)", "anneal(5)"])
    found = microaggregate(points, k, method=asked, seed=1, progress=pressed_at(nth, points, k, given), **given)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sse <= begun.sse
    told = find_method(found.method)
    assert isinstance(told, Best)
    assert len(told.steps or ()) <= 2  # nothing was begun after it
    check_repeated(points, k, found, given)


@pytest.mark.parametrize("starts", [1, 2])
def test_a_design_that_was_interrupted_is_left_out(starts: int) -> None:
    """Ctrl-C while PCL designed cells was raised to the caller, and all cells were lost."""
    points, k, given = SHAPES["large cells"]
    asked = Best(start="mdav", steps=["anneal(5)", f"design(pcl(rounds=1000000, starts={starts}))", "anneal(5)"])
    found = microaggregate(points, k, method=asked, seed=1, progress=pressed_at(2, points, k, given), **given)
    assert found.outcome is Outcome.INTERRUPTED
    assert found.method in ("best(start=mdav, steps=[anneal(5)])", "best(start=mdav, steps=[])")
    check_repeated(points, k, found, given)


@pytest.mark.parametrize("nth", [1, 2, 4, 8])
def test_an_interrupt_anywhere_in_a_search_with_programs_is_repeated(nth: int) -> None:
    points, k = gaussian(500, 5), 4
    steps = ["anneal(100, level=2)", "recombine", "anneal(50)", "choose(0.8)", "anneal(20)", "recombine"]
    asked = Best(start="mdav", steps=[*steps, "anneal(100000)"])
    found = microaggregate(points, k, method=asked, seed=1, progress=pressed_at(nth, points, k, {}))
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= k
    check_repeated(points, k, found, {})


def test_an_interrupt_in_blocks_is_repeated_to_the_last_batch_of_each() -> None:
    points = gaussian(WHOLE_RECORDS + 500, 2)
    asked = Best(start="mdav", steps=["anneal(2000)", "anneal(2000)"])
    found = microaggregate(points, 20, method=asked, seed=1, progress=pressed_at(2, points, 20, {}))
    assert found.outcome is Outcome.INTERRUPTED
    assert found.sizes.min() >= 20
    told = find_method(found.method)
    assert isinstance(told, Best)
    [cut] = told.steps or ()
    assert len(cut.batches) == 2  # blocks
    check_repeated(points, 20, found, {})
