"""Simulated annealing of cells: records move, change places, cells dissolve and new ones gather.

A trial picks a record and the cell of one of its neighbours. The record moves there when its own cell can spare it,
or changes places with a member of that cell; rarely its whole cell dissolves into the cells around, or a new cell
gathers from the surplus of its neighbourhood. A trial that costs distortion is accepted with the probability
exp(−cost/heat) of Metropolis. No accepted trial leaves a cell below k: the promise holds after every single step.

Heat is a record's own: a share of the distortion that is usual around it. In data with heavy tails one temperature
for all would freeze the sparse records, which make the loss, long before the dense ones settle.

What a move costs is in `cells.py`; whole cells are in `upheavals.py`. Promises about confidential values have an
annealing of their own, `confidential_annealing.py`.
"""

from __future__ import annotations

from shoal.kernels.jit import NOBODY, kernel, lean_kernel
from shoal.kernels.participation.poisson_binomial import cell_failure
from shoal.kernels.search.cells import (
    exchange,
    exchange_cost,
    move,
    moving_cost,
    weighted_exchange_cost,
)
from shoal.kernels.search.chance import accepted, below, share
from shoal.kernels.search.one_hot import (
    exchange_cost_in_marks,
    exchange_in_marks,
    move_in_marks,
    moving_cost_in_marks,
)
from shoal.kernels.search.upheavals import dissolve, gather

MOVES_BETWEEN_COOLINGS = 256  # the heat falls in steps: a power for every trial would cost more than the trial


@lean_kernel
def _keeps(terrain, moving, cell, without, with_record):
    """Whether a cell keeps a probabilistic promise without one of its members and with another record (−1: nobody)."""
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


@lean_kernel
def _all_keep(terrain, moving, count):
    """After a composite move: whether every cell that lost or won a record keeps a probabilistic promise."""
    for step in range(count):
        for cell in (moving.trail[step, 1], moving.cell_of[moving.trail[step, 0]]):
            if moving.sizes[cell] > 0 and not _keeps(terrain, moving, cell, NOBODY, NOBODY):
                return False
    return True


@lean_kernel
def _upheaval(terrain, moving, record, heat):  # moving OUT
    """Dissolve the record's cell, or gather a new one around it; taken back unless accepted."""
    chance = moving.chance
    if below(chance, 2) == 0:
        cell = moving.cell_of[record]
        cost, count = dissolve(terrain, moving, cell)
        fresh = False
    elif moving.n_unused[0] > 0 and moving.sizes[moving.cell_of[record]] > terrain.least:
        cell = moving.unused[moving.n_unused[0] - 1]
        cost, count = gather(terrain, moving, record, cell)
        fresh = True
    else:
        return
    judged = terrain.participation.shape[0] > 0
    if accepted(cost, heat, chance) and (not judged or _all_keep(terrain, moving, count)):
        if fresh:
            moving.n_unused[0] -= 1
        else:
            moving.unused[moving.n_unused[0]] = cell
            moving.n_unused[0] += 1
        return
    for step in range(count - 1, -1, -1):  # as `taken_back`; a loop that calls less is inlined, and slows all trials
        here, back = moving.trail[step, 0], moving.trail[step, 1]
        if moving.marks.of.shape[1] > 0:
            move_in_marks(moving.marks, terrain.weights, moving.sizes, moving.mass, here, moving.cell_of[here], back)
        move(
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


@lean_kernel
def _may_move(terrain, moving, record, b):
    """Whether both cells keep a probabilistic promise when a record moves to cell b."""
    return _keeps(terrain, moving, moving.cell_of[record], record, NOBODY) and _keeps(
        terrain, moving, b, NOBODY, record
    )


@lean_kernel
def _may_exchange(terrain, moving, one, other):
    """Whether both cells keep a probabilistic promise when two records change places."""
    return _keeps(terrain, moving, moving.cell_of[one], one, other) and _keeps(
        terrain, moving, moving.cell_of[other], other, one
    )


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
    judged = terrain.participation.shape[0] > 0
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
            cost = moving_cost(points, weights, sums, mass, record, a, b)
            if has_marks:
                cost += moving_cost_in_marks(marks, weights, sizes, mass, record, a, b)
            is_accepted = accepted(cost, warmth * own_heat[record], chance)
            if is_accepted and (not judged or _may_move(terrain, moving, record, b)):
                if has_marks:
                    move_in_marks(marks, weights, sizes, mass, record, a, b)
                move(points, weights, cell_of, slot_of, members, sizes, sums, mass, record, b)
            continue
        other = members[b, below(chance, sizes[b])]
        if equal_weights:
            cost = exchange_cost(points, sums, mass, record, other, a, b)
        else:
            cost = weighted_exchange_cost(points, weights, sums, mass, record, other, a, b)
        if has_marks:
            cost += exchange_cost_in_marks(marks, weights, mass, record, other, a, b)
        is_accepted = accepted(cost, warmth * min(own_heat[record], own_heat[other]), chance)
        if is_accepted and (not judged or _may_exchange(terrain, moving, record, other)):
            if has_marks:
                exchange_in_marks(marks, weights, record, other, a, b)
            exchange(points, weights, cell_of, slot_of, members, sums, mass, record, other)
