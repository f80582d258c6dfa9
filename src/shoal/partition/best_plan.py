"""The steps of `best`: as they were given, by default, or as a budget in seconds allows.

A step is a number of trials a record, or one of three others: 0 recombines the cells seen so far, −1 takes in the
cells that hold the lower bound, −2 begins to look for the best choice among all cells of the pool, beside the rounds
that follow. How warm a round begins depends on its place only, so the numbers repeat the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, repeat
from math import inf
from time import perf_counter
from typing import NamedTuple

from shoal.partition.annealing import HOT, WARM
from shoal.partition.problem import Problem
from shoal.partition.search import Search

RECOMBINATION, PROPOSAL, CHOICE = 0.0, -1.0, -2.0
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
NEXT_ROUND = (0.05, 0.25)  # … and every further round begins with a choice, hardly warm, and adds some
NEXT_TRIALS = 1e7  # of a chain in such a round at most: more choices find more than longer rounds between them
DEFAULT_RECOMBINATIONS = 8
CHOICE_AFTER = 2  # recombinations: the choice of all takes long, and is the shorter the better the cells are
CHOICE_K = 3  # beyond, it is not found in a minute
CHOICE_S = 20.0  # it needs about so long, for a thousand records and k = 3


class Step(NamedTuple):
    """One step."""

    trials: float  # a record; or which other step it is
    hot: float = WARM


def recombines(problem: Problem) -> bool:
    """Whether choosing among cells pays."""
    few = problem.k <= RECOMBINED_K and len(problem.points) <= RECOMBINED_RECORDS
    return few and problem.promise is None


def proposes(problem: Problem) -> bool:
    """Whether cells that hold the lower bound help."""
    return recombines(problem) and problem.k <= PROPOSED_K and problem.weights is None


def _chooses(problem: Problem) -> bool:
    """Whether the best choice of all can be found in a budget's time."""
    return proposes(problem) and problem.k <= CHOICE_K


def _levels(problem: Problem) -> Iterator[tuple[float, float]]:
    """(share of the work, how warm it begins) of each round of annealing, without end."""
    if not recombines(problem):
        yield from cycle(ROUNDS)
    yield from FIRST_ROUNDS
    yield from repeat(NEXT_ROUND)


def _longest(problem: Problem, share: float) -> float:
    """Trials a record of a round that has this share of the work, however long the budget is."""
    if recombines(problem):
        return NEXT_TRIALS / len(problem.points) if share == NEXT_ROUND[0] else inf
    return share / max(share for share, _ in ROUNDS) * MOST_TRIALS / problem.k


def given_steps(rounds: Sequence[float], problem: Problem) -> Iterator[Step]:
    """The steps that these numbers mean."""
    levels = _levels(problem)
    for trials in rounds:
        yield Step(trials, next(levels)[1]) if trials > 0 else Step(trials)


def default_rounds(problem: Problem) -> tuple[float, ...]:
    """About ten seconds' worth for a few thousand records."""
    trials = DEFAULT_TRIALS / len(problem.points)
    if not recombines(problem):
        return tuple(float(round(share * trials)) for share, _ in ROUNDS)
    first = tuple(float(round(share * trials)) for share, _ in FIRST_ROUNDS)
    proposal = (PROPOSAL,) if proposes(problem) else ()
    return (*first, *proposal, *(RECOMBINATION, float(round(NEXT_ROUND[0] * trials))) * DEFAULT_RECOMBINATIONS)


def planned_steps(search: Search, problem: Problem, budget_s: float) -> Iterator[Step]:
    """Steps that fill the budget, as fast as this machine turns out to be."""
    n_records = len(search.points)
    chain = search.block.chain(search.cell_of, (search.seed,))
    chain.run(WARM, WARM, 1)  # compiles
    begun = perf_counter()
    chain.run(HOT, WARM, CALIBRATION_TRIALS)
    rate = CALIBRATION_TRIALS / (perf_counter() - begun) / n_records  # trials a record and second
    for number, (share, level) in enumerate(_levels(problem), 1):
        rounds = search.rounds
        while search.rounds == rounds:  # again if it was given up: the machine is slower than it seemed
            seconds = min(share * budget_s, search.left_s)
            if seconds <= 0.0:
                return
            yield Step(float(max(1, round(min(rate * seconds, _longest(problem, share))))), level)
            rate = search.rate  # with all chains at work
        recombinations = number - len(FIRST_ROUNDS)
        if not recombines(problem) or recombinations < 0:
            continue
        if recombinations == 0 and proposes(problem):
            yield Step(PROPOSAL)
        if recombinations == CHOICE_AFTER and _chooses(problem) and search.left_s > CHOICE_S:
            yield Step(CHOICE)
        if search.left_s > 0.0:
            yield Step(RECOMBINATION)
