"""Simulated annealing where cells promise something about confidential values.

Broken promises have a price while the temperature falls (`kernels/search/confidential_annealing.py`); the price rises
at the same time. At the end of a chain some cells are still broken. Descents at ever higher prices mend them, what is
cheap to mend first, and cells that are left are merged; or all broken cells are merged at once. A descent in which no
cell may break a promise follows, and the better end counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from shoal.arrays import IntArray
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.kernels.search.cells import settle
from shoal.kernels.search.confidential_annealing import Keeping, anneal_confidential, judge_cells
from shoal.partition.confidential.merging import merged
from shoal.partition.partition import sse_of
from shoal.partition.search.annealing import COLD, DESCENT, FROZEN, Annealed, Block, Chain, n_batches_of

PRICES = (5.0, 100.0)  # of missing a rule once, in the heat of the cell: first and last (design 030)
CLOSE_COLD = 0.003  # last temperature for closeness: exchanges of like values cost far less than others (design 030)
ENDING_SHARE, MOST_ENDING = 1 / 30, 100  # of a chain's trials, and a record: of the last descent (design 030)
RISE, MOST_RISES = 3.0, 10  # of the price between two descents; after so many nothing mends any more (design 030)


class ConfidentialChain(Chain):
    """Cells in motion over a block, with a price of broken promises."""

    def __init__(self, block: Block, cell_of: IntArray, seed: Sequence[int], promise: ConfidentialPromise) -> None:
        super().__init__(block, cell_of, seed)
        self.terrain = block.terrain  # cells that merging made larger than most may lose records, and win none
        n_cells, room = self.moving.members.shape
        self.keeping = Keeping(
            judge=promise.judge,
            is_on_line=len(promise.asked) == 1 and promise.is_about_distances,
            distance=np.zeros(n_cells),
            missed=np.zeros(n_cells),
            price=np.array([PRICES[0]]),
            values=np.empty(room, dtype=np.int64),
            rest=np.empty(room, dtype=np.int64),
            touched=np.zeros(n_cells, dtype=np.int64),
        )

    def run_at(self, price: float, hot: float, cold: float, n_trials: int) -> None:
        """So many trials at this price while the temperature falls from ``hot`` to ``cold``."""
        self.keeping.price[0] = price
        if n_trials > 0 and self.terrain.near.shape[1] > 0:
            settle(self.terrain, self.moving)
            judge_cells(self.terrain, self.moving, self.keeping)
            anneal_confidential(self.terrain, self.moving, self.keeping, hot, cold, n_trials, self.upheavals)

    def mend(self, n_trials: int) -> None:
        """Descents at rising prices, until no cell misses anything."""
        price = PRICES[1]
        for _ in range(MOST_RISES):
            self.run_at(price, FROZEN, FROZEN, n_trials)
            if not self.keeping.missed.any():
                return
            price *= RISE

    def descend(self, n_trials: int) -> None:
        """Trials of which none may cost anything, nor leave cells that miss more than before."""
        self.run_at(np.inf, FROZEN, FROZEN, n_trials)


def annealed_with_promise(
    block: Block,
    start: IntArray,
    level: float,
    trials: float,
    seed: Sequence[int],
    promise: ConfidentialPromise,
    is_up: Callable[[], bool] = lambda: False,
    *,
    most_batches: int | None = None,
) -> Annealed:
    """Anneal from these cells, mend, and descend; as `annealed` otherwise."""
    n_records = len(block.points)
    n_batches = n_batches_of(trials, n_records)
    asked = n_batches if most_batches is None else most_batches
    hot = block.temperature(level)
    cold = CLOSE_COLD if promise.is_about_distances else COLD
    temperature = hot * (cold / hot) ** (np.arange(n_batches + 1) / n_batches)
    price = PRICES[0] * (PRICES[1] / PRICES[0]) ** (np.arange(n_batches) / n_batches)
    ends = np.round(np.linspace(0, round(trials * n_records), n_batches + 1)).astype(np.int64)
    chain = ConfidentialChain(block, start, seed, promise)
    done = 0
    while done < asked and not is_up():
        n_trials = int(ends[done + 1] - ends[done])
        chain.run_at(float(price[done]), float(temperature[done]), float(temperature[done + 1]), n_trials)
        done += 1
    if done == 0:
        return Annealed(start, 0, False, [])
    ending = round(min(MOST_ENDING, max(DESCENT, ENDING_SHARE * trials)) * n_records)
    merged_at_once = _merged_and_descended(block, chain.cell_of, seed, promise, ending)
    chain.mend(DESCENT * n_records)
    mended_first = _merged_and_descended(block, chain.cell_of, seed, promise, ending)
    better = min((merged_at_once, mended_first), key=lambda cell_of: sse_of(block.points, cell_of, block.weights))
    return Annealed(better, done, done == n_batches, [])


def _merged_and_descended(
    block: Block, cell_of: IntArray, seed: Sequence[int], promise: ConfidentialPromise, n_trials: int
) -> IntArray:
    """Cells that are still broken are merged; then a descent that breaks nothing."""
    kept = merged(block.points, cell_of, promise, block.weights, anywhere=True)
    chain = ConfidentialChain(block, kept, seed, promise)
    chain.descend(n_trials)
    return chain.cell_of
