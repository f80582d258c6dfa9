"""Columns of a frame that people can be asked for, and those for which no cells can be designed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoal.encode.choice import type_of
from shoal.errors import ParameterError, RolesError
from shoal.table.frames import Table
from shoal.table.identifying import FEWEST_RECORDS, NEARLY_ALL, distinct_share
from shoal.table.roles import ColumnType, Roles
from shoal.table.wording import did_you_mean, listed


def refuse_naming_columns(frame: Table, roles: Roles) -> None:
    """Refuse a nominal quasi-identifier in which (nearly) every member of the frame has a category of its own.

    It names the member. Nobody else has that category, so no cell can be formed by it, and all of them would be listed
    in what is published.
    """
    if frame.n_records < FEWEST_RECORDS:
        return
    for name in roles.quasi_identifiers:
        nominal = type_of(frame, roles.of(name)) is ColumnType.NOMINAL
        if nominal and distinct_share(frame, name) >= NEARLY_ALL:
            raise RolesError(
                f"{frame.called(name)} of {frame.origin.name} has another category for (nearly) every member, so it "
                "tells who a person is and no cell can be formed by it. Leave it out of the quasi-identifiers, give it "
                "a taxonomy, or a type if it holds numbers or dates."
            )


def require_asked(wording: Mapping[str, str], columns: Sequence[str]) -> None:
    """Refuse words for a column that nobody is asked for, and words that say nothing."""
    for name, words in wording.items():
        if name not in columns:
            asked = f" It asks for {listed(columns)}." if columns else " It does not know yet what it will ask for."
            raise ParameterError(
                f"There is wording for '{name}', which is not asked for.{did_you_mean(name, columns) or asked}"
            )
        if not words.strip():
            raise ParameterError(f"The wording for '{name}' is empty. Say what is asked, or leave it out.")
