"""The certificate of a report: how far the cells can be from the best ones, as one figure for the whole table.

The bound is of the squared distances between points and the centroids of their cells, so it is compared with the
`sse` of the partition and never with the loss of the released values, which also counts rounding and modes.

Blocks (strata, patterns of missing values) are bounded one by one. The sum of their bounds is a bound for all cells
that stay within their blocks, which are the only ones that a run can choose from. Only the sum is told: a figure for
the whole table is a statistic, the figure of a small block would be about a few records.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.errors import ParameterError
from shoal.partition.lower_bounds import BoundKind, Certificate, certificate
from shoal.partition.partition import FloatArray, IntArray, Partition

QUICK_COORDINATES = 3  # up to here a search for neighbours looks at few points, however many there are
QUICK_WORK = 6e9  # n²·d: some four seconds on one core if a search has to look at every point
ROUNDING_GAP = 1e-8  # below it, what is left is the share that a bound takes off for rounding
GAP_STEPS = 1e4  # a gap is told in hundredths of a percent, rounded up
LOSS_STEPS = 1e4  # the least loss likewise, rounded down

WEIGHTED = "The records are weighted, and no bound is known for weighted records."
TOO_SMALL = "The table is too small to say how far from the optimum its cells are without revealing records."
ONE_CELL_ONLY = "There are too few records for more than one cell, so there was nothing to choose."
TOO_LARGE = (
    "The table is too large for the quick bound. Ask for one with certify_s=SECONDS (--certify SECONDS), "
    "and give it some minutes."
)
NOTHING_FOUND = "The bound found is 0, which says nothing: every record has neighbours just like it."
NOT_ASKED = "No bound was asked for."


@dataclass(frozen=True)
class TableBound:
    """No cells of at least k that stay within their blocks have a smaller SSE; or why there is no such number."""

    sse: float = 0.0
    kinds: tuple[BoundKind, ...] = ()  # each once, in the order of `BoundKind`
    n_blocks: int = 1
    absent: str = ""


def check_certify(certify_s: float | None, *, weighted: bool) -> None:
    """Seconds for a bound must be a positive number, and the records must not be weighted."""
    if certify_s is None:
        return
    is_number = isinstance(certify_s, (int, float, np.number)) and not isinstance(certify_s, bool)
    if not is_number or not 0 < certify_s < math.inf:
        raise ParameterError(
            "certify_s must be a positive number of seconds. Left out, the report gives the bound that costs no time."
        )
    if weighted:
        raise ParameterError(f"certify_s cannot be used here. {WEIGHTED} Leave out certify_s, or the weight.")


def bound_of_table(
    points: FloatArray, block_of: IntArray, k: int, *, weighted: bool = False, certify_s: float | None = None
) -> TableBound:
    """The bound over all blocks: the quick one, or with ``certify_s`` the best that so many seconds find."""
    if weighted:
        return TableBound(absent=WEIGHTED)
    records = np.bincount(block_of)
    open_records = int(records[records >= 2 * k].sum())
    if open_records == 0:
        return TableBound(absent=ONE_CELL_ONLY)
    if certify_s is None and not _is_quick(records, points.shape[1]):
        return TableBound(absent=TOO_LARGE)
    parts: list[Certificate] = []
    for block, n_records in enumerate(records):
        share = None if certify_s is None or n_records < 2 * k else float(certify_s) * int(n_records) / open_records
        parts.append(certificate(points[block_of == block], k, 0.0, budget_s=share))
    found = {part.kind for part in parts} - {BoundKind.ONE_CELL}
    return TableBound(
        math.fsum(part.bound for part in parts), tuple(kind for kind in BoundKind if kind in found), len(parts)
    )


def _is_quick(records: IntArray, n_coordinates: int) -> bool:
    return n_coordinates <= QUICK_COORDINATES or float((records.astype(np.float64) ** 2).sum()) * n_coordinates <= (
        QUICK_WORK
    )


def certificate_facts(partition: Partition, bound: TableBound | None, *, detail: bool) -> dict[str, Any]:
    """Plain data: the gap rounded up, the least possible loss rounded down, what they rest on, or why there are none.

    detail: whether the table is large enough for statistics of the original.
    """
    absent = NOT_ASKED if bound is None else bound.absent or ("" if detail else TOO_SMALL)
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
        "absent": None,
    }


def least_loss(bound: TableBound, sst: float) -> float:
    """The bound as a share of the variance, rounded down."""
    return math.floor(LOSS_STEPS * bound.sse / sst) / LOSS_STEPS if sst > 0 else 0.0


def _without(absent: str) -> dict[str, Any]:
    return {"at_most_above": None, "least_loss": None, "rests_on": [], "n_blocks": None, "absent": absent}
