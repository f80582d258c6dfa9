"""Dominance: a class in which one value is so large that the released mean reveals it.

The released value of a number is the mean of its class, and the size of the class is there to be counted. Mean times
size is the sum, and a member of the class can subtract its own value from the sum.

1. Columns without negative values: the p %-rule of statistical offices for magnitudes (Hundepool et al., Statistical
   Disclosure Control, Wiley 2012, chapter 4). With contributions x₁ ≥ x₂ ≥ … of a class and their sum T, the holder
   of x₂ estimates x₁ by T − x₂. The estimate is off by the rest, T − x₁ − x₂. The class is dominated if the rest is
   less than p · x₁.
2. Every column of numbers, dates or places: the same about the middle of the class instead of 0, because 0 means
   nothing for a date, a temperature or a place, and is no sensible guess for a height. Let x₁ be the record furthest
   from the others, D its distance from their mean, and x₂ the record in the middle of the others. The holder of x₂
   takes all others for alike and estimates x₁ by T − (m − 1)·x₂. The estimate is off by at most the sum of the
   distances of the others from x₂. The class is dominated if that sum is less than p · D, and D is more than three
   standard deviations of the column. (Without the last condition every class of nearly equal values would count, and
   every class of four people from one town and one from the next.)

A class of two records is always dominated by the first rule: each of the two computes the other. With record weights,
which are published, a contribution is weight times value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.encoding import Encoding
from shoal.errors import InfeasiblePromise, ParameterError, Setting
from shoal.release.classes import Classes
from shoal.table.frames.table import Table

USUAL_SHARE = 0.10  # p of the p %-rule where nobody gave one: the usual choice is between 5 and 15 %
OUTSTANDING = 3.0  # standard deviations from the others of the class: the usual line for an outlier
AVERAGED = (Numeric, Moment, Location)  # attributes whose released value is a mean


@dataclass(frozen=True)
class Dominance:
    """In how many classes one value stands out, by attribute; attributes without such a class are left out."""

    share: float  # p of the p %-rule
    n_classes: int  # of the whole release
    dominated: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Plain facts."""
        return {
            "share": self.share,
            "n_classes": self.n_classes,
            "attributes": [{"name": name, "n_classes": n_dominated} for name, n_dominated in self.dominated.items()],
        }

    def words(self) -> str:
        """What was found and what to do; counts only."""
        where = ", ".join(f"'{name}' in {n:,} of {self.n_classes:,} classes" for name, n in self.dominated.items())
        return (
            f"One value stands out in its class: {where}. Another member of such a class can estimate it to within "
            f"{100 * self.share:g} % from the released mean (the p %-rule of statistical offices). Cap the column at a "
            "high value before the run (top-coding), if the value is high in the whole table. If it is high in its "
            "class only, because the others there are 0 or small, capping does not help: choose a larger k, leave the "
            "record out, or leave the column out."
        )


def check_dominance(share: float | None) -> None:
    """A share for the p %-rule must lie between 0 and 1."""
    if share is None:
        return
    is_number = isinstance(share, (int, float, np.number)) and not isinstance(share, bool)
    if not is_number or not 0 < share < 1:
        raise ParameterError(
            Setting("dominance"), " must be a share above 0 and below 1. The usual choice is 0.10 (10 %)."
        )


@dataclass(frozen=True)
class ColumnScale:
    """What the rules ask of a whole attribute: its standard deviation, and whether it is a magnitude."""

    spread: float
    is_magnitude: bool

    @classmethod
    def of(cls, attribute: Attribute, shown: Table, points: FloatArray, weights: FloatArray | None) -> ColumnScale:
        """Of all records, encoded and as they are."""
        mass = np.ones(len(points)) if weights is None else weights / weights.max()
        about_mean = (points - np.average(points, axis=0, weights=mass)) ** 2
        spread = float(np.sqrt(np.average(about_mean, axis=0, weights=mass).sum()))
        return cls(spread, isinstance(attribute, Numeric) and is_magnitude(shown.numbers(attribute.columns[0])))


def dominated_values(
    encoding: Encoding,
    shown: Table,
    points: FloatArray,
    classes: Classes,
    *,
    weights: FloatArray | None = None,
    share: float | None = None,
) -> Dominance:
    """Look for classes in which one value stands out.

    shown: the original without the values that the release does not show. points: the same records, encoded. classes:
    of the released table, in the order of these records.
    """
    asked = USUAL_SHARE if share is None else float(share)
    averaged = {
        name: (attribute, part)
        for attribute, (name, part) in zip(encoding.attributes, encoding.slices.items(), strict=True)
        if isinstance(attribute, AVERAGED)
    }
    scales = {
        name: ColumnScale.of(attribute, shown, points[:, part], weights) for name, (attribute, part) in averaged.items()
    }
    found = dominated_by_attribute(encoding, shown, points, classes, scales, weights=weights, share=asked)
    return Dominance(asked, classes.n_classes, {name: n for name, n in found.items() if n})


