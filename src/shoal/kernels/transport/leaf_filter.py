"""A fast filter: whether a site of a leaf may have a lower price than a record's best so far. A "no" is never wrong.

In coordinates around the leaf's middle, g = x − middle and t = site − middle, the price is

    ‖x − site‖² + f·cost  =  ‖g‖² + f·c₀  +  v,      v = ‖t‖² − 2 g·t + f·(cost − c₀),      c₀ = the leaf's least cost

where only v differs between its sites. v is computed in single precision, eight records to a vector, and only its
least value over the sites is kept. A term of v is rounded at most d + 8 times, so v is off by less than
(d + 9)·u·(‖t‖² + 2‖g‖‖t‖ + f·(cost − c₀)), u = 2⁻²⁴; the slack is at least twice that, which leaves room for the
double-precision roundings of the rest. The true price is then computed for the
records that pass (`transport/power_diagram.py`): the filter saves work and decides nothing.

Lengths are in units of the sites' extent, a power of two, so that single precision neither overflows nor underflows;
a record that is so far away that it might (`FARTHEST`) always passes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel
from shoal.kernels.neighbours.tree_search import UNIT_ROUNDOFF

SINGLE_ROUNDOFF = 2.0**-24
SLACK_PER_TERM, SLACK = 2, 32  # (2d + 32)·u: twice what the roundings add up to
UNDERFLOW = 1e-28  # products below 2⁻¹²⁶ lose digits: at most 2⁻¹⁵⁰·FARTHEST each, here for 10¹² of them
FARTHEST = 1e15  # squared lengths, costs and factors up to here are far from the end of single precision, 3.4·10³⁸
LARGEST_EXPONENT = 400  # of the unit, whose square must not overflow either
TERMS_AT_ONCE = 4  # a pass over the records takes four terms: more pointers than LLVM tests for overlap stay scalar
FULL_VECTORS = 32  # records are filled up to a multiple of this: four unrolled vectors of eight, none left over


class Piece(NamedTuple):
    """Scratch of one thread for a few hundred records at once, one column for each."""

    here: npt.NDArray[np.float64]  # [coordinate, i] their points
    factor: npt.NDArray[np.float64]
    record_of: npt.NDArray[np.int32]  # their positions in the batch
    leaf_of: npt.NDArray[np.int64]  # the leaf that each is compared with next
    length: npt.NDArray[np.float64]  # a sum of squares for each
    local: npt.NDArray[np.float32]  # [term, i]
    value: npt.NDArray[np.float32]
    least: npt.NDArray[np.float32]
    smallest: npt.NDArray[np.float32]


class LeafFilter(NamedTuple):
    """Sites in the order of the leaves, in single precision around the middle of their leaf."""

    start: npt.NDArray[np.int64]  # (leaves + 1,) where a leaf begins
    middle: npt.NDArray[np.float64]  # [leaf, coordinate]
    terms: npt.NDArray[np.float32]  # [position, −2t₁ … −2t_d, cost − c₀, zeros, ‖t‖²]
    radius_squared: npt.NDArray[np.float64]  # [leaf] the largest ‖t‖², in units
    cost_range: npt.NDArray[np.float64]  # [leaf] the largest cost − c₀, in units
    least_cost: npt.NDArray[np.float64]  # [leaf] c₀, in units
    largest_cost: npt.NDArray[np.float64]  # [leaf] the largest |cost|, in units
    unit: npt.NDArray[np.float64]  # (1,) a length times this is in units


def filter_of(
    sites: npt.NDArray[np.float64], costs: npt.NDArray[np.float64], start: npt.NDArray[np.int64]
) -> LeafFilter:
    """The filter of sites in the order of the leaves; ``start`` is the position at which each leaf begins."""
    leaf = np.repeat(np.arange(len(start) - 1), np.diff(start))
    low, high = np.minimum.reduceat(sites, start[:-1]), np.maximum.reduceat(sites, start[:-1])
    middle = low + 0.5 * (high - low)
    extent = float(np.max(high.max(axis=0) - low.min(axis=0)))
    unit = 2.0 ** -np.clip(np.frexp(extent)[1], -LARGEST_EXPONENT, LARGEST_EXPONENT)
    least, most = np.minimum.reduceat(costs, start[:-1]), np.maximum.reduceat(costs, start[:-1])
    apart = unit * (sites - middle[leaf])
    length = np.sum(apart * apart, axis=1)
    n_dims = sites.shape[1]
    n_terms = -(-(n_dims + 1) // TERMS_AT_ONCE) * TERMS_AT_ONCE
    terms = np.zeros((len(sites), n_terms + 1), dtype=np.float32)
    with np.errstate(over="ignore"):  # beyond FARTHEST every record passes
        terms[:, :n_dims] = -2.0 * apart
        terms[:, n_dims] = unit**2 * (costs - least[leaf])
    terms[:, n_terms] = length
    return LeafFilter(
        start,
        middle,
        terms,
        np.maximum.reduceat(length, start[:-1]),
        unit**2 * (most - least),
        unit**2 * least,
        unit**2 * np.maximum(np.abs(most), np.abs(least)),
        np.array([unit]),
    )


def piece_scratch(leaf_filter: LeafFilter, n_records: int) -> Piece:
    """Scratch for one thread and at most so many records, a multiple of FULL_VECTORS."""
    return Piece(
        np.zeros((leaf_filter.middle.shape[1], n_records)),
        np.ones(n_records),
        np.zeros(n_records, dtype=np.int32),
        np.zeros(n_records, dtype=np.int64),
        np.zeros(n_records),
        np.zeros((leaf_filter.terms.shape[1] - 1, n_records), dtype=np.float32),
        np.zeros(n_records, dtype=np.float32),
        np.zeros(n_records, dtype=np.float32),
        np.zeros(n_records, dtype=np.float32),
    )


@inner_kernel
def _keep_least(terms, local, least, n_records, value, smallest):  # value, smallest OUT
    """smallest = min(least, v of one site), record by record.

    The result goes to another array than ``least``: in place, LLVM would store under a mask, which is slow.
    """
    last = local.shape[0] - TERMS_AT_ONCE
    square = terms[local.shape[0]]
    a, b, c, d = terms[last], terms[last + 1], terms[last + 2], terms[last + 3]
    for i in range(n_records):
        value[i] = square + (
            (a * local[last, i] + b * local[last + 1, i]) + (c * local[last + 2, i] + d * local[last + 3, i])
        )
    for j in range(0, last, TERMS_AT_ONCE):
        a, b, c, d = terms[j], terms[j + 1], terms[j + 2], terms[j + 3]
        for i in range(n_records):
            value[i] += (a * local[j, i] + b * local[j + 1, i]) + (c * local[j + 2, i] + d * local[j + 3, i])
    for i in range(n_records):
        smallest[i] = min(least[i], value[i])


@inner_kernel
def _around_middle(leaf_filter, leaf, piece, n_records):  # piece OUT
    """Local coordinates of the records in single precision, their squared lengths in double."""
    unit = leaf_filter.unit[0]
    here, length, local, factor = piece.here, piece.length, piece.local, piece.factor
    n_dims = here.shape[0]
    for i in range(n_records):
        length[i] = 0.0
    for j in range(n_dims):
        middle = leaf_filter.middle[leaf, j]
        for i in range(n_records):
            gap = (here[j, i] - middle) * unit
            length[i] += gap * gap
            local[j, i] = np.float32(gap)
    for i in range(n_records):
        local[n_dims, i] = np.float32(factor[i])


@inner_kernel
def let_through(leaf_filter, leaf, piece, n_records, best):  # piece OUT
    """Move the records of the piece that may find a price at or below their best to its front; returns how many.

    ``best`` has an entry for every record of the batch.
    """
    padded = -(-n_records // FULL_VECTORS) * FULL_VECTORS
    _around_middle(leaf_filter, leaf, piece, padded)
    least, smallest = piece.least, piece.smallest
    for i in range(padded):
        least[i] = np.float32(np.inf)
    for position in range(leaf_filter.start[leaf], leaf_filter.start[leaf + 1]):
        _keep_least(leaf_filter.terms[position], piece.local, least, padded, piece.value, smallest)
        least, smallest = smallest, least
    n_dims = piece.here.shape[0]
    slack = (SLACK_PER_TERM * n_dims + SLACK) * SINGLE_ROUNDOFF
    double_slack = (SLACK_PER_TERM * n_dims + SLACK) * UNIT_ROUNDOFF * leaf_filter.largest_cost[leaf]
    radius_squared, cost_range = leaf_filter.radius_squared[leaf], leaf_filter.cost_range[leaf]
    least_cost, units = leaf_filter.least_cost[leaf], leaf_filter.unit[0] * leaf_filter.unit[0]
    n_let = 0
    for i in range(n_records):
        record, factor = piece.record_of[i], piece.factor[i]
        size = 2.0 * radius_squared + piece.length[i] + factor * cost_range
        margin = slack * size + double_slack * factor + UNDERFLOW
        base = piece.length[i] + factor * least_cost
        near = size < FARTHEST and factor < FARTHEST and cost_range < FARTHEST
        if not near or least[i] <= units * best[record] - base + margin:
            piece.record_of[n_let] = record
            piece.factor[n_let] = factor
            n_let += 1
    return n_let
