"""The steps of `best`, as settings objects whose call takes the step.

    anneal(9000, level=2)    so many trials a record, from a first temperature of this level
    recombine                choose among all cells seen by a linear program; the next annealing begins with the choice
    choose(0.25)             choose exactly for this share of the records, while the others stay in their cells
    design(pcl(starts=2))    run another method, and keep its cells if they are better

A step returns itself as it can be taken again without a clock, or None when it was stopped before it changed anything.
So the steps of a result repeat it: ``best(start=mdav, steps=[anneal(9000), recombine, choose(0.25)])``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import Outcome, ParameterError
from shoal.partition.confidential.merging import merged
from shoal.partition.control import Clock, GivenUpError, Look
from shoal.partition.method_text import value_from
from shoal.partition.pcl.given_starts import as_done
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner
from shoal.partition.registry import METHODS, find_method
from shoal.partition.repair import keep_promise
from shoal.partition.search.set_partitioning import OutOfTime, Pool
from shoal.partition.search.state import RECOMBINED_RECORDS, SearchState

HOT = 2.0  # level at which cells lose most of their shape (design 025)
WARM = 0.25  # level at which cells keep their place and exchange records (design 025)
LATER = 0.5  # level at which cells of many records keep their place and borders give way (design 025)
PROPOSED, RESTARTED = -1.0, -2.0  # among the rounds in method texts of version 0.1
MOST_TRIALS = 1e9  # a record: weeks (8 million a second: `best.py`)


class Step(Protocol):
    """One step of a search."""

    name: ClassVar[str]

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Step | None:
        """Take the step."""
        ...


@dataclass(frozen=True)
class Anneal:
    """So many trials a record. ``batches`` says after how many batches each chain ended, if the clock cut one short."""

    trials: float
    level: float = WARM
    batches: Sequence[int] | None = None

    name: ClassVar[str] = "anneal"
    positional: ClassVar[str] = "trials"

    def __post_init__(self) -> None:
        if not (_is_number(self.trials) and 0 < self.trials <= MOST_TRIALS):
            raise ParameterError(f"anneal: trials must be a number above 0 and at most {MOST_TRIALS:.0e}.")
        if not (_is_number(self.level) and 0 < self.level < np.inf):
            raise ParameterError("anneal: level must be a positive number.")
        if self.batches is not None:
            given = tuple(self.batches) if isinstance(self.batches, (list, tuple)) else ()
            if not given or not all(type(number) is int and number >= 0 for number in given):
                raise ParameterError("anneal: batches must be a list of whole numbers of at least 0.")
            object.__setattr__(self, "batches", given)

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Anneal | None:
        """Anneal from the best cells, or from those that were recombined."""
        asked = None if self.batches is None else tuple(self.batches)
        cut = state.anneal(self.trials, self.level, asked, clock, look)
        return None if cut is not None and not any(cut) else replace(self, batches=cut)


@dataclass(frozen=True)
class Recombine:
    """Choose among all cells seen. The step is left out when the simplex method takes more than so many pivots."""

    pivots: int | None = None

    name: ClassVar[str] = "recombine"

    def __post_init__(self) -> None:
        if self.pivots is not None and (type(self.pivots) is not int or self.pivots < 0):
            raise ParameterError("recombine: pivots must be a whole number of at least 0.")

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Recombine | None:
        """The choice becomes where the next annealing begins."""
        pool = _pool_of(state, self.name)
        answer = _solved(lambda: pool.recombined(state.sse, clock, self.pivots), clock, look)
        if answer is None:
            return None
        [state.recombined] = answer
        if state.recombined is not None:
            state.offer(state.recombined)
        return self


@dataclass(frozen=True)
class Choose:
    """Choose exactly among all cells seen, for a share of the records; the others stay in their cells."""

    share: float

    name: ClassVar[str] = "choose"
    positional: ClassVar[str] = "share"

    def __post_init__(self) -> None:
        if not (_is_number(self.share) and 0 < self.share <= 1):
            raise ParameterError("choose: share must be above 0 and at most 1.")

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Choose | None:
        """Never worse."""
        pool = _pool_of(state, self.name)
        answer = _solved(lambda: pool.chosen(state.cell_of, state.sse, self.share, clock), clock, look)
        if answer is None:
            return None
        [found] = answer
        if found is not None:
            state.offer(found)
            state.recombined = None
        return self


@dataclass(frozen=True)
class Redesign:
    """Run another method from nothing, and keep its cells if they are better."""

    method: Any

    name: ClassVar[str] = "design"
    positional: ClassVar[str] = "method"

    def __post_init__(self) -> None:
        object.__setattr__(self, "method", find_method(self.method))

    def __call__(self, state: SearchState, clock: Clock, look: Look) -> Redesign | None:
        """PCL is stopped by the clock, and says after how many of its steps; other methods run to their end."""
        limit_s = clock.left_s if clock.has_end and self.method.uses_budget else None
        if limit_s is not None and limit_s <= 0.0:
            return None

        def watch(_done: int, _total: int) -> None:
            if clock.is_interrupted:
                raise GivenUpError

        problem = replace(state.problem, seed=state.next_seed(), budget_s=limit_s, progress=watch, origin=None)
        method: Partitioner = self.method
        run = method.alternated if isinstance(method, PCL) else method  # costs are found at the end of the search
        try:
            [cells] = clock.run([lambda: run(problem)], look)
        except (GivenUpError, KeyboardInterrupt):  # after either of them the clock is interrupted
            return None
        kept = keep_promise(problem, cells).cell_of
        if problem.confidential is not None:
            kept = merged(problem.points, kept, problem.confidential, problem.weights)
        state.offer(kept)
        return self if cells.outcome is Outcome.COMPLETE else Redesign(as_done(method, cells))


STEPS: Mapping[str, type] = {step.name: step for step in (Anneal, Recombine, Choose, Redesign)}


def steps_from(given: object) -> tuple[Step, ...]:
    """The steps of a list of settings objects and texts such as 'anneal(500)' or 'recombine'."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise ParameterError('best: steps must be a list, as in steps=["anneal(500)", "recombine", "anneal(100)"].')
    return tuple(_step_from(step) for step in given)


