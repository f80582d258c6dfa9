"""Special uniques: the smallest sets of columns on which a record of a sample is unique (SUDA2).

A *minimal sample unique* of a record is a set of columns on which no other record has the same values, while the record
is unique on none of its subsets. A record that is unique on few columns stays unique in the population more probably
than one that needs all columns, so it gets a higher score. Minimal sets are searched up to M columns.

Symbols: ATT columns; M the largest set; m the size of a set. The score of a record sums over its minimal sets

    s = Σ  Π_{i=m}^{min(M, ATT−1)} (ATT − i)

which counts the ways in which supersets up to M contain the set (Elliot, Manning & Ford 2002). The *disclosure
intrusion score* DIS (Skinner & Elliot 2002) estimates, for a sampling fraction π, how often a unique match is right:

    θ = π n₁ / (π n₁ + 2 (1 − π) n₂),  n₁ classes of one record on all ATT columns, n₂ of two

θ·n₁ right matches are expected. They are shared among the records in proportion to their scores, none above 1.

Algorithm: sets of columns are visited so that all subsets of a set come before it. Each visit refines the classes of
the set without its last column. Three facts prune the search, and none changes the result:

1. A record that is unique on a subset equals nobody on the set, so it neither has a minimal set here nor takes part in
   the count.
2. A record with a twin on all ATT columns is never unique. It stays in the counts but is no target, so a branch without
   targets ends.
3. Records in classes without a target cannot matter below this set, so they leave the branch.

Cost: at most Σ_{m≤M} C(ATT, m) refinements, each linear in the records that are left (a sort where the keys are many).

Differs from SUDA2 (Manning, Haglin & Keane 2008): SUDA2 recurses over single values in the order of their frequency.
This recurses over columns and handles all values of a column at once, which suits arrays. The minimal sets are the
same.

* M. J. Elliot, A. M. Manning, R. W. Ford, A computational algorithm for handling the special uniques problem, IJUFKS 10
  (2002).
* A. M. Manning, D. J. Haglin, J. A. Keane, A recursive search algorithm for statistical disclosure assessment, Data
  Mining and Knowledge Discovery 16 (2008).
* C. J. Skinner, M. J. Elliot, A measure of disclosure risk for microdata, JRSS B 64 (2002).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.release.classes import classes_of

ByteArray = npt.NDArray[np.uint8]
TABLE_OF_KEYS = 8  # times the records: up to so many different keys counting is quicker than sorting


@dataclass(frozen=True)
class SpecialUniques:
    """What was found, by record."""

    n_columns: int  # ATT
    most_columns: int  # M
    n_minimal: IntArray  # (records,) minimal sets of each record
    smallest: IntArray  # (records,) columns of the smallest one; 0 if the record has none
    score: FloatArray  # (records,) s
    by_column: FloatArray  # (columns,) the share of all minimal sets that hold the column


@dataclass
class _Search:
    """The search and what it has found so far. A set of columns is a bit mask."""

    codes: Sequence[IntArray]  # of each column, from 0
    n_values: Sequence[int]
    most_columns: int
    unique_on: dict[int, ByteArray] = field(default_factory=dict)  # packed, by mask: records that are unique there
    found: list[tuple[int, IntArray]] = field(default_factory=list)  # mask and the records for which it is minimal

    def visit(self, mask: int, size: int, below: int, records: IntArray, class_of: IntArray, target: BoolArray) -> None:
        """Add each column below ``below`` to the set ``mask`` of ``size`` columns; ``records`` share its classes."""
        for column in range(below):
            grown = mask | 1 << column
            n_records = len(self.codes[0])
            unique_before = self._unique_on_subsets(grown, size + 1, n_records)
            left = ~unique_before[records]
            here, classes = records[left], class_of[left]
            refined, sizes = _refined(classes, self.codes[column][here], self.n_values[column])
            alone = sizes[refined] == 1
            if alone.any():
                self.found.append((grown, here[alone]))
                unique_before[here[alone]] = True
            if size + 1 < self.most_columns:
                self.unique_on[grown] = np.packbits(unique_before)
                matters = np.zeros(len(sizes), dtype=np.bool_)
                matters[refined[target[left]]] = True
                stay = matters[refined] & ~alone
                if stay.any():
                    self.visit(grown, size + 1, column, here[stay], refined[stay], target[left][stay])
                self._keep_supersets(grown, column, size + 1)

    def _unique_on_subsets(self, mask: int, size: int, n_records: int) -> BoolArray:
        """Records that are unique on a set with one column less; such a set was visited, or its branch had ended."""
        unique = np.zeros(n_records, dtype=np.bool_)
        if size > 1:
            for column in _columns_of(mask):
                smaller = self.unique_on.get(mask & ~(1 << column))
                if smaller is not None:
                    unique |= np.unpackbits(smaller, count=n_records).astype(np.bool_)
        return unique

    def _keep_supersets(self, mask: int, below: int, size: int) -> None:
        """Write down, for sets of a branch that ended early, the records that are unique on one of their subsets."""
        if size + 1 >= self.most_columns:
            return
        for column in range(below):
            grown = mask | 1 << column
            if grown not in self.unique_on:
                unique = self._unique_on_subsets(grown, size + 1, len(self.codes[0]))
                self.unique_on[grown] = np.packbits(unique)
                self._keep_supersets(grown, column, size + 1)


def special_uniques(columns: Sequence[IntArray], most_columns: int) -> SpecialUniques:
    """All minimal sample uniques of up to ``most_columns`` columns, given as codes from 0."""
    n_records, n_columns = len(columns[0]), len(columns)
    most = min(most_columns, n_columns)
    everything = classes_of(columns, n_records)
    target = everything.sizes[everything.class_of] == 1
    search = _Search(columns, [int(codes.max(initial=-1)) + 1 for codes in columns], most)
    if target.any():
        everybody = np.arange(n_records, dtype=np.int64)
        search.visit(0, 0, n_columns, everybody, np.zeros(n_records, dtype=np.int64), target)
    n_minimal, smallest = np.zeros(n_records, dtype=np.int64), np.zeros(n_records, dtype=np.int64)
    score, by_column = np.zeros(n_records), np.zeros(n_columns)
    for mask, records in search.found:
        size = mask.bit_count()
        n_minimal[records] += 1
        smallest[records] = np.where(smallest[records] == 0, size, np.minimum(smallest[records], size))
        score[records] += _score(n_columns, most, size)
        by_column[list(_columns_of(mask))] += len(records)
    return SpecialUniques(n_columns, most, n_minimal, smallest, score, by_column / max(int(n_minimal.sum()), 1))


def intrusion_scores(score: FloatArray, sizes_of_classes: IntArray, fraction: float) -> FloatArray:
    """(records,) DIS, shared among the records in proportion to their scores; see the module."""
    n_single = int((sizes_of_classes == 1).sum())
    n_pairs = int((sizes_of_classes == 2).sum())
    if n_single == 0 or not score.any():
        return np.zeros(len(score))
    right = fraction * n_single / (fraction * n_single + 2 * (1 - fraction) * n_pairs)
    return _shared(score, right * n_single)


def _shared(parts: FloatArray, total: float) -> FloatArray:
    """A total in proportion to these parts, none above 1: what is cut off there goes to the others."""
    falling = np.argsort(-parts, kind="stable")
    ordered = parts[falling]
    rest = np.cumsum(ordered[::-1])[::-1]  # of the parts from here on
    open_total = total - np.arange(len(parts))  # when all before are full
    full = np.cumprod(ordered * open_total >= rest).astype(np.bool_) & (ordered > 0)
    n_full = int(full.sum())
    shared = np.zeros(len(parts))
    shared[:n_full] = 1.0
    if n_full < len(parts) and rest[n_full] > 0:
        shared[n_full:] = ordered[n_full:] / rest[n_full] * max(open_total[n_full], 0.0)
    result = np.empty(len(parts))
    result[falling] = np.minimum(shared, 1.0)
    return result


def _score(n_columns: int, most: int, size: int) -> float:
    """The score of a minimal set of so many columns."""
    return float(prod(n_columns - i for i in range(size, min(most, n_columns - 1) + 1)))


def _refined(class_of: IntArray, codes: IntArray, n_values: int) -> tuple[IntArray, IntArray]:
    """Classes by class and value: the new class of each record, and how many records each class holds."""
    if not len(class_of):
        return class_of, np.zeros(0, dtype=np.int64)
    keys = class_of * n_values + codes
    n_keys = (int(class_of.max()) + 1) * n_values
    if n_keys <= TABLE_OF_KEYS * len(keys):
        counts = np.bincount(keys, minlength=n_keys)
        number = np.cumsum(counts > 0) - 1
        return number[keys].astype(np.int64), counts[counts > 0].astype(np.int64)
    _, refined, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    return refined.astype(np.int64), sizes.astype(np.int64)


def _columns_of(mask: int) -> Iterator[int]:
    """The columns of a set, lowest first."""
    column = 0
    while mask:
        if mask & 1:
            yield column
        mask >>= 1
        column += 1
