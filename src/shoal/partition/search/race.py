"""A race between ways to improve cells: which of them takes the next step.

Nobody knows beforehand which way suits a table and a budget: annealing from a high temperature or from a low one,
another design by PCL, or a choice among all cells seen. So each of them is an entrant. The turns of an entrant double:
each is as long as all its turns before. The next turn belongs to the entrant that has used the least time, where the
time of an entrant counts twice for every turn in a row that brought nothing. So an entrant that brings nothing soon has
no turn any more, until the turns of the others have become much longer. To bring something is to lower the distortion
at least ``WORTH`` times as fast as the best of the others in its last turn.

The budget has no part in these rules. A longer budget begins with the turns of a shorter one, and goes on from there.

Doubled turns: M. Luby, A. Sinclair and D. Zuckerman, Optimal speedup of Las Vegas algorithms, Information Processing
Letters 47 (1993) 173–180. A halved share for every loss: K. Jamieson and A. Talwalkar, Non-stochastic best arm
identification and hyperparameter optimization, AISTATS 2016 (successive halving).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from shoal.partition.control import Clock, Look
from shoal.partition.pcl.noising import LEAST_ROUNDS
from shoal.partition.pcl.pcl import PCL
from shoal.partition.search.decomposition import WHOLE_RECORDS
from shoal.partition.search.state import SearchState
from shoal.partition.search.steps import HOT, MOST_TRIALS, WARM, Anneal, Choose, Recombine, Redesign, Step

FIRST_TURN_S = 0.02  # shorter turns would be mostly overhead (design 025)
WORTH = 0.5  # of the rate of the others: slower ones are left behind (design 025)
LEVELS = (0.7, WARM, HOT, 20.0)  # of annealing: clusters need the highest, large cells the lowest (design 025)
CONFIDENTIAL_LEVEL = 0.3  # of annealing with a price of broken promises: one long chain beats many (design 030)
LONGER = 4.0  # than all turns before, so 0.75 of ten seconds are one turn (design 030)
ALMOST = 0.95  # of what is left: a chain that the clock cuts short has not cooled down (design 030)
LEAST_TRIALS = 8.0  # a record: fewer do not reach every record (design 025)
MENDINGS = 3  # of one hot annealing: more find hardly anything (design 025)
FIRST_SHARE, LEAST_SHARE = 0.25, 0.01  # of the records in an exact choice (design 025)
DESIGN_S = 5e-5  # seconds a record that a design takes at least: PCL with eight rounds of noise (design 025)


@dataclass
class Entrant(ABC):
    """One way to improve cells, and how it fares."""

    used_s: float = 0.0
    n_idle: int = 0  # turns in a row that brought nothing
    rate: float = 0.0  # share of the distortion that it took off in a second of its last turn

    @property
    def handicap(self) -> float:
        """The entrant of the least has the next turn."""
        return self.used_s * 2.0**self.n_idle

    @property
    def turn_s(self) -> float:
        """About how many seconds its next turn lasts: as long as all its turns before."""
        return max(FIRST_TURN_S, self.used_s)

    def fits(self, left_s: float) -> bool:  # noqa: ARG002
        """Whether a turn that ends in so many seconds may bring something."""
        return True

    @abstractmethod
    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:
        """The steps of its next turn."""


@dataclass
class Annealing(Entrant):
    """Annealing from one level."""

    level: float = WARM

    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:
        """As many trials as fit."""
        yield _anneal(state, self.level, min(self.turn_s, clock.left_s))


@dataclass
class LongAnnealing(Annealing):
    """Annealing whose turns grow faster: with rules to keep one long chain goes further than several short ones."""

    level: float = CONFIDENTIAL_LEVEL

    @property
    def turn_s(self) -> float:
        """So that the last of its turns has most of the budget."""
        return max(FIRST_TURN_S, LONGER * self.used_s)

    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:
        """The last turn takes all that is left: what is left after a long turn is too short for a better one."""
        left_s = clock.left_s
        is_last = left_s < 2.0 * self.turn_s
        yield _anneal(state, self.level, ALMOST * left_s if is_last else self.turn_s)


@dataclass
class Recombination(Entrant):
    """Annealing that finds new cells; then choices among all cells seen, each mended by annealing."""

    share: float = FIRST_SHARE  # of the records in an exact choice: more while it is quick, fewer when it is not

    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:
        """Half of the turn for new cells, half for mending; every program has as long as the turn."""
        yield _anneal(state, HOT, min(self.turn_s, clock.left_s) / 2)
        for _ in range(MENDINGS):
            yield Recombine()
            if state.recombined is None:
                return
            yield _anneal(state, WARM, min(self.turn_s / 2, clock.left_s) / MENDINGS)
        own = Clock()
        yield Choose(round(self.share, 3))
        self.share = (
            min(1.0, 1.25 * self.share) if own.elapsed_s < self.turn_s / 4 else max(LEAST_SHARE, 0.8 * self.share)
        )


@dataclass
class Designs(Entrant):
    """PCL, with as many rounds of noise as fit."""

    round_s: float = 0.0

    def fits(self, left_s: float) -> bool:
        """A design cannot be cut short before its first iterations over all records."""
        return 2 * self.turn_s <= left_s

    def turn(self, state: SearchState, clock: Clock) -> Iterator[Step]:  # noqa: ARG002
        """Two starts on two cores, or one on all cores for many records."""
        rounds = LEAST_ROUNDS if self.round_s == 0.0 else max(LEAST_ROUNDS, int(self.turn_s / self.round_s))
        own = Clock()
        yield Redesign(PCL(starts=2 if len(state.problem.points) <= WHOLE_RECORDS else 1, rounds=rounds))
        self.round_s = own.elapsed_s / rounds


def race(state: SearchState, clock: Clock, look: Look) -> Iterator[Step]:
    """Improve the state until the time is up; the steps that were taken."""
    entrants = _entrants(state)
    while not (clock.is_up or state.is_perfect):
        left_s = clock.left_s
        entrant = min((one for one in entrants if one.fits(left_s)), key=lambda one: one.handicap)
        before, own = state.sse, Clock()
        yield from _steps(entrant, state, clock, look)
        entrant.used_s += own.elapsed_s
        entrant.rate = (before - state.sse) / before / own.elapsed_s
        others = max((one.rate for one in entrants if one is not entrant), default=0.0)
        is_worth_it = entrant.rate > 0.0 and entrant.rate >= WORTH * others
        entrant.n_idle = 0 if is_worth_it else entrant.n_idle + 1


def _steps(entrant: Entrant, state: SearchState, clock: Clock, look: Look) -> Iterator[Step]:
    for step in entrant.turn(state, clock):
        done = step(state, clock if isinstance(step, Anneal) else clock.within(2 * entrant.turn_s), look)
        if done is not None:
            yield done
        if clock.is_up:
            return


def _entrants(state: SearchState) -> list[Entrant]:
    problem = state.problem
    designs = Designs(used_s=DESIGN_S * len(problem.points))  # it enters when the others have had as much
    if state.pool is not None:
        return [Recombination(), designs]
    if problem.confidential is not None:  # PCL knows no such promise, and its cells would have to be merged
        return [LongAnnealing()]
    return [*(Annealing(level=level) for level in LEVELS), designs]


def _anneal(state: SearchState, level: float, seconds: float) -> Anneal:
    """As many trials as fit into so many seconds, to three digits: these are easier to read in a method text."""
    trials = min(MOST_TRIALS, max(LEAST_TRIALS, state.trials_in(seconds)))
    return Anneal(float(f"{trials:.3g}"), level)
