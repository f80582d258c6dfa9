"""What may be said of the records that were left out: how many, what it saved, and how they differ as a group.

They are outliers, so a figure about them soon tells the value of one of them: the loss with a single income of a
hundred million in it is an equation for that income. So what leaving them out saved is told in whole percents, and only
where enough records are behind it and none of them makes most of it (`guarantee/behind_figures.py`). How they differ is
told in words alone, by steps of the usual scale for differences of means (J. Cohen, Statistical Power Analysis for the
Behavioral Sciences, 1988: 0.2 standard deviations are a small difference, 0.8 a large one). A word says no more than
the group would say without any one of its records: otherwise one income among forty could make it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, FloatArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.encoded import Encoded
from shoal.guarantee import HouseholdAnonymity
from shoal.guarantee.behind_figures import enough_records, n_behind, one_makes_most
from shoal.partition.conditions.trimming import Trimmed
from shoal.partition.partition import Partition
from shoal.release.wording import count, percent

SMALL, LARGE = 0.2, 0.8  # standard deviations: Cohen 1988, as above
LINES = (Numeric, Moment, Ordinal)  # attributes that have a high and a low end
WHOLE_PERCENTS = 2  # decimals of a share


@dataclass(frozen=True)
class Suppressed:
    """The records that were left out, as a group."""

    n_records: int
    allowed: float  # the share that could be left out at most
    saved: float | None  # of the mean squared change of a record, as a share; None if it must not be told
    differs: tuple[tuple[str, str], ...] | None  # attribute and words; None if they must not be told

    @classmethod
    def of(cls, encoded: Encoded, found: Trimmed, allowed: float, k: int) -> Suppressed:
        """From the records before anybody was left out."""
        out = np.ones(len(encoded.points), dtype=np.bool_)
        out[found.kept] = False
        n_records = int(np.count_nonzero(out))
        if not enough_records(_n_behind(encoded, out), k):
            return cls(n_records, allowed, None, None)
        before, after = _moved(encoded.points, found.of_all), _moved(encoded.points[found.kept], found.partition)
        weight = np.ones(len(out)) if encoded.weights is None else encoded.weights
        saved = 1.0 - np.average(after, weights=weight[found.kept]) / np.average(before, weights=weight)
        tells = not one_makes_most(weight[out] * before[out])
        return cls(
            n_records,
            allowed,
            round(float(saved), WHOLE_PERCENTS) if tells else None,
            tuple(_differences(encoded, out, k)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain facts."""
        differs = None if self.differs is None else [{"name": name, "words": words} for name, words in self.differs]
        return {**asdict(self), "differs": differs}


def _n_behind(encoded: Encoded, out: BoolArray) -> int:
    """The records behind a figure about these; households, if they leave as a whole: members are often alike."""
    n_records = n_behind(out, encoded.weights)
    if not isinstance(encoded.promise, HouseholdAnonymity):
        return n_records
    return min(n_records, len(np.unique(encoded.promise.household_of[out])))


def _moved(points: FloatArray, partition: Partition) -> FloatArray:
    """How far each record is from the centroid of its cell, squared."""
    moved: FloatArray = ((points - partition.centroids[partition.cell_of]) ** 2).sum(axis=1)
    return moved


def _differences(encoded: Encoded, out: BoolArray, k: int) -> Iterator[tuple[str, str]]:
    """The attributes in which the group differs from the others, and how."""
    for (name, part), attribute in zip(encoded.encoding.slices.items(), encoded.encoding.attributes, strict=True):
        missing = encoded.blocks.void.get(attribute.columns[0], np.zeros(len(out), dtype=np.bool_))
        inside, others = encoded.points[out & ~missing, part], encoded.points[~out & ~missing, part]
        if not enough_records(min(_n_behind(encoded, out & ~missing), len(others)), k):
            continue
        spread = float(np.sqrt(others.var(axis=0).sum()))
        ends = np.array([inside.min(axis=0), inside.max(axis=0)])
        words = difference(attribute, weakest_gap(len(inside), inside.sum(axis=0), ends, others.mean(axis=0)), spread)
        if words is not None:
            yield name, words


def weakest_gap(n_records: int, sums: FloatArray, ends: FloatArray, mean: FloatArray) -> FloatArray:
    """From ``mean`` to the mean of a group, in each coordinate without the record that takes the group farthest.

    0 where one record decides the side. ``ends``: the least and the largest coordinates of the group, which are all it
    takes: without another record the gap is between these two. So this vector is at most as long as any of these gaps.
    """
    gaps = (sums - ends) / (n_records - 1) - mean
    rounding = n_records * np.finfo(np.float64).eps * np.abs(ends).max(axis=0)  # what a mean of sums can be wrong by
    size = np.maximum(0.0, np.abs(gaps).min(axis=0) - rounding)
    weakest: FloatArray = np.where(np.sign(gaps[0]) == np.sign(gaps[1]), np.sign(gaps[0]) * size, 0.0)
    return weakest


def difference(attribute: Attribute, gap: FloatArray, spread: float) -> str | None:
    """In words, how a group differs from the others, whose standard deviation is ``spread``; None: hardly at all."""
    size = float(np.sqrt((gap**2).sum()))
    if spread == 0.0 or size < SMALL * spread:
        return None
    much = "much " if size >= LARGE * spread else "somewhat "
    if isinstance(attribute, LINES):
        return f"{much}{'higher' if float(gap.sum()) > 0.0 else 'lower'}"
    return f"{much}different"


def suppressed_reading(suppressed: Mapping[str, Any] | None) -> str:
    """How many records were left out, what that saved, and how they differ; empty where nobody was to be left out."""
    if suppressed is None:
        return ""
    n_records = suppressed["n_records"]
    most = f"at most {100 * suppressed['allowed']:g} % of the records"
    if n_records == 0:
        return f"No record was left out ({most} could have been): without any of them the loss would be no lower."
    were = "record was" if n_records == 1 else "records were"
    said = f"{count(n_records)} {were} left out, because they cost most ({most} could be)."
    if suppressed["differs"] is None:
        return f"{said} They are too few to say more about them."
    if suppressed["saved"] is not None:
        saved = percent(suppressed["saved"], 0)
        said += f" This lowered the mean squared change of a record by {saved}."
    if suppressed["differs"]:
        differs = ", ".join(f"'{row['name']}' ({row['words']})" for row in suppressed["differs"])
        return (
            f"{said} As a group they differ from the others in {differs}: the release represents such people less well."
        )
    return f"{said} In no attribute do they differ much from the others as a group, whichever one of them is set aside."


def suppressed_short(suppressed: Mapping[str, Any]) -> str:
    """How many records were left out, and how many could have been: a line for the screen."""
    most = f"at most {100 * suppressed['allowed']:g} % of the records could be"
    return f"{count(suppressed['n_records']) if suppressed['n_records'] else 'nobody'} ({most})"
