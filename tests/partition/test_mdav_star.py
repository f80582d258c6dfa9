"""The worked example of Thaeter & Reischuk (2018), step by step."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import microaggregate
from shoal.kernels.greedy import cells as greedy_cells
from shoal.kernels.greedy import mdav_star as mdav_star_rounds
from shoal.kernels.jit import kernel
from shoal.partition.greedy.base import Greedy
from shoal.partition.problem import Problem


@kernel
def put(state, record, cell):
    greedy_cells.put(state, record, cell)


@kernel
def put_around(state, record, k):
    greedy_cells.put_around(state, record, k)


@kernel
def compare_costs(state, seed, k):
    return mdav_star_rounds.compare_costs(state, seed, k, np.empty(k + 1, dtype=np.int64))


VALUES = np.array([1.0, 2, 3, 5, 6, 19, 20, 21, 98, 99, 100])
POINTS = (VALUES - VALUES.mean()).reshape(-1, 1)
RECORD = {int(value): record for record, value in enumerate(VALUES)}
K = 3


def test_diversity_of_the_example() -> None:
    assert VALUES.mean() == 34
    assert ((VALUES - 34) ** 2).sum() == 17966


def test_costs_when_five_and_six_are_decided() -> None:
    greedy = Greedy(Problem(POINTS, K))
    state = greedy.state
    put_around(state, RECORD[100], K)
    put_around(state, RECORD[1], K)
    assert [int(cell) for cell in state.cell_of] == [1, 1, 1, -1, -1, -1, -1, -1, 0, 0, 0]
    opening, extending, cell, _ = compare_costs(state, RECORD[5], K)
    assert opening == pytest.approx(122 / 3)  # printed as 40.6: SSE{5, 6, 19} / 3
    assert extending == pytest.approx(32.19, abs=0.005)
    assert cell == 1
    put(state, RECORD[5], cell)
    opening, extending, cell, _ = compare_costs(state, RECORD[6], K)
    assert opening == pytest.approx(40.6, abs=0.1)
    assert extending == pytest.approx(2.6125, abs=0.00005)
    assert cell == 1


def test_mdav_star_ends_where_the_paper_does() -> None:
    partition = microaggregate(VALUES.reshape(-1, 1), K, method="mdav*")
    assert partition.cell_of.tolist() == [1, 1, 1, 1, 1, 2, 2, 2, 0, 0, 0]
    assert partition.sse == pytest.approx(21.2)
    assert 100 * partition.loss == pytest.approx(0.118, abs=0.0005)
    np.testing.assert_allclose(partition.centroids.ravel(), [99, 3.4, 20])


@pytest.mark.parametrize("gain", [0.2, 1.1])
def test_vmdav_ends_where_the_paper_does(gain: float) -> None:
    partition = microaggregate(VALUES.reshape(-1, 1), K, method=f"vmdav(gain={gain})")
    assert partition.cell_of.tolist() == [1, 1, 1, 2, 2, 2, 2, 2, 0, 0, 0]
    assert partition.sse == pytest.approx(258.8)
    assert 100 * partition.loss == pytest.approx(1.44, abs=0.005)
    np.testing.assert_allclose(partition.centroids.ravel(), [99, 2, 14.2])


def test_gain_zero_is_mdav_plus() -> None:
    points = np.random.default_rng(0).standard_normal((200, 3))
    np.testing.assert_array_equal(
        microaggregate(points, 4, method="vmdav(gain=0)").cell_of,
        microaggregate(points, 4, method="mdav+").cell_of,
    )
