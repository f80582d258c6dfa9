"""What somebody learns who has the earlier releases as well: a promise about two or more releases of the same people.

An attacker knows the quasi-identifiers of a person, so the class of the person in each release, and whether the person
came, went, stayed, and in which columns the person changed. Some earlier releases may be left out of the computation.
So the promise is one `ReleaseComparison` for every choice of them, and all of these are kept.

Of one choice, an *origin* is the set of people who were in the same class of each of its releases. If an origin of all
releases has k people or more, its sums may be taken as known. One with fewer people may be hidden among others, as the
rest of a class that lost somebody is. So the choices of fewer releases count the origins that have such a part.

A union of classes that keep the promise keeps it as well. docs/methods/several-releases.md has attacks and proofs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, IntArray, numbered
from shoal.errors import PromiseNotKept
from shoal.guarantee.releases.comparison import CellOf, ReleaseComparison
from shoal.guarantee.releases.hidden_origins import NOBODY, HiddenOrigins, joined_groups


@dataclass(frozen=True, eq=False)
class SeenRelease:
    """What one earlier release and the newer one show of everybody who was in any of them; numbers are from 0.

    ``shown`` and ``shown_now`` number the values in the columns that link the two releases, ``changes`` the sets of
    these columns in which people changed (0: in none). NOBODY where the person is not in the release.
    """

    class_of: IntArray = field(repr=False)
    shown: IntArray = field(repr=False)
    shown_now: IntArray = field(repr=False)
    changes: IntArray = field(repr=False)

    def of(self, people: BoolArray) -> SeenRelease:
        """The same for some of the people."""
        return SeenRelease(self.class_of[people], self.shown[people], self.shown_now[people], self.changes[people])


@dataclass(frozen=True, eq=False)
class JointAnonymity:
    """The promise for the ``n_records`` of a newer release."""

    k: int
    n_records: int
    changed: BoolArray = field(repr=False)  # (people,) in anything that an earlier release and the newer one show
    comparisons: tuple[ReleaseComparison, ...] = field(repr=False)  # the first is that of all releases
    hidden: HiddenOrigins = field(repr=False)

    @classmethod
    def of_releases(
        cls, k: int, n_records: int, record_of: IntArray, releases: Sequence[SeenRelease]
    ) -> JointAnonymity:
        """All comparisons that say something of their own."""
        changed = np.zeros(len(record_of), dtype=np.bool_)
        for release in releases:
            changed |= release.changes > 0
        hidden = HiddenOrigins.among(k, [release.class_of for release in releases], record_of)
        return cls(k, n_records, changed, tuple(_comparisons(k, n_records, releases, hidden)), hidden)

    def of(self, records: npt.ArrayLike) -> JointAnonymity:
        """The same for some of the records, by row number from 0 or by mask, in that order: all others are gone."""
        rows = np.arange(self.n_records)[np.asarray(records)]
        place = np.full(self.n_records + 1, NOBODY, dtype=np.int64)  # the last is for NOBODY
        place[rows] = np.arange(len(rows))
        return replace(
            self,
            n_records=len(rows),
            comparisons=tuple(each.of(place, len(rows)) for each in self.comparisons),
            hidden=self.hidden.of(place),
        )

    @property
    def record_of(self) -> IntArray:
        """(people,) the record in the newer release, or NOBODY."""
        return self.hidden.record_of

    @property
    def is_new(self) -> BoolArray:
        """(records,) of people who are in no earlier release."""
        return self.comparisons[0].is_new

    @property
    def gone(self) -> BoolArray:
        """(people,) who are not in the newer release."""
        gone: BoolArray = self.record_of < 0
        return gone

    @cached_property
    def kept_together(self) -> IntArray:
        """(records,) the people whom a cell holds together: all of an origin, in every comparison; 0 for newcomers."""
        origins = [each.origin_of_record for each in self.comparisons]
        together = joined_groups(np.arange(self.n_records), origins) + 1
        together[self.is_new] = 0
        return together

    @cached_property
    def divisible(self) -> BoolArray:
        """(records,) of which all who are kept together are one origin, and nobody went or changed."""
        divisible = ~self.is_new
        finest = self.comparisons[0].origin_of_record
        n_origins = np.bincount(self.kept_together[np.unique(finest, return_index=True)[1]])
        divisible &= n_origins[self.kept_together] == 1
        for each in self.comparisons:
            divisible &= each.steady
        return divisible

    def missing(self, class_of: CellOf) -> IntArray:
        """(classes,) how many people and records are missing to the promise; 0: kept."""
        found: IntArray = np.sum([each.missing(class_of) for each in self.comparisons], axis=0, dtype=np.int64)
        return found + np.where(self._shows_hidden(class_of), self.k, 0)

    def missing_in_unions(self, class_of: CellOf, pairs: IntArray) -> IntArray:
        """(pairs,) the same for the unions of two classes each."""
        found: IntArray = np.sum([each.missing_in_unions(class_of, pairs) for each in self.comparisons], axis=0)
        shows = self._shows_hidden(class_of)[pairs].any(axis=1) & ~self._is_apart(class_of)[pairs].any(axis=1)
        return found + np.where(shows, self.k, 0)

    def _shows_hidden(self, class_of: CellOf) -> BoolArray:
        """(classes,) that show some hidden origins and not others, while nobody else hides what they show."""
        shows = np.zeros(int(class_of.max(initial=-1)) + 1, dtype=np.bool_)
        shows[class_of[self.hidden.shown(class_of, self.n_records)]] = True
        return shows & ~self._is_apart(class_of)

    def _is_apart(self, class_of: CellOf) -> BoolArray:
        """(classes,) with an origin of which some people went and some stayed: then they number k, or k is missed."""
        is_apart: BoolArray = self.comparisons[0].apart(class_of) > 0
        return is_apart

    def broken(self, class_of: CellOf) -> BoolArray:
        """Which classes do not keep the promise; ``class_of[record]`` is numbered from 0 without gaps."""
        broken: BoolArray = self.missing(class_of) > 0
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

    def telling(self, class_of: CellOf) -> BoolArray:
        """(classes,) from which somebody went, or in which somebody came or changed, in any comparison."""
        telling: BoolArray = np.any([each.telling(class_of) for each in self.comparisons], axis=0)
        return telling

    def describe(self) -> str:
        """The promise in a sentence."""
        return (
            f"Somebody who has the earlier releases too cannot narrow a person down to fewer than {self.k} records, "
            "whether the person stayed, came, went or changed. (If an earlier release alone narrows further, this one "
            "adds nothing to that.)"
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
            rest, blocks = self.of(rows), numbered(block_of[rows])
            found = np.zeros(len(rows), dtype=np.bool_)
            for each in rest.comparisons:
                found = each.unhidden_once(blocks)
                if found.any():
                    break
            if not found.any():
                found = rest.hidden.shown(blocks, len(rows)) & rest._shows_hidden(blocks)[blocks]
            if not found.any():
                return out
            out[rows[found]] = True


def _comparisons(
    k: int, n_records: int, releases: Sequence[SeenRelease], hidden: HiddenOrigins
) -> Iterator[ReleaseComparison]:
    """One for each choice of releases, the first for all; one is enough if no origin is hidden."""
    finest = numbered(*(release.class_of for release in releases))
    for n_chosen in range(len(releases), 0, -1):
        for chosen in combinations(releases, n_chosen):
            origin = finest
            if n_chosen < len(releases):
                if not hidden.is_hidden.any():
                    return
                origin = _origins_of_choice(finest, hidden.is_hidden, chosen)
            yield _comparison(k, n_records, hidden.record_of, chosen, origin)


def _origins_of_choice(finest: IntArray, is_hidden: BoolArray, chosen: Sequence[SeenRelease]) -> IntArray:
    """(people,) the origin of a choice, but of all releases where none is hidden; NOBODY: new to this choice."""
    coarse = numbered(*(release.class_of for release in chosen))
    outside = np.all([release.class_of < 0 for release in chosen], axis=0)
    origin = np.full(len(finest), NOBODY, dtype=np.int64)
    counted = ~(outside & is_hidden)
    key = np.where(is_hidden, coarse, int(coarse.max(initial=0)) + 1 + finest)
    origin[counted] = numbered(key[counted])
    return origin


def _comparison(
    k: int, n_records: int, record_of: IntArray, chosen: Sequence[SeenRelease], origin: IntArray
) -> ReleaseComparison:
    people = origin >= 0
    then, now, changes = (
        numbered(*(getattr(release, what)[people] for release in chosen)) for what in ("shown", "shown_now", "changes")
    )
    nothing = np.all([release.changes[people] <= 0 for release in chosen], axis=0)
    status = np.where(nothing, 0, changes + 1)
    return ReleaseComparison(k, n_records, origin[people], then, now, status, record_of[people])
