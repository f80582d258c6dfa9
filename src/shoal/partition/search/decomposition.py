"""Decomposition of many records into blocks that are searched side by side.

Blocks are made by halving along the widest coordinate. Every annealing step cuts the CELLS into other blocks, by their
centroids and at other places. So what was a border in one step lies inside a block in the next one. A block is a plain
task: arrays come in, cells go out, and it draws random numbers of its own. It does not matter where or in which order
the tasks are run.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.partition import Partition

WHOLE_RECORDS = 20_000  # up to here all records are one block: two chains go further than two blocks (design 025)
LARGEST_BLOCK = 600_000  # in ten dimensions most cells of a small block lie at its border (design 025) …
FLAT_BLOCK, FLAT_DIMS = 50_000, 4  # … in few dimensions hardly any do, and a block should fit the cache (design 025)
BLOCK_SHARE = 0.66  # of all records at most, so that there are two blocks or more (design 025)
CELLS_OF_A_BLOCK = 20  # at least, or a block is all border (design 025)
CUT_RANGE = (0.35, 0.65)  # where a part is cut, in shares of its records: elsewhere in every step (design 025)


def blocks_of_points(points: FloatArray, most: int) -> list[IntArray]:
    """The records of each block, at most so many."""
    parts = _cut(points, np.ones(len(points), dtype=np.int64), most, np.random.default_rng(0))
    return [np.sort(part) for part in parts]


def blocks_of_cells(points: FloatArray, cell_of: IntArray, k: int, seed: tuple[int, ...]) -> list[IntArray]:
    """The records of each block, in whole cells, each of at most as many records as is good for these points."""
    n_records, n_dims = points.shape
    most = min(FLAT_BLOCK if n_dims <= FLAT_DIMS else LARGEST_BLOCK, int(BLOCK_SHARE * n_records))
    shape = Partition.from_cells(points, cell_of, method="")
    of_block = np.empty(shape.n_cells, dtype=np.int64)
    parts = _cut(shape.centroids, shape.sizes, max(most, CELLS_OF_A_BLOCK * k), np.random.default_rng(seed))
    for block, cells in enumerate(parts):
        of_block[cells] = block
    order = np.argsort(of_block[cell_of], kind="stable")
    return np.split(order, np.flatnonzero(np.diff(of_block[cell_of][order])) + 1)


def joined(n_records: int, blocks: list[IntArray], cells: list[IntArray]) -> IntArray:
    """The cells of all blocks as one partition."""
    cell_of = np.empty(n_records, dtype=np.int64)
    n_cells = 0
    for block, own in zip(blocks, cells, strict=True):
        cell_of[block] = own + n_cells
        n_cells += int(own.max()) + 1
    return cell_of


def centred(points: FloatArray) -> FloatArray:
    """The points about their mean."""
    moved: FloatArray = points - points.mean(axis=0)
    return moved


def _cut(points: FloatArray, counts: IntArray, most: int, rng: np.random.Generator) -> list[IntArray]:
    """Parts of at most ``most`` records, where point i stands for counts[i] of them."""
    parts = [np.arange(len(points))]
    finished = []
    while parts:
        part = parts.pop()
        n_records = int(counts[part].sum())
        if n_records <= most or len(part) == 1:
            finished.append(part)
            continue
        inside = points[part]
        order = part[np.argsort(inside[:, int(np.argmax(np.ptp(inside, axis=0)))], kind="stable")]
        upto = np.cumsum(counts[order])
        cut = int(np.searchsorted(upto, n_records * rng.uniform(*CUT_RANGE))) + 1
        cut = min(max(cut, 1), len(order) - 1)
        parts += [order[cut:], order[:cut]]
    return finished
