"""How often each class holds each confidential value: the sparse table all privacy measures are read from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes


@dataclass(frozen=True)
class ValueCounts:
    """One entry per pair of a class and a value that occurs in it, ordered by class and then by value.

    With n records there are at most n entries, however many classes and values there are.
    """

    class_of: IntArray  # (pairs,) the class of each pair
    value_of: IntArray  # (pairs,) the value of each pair, as its position among the values in their order
    count: IntArray  # (pairs,) records of that class with that value, at least 1
    class_sizes: IntArray  # (classes,)
    value_totals: IntArray  # (values,) records with that value in the whole table, at least 1

    @property
    def n_records(self) -> int:
        """How many records the whole table has."""
        return int(self.value_totals.sum())

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return len(self.class_sizes)

    @property
    def n_values(self) -> int:
        """How many distinct values there are."""
        return len(self.value_totals)

    @property
    def inside(self) -> FloatArray:
        """(pairs,) the share of the value inside its class: the belief of an attacker who has found the class."""
        return self.count / self.class_sizes[self.class_of]

    @property
    def overall(self) -> FloatArray:
        """(pairs,) the share of the value in the whole table: what everybody believes beforehand."""
        return self.value_totals[self.value_of] / self.n_records

    def first_of_class(self) -> IntArray:
        """(classes,) where the pairs of each class begin; every class has at least one pair."""
        pairs_of_class = np.bincount(self.class_of, minlength=self.n_classes)
        return (np.cumsum(pairs_of_class) - pairs_of_class).astype(np.int64)


def count_values(classes: Classes, value_of: IntArray, whole: IntArray | None = None) -> ValueCounts:
    """Count values (codes ≥ 0 in the order of the values, unused codes allowed) in every class.

    ``whole``: the values of all records of the table, if the classes do not have each of them once.
    """
    totals = np.bincount(value_of if whole is None else whole)
    used = np.flatnonzero(totals)
    position = np.cumsum(totals > 0) - 1
    dense = position[value_of]
    n_values = max(len(used), 1)
    # n_classes · n_values ≤ n², far from the end of int64 for any table that fits into memory.
    pairs, count = np.unique(classes.class_of * n_values + dense, return_counts=True)
    return ValueCounts(
        class_of=pairs // n_values,
        value_of=pairs % n_values,
        count=count.astype(np.int64),
        class_sizes=classes.sizes,
        value_totals=totals[used].astype(np.int64),
    )
