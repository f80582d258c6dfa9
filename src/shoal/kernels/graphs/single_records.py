"""The candidate cells of records of unequal weight: one search from each record.

With weights, prices are w·d + c, and which of two sites is better at a vertex depends on the weight of the record. So
labels that all records share do not exist, and each record is searched from until no cell farther away can matter. On
streets this takes some ten times as long as labels do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.graphs.records import add_inside, add_near, add_record, by_price
from shoal.kernels.graphs.search import TO_A, TO_B, A, B, enter, settle
from shoal.kernels.jit import inner_kernel, kernel


class Held(NamedTuple):
    """The sites at each vertex, and inside the edges that end there: held.site[start[v]..start[v + 1] − 1]."""

    start: npt.NDArray[np.int64]  # (vertices + 1,)
    site: npt.NDArray[np.int64]
    distance: npt.NDArray[np.float64]  # from the vertex along the edge


def held_sites(sites: npt.NDArray[np.float64], n_vertices: int) -> Held:
    """The sites by their vertices."""
    is_inside = sites[:, A] != sites[:, B]
    vertex = np.concatenate([sites[:, A], sites[is_inside, B]]).astype(np.int64)
    site = np.concatenate([np.arange(len(sites)), np.flatnonzero(is_inside)])
    distance = np.concatenate([sites[:, TO_A], sites[is_inside, TO_B]])
    order = np.argsort(vertex, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(vertex, minlength=n_vertices))])
    return Held(start, site[order], distance[order])


@inner_kernel
def _find_near(network, search, point, held, costs, least_cost, weight, reach, room, near):  # search, near OUT
    """All cells near a point that are within reach of the best one and among the ``room`` best."""
    enter(search, point)
    by_price(near, weight, costs)
    while True:
        vertex = settle(network, search)
        if vertex < 0:
            return
        farthest = search.distance[vertex]
        if near.n_cells[0] > 0:
            limit = near.price[0] + reach[near.cell[0]]
            if near.n_cells[0] >= room:
                limit = min(limit, near.price[room - 1])
            if weight * farthest + least_cost > limit:
                return
        for i in range(held.start[vertex], held.start[vertex + 1]):
            add_near(near, held.site[i], farthest + held.distance[i])
        if held.start[vertex] < held.start[vertex + 1]:
            by_price(near, weight, costs)


@kernel
def gather_one_by_one(
    network, search, points, first, end, held, sites, inside, inside_range, costs, weight, cell_of, reach, room, n_seen,
    near, best_of, out,
):  # search, near, best_of, out OUT  # fmt: skip
    """The same as `gather_from_labels`, for a weight of each record."""
    least_cost = costs.min()
    for record in range(first, end):
        near.n_cells[0] = 0
        add_inside(near, points[record], sites, inside, inside_range[record, 0], inside_range[record, 1])
        _find_near(network, search, points[record], held, costs, least_cost, weight[record], reach, room, near)
        best_of[record] = near.cell[0]
        own_cell = cell_of[record] if cell_of.shape[0] > 0 else np.int64(-1)
        add_record(near, record, weight[record], own_cell, reach, room, n_seen, out)
