"""The bound for cells that keep a promise, against all partitions of small sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from shoal.guarantee.confidential import (
    Closeness,
    ConfidentialPromise,
    ConfidentialValues,
    DistinctDiversity,
    EntropyDiversity,
    GroundDistance,
    LargestShare,
)
from shoal.guarantee.confidential.judging import places
from shoal.partition.bound.certificate import lower_bound
from shoal.partition.bound.closeness import least_distance, lower_bound_with_promise, smallest_size
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import sse_of


def partitions(n_records: int, fewest: int) -> Iterator[np.ndarray]:
    """All partitions into cells of at least so many records."""

    def grown(cell_of: list[int], n_cells: int) -> Iterator[list[int]]:
        if len(cell_of) == n_records:
            yield cell_of
            return
        for cell in range(n_cells + 1):
            yield from grown([*cell_of, cell], max(n_cells, cell + 1))

    for cell_of in grown([], 0):
        if np.bincount(cell_of).min() >= fewest:
            yield np.array(cell_of)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("ground", [GroundDistance.MIDRANK, GroundDistance.RANK])
def test_below_every_partition_that_keeps_the_promise(seed: int, ground: GroundDistance) -> None:
    """Eight records, with ties in half of the sets; the confidential value goes with a coordinate more or less."""
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((8, 2))
    goes_with = points[:, 0] + (0.0, 0.3, 3.0)[seed % 3] * rng.standard_normal(8)
    codes = np.argsort(np.argsort(goes_with)) // (1 if seed < 3 else 2)
    values = ConfidentialValues.counted("x", codes, is_ordered=True)
    for t in (0.05, 0.12, 0.2, 0.3, 0.45):
        promise = ConfidentialPromise(((values, Closeness(t, ground)),))
        kept = [cell_of for cell_of in partitions(8, 2) if promise.kept_by(cell_of)]
        least = min(sse_of(points, cell_of, None) for cell_of in kept)
        bound = lower_bound_with_promise(points, 2, promise)
        assert bound <= least + 1e-12
        assert smallest_size(promise) <= min(int(np.bincount(cell_of).min()) for cell_of in kept)
        if t == 0.05:
            assert bound > 0.5 * least  # it is worth something


def test_smallest_size_of_every_rule() -> None:
    """By what a cell of fewer records cannot have."""
    values = ConfidentialValues.counted("x", np.arange(20), is_ordered=True)

    def size(*rules: object) -> int:
        return smallest_size(ConfidentialPromise(tuple((values, rule) for rule in rules)))  # type: ignore[misc]

    assert size(DistinctDiversity(4)) == 4
    assert size(EntropyDiversity(2.5)) == 3
    assert size(EntropyDiversity(3.0)) == 3
    assert size(LargestShare(0.3)) == 4
    assert size(Closeness(0.5, GroundDistance.EQUAL)) == 1  # nothing is known
    assert size(DistinctDiversity(2), Closeness(0.06)) == 5  # 5 of 20 at even ranks are 1/(4·5) from them, 4 are 1/16
    assert size(Closeness(1.0)) == 1


@pytest.mark.parametrize("codes", [[0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 2, 2, 5], [0, 0, 1, 1, 1, 1, 3]])
def test_least_distance_is_below_that_of_any_cell(codes: list[int]) -> None:
    """Of all cells of a size, and it is reached by one of them if values may be taken more often than they occur."""
    values = ConfidentialValues.counted("x", codes, is_ordered=True)
    place = places(values, GroundDistance.MIDRANK)
    n_values = len(values.totals)
    whole = np.cumsum(values.totals)[:-1] / values.totals.sum()
    for size in (1, 2, 3):
        chosen = np.stack(np.meshgrid(*[np.arange(n_values)] * size), -1).reshape(-1, size)
        shares = np.stack([(chosen <= code).mean(axis=1) for code in range(n_values - 1)], axis=1)
        distances = (np.abs(shares - whole) * np.diff(place)).sum(axis=1)
        assert least_distance(values, place, size) == pytest.approx(distances.min(), abs=1e-12)


def test_a_part_of_a_table() -> None:
    """A block is bounded too, where cells are compared with the whole table."""
    rng = np.random.default_rng(1)
    codes = rng.permutation(16)
    points = np.stack([codes + rng.standard_normal(16), rng.standard_normal(16)], axis=1)
    whole = ConfidentialPromise(((ConfidentialValues.counted("x", codes, is_ordered=True), Closeness(0.25)),))
    rows = np.arange(0, 16, 2)
    part, own = whole.of(rows), points[rows]
    kept = [cell_of for cell_of in partitions(8, 2) if part.kept_by(cell_of)]
    assert kept
    assert lower_bound_with_promise(own, 2, part) <= min(sse_of(own, cell_of, None) for cell_of in kept)


def test_between_the_bound_for_k_and_what_a_search_finds() -> None:
    """With a confidential value that goes with the first coordinate the bound is far above that for k."""
    rng = np.random.default_rng(0)
    points = rng.standard_normal((200, 2))
    values = ConfidentialValues.counted("x", np.argsort(np.argsort(points[:, 0])), is_ordered=True)
    promise = ConfidentialPromise(((values, Closeness(0.1)),))
    found = microaggregate(points, 3, method="best(steps=[anneal(50)])", seed=1, confidential=promise)
    bound = lower_bound_with_promise(points, 3, promise)
    assert 5.0 * lower_bound(points, 3) < bound <= found.sse
