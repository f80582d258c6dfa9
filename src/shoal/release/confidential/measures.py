"""How far each class keeps each rule: the figures of the count, by plain NumPy.

Cells are formed by compiled code (`kernels/confidential`). This code shares nothing with it but the definitions, which
stand in `guarantee/confidential/rules.py`: q is the share of a value in a class, p its share in the whole table.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from shoal.arrays import FloatArray
from shoal.guarantee.confidential.rules import (
    Closeness,
    ConfidentialRule,
    DeltaDisclosure,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
    RecursiveDiversity,
)
from shoal.guarantee.confidential.values import ConfidentialValues
from shoal.release.classes import Classes
from shoal.release.risk.closeness import line_distances, nominal_distances, ordered_distances
from shoal.release.risk.value_counts import ValueCounts, count_values

EQUALITY = 1e-9  # equality keeps a rule; shares of a million records differ by more than rounding does


def excess_over(rule: ConfidentialRule, values: ConfidentialValues, classes: Classes) -> FloatArray:
    """(classes,) by how much each class misses the rule, in its units; at most ``EQUALITY``: it keeps it."""
    counts = count_values(classes, values.code_of, values.totals)
    if isinstance(rule, (DistinctDiversity, EntropyDiversity)):
        return rule.l - reached(rule, values, classes)
    if isinstance(rule, LargestShare):
        return reached(rule, values, classes) - rule.share
    if isinstance(rule, RecursiveDiversity):  # strictly less is asked for, and counts are whole
        most, tail = _largest_count(counts), _tail(counts, rule.l)
        return np.where(most < rule.c * tail * (1.0 - EQUALITY), 0.0, 1.0)
    if isinstance(rule, Closeness):
        return reached(rule, values, classes) - rule.t
    if isinstance(rule, DeltaDisclosure):
        return reached(rule, values, classes) - rule.delta
    gain = counts.inside / counts.overall - 1.0
    allowed = np.minimum(rule.beta, -np.log(counts.overall)) if rule.enhanced else np.full(len(gain), rule.beta)
    return _most(counts, gain - allowed)


def reached(rule: ConfidentialRule, values: ConfidentialValues, classes: Classes) -> FloatArray:
    """(classes,) the figure of the rule in each class: how many values, which share, which distance, …"""
    counts = count_values(classes, values.code_of, values.totals)
    if isinstance(rule, DistinctDiversity):
        return _distinct(rule, values, counts)
    if isinstance(rule, EntropyDiversity):
        share = counts.inside
        entropy = np.bincount(counts.class_of, weights=-share * np.log(share), minlength=counts.n_classes)
        return np.asarray(np.exp(np.maximum(entropy, 0.0)), dtype=np.float64)
    if isinstance(rule, RecursiveDiversity):
        return _largest_recursive(rule, counts)
    if isinstance(rule, LargestShare):
        return _most(counts, counts.inside)
    if isinstance(rule, Closeness):
        return _distances(rule, values, classes, counts)
    if isinstance(rule, DeltaDisclosure):
        return _most(counts, np.abs(np.log(counts.inside / counts.overall)))
    return np.maximum(_most(counts, counts.inside / counts.overall - 1.0), 0.0)


def _most(counts: ValueCounts, figure: FloatArray) -> FloatArray:
    """(classes,) the largest figure of the values of each class."""
    return np.asarray(np.maximum.reduceat(figure, counts.first_of_class()), dtype=np.float64)


def _largest_count(counts: ValueCounts) -> FloatArray:
    return _most(counts, counts.count.astype(np.float64))


def _distinct(rule: DistinctDiversity, values: ConfidentialValues, counts: ValueCounts) -> FloatArray:
    if not rule.needs_numbers or values.numbers is None:
        return np.bincount(counts.class_of, minlength=counts.n_classes).astype(np.float64)
    enough = _enough_by(rule)
    found = np.zeros(counts.n_classes)
    last = np.full(counts.n_classes, np.nan)
    for class_, number in zip(counts.class_of, values.numbers[counts.value_of], strict=True):  # ascending in a class
        if not found[class_] or enough(last[class_], number):
            found[class_] += 1
            last[class_] = number
    return found


def _enough_by(rule: DistinctDiversity) -> Callable[[float, float], bool]:
    """Whether a larger number is far enough from a smaller one."""
    if rule.apart is not None:
        apart = rule.apart
        return lambda low, high: high - low >= apart
    relative = 0.0 if rule.relative is None else rule.relative
    return lambda low, high: np.isinf(high) or high - low >= relative * max(abs(low), abs(high))


def _tail(counts: ValueCounts, rank: int) -> FloatArray:
    """(classes,) records whose value is not among the rank − 1 most frequent ones of the class."""
    order = np.lexsort((-counts.count, counts.class_of))
    position = np.arange(len(order)) - counts.first_of_class()[counts.class_of]  # the same classes in the same order
    late = np.where(position >= rank - 1, counts.count[order], 0)
    return np.asarray(np.bincount(counts.class_of, weights=late, minlength=counts.n_classes), dtype=np.float64)


def _largest_recursive(rule: RecursiveDiversity, counts: ValueCounts) -> FloatArray:
    """(classes,) the largest l with which this c is kept; the tail falls with l."""
    most = _largest_count(counts)
    n_values = np.bincount(counts.class_of, minlength=counts.n_classes)
    best = np.zeros(counts.n_classes)
    for rank in range(1, int(n_values.max()) + 1):
        kept = most < rule.c * _tail(counts, rank) * (1.0 - EQUALITY)
        if not kept.any():
            break
        best[kept] = rank
    return best


def _distances(rule: Closeness, values: ConfidentialValues, classes: Classes, counts: ValueCounts) -> FloatArray:
    """(classes,) the earth mover's distance between class and table."""
    ground = rule.ground
    if ground is None:
        ground = GroundDistance.MIDRANK if values.is_ordered else GroundDistance.EQUAL
    if ground is GroundDistance.RANK:
        return ordered_distances(counts)
    if ground is GroundDistance.MIDRANK:
        twice = 2 * np.cumsum(counts.value_totals) - counts.value_totals - 1  # whole: twice the mean rank from 0
        return line_distances(counts, twice) / max(1, 2 * (counts.n_records - 1))
    if ground is GroundDistance.EQUAL or values.ancestors is None:
        return nominal_distances(counts)
    levels = []
    for level in values.ancestors.T:
        nodes, node_of = np.unique(level, return_inverse=True)
        totals = np.zeros(len(nodes), dtype=np.int64)
        np.add.at(totals, node_of, values.totals)
        levels.append(nominal_distances(count_values(classes, node_of[values.code_of], totals)))
    return np.asarray(np.mean(levels, axis=0), dtype=np.float64)
