"""What an encoding tells somebody who knows nearly all records: scales and origins that are too coarse to be solved.

The attacker knows the program, the file, and every record but one. They try all values that this one could have, fit
the encoding to each, and keep those that give the very same file. What they keep must be about as wide as the spread.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from encode_toys import COARSE_FACTOR, FINE_FACTOR, fitted, is_near_one, role
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode import Encoding
from shoal.encode.arithmetic.coarse import (
    FEWEST_RECORDS,
    SCALES_PER_ORIGIN,
    coarse_origin,
    coarse_size,
    coarse_whole_origin,
    effective_count,
    is_broad,
)
from shoal.table import ColumnType, table_of

N_TRIED = 101  # candidates of the attacker, over ten spreads
REACH = 5.0  # spreads on either side
# A border of the rounding may run near the true values, so a single table can leave less; half of a spread is usual.
LEAST_WIDTH, USUAL_WIDTH = 0.2, 0.5


# --- rounding


@given(st.floats(1e-300, 1e300))
def test_a_coarse_size_is_the_nearest_power(size: float) -> None:
    quarter, whole = coarse_size(size, fine=True), coarse_size(size, fine=False)
    assert math.frexp(whole)[0] == 0.5
    assert round(4 * math.log2(quarter)) == pytest.approx(4 * math.log2(quarter), abs=1e-9)
    assert abs(math.log2(quarter / size)) <= 1 / 8 + 1e-12
    assert abs(math.log2(whole / size)) <= 1 / 2 + 1e-12


@given(st.floats(1e-300, 1e300))
def test_a_coarse_size_is_its_own(size: float) -> None:
    for fine in (True, False):
        once = coarse_size(size, fine=fine)
        assert coarse_size(once, fine=fine) == once


@pytest.mark.parametrize("size", [5e-324, 2.2e-308, 1.7e308])
def test_the_smallest_and_the_largest_sizes_stay_positive(size: float) -> None:
    assert all(coarse_size(size, fine=fine) > 0.0 for fine in (True, False))


@given(st.floats(-1e12, 1e12), st.floats(1e-3, 1e9))
def test_an_origin_is_a_multiple_of_the_step_near_the_mean(mean: float, scale: float) -> None:
    step, origin = SCALES_PER_ORIGIN * coarse_size(scale, fine=False), coarse_origin(mean, scale)
    assert (origin / step).is_integer()
    assert abs(origin - mean) <= step / 2


@given(st.integers(-(2**63), 2**63 - 1), st.integers(1, 2**62))
def test_a_whole_origin_stays_within_its_range(mean: int, step: int) -> None:
    origin = coarse_whole_origin(mean, step, -(2**63), 2**63 - 1)
    assert origin % step == 0
    assert -(2**63) <= origin < 2**63
    assert abs(origin - mean) <= step


def test_broad_needs_enough_records_of_which_none_makes_most_of_the_variance() -> None:
    assert is_broad(np.ones(FEWEST_RECORDS))
    assert not is_broad(np.ones(FEWEST_RECORDS - 1))
    one_large = np.ones(1000)
    one_large[7] = 998.0
    assert is_broad(one_large)
    one_large[7] = 1000.0
    assert not is_broad(one_large)
    assert not is_broad(np.zeros(1000))


def test_weights_count_as_few_records_when_few_carry_them() -> None:
    weights = np.append(np.full(5, 1000.0), np.ones(995))
    assert effective_count(weights) < FEWEST_RECORDS
    assert not is_broad(np.ones(1000), weights)
    assert is_broad(np.ones(1000), np.ones(1000))
    assert effective_count(np.empty(0)) == 0


@pytest.mark.parametrize(("n_records", "factor"), [(FEWEST_RECORDS, FINE_FACTOR), (FEWEST_RECORDS - 1, COARSE_FACTOR)])
@given(seed=st.integers(0, 10_000), size=st.floats(1e-9, 1e9))
def test_variances_are_about_one(n_records: int, factor: float, seed: int, size: float) -> None:
    values = np.random.default_rng(seed).uniform(-size, size, n_records)
    table, encoding = fitted({"x": values})
    assert is_near_one(float(encoding.points(table).var()), factor)


# --- what the parameters tell of one record


def described(columns: dict[str, Any], *roles: Any) -> str:
    """Everything that a file says of the encoding."""
    return json.dumps(fitted(columns, *roles)[1].to_dict(), sort_keys=True)


def width_left(values: np.ndarray, unknown: int, as_column: Callable[[np.ndarray], Any], *roles: Any) -> float:
    """How wide, in spreads, the values are that the attacker cannot tell from the true one."""
    spread = float(np.std(values))
    truth = described({"x": as_column(values)}, *roles)
    left = []
    for candidate in values[unknown] + np.linspace(-REACH, REACH, N_TRIED) * spread:
        tried = values.copy()
        tried[unknown] = candidate
        if described({"x": as_column(tried)}, *roles) == truth:
            left.append(candidate)
    assert left, "the truth itself must be among them"
    return (max(left) - min(left)) / spread


def as_dates(values: np.ndarray) -> list[dt.date]:
    return [dt.date(1970, 1, 1) + dt.timedelta(days=round(value)) for value in values.tolist()]


@pytest.mark.parametrize("as_column", [np.copy, as_dates], ids=["numbers", "dates"])
@pytest.mark.parametrize("n_present", [2, 3, 5, 12, 29])
def test_all_records_but_one_do_not_give_the_last_one(n_present: int, as_column: Callable[[np.ndarray], Any]) -> None:
    """The exact mean and spread gave it to the last digit."""
    widths = []
    for seed in range(8):
        values = np.random.default_rng(seed).normal(20_000.0, 3_000.0, n_present)
        if as_column is as_dates:
            values = values.round()
        widths.append(width_left(values, 0, as_column, role("x", rounding=0) if as_column is np.copy else role("x")))
    assert min(widths) >= LEAST_WIDTH
    assert np.median(widths) >= USUAL_WIDTH


@pytest.mark.parametrize("n_present", [30, 100])
def test_a_finer_scale_needs_so_many_records_that_it_tells_no_more(n_present: int) -> None:
    widths = [
        width_left(
            np.random.default_rng(seed).normal(20_000.0, 3_000.0, n_present).round(), 0, np.copy, role("x", rounding=0)
        )
        for seed in range(6)
    ]
    assert min(widths) >= LEAST_WIDTH
    assert np.median(widths) >= USUAL_WIDTH


@pytest.mark.parametrize("size", [1e6, 98_765_432.0, 3e12])
def test_a_value_that_dominates_its_column_is_told_no_better_than_by_a_power_of_two(size: float) -> None:
    incomes = np.append(np.random.default_rng(3).normal(30_000.0, 8_000.0, 2_000).round(), size)
    table, encoding = fitted({"x": incomes})
    (told,) = encoding.to_dict()["attributes"]
    assert math.frexp(told["scale"])[0] == 0.5
    guess = (told["scale"] * math.sqrt(len(incomes)), told["reference"] * len(incomes) - incomes[:-1].sum())
    left = [tried for tried in size * np.linspace(0.5, 2.0, 61) if _same_file(incomes, tried, encoding)]
    assert max(left) / min(left) > 1.3
    assert all(abs(value - size) > 0.02 * size for value in guess)
    assert is_near_one(float(encoding.points(table).var()))


def _same_file(values: np.ndarray, tried: float, encoding: Encoding) -> bool:
    return fitted({"x": np.append(values[:-1], tried)})[1].to_dict() == encoding.to_dict()


def test_counts_of_categories_do_not_follow_from_their_scale() -> None:
    """The exact scale, 1/√Σp(1−p), told how many records each of two categories has, and so the category of the last
    one to anybody who knew the others.
    """
    scales = [_scale_of(["yes"] * count + ["no"] * (100 - count)) for count in range(5, 96)]
    unmoved = [one == other for one, other in itertools.pairwise(scales)]
    assert np.mean(unmoved) >= 0.85  # in the others a border lies between the two
    assert len(set(scales)) <= 6


def _scale_of(values: list[str]) -> float:
    return float(fitted({"x": values})[1].to_dict()["attributes"][0]["scale"])


def test_a_taxonomy_and_an_order_tell_powers_only(tmp_path: Path) -> None:
    tree = tmp_path / "jobs.csv"
    tree.write_text("value,parent\nbaker,crafts\njoiner,crafts\nnurse,any\ncrafts,any\n")
    rng = np.random.default_rng(4)
    jobs = rng.choice(["baker", "joiner", "nurse"], 60).tolist()
    by_tree = fitted({"job": jobs}, role("job", type=ColumnType.TAXONOMY, taxonomy=tree))[1]
    by_order = fitted({"job": jobs}, role("job", type=ColumnType.ORDINAL, order=("nurse", "baker", "joiner")))[1]
    for encoding in (by_tree, by_order):
        (told,) = encoding.to_dict()["attributes"]
        assert coarse_size(told["scale"], fine=True) == told["scale"]
    assert by_order.to_dict()["attributes"][0]["mean_rank"] == 0.0


def test_the_mean_home_is_not_in_the_file() -> None:
    """The centre of a town's homes was known to a millimetre, and with it the last home of k."""
    rng = np.random.default_rng(5)
    homes = {"lat": 47.37 + rng.normal(size=12) * 0.01, "lon": 8.54 + rng.normal(size=12) * 0.01}
    roles = (role("lat", type=ColumnType.LATITUDE), role("lon", type=ColumnType.LONGITUDE))
    truth = described(homes, *roles)
    same = 0
    for shift in np.linspace(-0.02, 0.02, 41):
        moved = {"lat": homes["lat"].copy(), "lon": homes["lon"].copy()}
        moved["lat"][0] += shift
        same += described(moved, *roles) == truth
    assert same >= 8  # of 41 places up to 2.2 km away on either side


# --- old files


def test_an_encoding_of_the_first_version_gives_the_same_points_and_values() -> None:
    """It held the exact mean in two parts, and the exact spread."""
    old = {
        "kind": "numeric", "columns": ["x"], "weight": 1.0, "reference": 64434.0, "offset": -1.4e-12, "scale": 23244.0,
        "constant": False, "decimals": None, "integer": False,
    }  # fmt: skip
    encoding = Encoding.from_dict({"attributes": [old]})
    table = table_of(pl.DataFrame({"x": [41190.0, 87678.0]}))
    assert encoding.points(table)[:, 0].tolist() == [
        ((41190.0 - 64434.0) + 1.4e-12) / 23244.0,
        ((87678.0 - 64434.0) + 1.4e-12) / 23244.0,
    ]
    assert encoding.decode([[0.5]])["x"].tolist() == [76056.0]
