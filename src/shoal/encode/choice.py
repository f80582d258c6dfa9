"""Which kind of attribute a quasi-identifier becomes: what its role says, else what the column holds.

| type in the roles | column | attribute |
|---|---|---|
| numeric, integer | numbers, booleans, text that is all numbers | Numeric |
| date | dates, datetimes, times of day, durations | Moment |
| boolean | any column with at most two values | Nominal |
| nominal | text, numbers, booleans | Nominal |
| ordinal (or an order is given) | text, numbers, booleans | Ordinal |
| taxonomy (or a taxonomy is given) | text, numbers, booleans | Taxonomy |
| latitude and longitude | numbers; the first latitude belongs to the first longitude, and so on | Location |
| none | numbers | Numeric |
| none | dates, datetimes, times of day, durations | Moment |
| none | text whose container declares an order (ordered categorical, Enum) | Ordinal |
| none | booleans, other text | Nominal |

The two numbers of a position along streets are one attribute, Crossing, which the journey makes when it has a graph.

Nothing that a role says is ignored: an order, a taxonomy or a rounding that the kind has no use for is
refused.

Without a rounding, released numbers have as many decimals as the column, and positions at most those of a metre: a mean
of ages with eleven decimals claims a precision that no age had. Classes can only grow by that, never split.
"""

from __future__ import annotations

import math

from shoal.arrays import FloatArray
from shoal.encode.arithmetic.standard import decimals_seen
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import Moment
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.numeric import INT64_END, Numeric
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.errors import RolesError
from shoal.table.frames.table import ColumnKind, Table
from shoal.table.roles.roles import MOST_DECIMALS, UNROUNDED, ColumnRole, ColumnType, Roles

_TYPE_OF_KIND = {
    ColumnKind.NUMBER: ColumnType.NUMERIC,
    ColumnKind.INTEGER: ColumnType.NUMERIC,
    ColumnKind.BOOLEAN: ColumnType.BOOLEAN,
    ColumnKind.DATE: ColumnType.DATE,
    ColumnKind.DATETIME: ColumnType.DATE,
    ColumnKind.DURATION: ColumnType.DATE,
}
POSITION_DECIMALS = 5  # of a degree: 1.1 m, finer than a position is known
_ROUNDED = (ColumnType.NUMERIC, ColumnType.INTEGER, ColumnType.LATITUDE, ColumnType.LONGITUDE)


def fitted_attributes(table: Table, roles: Roles, weights: FloatArray | None) -> tuple[Attribute, ...]:
    """One fitted attribute per quasi-identifier, in their order; a pair has the position of its latitude."""
    columns = [roles.of(name) for name in roles.quasi_identifiers]
    if not columns:
        raise RolesError("There is no quasi-identifier. Name at least one column that an outsider may know.")
    types = {column.name: type_of(table, column) for column in columns}
    partner_of = _pairs(types)
    role_of = {column.name: column for column in columns}
    attributes: list[Attribute] = []
    for column in columns:
        _refuse_unused(column, types[column.name])
        if column.name not in partner_of:
            attributes.append(_single(table, column, types[column.name], weights))
        elif types[column.name] is ColumnType.LATITUDE:
            attributes.append(_location(table, column, role_of[partner_of[column.name]], weights))
    return tuple(attributes)


def type_of(table: Table, column: ColumnRole) -> ColumnType:
    """What the role says, else what the column holds."""
    if column.type is not None:
        return ColumnType(column.type)
    if column.taxonomy is not None:
        return ColumnType.TAXONOMY
    if column.order is not None or table.category_order(column.name) is not None:
        return ColumnType.ORDINAL
    return _TYPE_OF_KIND.get(table.kind(column.name), ColumnType.NOMINAL)


def _pairs(types: dict[str, ColumnType]) -> dict[str, str]:
    """Each latitude with its longitude and each longitude with its latitude."""
    latitudes = [name for name, type_ in types.items() if type_ is ColumnType.LATITUDE]
    longitudes = [name for name, type_ in types.items() if type_ is ColumnType.LONGITUDE]
    if len(latitudes) != len(longitudes):
        raise RolesError(
            f"There are {len(latitudes)} latitude and {len(longitudes)} longitude columns. "
            "Each latitude needs its longitude; a single one can be given the type 'numeric'."
        )
    return dict(zip(latitudes, longitudes, strict=True)) | dict(zip(longitudes, latitudes, strict=True))


