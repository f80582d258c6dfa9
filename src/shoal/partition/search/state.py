"""The state of a search: the best cells so far, and what its steps share.

Steps (`search/steps.py`) change it. The same start, seed and steps give the same state, whatever the number of cores.
"""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import ParameterError
from shoal.partition.confidential.surroundings import others_nearby
from shoal.partition.control import Clock, Look
from shoal.partition.partition import Partition, sse_of
from shoal.partition.problem import Cells, Problem
from shoal.partition.search.annealing import (
    DESCENT,
    Annealed,
    Around,
    Block,
    annealed,
    look_around,
    look_around_many,
    n_batches_of,
)
from shoal.partition.search.confidential_annealing import annealed_with_promise
from shoal.partition.search.decomposition import FLAT_DIMS, WHOLE_RECORDS, blocks_of_cells, centred, joined
from shoal.partition.search.set_partitioning import Pool

CHAINS = 2  # of a block that is alone, on any number of cores: so a seed gives the same cells everywhere (design 025)
RECOMBINED_K = 8  # beyond, a choice among cells finds no more than annealing in its time (design 025)
PROBE_TRIALS = 100_000  # of a chain: ten milliseconds (8 million a second: `best.py`), so the overhead hardly counts
ROUNDING = 1e-24  # of the distortion of one cell of all, the square of 10⁻¹²: means of twins are rounded (design 025)
FLAT_HEAT = 0.3  # exponent of heat for closeness: cells reach far, whatever is usual nearby (design 030)
RECOMBINED_RECORDS = 5_000  # beyond, a linear program over the cells takes minutes (`benchmarks.nominal_speed`)


