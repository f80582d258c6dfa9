"""Candidates found for whole boxes of records at once, against a comparison of every record with every cell."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.twins import squared_distances
from shoal.kernels.neighbours.free_records import free_records
from shoal.partition.transport import candidates as candidates_module
from shoal.partition.transport.candidates import Candidates, gather


def cases() -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """name → points, sites, costs, reach."""
    rng = np.random.default_rng(0)
    return {
        "plain": (rng.standard_normal((700, 2)), rng.standard_normal((40, 2)), 0.2 * rng.random(40), rng.random(40)),
        "three levels": (rng.random((9_000, 2)), rng.random((60, 2)), 1e-3 * rng.random(60), 0.02 * rng.random(60)),
        "d = 1": (rng.standard_normal((400, 1)), rng.standard_normal((30, 1)), rng.random(30), np.full(30, 0.1)),
        "d = 12": (rng.standard_normal((400, 12)), rng.standard_normal((50, 12)), rng.random(50), 4.0 * rng.random(50)),
        "no reach": (rng.random((300, 2)), rng.random((20, 2)), rng.random(20), np.zeros(20)),
        "endless reach": (rng.random((300, 2)), rng.random((20, 2)), rng.random(20), np.full(20, np.inf)),
        "ties": (
            rng.integers(0, 5, (600, 2)).astype(float),
            rng.integers(0, 5, (20, 2)).astype(float),
            rng.integers(0, 3, 20).astype(float),
            rng.integers(0, 3, 20).astype(float),
        ),
        "far from the origin": (
            1e6 + rng.random((300, 2)),
            1e6 + rng.random((20, 2)),
            rng.random(20),
            np.full(20, 0.1),
        ),
        "one cell": (rng.random((100, 2)), rng.random((1, 2)), np.zeros(1), np.ones(1)),
        "one record": (rng.random((1, 2)), rng.random((9, 2)), np.zeros(9), np.full(9, np.inf)),
    }


def find(
    name: str, *, weights: np.ndarray | None, cell_of: np.ndarray | None, room: int = 64, threads: int = 1
) -> Candidates:
    points, sites, costs, reach = cases()[name]
    tree = free_records(points)
    return gather(
        tree, points, sites, costs, weights=weights, cell_of=cell_of, reach=reach, room=room, threads=threads
    )  # fmt: skip


def twin(
    name: str, weights: np.ndarray | None, cell_of: np.ndarray | None
) -> tuple[np.ndarray, dict[int, dict[int, float]]]:
    """The best cell of each record, and the cells with weighted distances of those that have a choice."""
    points, sites, costs, reach = cases()[name]
    weight = np.ones(len(points)) if weights is None else weights
    distance = np.column_stack([squared_distances(points, site) for site in sites])
    price = distance + (1.0 / weight)[:, None] * costs
    best = price.argmin(axis=1)
    within = price <= (price.min(axis=1) + reach[best] / weight)[:, None]
    if cell_of is not None:
        within[np.arange(len(points)), cell_of] = True
    contested = {
        int(record): {int(cell): weight[record] * distance[record, cell] for cell in np.flatnonzero(within[record])}
        for record in np.flatnonzero(within.sum(axis=1) > 1)
    }
    return best, contested


def as_dictionaries(candidates: Candidates) -> dict[int, dict[int, float]]:
    spans = zip(candidates.record, candidates.start[:-1], candidates.start[1:], strict=True)
    found = {
        int(record): dict(zip(candidates.cell[a:b].tolist(), candidates.distance[a:b].tolist(), strict=True))
        for record, a, b in spans
    }
    assert len(candidates.cell) == sum(len(cells) for cells in found.values())  # no cell twice
    return found


@pytest.mark.parametrize("present", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", cases())
def test_all_candidates_within_reach_and_no_others(name: str, weighted: bool, present: bool) -> None:
    points, sites, _, _ = cases()[name]
    rng = np.random.default_rng(1)
    weights = rng.choice([0.5, 1.0, 4.0], len(points)) if weighted else None
    cell_of = rng.integers(0, len(sites), len(points)) if present else None
    candidates = find(name, weights=weights, cell_of=cell_of)
    best, contested = twin(name, weights, cell_of)
    np.testing.assert_array_equal(candidates.best_of, best)
    assert as_dictionaries(candidates) == contested
    assert candidates.n_crowded == 0
    n_fixed = np.bincount(np.delete(best, candidates.record), minlength=len(sites))
    np.testing.assert_array_equal(candidates.n_fixed, n_fixed)


@pytest.mark.parametrize("room", [1, 3])
def test_little_room_keeps_the_best_and_the_present_cell(room: int) -> None:
    points, sites, costs, _ = cases()["plain"]
    cell_of = np.random.default_rng(2).integers(0, len(sites), len(points))
    candidates = find("plain", weights=None, cell_of=cell_of, room=room)
    _, contested = twin("plain", None, cell_of)
    found = as_dictionaries(candidates)
    assert set(found) == set(contested)
    assert 0 < candidates.n_crowded <= len(contested)
    for record, cells in found.items():
        ranked = sorted(contested[record], key=lambda cell: contested[record][cell] + costs[cell])
        assert set(ranked[:room]) | {int(cell_of[record])} >= set(cells) >= set(ranked[:1]) | {int(cell_of[record])}
        assert len(set(cells) - {int(cell_of[record])}) <= room


def test_full_buffers_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = find("three levels", weights=None, cell_of=None)
    assert len(whole.record) > 1_000
    # Buffers are made so large that points enough to fill them would take a minute.
    monkeypatch.setattr(candidates_module, "LEAVES_AT_ONCE", 16)
    monkeypatch.setattr(candidates_module, "ENTRIES_FOR_EACH", 0)
    in_pieces = find("three levels", weights=None, cell_of=None, threads=3)
    for part in ("best_of", "record", "start", "cell", "distance", "n_fixed"):
        np.testing.assert_array_equal(getattr(whole, part), getattr(in_pieces, part))


def test_a_box_with_a_rounded_middle_loses_nobody() -> None:
    """Once the half side of a box was measured from its exact middle, while prices were compared at the rounded one:
    on a lattice of single ulps far from the origin, ties and candidates were lost."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        ulp = 2.0**-22  # of numbers near 2³⁰
        points = 2.0**30 + ulp * rng.integers(0, 6, size=(200, 2))
        sites = 2.0**30 + ulp * rng.integers(0, 6, size=(12, 2))
        costs = np.zeros(12)
        found = gather(
            free_records(points), points, sites, costs,
            weights=None, cell_of=None, reach=np.zeros(12), room=12, threads=1,
        )  # fmt: skip
        price = ((points[:, None, :] - sites[None]) ** 2).sum(axis=2)
        assert found.best_of.tolist() == price.argmin(axis=1).tolist()
