"""Partitioning block by block: records of different blocks never share a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome
from shoal.guarantee import PersonAnonymity
from shoal.partition.greedy.vmdav import SCAN, VMDAV
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.partition.search.best import Best
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

if TYPE_CHECKING:
    from shoal.guarantee.confidential import ConfidentialPromise

WORSE = (Outcome.COMPLETE, Outcome.BUDGET_SPENT, Outcome.INTERRUPTED)  # the last one that any block has is that of all
NO_TIME_S = 1e-9


def microaggregate_blocks(
    points: FloatArray,
    block_of: IntArray,
    k: int,
    *,
    methods: Sequence[Partitioner],
    seed: int | None = None,
    budget_s: float | None = None,
    weights: FloatArray | None = None,
    persons: PersonAnonymity | None = None,
    confidential: ConfidentialPromise | None = None,
    progress: Progress = no_progress,
) -> tuple[Partition, tuple[str, ...]]:
    """One partition over all blocks, and the method that made the cells of each block.

    ``methods`` holds one method for all blocks or one for each. A time budget is shared by the size of the blocks.
    With ``persons``, k counts the persons that records stand for. A ``confidential`` promise compares every cell with
    the whole table, not with its block.
    """
    n_records = len(points)
    n_blocks = int(block_of.max()) + 1
    cell_of = np.empty(n_records, dtype=np.int64)
    parts: list[Partition] = []
    outcome = Outcome.COMPLETE
    n_cells = done = 0
    for block in range(n_blocks):
        rows = np.flatnonzero(block_of == block)
        method = methods[block] if len(methods) > 1 else methods[0]
        share_s = None if budget_s is None else budget_s * len(rows) / n_records
        if outcome is Outcome.INTERRUPTED:
            method, share_s = _hurried(method, share_s)
        part = microaggregate(
            points[rows],
            k,
            method=method,
            seed=seed,
            budget_s=share_s,
            weights=None if weights is None else weights[rows],
            masses=None if persons is None else persons.masses[rows],
            fewest_records=None if persons is None else persons.fewest_records,
            confidential=None if confidential is None else confidential.of(rows),
            progress=_shifted(progress, done, n_records),
        )
        cell_of[rows] = part.cell_of + n_cells
        n_cells += part.n_cells
        done += len(rows)
        parts.append(part)
        outcome = max(outcome, part.outcome, key=WORSE.index)
    used = tuple(part.method for part in parts)
    if any(part.distance != SQUARED_EUCLIDEAN.name for part in parts):
        # Costs of another distance are no rule for a quantizer, and its representatives may be values of one record.
        parts = [replace(part, costs=None, sites=None, history=()) for part in parts]
    whole = Partition.from_cells(points, cell_of, method=_summary(used), weights=weights, outcome=outcome)
    history = parts[0].history if n_blocks == 1 else ()  # sums over blocks that iterate differently mean nothing
    return replace(whole, costs=_joined(parts, "costs"), sites=_joined(parts, "sites"), history=history), used


def _hurried(method: Partitioner, budget_s: float | None) -> tuple[Partitioner, float | None]:
    """What is left to do after an interrupt: searches end with what they begin with, and a scan of γ tries one."""
    if isinstance(method, VMDAV) and method.gain == SCAN:
        return VMDAV(), budget_s
    if not method.uses_budget or getattr(method, "steps", None) is not None:  # steps are as many as they are
        return method, budget_s
    return (replace(method, steps=()), None) if isinstance(method, Best) else (method, NO_TIME_S)


def _joined(parts: Sequence[Partition], what: str) -> FloatArray | None:
    """The costs or sites of all cells, block by block, when every block has them."""
    arrays = [getattr(part, what) for part in parts]
    return None if any(array is None for array in arrays) else np.concatenate(arrays)


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
