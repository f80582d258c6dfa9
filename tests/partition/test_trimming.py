"""Which records are left out, together with the cells of the others."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal import microaggregate
from shoal.partition.conditions.trimming import trimmed
from shoal.partition.partition import Partition


def cells_of(points: np.ndarray, k: int, weights: np.ndarray | None = None, method: str = "mdav"):
    def form(rows: np.ndarray) -> Partition:
        return microaggregate(
            points[rows], k, method=method, seed=0, weights=None if weights is None else weights[rows]
        )

    return form


def one_block(points: np.ndarray) -> np.ndarray:
    return np.zeros(len(points), dtype=np.int64)


def best_sse(points: np.ndarray, k: int) -> float:
    """Over all partitions into cells of at least k, by trying them all."""

    def over(left: tuple[int, ...]) -> float:
        if not left:
            return 0.0
        first, others = left[0], left[1:]
        least = np.inf
        for size in range(k - 1, min(2 * k - 1, len(others) + 1)):
            for mates in combinations(others, size):
                cell = points[[first, *mates]]
                rest = tuple(record for record in others if record not in mates)
                if len(rest) in (0, *range(k, len(points))):
                    least = min(least, float(((cell - cell.mean(axis=0)) ** 2).sum()) + over(rest))
        return least

    return over(tuple(range(len(points))))


def test_outliers_between_clusters_are_left_out_and_not_their_companions() -> None:
    """The first cells have to put each outlier together with members of a cluster."""
    rng = np.random.default_rng(0)
    clusters = [rng.normal(centre, 0.1, (12, 2)) for centre in ((0, 0), (10, 0), (0, 10), (10, 10))]
    points = np.vstack([*clusters, [[5.0, 5.2], [30.0, 5.0]]])
    found = trimmed(points, one_block(points), 2, 4, cells_of(points, 4))
    assert found.kept.tolist() == list(range(48))
    assert found.of_all.sse > 20 * found.partition.sse


def test_a_group_of_outliers_leaves_together_when_that_saves_more() -> None:
    rng = np.random.default_rng(1)
    points = np.vstack([rng.normal(0, 0.1, (20, 2)), [[50.0, 0.0], [55.0, 9.0], [58.0, -9.0]]])
    found = trimmed(points, one_block(points), 3, 3, cells_of(points, 3))
    assert found.kept.tolist() == list(range(20))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("most", [1, 2])
def test_it_is_close_to_the_best_choice_and_the_best_cells(seed: int, most: int) -> None:
    points = np.random.default_rng(seed).standard_t(2, (9, 2))
    least = min(
        best_sse(np.delete(points, out, axis=0), 2)
        for count in range(most + 1)
        for out in combinations(range(9), count)
    )
    found = trimmed(points, one_block(points), most, 2, cells_of(points, 2, method="auto"))
    assert least - 1e-9 <= found.partition.sse <= 1.5 * least
    assert found.of_all.sse >= best_sse(points, 2) - 1e-9


@given(
    st.integers(0, 2**32 - 1),
    st.integers(10, 60),
    st.integers(2, 4),
    st.integers(0, 12),
    st.booleans(),
    st.integers(1, 3),
)
def test_never_more_than_allowed_and_no_block_below_k(
    seed: int, n_records: int, k: int, most: int, weighted: bool, n_blocks: int
) -> None:
    rng = np.random.default_rng(seed)
    points = np.round(rng.standard_t(2, (n_records, 2)), 1)
    block_of = np.sort(np.arange(n_records) % n_blocks)
    weights = rng.uniform(0.5, 3.0, n_records) if weighted else None

    def form(rows: np.ndarray) -> Partition:
        cell_of = np.empty(len(rows), dtype=np.int64)
        n_cells = 0
        for block in range(n_blocks):
            inside = block_of[rows] == block
            cell_of[inside] = cells_of(points, k, weights)(rows[inside]).cell_of + n_cells
            n_cells = int(cell_of[inside].max()) + 1
        return Partition.from_cells(
            points[rows], cell_of, method="", weights=None if weights is None else weights[rows]
        )

    if n_records // n_blocks < k:
        return
    found = trimmed(points, block_of, most, k, form, weights)
    assert n_records - len(found.kept) <= most
    assert np.array_equal(found.kept, np.unique(found.kept))
    assert np.bincount(block_of[found.kept], minlength=n_blocks).min() >= k
    assert found.partition.sizes.min() >= k
    assert found.partition.sse <= found.of_all.sse


def test_nobody_leaves_where_nothing_is_lost() -> None:
    points = np.repeat(np.arange(5.0)[:, None], 4, axis=0)
    found = trimmed(points, one_block(points), 3, 2, cells_of(points, 2))
    assert len(found.kept) == 20


def test_weights_count_in_the_distortion() -> None:
    """A record of little weight between two clusters costs less than one of equal weight, which is left out."""
    points = np.array([[0.0], [0.1], [0.2], [5.0], [9.9], [10.0], [10.1]])
    light = np.array([1.0, 1.0, 1.0, 0.01, 1.0, 1.0, 1.0])
    found = trimmed(points, one_block(points), 1, 3, cells_of(points, 3, light), light)
    equal = trimmed(points, one_block(points), 1, 3, cells_of(points, 3))
    assert equal.kept.tolist() == [0, 1, 2, 4, 5, 6]
    assert found.partition.sse <= found.of_all.sse < equal.of_all.sse
