"""Costs for cells that exist already: is a partition the best one of its sizes for its sites, and which costs say
so?
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.neighbours import nearest_places
from shoal.partition.transport.assignment import MOST_LOOKS, SizedAssignment
from shoal.partition.transport.dual_margins import centred_costs, holds
from shoal.partition.transport.power_diagram import PowerDiagram

SWAP_ROOM = 8  # rivals of a record that are looked at for a swap that would pay
ROUNDING = 1e-10  # of the distortion: two assignments closer than this are equally good


def costs_reproducing(points: FloatArray, cell_of: IntArray, sites: FloatArray) -> FloatArray | None:
    """Costs for which ``PowerDiagram(sites, costs)`` gives back exactly these cells, or None if none were found.

    Identical points in different cells are beyond any such rule and are not counted against it.
    """
    if len(sites) == 1:
        return np.zeros(1)
    if _swap_pays(points, cell_of, sites):
        return None
    threads = n_threads()
    assign = SizedAssignment(np.bincount(cell_of, minlength=len(sites)), threads=threads)
    best, costs = assign.proven(points, sites, np.zeros(len(sites)), cell_of, most_looks=MOST_LOOKS)
    if not assign.is_proven:
        return None
    present = float(((points - sites[cell_of]) ** 2).sum())
    if present - float(((points - sites[best]) ** 2).sum()) > ROUNDING * present:
        return None
    scale = assign.scales(sites, points)
    costs = centred_costs(points, sites, costs, cell_of, scale=scale, threads=threads)
    return costs if holds(points, PowerDiagram(sites, costs), cell_of) else None


def _swap_pays(points: FloatArray, cell_of: IntArray, sites: FloatArray) -> bool:
    """Whether two records in neighbouring cells would do better in each other's: then no costs hold the partition.

    A quick look that spares most greedy partitions the transportation problem.
    """
    from scipy.sparse import coo_array

    room = min(len(sites), SWAP_ROOM)
    rival = nearest_places(sites, points, room)[0].reshape(-1)
    owner = np.repeat(np.arange(len(points)), room)
    own_distance = ((points[owner] - sites[cell_of[owner]]) ** 2).sum(axis=1)
    gain = own_distance - ((points[owner] - sites[rival]) ** 2).sum(axis=1)
    pair = cell_of[owner] * len(sites) + rival
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
