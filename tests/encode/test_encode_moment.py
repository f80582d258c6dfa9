"""Dates and times: instants to the last nanosecond, and the column's own dtype on the way out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from encode_toys import FINE_FACTOR, centroids_of, fitted, is_near_one, released, role

from shoal.errors import RolesError, TableError
from shoal.table import ColumnType, table_of


def through(frame: object, cell_of: list[int]) -> object:
    table, encoding = fitted(table_of(frame))
    centroids = centroids_of(encoding.points(table), cell_of)
    return encoding.release_into(table, np.array(cell_of), centroids).native()


def test_date_is_released_as_the_mean_date() -> None:
    born = [date(1950, 1, 1), date(1950, 1, 3), date(2000, 2, 28), date(2000, 3, 1)]
    out = released({"born": born}, [0, 0, 1, 1])["born"]
    assert out.dtype == pl.Date
    assert out.to_list() == [date(1950, 1, 2)] * 2 + [date(2000, 2, 29)] * 2


def test_variance_of_about_one() -> None:
    table, encoding = fitted({"born": [date(1900 + i, 1 + i % 12, 1) for i in range(90)]})
    points = encoding.points(table)
    assert abs(points.mean()) < 12.0
    assert is_near_one(points.var(), FINE_FACTOR)


def test_nanoseconds_survive() -> None:
    start = pd.Timestamp("2026-05-04 03:02:01.123456789")
    frame = pd.DataFrame({"at": [start, start + pd.Timedelta(2, "ns"), start + pd.Timedelta(1000, "ns")]})
    table, encoding = fitted(table_of(frame))
    points = encoding.points(table)
    assert encoding.release_into(table, np.arange(3), points).native()["at"].tolist() == frame["at"].tolist()
    out = through(frame, [0, 0, 1])
    assert out["at"].dtype == frame["at"].dtype
    assert out["at"][0] == start + pd.Timedelta(1, "ns")


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_pandas_time_zone_and_unit_stay(unit: str) -> None:
    at = pd.Series(pd.to_datetime(["2026-07-01 10:00:00", "2026-07-01 10:00:04"])).dt.as_unit(unit)
    frame = pd.DataFrame({"at": at.dt.tz_localize("Europe/Berlin")})
    out = through(frame, [0, 0])
    assert out["at"].dtype == frame["at"].dtype
    assert out["at"].tolist() == [pd.Timestamp("2026-07-01 10:00:02", tz="Europe/Berlin")] * 2


def test_polars_and_arrow_time_zone_stay() -> None:
    at = [datetime(2026, 1, 1, 6, 0, 0), datetime(2026, 1, 1, 6, 0, 3)]
    series = pl.Series("at", at, dtype=pl.Datetime("ms", "Asia/Tokyo"))
    out = through(series.to_frame(), [0, 0])
    assert out["at"].dtype == series.dtype
    arrow = through(pa.table({"at": series.to_arrow()}), [0, 0])
    assert arrow.schema.field("at").type == pa.timestamp("ms", "Asia/Tokyo")
    assert arrow["at"].to_pylist() == out["at"].to_list()


def test_days_in_a_datetime_column_stay_days() -> None:
    whole_days = [datetime(2026, 1, 1), datetime(2026, 1, 2), datetime(2026, 1, 2), datetime(2026, 3, 1)]
    out = released({"at": whole_days}, [0, 0, 0, 1])["at"].to_list()
    assert out == [datetime(2026, 1, 2)] * 3 + [datetime(2026, 3, 1)]  # the mean is 16:00 on January 1
    local = pd.Series(pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-05"])).dt.tz_localize("Asia/Kolkata")
    table, encoding = fitted(table_of(pd.DataFrame({"at": local})))
    one_cell = centroids_of(encoding.points(table), [0, 0, 0])
    out_local = encoding.release_into(table, np.zeros(3, dtype=np.int64), one_cell).native()["at"][0]
    assert out_local == pd.Timestamp("2026-01-03", tz="Asia/Kolkata")  # not midnight in London


def test_times_of_day_and_durations() -> None:
    assert released({"at": [time(10), time(12)]}, [0, 0])["at"].to_list() == [time(11)] * 2
    waited = [timedelta(seconds=1), timedelta(seconds=3)]
    assert released({"waited": waited}, [0, 0])["waited"].to_list() == [timedelta(seconds=2)] * 2


def test_centuries_of_nanoseconds_do_not_wrap_round() -> None:
    frame = pd.DataFrame({"at": pd.to_datetime(["1678-01-01", "2262-01-01", "2262-01-01"]).as_unit("ns")})
    table, encoding = fitted(table_of(frame))
    points = encoding.points(table)
    assert is_near_one(points.var())
    assert points[0, 0] < points[1, 0]
    out = encoding.release_into(table, np.arange(3), points).native()
    assert out["at"].tolist() == frame["at"].tolist()


def test_constant_moment() -> None:
    same = [datetime(2026, 1, 1, 1, 2, 3, 456789)] * 3
    assert released({"at": same}, [0, 0, 0])["at"].to_list() == same


def test_text_is_no_date_and_dates_have_no_decimals() -> None:
    with pytest.raises(TableError, match="'born'") as refusal:
        fitted({"born": ["some day", "another"]}, role("born", type=ColumnType.DATE))
    assert "another" not in str(refusal.value)
    with pytest.raises(RolesError, match="'date' and has a rounding"):
        fitted({"born": [date(2000, 1, 1), date(2001, 1, 1)]}, role("born", rounding=1))


@pytest.mark.parametrize(
    "make",
    [
        lambda times: pl.DataFrame({"at": times}),
        lambda times: pd.DataFrame({"at": times}),
        lambda times: pa.table({"at": pa.array(times, type=pa.time64("us"))}),
    ],
)
def test_whole_minutes_of_the_day_stay_whole_minutes(make: Callable[[list[time]], object]) -> None:
    times = [time(18, 16), time(18, 17), time(18, 19), time(6, 1), time(6, 2), time(6, 2)]
    out = table_of(through(make(times), [0, 0, 0, 1, 1, 1]))
    assert out.codes("at")[1] == [time(6, 2), time(18, 17)]
    # without a common step nothing is rounded: the mean of 0, 1 and 7 microseconds is between two of them
    odd = [time(1, 0, 0, 0), time(1, 0, 0, 1), time(1, 0, 0, 7)]
    assert table_of(through(make(odd), [0, 0, 0])).codes("at")[1] == [time(1, 0, 0, 3)]


def test_datetimes_as_plain_objects_keep_their_step() -> None:
    days = [datetime(2020, 1, day) for day in (1, 2, 4)]
    out = through(pd.DataFrame({"at": pd.Series(days, dtype=object)}), [0, 0, 0])
    assert table_of(out).codes("at")[1] == [datetime(2020, 1, 2)]
