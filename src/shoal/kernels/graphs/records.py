"""The candidate cells of records, from the labels of the two ends of their edges and the sites inside these edges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.graphs.search import TO_A, A, B, along_edge
from shoal.kernels.jit import inner_kernel, kernel


class Near(NamedTuple):
    """The cells that are near one record, each once."""

    cell: npt.NDArray[np.int64]
    distance: npt.NDArray[np.float64]
    price: npt.NDArray[np.float64]
    n_cells: npt.NDArray[np.int64]  # (1,)


class Gathered(NamedTuple):
    """The contested records of a stretch of records, and their candidates."""

    record: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    cell: npt.NDArray[np.int64]
    distance: npt.NDArray[np.float64]  # NaN: the present cell, whose distance is not known yet
    n_gathered: npt.NDArray[np.int64]  # (1,)
    n_crowded: npt.NDArray[np.int64]  # (1,)


def new_near(most: int) -> Near:
    """Room for so many cells."""
    return Near(np.empty(most, dtype=np.int64), np.empty(most), np.empty(most), np.zeros(1, dtype=np.int64))


def new_gathered(n_records: int, room: int) -> Gathered:
    """Room for all records, each with ``room`` candidates and its present cell."""
    entries = n_records * (room + 1)
    return Gathered(
        np.empty(n_records, dtype=np.int64),
        np.zeros(n_records + 1, dtype=np.int64),
        np.empty(entries, dtype=np.int64),
        np.empty(entries),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@inner_kernel
def add_near(near, cell, distance):  # near OUT
    """The cell, or a shorter way to it."""
    for i in range(near.n_cells[0]):
        if near.cell[i] == cell:
            near.distance[i] = min(near.distance[i], distance)
            return
    near.cell[near.n_cells[0]] = cell
    near.distance[near.n_cells[0]] = distance
    near.n_cells[0] += 1


@inner_kernel
def add_inside(near, point, sites, inside, first, end):  # near OUT
    """The sites inside the record's edge: inside[first..end − 1]."""
    for i in range(first, end):
        distance = along_edge(point, sites[inside[i]])
        if distance < np.inf:
            add_near(near, inside[i], distance)


@inner_kernel
def from_labels(near, point, labels, sites, inside, first, end):  # near OUT
    """The cells near a record."""
    near.n_cells[0] = 0
    for column in (A, B):
        vertex = np.int64(point[column])
        if column == A or vertex != np.int64(point[A]):
            for i in range(labels.n_sites[vertex]):
                add_near(near, np.int64(labels.site[vertex, i]), point[column + TO_A] + labels.distance[vertex, i])
    add_inside(near, point, sites, inside, first, end)


@inner_kernel
def by_price(near, weight, costs):  # near OUT
    """Order the cells by their price; ties go to the lower cell."""
    for i in range(near.n_cells[0]):
        near.price[i] = weight * near.distance[i] + costs[near.cell[i]]
    for i in range(1, near.n_cells[0]):
        cell, distance, price = near.cell[i], near.distance[i], near.price[i]
        at = i
        while at > 0 and (near.price[at - 1] > price or (near.price[at - 1] == price and near.cell[at - 1] > cell)):
            near.cell[at], near.distance[at], near.price[at] = (
                near.cell[at - 1], near.distance[at - 1], near.price[at - 1],
            )  # fmt: skip
            at -= 1
        near.cell[at], near.distance[at], near.price[at] = cell, distance, price


@inner_kernel
def add_record(near, record, weight, own_cell, reach, room, n_seen, out):  # out OUT
    """The candidates of one record: ``room`` of its cells within reach, in the order of their prices, and its own.

    ``n_seen`` is how many cells were searched for at most; if all are within reach, there may be more.
    """
    limit = near.price[0] + reach[near.cell[0]]
    n_within = 0
    while n_within < near.n_cells[0] and near.price[n_within] <= limit:
        n_within += 1
    out.n_crowded[0] += 1 if n_within > room or n_within >= n_seen else 0
    n_kept = min(n_within, room)
    own_known = own_cell < 0
    for i in range(n_kept):
        own_known = own_known or near.cell[i] == own_cell
    if n_kept + (0 if own_known else 1) < 2:
        return
    at = out.start[out.n_gathered[0]]
    for i in range(n_kept):
        out.cell[at] = near.cell[i]
        out.distance[at] = weight * near.distance[i]
        at += 1
    if not own_known:
        out.cell[at] = own_cell
        out.distance[at] = np.nan  # a label of its site may be missing at the nearer end
        at += 1
    out.record[out.n_gathered[0]] = record
    out.n_gathered[0] += 1
    out.start[out.n_gathered[0]] = at


@kernel
def gather_from_labels(
    points, first, end, labels, sites, inside, inside_range, costs, weight, cell_of, reach, room, n_seen, near, best_of,
    out,
):  # near, best_of, out OUT  # fmt: skip
    """The best cell and the candidates of the records first..end − 1.

    The sites inside the edge of a record are inside[inside_range[record, 0]..inside_range[record, 1] − 1].
    """
    for record in range(first, end):
        from_labels(near, points[record], labels, sites, inside, inside_range[record, 0], inside_range[record, 1])
        by_price(near, weight, costs)
        best_of[record] = near.cell[0]
        own_cell = cell_of[record] if cell_of.shape[0] > 0 else np.int64(-1)
        add_record(near, record, weight, own_cell, reach, room, n_seen, out)
