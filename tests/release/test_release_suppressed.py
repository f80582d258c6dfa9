"""How a group that was left out differs from the others: no word that a single record makes."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.arrays import FloatArray
from shoal.release.utility.suppressed import weakest_gap


def gap_of(group: FloatArray, mean: FloatArray) -> FloatArray:
    return weakest_gap(len(group), group.sum(axis=0), np.array([group.min(axis=0), group.max(axis=0)]), mean)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n_coordinates", [1, 3])
def test_the_gap_is_no_longer_than_without_any_one_record(seed: int, n_coordinates: int) -> None:
    chance = np.random.default_rng(seed)
    group, mean = chance.standard_t(1, (31, n_coordinates)) + 1.0, chance.normal(size=n_coordinates)
    without = np.array([np.delete(group, row, axis=0).mean(axis=0) - mean for row in range(len(group))])
    found = gap_of(group, mean)
    assert (np.abs(found) <= np.abs(without)).all()
    assert ((found == 0.0) | (np.sign(found) == np.sign(without)).all(axis=0)).all()
    one_side = (np.sign(without) == np.sign(without[0])).all(axis=0)
    np.testing.assert_allclose(
        np.abs(found), np.where(one_side, np.abs(without).min(axis=0), 0.0), rtol=1e-6, atol=1e-6
    )


@pytest.mark.parametrize("one", [0.0, 3.0, 50.0, 1e6, 1e17, 1e300, -50.0, -1e6, -1e17, -1e300])
def test_one_record_makes_no_gap(one: float) -> None:
    """The others are at the mean; at 1e17 and above a sum with the one cannot hold them."""
    group = np.append(np.tile([-1.0, 1.0], 20), one)[:, np.newaxis]
    assert (
        abs(float(gap_of(group, np.zeros(1))[0])) <= 1.0 / 40
    )  # without the one: 0; without one of the others at most


@pytest.mark.parametrize("one", [-3.0, 3.0, 1e6])
def test_one_record_does_not_hide_that_all_others_are_high(one: float) -> None:
    group = np.append(np.full(40, 3.0), one)[:, np.newaxis]
    assert 2.8 < float(gap_of(group, np.zeros(1))[0]) <= 3.0


def test_a_record_that_turns_the_side_takes_the_gap_away() -> None:
    group = np.append(np.full(40, 3.0), -1e6)[:, np.newaxis]
    assert float(gap_of(group, np.zeros(1))[0]) == 0.0
