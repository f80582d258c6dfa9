"""Costs for given cells: whether a partition is the best of its sizes for its sites, and costs that prove it."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.neighbours import nearest_points
from shoal.partition.transport.assignment import MOST_CHECKS, SizedAssignment
from shoal.partition.transport.dual_margins import centred_costs, reproduces
from shoal.partition.transport.power_diagram import PowerDiagram

SWAP_ROOM = 8  # nearest cells of a record that are tested for a swap that lowers the distortion
ROUNDING = 1e-10  # of the distortion: two assignments closer than this are equally good


def costs_reproducing(points: FloatArray, cell_of: IntArray, sites: FloatArray) -> FloatArray | None:
    """Costs for which ``PowerDiagram(sites, costs)`` reproduces exactly these cells, or None if none were found.

    Identical points in different cells cannot be separated by any such rule, and are ignored.
    """
    if len(sites) == 1:
        return np.zeros(1)
    if _swap_pays(points, cell_of, sites):
        return None
    threads = n_threads()
    assign = SizedAssignment(np.bincount(cell_of, minlength=len(sites)), threads=threads)
    best, costs = assign.proven(points, sites, np.zeros(len(sites)), cell_of, most_checks=MOST_CHECKS)
    if not assign.is_proven:
        return None
    present = float(((points - sites[cell_of]) ** 2).sum())
    if present - float(((points - sites[best]) ** 2).sum()) > ROUNDING * present:
        return None
    scale = assign.scales(sites, points)
    costs = centred_costs(points, sites, costs, cell_of, scale=scale, threads=threads)
    return costs if reproduces(points, PowerDiagram(sites, costs), cell_of) else None


def _swap_pays(points: FloatArray, cell_of: IntArray, sites: FloatArray) -> bool:
    """Whether a swap of two records of neighbouring cells lowers the distortion: then no costs keep the partition.

    A fast test, so that the transportation problem is not solved for most greedy partitions.
    """
    from scipy.sparse import coo_array

    room = min(len(sites), SWAP_ROOM)
    candidate = nearest_points(sites, points, room)[0].reshape(-1)
    owner = np.repeat(np.arange(len(points)), room)
    own_distance = ((points[owner] - sites[cell_of[owner]]) ** 2).sum(axis=1)
    gain = own_distance - ((points[owner] - sites[candidate]) ** 2).sum(axis=1)
    pair = cell_of[owner] * len(sites) + candidate
    order = np.lexsort((-gain, pair))
    pair, gain = pair[order], gain[order]
    best = np.concatenate([[True], pair[1:] != pair[:-1]])
    one, other, gain = pair[best] // len(sites), pair[best] % len(sites), gain[best]
    away = one != other
    shape = (len(sites), len(sites))
    known = coo_array((np.ones(int(away.sum())), (one[away], other[away])), shape=shape).tocsr()
    gains = coo_array((gain[away], (one[away], other[away])), shape=shape).tocsr()
    both = known.multiply(known.T)
    swaps = (gains + gains.T).multiply(both)
    return bool(swaps.nnz and swaps.max() > ROUNDING * float(own_distance.max()))
