"""The steps of `best`: as they were given, by default, or as a budget in seconds allows.

A step is a number of trials a record, or one of four others: 0 recombines the cells seen so far; −1 takes in the cells
that hold the lower bound; −s between them chooses exactly among all cells for a share s of the records, while the
others stay where they are; and after −2 rounds are as hot as at the beginning. How warm a round begins depends on its
place only, so the numbers repeat the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, cycle, repeat
from math import inf
from time import perf_counter
from typing import NamedTuple

from shoal.partition.problem import Problem
from shoal.partition.search.annealing import HOT, WARM
from shoal.partition.search.rounds import Search

RECOMBINATION, PROPOSAL, ANEW = 0.0, -1.0, -2.0
DEFAULT_TRIALS = 5e7  # of a chain, without a budget: about ten seconds
CALIBRATION_TRIALS = 100_000  # measured before a budget is shared out
RECOMBINED_K = 8  # beyond, choosing among cells finds no more than annealing in the same time
RECOMBINED_RECORDS = 5_000
PROPOSED_K = 4  # up to here the cells that hold the lower bound are found in seconds, and are mostly the right ones
VERY_HOT = 20.0  # large cells of clustered data find another order from there, large cells of other data lose theirs …
TEMPERATE = 0.7  # … and those of other data gain most from here
ROUNDS = ((0.3, VERY_HOT), (0.3, HOT), (0.25, TEMPERATE), (0.15, WARM))  # so without recombination all are tried
MOST_TRIALS = 5e5  # a record, over k, in a cycle's longest round: beyond, another cycle finds more than a longer one
FIRST_ROUNDS = ((0.1, HOT), (0.2, HOT))  # with recombination: four chains give cells enough to choose from …
NEXT_ROUND = (0.05, 0.25)  # … and every further round begins with a choice, hardly warm, and adds some …
STALE_ROUNDS = 4  # … until so many of them together gain less than …
STALE = 1e-5  # … this share of the distortion: nothing is left to choose from, and the search begins anew
HOT_TRIALS = 1e8  # of a chain in a hot round at most: in a longer budget there are more beginnings, not longer ones …
NEXT_TRIALS = 1e7  # … and more choices, which find more than longer rounds between them
DEFAULT_CHOICES = 4  # every second recombination is followed by an exact choice, of the share with which it begins
FIRST_SHARE, LEAST_SHARE, LAST_SHARE = 0.25, 0.01, 0.95  # of the records in an exact choice …
SHARE_STEP = 1.25  # … so many times more after a quick one, fewer after a slow one
CHOICE_S = 0.15  # of the budget: longer is not waited for an exact choice …
QUICK_S = 0.05  # … and one that took less is tried with more records


class Step(NamedTuple):
    """One step."""

    trials: float  # a record; or which other step it is
    hot: float = WARM
    limit_s: float = inf


def recombines(problem: Problem) -> bool:
    """Whether choosing among cells pays."""
    few = problem.k <= RECOMBINED_K and len(problem.points) <= RECOMBINED_RECORDS
    return few and problem.promise is None


def proposes(problem: Problem) -> bool:
    """Whether cells that hold the lower bound help."""
    return recombines(problem) and problem.k <= PROPOSED_K and problem.weights is None


def is_choice(trials: float) -> bool:
    """Whether this number stands for an exact choice."""
    return PROPOSAL < trials < RECOMBINATION


def _levels(problem: Problem) -> Iterator[tuple[float, float]]:
    """(share of the work, how warm it begins) of each round of annealing, without end."""
    if not recombines(problem):
        yield from cycle(ROUNDS)
    yield from FIRST_ROUNDS
    yield from repeat(NEXT_ROUND)


def _longest(problem: Problem, share: float) -> float:
    """Trials a record of a round that has this share of the work, however long the budget is."""
    if recombines(problem):
        return (NEXT_TRIALS if share == NEXT_ROUND[0] else HOT_TRIALS) / len(problem.points)
    return share / max(share for share, _ in ROUNDS) * MOST_TRIALS / problem.k


def given_steps(rounds: Sequence[float], problem: Problem) -> Iterator[Step]:
    """The steps that these numbers mean."""
    levels = _levels(problem)
    for trials in rounds:
        if trials == ANEW:
            levels = _levels(problem)
        yield Step(trials, next(levels)[1]) if trials > 0 else Step(trials)


def default_rounds(problem: Problem) -> tuple[float, ...]:
    """About ten seconds' worth for a few thousand records."""
    trials = DEFAULT_TRIALS / len(problem.points)
    if not recombines(problem):
        return tuple(float(round(share * trials)) for share, _ in ROUNDS)
    first = tuple(float(round(share * trials)) for share, _ in FIRST_ROUNDS)
    proposal = (PROPOSAL,) if proposes(problem) else ()
    then = float(round(NEXT_ROUND[0] * trials))
    return (*first, *proposal, *(RECOMBINATION, then, RECOMBINATION, -FIRST_SHARE, then) * DEFAULT_CHOICES)


def planned_steps(search: Search, problem: Problem, budget_s: float) -> Iterator[Step]:
    """Steps that fill the budget, as fast as this machine turns out to be."""
    n_records = len(search.points)
    chain = search.block.chain(search.cell_of, (search.seed,))
    chain.run(WARM, WARM, 1)  # compiles
    begun = perf_counter()
    chain.run(HOT, WARM, CALIBRATION_TRIALS)
    rate = search.core_share * CALIBRATION_TRIALS / (perf_counter() - begun) / n_records  # trials a record and second
    ladder = _Ladder(budget_s)
    for beginning in count():
        if beginning > 0:
            yield Step(ANEW)
        since: list[float] = []  # the distortion after every choice of this beginning
        for number, (share, level) in enumerate(_levels(problem)):
            rounds = search.rounds
            while search.rounds == rounds:  # again if it was given up: the machine is slower than it seemed
                seconds = min(share * budget_s, search.left_s)
                if seconds <= 0.0:
                    return
                yield Step(float(max(1, round(min(rate * seconds, _longest(problem, share))))), level)
                rate = search.rate  # with all chains at work
            if not recombines(problem) or number < len(FIRST_ROUNDS) - 1:
                continue
            if beginning == 0 and number == len(FIRST_ROUNDS) - 1 and proposes(problem):
                yield Step(PROPOSAL)
            if search.left_s > 0.0:
                yield Step(RECOMBINATION)
            if number >= len(FIRST_ROUNDS):
                yield from ladder.steps(search)
            since.append(search.sse)
            if len(since) > STALE_ROUNDS and since[-1] >= (1.0 - STALE) * since[-1 - STALE_ROUNDS]:
                break


class _Ladder:
    """How many records the next exact choice is about: more while it is quick, fewer when it is not."""

    def __init__(self, budget_s: float) -> None:
        self._limit_s = CHOICE_S * budget_s
        self._quick_s = QUICK_S * budget_s
        self._share = FIRST_SHARE
        self._begun = perf_counter()
        self._spent_s = 0.0

    def steps(self, search: Search) -> Iterator[Step]:
        """A choice, unless they have had half of the time already."""
        if search.left_s <= 0.0 or self._spent_s > 0.5 * (perf_counter() - self._begun):
            return
        begun = perf_counter()
        yield Step(-round(self._share, 3), limit_s=self._limit_s)
        took_s = perf_counter() - begun
        self._spent_s += took_s
        if took_s < self._quick_s:
            self._share = min(self._share * SHARE_STEP, LAST_SHARE)
        elif took_s >= self._limit_s:
            self._share = max(self._share / SHARE_STEP, LEAST_SHARE)
