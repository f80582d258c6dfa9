"""Design counts: how many design records a rule assigns to each cell, stated so that no figure is about fewer than k.

If identical records are in different cells, a rule assigns all of them to one cell, and a single record may remain in
another. Cells with fewer than k are therefore counted together, with enough other cells that they hold at least k, and
that no count follows by subtraction from the total.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray

POOLED = -1  # a cell that is only counted together with the others marked so
FEWEST_POOLED = 2  # cells


def pooled(counts: IntArray, k: int) -> IntArray:
    """The counts, with those below k and as many of the next ones as it takes marked as pooled."""
    if counts.min() >= k:
        return counts
    order = np.argsort(counts, kind="stable")
    held = np.cumsum(counts[order])
    enough = int(np.searchsorted(held, k)) + 1  # cells that hold k records together
    n_pooled = min(len(counts), max(int((counts < k).sum()), enough, FEWEST_POOLED))
    told: IntArray = counts.copy()
    told[order[:n_pooled]] = POOLED
    return told


def together(counts: FloatArray | IntArray, of_design: IntArray, total: float) -> tuple[FloatArray, FloatArray]:
    """Both counts in shares of all records, the pooled cells as one; ``total`` are the records of the design."""
    apart = of_design != POOLED
    own = np.append(counts[apart], counts[~apart].sum()) / max(1, int(counts.sum()))
    design = np.append(of_design[apart], total - of_design[apart].sum()) / total
    return own, design


def drift_between(counts: IntArray, of_design: IntArray | None, total: float) -> float | None:
    """Which share of the records stands elsewhere than those of the design; None where that is not known of them."""
    if of_design is None:
        return None
    own, design = together(counts, of_design, total)
    return 0.5 * float(np.abs(own - design).sum())


def drift_by_chance(n_records: int, of_design: IntArray, total: float) -> float:
    """About the drift of so many records of the very population of the design: mean deviations of their counts."""
    _, design = together(np.zeros_like(of_design), of_design, total)
    return 0.5 * float(np.sqrt(2.0 * design * (1.0 - design) / (np.pi * max(1, n_records))).sum())


def agree(counts: IntArray, of_design: IntArray, total: int) -> bool:
    """Whether these are the counts of the design, as far as it tells them."""
    apart = of_design != POOLED
    return int(counts.sum()) == total and bool((counts[apart] == of_design[apart]).all())