def dominated_by_attribute(
    encoding: Encoding,
    shown: Table,
    points: FloatArray,
    classes: Classes,
    scales: Mapping[str, ColumnScale],
    *,
    weights: FloatArray | None,
    share: float,
) -> dict[str, int]:
    """How many of these classes each attribute dominates. ``scales``: of the whole table, which may have others."""
    found: dict[str, int] = {}
    for attribute, (name, part) in zip(encoding.attributes, encoding.slices.items(), strict=True):
        if name not in scales:
            continue
        dominated = outlying_classes(points[:, part], classes, weights, share, scales[name].spread)
        if scales[name].is_magnitude:
            dominated = dominated | dominated_classes(shown.numbers(attribute.columns[0]), classes, weights, share)
        found[name] = int(np.count_nonzero(dominated))
    return found


def refuse_dominated(dominance: Dominance) -> None:
    """Refuse a release in which a value dominates its class.

    As for weights (`partition/dominance.py`), the request cannot be met with this table as it stands: no count of
    classes went wrong, and other cells of this size would not help. So it is wrong use, and nothing was written.
    """
    if dominance.dominated:
        raise InfeasiblePromise(
            f"{dominance.words()} Nothing was written, because such classes were to be refused (",
            Setting("dominance"),
            ").",
            column=dominance.dominated,
        )


def is_magnitude(values: FloatArray) -> bool:
    """Whether numbers are contributions to a sum: some are above 0, and none below."""
    present = values[~np.isnan(values)]
    return len(present) > 0 and float(present.min()) >= 0 and float(present.max()) > 0


def dominated_classes(values: FloatArray, classes: Classes, weights: FloatArray | None, share: float) -> BoolArray:
    """(classes,) the p %-rule for magnitudes. No class of a column with negative values is dominated in this sense."""
    dominated = np.zeros(classes.n_classes, dtype=np.bool_)
    if not is_magnitude(values):
        return dominated
    present = np.flatnonzero(~np.isnan(values))
    parts = values[present] / values[present].max()  # no sum can overflow
    if weights is not None:
        parts = parts * (weights[present] / weights.max())
    class_of = classes.class_of[present]
    order = np.lexsort((-parts, class_of))
    found, begin, n_parts = np.unique(class_of[order], return_index=True, return_counts=True)
    first, has_second = order[begin], n_parts > 1
    rest = parts.copy()
    rest[first] = 0.0
    rest[order[begin[has_second] + 1]] = 0.0
    rest_of_class = np.bincount(class_of, weights=rest, minlength=classes.n_classes)
    dominated[found] = rest_of_class[found] < share * parts[first]
    return dominated


def outlying_classes(
    points: FloatArray, classes: Classes, weights: FloatArray | None, share: float, spread: float
) -> BoolArray:
    """(classes,) the same rule about the middle of the class, for coordinates without a natural zero.

    spread: the standard deviation of the whole column.
    """
    mass = np.ones(len(points)) if weights is None else weights / weights.max()
    class_of, n_classes = classes.class_of, classes.n_classes
    ordered = np.argsort(class_of, kind="stable")
    begins = np.append(0, np.cumsum(np.bincount(class_of, minlength=n_classes)))[:-1]
    middle = _means(points, mass, classes)
    first = _largest(mass * _distances(points, middle[class_of]), ordered, begins)
    others = mass.copy()
    others[first] = 0.0
    middle = _means(points, others, classes)
    away = _distances(points[first], middle)
    nearness = -_distances(points, middle[class_of])
    nearness[first] = -np.inf
    second = _largest(nearness, ordered, begins)
    off = others * _distances(points, points[second][class_of])
    error = np.bincount(class_of, weights=off, minlength=n_classes) / mass[first]
    return np.asarray((error < share * away) & (away > OUTSTANDING * spread))


def _means(points: FloatArray, mass: FloatArray, classes: Classes) -> FloatArray:
    """(classes, coordinates) the mean of each class; 0 for a class without mass."""
    total = np.bincount(classes.class_of, weights=mass, minlength=classes.n_classes)
    sums = [np.bincount(classes.class_of, weights=mass * axis, minlength=classes.n_classes) for axis in points.T]
    return np.column_stack(sums) / np.where(total > 0, total, 1.0)[:, None]


def _distances(points: FloatArray, others: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(((points - others) ** 2).sum(axis=1)))


def _largest(values: FloatArray, ordered: IntArray, begins: IntArray) -> IntArray:
    """(classes,) the first record with the largest value of each class; every class has a record.

    ordered: the records class after class, and where each class begins there.
    """
    own = values[ordered]
    sizes = np.diff(np.append(begins, len(own)))
    largest = np.flatnonzero(own == np.repeat(np.maximum.reduceat(own, begins), sizes))
    return ordered[largest[np.searchsorted(largest, begins)]]
