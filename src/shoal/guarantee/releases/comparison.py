"""What a newer release and a choice of earlier ones show together: the condition for each class of the newer one.

Of a class, all people of its origins are counted. Each has a record with its *earlier values*, and a *fate*: gone, or
there with a set of changed columns (none: steady) and with *newer values*. Of an origin o, g_o people went and s_o
stayed.

    newcomers                                            0 or at least k
    Σ min(g_o, s_o) over the origins                     0 or at least k     (differences of sums)
    people of the same fate, if it is not steady         0 or at least k
    records of o whose earlier values share a fate f     at least k, or all of o, for every fate f that o has
    records that stayed with newer values that the       the same
      earlier values of o can have become by f

*Can*: the attacker may know how many people of the class with which values met which fate, and became what. Only who of
the people with the same earlier values met which fate is not known. An origin whose people are in several classes is
held to more: each part of it, by fate, and those who went, number 0 or at least k.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, IntArray, numbered
from shoal.guarantee.releases.candidates import GONE, too_few_candidates
from shoal.guarantee.releases.hidden_origins import NOBODY

CellOf = npt.NDArray[np.integer]

ROWS_AT_ONCE = 2_000_000  # people of unions that are counted together: 16 MB for each array


@dataclass(frozen=True, eq=False)
class ReleaseComparison:
    """The arrays are about everybody of the earlier releases that were chosen, and numbered from 0."""

    k: int
    n_records: int
    origin_of: IntArray = field(repr=False)
    then: IntArray = field(repr=False)  # earlier values
    now: IntArray = field(repr=False)  # newer values
    changes: IntArray = field(repr=False)  # the set of columns in which the person changed, if not gone
    record_of: IntArray = field(repr=False)

    def of(self, place: IntArray, n_records: int) -> ReleaseComparison:
        """For other records: ``place`` has the new number of each, NOBODY for who is left out and at its end."""
        return replace(self, n_records=n_records, record_of=place[self.record_of])

    @cached_property
    def is_new(self) -> BoolArray:
        """(records,) of people who are in none of the chosen releases."""
        is_new = np.ones(self.n_records, dtype=np.bool_)
        is_new[self.record_of[self.record_of >= 0]] = False
        return is_new

    @cached_property
    def gone(self) -> BoolArray:
        """(people,) who are not in the newer release."""
        gone: BoolArray = self.record_of < 0
        return gone

    @cached_property
    def fate(self) -> IntArray:
        """(people,)"""
        return np.where(self.gone, GONE, self.changes)

    @cached_property
    def origin_of_record(self) -> IntArray:
        """(records,) NOBODY for newcomers."""
        origin = np.full(self.n_records, NOBODY, dtype=np.int64)
        origin[self.record_of[~self.gone]] = self.origin_of[~self.gone]
        return origin

    @cached_property
    def n_origins(self) -> int:
        """How many sets of people there are that the chosen releases do not tell apart."""
        return int(self.origin_of.max(initial=-1)) + 1

    @cached_property
    def origin_sizes(self) -> IntArray:
        """(origins,) the people of each."""
        return np.bincount(self.origin_of, minlength=self.n_origins).astype(np.int64)

    @cached_property
    def steady(self) -> BoolArray:
        """(records,) of origins of which nobody went or changed."""
        unsteady = np.zeros(self.n_origins + 1, dtype=np.bool_)
        unsteady[self.origin_of[self.fate != 0]] = True
        steady: BoolArray = ~unsteady[self.origin_of_record]
        return steady

    def missing(self, class_of: CellOf) -> IntArray:
        """(classes,) how many people and records are missing to the condition; 0: kept."""
        n_classes = int(class_of.max(initial=-1)) + 1
        parts = self._parts(class_of)
        missing = self._few(np.bincount(class_of[self.is_new], minlength=n_classes))
        np.add.at(missing, parts.home, self._missing_to_parts(class_of, parts)[parts.origin])
        people = np.flatnonzero(parts.whole[self.origin_of])
        return missing + self._missing_inside(people, parts.home_of_origin[self.origin_of[people]], n_classes)

    def missing_in_unions(self, class_of: CellOf, pairs: IntArray) -> IntArray:
        """(pairs,) the same for unions of two classes each; parts of an origin in others are as they are."""
        n_classes = int(class_of.max(initial=-1)) + 1
        parts = self._parts(class_of)
        missing = self._few(np.bincount(class_of[self.is_new], minlength=n_classes)[pairs].sum(axis=1))
        people = np.flatnonzero(parts.whole[self.origin_of])
        home = parts.home_of_origin[self.origin_of[people]]
        order = np.argsort(home, kind="stable")
        people, home = people[order], home[order]
        first = np.searchsorted(home, np.arange(n_classes + 1))
        lengths = np.diff(first)[pairs].sum(axis=1)
        ends = np.cumsum(lengths)
        start = 0
        while start < len(pairs):
            before = ends[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, before + ROWS_AT_ONCE, side="right")))
            rows, union = _concatenated(first, pairs[start:stop])
            missing[start:stop] += self._missing_inside(people[rows], union, stop - start)
            start = stop
        return missing

    def apart(self, class_of: CellOf) -> IntArray:
        """(classes,) Σ min(went, stayed) over the origins that are whole in the class."""
        parts = self._parts(class_of)
        people = np.flatnonzero(parts.whole[self.origin_of])
        return self._apart(people, self.origin_of[people], parts.home_of_origin, int(class_of.max(initial=-1)) + 1)

    def telling(self, class_of: CellOf) -> BoolArray:
        """(classes,) from which somebody went, or in which somebody came or changed."""
        telling = np.zeros(int(class_of.max(initial=-1)) + 1, dtype=np.bool_)
        telling[class_of[self.is_new | ~self.steady]] = True
        return telling

    def unhidden_once(self, block_of: CellOf) -> BoolArray:
        """(records,) that no classes can hide; found in steps, because a later one may need less then."""
        n_blocks = int(block_of.max(initial=-1)) + 1
        new = np.bincount(block_of[self.is_new], minlength=n_blocks)
        out: BoolArray = self.is_new & (self._few(new) > 0)[block_of]
        if out.any():
            return out
        parts = self._parts(block_of)
        torn = np.flatnonzero(self._missing_to_parts(block_of, parts))
        if len(torn):
            return self._in_smallest_part(block_of, parts, torn)
        people = np.flatnonzero(parts.whole[self.origin_of])
        left = self._origins_that_miss(people, parts.home_of_origin[self.origin_of[people]], n_blocks)
        present = ~self.is_new
        out[present] = left[self.origin_of_record[present]]
        return out

    def _few(self, counts: IntArray) -> IntArray:
        """How many are missing to k, where there is anybody."""
        return np.where(counts > 0, np.maximum(0, self.k - counts), 0).astype(np.int64)

    def _parts(self, class_of: CellOf) -> _OriginParts:
        """The parts of origins by class."""
        present = ~self.is_new
        n_classes = int(class_of.max(initial=-1)) + 1
        pair, size = np.unique(self.origin_of_record[present] * n_classes + class_of[present], return_counts=True)
        origin, home = np.divmod(pair, max(1, n_classes))
        n_parts = np.bincount(origin, minlength=self.n_origins)
        home_of_origin = np.zeros(self.n_origins, dtype=np.int64)
        home_of_origin[origin] = home
        return _OriginParts(origin, home, size.astype(np.int64), n_parts == 1, home_of_origin)

    def _missing_to_parts(self, class_of: CellOf, parts: _OriginParts) -> IntArray:
        """(origins,) what parts are too small to hide in, of origins in several classes."""
        torn = np.bincount(parts.origin, minlength=self.n_origins) > 1
        people = np.flatnonzero(torn[self.origin_of])
        home = np.where(self.gone[people], NOBODY, class_of[self.record_of[people]])
        part = numbered(self.origin_of[people], home, self.fate[people])
        origin = np.zeros(int(part.max(initial=-1)) + 1, dtype=np.int64)
        origin[part] = self.origin_of[people]
        missing = np.zeros(self.n_origins, dtype=np.int64)
        np.add.at(missing, origin, self._few(np.bincount(part, minlength=len(origin))))
        return missing

    def _in_smallest_part(self, class_of: CellOf, parts: _OriginParts, origins: IntArray) -> BoolArray:
        """(records,) in the smallest part of each of these origins."""
        order = np.lexsort((parts.home, parts.size, parts.origin))
        first = order[np.searchsorted(parts.origin[order], origins)]
        smallest = np.full(self.n_origins + 1, -1, dtype=np.int64)  # the last is for newcomers
        smallest[origins] = parts.home[first]
        inside: BoolArray = smallest[self.origin_of_record] == class_of
        return inside

    def _missing_inside(self, people: IntArray, home: IntArray, n_classes: int) -> IntArray:
        """(classes,) what is missing to the people of whole origins; ``home`` is the class of each."""
        told = self._told(people, home, n_classes)
        people, home = people[told], home[told]
        missing = np.zeros(n_classes, dtype=np.int64)
        if not len(people):
            return missing
        own = numbered(home, self.origin_of[people])
        home_of_own = np.empty(int(own.max()) + 1, dtype=np.int64)
        home_of_own[own] = home
        missing += self._few(self._apart(people, own, home_of_own, n_classes))
        for at, few in self._few_of_a_fate(people, home):
            missing[at] += few
        at, too_few = self._too_few_candidates(people, home, own)
        np.add.at(missing, home_of_own[at], too_few)
        return missing

    def _origins_that_miss(self, people: IntArray, home: IntArray, n_classes: int) -> BoolArray:
        """(origins,) that have people because of whom a class misses the condition."""
        left = np.zeros(self.n_origins, dtype=np.bool_)
        told = self._told(people, home, n_classes)
        people, home = people[told], home[told]
        if not len(people):
            return left
        origin = self.origin_of[people]
        home_of_origin = np.zeros(self.n_origins, dtype=np.int64)
        home_of_origin[origin] = home
        is_few = self._few(self._apart(people, origin, home_of_origin, n_classes)) > 0
        left[origin[self.gone[people] & is_few[home]]] = True
        for fate in np.unique(self.fate[people][self.fate[people] != 0]).tolist():
            is_few = self._few(np.bincount(home[self.fate[people] == fate], minlength=n_classes)) > 0
            left[origin[(self.fate[people] == fate) & is_few[home]]] = True
        left[self._too_few_candidates(people, home, origin)[0]] = True
        return left

    def _told(self, people: IntArray, home: IntArray, n_classes: int) -> BoolArray:
        """Which of these people are in classes in which not everybody is steady: the others hide each other."""
        telling = np.zeros(n_classes, dtype=np.bool_)
        telling[home[self.fate[people] != 0]] = True
        return telling[home]

    def _apart(self, people: IntArray, own: IntArray, home_of_own: IntArray, n_classes: int) -> IntArray:
        """(classes,) Σ min(went, stayed) over the origins."""
        size = np.bincount(own, minlength=len(home_of_own))
        went = np.bincount(own[self.gone[people]], minlength=len(home_of_own))
        apart = np.minimum(went, size - went)
        return np.bincount(home_of_own, weights=apart, minlength=n_classes).astype(np.int64)

    def _few_of_a_fate(self, people: IntArray, home: IntArray) -> list[tuple[IntArray, IntArray]]:
        """Classes, and how many people are missing to those who met the same fate; a class may repeat."""
        fate = self.fate[people]
        found = []
        for each in np.unique(fate[fate != 0]).tolist():
            classes, count = np.unique(home[fate == each], return_counts=True)
            found.append((classes, self._few(count)))
        return found

    def _too_few_candidates(self, people: IntArray, home: IntArray, own: IntArray) -> tuple[IntArray, IntArray]:
        """Origins with too few candidates for one of their fates, and how many are missing; an origin may repeat.

        ``own`` numbers the origins, each by class.
        """
        needed = np.minimum(self.k, self.origin_sizes[self.origin_of[people]])
        return too_few_candidates(own, home, self.then[people], self.fate[people], self.now[people], needed)


@dataclass(frozen=True, eq=False)
class _OriginParts:
    """Parts of origins: ``size`` people of ``origin`` are in the class ``home``."""

    origin: IntArray
    home: IntArray
    size: IntArray
    whole: BoolArray  # (origins,) all people who are left are in one class
    home_of_origin: IntArray  # (origins,) a class that they are in


def _concatenated(first: IntArray, pairs: IntArray) -> tuple[IntArray, IntArray]:
    """Rows of both classes of each pair, and the pair of each row; ``first[class]`` is the first row of a class."""
    begin, length = first[pairs].ravel(), (first[pairs + 1] - first[pairs]).ravel()
    block = np.repeat(np.arange(len(begin)), length)
    rows = np.arange(len(block)) - np.repeat(np.cumsum(length) - length, length) + begin[block]
    return rows, block // 2
