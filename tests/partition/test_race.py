"""The race: an entrant that gains has more turns, turns double, and the race ends when its time is up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import sleep

import numpy as np
import pytest

from shoal.partition.control import Clock, Look
from shoal.partition.problem import Cells, Problem
from shoal.partition.search import race as race_module
from shoal.partition.search.race import Annealing, Designs, Entrant, Recombination, race
from shoal.partition.search.state import SearchState, should_recombine
from shoal.partition.search.steps import MOST_TRIALS, Anneal, Redesign, Step

POINTS = np.random.default_rng(0).standard_normal((60, 2))


def state_of(points: np.ndarray = POINTS, k: int = 4) -> SearchState:
    problem = Problem(points - points.mean(axis=0), k, seed=1)
    return SearchState(problem, Cells(np.arange(len(points)) // k), recombines=should_recombine(problem))


@dataclass(frozen=True)
class Nap:
    """A step that takes as long as its turn, and takes a share off the distortion."""

    seconds: float
    gain: float
    name = "nap"

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Nap:
        sleep(self.seconds)
        state.sse *= 1.0 - self.gain
        look()
        return self


@dataclass
class Napping(Entrant):
    """An entrant that gains the same in every turn, and notes how long its turns are."""

    gain: float = 0.0
    turns: list[float] = field(default_factory=list)

    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:
        self.turns.append(self.turn_s)
        yield Nap(self.turn_s, self.gain)


def raced(entrants: list[Napping], n_turns: int, monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """Race until so many turns were taken."""
    monkeypatch.setattr(race_module, "_entrants", lambda _: entrants)  # real ones gain by chance and by the machine
    clock = Clock(600.0)

    def look() -> None:
        if sum(len(one.turns) for one in entrants) == n_turns:
            clock.interrupt()

    return list(race(state_of(), clock, look))


def test_an_entrant_that_gains_has_more_turns_and_longer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    idle, gaining, other = Napping(), Napping(gain=0.2), Napping()
    taken = raced([idle, gaining, other], 11, monkeypatch)
    assert len(taken) == 11
    assert all(one.turns for one in (idle, gaining, other))  # everybody has a turn at first
    assert len(gaining.turns) > max(len(idle.turns), len(other.turns))
    assert gaining.used_s > idle.used_s + other.used_s
    assert gaining.n_idle == 0 < min(idle.n_idle, other.n_idle)


def test_turns_double(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [Napping(gain=0.2), Napping(gain=0.2)]
    raced(alone, 10, monkeypatch)
    for one in alone:
        assert all(later >= 1.9 * earlier for earlier, later in zip(one.turns[1:], one.turns[2:], strict=False))


def test_all_have_as_many_turns_when_none_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = [Napping() for _ in range(3)]
    raced(entrants, 9, monkeypatch)
    assert [len(one.turns) for one in entrants] == [3, 3, 3]


def test_a_race_without_time_and_one_without_distortion_take_no_step() -> None:
    assert list(race(state_of(), Clock(0.0), lambda: None)) == []
    twins = np.repeat(np.arange(10.0)[:, None] * [1.0, 2.0], 4, axis=0)
    assert list(race(state_of(twins), Clock(1.0), lambda: None)) == []


@pytest.mark.parametrize("k", [4, 12])
def test_a_race_never_makes_the_state_worse(k: int) -> None:
    state = state_of(k=k)
    first = state.sse
    taken = list(race(state, Clock(0.5), lambda: None))
    assert state.sse <= first
    assert (np.diff(state.history) <= 0.0).all()
    assert np.bincount(state.cell_of).min() >= k
    again = state_of(k=k)
    for step in taken:
        assert step(again, Clock(), lambda: None) == step
    np.testing.assert_array_equal(again.cell_of, state.cell_of)


@pytest.mark.parametrize("entrant", [Annealing(), Recombination()])
def test_a_turn_of_weeks_is_an_annealing_that_a_text_can_hold(entrant: Entrant) -> None:
    """A few records and hours of time: more trials were asked for than `anneal` accepts."""
    state = state_of(POINTS[:8])
    Anneal(8.0)(state, Clock(), lambda: None)
    entrant.used_s = 1e11
    step = next(iter(entrant.turn(state, Clock(1e12))))
    assert isinstance(step, Anneal)
    assert step.trials <= MOST_TRIALS


def test_a_design_has_more_rounds_when_its_turn_is_longer_and_none_where_it_does_not_fit() -> None:
    state = state_of()
    short, long = Designs(used_s=1.0, round_s=0.01), Designs(used_s=10.0, round_s=0.01)
    few, many = (next(iter(entrant.turn(state, Clock(600.0)))) for entrant in (short, long))
    assert isinstance(few, Redesign)
    assert isinstance(many, Redesign)
    assert many.method.rounds > few.method.rounds
    assert short.fits(5.0)
    assert not long.fits(5.0)
