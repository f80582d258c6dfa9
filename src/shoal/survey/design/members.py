"""Members: the people of a frame, whether it has a row for each of them, rows that count them, or is a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import RolesError, Setting, TableError, WrongUse
from shoal.survey.design.margins import ModelledFrame, counts_in
from shoal.survey.specification.frame_source import FrameSource, Source
from shoal.table.frames.table import Table
from shoal.table.roles.checks import missing_by_policy, refuse_stray_text, require_readable, strata_of
from shoal.table.roles.roles import Roles
from shoal.table.sources import table_of

MOST_PEOPLE = 20_000_000  # one row for each is made in memory, 8 bytes for each value in several places


@dataclass(frozen=True)
class SurveyFrame:
    """``counts``: how many people each row stands for, None where it is one."""

    table: Table
    counts: IntArray | None = field(repr=False)
    source: FrameSource

    @classmethod
    def of(cls, given: Any, count: str | None, **reading: Any) -> SurveyFrame:
        """Rows of people, rows of counts, or a model."""
        if isinstance(given, ModelledFrame):
            if count is not None:
                raise WrongUse(Setting("count"), " is about a table. A model knows how many people there are.")
            return cls(given.table, given.counts, given.source)
        table = table_of(given, **reading)
        if count is None:
            return cls(table, None, FrameSource())
        return cls(table, counts_in(table, count).astype(np.int64), FrameSource(Source.COUNTS))

    def row_of_members(self, roles: Roles, count: str | None) -> IntArray | None:
        """The row that each member comes from; None where rows are members.

        What is wrong with a row is said before, where rows still have the numbers that the designer knows.
        """
        if self.counts is None:
            return None
        used = (*roles.quasi_identifiers, *roles.stratum)
        if count in used:
            raise RolesError(
                f"Column '{count}' counts people. It cannot be a value of theirs at the same time.", column=count
            )
        require_readable(self.table, roles.quasi_identifiers)
        refuse_stray_text(self.table, roles)
        missing_by_policy(self.table, roles)
        strata_of(self.table, roles.stratum)
        idle = [name for name in self.table.columns if self.source.is_model and name not in used]
        if idle:
            raise RolesError(
                f"The model has an attribute that no cell depends on: '{idle[0]}'.",
                column=idle,
                hint="Leave it out of the tables: every further attribute makes the combinations rarer.",
            )
        n_people = int(self.counts.sum())
        if n_people > MOST_PEOPLE:
            raise TableError(
                f"{self.table.origin.name} counts {n_people:,} people, and a design takes {MOST_PEOPLE:,} at most.",
                parameter="count",
                count=n_people,
                hint="Design each region by itself.",
            )
        return np.repeat(np.arange(len(self.counts)), self.counts)

    def members(self, row_of: IntArray | None) -> Table:
        """One row for each member; these rows have no number in any file."""
        if row_of is None:
            return self.table
        made = self.table.taken(row_of)
        made.origin = made.origin.without_rows
        return made
