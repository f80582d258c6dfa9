"""Simulated annealing of cells: records move, change places, cells dissolve and new ones gather.

A trial picks a record and the cell of one of its neighbours. The record moves there when its own cell can spare it,
or changes places with a member of that cell; rarely its whole cell dissolves into the cells around, or a new cell
gathers from the surplus of its neighbourhood. A trial that costs distortion is accepted with the probability
exp(−cost/heat) of Metropolis. No accepted trial leaves a cell below k, and where more is promised, the changed cells
are judged before a trial is accepted, after its cost: the promise holds after every single step.

Heat is a record's own: a share of the distortion that is usual around it. In data with heavy tails one temperature
for all would freeze the sparse records, which make the loss, long before the dense ones settle.

The distortion of a cell of mass W with S = Σ w·x is Σ w‖x‖² − ‖S‖²/W, so every trial costs a few passes over the
coordinates, whatever the size of the cells.

A category of hundreds has as many coordinates, but a record differs from zero in one of them only. Such coordinates
are not passed over: what they add to a cost is found in `search/one_hot.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.confidential.judge import ROUNDING, Judge, keeps_rules, shortfall
from shoal.kernels.jit import NOBODY, inner_kernel, kernel
from shoal.kernels.participation.poisson_binomial import cell_failure
from shoal.kernels.search.chance import accepted, below, share
from shoal.kernels.search.one_hot import (
    Marks,
    add_record,
    exchange_cost_in_marks,
    exchange_in_marks,
    forget_cells,
    gap_in_marks,
    move_in_marks,
    moving_cost_in_marks,
)

MOVES_BETWEEN_COOLINGS = 256  # the heat falls in steps: a power for every trial would cost more than the trial
REACH = 6  # a new cell looks for its k records among this many times k around
REACH_AT_LEAST = 40  # … and among no fewer than this


class Terrain(NamedTuple):
    """What does not change while cells do."""

    points: npt.NDArray[np.float64]  # (n, d), the mean at the origin, without the coordinates that are marks
    weights: npt.NDArray[np.float64]  # (n,)
    equal_weights: bool  # all of them the same: exchanges are cheaper to judge
    near: npt.NDArray[np.int32]  # (n, l) records close to each
    heat: npt.NDArray[np.float64]  # (n,) the distortion that is usual around a record
    participation: npt.NDArray[np.float64]  # (n,), or none at all: cells are judged by their size alone
    failure: float  # with participation: a cell must not fail more often
    promised: int  # with participation: … to hold this many active records
    judge: Judge  # rules about confidential values, or none
    least: int  # records of a cell at least …
    most: int  # … and at most
    fresh: int  # records of a newly gathered cell


class Moving(NamedTuple):
    """Cells in motion."""

    cell_of: npt.NDArray[np.int64]  # (n,)
    slot_of: npt.NDArray[np.int64]  # (n,) where the record stands among its cell's members
    members: npt.NDArray[np.int64]  # (cells, room)
    sizes: npt.NDArray[np.int64]  # (cells,) 0: nobody there
    sums: npt.NDArray[np.float64]  # (cells, d) Σ w·x
    mass: npt.NDArray[np.float64]  # (cells,) Σ w
    unused: npt.NDArray[np.int64]  # (cells,) a stack of the cells that hold nobody …
    n_unused: npt.NDArray[np.int64]  # (1,) … and its height
    chance: npt.NDArray[np.uint64]  # (1,) state of the random numbers
    trail: npt.NDArray[np.int64]  # (room, 2) records of a composite move and the cells they came from
    queue: npt.NDArray[np.int64]  # (reach,) records a new cell looks at
    seen: npt.NDArray[np.int64]  # (n,) the search that looked at a record last
    searches: npt.NDArray[np.int64]  # (1,)
    judged: npt.NDArray[np.float64]  # (room,) scratch: participation of a cell's members
    values: npt.NDArray[np.int64]  # (room,) scratch: confidential values of a cell's members
    marks: Marks  # the same in coordinates that are marks, if there are any


@kernel
def settle(terrain, moving):  # moving OUT
    """Members, sizes and sums of the cells named by ``cell_of``: made anew, so that rounding does not add up."""
    moving.sizes[:] = 0
    moving.sums[:] = 0.0
    moving.mass[:] = 0.0
    forget_cells(moving.marks)
    for record in range(terrain.points.shape[0]):
        cell = moving.cell_of[record]
        moving.members[cell, moving.sizes[cell]] = record
        moving.slot_of[record] = moving.sizes[cell]
        moving.sizes[cell] += 1
        weight = terrain.weights[record]
        moving.mass[cell] += weight
        for j in range(terrain.points.shape[1]):
            moving.sums[cell, j] += weight * terrain.points[record, j]
        add_record(moving.marks, record, cell, weight)
    moving.n_unused[0] = 0
    for cell in range(moving.sizes.shape[0] - 1, -1, -1):
        if moving.sizes[cell] == 0:
            moving.unused[moving.n_unused[0]] = cell
            moving.n_unused[0] += 1


@inner_kernel
def _gap(points, sums, mass, record, cell):
    """Squared distance of a record from a cell's centroid."""
    gap = 0.0
    for j in range(points.shape[1]):
        step = sums[cell, j] / mass[cell] - points[record, j]
        gap += step * step
    return gap


