"""Design sample: samples of a population as points, and as records with the columns that later tables have.

Samples without names stay the points that they are. With the names of their coordinates they become a table, and go the
same way as a table of synthetic records: roles, encoding, points. The quantizer then knows how to read later tables.

Columns of later tables that the samples do not have (names, diagnoses) may be in the roles file: their roles are kept,
so identifiers are dropped when the quantizer is applied.

The weight of a record in a table of samples is its mass: how much of the population is at this point. It counts in the
probability of a cell as well as in the distortion, so samples are drawn in proportion to it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.standard import decimals_seen
from shoal.encode.encoded import Encoded, encoded_points
from shoal.errors import ParameterError, RolesError, Setting, WrongUse
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_points
from shoal.quantizer.design import DesignTable
from shoal.quantizer.disclosures import rare_categories
from shoal.quantizer.intake.intake import Column, Intake
from shoal.quantizer.sources.raster import checked_weights
from shoal.quantizer.sources.tiles import curve_order, drawn_along
from shoal.table.frames.table import ColumnKind, Table
from shoal.table.roles.roles import (
    MOST_DECIMALS,
    ColumnRole,
    ColumnType,
    Decimals,
    MissingPolicy,
    Names,
    Role,
    Roles,
    complete_roles,
    require_column,
)
from shoal.table.roles.roles_arguments import names_of, roles_from_arguments
from shoal.table.roles.roles_file import read_roles, reading_for, refuse_beside, refuse_promises, worded_for_file
from shoal.table.sources import table_of
from shoal.table.wording import listed

FINEST_STEP = 1e-4  # of the standard deviation: far below the width of a cell, and no digits that no person has
LARGEST_WHOLE = 2.0**53  # whole numbers up to here are exact
CURVE_STEPS = 1 << 10  # along each coordinate
BESIDE = (Role.IDENTIFYING, Role.CONFIDENTIAL, Role.INSENSITIVE)


@dataclass(frozen=True)
class SampleColumns:
    """What was said about columns; see `Quantizer.fit`."""

    columns: Names = None
    roles: str | Path | None = None
    weight: str | None = None
    types: Mapping[str, str] | None = None
    orders: Mapping[str, Sequence[str]] | None = None
    taxonomies: Mapping[str, str | Path] | None = None
    attribute_weights: Mapping[str, float] | None = None
    rounding: Mapping[str, Decimals] | None = None
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE

    @property
    def given(self) -> dict[str, Any]:
        """What was given, by argument."""
        return {name: value for name, value in vars(self).items() if value and value != MissingPolicy.REFUSE}

    def refuse_beside_roles(self, *allowed: str) -> None:
        """Refuse what is said about columns beside a roles file, but for what only the call can say."""
        refuse_beside(
            self.roles, {name: value for name, value in self.given.items() if name not in ("roles", *allowed)}
        )

    def roles_for(self, table: Table) -> Roles:
        """The roles of columns that were named in the call."""
        details = {name: value for name, value in vars(self).items() if name not in ("columns", "roles")}
        try:
            return roles_from_arguments(table, quasi_identifiers=self.columns, **details)
        except WrongUse as error:
            fault = error.renamed({"quasi_identifiers": "columns"})
        raise fault


@dataclass(frozen=True)
class DesignSample:
    """Points, the masses that they are to be drawn by, and how later tables become points."""

    points: FloatArray = field(repr=False)
    mass: FloatArray | None = field(default=None, repr=False)
    table: DesignTable | None = None


def is_table(samples: Any) -> bool:
    """Whether samples are a table or the path of one."""
    return (
        isinstance(samples, (str, Path, Table))
        or nw.dependencies.is_into_dataframe(samples)
        or nw.dependencies.is_into_lazyframe(samples)
    )


def design_sample(samples: Any, about: SampleColumns, promise: KAnonymity) -> DesignSample:
    """The samples as points, encoded when their columns have names."""
    if is_table(samples):
        return _of_table(samples, about, promise)
    points = check_points(samples)
    promise.require_feasible(len(points), "the sample")
    if about.weight is not None:
        raise ParameterError(
            Setting("weight"),
            " names a column of a table, and the samples are an array.",
            hint=("Give their weights with ", Setting("cell_weights"), " and ", Setting("weights"), "."),
        )
    if not about.given:
        return DesignSample(points)
    return _of_array(points, about, promise)


def drawn_by_mass(points: FloatArray, mass: FloatArray, n_samples: int, rng: np.random.Generator) -> IntArray:
    """Rows of points in proportion to their masses, evenly along a curve through the points."""
    low, extent = points.min(axis=0), np.ptp(points, axis=0)
    steps = (points - low) / np.where(extent > 0.0, extent, 1.0) * (CURVE_STEPS - 1)
    order = curve_order(steps.astype(np.int64))
    rows: IntArray = order[drawn_along(mass[order], n_samples, rng)]
    return rows


def _of_table(samples: Any, about: SampleColumns, promise: KAnonymity) -> DesignSample:
    if about.columns is None and about.roles is None:
        raise RolesError(
            "The samples are a table.",
            parameter="columns",
            hint=(
                "Name its quasi-identifiers with ",
                Setting("columns"),
                ", or give a roles file with ",
                Setting("roles"),
                ". For a quantizer of bare points give an array.",
            ),
        )
    table = table_of(samples, **reading_for(samples, about.roles))
    beside: tuple[ColumnRole, ...] = ()
    if about.roles is None:
        names = (*names_of(about.columns), *names_of(about.weight))
        for name in names:
            require_column(table, name, names, "weight" if name == about.weight else "columns")
        reduced = table.dropped(name for name in table.columns if name not in names)
        roles = about.roles_for(reduced)
    else:
        about.refuse_beside_roles()
        reduced, roles, beside = _roles_of_file(table, about.roles, with_weight=True)
    mass = None
    if roles.weight is not None:
        with worded_for_file(roles.file):
            called = f"The weights in column '{roles.weight}'"
            mass = checked_weights(reduced.numbers(roles.weight), called, parameter="weight")
        reduced, mass = reduced.taken(np.flatnonzero(mass).astype(np.int64)), mass[mass > 0.0]
    encoded, design = _encoded(reduced, roles, beside, promise)
    return DesignSample(encoded.points, None if mass is None else mass[encoded.blocks.kept], design)


def _of_array(points: FloatArray, about: SampleColumns, promise: KAnonymity) -> DesignSample:
    names = names_of(about.columns)
    are_texts = all(isinstance(name, str) for name in names)
    if len(names) != points.shape[1] or len(set(names)) < len(names) or not are_texts:
        raise RolesError(
            Setting("columns"),
            f" must name each of the {points.shape[1]} coordinates of the samples; found {len(set(names))} different "
            "names.",
            hint="Give one name for each coordinate, in their order.",
        )
    whole = _whole_columns(about)
    drawn = {name: np.rint(values) if name in whole else values for name, values in zip(names, points.T, strict=True)}
    table = table_of(pl.DataFrame({name: _column(values) for name, values in drawn.items()}))
    beside: tuple[ColumnRole, ...] = ()
    if about.roles is None:
        roles = about.roles_for(table)
    else:
        about.refuse_beside_roles("columns")
        reduced, roles, beside = _roles_of_file(table, about.roles, with_weight=False)
        others = [name for name in names if name not in reduced.columns]
        if others:
            raise RolesError(
                f"{Path(about.roles).name} does not make {listed(others)} quasi-identifying.",
                column=others,
                hint="A coordinate of the samples is a quasi-identifier: give it that role in the file.",
            )
    encoded, design = _encoded(table, _rounded(table, roles), beside, promise)
    return DesignSample(encoded.points, None, design)


def _whole_columns(about: SampleColumns) -> set[str]:
    """Columns of the type integer: later tables hold whole numbers there, so the samples do, and borders respect it."""
    if about.roles is None:
        return {name for name, given in (about.types or {}).items() if given == ColumnType.INTEGER}
    return {column.name for column in read_roles(about.roles) if column.type is ColumnType.INTEGER}


def _column(values: FloatArray) -> FloatArray | IntArray:
    """Whole numbers as such, so that they are released as whole numbers."""
    whole = bool((values == np.rint(values)).all()) and float(np.abs(values).max()) < LARGEST_WHOLE
    return values.astype(np.int64) if whole else values


def _rounded(table: Table, roles: Roles) -> Roles:
    """The roles with a rounding for numbers that have all digits of a float: a model does not know how many matter."""
    return replace(roles, columns=tuple(_with_rounding(table, column) for column in roles.columns))


def _with_rounding(table: Table, column: ColumnRole) -> ColumnRole:
    is_number = column.type in (None, ColumnType.NUMERIC) and table.kind(column.name) is ColumnKind.NUMBER
    if not is_number or column.rounding is not None:
        return column
    values = table.numbers(column.name)
    spread = float(np.std(values))
    if not 0.0 < spread < math.inf:
        return column
    decimals = min(max(0, math.ceil(-math.log10(spread * FINEST_STEP))), MOST_DECIMALS)
    seen = decimals_seen(values, MOST_DECIMALS)
    return replace(column, rounding=decimals if seen is None else min(seen, decimals))


def _roles_of_file(table: Table, path: str | Path, *, with_weight: bool) -> tuple[Table, Roles, tuple[ColumnRole, ...]]:
    """The columns that decide the cells, their roles, and the roles of columns that only later tables need."""
    wanted = (Role.QUASI_IDENTIFYING, *((Role.WEIGHT,) if with_weight else ()))
    given = read_roles(path)
    strata = [column.name for column in given if column.role is Role.STRATUM]
    with worded_for_file(Path(path).name, before=f"{Path(path).name}: "):
        refuse_promises(given)
        if strata:
            raise RolesError(
                f"{listed(strata)} would divide the cells into strata, and a quantizer from samples has none.",
                parameter="by",
                column=strata,
                hint="Make a quantizer for each stratum, or make the column quasi-identifying.",
            )
        kept = [column for column in given if column.role in wanted]
        names = {column.name for column in kept}
        reduced = table.dropped(name for name in table.columns if name not in names)
        roles = replace(complete_roles(reduced, kept), file=Path(path).name)
    # A role that nobody has judged is no role yet: what becomes of the column is judged when a table is released.
    return reduced, roles, tuple(column for column in given if column.role in BESIDE and not column.unjudged)


def _encoded(
    table: Table, roles: Roles, beside: Sequence[ColumnRole], promise: KAnonymity
) -> tuple[Encoded, DesignTable]:
    encoded = encoded_points(table, roles, promise)
    if encoded.blocks.n_blocks > 1:
        raise RolesError(
            Setting("missing", str(MissingPolicy.OWN_CELL)),
            f" gives samples that lack a value cells of their own ({encoded.blocks.n_blocks - 1} kinds of them), and a "
            "quantizer from samples has cells for complete records only.",
            hint=("Fill the gaps, or use ", Setting("missing", str(MissingPolicy.DROP)), "."),
        )
    # The mass of a sample is no column of later tables.
    own = Roles(tuple(column for column in roles.columns if column.role is not Role.WEIGHT), roles.quasi_identifiers)
    intake = Intake.of(encoded.kept, own, encoded.encoding, encoded.centre)
    known = (*intake.columns, *(Column(column.name, column.role, str(ColumnKind.OTHER)) for column in beside))
    rare = rare_categories(encoded.encoding, encoded.kept, roles, promise.k, encoded.blocks.void)
    return encoded, DesignTable(replace(intake, columns=known), rare=rare)
