"""best: the least distortion that a budget buys, from any start, the promise kept at every step.

Idea. Simulated annealing over moves, exchanges, dissolving and gathering of cells (`kernels/search/annealing.py`)
begins with the best of a portfolio (greedy methods and PCL). For small k a linear program then chooses among all cells
that were seen, and the next round begins with its choice (`search/set_partitioning.py`). Beyond ``BLOCK_RECORDS``
records the same search runs in blocks that are cut anew for every round, so that no border remains
(`search/decomposition.py`). A last step of PCL finds costs that give back these cells, and can only lower the
distortion further.

A round is a number of trials a record; other steps have numbers of their own (`search/schedule.py`). A budget in
seconds is turned into rounds as the search goes on, and the start and the steps that came to their end are part of the
result's method text, e.g. ``best(start=mdav, rounds=[9000, 9000, 0, 4000])``: with the same seed they give the same
cells again.

Cost. O(trials · d), about 8 million trials a second and core for ten coordinates; memory a small multiple of the
points. Sizes are between k and 2k − 1 unless the start, or an uneven promise, has larger cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import Outcome, ParameterError
from shoal.partition.method_text import describe
from shoal.partition.participation_repair import keep_promise
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Cells, Problem, Progress
from shoal.partition.search.annealing import HOT, Block
from shoal.partition.search.decomposition import BATCHES, Mosaic
from shoal.partition.search.pcl_beside import PclBeside, pcl_at_work
from shoal.partition.search.portfolio import GREEDY, SURE_OF_FEW, starts_for, time_for_pcl
from shoal.partition.search.rounds import Search, Stopped
from shoal.partition.search.schedule import (
    ANEW,
    PROPOSAL,
    RECOMBINATION,
    Step,
    default_rounds,
    given_steps,
    is_choice,
    planned_steps,
    proposes,
)
from shoal.partition.search.starts import Made, best_of
from shoal.partition.transport.cycle_cancelling import fits

BLOCK_RECORDS = 6_000  # more are searched in blocks: neighbours and sums of a block stay in the cache
BLOCK_ROUNDS = (300.0, 150.0, 100.0)  # trials a record for many records
STARTS_SHARE = 0.05  # of the budget for greedy starts beyond those that are made in any case
PROPOSED_BY = 0.5  # of the budget: cells that are proposed later come too late to choose from
MOST_TRIALS = 1e9  # a record, in one round: weeks
CLOSING_S = 0.03  # of the budget is kept for the last step …
LEAST_CLOSING_S = 3e-5  # … and no less than this, times the records
INSTEAD_OF_RECOMBINATION = 6.0  # times more trials: what recombining would have gained, in less time
UNSEARCHED = (0.0,)  # rounds of a search that had no time for any: its start is the result


@dataclass(frozen=True)
class Best:
    """The least distortion for a budget.

    Parameters
    ----------
    start : a method or its name, or a Partition; the best of a portfolio of the quick ones when not given.
    rounds : trials a record in each round; 0 recombines the cells seen, −1 takes in those that hold the lower bound, a
        number between, −s, chooses exactly among all cells for a share s of the records, and −2 begins anew, as hot as
        at first. By the budget when not given, and about ten seconds' worth for a few thousand records when there is
        no budget either.
    batches : of the last round of many records, in each of its blocks: where a budget or somebody ended it. The method
        text of such a result tells them, and repeats it.
    diagram : whether to end with costs that give back the cells even where that takes long (beyond 6,000 records or
        2,000 cells), also beyond the budget: what a small quantizer needs.
    pivots : steps of the simplex method after which a recombination is given up; no limit when not given. On a clock
        it would end at another place every time. The next round is longer instead. The rounds of the result tell what
        was done: the longer round, and no recombination.
    """

    start: Any = None
    rounds: Sequence[float] | None = None
    diagram: bool | None = None
    batches: Sequence[int] | None = None
    pivots: int | None = None

    name: ClassVar[str] = "best"
    uses_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.diagram not in (None, True, False):
            raise ParameterError("best: diagram must be True or False.")
        self._check_batches()
        if self.pivots is not None and (type(self.pivots) is not int or self.pivots < 0):
            raise ParameterError("best: pivots must be a whole number of at least 0.")
        if self.rounds is None:
            return
        given: object = self.rounds
        try:
            rounds = () if isinstance(given, str) else tuple(float(trials) for trials in self.rounds)
        except (TypeError, ValueError, OverflowError):
            rounds = ()
        if not rounds or not all(PROPOSAL <= step <= MOST_TRIALS or step == ANEW for step in rounds):
            raise ParameterError(
                f"rounds must be a list of numbers, each of them trials a record (at most {MOST_TRIALS:.0e}) or 0: "
                "recombine the cells, -1: take in the cells that hold the lower bound, -s between these two: choose "
                "exactly for a share s of the records, -2: begin anew."
            )
        object.__setattr__(self, "rounds", rounds)

    def _check_batches(self) -> None:
        if self.batches is None:
            return
        given: object = self.batches
        numbers = tuple(given) if isinstance(given, (list, tuple)) else ()
        if not numbers or not all(type(number) is int and 0 <= number <= BATCHES for number in numbers):
            raise ParameterError(f"best: batches must be a list of whole numbers from 0 to {BATCHES}.")
        if self.rounds is None:
            raise ParameterError("best: batches are those of the last of the rounds. Give rounds as well.")
        object.__setattr__(self, "batches", numbers)

    def __call__(self, problem: Problem) -> Cells:
        """Start, search, close."""
        if self.rounds is not None and problem.budget_s is not None:
            raise ParameterError("best has both rounds and budget_s; give one of them.")
        deadline = np.inf if problem.budget_s is None else perf_counter() + problem.budget_s
        if len(problem.points) < 2 * problem.k:
            return Cells(np.zeros(len(problem.points), dtype=np.int64))
        self._require_plain(problem)
        if len(problem.points) > BLOCK_RECORDS:
            found = self._searched_in_blocks(problem, deadline)
            return self._closed(problem, found) if self.diagram and found.costs is None else found
        return self._searched(problem, deadline)

    def _searched(self, problem: Problem, deadline: float) -> Cells:
        """One block."""
        since = perf_counter()
        budget_s = deadline - since
        with pcl_at_work(problem, budget_s if self.start is None else np.inf) as beside:
            block = Block.of(problem.points, problem.k, problem.weights, problem.promise)
            begun = best_of(
                problem,
                starts_for(self.start, problem) if beside is None else GREEDY,
                since + STARTS_SHARE * budget_s,
                n_sure=SURE_OF_FEW,
                cores=None if beside is None else beside.n_free,
                pcl_s=lambda _: time_for_pcl(problem, budget_s),
            )
            problem = replace(problem, progress=_onwards(problem.progress))
            found = self._improved(problem, block, begun, since, deadline, beside)
            if beside is not None:
                found = beside.overtaking(
                    problem, found, lambda made: self._improved(problem, block, made, perf_counter(), deadline)
                )
        return found if found.costs is not None else self._closed(problem, found)

    def _searched_in_blocks(self, problem: Problem, deadline: float) -> Cells:
        """Many records."""
        rounds, budget_s = self.rounds or BLOCK_ROUNDS, deadline - perf_counter()
        with pcl_at_work(problem, budget_s if self.start is None else np.inf) as beside:
            mosaic = Mosaic(problem, deadline, beside)
            found = mosaic.searched(mosaic.begun(self.start), rounds, self.batches, self._named)
            if beside is not None:
                found = beside.overtaking(problem, found, lambda made: mosaic.searched(made, rounds, None, self._named))
        return found

    def _improved(
        self,
        problem: Problem,
        block: Block,
        begun: Made,
        since: float,
        deadline: float,
        beside: PclBeside | None = None,
    ) -> Cells:
        """What the search makes of these cells until the deadline, or until PCL has ended ahead of it."""
        (start, chosen), budget_s = begun, deadline - since
        interrupted = start.outcome is Outcome.INTERRUPTED
        start = keep_promise(problem, start)
        done: list[float] = []
        rounds = self.rounds or default_rounds(problem)
        whole = _trials(rounds) or 1.0

        def look() -> None:
            share = (perf_counter() - since) / budget_s if np.isfinite(deadline) else _trials(done) / whole
            problem.progress(int(min(max(share, 0.0), 1.0) * len(problem.points)), len(problem.points))

        closing_s = max(CLOSING_S * budget_s, LEAST_CLOSING_S * len(problem.points))
        end = deadline - closing_s if np.isfinite(deadline) else np.inf
        search = Search(block, start.cell_of, _seed(problem), end, look, beside, self.pivots)
        if proposes(problem) if self.rounds is None else PROPOSAL in self.rounds:
            search.begin_proposal(since + PROPOSED_BY * budget_s)
        steps = given_steps(rounds, problem) if np.isinf(deadline) else planned_steps(search, problem, budget_s)
        outcome = Outcome.COMPLETE if np.isinf(deadline) else Outcome.BUDGET_SPENT
        try:
            if interrupted:
                raise KeyboardInterrupt
            for step in self._lengthened(steps, done):
                if _taken(search, step, start.cell_of):
                    done.append(step.trials)
                if beside is not None and beside.is_ahead_of(block.unit * search.sse):
                    break
        except (Stopped, KeyboardInterrupt) as stopped:
            if isinstance(stopped, KeyboardInterrupt) or perf_counter() < search.last_call:
                outcome = Outcome.INTERRUPTED
        finally:
            search.end_proposal()
        # Without a clock the same start is found again, unless somebody has cut the starts short.
        begun_with = chosen if np.isfinite(deadline) or interrupted else self.start
        history = tuple(block.unit * sse for sse in search.history)
        found = Cells(search.cell_of, outcome, history=history, method=self._named(done, begun_with))
        if not any(done) and start.costs is not None and np.array_equal(search.cell_of, start.cell_of):
            return replace(found, costs=start.costs, sites=start.sites)  # PCL's, and closed
        return found

    def _lengthened(self, steps: Iterator[Step], done: Sequence[float]) -> Iterator[Step]:
        """The steps; the one after a recombination that took too many pivots is longer."""
        factor = 1.0
        for step in steps:
            yield step._replace(trials=factor * step.trials) if step.trials > 0 else step
            given_up = step.trials == RECOMBINATION and self.pivots is not None and RECOMBINATION not in done[-1:]
            factor = INSTEAD_OF_RECOMBINATION if given_up else 1.0

    def _closed(self, problem: Problem, found: Cells) -> Cells:
        """With costs that give back the cells, where that is quick or asked for: PCL can only improve them."""
        quick = fits(len(found.cell_of), int(found.cell_of.max()) + 1)
        if problem.promise is not None or not (quick or self.diagram):
            return found
        start = Partition.from_cells(problem.points, found.cell_of, method="best", weights=problem.weights)
        closing = PCL(start=start) if quick else PCL(start=start, iterations=1)
        try:
            cells = closing(replace(problem, budget_s=None, origin=None))
        except KeyboardInterrupt:
            return replace(found, outcome=Outcome.INTERRUPTED)
        return replace(cells, outcome=found.outcome, history=(*found.history, *cells.history), method=found.method)

    def _require_plain(self, problem: Problem) -> None:
        """Choosing among cells knows nothing of uneven participation or blocks, the lower bound nothing of weights."""
        if self.diagram and problem.promise is not None:
            raise ParameterError("best: there is no diagram of cells with uneven participation. Leave diagram out.")
        if self.batches is not None and len(problem.points) <= BLOCK_RECORDS:
            raise ParameterError(f"best: batches are for more than {BLOCK_RECORDS} records. Leave batches out.")
        rounds = self.rounds or ()
        if rounds != UNSEARCHED and min(rounds, default=1.0) <= RECOMBINATION:
            if problem.promise is not None:
                raise ParameterError("best: with uneven participation every round must be a number of trials above 0.")
            if len(problem.points) > BLOCK_RECORDS:
                raise ParameterError(
                    f"best: with more than {BLOCK_RECORDS} records every round must be a number of trials above 0."
                )
        if problem.weights is not None and PROPOSAL in rounds:
            raise ParameterError("best: -1 among the rounds is for records without weights.")

    def _named(self, rounds: Sequence[float], start: Any, batches: Sequence[int] | None = None) -> str:
        """The method text that repeats these rounds from this start, the last one up to these batches."""
        cut = None if batches is None or not rounds else tuple(batches)
        return describe(replace(self, start=start, rounds=tuple(rounds) or UNSEARCHED, batches=cut, pivots=None))


def _onwards(progress: Progress) -> Progress:
    """Neither a search that begins anew nor the last step reports less than before."""
    most = 0

    def report(done: int, total: int) -> None:
        nonlocal most
        most = max(most, done)
        progress(most, total)

    return report


def _trials(rounds: Sequence[float]) -> float:
    """Trials a record of all rounds together."""
    return sum(max(0.0, trials) for trials in rounds)


def _taken(search: Search, step: Step, start: IntArray) -> bool:
    """One step of the search; whether there was time for it."""
    if step.trials == ANEW:
        return True
    if step.trials == PROPOSAL:
        return search.propose()
    if step.trials == RECOMBINATION:
        return search.recombine()
    if is_choice(step.trials):
        return search.choose(-step.trials, step.limit_s)
    return search.anneal(step.hot, step.trials, start if step.hot >= HOT else None)


def _seed(problem: Problem) -> int:
    """The seed given, or one that nobody knows."""
    return problem.seed if problem.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
