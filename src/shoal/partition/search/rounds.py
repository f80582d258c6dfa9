"""The search of `best` in one block of records: rounds of annealing in parallel chains, and recombination between.

A round runs ``CHAINS`` chains, each over its share of the trials, whatever the number of cores: the same seed gives
the same cells on every machine. What is kept at the end of a round is the best partition so far. A round that the
clock stops leaves nothing, because it could not be repeated; so one that will not end in time, because the machine has
become slower, is given up as soon as that can be seen, and a shorter one begun. One that somebody interrupts leaves a
quick descent from where it stood.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from time import perf_counter

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import GLANCE_S, Background
from shoal.partition.partition import sse_of
from shoal.partition.search.annealing import COLD, STILL, Block, Chain
from shoal.partition.search.pcl_beside import Look, PclBeside
from shoal.partition.search.set_partitioning import OutOfTime, Pool
from shoal.partition.search.tight_cells import Proposal

CHAINS = 2
BATCHES = 50  # of a round; between them the clock and the keyboard are looked at
POOLED = 0.6  # cells are remembered in this last part of a round, when they have a shape
OVERRUN = 0.1  # of the budget: a round that takes longer than it seemed may still end
FORESEEN = 3  # batches that tell how long a round will take
DESCENT = 40  # trials a record until nothing gains any more, as a rule
AT_ONCE = 10_000_000  # trials, about a second: longer batches are run in pieces


class Stopped(Exception):
    """The budget is spent, or somebody pressed Ctrl-C."""


class Search:
    """The best cells so far, and what it takes to find better ones."""

    def __init__(
        self,
        block: Block,
        cell_of: IntArray,
        seed: int,
        deadline: float,
        look: Look,
        beside: PclBeside | None = None,
        most_pivots: int | None = None,
    ) -> None:
        terrain = block.terrain
        self.block = block
        self.points = block.points
        self.weights: FloatArray = terrain.weights
        self.cell_of = cell_of
        self.sse = sse_of(self.points, cell_of, self.weights)
        self.history = [self.sse]
        self.pool = Pool(self.points, self.weights, block.terrain.most)
        self.recombined: IntArray | None = None  # where the next round begins
        self.seed = seed
        self.deadline = deadline
        self.last_call = deadline + OVERRUN * max(0.0, deadline - perf_counter())
        self.look = look
        self.beside = beside
        self.most_pivots = most_pivots
        self.rounds = 0
        self.rate = 0.0  # trials a record and second in the last round
        self._proposal: Proposal | None = None

    def anneal(self, hot: float, trials: float, start: IntArray | None = None) -> bool:
        """A round of so many trials a record, from the best cells or from others; whether it came to its end."""
        begin = start if start is not None else self.cell_of if self.recombined is None else self.recombined
        chains = [self.block.chain(begin, (self.seed, self.rounds + 1, number)) for number in range(CHAINS)]
        n_trials = max(1, round(trials * len(self.points) / BATCHES))
        round_ = _Round(self.block.warmth(hot), n_trials, self.last_call, self.beside)
        interrupted = not self._await(round_, chains)
        self.rate = round_.share_done * trials / (perf_counter() - round_.begun)
        if round_.given_up and not interrupted:
            return False
        if not interrupted and round_.share_done < 1.0:
            raise Stopped
        self.rounds += 1
        self.recombined = None
        for chain, done, seen in zip(chains, round_.batches, round_.seen, strict=True):
            if done < BATCHES:
                chain.run(STILL, STILL, DESCENT * len(self.points))
            self.offer(chain.cell_of)
            for cell_of in seen:
                self.pool.add(cell_of)
        if interrupted:
            raise Stopped
        return True

    def _await(self, round_: _Round, chains: list[Chain]) -> bool:
        """Run the chains to their ends; whether nobody interrupted."""
        with ThreadPoolExecutor(CHAINS) as threads:
            runs = [threads.submit(round_.run, number, chain) for number, chain in enumerate(chains)]
            try:
                while wait(runs, GLANCE_S).not_done:
                    round_.foresee()
                    self.look()
                interrupted = False
            except KeyboardInterrupt:
                interrupted = True
                round_.stop.set()
            except BaseException:
                round_.stop.set()
                raise
        for run in runs:
            run.result()
        return not interrupted

    def offer(self, cell_of: IntArray) -> None:
        """Keep these cells if they are better."""
        sse = sse_of(self.points, cell_of, self.weights)
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
        cells = None if self._proposal is None else self._proposal.cells(self.look)
        if cells is None:
            return False
        self.pool.propose(cells)
        return True

    def recombine(self) -> bool:
        """Choose among all cells seen and proposed, for the next round to begin with; whether there was time.

        A choice that takes more than ``most_pivots`` is given up as well, and leaves nothing behind.
        """
        recombination = Background(lambda _: self.pool.recombined(self.sse, self.deadline, self.most_pivots))
        try:
            self.recombined = recombination.result(self.look)
        except OutOfTime:
            return False
        if self.recombined is not None:
            self.offer(self.recombined)
        return True

    def choose(self, share: float, limit_s: float) -> bool:
        """Choose exactly among all cells for this share of the records; whether there was time."""
        end = min(self.deadline, perf_counter() + limit_s)
        choice = Background(lambda stop: self.pool.chosen(self.cell_of, self.sse, share, end, stop))
        try:
            found = choice.result(self.look)
        except OutOfTime:
            return False
        if found is not None:
            self.offer(found)
            self.recombined = None
        return True

    @property
    def core_share(self) -> float:
        """How much of a core each chain has at present."""
        return 1.0 if self.beside is None else self.beside.free_share(CHAINS)

    @property
    def left_s(self) -> float:
        """Seconds until the budget is spent."""
        return self.deadline - perf_counter()


class _Round:
    """A round at work: how far its chains are, and the cells they passed through."""

    def __init__(self, hot: float, n_trials: int, deadline: float, beside: PclBeside | None) -> None:
        self.hot = hot
        self.n_trials = n_trials  # of a batch
        self.deadline = deadline
        self.beside = beside
        self.begun = perf_counter()
        self.stop = Event()
        self.given_up = False
        self.batches = [0] * CHAINS
        self.seen: list[list[IntArray]] = [[] for _ in range(CHAINS)]

    @property
    def share_done(self) -> float:
        """By the chain that is behind the others; of all together where they wait for each other."""
        if self.beside is None:
            return min(self.batches) / BATCHES
        return sum(self.batches) / (CHAINS * BATCHES)

    def foresee(self) -> None:
        """Give up when the end would come too late."""
        if self.share_done >= FORESEEN / BATCHES:
            now = perf_counter()
            if now < self.deadline < self.begun + (now - self.begun) / self.share_done:
                self.given_up = True
                self.stop.set()

    def run(self, number: int, chain: Chain) -> None:
        """One chain, to its end if there is time."""
        for batch in range(BATCHES):
            if not self._wanted() or not self._run_batch_in_turn(batch, chain):
                return
            if batch >= BATCHES * (1.0 - POOLED):
                self.seen[number].append(chain.cell_of)
            if batch + 1 == BATCHES:
                chain.run(STILL, STILL, DESCENT * len(chain.moving.cell_of))
            self.batches[number] = batch + 1

    def _wanted(self) -> bool:
        return not self.stop.is_set() and perf_counter() < self.deadline

    def _run_batch_in_turn(self, batch: int, chain: Chain) -> bool:
        """One batch, when what runs beside leaves a core for it; whether nobody stopped it."""
        if self.beside is None:
            return self._run_batch(batch, chain)
        with self.beside.cores.turn(self._wanted) as is_mine:
            return is_mine and self._run_batch(batch, chain)

    def _run_batch(self, batch: int, chain: Chain) -> bool:
        """One batch, in pieces if it is long; whether nobody stopped it."""
        n_pieces = -(-self.n_trials // AT_ONCE)
        at = (batch + np.arange(n_pieces + 1) / n_pieces) / BATCHES
        warmth = self.hot * (COLD / self.hot) ** at
        ends = np.round(np.linspace(0, self.n_trials, n_pieces + 1)).astype(np.int64)
        for piece in range(n_pieces):
            if piece > 0 and self.stop.is_set():
                return False
            chain.run(float(warmth[piece]), float(warmth[piece + 1]), int(ends[piece + 1] - ends[piece]))
        return True
