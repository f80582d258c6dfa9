"""Ranking on the device: what is called sure is the truth, whatever the margin, and a covered home is always sure."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.client.ranking import metres_between, ranked
from shoal.provider.nearby import Nearby
from shoal.provider.points import PointOfInterest

degrees = st.floats(-0.05, 0.05)
spots = st.tuples(degrees.map(lambda up: 40.7 + up), degrees.map(lambda across: -74.0 + across))


def near(points: list[tuple[float, float]], most: int = 1000) -> Nearby:
    return Nearby([PointOfInterest(str(number), *own, {}) for number, own in enumerate(points)], most)


def sent(
    nearby: Nearby, place: tuple[float, float], count: int, margin_m: float
) -> tuple[list[dict[str, object]], float]:
    found = nearby.nearest(*place, count, margin_m)
    return [{"name": own.name, "latitude": own.latitude, "longitude": own.longitude} for own, _ in found.points], (
        found.complete_to_m
    )


@given(
    st.lists(spots, min_size=1, max_size=40), spots, spots, st.integers(1, 5), st.floats(0, 5000), st.integers(1, 40)
)
def test_what_is_sure_is_true(
    points: list[tuple[float, float]],
    place: tuple[float, float],
    home: tuple[float, float],
    count: int,
    margin_m: float,
    most: int,
) -> None:
    """Also with a provider that hands out few."""
    found = ranked(home, place, *sent(near(points, most), place, count, margin_m), count)
    if found.sure:
        truth = sorted(metres_between(home, own) for own in points)[: len(found.points)]
        assert [own.metres for own in found.points] == pytest.approx(truth, abs=1e-6)


@given(st.lists(spots, min_size=1, max_size=40), spots, spots, st.integers(1, 5))
def test_a_home_within_the_reach_is_always_sure(
    points: list[tuple[float, float]], place: tuple[float, float], home: tuple[float, float], count: int
) -> None:
    """The theorem of docs/methods/nearest-answers.md: with a margin of twice the reach nothing is missed."""
    reach = metres_between(place, home) * (1 + 1e-9) + 1e-6
    found = ranked(home, place, *sent(near(points), place, count, 2 * reach), count)
    assert found.sure
    truth = sorted(metres_between(home, own) for own in points)[:count]
    assert [own.metres for own in found.points] == pytest.approx(truth, abs=1e-6)


def test_the_margin_cannot_be_smaller() -> None:
    """A home at the reach, one point on its far side at the limit, and one on the other side of the place."""
    place, home = (0.0, 0.0), (0.0, 0.01)
    reach = metres_between(place, home)
    points = [(0.0, -0.005), (0.0, 0.0249999)]  # the second is nearer to the home, by a metre or so
    assert metres_between(home, points[1]) < metres_between(home, points[0])
    enough = ranked(home, place, *sent(near([*points, (50.0, 50.0)]), place, 1, 2 * reach), 1)
    assert enough.sure and enough.points[0].name == "1"
    less = ranked(home, place, *sent(near([*points, (50.0, 50.0)]), place, 1, 1.98 * reach), 1)
    assert not less.sure and less.points[0].name == "0"


@given(spots, spots, spots)
def test_distances_are_a_metric(
    one: tuple[float, float], other: tuple[float, float], third: tuple[float, float]
) -> None:
    assert metres_between(one, other) == pytest.approx(metres_between(other, one), abs=1e-9)
    assert metres_between(one, third) <= metres_between(one, other) + metres_between(other, third) + 1e-6


def test_distances_are_those_of_the_tree() -> None:
    rng = np.random.default_rng(0)
    points = [tuple(own) for own in np.column_stack([rng.uniform(-90, 90, 50), rng.uniform(-180, 180, 50)]).tolist()]
    for own, metres in near(points).within(12.0, 179.0, 2e7).points:
        assert metres_between((12.0, 179.0), (own.latitude, own.longitude)) == pytest.approx(metres, rel=1e-9)


def test_nothing_found_is_not_sure() -> None:
    assert not ranked((0.0, 0.0), (0.0, 0.0), [], 100.0, 1).sure
