"""What the tests of encodings share: a fitted encoding in one line, and centroids of given cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from shoal.encode import Encoding
from shoal.table import ColumnRole, Role, Roles, Table, table_of


def quasi_identifiers(*columns: ColumnRole) -> Roles:
    return Roles(columns, tuple(column.name for column in columns))


def role(name: str, **details: Any) -> ColumnRole:
    return ColumnRole(name, Role.QUASI_IDENTIFYING, **details)


def fitted(columns: dict[str, Any] | Table, *roles: ColumnRole, weights: Any = None) -> tuple[Table, Encoding]:
    """A table of these columns and the encoding fitted to it; types without a role are found."""
    table = columns if isinstance(columns, Table) else table_of(pl.DataFrame(columns))
    given = {column.name: column for column in roles}
    all_roles = quasi_identifiers(*(given.get(name, role(name)) for name in table.columns))
    return table, Encoding.fit(table, all_roles, weights)


def centroids_of(points: np.ndarray, cell_of: Any, weights: Any = None) -> np.ndarray:
    cells = np.asarray(cell_of)
    return np.array(
        [
            np.average(points[cells == cell], axis=0, weights=None if weights is None else weights[cells == cell])
            for cell in range(cells.max() + 1)
        ]
    )


def released(columns: dict[str, Any], cell_of: Any, *roles: ColumnRole) -> pl.DataFrame:
    """The whole way: fit, points, centroids, released table."""
    table, encoding = fitted(columns, *roles)
    centroids = centroids_of(encoding.points(table), cell_of)
    return encoding.release_into(table, np.asarray(cell_of), centroids).native()


# A scale is rounded to a quarter power of two where enough records are behind it, else to a whole one. By so much may
# the variance of an attribute differ from 1.
FINE_FACTOR, COARSE_FACTOR = 2.0**0.25, 2.0


def is_near_one(variance: float, factor: float = COARSE_FACTOR) -> bool:
    """Whether a variance is 1 but for the rounding of the scale."""
    return 1 / factor - 1e-9 <= variance <= factor + 1e-9


def total_variance(points: np.ndarray) -> float:
    return float(points.var(axis=0).sum())
