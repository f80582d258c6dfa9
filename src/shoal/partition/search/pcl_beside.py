"""PCL beside a search: where a budget is about as long as PCL takes, nobody knows beforehand which of the two will be
ahead at its end, so both are run. One core is left to PCL; the chains of the search have the others, and all of them as
soon as PCL has ended. (Of many records PCL uses all cores, and shares the others with the chains.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event

from shoal.errors import Outcome
from shoal.partition.control import Background, FairSemaphore, n_threads
from shoal.partition.partition import sse_of
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Cells, Problem
from shoal.partition.search.portfolio import seconds_beside
from shoal.partition.search.starts import GivenUpError, Made, begun

ROUNDING = 1e-12  # of a distortion: it is not lower
NEARLY = 0.3  # of its rounds done when a budget is spent: it will end soon, because later rounds are quicker
SOON_S = 1.0  # so long it is waited for in any case

Look = Callable[[], None]


class PclBeside:
    """PCL at work for so many seconds, until somebody waits for its end or gives it up."""

    def __init__(self, problem: Problem, seconds: float) -> None:
        self._problem = problem
        self._seconds = seconds
        self.cores = FairSemaphore(n_threads())
        self._ended = Event()
        self._share = 0.0
        self._sse = float("inf")
        self.cores.take()
        self._work = Background(self._made)

    def _made(self, stop: Event) -> Made | None:
        def look(done: int, total: int) -> None:
            self._share = max(self._share, done / total)
            if stop.is_set():
                raise GivenUpError

        try:
            made = begun(replace(self._problem, progress=look), PCL(), self._seconds)
            self._sse = sse_of(self._problem.points, made[0].cell_of, self._problem.weights)
            return made
        except GivenUpError:
            return None
        finally:
            self._ended.set()
            self.cores.leave()

    @property
    def has_ended(self) -> bool:
        """Whether nobody has to wait for it any longer."""
        return self._ended.is_set()

    def is_ahead_of(self, sse: float) -> bool:
        """Whether it has ended, with less distortion than this."""
        return self.has_ended and self._sse < (1.0 - ROUNDING) * sse

    @property
    def is_worth_waiting_for(self) -> bool:
        """Whether it has ended or will soon."""
        return self.has_ended or self._seconds <= SOON_S or self._share >= NEARLY

    @property
    def n_free(self) -> int:
        """Cores that it leaves to others at present."""
        return max(1, n_threads() - (not self.has_ended))

    def free_share(self, n_chains: int) -> float:
        """How much of a core each chain has at present."""
        return min(1.0, self.n_free / n_chains)

    def overtaking(self, problem: Problem, found: Cells, again: Callable[[Made], Cells]) -> Cells:
        """What a search found, or what it finds once it has begun again with the cells of PCL, if those are better."""
        interrupted = found.outcome is Outcome.INTERRUPTED
        try:
            sse = sse_of(problem.points, found.cell_of, problem.weights)
            if self.is_ahead_of(sse) or (self.is_worth_waiting_for and sse > 0.0 and not interrupted):
                made = self.result(lambda: problem.progress(len(problem.points), len(problem.points)))
                if made is not None and self.is_ahead_of(sse):
                    cells, made_by = made
                    found = again((replace(cells, outcome=Outcome.INTERRUPTED) if interrupted else cells, made_by))
        except KeyboardInterrupt:
            interrupted = True
        interrupted = not self.give_up() or interrupted
        return replace(found, outcome=Outcome.INTERRUPTED) if interrupted else found

    def result(self, look: Look) -> Made | None:
        """Wait for its end, and look at the keyboard meanwhile."""
        return self._work.result(look)

    def give_up(self) -> bool:
        """Nobody wants it any more; whether nobody was impatient with its end either."""
        try:
            self._work.give_up()
        except KeyboardInterrupt:
            self._work.give_up()
            return False
        return True


@contextmanager
def pcl_at_work(problem: Problem, budget_s: float) -> Iterator[PclBeside | None]:
    """PCL beside whatever is done here, where that pays; nobody wants it any more afterwards."""
    seconds = seconds_beside(problem, budget_s)
    beside = None
    try:
        if seconds > 0.0:
            beside = PclBeside(problem, seconds)
        yield beside
    finally:
        if beside is not None:
            beside.give_up()
