"""Which classes break a rule without the records of some household: counted by plain NumPy, household by household.

The classes without one household are written out one after another and counted as classes are. Households of a class
whose members have the same values leave the same, so one of them is counted. Where a class keeps a rule by more than a
household of so many members can cost, that household is not counted; this code shares no bound with the one that forms
cells (`kernels/confidential/without_one.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.guarantee.confidential import ConfidentialRule, ConfidentialValues
from shoal.guarantee.confidential.rules import Closeness, DistinctDiversity, LargestShare
from shoal.release.classes import Classes
from shoal.release.confidential.measures import EQUALITY, excess_over

AT_ONCE = 2_000_000  # records that are written out: about 100 MB


def broken_without_one(
    rule: ConfidentialRule, values: ConfidentialValues, classes: Classes, household_of: IntArray
) -> BoolArray:
    """(classes,) whether what is left of the class without some household breaks the rule."""
    parts = _HouseholdParts(values.code_of, classes, household_of)
    broken: BoolArray = parts.sizes[np.searchsorted(parts.class_of, np.arange(classes.n_classes))] == classes.sizes
    kept_by = -excess_over(rule, values, classes)
    doubtful = np.flatnonzero(
        ~_is_safe(rule, kept_by[parts.class_of], parts.sizes, classes.sizes[parts.class_of])
        & (parts.sizes < classes.sizes[parts.class_of])
    )
    for some, rows, left in parts.written_out(parts.different(doubtful), classes):
        seen = replace(values, code_of=values.code_of[rows])
        over = excess_over(rule, seen, left) > EQUALITY
        broken[parts.class_of[some[over]]] = True
    return broken


def _is_safe(rule: ConfidentialRule, kept_by: FloatArray, members: IntArray, sizes: IntArray) -> BoolArray:
    """Whether so many members leaving a class cannot break the rule, which the class keeps by so much."""
    if isinstance(rule, DistinctDiversity):
        return np.asarray(kept_by >= members)
    if isinstance(rule, LargestShare):  # share·(size − members) ≥ what the most frequent value has
        return np.asarray(kept_by * sizes >= rule.share * members)
    if isinstance(rule, Closeness):
        return np.asarray(kept_by * sizes >= members)
    return np.zeros(len(members), dtype=np.bool_)


class _HouseholdParts:
    """The part of each household in each class."""

    def __init__(self, code_of: IntArray, classes: Classes, household_of: IntArray) -> None:
        self.order = np.lexsort((code_of, household_of, classes.class_of))
        self.codes = np.ascontiguousarray(code_of[self.order])
        home, own = household_of[self.order], classes.class_of[self.order]
        begins = np.append(True, (home[1:] != home[:-1]) | (own[1:] != own[:-1]))
        self.first = np.flatnonzero(begins)
        self.sizes = np.diff(np.append(self.first, len(home)))
        self.class_of = own[self.first]

    def different(self, parts: IntArray) -> IntArray:
        """One of all parts of a class with the same values."""
        seen: dict[tuple[int, bytes], int] = {}
        for part in parts.tolist():
            first = self.first[part]
            seen.setdefault((int(self.class_of[part]), self.codes[first : first + self.sizes[part]].tobytes()), part)
        return np.array(list(seen.values()), dtype=np.int64)

    def written_out(self, parts: IntArray, classes: Classes) -> Iterator[tuple[IntArray, IntArray, Classes]]:
        """Parts, and the records of their classes without them, as classes: one for each part."""
        first_of_class = np.cumsum(classes.sizes) - classes.sizes
        of_class = classes.sizes[self.class_of[parts]]
        batch_of = np.cumsum(of_class) // AT_ONCE
        for batch in np.unique(batch_of):
            some = parts[batch_of == batch]
            sizes = classes.sizes[self.class_of[some]]
            number = np.repeat(np.arange(len(some)), sizes)
            step = np.arange(len(number)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            place = first_of_class[self.class_of[some]][number] + step
            inside = (place >= self.first[some][number]) & (place < (self.first[some] + self.sizes[some])[number])
            yield some, self.order[place[~inside]], Classes(number[~inside], sizes - self.sizes[some])
