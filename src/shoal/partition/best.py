"""best: the least distortion that a budget buys, from any start, the promise kept at every step.

Idea. Simulated annealing over moves, exchanges, dissolving and gathering of cells (`kernels/annealing.py`) begins with
the best of a portfolio (greedy methods and PCL). For small k an integer program then chooses the best cells out of all
that were seen (`recombination.py`). Beyond ``BLOCK_RECORDS`` records the same search runs in blocks that are cut anew
for every round, so that no border remains (`mosaic.py`). A last step of PCL finds costs that give back these cells,
and can only lower the distortion further.

A round is a number of trials a record; 0 stands for a recombination, −1 for proposing the cells that hold the lower
bound. A budget in seconds is turned into rounds as the search goes on, and the start and the rounds that came to their
end are part of the result's method text, e.g. ``best(start=mdav, rounds=[9000, 9000, 0, 4000])``: with the same seed
they give the same cells again.

Cost. O(trials · d), about 8 million trials a second and core for ten coordinates; memory a small multiple of the
points. Sizes are between k and 2k − 1 unless the start, or an uneven promise, has larger cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from shoal.errors import Outcome, ParameterError
from shoal.partition.annealing import HOT, WARM, Block
from shoal.partition.method_text import describe
from shoal.partition.mosaic import Mosaic
from shoal.partition.participation_repair import keep_promise
from shoal.partition.partition import IntArray, Partition
from shoal.partition.pcl import PCL
from shoal.partition.portfolio import best_of, starts_for
from shoal.partition.problem import Cells, Problem
from shoal.partition.recombination import LONGEST_S
from shoal.partition.search import Search, Stopped

BLOCK_RECORDS = 6_000  # more are searched in blocks: neighbours and sums of a block stay in the cache
DEFAULT_TRIALS = 5e7  # of a chain, without a budget: about ten seconds
BLOCK_ROUNDS = (300.0, 150.0, 100.0)  # trials a record for many records
RECOMBINED_K = 6  # beyond, the integer program finds too little for its time
RECOMBINED_RECORDS = 5_000
PROPOSED_K = 4  # up to here the cells that hold the lower bound are found in seconds, and are mostly the right ones
POLISHED_RECORDS = 10_000  # PCL's last step is a small part of the whole up to here
STARTS_SHARE = 0.1  # of the budget for starts beyond the first
CALIBRATION_TRIALS = 100_000  # measured before a budget is shared out
ROUNDS = ((0.15, HOT), (0.6, HOT), (0.25, WARM))  # shares of the work without recombination; the first is a reserve
PROPOSAL = -1.0  # stands for a round that proposes the cells which hold the lower bound
FIRST_ROUNDS = ((0.12, HOT), (0.35, HOT))  # with recombination: four chains give cells enough to choose from …
NEXT_ROUNDS = (0.12, WARM)  # … and every further round adds some
RECOMBINING = 0.25  # of the budget at most, each time
CLOSING = 0.06  # of the budget is kept for the last step


@dataclass(frozen=True)
class Best:
    """The least distortion for a budget.

    Parameters
    ----------
    start : a method or its name, or a Partition; the best of a portfolio of the quick ones when not given.
    rounds : trials a record in each round, 0 for a recombination of cells, −1 for proposing more of them; by the budget
        when not given, and about ten seconds' worth for a few thousand records when there is no budget either.
    """

    start: Any = None
    rounds: Sequence[float] | None = None

    name: ClassVar[str] = "best"
    uses_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.rounds is not None:
            rounds = tuple(float(trials) for trials in self.rounds)
            if not rounds or not all(np.isfinite(trials) and (trials >= 0 or trials == PROPOSAL) for trials in rounds):
                raise ParameterError(
                    "rounds must be a list of trials a record, each a number of at least 0 (0: recombine the cells; "
                    "-1: propose more of them)."
                )
            object.__setattr__(self, "rounds", rounds)

    def __call__(self, problem: Problem) -> Cells:
        """Start, search, close."""
        if self.rounds is not None and problem.budget_s is not None:
            raise ParameterError("best has both rounds and budget_s; give one of them.")
        deadline = np.inf if problem.budget_s is None else perf_counter() + problem.budget_s
        if len(problem.points) < 2 * problem.k:
            return Cells(np.zeros(len(problem.points), dtype=np.int64))
        if len(problem.points) > BLOCK_RECORDS:
            return Mosaic(problem, self.start, deadline).searched(self.rounds or BLOCK_ROUNDS, self._named)
        return self._searched(problem, deadline)

    def _searched(self, problem: Problem, deadline: float) -> Cells:
        """One block."""
        begun = perf_counter()
        block = Block.of(problem.points, problem.k, problem.weights, problem.promise)
        latest = deadline if np.isinf(deadline) else begun + STARTS_SHARE * (deadline - begun)
        start, chosen = best_of(problem, starts_for(self.start, problem), latest)
        start = keep_promise(problem, start)
        done: list[float] = []
        whole = sum(self.rounds or _default_rounds(problem)) or 1.0

        def look() -> None:
            share = (perf_counter() - begun) / (deadline - begun) if np.isfinite(deadline) else sum(done) / whole
            problem.progress(int(min(share, 1.0) * len(problem.points)), len(problem.points))

        search = Search(block, start.cell_of, _seed(problem), deadline, look)
        plan = self._given(problem) if np.isinf(deadline) else _planned(search, problem, deadline - begun)
        outcome = Outcome.COMPLETE if np.isinf(deadline) else Outcome.BUDGET_SPENT
        try:
            for trials, hot in plan:
                if trials > 0:
                    search.anneal(hot, trials, start.cell_of if hot == HOT else None)
                elif not _recombine(search, trials, RECOMBINING * (deadline - begun)):
                    continue
                done.append(trials)
        except Stopped:
            outcome = Outcome.INTERRUPTED if perf_counter() < search.last_call else Outcome.BUDGET_SPENT
        cells = _closed(problem, search.cell_of)
        history = (*search.history, *cells.history)
        begun_with = self.start if np.isinf(deadline) else chosen  # without a clock, the same start is found again
        return replace(cells, outcome=outcome, history=history, method=self._named(done, begun_with))

    def _named(self, rounds: Sequence[float], start: Any) -> str:
        """The method text that repeats these rounds from this start."""
        return describe(replace(self, start=start, rounds=tuple(rounds) or (0.0,)))

    def _given(self, problem: Problem) -> Iterator[tuple[float, float]]:
        """The rounds as they were given, or the default ones; how warm a round begins depends on its place."""
        rounds = self.rounds or _default_rounds(problem)
        levels = _levels(len(problem.points), problem.k)
        for trials in rounds:
            yield trials, next(levels)[1] if trials > 0 else WARM


def _recombine(search: Search, step: float, limit_s: float) -> bool:
    """Choose among the cells seen, or propose more of them; whether there was time."""
    limit_s = max(0.0, min(limit_s, search.left_s, LONGEST_S))
    return search.propose(limit_s) if step == PROPOSAL else search.recombine(limit_s)


def _proposes(problem: Problem) -> bool:
    return problem.k <= PROPOSED_K and problem.weights is None and problem.promise is None


def _recombines(n_records: int, k: int) -> bool:
    return k <= RECOMBINED_K and n_records <= RECOMBINED_RECORDS


def _levels(n_records: int, k: int) -> Iterator[tuple[float, float]]:
    """(share of the work, how warm it begins) of each round of annealing; the last is repeated."""
    recombines = _recombines(n_records, k)
    yield from FIRST_ROUNDS if recombines else ROUNDS
    while True:
        yield NEXT_ROUNDS


def _default_rounds(problem: Problem) -> tuple[float, ...]:
    n_records = len(problem.points)
    trials = DEFAULT_TRIALS / n_records
    shares = [share for share, _ in (FIRST_ROUNDS if _recombines(n_records, problem.k) else ROUNDS)]
    first = tuple(float(round(share * trials)) for share in shares)
    if not _recombines(n_records, problem.k):
        return first
    warm = float(round(NEXT_ROUNDS[0] * trials))
    return (*first, *([PROPOSAL] if _proposes(problem) else []), 0.0, warm, 0.0, warm, 0.0, warm, 0.0)


def _planned(search: Search, problem: Problem, budget_s: float) -> Iterator[tuple[float, float]]:
    """Rounds that fill the budget, as fast as this machine turns out to be."""
    n_records = len(search.points)
    chain = search.block.chain(search.cell_of, (search.seed,))
    chain.run(WARM, WARM, 1)  # compiles
    begun = perf_counter()
    chain.run(HOT, WARM, CALIBRATION_TRIALS)
    rate = CALIBRATION_TRIALS / (perf_counter() - begun) / n_records  # trials a record and second
    closing = CLOSING * budget_s
    recombines = _recombines(n_records, problem.k)
    for number, (share, level) in enumerate(_levels(n_records, problem.k), 1):
        seconds = min(share * budget_s, search.left_s - closing)
        if seconds <= 0.0:
            return
        trials = float(max(1, round(rate * seconds)))
        begun = perf_counter()
        yield trials, level
        rate = trials / max(perf_counter() - begun, 1e-9)  # with all chains at work
        if recombines and number == len(FIRST_ROUNDS) and _proposes(problem) and search.left_s > closing:
            yield PROPOSAL, level
        if recombines and number >= len(FIRST_ROUNDS) and search.left_s > closing:
            yield 0.0, level


def _closed(problem: Problem, cell_of: IntArray) -> Cells:
    """With costs that give back the cells, where that is quick: PCL from here can only improve them."""
    if len(problem.points) > POLISHED_RECORDS or problem.promise is not None:
        return Cells(cell_of)
    start = Partition.from_cells(problem.points, cell_of, method="best", weights=problem.weights)
    return PCL(start=start)(replace(problem, budget_s=None, origin=None))


def _seed(problem: Problem) -> int:
    """The seed given, or one that nobody knows."""
    return problem.seed if problem.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
