"""Costs in the middle of what the cells allow: a margin at every border, narrow only where it has to be."""

from __future__ import annotations

import numpy as np

from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.candidates import Candidates, gather
from shoal.partition.transport.dual_margins import (
    LEAST_MARGIN,
    MARGINS,
    SHORT,
    centred_costs,
    costs_with_margins,
    reproduces,
)
from shoal.partition.transport.power_diagram import PowerDiagram

MARGIN = MARGINS[0]


def solved(points: np.ndarray, sites: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    assign = SizedAssignment(sizes)
    cell_of, costs = assign.proven(points, sites, np.zeros(len(sites)), None)
    return cell_of, costs, assign.scales(sites, points)


def everything(
    points: np.ndarray, sites: np.ndarray, costs: np.ndarray, cell_of: np.ndarray
) -> tuple[Candidates, np.ndarray]:
    """All cells as candidates of all records, and each record's own entry."""
    from shoal.kernels.neighbours.free_records import free_records

    m = len(sites)
    candidates = gather(
        free_records(points), points, sites, costs,
        weights=None, cell_of=cell_of, reach=np.full(m, np.inf), room=m, threads=1,
    )  # fmt: skip
    own = cell_of[candidates.record]
    choice = np.array(
        [
            first + int(np.flatnonzero(candidates.cell[first:end] == cell)[0])
            for first, end, cell in zip(candidates.start[:-1], candidates.start[1:], own, strict=True)
        ]
    )
    return candidates, choice


def spare(points: np.ndarray, sites: np.ndarray, costs: np.ndarray, cell_of: np.ndarray) -> np.ndarray:
    """What the tightest record of each cell has to spare."""
    price = ((points[:, None] - sites[None]) ** 2).sum(axis=2) + costs
    own = price[np.arange(len(points)), cell_of]
    price[np.arange(len(points)), cell_of] = np.inf
    slack = np.full(len(sites), np.inf)
    np.minimum.at(slack, cell_of, price.min(axis=1) - own)
    return slack


def test_every_border_gets_a_margin() -> None:
    rng = np.random.default_rng(0)
    for n_cells, size in ((4, 5), (30, 5), (12, 60)):
        points, sites = rng.standard_normal((n_cells * size, 2)), rng.standard_normal((n_cells, 2))
        cell_of, _, scale = solved(points, sites, np.full(n_cells, size))
        corner = SizedAssignment(np.full(n_cells, size))._solved(
            SizedAssignment(np.full(n_cells, size))._instance(points, sites), np.zeros(n_cells), None, None
        )
        costs = corner.costs  # where shortest paths end: records on borders
        np.testing.assert_array_equal(corner.cell_of, cell_of)
        assert spare(points, sites, costs, cell_of).min() < 1e-12
        candidates, choice = everything(points, sites, costs, cell_of)
        loose = costs_with_margins(candidates, choice, costs, scale, np.arange(n_cells), MARGIN)
        assert loose is not None
        assert np.all(spare(points, sites, loose, cell_of) >= 0.99 * (1.0 - SHORT) * MARGIN * scale)


def test_a_tie_narrows_the_margin_only_where_it_is() -> None:
    """Two cells that could exchange two records at no loss but 1e-7, far from two that are well apart."""
    tie = 1e-7
    points = np.array([[-1.0, 0.0], [1.0, tie], [99.0, 0.0], [101.0, 0.0]])
    sites = np.array([[0.0, -0.5], [0.0, 0.5], [99.0, 0.0], [101.0, 0.0]])
    cell_of = np.arange(4)
    scale = np.ones(4)
    costs = np.array([0.0, 0.0, 0.0, 0.0])
    candidates, choice = everything(points, sites, costs, cell_of)
    loose = costs_with_margins(candidates, choice, costs, scale, np.arange(4), MARGIN)
    assert loose is not None
    slack = spare(points, sites, loose, cell_of)
    assert np.all(slack[:2] >= (1.0 - SHORT) * LEAST_MARGIN)
    assert np.all(slack[:2] < MARGIN)
    assert np.all(slack[2:] >= (1.0 - SHORT) * MARGIN)


def test_where_there_is_no_margin_costs_stay() -> None:
    points = np.array([[-1.0, 0.0], [1.0, 0.0]])  # either cell could have either record
    sites = np.array([[0.0, -0.5], [0.0, 0.5]])
    costs = np.array([0.25, 0.25])
    candidates, choice = everything(points, sites, costs, np.arange(2))
    assert costs_with_margins(candidates, choice, costs, np.ones(2), np.arange(2), MARGIN) is None
    np.testing.assert_array_equal(centred_costs(points, sites, costs, np.arange(2), scale=np.ones(2)), costs)


def test_cells_that_share_identical_points_move_together() -> None:
    rng = np.random.default_rng(3)
    points = np.vstack([np.repeat(rng.standard_normal((2, 2)), 6, axis=0), rng.standard_normal((18, 2))])
    sites = rng.standard_normal((6, 2))
    cell_of, costs, scale = solved(points, sites, np.full(6, 5))
    centred = centred_costs(points, sites, costs, cell_of, scale=scale)
    price = ((points[:, None] - sites[None]) ** 2).sum(axis=2) + centred
    own = price[np.arange(30), cell_of]
    assert np.all(own <= price.min(axis=1) + 1e-12)


def test_cells_beside_far_smaller_ones_keep_their_records() -> None:
    """A margin of the large cells is wider than all that the small ones look at."""
    tiny = 1e-4
    cluster = np.array([0.0, -3.5]) + tiny * np.array([[0, 0], [1, 0], [-1, 0], [0, -1], [0, -2]])
    sites = np.vstack([[[0.0, -0.5], [0.0, 0.5]], cluster])
    points = np.vstack([[[-1.0, 0.0], [1.0, 1e-7], [0.0, -3.5 + tiny]], cluster])
    sizes = np.array([2, 1, 1, 1, 1, 1, 1])
    cell_of, costs, scale = solved(points, sites, sizes)
    centred = centred_costs(points, sites, costs, cell_of, scale=scale)
    assert reproduces(points, PowerDiagram(sites, centred), cell_of)


def test_long_chains_of_tight_borders_in_any_order() -> None:
    rng = np.random.default_rng(0)
    points = np.sort(rng.random(1_500) ** 1.02)[:, None]
    for sites in (np.linspace(0.0, 1.0, 300)[:, None], np.linspace(1.0, 0.0, 300)[:, None]):
        cell_of, costs, scale = solved(points, sites, np.full(300, 5))
        centred = centred_costs(points, sites, costs, cell_of, scale=scale)
        assert reproduces(points, PowerDiagram(sites, centred), cell_of)
