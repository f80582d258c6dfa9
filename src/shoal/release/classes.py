"""Equivalence classes: records with the same quasi-identifiers and strata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import ClassPromise, KAnonymity

COORDINATES_AT_ONCE = 8  # points are grouped by a few coordinates at a time: no second copy of all of them


@dataclass(frozen=True)
class ClassSizes:
    """How many classes have which size, in ascending order of the sizes."""

    sizes: IntArray
    counts: IntArray

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> ClassSizes:
        """From counts by size."""
        ascending = sorted(counts)
        return cls(np.array(ascending, dtype=np.int64), np.array([counts[size] for size in ascending], dtype=np.int64))

    @classmethod
    def merged(cls, parts: Sequence[ClassSizes]) -> ClassSizes:
        """Of the classes of all parts."""
        sizes, place = np.unique(np.concatenate([part.sizes for part in parts]), return_inverse=True)
        counts = np.zeros(len(sizes), dtype=np.int64)
        np.add.at(counts, place, np.concatenate([part.counts for part in parts]))
        return cls(sizes, counts)

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return int(self.counts.sum())

    @property
    def n_records(self) -> int:
        """How many records they have in all."""
        return int(self.sizes @ self.counts)

    @property
    def smallest(self) -> int:
        """The size of the smallest class: the k for which the records are k-anonymous. 0 without records."""
        return int(self.sizes[0]) if len(self.sizes) else 0

    def share_below(self, size: int) -> float:
        """The share of records in classes of fewer than ``size`` records."""
        n_records = self.n_records
        below = self.sizes < size
        return int(self.sizes[below] @ self.counts[below]) / n_records if n_records else 0.0


@dataclass(frozen=True)
class Classes:
    """``class_of[record]`` is the class of a record, numbered from 0 without gaps.

    ``sizes`` counts its records. ``times``: how many equal records each one stands for; None: itself.
    """

    class_of: IntArray
    sizes: IntArray
    times: IntArray | None = None

    @property
    def n_records(self) -> int:
        """How many records there are."""
        return len(self.class_of) if self.times is None else int(self.sizes.sum())

    def with_times(self, times: IntArray) -> Classes:
        """The same classes, where each record stands for so many."""
        sizes = np.zeros(self.n_classes, dtype=np.int64)
        np.add.at(sizes, self.class_of, times)
        return Classes(self.class_of, sizes, times)

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @property
    def size_counts(self) -> ClassSizes:
        """How many of them have which size."""
        return ClassSizes(*np.unique(self.sizes, return_counts=True))

    @property
    def k(self) -> int:
        """The size of the smallest class: the k for which the records are k-anonymous. 0 without records."""
        return int(self.sizes.min()) if len(self.sizes) else 0

    def first_records(self) -> IntArray:
        """(classes,) the first record of each class, to stand for all of them."""
        first = np.empty(self.n_classes, dtype=np.int64)
        first[self.class_of[::-1]] = np.arange(self.n_records - 1, -1, -1)
        return first


def require_classes_kept(promise: ClassPromise, classes: Classes, where: str) -> None:
    """Raise unless every class keeps the promise."""
    if isinstance(promise, KAnonymity):
        promise.require_kept(classes.sizes, where)
    else:
        promise.require_kept(classes.class_of, where)


def classes_from(class_of: IntArray) -> Classes:
    """Classes that are numbered from 0 already."""
    return Classes(class_of, np.bincount(class_of).astype(np.int64))


def classes_of(columns: Sequence[npt.NDArray[Any]], n_records: int) -> Classes:
    """Put records that agree in every column into one class.

    A column is an array of floats (NaN where missing) or integer codes (one code of its own for missing), so
    that missing values equal each other and nothing else. Without columns all records are alike.
    """
    if not len(columns) or not n_records:
        class_of = np.zeros(n_records, dtype=np.int64)
        return Classes(class_of, np.bincount(class_of).astype(np.int64))
    import polars as pl

    # Hashing whole rows takes a tenth of the time of sorting them; polars holds NaN = NaN and 0.0 = −0.0
    # here.
    names = [f"column {position}" for position in range(len(columns))]
    frame = pl.DataFrame({name: np.ascontiguousarray(column) for name, column in zip(names, columns, strict=True)})
    members = frame.with_row_index("record").group_by(names, maintain_order=True).agg(pl.col("record"))["record"]
    sizes = members.list.len().to_numpy().astype(np.int64)
    class_of = np.empty(n_records, dtype=np.int64)
    class_of[members.explode().to_numpy()] = np.repeat(np.arange(len(sizes)), sizes)
    return Classes(class_of, sizes)


def classes_of_points(points: FloatArray, stratum_of: IntArray | None = None) -> Classes:
    """Put records with the same point and stratum into one class."""
    n_records, n_coordinates = points.shape
    classes = classes_of([] if stratum_of is None else [stratum_of], n_records)
    for start in range(0, n_coordinates, COORDINATES_AT_ONCE):
        some = points[:, start : start + COORDINATES_AT_ONCE]
        classes = classes_of([classes.class_of, *some.T], n_records)
    return classes
