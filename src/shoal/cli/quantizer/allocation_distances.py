"""How far records are from centres: which distance, why that one, and the tables that it needs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from shoal.allocation.model import numbers_of
from shoal.allocation.rule import AllocationRule
from shoal.arrays import FloatArray
from shoal.cli.shared import words
from shoal.cli.shared.streets import graph_of
from shoal.encode.arithmetic.coarse import coarse_size, is_broad
from shoal.errors import ParameterError, RolesError, Setting, TableError, WrongUse
from shoal.partition.distances.great_circle import LATITUDE_FIRST, GreatCircle, no_positions
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.distances.named import find_distance
from shoal.partition.transport.distance import Distance
from shoal.table.frames.table import Table
from shoal.table.roles.positions import coordinate_names, named_positions, position_types
from shoal.table.wording import first_row, found, listed

USUAL_COLUMNS = ("x", "y")  # of places on a map of streets
ASKED = "as asked for"
UNIT = {"great-circle": "metres"}


@dataclass(frozen=True)
class AskedDistance:
    """What the options say about the distance."""

    columns: list[str] | None
    distance: str | None
    matrix: str | None
    graph: str | None
    standardise: bool

    def require_consistent(self) -> None:
        """Refuse options that would be ignored, before any table is read."""
        sources = {"distance": self.distance, "matrix": self.matrix, "graph": self.graph}
        given = [name for name, value in sources.items() if value is not None]
        if len(given) > 1:
            raise ParameterError(
                Setting(given[0]), " and ", Setting(given[1]), " are two distances.", hint="Give one of them."
            )
        if self.distance is not None:
            find_distance(self.distance)
        if self.matrix is not None and self.columns:
            raise ParameterError(
                Setting("columns"), " means nothing with ", Setting("matrix"), ", which has all distances.",
                hint="Leave it out.",
            )  # fmt: skip
        if self.matrix is None and self.graph is None and self.columns is None:
            raise ParameterError(
                Setting("columns"),
                " is missing.",
                hint=(
                    "Name the numeric columns that both tables have, or give travel times with ",
                    Setting("matrix"),
                    ".",
                ),
            )
        unscaled = self.matrix or self.graph or self.distance == GreatCircle.name
        if self.standardise and unscaled:
            raise ParameterError(
                Setting("standardise"), " would change distances that have a unit of their own.", hint="Leave it out."
            )


@dataclass(frozen=True)
class Measured:
    """Records and centres as one distance takes them. ``points`` and ``sites`` are missing with a matrix.

    ``scales`` are what the columns are divided by; empty: nothing.
    """

    distance: Distance
    why: str
    columns: tuple[str, ...] = ()
    points: FloatArray | None = field(default=None, repr=False)
    sites: FloatArray | None = field(default=None, repr=False)
    scales: tuple[float, ...] = ()

    @property
    def unit(self) -> str | None:
        """The unit of the distances, if it is known."""
        return UNIT.get(self.distance.name)


def measured_by(
    asked: AskedDistance,
    people: Table,
    center_table: Table,
    *,
    identifier: str | None,
    center_identifier: str | None,
    reading: words.Reading,
) -> Measured:
    """The distance that the options and the columns ask for, and what it is measured on."""
    if asked.matrix is not None:
        own = replace(reading, sheet=None)
        centers = _names(center_table, center_identifier)
        matrix = matrix_of(own.open(asked.matrix), people, identifier, centers, center_table.n_records)
        return Measured(DistanceMatrix(matrix), "the distances are those of --matrix")
    columns = common_columns(_street_columns(asked, people, center_table), people, center_table)
    why = ASKED
    if asked.graph is not None:
        distance: Distance = graph_of(asked.graph, reading)
        why = "the shortest ways along the streets of --graph"
        if len(columns) != 2:
            raise ParameterError(
                Setting("columns"), f" must name the two coordinates of the streets; found {len(columns)}."
            )
    elif asked.distance is not None:
        distance = find_distance(asked.distance)
        columns = _latitude_first(columns) if isinstance(distance, GreatCircle) else columns
    elif _are_positions(columns, people) and _are_positions(columns, center_table):
        distance, columns = GreatCircle(), _latitude_first(columns)
        why = (
            "because the columns are a latitude and a longitude; --distance squared-euclidean measures in squared "
            "degrees, as version 0.1 did"
        )
        if asked.standardise:
            raise ParameterError(
                Setting("standardise"),
                " would change latitudes and longitudes, which are measured in metres.",
                hint=("Leave it out, or say ", Setting("distance", "squared-euclidean"), "."),
            )
    else:
        distance, why = find_distance(None), _why_default(columns)
    points, sites = (coordinates(table, columns) for table in (people, center_table))
    if isinstance(distance, GreatCircle) and len(columns) == 2:
        _require_positions(people, points)
        _require_positions(center_table, sites)
    scales = _scales(points, columns) if asked.standardise else ()
    return Measured(distance, why, columns, points, sites, scales)


def _why_default(columns: tuple[str, ...]) -> str:
    """Why distances are squared-euclidean; columns in degrees are named, because a degree is no length."""
    degrees = coordinate_names(columns)
    why = "the default for other columns than a latitude and a longitude"
    if not degrees:
        return why
    return (
        f"{why}; {listed(degrees)} {'counts' if len(degrees) == 1 else 'count'} in squared degrees, because only a "
        "latitude and a longitude together are measured in metres"
    )


def _require_positions(table: Table, points: FloatArray) -> None:
    """Refuse coordinates that are no degrees, and name the file."""
    wrong = no_positions(points)
    if wrong.any():
        raise TableError(
            f"{table.where} holds {found(int(wrong.sum()), 'record', 'records')} without a latitude and longitude in "
            f"degrees, the first in {first_row(wrong, header=table.origin.has_header_row)}.",
            parameter="columns",
            count=int(wrong.sum()),
            hint=LATITUDE_FIRST,
        )


def common_columns(given: list[str], people: Table, center_table: Table) -> tuple[str, ...]:
    """The columns that both tables have, each named once."""
    names = words.column_names(given, people.columns)
    if not names:
        raise RolesError(
            Setting("columns"), " names no column.", hint="Give the numeric columns that both tables have."
        )
    if len(set(names)) < len(names):
        raise RolesError(Setting("columns"), " names a column twice.", hint="Name each once.")
    words.require_columns(people, columns=names)
    words.require_columns(center_table, columns=names)
    return names


def coordinates(table: Table, names: tuple[str, ...]) -> FloatArray:
    """The columns as an array; missing values are refused."""
    return np.column_stack([numbers_of(table, name) for name in names])


def _street_columns(asked: AskedDistance, people: Table, center_table: Table) -> list[str]:
    if asked.columns is not None:
        return asked.columns
    for table in (people, center_table):
        if not set(USUAL_COLUMNS) <= set(table.columns):
            raise RolesError(
                Setting("columns"),
                f" is missing, and {table.where} has no columns x and y.",
                hint="Name the two coordinates, in the units of the streets.",
            )
    return list(USUAL_COLUMNS)


def _are_positions(columns: tuple[str, ...], table: Table) -> bool:
    """Whether these are the latitude and the longitude of a table: by their names, and by their values."""
    return len(columns) == 2 and set(columns) <= set(position_types(table))


def _latitude_first(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Columns that are called latitude and longitude in that order; others as they were given."""
    pairs = named_positions(columns)
    return pairs[0] if len(columns) == 2 and pairs else columns


