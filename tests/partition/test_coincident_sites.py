"""Cells in one place are assigned as one and dealt out: sizes, who stays, and identical records side by side."""

from __future__ import annotations

import numpy as np

from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.candidates import are_missing, extended, gather
from shoal.partition.transport.coincident_sites import distinct_sites


def test_sites_that_differ_are_no_places() -> None:
    assert distinct_sites(np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]])) is None


def test_cells_by_place() -> None:
    sites = np.array([[1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    places = distinct_sites(sites)
    assert places is not None
    assert places.site_of.tolist() == [1, 0, 1, 1]
    np.testing.assert_array_equal(sites[places.first_cell][places.site_of], sites)
    assert places.totals(np.array([2, 3, 4, 5])).tolist() == [3, 11]


def test_newcomers_are_dealt_out_with_identical_ones_side_by_side() -> None:
    points = np.array([[5.0], [1.0], [5.0], [1.0], [5.0], [1.0]])
    places = distinct_sites(np.zeros((2, 1)))
    assert places is not None
    cell_of = places.distributed(np.zeros(6, dtype=np.int64), np.array([3, 3]), points, None)
    assert cell_of.tolist() == [1, 0, 1, 0, 1, 0]


def test_records_keep_their_cell_in_their_place() -> None:
    sites = np.array([[0.0], [0.0], [9.0]])
    places = distinct_sites(sites)
    assert places is not None
    present = np.array([0, 1, 0, 1, 2, 2])
    place = np.array([0, 0, 0, 1, 1, 0])  # the fourth record leaves the first place, the last one comes
    cell_of = places.distributed(place, np.array([2, 2, 2]), np.arange(6.0)[:, None], present)
    assert cell_of.tolist() == [0, 1, 0, 2, 2, 1]


def test_the_assignment_meets_every_size_in_shared_places() -> None:
    rng = np.random.default_rng(0)
    points = np.repeat(rng.standard_normal((5, 2)), 24, axis=0)
    sites = np.repeat(points[::24], 6, axis=0)
    sizes = rng.permutation(np.repeat([3, 4, 5], 10))
    cell_of, costs = SizedAssignment(sizes).proven(points, sites, np.zeros(30), None)
    np.testing.assert_array_equal(np.bincount(cell_of, minlength=30), sizes)
    for place in range(5):
        assert len(set(costs[6 * place : 6 * place + 6])) == 1


def test_a_tight_cluster_gets_the_few_rivals_it_needs() -> None:
    # 60 cells in a tight cluster that holds more records than they have places; the room of a record ends inside it.
    rng = np.random.default_rng(1)
    points = np.vstack([1e-3 * rng.standard_normal((400, 2)), 10.0 + rng.standard_normal((20, 2))])
    sites = np.vstack([1e-3 * rng.standard_normal((60, 2)), 10.0 + rng.standard_normal((24, 2))])
    sizes = np.full(84, 5)
    cell_of, costs = SizedAssignment(sizes, room=4).proven(points, sites, np.zeros(84), None)
    assert np.bincount(cell_of, minlength=84).tolist() == [5] * 84
    price = ((points[:, None] - sites[None]) ** 2).sum(axis=2) + costs
    assert np.all(price[np.arange(420), cell_of] <= price.min(axis=1) + 1e-9 * np.abs(price).max())


def test_rivals_are_added_to_those_that_are_known() -> None:
    from shoal.kernels.neighbours.free_records import free_records

    points, sites = np.array([[0.0], [1.0], [10.0]]), np.array([[0.0], [2.0], [11.0]])
    candidates = gather(
        free_records(points), points, sites, np.zeros(3),
        weights=None, cell_of=None, reach=np.full(3, 1.0), room=3, threads=1,
    )  # fmt: skip
    assert candidates.record.tolist() == [1]
    record, cell = np.array([2, 1, 1]), np.array([1, 2, 0])
    assert are_missing(candidates, record, cell).tolist() == [True, True, False]

    def squared(of: np.ndarray, to: np.ndarray) -> np.ndarray:
        return ((points[of] - sites[to]) ** 2).sum(axis=1)

    wider, choice = extended(candidates, candidates.start[:-1].copy(), squared, record[:2], cell[:2])
    known = {int(wider.record[i]): wider.cell[wider.start[i] : wider.start[i + 1]].tolist() for i in range(2)}
    assert known == {1: [0, 1, 2], 2: [2, 1]}
    assert wider.distance[wider.start[1] :].tolist() == [1.0, 64.0]
    assert wider.cell[choice].tolist() == [0, 2]
    assert wider.n_fixed.tolist() == [1, 0, 0]
