"""The model that was given to shoal fit, as the arguments of `Quantizer.fit`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shoal.cli.shared import words
from shoal.errors import ParameterError, RolesError, Setting, WrongUse

if TYPE_CHECKING:
    from shoal.quantizer.sources.raster import Raster
    from shoal.table.frames.table import Table
    from shoal.table.roles.roles import ColumnRole

DETAILS = ("types", "orders", "taxonomies", "attribute_weights", "rounding", "missing")


@dataclass(frozen=True)
class FitSource:
    """The source, the arguments about its columns, and what it is in words."""

    source: Any
    arguments: dict[str, Any]
    words: str


def source_of_distributions(given: list[str] | None, about: words.AboutColumns, roles: str | None) -> FitSource:
    """Independent columns, each with a distribution of its own."""
    if not given:
        raise WrongUse(
            "There is no model to design cells for.",
            parameter="distributions",
            hint=("Give a table of samples, or a distribution for each column with ", Setting("distributions"), "."),
        )
    from shoal.cli.quantizer.written_distributions import distribution_in

    written = words.by_column(given, (), "distributions", commas=False)
    columns = tuple(written)
    frozen = [distribution_in(text, name) for name, text in written.items()]
    told = ", ".join(f"{name} {text}" for name, text in written.items())
    said = f"{'independent columns: ' if len(columns) > 1 else ''}{told}"
    return FitSource(frozen, {"columns": columns, **_details(about, columns, roles)}, said)


def source_of_table(
    path: str,
    about: words.AboutColumns,
    roles: str | None,
    *,
    weight: str | None,
    raster: bool,
    reading: words.Reading,
) -> FitSource:
    """A table of samples, of points with weights, or of the pixels of a raster."""
    if roles is not None and weight is not None and not raster:
        raise RolesError(
            "A roles file was given, and ", Setting("weight"), " beside it.", hint="Say everything in the file."
        )
    table = reading.beside(roles, path).open(path)
    columns = words.column_names(about.quasi_identifiers, table.columns)
    words.require_columns(table, quasi_identifiers=columns, weight=weight)
    details = _details(about, table.columns, roles)
    if raster:
        columns, weight = _named_in(roles, columns, weight)
        source = _raster(table, columns, weight)
        n_pixels = int(np.count_nonzero(np.asarray(source.weights)))
        said = f"raster of {n_pixels:,} pixels with residents, from {Path(path).name}"
        return FitSource(source, {"columns": columns, **details}, said)
    own = {} if roles is not None else {"columns": columns, "weight": weight}
    return FitSource(table, {**own, **details}, f"{table.n_records:,} samples in {Path(path).name}")


def _details(about: words.AboutColumns, columns: tuple[str, ...], roles: str | None) -> dict[str, Any]:
    """Either the roles file or the details of columns."""
    if roles is not None:
        return {"roles": roles}
    return {name: value for name, value in about.arguments(columns, None).items() if name in DETAILS}


def _named_in(roles: str | None, columns: tuple[str, ...], weight: str | None) -> tuple[tuple[str, ...], str | None]:
    """The coordinates and the weight of a raster: from the options, or from a roles file."""
    if roles is None:
        return columns, weight
    from shoal.table.roles.roles import Role
    from shoal.table.roles.roles_file import read_roles

    given: tuple[ColumnRole, ...] = read_roles(roles)
    weights = [column.name for column in given if column.role is Role.WEIGHT]
    return (
        tuple(column.name for column in given if column.role is Role.QUASI_IDENTIFYING),
        weight if weight is not None else next(iter(weights), None),
    )


def _raster(table: Table, columns: tuple[str, ...], weight: str | None) -> Raster:
    from shoal.quantizer.sources.raster import Raster

    if weight is None:
        raise ParameterError(
            Setting("raster"),
            " needs the weight of each pixel.",
            hint=("Name its column with ", Setting("weight"), "."),
        )
    words.require_columns(table, quasi_identifiers=columns, weight=weight)
    centres = np.column_stack([table.numbers(name) for name in columns])
    try:
        return Raster.of_centres(centres, table.numbers(weight))
    except WrongUse as fault:
        names = {"centres": "quasi_identifiers", "points": "quasi_identifiers", "weights": "weight"}
        raise fault.renamed(names) from None
