"""best: the least distortion that a budget buys, from any start, the promise kept at every step.

Idea. A search begins with the best cells that a greedy method makes (`search/starts.py`). Then several ways to improve
them race (`search/race.py`): simulated annealing from different temperatures, designs by PCL, and for small k choices
among all cells seen (`search/set_partitioning.py`). Beyond 20,000 records annealing runs in blocks that are cut anew
for every step (`search/decomposition.py`). A last step of PCL finds costs that give back the cells, and can only lower
the distortion further.

The start and the steps that were taken are part of the result's method text, e.g.
``best(start=mdav, steps=[anneal(9000, level=2), recombine, anneal(400)])``: with the same seed they give the same cells
again, without a clock (`search/steps.py`).

Cost. O(trials · d), about 8 million trials a second and core for ten coordinates; memory a small multiple of the
points. Sizes are between k and 2k − 1 unless the start, or an uneven promise, has larger cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from shoal.errors import Outcome, ParameterError
from shoal.partition.control import Clock
from shoal.partition.method_text import describe
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Cells, Problem, Progress
from shoal.partition.repair import keep_promise
from shoal.partition.search.default_steps import default_steps
from shoal.partition.search.race import race
from shoal.partition.search.slices import Slices
from shoal.partition.search.starts import begun
from shoal.partition.search.state import SearchState, can_recombine, is_plain, should_recombine
from shoal.partition.search.steps import STEPS, Step, recombine_any, steps_from, steps_of_rounds
from shoal.partition.transport.cycle_cancelling import fits

CLOSING_SHARE = 0.03  # of the budget is kept for the last step (design 025) …
LEAST_CLOSING_S = 3e-5  # … and no less than this, times the records (design 025)


@dataclass(frozen=True)
class Best:
    """The least distortion for a budget.

    Parameters
    ----------
    start : a method or its name, or a Partition; the best greedy method when not given.
    steps : the steps of the search (`search/steps.py`). Without steps, a race until the budget is spent; without a
        budget either, about ten seconds' worth of steps for a few thousand records.
    diagram : whether to end with costs that give back the cells even where that takes long (beyond 6,000 records or
        2,000 cells), also beyond the budget: what a small quantizer needs.
    rounds, batches, pivots : steps as method texts told them up to version 0.1; they are turned into ``steps``. A
        number above 0 is an annealing, 0 recombine, and −s above −1 choose(s).
    """

    start: Any = None
    steps: Sequence[Any] | None = None
    diagram: bool | None = None
    rounds: Sequence[float] | None = None
    batches: Sequence[int] | None = None
    pivots: int | None = None

    name: ClassVar[str] = "best"
    uses_budget: ClassVar[bool] = True
    words: ClassVar[Mapping[str, type]] = {**STEPS, Slices.name: Slices}

    def __post_init__(self) -> None:
        if self.diagram not in (None, True, False):
            raise ParameterError("best: diagram must be True or False.")
        if self.rounds is not None:
            if self.steps is not None:
                raise ParameterError("best: give steps or rounds, not both.")
            object.__setattr__(self, "steps", steps_of_rounds(self.rounds, self.batches, self.pivots))
            for old in ("rounds", "batches", "pivots"):
                object.__setattr__(self, old, None)
        if self.batches is not None or self.pivots is not None:
            raise ParameterError("best: batches and pivots belong to rounds. Give rounds as well, or steps instead.")
        if self.steps is not None:
            object.__setattr__(self, "steps", steps_from(self.steps))

    def __call__(self, problem: Problem) -> Cells:
        """Start, search, close."""
        if self.steps is not None and problem.budget_s is not None:
            raise ParameterError("best has both steps and budget_s; give one of them.")
        if self.diagram and not is_plain(problem):
            raise ParameterError("best: there is no diagram of cells that keep more than k. Leave diagram out.")
        n_records = len(problem.points)
        problem = replace(problem, persons=None)  # cells of records are searched for, and repaired at the entrance
        if n_records < 2 * problem.k:
            return Cells(np.zeros(n_records, dtype=np.int64))
        clock = Clock(problem.budget_s)
        problem = replace(problem, budget_s=None, progress=_onwards(problem.progress))
        found = self._searched(problem, clock)
        is_quick = fits(n_records, int(found.cell_of.max()) + 1)
        return self._closed(problem, found) if is_plain(problem) and (is_quick or self.diagram) else found

    def _searched(self, problem: Problem, clock: Clock) -> Cells:
        n_records, budget_s = len(problem.points), clock.left_s

        def look() -> None:
            problem.progress(int(clock.elapsed_s / budget_s * n_records), n_records)

        start = begun(problem, self.start, clock, look)
        steps = default_steps(problem) if self.steps is None else self.steps
        recombines = should_recombine(problem) if clock.has_end else can_recombine(problem) and recombine_any(steps)
        state = SearchState(problem, keep_promise(problem, start.cells), recombines=recombines)
        taken: list[Step] = []
        if clock.has_end:
            closes = (
                problem.promise is None and problem.confidential is None and fits(n_records, n_records // problem.k)
            )
            reserve_s = max(CLOSING_SHARE * budget_s, LEAST_CLOSING_S * n_records) if closes else 0.0
            turns = race(state, clock.without(reserve_s), look)
        else:
            turns = _taken(state, steps, clock, problem.progress)
        try:
            taken.extend(turns)
        except KeyboardInterrupt:  # between two tasks; inside of one, the clock itself notices it
            clock.interrupt()
        outcome = Outcome.BUDGET_SPENT if clock.has_end else Outcome.COMPLETE
        begun_with = start.made_by if clock.has_end or clock.is_interrupted else self.start
        return Cells(
            state.cell_of,
            Outcome.INTERRUPTED if clock.is_interrupted else outcome,
            history=tuple(state.history),
            method=describe(replace(self, start=begun_with, steps=tuple(taken))),
        )

    def _closed(self, problem: Problem, found: Cells) -> Cells:
        """With costs that give back the cells: PCL can only improve them."""
        is_quick = fits(len(found.cell_of), int(found.cell_of.max()) + 1)
        start = Partition.from_cells(problem.points, found.cell_of, method="best", weights=problem.weights)
        closing = PCL(start=start) if is_quick else PCL(start=start, iterations=1)
        try:
            cells = closing(replace(problem, origin=None))
        except KeyboardInterrupt:
            return replace(found, outcome=Outcome.INTERRUPTED)
        return replace(cells, outcome=found.outcome, history=(*found.history, *cells.history), method=found.method)


def _taken(state: SearchState, steps: Sequence[Step], clock: Clock, progress: Progress) -> Iterator[Step]:
    """Take these steps; those that were taken."""
    n_records = len(state.problem.points)
    for number, step in enumerate(steps):
        if clock.is_interrupted or state.is_perfect:
            break

        def look(before: int = number) -> None:
            progress(int((before + state.share_of_step) / len(steps) * n_records), n_records)

        done = step(state, clock, look)
        if done is not None:
            yield done


def _onwards(progress: Progress) -> Progress:
    """Progress that never goes back, also not in the last step."""
    most = 0

    def report(done: int, total: int) -> None:
        nonlocal most
        most = max(most, min(done, total))
        progress(most, total)

    return report
