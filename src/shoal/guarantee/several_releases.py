"""What somebody learns who has the earlier releases as well: a promise about two or more releases of the same people.

An attacker knows the quasi-identifiers of a person, so the class of the person in each release, and whether the person
is in both releases, came since the earlier one, or went. Records of the two releases are the same record to the
attacker if they agree in what both publish unchanged (their *trace*). An *origin* is the set of the people who were in
the same class of every earlier release. For each class of the newer release:

    newcomers of the class                          0 or at least k    (the difference of two sums is theirs alone)
    Σ min(went, stayed) over its origins            0 or at least k    (other differences: see below)
    people who went or changed; who came or changed 0 or at least k
    candidates of each origin                       at least k, or all of the origin

Differences of sums: the sum over the newer class, minus those of some of its origins as they were, is the sum of those
who stayed of the other origins, minus that of those who went of these. So of each origin either number is in it, and
the attacker chooses which.

Candidates of a person who went are the records of the origin with a trace of which the class has lost a record. Those
of a person who stayed are the records with a trace of which it has kept one, and, in the newer release, all records of
the class that stayed with a trace that the origin has. An origin whose people are in several
classes is held to more: each part of it, and the people who are in none, number 0 or at least k. Whoever changed in
what is published unchanged has gone as one record and come as another.

A union of classes that keep the promise keeps it as well: sums of numbers that are 0 or at least k are so too, and
neither lost nor kept records become fewer. So classes can always be repaired by merging, as far as they can be repaired
at all. docs/methods/several-releases.md has the attack and the proofs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, IntArray
from shoal.errors import PromiseNotKept

CellOf = npt.NDArray[np.integer]
NOBODY = -1  # no origin, or no record in the newer release


@dataclass(frozen=True, eq=False)
class JointAnonymity:
    """The promise for the ``n_records`` of a newer release; the arrays are about everybody of the earlier releases.

    ``record_of[person]`` is the record in the newer release, or NOBODY. ``origin_of`` and ``trace_of`` are numbered
    from 0. ``changed`` are people whose record shows another trace now.
    """

    k: int
    n_records: int
    origin_of: IntArray = field(repr=False)
    trace_of: IntArray = field(repr=False)
    record_of: IntArray = field(repr=False)
    changed: BoolArray = field(repr=False)

    def of(self, records: npt.ArrayLike) -> JointAnonymity:
        """The same for some of the records, by row number from 0 or by mask, in that order: all others are gone."""
        rows = np.arange(self.n_records)[np.asarray(records)]
        place = np.full(self.n_records + 1, NOBODY, dtype=np.int64)  # the last is for NOBODY
        place[rows] = np.arange(len(rows))
        return replace(self, n_records=len(rows), record_of=place[self.record_of])

    @cached_property
    def is_new(self) -> BoolArray:
        """(records,) of people who are in no earlier release."""
        is_new = np.ones(self.n_records, dtype=np.bool_)
        is_new[self.record_of[self.record_of >= 0]] = False
        return is_new

    @cached_property
    def gone(self) -> BoolArray:
        """(people,) who are not in the newer release."""
        gone: BoolArray = self.record_of < 0
        return gone

    @cached_property
    def origin_of_record(self) -> IntArray:
        """(records,) NOBODY for newcomers."""
        origin = np.full(self.n_records, NOBODY, dtype=np.int64)
        origin[self.record_of[~self.gone]] = self.origin_of[~self.gone]
        return origin

    @cached_property
    def n_origins(self) -> int:
        """How many sets of people there are that no earlier release tells apart."""
        return int(self.origin_of.max(initial=-1)) + 1

    @cached_property
    def origin_sizes(self) -> IntArray:
        """(origins,) the people of each."""
        return np.bincount(self.origin_of, minlength=self.n_origins).astype(np.int64)

    @property
    def candidates_needed(self) -> IntArray:
        """(origins,) k; where the earlier releases alone show fewer than k people, as many as they show."""
        return np.minimum(self.k, self.origin_sizes)

    def broken(self, class_of: CellOf) -> BoolArray:
        """Which classes do not keep the promise; ``class_of[record]`` is numbered from 0 without gaps."""
        n_classes = int(class_of.max(initial=-1)) + 1
        broken = self._few(np.bincount(class_of[self.is_new], minlength=n_classes))
        seen = self._seen(class_of)
        broken[seen.home[self._torn(class_of, seen)]] = True
        whole = seen.whole[self.origin_of]
        home = seen.home_of_origin[self.origin_of]
        broken |= self._few(self._apart(seen, n_classes))
        broken |= self._few(np.bincount(home[(self.gone | self.changed) & whole], minlength=n_classes))
        came = np.bincount(class_of[self.is_new], minlength=n_classes)
        came = came + np.bincount(home[self.changed & ~self.gone & whole], minlength=n_classes)
        broken |= self._few(came)
        broken[seen.home_of_origin[seen.whole & self._too_few_candidates(home, whole)]] = True
        return broken

    def kept_by(self, class_of: CellOf) -> bool:
        """Whether every class keeps the promise."""
        return not self.broken(class_of).any()

    def require_kept(self, class_of: CellOf, where: str) -> None:
        """Raise unless every class keeps the promise."""
        count = int(np.count_nonzero(self.broken(class_of)))
        if count:
            raise PromiseNotKept(
                f"{where}: {count} class{'es show' if count != 1 else ' shows'} fewer than k = {self.k} people to "
                "somebody who has the earlier releases as well.",
                parameter="earlier",
                count=count,
                hint="Nothing may be published from this.",
            )

    def homes(self, class_of: CellOf) -> tuple[BoolArray, IntArray]:
        """(origins,) whether all people who are left are in one class, and a class that they are in."""
        seen = self._seen(class_of)
        return seen.whole, seen.home_of_origin

    def describe(self) -> str:
        """The promise in a sentence."""
        return (
            f"Somebody who has the earlier releases too cannot narrow a person down to fewer than {self.k} records, "
            "whether the person stayed, came or went. (If an earlier release alone narrows further, this one adds "
            "nothing to that.)"
        )

    def unhidden(self, block_of: CellOf) -> BoolArray:
        """(records,) which cannot be released, because no classes inside these blocks keep the promise with them.

        Records are taken out until one class for each block keeps it: those of newcomers, or of origins, that break it.
        """
        out = np.zeros(self.n_records, dtype=np.bool_)
        while True:
            rows = np.flatnonzero(~out)
            if not len(rows):
                return out
            blocks = np.unique(block_of[rows], return_inverse=True)[1].astype(np.int64)
            found = self.of(rows)._unhidden_once(blocks)
            if not found.any():
                return out
            out[rows[found]] = True

    def _unhidden_once(self, block_of: CellOf) -> BoolArray:
        """Records that no classes can hide; found in steps, because a later one may need less after an earlier one."""
        n_blocks = int(block_of.max(initial=-1)) + 1
        new = np.bincount(block_of[self.is_new], minlength=n_blocks)
        out: BoolArray = self.is_new & self._few(new)[block_of]
        if out.any():
            return out
        seen = self._seen(block_of)
        torn = np.unique(seen.origin[self._torn(block_of, seen)])
        if len(torn):
            return self._in_smallest_part(block_of, seen, torn)
        whole = seen.whole[self.origin_of]
        home = seen.home_of_origin[self.origin_of]
        stay_changed = self.changed & ~self.gone
        left = seen.whole & self._too_few_candidates(home, whole)
        went = self.gone | self.changed
        for people, counts in (
            (self.gone, self._apart(seen, n_blocks)),
            (went, np.bincount(home[went & whole], minlength=n_blocks)),
            (stay_changed, np.bincount(home[stay_changed & whole], minlength=n_blocks) + new),
        ):
            left[self.origin_of[people & whole & self._few(counts)[home]]] = True
        present = ~self.is_new
        out[present] = left[self.origin_of_record[present]]
        return out

    def _few(self, counts: IntArray) -> BoolArray:
        few: BoolArray = (counts > 0) & (counts < self.k)
        return few

    def _seen(self, class_of: CellOf) -> _Seen:
        """The parts of origins by class."""
        present = ~self.is_new
        n_classes = int(class_of.max(initial=-1)) + 1
        pair, size = np.unique(self.origin_of_record[present] * n_classes + class_of[present], return_counts=True)
        origin, home = np.divmod(pair, max(1, n_classes))
        n_parts = np.bincount(origin, minlength=self.n_origins)
        home_of_origin = np.zeros(self.n_origins, dtype=np.int64)
        home_of_origin[origin] = home
        return _Seen(origin, home, size.astype(np.int64), n_parts == 1, home_of_origin)

    def _apart(self, seen: _Seen, n_classes: int) -> IntArray:
        """(classes,) Σ min(went, stayed) over the origins that are whole."""
        went = np.bincount(self.origin_of[self.gone], minlength=self.n_origins)
        apart = np.where(seen.whole, np.minimum(went, self.origin_sizes - went), 0)
        sums: IntArray = np.bincount(seen.home_of_origin, weights=apart, minlength=n_classes).astype(np.int64)
        return sums

    def _torn(self, class_of: CellOf, seen: _Seen) -> BoolArray:
        """(parts,) of origins in several classes, of which some part is too small to hide in."""
        present = ~self.gone
        n_classes = int(class_of.max(initial=-1)) + 1
        home = np.full(len(self.origin_of), n_classes, dtype=np.int64)  # who is gone is in a class of their own
        home[present] = class_of[self.record_of[present]]
        part = (self.origin_of * (n_classes + 1) + home) * 2 + (self.changed & present)
        parts, size = np.unique(part, return_counts=True)
        torn_origin = np.zeros(self.n_origins, dtype=np.bool_)
        torn_origin[parts[size < self.k] // (2 * (n_classes + 1))] = True
        several = np.bincount(seen.origin, minlength=self.n_origins) > 1
        torn: BoolArray = (torn_origin & several)[seen.origin]
        return torn

    def _in_smallest_part(self, class_of: CellOf, seen: _Seen, origins: IntArray) -> BoolArray:
        """(records,) in the smallest part of each of these origins."""
        order = np.lexsort((seen.home, seen.size, seen.origin))
        first = order[np.searchsorted(seen.origin[order], origins)]
        smallest = np.full(self.n_origins + 1, -1, dtype=np.int64)  # the last is for newcomers
        smallest[origins] = seen.home[first]
        inside: BoolArray = smallest[self.origin_of_record] == class_of
        return inside

    def _too_few_candidates(self, home: IntArray, whole: BoolArray) -> BoolArray:
        """(origins,) with people who went, or stayed, among too few candidates."""
        went = (self.gone | self.changed) & whole
        n_traces = int(self.trace_of.max(initial=-1)) + 1
        shown = np.where(whole, home * n_traces + self.trace_of, NOBODY)
        _, number = np.unique(shown, return_inverse=True)
        lost = np.bincount(number, weights=went).astype(np.int64)
        kept = np.bincount(number, weights=whole & ~went).astype(np.int64)
        too_few = np.zeros(self.n_origins, dtype=np.bool_)
        for records, of_kind in ((lost, went), (kept, whole & ~went)):
            candidates = np.bincount(self.origin_of[whole & (records[number] > 0)], minlength=self.n_origins)
            concerned = np.bincount(self.origin_of[of_kind], minlength=self.n_origins) > 0
            too_few |= concerned & (candidates < self.candidates_needed)
        shown_by, first = np.unique(self.origin_of * len(kept) + number, return_index=True)
        still_shown = np.where(whole[first], kept[number[first]], 0)
        origin = shown_by // max(1, len(kept))
        candidates = np.bincount(origin, weights=still_shown, minlength=self.n_origins).astype(np.int64)
        concerned = np.bincount(self.origin_of[whole & ~went], minlength=self.n_origins) > 0
        return too_few | (concerned & (candidates < self.candidates_needed))


@dataclass(frozen=True, eq=False)
class _Seen:
    """Parts of origins: ``size`` people of ``origin`` are in the class ``home``."""

    origin: IntArray
    home: IntArray
    size: IntArray
    whole: BoolArray  # (origins,) all people who are left are in one class
    home_of_origin: IntArray  # (origins,) a class that they are in