@inner_kernel
def _moving_cost(points, weights, sums, mass, record, a, b):
    """What the distortion grows by when a record moves from cell a, where others stay, to cell b, where somebody is."""
    weight = weights[record]
    joining = _gap(points, sums, mass, record, b) * mass[b] * weight / (mass[b] + weight)
    return joining - _gap(points, sums, mass, record, a) * mass[a] * weight / (mass[a] - weight)


@inner_kernel
def _exchange_cost(points, sums, mass, one, other, a, b):
    """What the distortion grows by when two records of the same weight change places (``mass`` in that weight)."""
    with_a = 0.0
    with_b = 0.0
    apart = 0.0
    for j in range(points.shape[1]):
        step = points[other, j] - points[one, j]
        with_a += sums[a, j] * step
        with_b += sums[b, j] * step
        apart += step * step
    return -((2.0 * with_a + apart) / mass[a] + (apart - 2.0 * with_b) / mass[b])


@inner_kernel
def _weighted_exchange_cost(points, weights, sums, mass, one, other, a, b):
    """The same for records of different weights; Σ w‖x‖² stays, only ‖S‖²/W of the two cells changes."""
    with_a = 0.0
    with_b = 0.0
    apart = 0.0
    size_a = 0.0
    size_b = 0.0
    for j in range(points.shape[1]):
        step = weights[other] * points[other, j] - weights[one] * points[one, j]
        with_a += sums[a, j] * step
        with_b += sums[b, j] * step
        apart += step * step
        size_a += sums[a, j] * sums[a, j]
        size_b += sums[b, j] * sums[b, j]
    moved = weights[other] - weights[one]
    after = (size_a + 2.0 * with_a + apart) / (mass[a] + moved) + (size_b - 2.0 * with_b + apart) / (mass[b] - moved)
    return size_a / mass[a] + size_b / mass[b] - after


@inner_kernel
def _move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, to):  # from cell_of to mass OUT
    """A record leaves its cell and joins another; either may be empty before or after. What the distortion grows by."""
    weight = weights[record]
    a = cell_of[record]
    cost = 0.0
    if sizes[to] > 0:
        cost = _gap(points, sums, mass, record, to) * mass[to] * weight / (mass[to] + weight)
    if sizes[a] > 1:
        cost -= _gap(points, sums, mass, record, a) * mass[a] * weight / (mass[a] - weight)
    last = members[a, sizes[a] - 1]
    members[a, slot_of[record]] = last
    slot_of[last] = slot_of[record]
    members[to, sizes[to]] = record
    slot_of[record] = sizes[to]
    cell_of[record] = to
    sizes[a] -= 1
    sizes[to] += 1
    mass[a] -= weight
    mass[to] += weight
    for j in range(points.shape[1]):
        sums[a, j] -= weight * points[record, j]
        sums[to, j] += weight * points[record, j]
    if sizes[a] == 0:  # what rounding left behind would be taken for somebody's
        mass[a] = 0.0
        sums[a, :] = 0.0
    return cost


