"""How often each class holds each confidential value: the sparse table all privacy measures are read from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes


@dataclass(frozen=True)
class ValueCounts:
    """One entry per pair of a class and a value that occurs in it, ordered by class and then by value.

    With n records there are at most n entries, however many classes and values there are. The classes may be some of
    those of a table: everything else is about the whole table.
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


@dataclass(frozen=True)
class CodedValues:
    """A confidential column of some records: the place of each value among all values of the whole table."""

    code_of: IntArray  # (records,)
    totals: IntArray  # (values,) records of the whole table with each value, at least 1
    is_ordered: bool

    @classmethod
    def of_table(cls, value_of: IntArray, *, is_ordered: bool) -> CodedValues:
        """Of all records, from codes ≥ 0 in the order of the values; codes that no record has are left out."""
        totals = np.bincount(value_of)
        used = np.flatnonzero(totals)
        return cls((np.cumsum(totals > 0) - 1)[value_of], totals[used].astype(np.int64), is_ordered)


def count_values(classes: Classes, code_of: IntArray, totals: IntArray) -> ValueCounts:
    """Count the values of a column in every class; see `CodedValues`."""
    n_values = max(len(totals), 1)
    # n_classes · n_values ≤ n², far from the end of int64 for any table whose values fit into memory.
    pair_of = classes.class_of * n_values + code_of
    if classes.times is None:
        pairs, count = np.unique(pair_of, return_counts=True)
    else:
        pairs, place = np.unique(pair_of, return_inverse=True)
        count = np.zeros(len(pairs), dtype=np.int64)
        np.add.at(count, place, classes.times)
    return ValueCounts(
        class_of=pairs // n_values,
        value_of=pairs % n_values,
        count=count.astype(np.int64),
        class_sizes=classes.sizes,
        value_totals=totals,
    )


def counts_of_table(classes: Classes, value_of: IntArray) -> ValueCounts:
    """The same for the classes of a whole table, from codes ≥ 0 in the order of the values."""
    values = CodedValues.of_table(value_of, is_ordered=True)
    return count_values(classes, values.code_of, values.totals)
