"""Partitioning block by block: records of different blocks never share a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from shoal.errors import Outcome
from shoal.partition.entrance import microaggregate
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.problem import Partitioner, Progress, no_progress


def microaggregate_blocks(
    points: FloatArray,
    block_of: IntArray,
    k: int,
    *,
    methods: Sequence[Partitioner],
    seed: int | None = None,
    budget_s: float | None = None,
    weights: FloatArray | None = None,
    progress: Progress = no_progress,
) -> tuple[Partition, tuple[str, ...]]:
    """One partition over all blocks, and the method that made the cells of each block.

    ``methods`` holds one method for all blocks or one for each. A time budget is shared by the size of the blocks.
    """
    n_records = len(points)
    n_blocks = int(block_of.max()) + 1
    cell_of = np.empty(n_records, dtype=np.int64)
    used: list[str] = []
    outcome = Outcome.COMPLETE
    n_cells = done = 0
    for block in range(n_blocks):
        rows = np.flatnonzero(block_of == block)
        part = microaggregate(
            points[rows],
            k,
            method=methods[block] if len(methods) > 1 else methods[0],
            seed=seed,
            budget_s=None if budget_s is None else budget_s * len(rows) / n_records,
            weights=None if weights is None else weights[rows],
            progress=_shifted(progress, done, n_records),
        )
        cell_of[rows] = part.cell_of + n_cells
        n_cells += part.n_cells
        done += len(rows)
        used.append(part.method)
        if part.outcome is not Outcome.COMPLETE:
            outcome = part.outcome
    whole = Partition.from_cells(points, cell_of, method=_summary(used), weights=weights, outcome=outcome)
    return (replace(whole, costs=part.costs) if n_blocks == 1 else whole), tuple(used)


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    def report(done: int, _: int) -> None:
        progress(before + done, total)

    return report


def _summary(used: Sequence[str]) -> str:
    """The method, or how many blocks each method served."""
    counts = Counter(used)
    if len(counts) == 1:
        return used[0]
    return "; ".join(f"{method} in {count} of {len(used)} blocks" for method, count in counts.most_common())
