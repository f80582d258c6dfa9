"""The exact optimum for one attribute, against every partition there is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import ParameterError
from shoal.kernels.greedy.optimal_1d import cells_on_line, solve_beginnings, unsolved_line
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.partition import Partition
from shoal.partition.problem import Problem


def partitions(records: list[int], k: int) -> Iterator[list[list[int]]]:
    """All partitions of the records; the caller drops those with small cells."""
    if not records:
        yield []
        return
    first, rest = records[0], records[1:]
    for smaller in partitions(rest, k):
        yield [[first], *smaller]
        for at, cell in enumerate(smaller):
            yield [*smaller[:at], [first, *cell], *smaller[at + 1 :]]


def runs(n_records: int, k: int) -> Iterator[list[list[int]]]:
    """All ways to cut 0..n−1 into runs of at least k."""
    if n_records == 0:
        yield []
    for size in range(k, n_records + 1):
        for before in runs(n_records - size, k):
            yield [*before, list(range(n_records - size, n_records))]


def sse(values: np.ndarray, weights: np.ndarray, cells: list[list[int]]) -> float:
    total = 0.0
    for records in cells:
        mean = np.average(values[records], weights=weights[records])
        total += float(weights[records] @ (values[records] - mean) ** 2)
    return total


def found_sse(values: np.ndarray, weights: np.ndarray, k: int) -> float:
    cell_of = Optimal1D()(Problem(values[:, None].copy(), k, weights=weights)).cell_of
    assert np.bincount(cell_of).min() >= k
    return sse(values, weights, [np.flatnonzero(cell_of == cell).tolist() for cell in range(cell_of.max() + 1)])


def test_the_example_of_the_greedy_methods_is_solved() -> None:
    values = np.array([1.0, 2, 3, 5, 6, 19, 20, 21, 98, 99, 100])
    cell_of = Optimal1D()(Problem(values[:, None], 3)).cell_of
    assert cell_of.tolist() == [0] * 5 + [1] * 3 + [2] * 3
    assert Partition.from_cells(values[:, None], cell_of, method="optimal-1d").sse == pytest.approx(21.2)


@pytest.mark.parametrize("n_records", [4, 6, 8, 9])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_no_partition_at_all_is_better(n_records: int, k: int) -> None:
    rng = np.random.default_rng(100 * n_records + k)
    weights = np.ones(n_records)
    for values in (rng.standard_normal(n_records), rng.integers(0, 4, n_records).astype(float)):
        best = min(
            sse(values, weights, cells) for cells in partitions(list(range(n_records)), k) if min(map(len, cells)) >= k
        )
        assert found_sse(values, weights, k) == pytest.approx(best, abs=1e-12)


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_no_runs_are_better_with_weights(k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(int(rng.integers(k, 14)))
    weights = rng.uniform(0.1, 3.0, len(values))
    order = np.argsort(values)
    best = min(sse(values[order], weights[order], cells) for cells in runs(len(values), k))
    assert found_sse(values, weights, k) == pytest.approx(best, rel=1e-9, abs=1e-12)


def test_a_far_away_origin_costs_no_digits() -> None:
    rng = np.random.default_rng(7)
    values = rng.integers(0, 1000, 300) / 8.0  # eighths: exact also beside 1e9
    near = Optimal1D()(Problem(values[:, None], 5)).cell_of
    far = Optimal1D()(Problem(values[:, None] + 1e9, 5)).cell_of
    assert np.array_equal(near, far)


def test_equal_values_go_by_record_index() -> None:
    assert Optimal1D()(Problem(np.zeros((7, 1)), 2)).cell_of.tolist() == [0, 0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("n_records", [3, 5])
def test_fewer_than_2k_records_are_one_cell(n_records: int) -> None:
    points = np.arange(n_records, dtype=float)[:, None]
    assert Optimal1D()(Problem(points, 3)).cell_of.tolist() == [0] * n_records


def test_the_batches_do_not_show() -> None:
    n_records, k = 15_000, 2_500  # so large a k that there are two batches
    values = np.sort(np.random.default_rng(8).standard_normal(n_records))
    calls: list[int] = []
    cells = Optimal1D()(Problem(values[:, None], k, progress=lambda done, _: calls.append(done))).cell_of
    line = unsolved_line(values, np.ones(n_records))
    solve_beginnings(line, k, k, n_records + 1)
    at_once = np.empty(n_records, dtype=np.int64)
    cells_on_line(line, at_once)
    assert np.array_equal(cells, at_once)
    assert len(calls) == 2
    assert calls[-1] == n_records


def test_more_than_one_coordinate_is_refused_with_advice() -> None:
    with pytest.raises(ParameterError, match=r"one coordinate.*have 2.*mdav"):
        Optimal1D()(Problem(np.zeros((5, 2)), 2))