def _step_from(given: object) -> Step:
    step = value_from(given, "steps", {**METHODS, **STEPS}) if isinstance(given, str) else given
    if step == Recombine.name:  # a bare word
        step = Recombine()
    if not isinstance(step, tuple(STEPS.values())):
        raise ParameterError(f"best: every step must be one of {', '.join(STEPS)}, as in 'anneal(500)'.")
    return cast(Step, step)


def recombine_any(steps: Sequence[Step]) -> bool:
    """Whether one of these steps needs all cells seen."""
    return any(isinstance(step, (Recombine, Choose)) for step in steps)


def steps_of_rounds(rounds: object, batches: object = None, pivots: object = None) -> tuple[Step, ...]:
    """The steps that method texts told as numbers up to version 0.1.

    A number above 0 is an annealing of so many trials a record, 0 recombine, and −s above −1 choose(s). −1 proposed
    cells, which is not done any more. −2 only said that the next annealing is hot. The batches are those of the last
    annealing.
    """
    if isinstance(rounds, str) or not isinstance(rounds, Sequence) or not all(map(_is_number, rounds)):
        raise ParameterError(
            "best: rounds must be a list of numbers. Better give steps, as in [anneal(500), recombine]."
        )
    steps: list[Step] = []
    level = HOT
    for number in map(float, rounds):
        if number > 0:
            steps.append(Anneal(number, level))
            level = LATER
        elif number == RESTARTED:
            level = HOT
        elif number == 0.0:
            steps.append(Recombine(pivots))  # type: ignore[arg-type]
            level = WARM
        elif number != PROPOSED:
            steps.append(Choose(-number))
    if tuple(rounds) == (0.0,):
        return ()  # how a search that had no time for any round was told
    if batches is not None and steps and isinstance(steps[-1], Anneal):
        steps[-1] = replace(steps[-1], batches=batches)  # type: ignore[arg-type]
    return tuple(steps)


def _pool_of(state: SearchState, name: str) -> Pool:
    if state.pool is None:
        raise ParameterError(
            f"best: {name} is for at most {RECOMBINED_RECORDS:,} records whose cells are judged by their size alone. "
            "Leave it out of the steps."
        )
    return state.pool


def _solved(program: Callable[[], IntArray | None], clock: Clock, look: Look) -> tuple[IntArray | None] | None:
    """What a program found, perhaps nothing; None when it was stopped."""

    def answer() -> tuple[IntArray | None] | None:
        try:
            return (program(),)
        except OutOfTime:
            return None

    [found] = clock.run([answer], look)
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
