"""What 'risk | utility' is measured on: a release, its original, and what else was given; checked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Setting, TableError
from shoal.guarantee.behind_figures import enough_records
from shoal.release.classes import Classes
from shoal.release.columns import classes_by
from shoal.release.measure import Absent
from shoal.release.pairs.features import features_after, features_before, features_of
from shoal.release.pairs.paired_column import CategoryPair, Pair, Unread, paired
from shoal.release.risk.reidentification import population_sizes, unique_share
from shoal.table.frames.table import Table

SEED = 0  # of all random choices: the same tables give the same figures
MOSTLY_UNIQUE = 0.5  # originals that are alone: then a table of the same rows is the same people


@dataclass(frozen=True)
class Compared:
    """A release and, where they were given, its original, people who are not in it, and the population."""

    released: Table
    looks: Sequence[str]  # quasi-identifiers
    strata: Sequence[str]
    secrets: Sequence[str]  # confidential columns
    original: Table | None = None
    control: Table | None = None
    sampling_fraction: float | None = None
    population: Table | None = None
    nominal: Sequence[str] = ()  # confidential columns whose numbers are mere codes

    @property
    def known(self) -> list[str]:
        """What an attacker knows: the columns that form the classes."""
        return [*self.looks, *self.strata]

    @cached_property
    def classes(self) -> Classes:
        """Of the release."""
        return classes_by(self.released, self.known)

    @property
    def may_tell(self) -> bool:
        """Whether figures about the originals, and about people of the control, stand on enough records."""
        tables = [table for table in (self.original, self.control) if table is not None]
        return all(enough_records(table.n_records, self.classes.k) for table in tables)

    @cached_property
    def _read(self) -> tuple[list[Pair], list[Unread]]:
        if self.original is None:
            return [], []
        return paired(self.original, self.released, [*self.known, *self.secrets], self.nominal)

    @property
    def pairs(self) -> list[Pair]:
        """All columns that can be compared."""
        return self._read[0]

    @property
    def unread(self) -> list[Absent]:
        """The columns that cannot be compared."""
        return [Absent("comparison with the original", unread.why, unread.name) for unread in self._read[1]]

    @property
    def known_pairs(self) -> list[Pair]:
        """Of what an attacker knows."""
        return [pair for pair in self.pairs if pair.name in self.known]

    @property
    def secret_pairs(self) -> list[Pair]:
        """Of the confidential columns."""
        return [pair for pair in self.pairs if pair.name in self.secrets]

    @cached_property
    def features_before(self) -> FloatArray:
        """What an attacker knows about the originals, as coordinates."""
        return features_before(self.known_pairs)

    @cached_property
    def features_after(self) -> FloatArray:
        """The same of the release."""
        return features_after(self.known_pairs)

    @cached_property
    def features_of_control(self) -> FloatArray:
        """The same of people who are not in the release."""
        return np.zeros((0, 0)) if self.control is None else features_of(self.known_pairs, self.control)

    @cached_property
    def population_sizes(self) -> IntArray | None:
        """How many people of the population each class has."""
        if self.population is None:
            return None
        sizes = population_sizes(self.released, self.population, self.known, self.classes)
        n_few = int((sizes < self.classes.sizes).sum())
        if n_few:
            raise TableError(
                "The population (",
                Setting("population"),
                f") has fewer people than the release in {n_few:,} of {self.classes.n_classes:,} classes, so it is not "
                "the population that these people come from, or it does not have their released values.",
                count=n_few,
                hint="Every record of the population needs the values that the release would give it: `shoal apply` "
                "writes them.",
            )
        return sizes


def codes_in(table: Table, pair: CategoryPair) -> IntArray:
    """The categories of a pair in another table; those that it does not know are one more."""
    codes, values = table.codes(pair.name)
    position = {category: place for place, category in enumerate(pair.categories)}
    unknown, missing = pair.n_categories, len(pair.categories)
    places = np.array([*(position.get(str(value), unknown) for value in values), missing], dtype=np.int64)
    found: IntArray = places[codes]
    return found


def check_compared(given: Compared) -> None:
    """Refuse tables that do not belong together."""
    original, released = given.original, given.released
    if given.control is not None and original is None:
        raise TableError(
            "A table of people who are not in the release (",
            Setting("control"),
            ") serves a comparison with the original.",
            hint=("Give the original as well, with ", Setting("against"), "."),
        )
    if original is None:
        return
    _refuse_empty(original, "against")
    if not any(name in original.columns for name in given.looks):
        raise TableError(
            "The original (",
            Setting("against"),
            ") has none of the quasi-identifiers, so it cannot be compared with the release.",
            hint="Name the columns alike in both tables.",
        )
    if released.n_records > original.n_records:
        raise TableError(
            f"The release has {released.n_records:,} records, more than the original (",
            Setting("against"),
            f") with {original.n_records:,}.",
            count=released.n_records - original.n_records,
            hint="Give the release first and its original second. A release may have fewer records, but not more.",
        )
    if given.control is not None:
        _check_control(given, original, given.control)


def _check_control(given: Compared, original: Table, control: Table) -> None:
    _refuse_empty(control, "control")
    wanted = [pair.name for pair in given.pairs]
    absent = [name for name in wanted if name not in control.columns]
    if absent:
        raise control.unknown_column(absent[0], wanted, parameter="control")
    shared = [name for name in wanted if original.kind(name) is control.kind(name)]
    if unique_share(original, wanted) > MOSTLY_UNIQUE and _all_found(control, original, shared):
        raise TableError(
            "Every record of the control (",
            Setting("control"),
            ") is also in the original, so it does not show people who are not in the release.",
            hint="Give records that were kept apart before the release was made.",
        )


def _all_found(control: Table, original: Table, names: Sequence[str]) -> bool:
    classes = classes_by(control, names)
    return bool((population_sizes(control, original, names, classes) > 0).all())


def _refuse_empty(table: Table, parameter: str) -> None:
    if table.n_records == 0:
        raise TableError(
            "The table (", Setting(parameter), ") holds no records.", hint="Give a table with at least one row."
        )
