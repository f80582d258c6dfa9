"""The certificate of a report: how far the cells can be from the best ones, as one figure for the whole table.

The bound is of the squared distances between points and the centroids of their cells, so it is compared with the
`sse` of the partition and never with the loss of the released values, which also counts rounding and modes.

Blocks (strata, patterns of missing values) are bounded one by one. The sum of their bounds is a bound for all cells
that stay within their blocks, which are the only ones that a run can choose from. Only the sum is told: a figure for
the whole table is a statistic, the figure of a small block would be about a few records.

Weighted records: Σ w·|x − c|² is at least the least weight of a block times what it would be without weights, whatever
the centroids c. So that weight times the bound of the block counts; the less weights differ, the sharper it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.partition.bound.certificate import BoundKind, bound_and_kind
from shoal.partition.bound.closeness import bound_and_kind_with_promise
from shoal.partition.bound.ground import listing_s
from shoal.partition.partition import Partition

QUICK_COORDINATES = 3  # up to here a search for neighbours looks at few points, however many there are
QUICK_WORK = 6e9  # n²·d: below QUICK_S on two cores even if a search has to look at every point
QUICK_S = 5.0  # beyond that work, what a bound that nobody asked for may take by the time of a sample …
QUICK_SHARE = 0.1  # … or so much of the time that the cells took
ROUNDING_GAP = 1e-8  # below it, what is left is the share that a bound takes off for rounding
GAP_STEPS = 1e4  # a gap is stated in hundredths of a percent, rounded up
LOSS_STEPS = 1e4  # the least loss likewise, rounded down

TOO_SMALL = "The table is too small: an exact figure could reveal the values of single records."
ONE_RECORD = "One record makes most of the loss of a column: an exact figure could reveal its value."
ONE_CELL_ONLY = "There are too few records for more than one cell, so there was nothing to choose."
TOO_LARGE = (
    "The table is too large for the quick bound. Ask for a bound with certify_s=SECONDS (--certify SECONDS), "
    "and give it some minutes."
)
NOTHING_FOUND = "The bound found is 0, which says nothing: every record has neighbours with the same values."
INTERRUPTED = "The search for a bound was interrupted before it had found one."
NOT_ASKED = "No bound was asked for."


@dataclass(frozen=True)
class TableBound:
    """No cells of at least k that stay within their blocks have a smaller SSE; or why there is no such number."""

    sse: float = 0.0
    kinds: tuple[BoundKind, ...] = ()  # each once, in the order of `BoundKind`
    n_blocks: int = 1
    is_weighted: bool = False  # whether it had to be multiplied by the least weights
    absent: str = ""

    @property
    def is_interrupted(self) -> bool:
        """Whether somebody stopped the search for it."""
        return BoundKind.INTERRUPTED in self.kinds


def check_certify(certify_s: float | None) -> None:
    """Seconds for a bound must be a positive number."""
    if certify_s is None:
        return
    is_number = isinstance(certify_s, (int, float, np.number)) and not isinstance(certify_s, bool)
    if not is_number or not 0 < certify_s < math.inf:
        raise ParameterError(
            Setting("certify_s"),
            " must be a positive number of seconds. Left out, the report gives the bound that costs no time.",
        )


def bound_of_table(
    points: FloatArray,
    block_of: IntArray,
    k: int,
    *,
    weights: FloatArray | None = None,
    confidential: ConfidentialPromise | None = None,
    certify_s: float | None = None,
    cells_s: float = 0.0,
) -> TableBound:
    """The bound over all blocks: the quick one, or with ``certify_s`` the best that so many seconds find.

    An interrupt (Ctrl-C) ends the search for the bound and nothing else: what was found until then counts.

    confidential: what else all cells keep; the bound is then one for cells that keep it.
    cells_s: seconds that the cells took; a bound that takes a tenth of them is quick too.
    """
    records = np.bincount(block_of)
    if not (records >= 2 * k).any():
        return TableBound(absent=ONE_CELL_ONLY)
    try:
        if certify_s is None and not _is_quick(points, block_of, k, max(QUICK_S, QUICK_SHARE * cells_s)):
            return TableBound(absent=TOO_LARGE)
    except KeyboardInterrupt:
        return TableBound(kinds=(BoundKind.INTERRUPTED,), absent=INTERRUPTED)
    least_weight = [
        1.0 if weights is None else float(weights[block_of == block].min()) for block in range(len(records))
    ]
    bounds, found = _bounds_of_blocks(points, block_of, k, confidential, certify_s)
    sse = math.fsum(weight * bound for weight, bound in zip(least_weight, bounds, strict=True))
    return TableBound(
        sse,
        tuple(kind for kind in BoundKind if kind in found),
        len(records),
        weights is not None and float(weights.min()) < float(weights.max()),
        INTERRUPTED if sse == 0 and BoundKind.INTERRUPTED in found else "",
    )


def _bounds_of_blocks(
    points: FloatArray,
    block_of: IntArray,
    k: int,
    confidential: ConfidentialPromise | None,
    certify_s: float | None,
) -> tuple[list[float], set[BoundKind]]:
    """A bound for each block, and what they rest on.

    After an interrupt the blocks that follow get their quick bounds; after one of these, 0, which is always true.
    """
    records = np.bincount(block_of)
    open_records = int(records[records >= 2 * k].sum())
    bounds = [0.0] * len(records)
    found: set[BoundKind] = set()
    for block, n_records in enumerate(records):
        share_s = None
        if certify_s is not None and n_records >= 2 * k and BoundKind.INTERRUPTED not in found:
            share_s = float(certify_s) * int(n_records) / open_records
        try:
            rows = np.flatnonzero(block_of == block)
            own = _of_block(points, block_of, block)
            if confidential is None:
                bounds[block], kind = bound_and_kind(own, k, share_s)
            else:
                bounds[block], kind = bound_and_kind_with_promise(own, k, confidential.of(rows), share_s)
        except KeyboardInterrupt:
            found.add(BoundKind.INTERRUPTED)
            break
        found.add(kind)
    return bounds, found - {BoundKind.ONE_CELL}


def _is_quick(points: FloatArray, block_of: IntArray, k: int, quick_s: float) -> bool:
    """Whether the quick bound takes little time: by the size of the table, or if that is not enough, by a sample."""
    records, n_coordinates = np.bincount(block_of), points.shape[1]
    work = float((records.astype(np.float64) ** 2).sum()) * n_coordinates
    if n_coordinates <= QUICK_COORDINATES or work <= QUICK_WORK:
        return True
    return sum(listing_s(_of_block(points, block_of, block), k - 1) for block in range(len(records))) <= quick_s


def _of_block(points: FloatArray, block_of: IntArray, block: int) -> FloatArray:
    """The points of a block; where it is the only one, no copy of them."""
    is_in = block_of == block
    return points if is_in.all() else points[is_in]


def certificate_facts(
    partition: Partition, bound: TableBound | None, *, detail: bool, dominated: bool = False
) -> dict[str, Any]:
    """Plain data: the gap rounded up, the least possible loss rounded down, what they rest on, or why there are none.

    detail: whether the table is large enough for statistics of the original. dominated: whether one record makes most
    of the loss of a column.
    """
    unsafe = "" if detail and not dominated else TOO_SMALL if not detail else ONE_RECORD
    absent = NOT_ASKED if bound is None else bound.absent or unsafe
    if bound is None or absent:
        return _without(absent)
    gap = max(0.0, partition.sse / bound.sse - 1.0) if bound.sse > 0 else (0.0 if partition.sse == 0 else math.inf)
    if math.isinf(gap):
        return _without(NOTHING_FOUND)
    return {
        "at_most_above": 0.0 if gap <= ROUNDING_GAP else math.ceil(GAP_STEPS * gap) / GAP_STEPS,
        "least_loss": least_loss(bound, partition.sst),
        "rests_on": [kind.value for kind in bound.kinds],
        "n_blocks": bound.n_blocks,
        "is_weighted": bound.is_weighted,
        "absent": None,
    }


def least_loss(bound: TableBound, sst: float) -> float:
    """The bound as a share of the variance, rounded down."""
    return math.floor(LOSS_STEPS * bound.sse / sst) / LOSS_STEPS if sst > 0 else 0.0


def _without(absent: str) -> dict[str, Any]:
    return {
        "at_most_above": None,
        "least_loss": None,
        "rests_on": [],
        "n_blocks": None,
        "is_weighted": None,
        "absent": absent,
    }
