"""Released values of cells with the digits that mean something.

A mean of few people has as many digits as the machine, and nobody measured them. A step of a thousandth of the spread
between cells changes no analysis. No two cells become one: their classes would not be those of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite, log10

import numpy as np
import polars as pl

STEPS = 1000  # in the standard deviation between cells; the rounding adds a ten-millionth (1/12·STEPS²) of the variance
MOST_DECIMALS = 15  # of a double (IEEE 754, DBL_DIG); beyond them rounding does nothing


def rounded_cells(released: pl.DataFrame, columns: Sequence[str]) -> pl.DataFrame:
    """The same cells; numbers with decimals in ``columns`` are rounded, as coarsely as tells all cells apart."""
    decimals = {name: _decimals(released[name]) for name in columns if released[name].dtype.is_float()}
    apart = released.n_unique()
    for more in range(MOST_DECIMALS):
        rounded = released.with_columns(
            pl.col(name).round(min(count + more, MOST_DECIMALS)) for name, count in decimals.items()
        )
        if rounded.n_unique() == apart:
            return rounded
    return released


def _decimals(values: pl.Series) -> int:
    known = values.drop_nulls().drop_nans().to_numpy()
    spread = float(np.std(known)) if len(known) else 0.0
    if not isfinite(spread) or spread <= 0.0:
        return MOST_DECIMALS
    return min(MOST_DECIMALS, max(0, ceil(-log10(spread / STEPS))))
