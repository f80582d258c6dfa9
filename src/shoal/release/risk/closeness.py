"""t-closeness: how much the confidential values of a class differ from those of the whole table.

Against the skewness and similarity attacks. t is the largest earth mover's distance between a class and the
table (Li, Li & Venkatasubramanian 2007), 0 when every class mirrors the table and at most 1.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.risk.value_counts import ValueCounts


def ordered_distances(counts: ValueCounts) -> FloatArray:
    """(classes,) distance for ordered values: Σᵢ |F(i) − P(i)| / (m − 1) over the m values in their order.

    F and P are the cumulative shares in the class and in the table.
    """
    return line_distances(counts, np.arange(counts.n_values)) / max(1, counts.n_values - 1)


def line_distances(counts: ValueCounts, place: IntArray) -> FloatArray:
    """(classes,) ∫ |F − P| over the places of the values on a line, which are whole and ascending.

    F is constant between two neighbouring values of the class while P rises, so |F − P| changes sign at most once in
    between: a binary search for that place and prefix sums of P give the whole stretch at once. O(pairs · log m) in
    all, where a table of classes by values would take O(classes · m). Prefix sums are taken over integers and are
    therefore exact.
    """
    n_values = counts.n_values
    if n_values < 2:
        return np.zeros(counts.n_classes)
    cumulative = np.cumsum(counts.value_totals)  # n · P(i)
    prefix = np.concatenate(([0], np.cumsum(cumulative[:-1] * np.diff(place))))  # n · ∫ P up to the place of the value
    first = counts.first_of_class()
    running = np.cumsum(counts.count)
    share = (running - (running - counts.count)[first][counts.class_of]) / counts.class_sizes[counts.class_of]

    begin = counts.value_of  # each pair opens a stretch that ends where the next pair of the class begins
    end = np.append(begin[1:], n_values - 1)
    last = np.append(first[1:], len(begin)) - 1
    end[last] = n_values - 1
    turn = np.clip(np.searchsorted(cumulative, share * counts.n_records), begin, end)
    below = share * (place[turn] - place[begin]) - (prefix[turn] - prefix[begin]) / counts.n_records
    above = (prefix[end] - prefix[turn]) / counts.n_records - share * (place[end] - place[turn])
    stretches = np.bincount(counts.class_of, weights=below + above, minlength=counts.n_classes)
    total = stretches + prefix[begin[first]] / counts.n_records  # before its first value a class has F = 0
    return np.asarray(total, dtype=np.float64)


def nominal_distances(counts: ValueCounts) -> FloatArray:
    """(classes,) distance for nominal values: the variation distance ½ Σ |q − p|.

    Both shares sum to 1, so it equals Σ max(q − p, 0), to which only values that occur in the class
    contribute.
    """
    excess = np.maximum(counts.inside - counts.overall, 0.0)
    return np.bincount(counts.class_of, weights=excess, minlength=counts.n_classes).astype(np.float64)


def closeness(counts: ValueCounts, *, ordered: bool) -> float:
    """The t of t-closeness."""
    distances = ordered_distances(counts) if ordered else nominal_distances(counts)
    return float(min(max(distances.max(), 0.0), 1.0))