@inner_kernel
def _exchange(points, weights, cell_of, slot_of, members, sums, mass, one, other):  # from cell_of to mass OUT
    """Two records change places."""
    a = cell_of[one]
    b = cell_of[other]
    members[a, slot_of[one]] = other
    members[b, slot_of[other]] = one
    slot_of[one], slot_of[other] = slot_of[other], slot_of[one]
    cell_of[one] = b
    cell_of[other] = a
    moved = weights[other] - weights[one]
    mass[a] += moved
    mass[b] -= moved
    for j in range(points.shape[1]):
        step = weights[other] * points[other, j] - weights[one] * points[one, j]
        sums[a, j] += step
        sums[b, j] -= step


@inner_kernel
def has_promise(terrain):
    """Whether cells are judged by more than their size."""
    return terrain.participation.shape[0] > 0 or terrain.judge.kinds.shape[0] > 0


@inner_kernel
def _keeps(terrain, moving, cell, without, with_record):
    """Whether a cell keeps its promises without one of its members and with another record (−1: nobody)."""
    if not keeps_rules(terrain.judge, moving.members[cell], moving.sizes[cell], without, with_record, moving.values):
        return False
    if terrain.participation.shape[0] == 0:
        return True
    count = 0
    for slot in range(moving.sizes[cell]):
        record = moving.members[cell, slot]
        if record != without:
            moving.judged[count] = terrain.participation[record]
            count += 1
    if with_record >= 0:
        moving.judged[count] = terrain.participation[with_record]
        count += 1
    return cell_failure(moving.judged[:count], terrain.promised) <= terrain.failure


@inner_kernel
def _dissolve(terrain, moving, cell):  # moving OUT
    """Every member of a cell goes to the best cell around it that has room: cost, and how many went (on the trail)."""
    points, weights, near = terrain.points, terrain.weights, terrain.near
    cell_of, slot_of, members, sizes = moving.cell_of, moving.slot_of, moving.members, moving.sizes
    sums, mass, trail, marks = moving.sums, moving.mass, moving.trail, moving.marks
    has_marks = marks.of.shape[1] > 0
    cost = 0.0
    gone = 0
    while sizes[cell] > 0:
        record = members[cell, sizes[cell] - 1]
        weight = weights[record]
        least = np.inf
        to = NOBODY
        for rank in range(near.shape[1]):
            b = cell_of[near[record, rank]]
            if b in (cell, to) or sizes[b] >= terrain.most:
                continue
            gap = _gap(points, sums, mass, record, b)
            if has_marks:
                gap += gap_in_marks(marks, mass, record, b)
            joining = gap * mass[b] * weight / (mass[b] + weight)
            if joining < least:
                least = joining
                to = b
        if to < 0:
            return np.inf, gone
        trail[gone, 0] = record
        trail[gone, 1] = cell
        gone += 1
        if has_marks:
            cost += move_in_marks(marks, weights, sizes, mass, record, cell, to)
        cost += _move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, to)
    return cost, gone


@inner_kernel
def _missed(terrain, moving, cell, with_record=NOBODY):
    """By how much a cell misses all its rules together, with another record if one is given."""
    judge, values = terrain.judge, moving.values
    missed = 0.0
    for rule in range(judge.kinds.shape[0]):
        count = moving.sizes[cell]
        for slot in range(count):
            values[slot] = judge.codes[moving.members[cell, slot], rule]
        if with_record >= 0:
            values[count] = judge.codes[with_record, rule]
            count += 1
        missed += max(0.0, shortfall(judge, rule, values, count))
    return missed