def _refuse_unused(column: ColumnRole, type_: ColumnType) -> None:
    unused = []
    if column.order is not None and type_ is not ColumnType.ORDINAL:
        unused.append("an order")
    if column.taxonomy is not None and type_ is not ColumnType.TAXONOMY:
        unused.append("a taxonomy")
    if column.rounding is not None and type_ not in _ROUNDED:
        unused.append("a rounding")
    if unused:
        raise RolesError(
            f"Column '{column.name}' is of type '{type_}' and has {' and '.join(unused)}, for which that type has "
            "no use.",
            column=column.name,
            hint="Remove it, or change the type.",
        )
    if not (math.isfinite(column.weight) and column.weight > 0.0):
        raise RolesError(
            f"The weight of column '{column.name}' must be a positive number; found {column.weight:g}.",
            column=column.name,
            hint="To leave a column out of the distance, do not make it a quasi-identifier.",
        )


def _single(table: Table, column: ColumnRole, type_: ColumnType, weights: FloatArray | None) -> Attribute:
    name, weight = column.name, float(column.weight)
    if type_ is ColumnType.DATE:
        return Moment.fit(table, name, weight=weight, weights=weights)
    if type_ in (ColumnType.NOMINAL, ColumnType.BOOLEAN):
        return Nominal.fit(table, name, weight=weight, weights=weights, boolean=type_ is ColumnType.BOOLEAN)
    if type_ is ColumnType.ORDINAL:
        return Ordinal.fit(table, name, order=_order(table, column), weight=weight, weights=weights)
    if type_ is ColumnType.TAXONOMY:
        if column.taxonomy is None:
            raise RolesError(
                f"Column '{name}' is of type 'taxonomy' and names no taxonomy file.", column=name, hint="Name one."
            )
        return Taxonomy.fit(table, name, taxonomy=column.taxonomy, weight=weight, weights=weights)
    decimals, integer = _decimals_and_type(table, column, type_)
    return Numeric.fit(table, name, weight=weight, decimals=decimals, integer=integer, weights=weights)


def _decimals_and_type(table: Table, column: ColumnRole, type_: ColumnType) -> tuple[int | None, bool]:
    """The decimals of released numbers (None: all of them), and whether these are integers.

    A boolean that was given the type numeric is released as the share of True: its own decimals would be none.
    """
    name, kind, asked = column.name, table.kind(column.name), column.rounding
    if type_ is ColumnType.INTEGER:
        if asked == UNROUNDED or (isinstance(asked, int) and asked > 0):
            raise RolesError(
                f"Column '{name}' is of type 'integer' and is to be rounded to {asked} decimals.",
                column=name,
                hint="Choose one.",
            )
        return asked if isinstance(asked, int) else None, True
    if isinstance(asked, int):
        return asked, kind is ColumnKind.INTEGER and asked <= 0
    if asked is not None or kind is ColumnKind.BOOLEAN:
        return None, False
    values = table.numbers(name)
    seen = decimals_seen(values, MOST_DECIMALS)
    fits = float(abs(values).max()) < INT64_END
    return seen, seen == 0 and fits and kind in (ColumnKind.INTEGER, ColumnKind.TEXT)


def _position_decimals(table: Table, column: ColumnRole) -> int | None:
    if column.rounding is None:
        seen = decimals_seen(table.numbers(column.name), POSITION_DECIMALS)
        return POSITION_DECIMALS if seen is None else seen
    return column.rounding if isinstance(column.rounding, int) else None


def _order(table: Table, column: ColumnRole) -> tuple[str, ...]:
    if column.order is not None:
        return tuple(column.order)
    declared = table.category_order(column.name)
    if declared is None and table.kind(column.name) is ColumnKind.TEXT:
        raise RolesError(
            f"Column '{column.name}' is of type 'ordinal' and has no order.",
            column=column.name,
            hint="Give its categories, lowest first.",
        )
    natural = table.codes(column.name)[1]  # numbers and booleans have an order of their own
    return tuple(text_of(category) for category in (natural if declared is None else declared))


def _location(table: Table, latitude: ColumnRole, longitude: ColumnRole, weights: FloatArray | None) -> Location:
    """One attribute, one weight: that of the latitude or of the longitude, whichever was given."""
    given = {column.weight for column in (latitude, longitude)} - {1.0}
    if len(given) > 1:
        raise RolesError(
            f"Columns '{latitude.name}' and '{longitude.name}' are one location and have different weights.",
            column=(latitude.name, longitude.name),
            hint="Give one weight.",
        )
    return Location.fit(
        table,
        (latitude.name, longitude.name),
        weight=float(given.pop()) if given else 1.0,
        decimals=(_position_decimals(table, latitude), _position_decimals(table, longitude)),
        weights=weights,
    )