def _scales(points: FloatArray, names: tuple[str, ...]) -> tuple[float, ...]:
    """The standard deviation of each column, coarse, because a saved rule states it."""
    scales = []
    for name, values in zip(names, points.T, strict=True):
        away = values - values.mean()
        spread = float(np.sqrt((away**2).mean()))
        if spread == 0.0:
            raise TableError(
                f"Column '{name}' is the same for all records: it cannot be standardised.",
                column=name,
                hint="Leave it out.",
            )
        scales.append(coarse_size(spread, fine=is_broad(away**2)))
    return tuple(scales)


# --- matrices


def rule_distance(
    rule: AllocationRule, matrix: str | None, people: Table, identifier: str | None, reading: words.Reading
) -> FloatArray | None:
    """The matrix of later records for a rule that was made with one."""
    if not isinstance(rule.measure, DistanceMatrix):
        if matrix is not None:
            raise WrongUse(
                Setting("matrix"), f" means nothing to a rule with the distance {rule.measure.name!r}.",
                hint="Leave it out.",
            )  # fmt: skip
        return None
    if matrix is None:
        raise WrongUse(
            "This rule was made with a matrix of distances, so later records come with theirs.",
            parameter="matrix",
            hint=("Give it with ", Setting("matrix"), "."),
        )
    named = all(isinstance(name, str) for name in rule.names)
    table = replace(reading, sheet=None).open(matrix)
    return matrix_of(table, people, identifier, list(map(str, rule.names)) if named else None, len(rule.names))