@inner_kernel
def _would_help(terrain, moving, cell, record):
    """Whether a cell that misses its rules misses them by less with another record, and has room for it."""
    if moving.sizes[cell] >= terrain.most:
        return False
    return _missed(terrain, moving, cell, record) < _missed(terrain, moving, cell)


@inner_kernel
def _gather(terrain, moving, record, fresh):  # moving OUT
    """A record and those around it whose cells can spare them become a new cell: cost, and how many came.

    A new cell that misses rules about confidential values looks farther, and takes whoever helps.
    """
    points, weights, near = terrain.points, terrain.weights, terrain.near
    cell_of, slot_of, members, sizes = moving.cell_of, moving.slot_of, moving.members, moving.sizes
    sums, mass, trail, queue, seen = moving.sums, moving.mass, moving.trail, moving.queue, moving.seen
    cost = 0.0
    came = 0
    moving.searches[0] += 1
    search = moving.searches[0]
    queue[0] = record
    seen[record] = search
    looked = 0
    waiting = 1
    while looked < waiting:
        here = queue[looked]
        looked += 1
        if sizes[cell_of[here]] > terrain.least and (came < terrain.fresh or _would_help(terrain, moving, fresh, here)):
            trail[came, 0] = here
            trail[came, 1] = cell_of[here]
            came += 1
            if moving.marks.of.shape[1] > 0:
                cost += move_in_marks(moving.marks, weights, sizes, mass, here, cell_of[here], fresh)
            cost += _move(points, weights, cell_of, slot_of, members, sizes, sums, mass, here, fresh)
            if came >= terrain.fresh and _missed(terrain, moving, fresh) <= ROUNDING:
                return cost, came
        for rank in range(near.shape[1]):
            other = near[here, rank]
            if seen[other] != search and waiting < queue.shape[0]:
                seen[other] = search
                queue[waiting] = other
                waiting += 1
    return np.inf, came


@inner_kernel
def _all_keep(terrain, moving, count):
    """After a composite move: whether every cell that lost or won a record keeps its promises."""
    for step in range(count):
        for cell in (moving.trail[step, 1], moving.cell_of[moving.trail[step, 0]]):
            if moving.sizes[cell] > 0 and not _keeps(terrain, moving, cell, NOBODY, NOBODY):
                return False
    return True


@inner_kernel
def _upheaval(terrain, moving, record, heat):  # moving OUT
    """Dissolve the record's cell, or gather a new one around it; taken back unless accepted."""
    chance = moving.chance
    if below(chance, 2) == 0:
        cell = moving.cell_of[record]
        cost, count = _dissolve(terrain, moving, cell)
        fresh = False
    elif moving.n_unused[0] > 0 and moving.sizes[moving.cell_of[record]] > terrain.least:
        cell = moving.unused[moving.n_unused[0] - 1]
        cost, count = _gather(terrain, moving, record, cell)
        fresh = True
    else:
        return
    judged = has_promise(terrain)
    if accepted(cost, heat, chance) and (not judged or _all_keep(terrain, moving, count)):
        if fresh:
            moving.n_unused[0] -= 1
        else:
            moving.unused[moving.n_unused[0]] = cell
            moving.n_unused[0] += 1
        return
    for step in range(count - 1, -1, -1):
        here, back = moving.trail[step, 0], moving.trail[step, 1]
        if moving.marks.of.shape[1] > 0:
            move_in_marks(moving.marks, terrain.weights, moving.sizes, moving.mass, here, moving.cell_of[here], back)
        _move(
            terrain.points,
            terrain.weights,
            moving.cell_of,
            moving.slot_of,
            moving.members,
            moving.sizes,
            moving.sums,
            moving.mass,
            here,
            back,
        )


