"""The search of `best` in one block of records: rounds of annealing in parallel chains, and recombination between.

A round runs ``CHAINS`` chains, each over its share of the trials, whatever the number of cores: the same seed gives
the same cells on every machine. What is kept at the end of a round is the best partition so far. A round that the
clock stops leaves nothing, because it could not be repeated; one that somebody interrupts, a quick descent from where
it stood.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from time import perf_counter

import numpy as np

from shoal.partition.annealing import COLD, STILL, Block, Chain
from shoal.partition.aside import Aside
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.recombination import OutOfTime, Pool
from shoal.partition.tight_cells import Proposal

CHAINS = 2
BATCHES = 50  # of a round; between them the clock and the keyboard are looked at
POOLED = 0.6  # cells are remembered in this last part of a round, when they have a shape
GLANCE_S = 0.05  # how often the keyboard is looked at
OVERRUN = 0.1  # of the budget: a round that takes longer than it seemed may still end
DESCENT = 40  # trials a record until nothing gains any more, as a rule

Seen = Callable[[], None]


class Stopped(Exception):
    """The budget is spent, or somebody pressed Ctrl-C."""


class Search:
    """The best cells so far, and what it takes to find better ones."""

    def __init__(self, block: Block, cell_of: IntArray, seed: int, deadline: float, look: Seen) -> None:
        terrain = block.terrain
        self.block = block
        self.points: FloatArray = terrain.points
        self.weights: FloatArray = terrain.weights
        self.cell_of = cell_of
        self.sse = self._sse(cell_of)
        self.history = [self.sse]
        self.pool = Pool(self.points, self.weights, block.terrain.most)
        self.recombined: IntArray | None = None  # where the next round begins
        self.seed = seed
        self.deadline = deadline
        self.last_call = deadline + OVERRUN * max(0.0, deadline - perf_counter())
        self.look = look
        self.rounds = 0
        self._proposal: Proposal | None = None
        self._choice: Aside[IntArray | None] | None = None

    def _sse(self, cell_of: IntArray) -> float:
        return Partition.from_cells(self.points, cell_of, method="", weights=self.weights).sse

    def anneal(self, hot: float, trials: float, start: IntArray | None = None) -> None:
        """A round of so many trials a record, from the best cells or from others."""
        self.rounds += 1
        hot = self.block.warmth(hot)
        begin = start if start is not None else self.cell_of if self.recombined is None else self.recombined
        self.recombined = None
        chains = [self.block.chain(begin, (self.seed, self.rounds, number)) for number in range(CHAINS)]
        n_trials = max(1, round(trials * len(self.points) / BATCHES))
        stop = Event()
        with ThreadPoolExecutor(CHAINS) as threads:
            runs = [threads.submit(_run, chain, hot, n_trials, stop, self.last_call) for chain in chains]
            interrupted = not self._await(runs, stop)
        ends = [run.result() for run in runs]
        if not all(finished for finished, _ in ends) and not interrupted:
            raise Stopped
        for chain, (finished, seen) in zip(chains, ends, strict=True):
            if not finished:
                chain.run(STILL, STILL, DESCENT * len(self.points))
            self.offer(chain.cell_of)
            for cell_of in seen:
                self.pool.add(cell_of)
        if interrupted:
            raise Stopped

    def _await(self, runs: list[Future[tuple[bool, list[IntArray]]]], stop: Event) -> bool:
        """Wait for the chains; whether nobody interrupted."""
        try:
            while wait(runs, GLANCE_S).not_done:
                self.look()
        except KeyboardInterrupt:
            stop.set()
            return False
        except BaseException:
            stop.set()
            raise
        return True

    def offer(self, cell_of: IntArray) -> None:
        """Keep these cells if they are better."""
        sse = self._sse(cell_of)
        self.pool.add(cell_of)
        if sse < self.sse:
            self.sse = sse
            self.cell_of = cell_of
        self.history.append(self.sse)

    def begin_proposal(self, end: float) -> None:
        """Look for the cells that hold the lower bound, to have more to choose from, until ``end`` at most."""
        self._proposal = Proposal(self.points, self.block.k, end)

    def end_proposal(self) -> None:
        """Whatever has not been found by now is not wanted any more."""
        if self._proposal is not None:
            self._proposal.give_up()

    def propose(self) -> bool:
        """Take the cells that hold the lower bound into the pool; whether they were found in time."""
        cells = None if self._proposal is None else self._proposal.cells()
        if cells is None:
            return False
        self.pool.propose(cells)
        return True

    def recombine(self) -> bool:
        """Choose among all cells seen and proposed, for the next round to begin with; whether there was time."""
        try:
            self.recombined = self.pool.recombined(self.sse, self.deadline)
        except OutOfTime:
            return False
        if self.recombined is not None:
            self.offer(self.recombined)
        return True

    def begin_choice(self) -> None:
        """Look for the best partition out of the cells that are in the pool now, while there is time."""
        self._choice = Aside(self.pool.choice(self.sse, self.deadline))

    def end_choice(self) -> bool:
        """Wait for it; whether it was found in time and is better."""
        cell_of = None if self._choice is None else self._choice.result()
        if cell_of is None:
            return False
        self.offer(cell_of)
        return True

    @property
    def left_s(self) -> float:
        """Seconds until the budget is spent."""
        return self.deadline - perf_counter()


def _run(chain: Chain, hot: float, n_trials: int, stop: Event, deadline: float) -> tuple[bool, list[IntArray]]:
    """A chain's part of a round: whether it came to its end, and cells it passed through."""
    seen: list[IntArray] = []
    for batch in range(BATCHES):
        if stop.is_set() or perf_counter() >= deadline:
            return False, seen
        warmth = hot * (COLD / hot) ** (np.array([batch, batch + 1]) / BATCHES)
        chain.run(float(warmth[0]), float(warmth[1]), n_trials)
        if batch >= BATCHES * (1.0 - POOLED):
            seen.append(chain.cell_of)
    chain.run(STILL, STILL, DESCENT * len(chain.moving.cell_of))
    return True, seen
