"""Hidden origins: fewer than k people whom only all earlier releases together tell apart; their sums are unknown.

If one person went from each of k classes of k people, a release that unites the rest of these classes shows nobody. But
the rest of each, k − 1 people, is an origin now. A release that shows such a rest alone, or all but such a rest, shows
the person who went. So the people of hidden origins, and all who were in a class with them, form groups, and a class of
the newer release that holds people of a group

    is over Σ min(g_o, s_o) ≥ k people            (every sum of classes then differs in k people or more), or
    holds whole classes of an earlier release     (then its sum is known from that release).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, IntArray, numbered

NOBODY = -1  # no class, no group, or no record


@dataclass(frozen=True, eq=False)
class HiddenOrigins:
    """Of everybody: the group (NOBODY: no hidden origin is near), the classes of earlier releases, and the record."""

    group_of: IntArray = field(repr=False)
    classes: tuple[IntArray, ...] = field(repr=False)
    record_of: IntArray = field(repr=False)

    @classmethod
    def among(cls, k: int, classes: Sequence[IntArray], record_of: IntArray) -> HiddenOrigins:
        """Of people with these classes in the earlier releases."""
        origin = numbered(*classes)
        is_small = (np.bincount(origin) < k)[origin]
        around = joined_groups(origin, classes)
        is_hidden = (np.bincount(around, weights=is_small) > 0)[around] & (len(classes) > 1)
        return cls(np.where(is_hidden, around, NOBODY), tuple(classes), record_of)

    def of(self, place: IntArray) -> HiddenOrigins:
        """For other records: ``place`` has the new number of each, NOBODY for who is left out and at its end."""
        return replace(self, record_of=place[self.record_of])

    @property
    def is_hidden(self) -> BoolArray:
        """(people,) who are in a group."""
        is_hidden: BoolArray = self.group_of >= 0
        return is_hidden

    def shown(self, class_of: npt.NDArray[np.integer], n_records: int) -> BoolArray:
        """(records,) of groups of which the class of the record does not hold whole classes of one earlier release."""
        shown = np.zeros(n_records, dtype=np.bool_)
        people = np.flatnonzero(self.is_hidden & (self.record_of >= 0))
        if not len(people):
            return shown
        home = class_of[self.record_of[people]]
        part = numbered(self.group_of[people], home)
        is_whole = np.zeros(int(part.max()) + 1, dtype=np.bool_)
        for earlier in self.classes:
            size = np.bincount(earlier[earlier >= 0])
            before = earlier[people]
            together = numbered(before, home)
            is_part = (before < 0) | (np.bincount(together)[together] < size[before])
            is_whole |= np.bincount(part, weights=is_part) == 0
        shown[self.record_of[people]] = ~is_whole[part]
        return shown


def joined_groups(group: IntArray, groupings: Sequence[IntArray]) -> IntArray:
    """A number for the groups that hang together by the groups of other groupings; NOBODY: in no group of that one."""
    group = numbered(group)
    while True:
        before = group
        for other in groupings:
            group = _least_of_each(before, _least_of_each(other, group))
        if np.array_equal(group, before):
            return numbered(group)


def _least_of_each(group: IntArray, values: IntArray) -> IntArray:
    """The least value of the group of each; its own where there is no group."""
    inside = group >= 0
    least = np.full(int(group.max(initial=-1)) + 1, int(values.max(initial=0)), dtype=np.int64)
    np.minimum.at(least, group[inside], values[inside])
    found = values.copy()
    found[inside] = least[group[inside]]
    return found