@inner_kernel
def _may_move(terrain, moving, record, b):
    """Whether both cells keep their promises when a record moves to cell b."""
    return _keeps(terrain, moving, moving.cell_of[record], record, NOBODY) and _keeps(
        terrain, moving, b, NOBODY, record
    )


@inner_kernel
def _may_exchange(terrain, moving, one, other):
    """Whether both cells keep their promises when two records change places."""
    return _keeps(terrain, moving, moving.cell_of[one], one, other) and _keeps(
        terrain, moving, moving.cell_of[other], other, one
    )


@inner_kernel
def _alike(terrain, moving, record, cell):  # chance OUT
    """The member of a cell whose confidential value is nearest by a rule: such exchanges are mostly allowed."""
    codes = terrain.judge.codes
    rule = below(moving.chance, codes.shape[1])
    nearest = moving.members[cell, 0]
    for slot in range(1, moving.sizes[cell]):
        other = moving.members[cell, slot]
        if abs(codes[other, rule] - codes[record, rule]) < abs(codes[nearest, rule] - codes[record, rule]):
            nearest = other
    return nearest


@kernel
def anneal(terrain, moving, hot, cold, n_trials, upheavals):  # moving OUT, the rest IN
    """``n_trials`` trials while the heat falls geometrically from ``hot`` to ``cold`` times the records' own heat.

    ``upheavals`` is the share of trials that dissolve or gather a whole cell. Arrays are taken out of the tuples
    here because most trials end with their cost, and handing on whole tuples would take longer than finding it.
    """
    points, weights, near, own_heat = terrain.points, terrain.weights, terrain.near, terrain.heat
    cell_of, slot_of, members, sizes = moving.cell_of, moving.slot_of, moving.members, moving.sizes
    sums, mass, chance = moving.sums, moving.mass, moving.chance
    least, most, equal_weights = terrain.least, terrain.most, terrain.equal_weights
    judged = has_promise(terrain)
    has_rules = terrain.judge.kinds.shape[0] > 0
    marks = moving.marks
    has_marks = marks.of.shape[1] > 0
    n_records, n_near = near.shape
    warmth = hot
    cooling = (cold / hot) ** (MOVES_BETWEEN_COOLINGS / n_trials)
    for trial in range(n_trials):
        if trial % MOVES_BETWEEN_COOLINGS == 0:
            warmth *= cooling
        record = below(chance, n_records)
        if upheavals > 0.0 and share(chance) < upheavals:
            _upheaval(terrain, moving, record, warmth * own_heat[record])
            continue
        a = cell_of[record]
        b = cell_of[near[record, below(chance, n_near)]]
        if a == b:
            continue
        if sizes[a] > least and sizes[b] < most and below(chance, 2) == 0:
            cost = _moving_cost(points, weights, sums, mass, record, a, b)
            if has_marks:
                cost += moving_cost_in_marks(marks, weights, sizes, mass, record, a, b)
            is_accepted = accepted(cost, warmth * own_heat[record], chance)
            if is_accepted and (not judged or _may_move(terrain, moving, record, b)):
                if has_marks:
                    move_in_marks(marks, weights, sizes, mass, record, a, b)
                _move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, b)
            continue
        if has_rules and below(chance, 2) == 0:
            other = _alike(terrain, moving, record, b)
        else:
            other = members[b, below(chance, sizes[b])]
        if equal_weights:
            cost = _exchange_cost(points, sums, mass, record, other, a, b)
        else:
            cost = _weighted_exchange_cost(points, weights, sums, mass, record, other, a, b)
        if has_marks:
            cost += exchange_cost_in_marks(marks, weights, mass, record, other, a, b)
        is_accepted = accepted(cost, warmth * min(own_heat[record], own_heat[other]), chance)
        if is_accepted and (not judged or _may_exchange(terrain, moving, record, other)):
            if has_marks:
                exchange_in_marks(marks, weights, record, other, a, b)
            _exchange(points, weights, cell_of, slot_of, members, sums, mass, record, other)
