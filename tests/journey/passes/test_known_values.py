"""Looking values up in the counts of a whole table."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

import polars as pl
import pytest

from shoal.errors import TableError
from shoal.journey.passes.values.known_values import KnownValues, value_counts
from shoal.release.report.audit_facts import AuditedColumns
from shoal.release.risk.value_counts import CodedValues
from shoal.table.frames.table import Origin

COLUMNS: dict[str, tuple[Any, list[Any]]] = {
    "int8": (pl.Int8, [-128, 127, None, 0]),
    "uint64": (pl.UInt64, [2**64 - 1, 2**63, 0, 1]),
    "int128": (pl.Int128, [2**100, 2**100 + 1, -1, None]),
    "float32": (pl.Float32, [0.1, -0.0, 0.0, float("-inf"), float("nan"), None]),
    "decimal": (pl.Decimal(20, 2), [Decimal("1.10"), Decimal("-3.25"), None]),
    "boolean": (pl.Boolean, [True, None, False]),
    "text": (pl.String, ["b", "", None, "a"]),
    "date": (pl.Date, [date(1960, 1, 1), None, date(2020, 2, 2)]),
    "datetime": (pl.Datetime("ns", "Europe/Zurich"), [datetime(1960, 1, 1), None, datetime(2020, 2, 2)]),
    "duration": (pl.Duration("ms"), [timedelta(1), timedelta(-1), None]),
    "time": (pl.Time, [time(23), None, time(1)]),
    "nothing but missing": (pl.Int64, [None]),
}


def known(values: pl.Series) -> KnownValues[CodedValues]:
    columns = AuditedColumns((), (values.name,))
    return KnownValues.of(
        values.name, value_counts(values), Origin("polars"), partial(columns.values, name=values.name)
    )


@pytest.mark.parametrize("kind", COLUMNS)
def test_codes_are_the_places_of_the_values_in_their_order(kind: str) -> None:
    dtype, some = COLUMNS[kind]
    values = pl.Series("x", some * 3, dtype=dtype)
    looked_up = known(values).of_records(values)
    plain = values.fill_nan(None) if dtype.is_float() else values
    expected = plain.rank("dense").fill_null(plain.n_unique() if plain.null_count() else 0) - 1
    assert looked_up.code_of.tolist() == expected.to_list()
    assert looked_up.totals.sum() == len(values)


@pytest.mark.parametrize(
    ("dtype", "some", "later"),
    [
        (pl.Int64, [1, 3], 2),
        (pl.Int64, [1, 3], 4),
        (pl.Int64, [1, 3], None),
        (pl.String, ["a"], "b"),
        (pl.Int64, [None], 1),
    ],
)
def test_a_value_that_was_not_counted_is_refused(dtype: Any, some: list[Any], later: Any) -> None:
    """A table that changes between two readings must not be given the codes of other values."""
    with pytest.raises(TableError, match="changed while it was read"):
        known(pl.Series("x", some, dtype=dtype)).of_records(pl.Series("x", [*some, later], dtype=dtype))
