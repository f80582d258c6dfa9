"""Diversity: how many confidential values a class leaves open.

Protects against the homogeneity attack: finding the class of a person must not reveal the confidential value.

* p-sensitive k-anonymity: Truta & Vinay 2006. The p of a table is its distinct l.
* l-diversity, distinct, entropy and recursive: Machanavajjhala, Kifer, Gehrke & Venkitasubramaniam 2007.
"""

from __future__ import annotations

import numpy as np

from shoal.release.risk.value_counts import ValueCounts


def distinct_values(counts: ValueCounts) -> int:
    """The smallest number of distinct values in a class: p of p-sensitivity and l of distinct l-diversity."""
    return int(np.bincount(counts.class_of, minlength=counts.n_classes).min())


def single_valued(counts: ValueCounts) -> tuple[int, int]:
    """How many classes hold a single value, and how many records these hold: the reach of the homogeneity attack."""
    single = np.bincount(counts.class_of, minlength=counts.n_classes) == 1
    return int(np.count_nonzero(single)), int(counts.class_sizes[single].sum())


def single_valued_by_chance(counts: ValueCounts) -> float:
    """The share of records in classes of one value that is to be expected if values were drawn at random.

    A class of f records has one value with probability Σ p_vᶠ, with the shares p_v in the whole table.
    """
    shares = counts.value_totals / counts.n_records
    sizes, n_classes = np.unique(counts.class_sizes, return_counts=True)
    alike = np.array([float((shares ** float(size)).sum()) for size in sizes])
    return float((sizes * n_classes) @ alike / counts.n_records)


def entropy_values(counts: ValueCounts) -> float:
    """exp of the smallest entropy of a class: l of entropy l-diversity.

    It equals the distinct l when the values of that class are equally frequent and lies below it otherwise;
    the exponential makes the base of the logarithm irrelevant. The table is entropy l-diverse for every l up
    to it.
    """
    share = counts.inside
    entropy = np.bincount(counts.class_of, weights=-share * np.log(share), minlength=counts.n_classes)
    return float(np.exp(max(entropy.min(), 0.0)))


def recursive_values(counts: ValueCounts, c: float) -> int:
    """The largest l for which every class is recursively (c, l)-diverse; 0 when not even (c, 1) holds.

    With the counts of a class in falling order r₁ ≥ r₂ ≥ … ≥ r_m the condition is r₁ < c·(r_l + … + r_m). The
    right side falls with l, so the largest l is the number of positions that satisfy it.
    """
    order = np.lexsort((-counts.count, counts.class_of))
    falling = counts.count[order]
    first = counts.first_of_class()
    before = np.cumsum(falling) - falling  # records in all pairs that come earlier
    tail = counts.class_sizes[counts.class_of] - (before - before[first][counts.class_of])
    most_frequent = falling[first][counts.class_of]
    satisfied = np.bincount(counts.class_of[most_frequent < c * tail], minlength=counts.n_classes)
    return int(satisfied.min())
