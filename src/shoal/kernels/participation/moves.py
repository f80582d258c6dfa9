"""Records that move between cells which have to keep a promise: repairing cells, and exchanging records.

A cell is a chain of records with its weighted moments, so a record enters or leaves in O(d). Whether a cell keeps the
promise after a move is always computed anew from its members, exactly: O(records of the cell · k) for a probabilistic
promise, O(records of the cell) for one in persons.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import NOBODY, inner_kernel, kernel
from shoal.kernels.participation.cells import brought, enough_persons
from shoal.kernels.participation.poisson_binomial import empty_distribution, failing_mass, one_more

LEAST_GAIN = 1e-12  # share of the distances compared: a smaller gain is rounding, and could be had back and forth


class Fleet(NamedTuple):
    """Cells whose records move: moments, and the records of each cell as a chain. A dissolved cell has size 0."""

    centroid: npt.NDArray[np.float64]  # (cells, d)
    mass: npt.NDArray[np.float64]  # (cells,) sum of weights
    size: npt.NDArray[np.int64]  # (cells,)
    first: npt.NDArray[np.int64]  # (cells,) first record of the chain, −1 when empty
    following: npt.NDArray[np.int64]  # (n,) next record of the chain, −1 at the end
    preceding: npt.NDArray[np.int64]  # (n,)
    cell_of: npt.NDArray[np.int64]  # (n,)
    keeps: npt.NDArray[np.bool_]  # (cells,) whether the cell keeps the promise
    touched: npt.NDArray[np.int64]  # (cells,) the last pass of exchanges that changed the cell


def empty_fleet(n_records: int, n_cells: int, n_dims: int) -> Fleet:
    """Cells without records."""
    return Fleet(
        centroid=np.zeros((n_cells, n_dims)),
        mass=np.zeros(n_cells),
        size=np.zeros(n_cells, dtype=np.int64),
        first=np.full(n_cells, -1, dtype=np.int64),
        following=np.full(n_records, -1, dtype=np.int64),
        preceding=np.full(n_records, -1, dtype=np.int64),
        cell_of=np.full(n_records, -1, dtype=np.int64),
        keeps=np.zeros(n_cells, dtype=np.bool_),
        touched=np.zeros(n_cells, dtype=np.int64),
    )


@kernel
def board(points, weight, promised, cell_of, fleet):  # fleet OUT, the rest IN
    """Fill an empty fleet, from the last record to the first so that chains ascend, and judge its cells."""
    for record in range(points.shape[0] - 1, -1, -1):
        _enter(points, weight, fleet, record, cell_of[record])
    for cell in range(fleet.size.shape[0]):
        fleet.keeps[cell] = _keeps(promised, fleet, cell, NOBODY, NOBODY)


@inner_kernel
def _enter(points, weight, fleet, record, cell):  # fleet OUT
    """A record joins a cell; by how much the SSE grows."""
    mass = fleet.mass[cell]
    total = mass + weight[record]
    distance = 0.0
    for j in range(points.shape[1]):
        gap = points[record, j] - fleet.centroid[cell, j]
        distance += gap * gap
        fleet.centroid[cell, j] += weight[record] / total * gap
    fleet.mass[cell] = total
    fleet.size[cell] += 1
    fleet.cell_of[record] = cell
    head = fleet.first[cell]
    fleet.preceding[record] = -1
    fleet.following[record] = head
    if head >= 0:
        fleet.preceding[head] = record
    fleet.first[cell] = record
    return weight[record] * mass / total * distance


@inner_kernel
def _leave(points, weight, fleet, record):  # fleet OUT
    """A record leaves its cell, which is not its only one; by how much the SSE falls."""
    cell = fleet.cell_of[record]
    mass = fleet.mass[cell]
    rest = mass - weight[record]
    before, after = fleet.preceding[record], fleet.following[record]
    if before >= 0:
        fleet.following[before] = after
    else:
        fleet.first[cell] = after
    if after >= 0:
        fleet.preceding[after] = before
    fleet.size[cell] -= 1
    fleet.cell_of[record] = -1
    if fleet.size[cell] == 0:
        fleet.mass[cell] = 0.0
        for j in range(points.shape[1]):
            fleet.centroid[cell, j] = 0.0
        return 0.0
    distance = 0.0
    for j in range(points.shape[1]):
        gap = points[record, j] - fleet.centroid[cell, j]
        distance += gap * gap
        fleet.centroid[cell, j] -= weight[record] / rest * gap
    fleet.mass[cell] = rest
    return weight[record] * mass / rest * distance


@inner_kernel
def _distance(points, fleet, record, cell):  # IN
    """Squared distance of a record to the centroid of a cell."""
    distance = 0.0
    for j in range(points.shape[1]):
        gap = points[record, j] - fleet.centroid[cell, j]
        distance += gap * gap
    return distance


@inner_kernel
def _price_of_entering(points, weight, fleet, record, cell):  # IN
    """By how much the SSE of a cell would grow."""
    mass = fleet.mass[cell]
    return weight[record] * mass / (mass + weight[record]) * _distance(points, fleet, record, cell)


@inner_kernel
def _gain_of_leaving(points, weight, fleet, record):  # IN
    """By how much the SSE of its own cell would fall; 0 when the record is alone."""
    cell = fleet.cell_of[record]
    if fleet.size[cell] < 2:
        return 0.0
    mass = fleet.mass[cell]
    return weight[record] * mass / (mass - weight[record]) * _distance(points, fleet, record, cell)


@inner_kernel
def _keeps(promised, fleet, cell, leaving, entering):  # fleet IN, promised scratch
    """Whether a cell keeps the promise without one of its records and with another one; −1 stands for nobody."""
    if promised.masses.shape[0] > 0:
        return _keeps_persons(promised, fleet, cell, leaving, entering)
    size = fleet.size[cell] - (1 if leaving >= 0 else 0) + (1 if entering >= 0 else 0)
    if size < promised.pmf.shape[0]:
        return False
    empty_distribution(promised.pmf, promised.band)
    if entering >= 0:
        one_more(promised.pmf, promised.band, promised.participation[entering])
    record = fleet.first[cell]
    while record >= 0:
        if record != leaving:
            one_more(promised.pmf, promised.band, promised.participation[record])
        record = fleet.following[record]
    return failing_mass(promised.pmf, promised.band) <= promised.acceptable[0]


@inner_kernel
def _keeps_persons(promised, fleet, cell, leaving, entering):  # IN
    """The same for a promise in persons."""
    persons = promised.masses[entering] if entering >= 0 else 0
    largest = persons
    record = fleet.first[cell]
    while record >= 0:
        if record != leaving:
            persons += promised.masses[record]
            largest = max(largest, promised.masses[record])
        record = fleet.following[record]
    return enough_persons(promised, persons, largest)


@kernel
def repair_round(points, weight, promised, fleet, near):  # fleet OUT, the rest IN
    """Look once at every cell that breaks the promise. Returns whether any did.

    ``near[cell]`` lists cells near by, −1 where there is none. A cell that breaks the promise takes records from those
    of them that can spare some, or is dissolved, whichever costs less. The first leaves one broken cell fewer, the
    second one cell fewer, so rounds come to an end: with a single cell at the latest.
    """
    moved = np.empty(points.shape[0], dtype=np.int64)
    moved_from = np.empty(points.shape[0], dtype=np.int64)
    n_filled = _n_filled(fleet)
    any_broken = False
    for cell in range(fleet.size.shape[0]):
        if fleet.size[cell] == 0 or fleet.keeps[cell] or n_filled == 1:
            continue
        any_broken = True
        dissolving = _price_of_dissolving(points, weight, fleet, cell, near[cell])
        n_moved, taking = _take(points, weight, promised, fleet, cell, near[cell], moved, moved_from)
        if not fleet.keeps[cell] or dissolving < taking:
            _take_back(points, weight, fleet, moved, moved_from, n_moved)
            _dissolve(points, weight, promised, fleet, cell, near[cell])
            n_filled -= 1
    return any_broken


@inner_kernel
def _n_filled(fleet):  # IN
    filled = 0
    for cell in range(fleet.size.shape[0]):
        if fleet.size[cell] > 0:
            filled += 1
    return filled


@inner_kernel
def _take(points, weight, promised, fleet, cell, near, moved, moved_from):  # fleet, moved, moved_from OUT
    """Take records that cells near by can spare, cheapest first, until the cell keeps the promise.

    Returns how many were taken and what that costs. Whether it was enough stands in ``fleet.keeps``.
    """
    n_offers = 0
    for at in range(near.shape[0]):
        if near[at] >= 0 and fleet.keeps[near[at]]:
            n_offers += fleet.size[near[at]]
    offer = np.empty(n_offers, dtype=np.int64)
    price = np.empty(n_offers)
    n_offers = 0
    for at in range(near.shape[0]):
        record = fleet.first[near[at]] if near[at] >= 0 and fleet.keeps[near[at]] else -1
        while record >= 0:
            cost = _price_of_entering(points, weight, fleet, record, cell)
            cost -= _gain_of_leaving(points, weight, fleet, record)
            offer[n_offers] = record
            price[n_offers] = cost / brought(promised, record)
            n_offers += 1
            record = fleet.following[record]
    n_moved = 0
    cost = 0.0
    order = np.argsort(price, kind="mergesort")
    for at in range(n_offers):
        record = offer[order[at]]
        giver = fleet.cell_of[record]
        if not _keeps(promised, fleet, giver, record, NOBODY):
            continue
        cost -= _leave(points, weight, fleet, record)
        cost += _enter(points, weight, fleet, record, cell)
        moved[n_moved] = record
        moved_from[n_moved] = giver
        n_moved += 1
        if _keeps(promised, fleet, cell, NOBODY, NOBODY):
            fleet.keeps[cell] = True
            break
    return n_moved, cost


@inner_kernel
def _take_back(points, weight, fleet, moved, moved_from, n_moved):  # fleet OUT, the rest IN
    """Undo what was taken, last first; the cell breaks the promise again."""
    for at in range(n_moved - 1, -1, -1):
        fleet.keeps[fleet.cell_of[moved[at]]] = False
        _leave(points, weight, fleet, moved[at])
        _enter(points, weight, fleet, moved[at], moved_from[at])


@inner_kernel
def _cheapest_home(points, weight, fleet, record, cell, near):  # IN
    """The other cell that a record enlarges least, and by how much: of those near by that keep the promise, or else of
    all that keep it, or else of all.
    """
    best = -1
    best_price = np.inf
    for at in range(near.shape[0]):
        if near[at] >= 0 and fleet.keeps[near[at]]:
            price = _price_of_entering(points, weight, fleet, record, near[at])
            if price < best_price:
                best, best_price = near[at], price
    for only_keeping in (True, False):
        if best >= 0:
            break
        for other in range(fleet.size.shape[0]):
            if other != cell and fleet.size[other] > 0 and (fleet.keeps[other] or not only_keeping):
                price = _price_of_entering(points, weight, fleet, record, other)
                if price < best_price:
                    best, best_price = other, price
    return best, best_price


@inner_kernel
def _price_of_dissolving(points, weight, fleet, cell, near):  # IN
    """What it costs to give every record of a cell to the cell it enlarges least, with the centroids as they are."""
    cost = 0.0
    record = fleet.first[cell]
    while record >= 0:
        _, price = _cheapest_home(points, weight, fleet, record, cell, near)
        cost += price - weight[record] * _distance(points, fleet, record, cell)
        record = fleet.following[record]
    return cost


@inner_kernel
def _dissolve(points, weight, promised, fleet, cell, near):  # fleet OUT
    """Give every record of a cell to the cell it enlarges least."""
    while fleet.size[cell] > 0:
        record = fleet.first[cell]
        home, _ = _cheapest_home(points, weight, fleet, record, cell, near)
        _leave(points, weight, fleet, record)
        _enter(points, weight, fleet, record, home)
        fleet.keeps[home] = _keeps(promised, fleet, home, NOBODY, NOBODY)
    fleet.keeps[cell] = False


@kernel
def exchange(points, weight, promised, fleet, near, this_pass, first, stop):  # fleet OUT, the rest IN
    """Records ``first``..``stop − 1``: move each to a cell near by, or swap it with a record there, if the SSE falls
    and both cells still keep the promise. Returns how many did.

    Two cells that nothing has changed since the last pass have nothing new to trade.
    """
    n_moved = 0
    for record in range(first, stop):
        cell = fleet.cell_of[record]
        for at in range(near.shape[1]):
            other = near[cell, at]
            if other < 0:
                break
            if max(fleet.touched[cell], fleet.touched[other]) < this_pass - 1:
                continue
            if _move(points, weight, promised, fleet, record, other):
                fleet.touched[cell] = this_pass
                fleet.touched[other] = this_pass
                n_moved += 1
                break
    return n_moved


@inner_kernel
def _move(points, weight, promised, fleet, record, other):  # fleet OUT
    """Move a record to another cell, by itself or in a swap; whether it was worth it and allowed."""
    cell = fleet.cell_of[record]
    gain = _gain_of_leaving(points, weight, fleet, record)
    if _price_of_entering(points, weight, fleet, record, other) >= gain * (1.0 - LEAST_GAIN):
        return False
    if _keeps(promised, fleet, cell, record, NOBODY) and _keeps(promised, fleet, other, NOBODY, record):
        _leave(points, weight, fleet, record)
        _enter(points, weight, fleet, record, other)
        return True
    return _swap(points, weight, promised, fleet, record, other)


@inner_kernel
def _swap(points, weight, promised, fleet, record, other):  # fleet OUT
    """Swap a record with the one of another cell that lowers the SSE most, if both cells then keep the promise."""
    cell = fleet.cell_of[record]
    best = -1
    best_gain = LEAST_GAIN * _gain_of_leaving(points, weight, fleet, record)
    partner = fleet.first[other]
    while partner >= 0:
        gain = _gain_of_swapping(points, weight, fleet, record, partner)
        if gain > best_gain:
            best, best_gain = partner, gain
        partner = fleet.following[partner]
    if best < 0:
        return False
    if not (_keeps(promised, fleet, cell, record, best) and _keeps(promised, fleet, other, best, record)):
        return False
    _leave(points, weight, fleet, record)
    _leave(points, weight, fleet, best)
    _enter(points, weight, fleet, record, other)
    _enter(points, weight, fleet, best, cell)
    return True


@inner_kernel
def _gain_of_swapping(points, weight, fleet, record, partner):  # IN
    """By how much the SSE of two cells falls when their records change places.

    About the old centroid m, Σw|x − m|² changes by w_y|y − m|² − w_x|x − m|² when y comes for x; about the new one it
    is less by new mass·|shift|², and the mean shifts by (w_y(y − m) − w_x(x − m))/new mass.
    """
    return _gain_of_replacing(points, weight, fleet, record, partner) + _gain_of_replacing(
        points, weight, fleet, partner, record
    )


@inner_kernel
def _gain_of_replacing(points, weight, fleet, leaving, entering):  # IN
    """By how much the SSE of the cell of ``leaving`` falls when ``entering`` takes its place."""
    cell = fleet.cell_of[leaving]
    w_out, w_in = weight[leaving], weight[entering]
    sums = 0.0
    shift = 0.0
    for j in range(points.shape[1]):
        out = points[leaving, j] - fleet.centroid[cell, j]
        into = points[entering, j] - fleet.centroid[cell, j]
        sums += w_out * out * out - w_in * into * into
        moment = w_in * into - w_out * out
        shift += moment * moment
    return sums + shift / (fleet.mass[cell] + w_in - w_out)
