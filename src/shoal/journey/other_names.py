"""Columns under other names: a renamed column links the records of two releases as well as one that kept its name."""

from __future__ import annotations

from itertools import product

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.errors import RolesError, Setting
from shoal.journey.past import PastRelease
from shoal.table.frames.table import Table
from shoal.table.people_in_common import values_in_common
from shoal.table.roles.roles import Roles

# Share of the agreement that chance leaves open (J. Cohen, A coefficient of agreement for nominal scales, Educational
# and Psychological Measurement 20, 1960). Half of it is a choice: columns with few values agree often, but by chance.
SAME = 0.5


def unchanged(table: Table, roles: Roles) -> list[str]:
    """Columns that are published as they are."""
    hidden = {*roles.quasi_identifiers, *roles.dropped}
    return [name for name in table.columns if name not in hidden]


def require_own_names(release: PastRelease, original: Table, roles: Roles, here: IntArray, there: IntArray) -> None:
    """Refuse if a column of one release is a column of the other under another name, and either shows records.

    ``here`` and ``there`` are the records of the same people in both originals.
    """
    then_shown, now_shown = unchanged(release.original, release.roles), unchanged(original, roles)
    then_names = [*then_shown, *release.roles.quasi_identifiers]
    now_names = [*now_shown, *roles.quasi_identifiers]
    then, now = values_in_common([(release.original, then_names), (original, now_names)])
    then = {name: codes[here] for name, codes in then.items()}
    now = {name: codes[there] for name, codes in now.items()}
    explained = {name: then[name] == now[name] for name in set(then_shown) & set(now_shown)}
    for one, other in product(then_names, now_names):
        if one == other or (one not in then_shown and other not in now_shown):
            continue
        open_ = ~(explained.get(one, NOT_YET) | explained.get(other, NOT_YET))
        if _is_same(then[one], now[other], np.broadcast_to(open_, len(here))):
            raise RolesError(
                f"Column '{other}' has the values of column '{one}' of the earlier release, so it links the records "
                "under another name.",
                parameter="earlier",
                column=[one, other],
                hint=("Give it the same name and role in both tables, or drop it (", Setting("identifiers"), ")."),
            )


NOT_YET = np.zeros(1, dtype=np.bool_)  # a name in one table only explains nobody's agreement


def _is_same(one: IntArray, other: IntArray, counted: BoolArray) -> bool:
    """Whether two columns agree for the people who are counted, which are at least half, far beyond chance."""
    n_counted = int(np.count_nonzero(counted))
    if 2 * n_counted < len(counted):
        return False
    one, other = one[counted], other[counted]
    agreed = float(np.mean(one == other))
    n_values = int(max(one.max(), other.max())) + 1
    by_chance = float(np.bincount(one, minlength=n_values) @ np.bincount(other, minlength=n_values)) / n_counted**2
    return by_chance < 1.0 and (agreed - by_chance) / (1.0 - by_chance) >= SAME