def matrix_of(
    table: Table, people: Table, identifier: str | None, centers: list[str] | None, n_centers: int
) -> FloatArray:
    """A row for each record, in their order or by name; a column for each centre, in their order or by name."""
    columns = [name for name in table.columns if name != identifier]
    columns = _center_columns(table, columns, centers, n_centers)
    rows = _rows(table, people, identifier)
    values = np.column_stack([numbers_of(table, name) for name in columns])
    wrong = np.argwhere(values < 0.0)
    if len(wrong):
        raise TableError(
            f"{table.where} has {len(wrong)} negative distances, the first in row {wrong[0, 0] + 1}.",
            count=len(wrong),
            hint="Give distances or times of at least 0.",
        )
    return np.asarray(values[rows])


def _center_columns(table: Table, columns: list[str], centers: list[str] | None, n_centers: int) -> list[str]:
    if centers is not None:
        missing, unknown = set(centers) - set(columns), set(columns) - set(centers)
        if missing or unknown:
            raise TableError(
                f"{table.where} lacks a column for {len(missing)} of the {n_centers} centres, and has {len(unknown)} "
                "columns that are the name of no centre.",
                count=len(missing) + len(unknown),
                hint=(
                    "Its columns must be named as the centres are by ",
                    Setting("center_identifier"),
                    ", besides the one that names the records (",
                    Setting("identifier"),
                    "). See also whether rows and columns were swapped.",
                ),
            )
        return centers
    if len(columns) != n_centers:
        raise TableError(
            f"{table.where} has {len(columns)} columns for {n_centers} centres.",
            hint=(
                "Give a column for each centre, in their order; a column of names must be that of ",
                Setting("identifier"),
                ". See also whether rows and columns were swapped.",
            ),
        )
    return columns


def _rows(table: Table, people: Table, identifier: str | None) -> Any:
    """Which row of the matrix is that of each record."""
    if identifier is None or identifier not in table.columns:
        if table.n_records != people.n_records:
            raise TableError(
                f"{table.where} has {table.n_records:,} rows for {people.n_records:,} records.",
                hint=(
                    "Give a row for each record, in their order, or a column that names them as ",
                    Setting("identifier"),
                    " does. See also whether rows and columns were swapped.",
                ),
            )
        return slice(None)
    places = {name: row for row, name in enumerate(_names(table, identifier) or ())}
    if len(places) < table.n_records:
        raise TableError(
            f"Column '{identifier}' of {table.where} names {table.n_records - len(places):,} records twice or more.",
            column=identifier,
            hint="Give a row for each record.",
        )
    asked = _names(people, identifier) or []
    unknown = sum(name not in places for name in asked)
    if unknown:
        raise TableError(
            f"{unknown:,} of {len(asked):,} records have no row in {table.where}, by their names in column "
            f"'{identifier}'.",
            column=identifier,
            count=unknown,
            hint="Give a row for each record.",
        )
    return np.array([places[name] for name in asked], dtype=np.int64)


def _names(table: Table, name: str | None) -> list[str] | None:
    """A column as texts, as the file spelled it."""
    return None if name is None else [str(value) for value in called(table, name).to_list()]


def called(table: Table, name: str | None) -> Any:
    """A column as the file spelled it, or row numbers."""
    import polars as pl

    if name is None:
        return pl.Series(np.arange(1, table.n_records + 1))
    spelled = table.spelling(name)
    return table.native()[name] if spelled is None else spelled
