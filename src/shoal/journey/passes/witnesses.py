"""Witnesses: a few values of a column that show what some value of the whole column needs of its encoding.

An encoding is fitted to a sample. A sample may lack what is rare: a category, the only date that is no Monday, the one
number with three decimals, a longitude above 180. So every pass over the table keeps witnesses of that, and they stand
in the fit with the weight 0: they count for what exists, and for no mean and no spread.

Keeping witnesses of the witnesses of parts gives the witnesses of the whole, in whatever order the parts come.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import FloatArray
from shoal.encode.arithmetic.standard import rounded, tidied
from shoal.errors import TableError
from shoal.table.frames.columns import TICKS_PER_DAY
from shoal.table.roles.roles import CATEGORY_TYPES, MOST_DECIMALS, ColumnRole, ColumnType

MOST_CATEGORIES = 1_000_000  # a coordinate each: no points of more would fit into memory (`encode/encoding.py`)
STEPS_OF_A_DAY = (1, 24, 1_440, 86_400, 86_400_000, 86_400_000_000)  # days, hours, minutes, seconds and their parts


def witnesses(values: pl.Series, role: ColumnRole) -> pl.Series:
    """The witnesses of a quasi-identifier, ascending."""
    known = values.drop_nulls()
    if known.dtype.is_float():
        known = known.drop_nans()
    if role.type in (*CATEGORY_TYPES, ColumnType.BOOLEAN) or not (
        known.dtype.is_numeric() or known.dtype.is_temporal()
    ):
        return _categories(known, role.name)
    if known.is_empty():
        return known
    ends = pl.Series([known.min(), known.max()], dtype=known.dtype)
    more = _off_the_step(known) if known.dtype.is_temporal() else _of_most_decimals(known)
    return pl.concat([ends, more]).unique().sort().alias(values.name)


def _categories(known: pl.Series, name: str) -> pl.Series:
    distinct = (known.cast(pl.String) if known.dtype == pl.Categorical else known).unique().sort()
    if len(distinct) > MOST_CATEGORIES:
        raise TableError(
            f"Column '{name}' has more than {MOST_CATEGORIES:,} different categories, so no cell can be formed from "
            "it.",
            column=name,
            hint="Make it an identifier (it is dropped), give it a taxonomy or an order, or a type if it holds numbers "
            "or dates.",
        )
    return distinct.cast(known.dtype).alias(name)


def _of_most_decimals(known: pl.Series) -> pl.Series:
    """For each number of decimals the least number that needs more."""
    numbers = known.cast(pl.Float64).to_numpy()
    finite = numbers[np.isfinite(numbers)]
    if known.dtype.is_integer() or len(finite) == 0:
        return known.head(0)
    plain = _own_digits(finite)
    found: list[float] = []
    for decimals in range(MOST_DECIMALS + 1):
        more = plain[rounded(plain, decimals) != plain]
        if len(more) == 0:
            break
        found.append(float(finite[np.flatnonzero(plain == more.min())[0]]))
    return pl.Series(found, dtype=pl.Float64).cast(known.dtype)


def _own_digits(numbers: FloatArray) -> FloatArray:
    """The numbers without the noise of an earlier computation (0.1 + 0.2)."""
    return tidied(numbers.copy(), 0.0, float(np.abs(numbers).max()) or 1.0)


def _off_the_step(known: pl.Series) -> pl.Series:
    """For each step in which moments are recorded, the earliest one that is no whole number of steps from the first."""
    if known.dtype == pl.Date:
        return known.head(0)
    ticks = known.to_physical().cast(pl.Int64)
    first = ticks.min()
    unit = getattr(known.dtype, "time_unit", "ns")
    off = []
    for parts in STEPS_OF_A_DAY:
        step = TICKS_PER_DAY[unit] // parts
        if step > 1:
            off.append(ticks.filter((ticks - first) % step != 0).min())
    found = pl.Series([tick for tick in off if tick is not None], dtype=pl.Int64)
    return found.cast(known.to_physical().dtype).cast(known.dtype)
