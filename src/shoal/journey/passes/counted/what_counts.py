"""What counts: the promise about the records of a part, in records, in persons or in households.

Masses and households are not published, so nobody can count them in a release. They travel *beside* the released
records to the file, as one whole number for each record: the persons that it stands for, or the key of its household.
They are counted there, and go no further.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import WriteError
from shoal.guarantee import USUAL_FEWEST_RECORDS, ClassPromise, HouseholdAnonymity, KAnonymity, PersonAnonymity
from shoal.journey.passes.layout import ADDED, Layout
from shoal.journey.passes.row_keys import row_keys
from shoal.journey.run import Run
from shoal.table.roles.checks import masses_of
from shoal.table.roles.roles import HouseholdMembers

BESIDE = ADDED + "beside"  # what a record counts, beside its released values
HOUSEHOLD_SEED = 9  # the first number keys what is drawn; see `row_keys`


@dataclass(frozen=True)
class WhatCounts:
    """``mass`` or ``household``: the column of what k counts; neither: k counts records."""

    k: int
    mass: str | None = None
    fewest_records: int = USUAL_FEWEST_RECORDS
    household: str | None = None
    together: bool = True

    @classmethod
    def of(cls, run: Run) -> WhatCounts:
        """As the roles and the settings say."""
        roles, settings = run.roles, run.settings
        fewest = USUAL_FEWEST_RECORDS if settings.fewest_records is None else settings.fewest_records
        together = roles.household_members is HouseholdMembers.TOGETHER
        return cls(settings.promise.k, roles.mass, fewest, roles.household, together)

    @property
    def counts_records(self) -> bool:
        """Whether k counts records, which everybody can count."""
        return self.mass is None and self.household is None

    @property
    def forms_of_persons(self) -> bool:
        """Whether cells are formed of persons: of records that stand for several, or of whole households."""
        return self.mass is not None or self.gathers_households

    @property
    def gathers_households(self) -> bool:
        """Whether the members of a household have to be worked on together."""
        return self.household is not None and self.together

    @property
    def beside(self) -> tuple[str, ...]:
        """The columns that travel beside a released record: one, or none."""
        return () if self.counts_records else (BESIDE,)

    @property
    def least_size(self) -> int:
        """The fewest records of a class."""
        return self.nobody.least_size

    @property
    def nobody(self) -> ClassPromise:
        """The promise about no record: what can be said of it in general."""
        return self.promise_beside(np.empty(0, dtype=np.int64))

    def promise(self, frame: pl.DataFrame, layout: Layout) -> ClassPromise:
        """The promise about records as they travel before they are released."""
        return KAnonymity(self.k) if self.counts_records else self.promise_beside(self.numbers(frame, layout))

    def numbers(self, frame: pl.DataFrame, layout: Layout) -> IntArray:
        """What each record counts: persons, or the key of its household."""
        if self.mass is not None:
            return masses_of(layout.table(frame), self.mass)
        return household_keys(frame, self.household or "")

    def promise_beside(self, beside: IntArray) -> ClassPromise:
        """The promise about records of which the numbers are at hand."""
        if self.mass is not None:
            return PersonAnonymity(self.k, beside, self.fewest_records)
        if self.household is not None:
            households = np.unique(beside, return_inverse=True)[1].astype(np.int64)
            return HouseholdAnonymity(self.k, households, self.together)
        return KAnonymity(self.k)


def with_numbers(written: pl.DataFrame, released: pl.DataFrame, layout: Layout) -> pl.DataFrame:
    """Records that were read back, in an order of their own, with what each counts; ``released`` have it beside them.

    Records that are equal have equal keys, so whichever of them gets which number, their classes count the same.
    """
    columns = layout.travelling
    there, here = (row_keys(frame, columns, (HOUSEHOLD_SEED,)) for frame in (released, written))
    order_there, order_here = there.order(), here.order()
    if not all(np.array_equal(one[order_there], other[order_here]) for one, other in zip(there, here, strict=True)):
        raise WriteError("The release does not read back as it was written. Choose another format.")
    numbers = np.empty(written.height, dtype=np.int64)
    numbers[order_here] = released[BESIDE].to_numpy()[order_there]
    return written.with_columns(pl.Series(BESIDE, numbers))


def household_keys(frame: pl.DataFrame, household: str) -> IntArray:
    """A number for the household of each record, the same in all parts of a table.

    Two households get the same one with a probability of about n² / 2^65; they would then count as one.
    """
    return row_keys(frame, [household], (HOUSEHOLD_SEED,)).first.view(np.int64)