class SearchState:
    """The best cells so far, where the next step begins, and all cells seen where they can be recombined."""

    def __init__(self, problem: Problem, start: Cells, *, recombines: bool) -> None:
        self.problem = problem
        self.seed = problem.seed if problem.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
        self.cell_of = start.cell_of
        begun = Partition.from_cells(problem.points, start.cell_of, method="", weights=problem.weights)
        self.sse, self._rounding = begun.sse, ROUNDING * begun.sst
        self.history = [self.sse]
        self.recombined: IntArray | None = None  # where the next annealing begins, if not with the best cells
        self.pool = Pool(problem.points, problem.weights, 2 * problem.k - 1) if recombines else None
        self._n_taken = 0  # steps that draw random numbers
        self._begun_batches, self._all_batches = [0], 1
        self._trial_s: float | None = None  # seconds of a trial of every record, in the last annealing

    @property
    def is_perfect(self) -> bool:
        """Whether nothing is left to gain: every cell holds copies of one point."""
        return self.sse <= self._rounding

    def offer(self, cell_of: IntArray) -> None:
        """Keep these cells if they are better."""
        sse = sse_of(self.problem.points, cell_of, self.problem.weights)
        if self.pool is not None:
            self.pool.add(cell_of)
        if sse < self.sse:
            self.cell_of, self.sse = cell_of, sse
        self.history.append(self.sse)

    def anneal(
        self,
        trials: float,
        level: float,
        batches: tuple[int, ...] | None,
        clock: Clock,
        look: Look,
        *,
        in_one: bool = False,
    ) -> tuple[int, ...] | None:
        """Anneal all records once. Returns after how many batches each chain ended, None if all came to their ends.

        Up to ``WHOLE_RECORDS`` chains begin with the same cells, and the best result counts. Beyond, every chain has a
        block of the records, and of each block the better of the old and the new cells stay. ``in_one``: the records
        are a block of somebody else's, and one chain has all of them.
        """
        begin = self.cell_of if self.recombined is None else self.recombined
        seed = (self.seed, self._n_taken)
        if in_one or len(self.problem.points) <= WHOLE_RECORDS:
            n_chains = 1 if in_one else CHAINS
            alike = [self._whole] * n_chains, [begin] * n_chains
            chains = self._chains(*alike, trials, level, batches, seed, clock, look)
            for chain in chains:
                if self.pool is not None:
                    for cell_of in chain.passed:
                        self.pool.add(cell_of)
                self.offer(chain.cell_of)
        else:
            rows = blocks_of_cells(self.problem.points, begin, self.problem.k, seed)
            starts = [np.unique(begin[block], return_inverse=True)[1] for block in rows]
            blocks = [self._block(block) for block in rows]
            chains = self._chains(blocks, starts, trials, level, batches, seed, clock, look)
            better = [
                min(chain.cell_of, start, key=partial(_distortion, block))
                for block, start, chain in zip(blocks, starts, chains, strict=True)
            ]
            self.offer(joined(len(begin), rows, better))
        self.recombined = None
        self._n_taken += 1
        return None if all(chain.is_whole for chain in chains) else tuple(chain.n_batches for chain in chains)

    def _chains(
        self,
        blocks: list[Block],
        starts: list[IntArray],
        trials: float,
        level: float,
        batches: tuple[int, ...] | None,
        seed: tuple[int, ...],
        clock: Clock,
        look: Look,
    ) -> list[Annealed]:
        begun = self._begun_batches = [0] * len(blocks)
        most = [n_batches_of(trials, len(block.points)) for block in blocks]
        self._all_batches = sum(most)
        asked = (None,) * len(blocks) if batches is None else batches
        if len(asked) != len(blocks):
            raise ParameterError(f"anneal: batches has {len(asked)} numbers, and there are {len(blocks)} chains.")
        if any(number is not None and number > last for number, last in zip(asked, most, strict=True)):
            raise ParameterError(f"anneal: batches of {trials:g} trials a record must be at most {max(most)}.")

        def chain(number: int) -> Annealed:
            def is_up() -> bool:
                begun[number] += 1
                return clock.is_up

            promise = blocks[number].confidential
            if promise is not None:
                return annealed_with_promise(
                    blocks[number], starts[number], level, trials, (*seed, number), promise, is_up,
                    most_batches=asked[number],
                )  # fmt: skip
            return annealed(
                blocks[number], starts[number], level, trials, (*seed, number), is_up,
                most_batches=asked[number], keeps=self.pool is not None,
            )  # fmt: skip

        own = Clock()
        chains = clock.run([partial(chain, number) for number in range(len(blocks))], look)
        if all(chain.is_whole for chain in chains):
            self._trial_s = own.elapsed_s / (trials + DESCENT)
        return chains

    def trials_in(self, seconds: float) -> float:
        """How many trials a record fit into so many seconds, by the last annealing; the first one is a probe."""
        if self._trial_s is None:
            return PROBE_TRIALS / len(self.problem.points)
        return seconds / self._trial_s - DESCENT

    @property
    def share_of_step(self) -> float:
        """How much of an annealing step is done, from 0 to 1."""
        return min(1.0, sum(self._begun_batches) / self._all_batches)

    def next_seed(self) -> int:
        """A seed for a step that draws random numbers of its own."""
        self._n_taken += 1
        return int(np.random.SeedSequence((self.seed, self._n_taken)).generate_state(1)[0])

    @cached_property
    def _around(self) -> Around:
        """The neighbours of every record: exactly, unless that would take longer than the annealing."""
        points, k = self.problem.points, self.problem.k
        if len(points) <= WHOLE_RECORDS or points.shape[1] <= FLAT_DIMS:
            around = look_around(points, k)
        else:
            around = look_around_many(points, k, self.seed)
        if self.problem.confidential is None:
            return around
        others = others_nearby(points, self.problem.confidential)
        # Rules make cells wider than their k nearest records, so the start says which distortion is usual.
        weight = len(points) if self.problem.weights is None else float(self.problem.weights.sum())
        usual = self.history[0] / weight
        flat = around.heat ** (FLAT_HEAT if self.problem.confidential.is_about_distances else 1.0)
        flat *= max(usual, float(around.heat.mean())) / float(flat.mean())
        return Around(np.hstack([around.near, others]), flat)

    @cached_property
    def _whole(self) -> Block:
        problem = self.problem
        return Block.of(problem.points, problem.k, problem.weights, problem.promise, self._around, problem.confidential)

    def _block(self, rows: IntArray) -> Block:
        problem = self.problem
        return Block.of(
            centred(problem.points[rows]),
            problem.k,
            None if problem.weights is None else problem.weights[rows],
            None if problem.promise is None else problem.promise.of(rows),
            self._around.inside(rows),
            None if problem.confidential is None else problem.confidential.of(rows),
        )


def is_plain(problem: Problem) -> bool:
    """Whether the size of a cell is all that is promised."""
    return problem.promise is None and problem.confidential is None


def can_recombine(problem: Problem) -> bool:
    """Whether cells can be chosen from all cells seen. The program knows nothing of promises beyond a size."""
    return len(problem.points) <= RECOMBINED_RECORDS and is_plain(problem)


def should_recombine(problem: Problem) -> bool:
    """Whether a choice among cells pays."""
    return can_recombine(problem) and problem.k <= RECOMBINED_K


def _distortion(block: Block, cell_of: IntArray) -> float:
    return sse_of(block.points, cell_of, block.weights)
