"""A budget that PCL spent is told in steps, which give the same cells without a clock. And settings without effect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal import PCL, NoisyPCL, microaggregate
from shoal.errors import Outcome, ParameterError
from shoal.journey import repeat
from shoal.partition.control import StepClock, clock_for
from shoal.partition.methods import find_method
from shoal.partition.partition import Partition
from shoal.partition.pcl.starts import NOISE_RECORDS

QUICK = {"rounds": 12, "iterations": 6, "tolerance": 0.0}


def points(n_records: int = 240, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n_records, 2))


class Looks(float):
    """A budget that is spent after so many looks at the clock: no machine is too slow for it, or too fast."""

    def __init__(self, looks: float) -> None:
        self.left = looks

    def __radd__(self, _: float) -> Looks:
        return self  # the deadline

    def __le__(self, _: float) -> bool:
        self.left -= 1
        return self.left < 0


def same_cells(one: Partition, other: Partition) -> bool:
    return all(
        np.array_equal(getattr(one, what), getattr(other, what)) for what in ("cell_of", "costs", "sites", "history")
    )


@pytest.mark.parametrize("looks", [1, 5, 14, 20])
@pytest.mark.parametrize(
    "method",
    [
        PCL(**QUICK),
        PCL(**QUICK, starts=3),
        PCL(start="random", tolerance=0.0),
        PCL(**QUICK, levels=1),
        PCL(**QUICK, levels=2),
        PCL(**QUICK, levels=1, starts=2),
        PCL(start="mdav", tolerance=0.0, speed=0.5),
        NoisyPCL(samples_per_cell=100, iterations=25),
    ],
)
def test_what_a_budget_stopped_is_repeated_without_a_clock(method: Any, looks: int) -> None:
    for seed in (1, 2):
        stopped = microaggregate(points(), 10, method=method, seed=seed, budget_s=Looks(looks))
        again = microaggregate(points(), 10, method=stopped.method, seed=seed)
        assert same_cells(stopped, again)
        assert again.outcome is Outcome.COMPLETE
        assert again.method == stopped.method
        if stopped.outcome is Outcome.BUDGET_SPENT:
            assert "steps=" in stopped.method
            assert find_method(stopped.method) != method


def test_a_budget_stops_something_and_a_large_one_nothing() -> None:
    """Without this, the test above would compare whole runs with themselves."""
    method = PCL(**QUICK, levels=1)
    whole = microaggregate(points(), 10, method=method, seed=1)
    enough = microaggregate(points(), 10, method=method, seed=1, budget_s=Looks(1e6))
    assert same_cells(whole, enough)
    assert (enough.outcome, enough.method) == (Outcome.COMPLETE, whole.method)
    for looks in (1, 8, 20):
        stopped = microaggregate(points(), 10, method=method, seed=1, budget_s=Looks(looks))
        assert stopped.outcome is Outcome.BUDGET_SPENT
        assert not np.array_equal(stopped.cell_of, whole.cell_of)
        assert stopped.sizes.tolist() == whole.sizes.tolist()


def test_the_same_with_the_time_of_day() -> None:
    method = PCL(start="stirred", rounds=2_000)
    stopped = microaggregate(points(), 5, method=method, seed=1, budget_s=0.05)
    assert stopped.outcome is Outcome.BUDGET_SPENT
    assert same_cells(stopped, microaggregate(points(), 5, method=stopped.method, seed=1))


def test_macrocells_under_way_have_steps_of_their_own() -> None:
    """Cores search at once; cut short, each macrocell is repeated to the step where it was."""
    method = PCL(rounds=60, levels=1)
    stopped = microaggregate(points(), 5, method=method, seed=1, budget_s=Looks(40))
    steps = find_method(stopped.method).steps
    assert stopped.outcome is Outcome.BUDGET_SPENT
    assert len(steps[0]) > 1
    assert same_cells(stopped, microaggregate(points(), 5, method=stopped.method, seed=1))


def test_a_start_that_spends_the_budget_is_told_as_well() -> None:
    stopped = microaggregate(points(), 5, method=PCL(start="best"), seed=1, budget_s=0.2)
    done = find_method(stopped.method)
    assert done.start.steps is not None
    assert same_cells(stopped, microaggregate(points(), 5, method=stopped.method, seed=1))
    begun = microaggregate(points(), 5, method="mdav")
    object_start = microaggregate(points(), 5, method=PCL(start=shoal.Best(start=begun)), seed=1, budget_s=0.2)
    assert "<a Partition>" in object_start.method  # no text can hold it, with or without a budget


@pytest.mark.parametrize("method", ["pcl(rounds=5000)", NoisyPCL(samples_per_cell=100, iterations=5_000)])
def test_a_run_with_a_spent_budget_is_repeated_from_its_manifest(method: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    table = pl.DataFrame({"a": rng.standard_normal(160), "b": rng.standard_normal(160), "s": ["x", "y"] * 80})
    given = {"quasi_identifiers": ["a", "b"], "by": "s", "method": method, "seed": 1, "budget_s": 0.2}
    made = shoal.anonymize(table, k=5, **given)
    assert made.partition.outcome is Outcome.BUDGET_SPENT
    made.save(tmp_path / "run")
    _, identical = repeat(tmp_path / "private-run" / "manifest.json", table=table)
    assert identical


def test_steps_and_a_budget_are_not_given_at_once() -> None:
    for method in (PCL(steps=[[3]]), NoisyPCL(steps=3)):
        with pytest.raises(ParameterError, match="both steps and budget_s"):
            microaggregate(points(), 5, method=method, budget_s=1.0)
    with pytest.raises(ParameterError, match="both"):
        clock_for("pcl", 1.0, (3,))


@pytest.mark.parametrize("steps", [[], [3], 3, [[3], [4]], [[]], [[-1]], [[1.5]], [[True]], [["1"]], "12"])
def test_steps_must_be_whole_numbers_for_each_start(steps: Any) -> None:
    with pytest.raises(ParameterError, match="steps must"):
        PCL(steps=steps)


@pytest.mark.parametrize("steps", [-1, 1.5, True, "3"])
def test_steps_of_noisy_pcl_must_be_a_whole_number(steps: Any) -> None:
    with pytest.raises(ParameterError, match="steps must"):
        NoisyPCL(steps=steps)


def test_a_clock_stays_late_and_knows_its_last_parts() -> None:
    whole = StepClock(steps=(3, 1, 2))
    assert not whole.late()
    whole.begin_parts()
    numbers = iter(range(4))
    parts = [whole.next_part(numbers) for _ in range(4)]
    assert [number for number, _ in parts] == [0, 1, 2, 3]
    assert [sum(not clock.late() for _ in range(5)) for _, clock in parts] == [1, 2, 0, 0]
    assert whole.late()
    assert whole.told == (3, 1, 2)
    inside = parts[0][1]
    assert inside.next_part(iter([7])) == (7, inside)  # within a part one clock is enough


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"start": "mdav", "levels": 3}, "Leave levels out"),
        ({"start": "mdav", "levels": 0}, "Leave levels out"),
        ({"start": "random", "rounds": 3}, "Leave rounds out"),
    ],
)
def test_settings_without_effect_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        PCL(**settings)


def test_rounds_ask_auto_for_stirring() -> None:
    """Large cells of many records begin with random records, where rounds would mean nothing."""
    many = points(NOISE_RECORDS + 100)
    found = {
        (start, rounds): microaggregate(
            many, 5_000, method=PCL(start=start, rounds=rounds, iterations=2), seed=1
        ).cell_of.tolist()
        for start, rounds in (("auto", None), ("random", None), ("auto", 4), ("stirred", 4))
    }
    assert found["auto", None] == found["random", None]
    assert found["auto", 4] == found["stirred", 4] != found["auto", None]
