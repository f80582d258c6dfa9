"""Decoded values of a column, as a column of its own type."""

from __future__ import annotations

from typing import Any

import polars as pl

from shoal.arrays import IntArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.moment import Moment

POLARS_UNIT = {"ms": "ms", "us": "us", "ns": "ns"}


def series_of(attribute: Attribute, values: Any) -> pl.Series:
    """Decoded values of one column of an attribute, as a column of its own type."""
    if isinstance(attribute, Moment):
        return _moments(attribute, values)
    return pl.Series(values.tolist() if values.dtype == object else values)


def _moments(attribute: Moment, instants: IntArray) -> pl.Series:
    whole = pl.Series(instants)
    if attribute.clock == "date":
        return whole.cast(pl.Int32).cast(pl.Date)
    if attribute.clock == "time of day":
        return whole.cast(pl.Time)
    unit: Any = POLARS_UNIT[attribute.unit]
    if attribute.clock == "duration":
        return whole.cast(pl.Duration(unit))
    return whole.cast(pl.Datetime(unit, "UTC" if attribute.clock == "zoned datetime" else None))
