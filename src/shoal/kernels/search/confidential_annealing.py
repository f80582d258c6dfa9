"""Simulated annealing of cells that promise something about confidential values: broken promises have a price.

With hard rules cells cannot pass from one good form to another one, because nearly every single move breaks a rule. So
a cell may break them for a while. What is minimised is

    distortion + price · Σ over cells of what a cell misses · the heat of its members,

where ``judge.missed_by`` says what a cell misses. The heat makes the price of a cell of outliers, which would gain much
by a broken rule, as high as it has to be. With an infinite price no cell ever misses more than before.

A trial is that of `annealing.py`, or one of four that keep confidential values mixed. A record changes places with the
member of the other cell whose confidential value is most like its own. A record fetches one of those that it may go to
into its own cell: outliers are neighbours of nobody, but what their cell lacks has to come from somewhere. A cell and a
cell nearby become one; or a cell divides into two of like confidential values, by taking its members in their order in
pairs.

A price that is paid for every unit that is missed, and that is high enough, has its minimum where nothing is missed
(exact penalty; W. Zangwill, Non-linear programming via penalty functions, Management Science 13 (1967) 344–358).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.confidential.judge import ROUNDING, Judge, missed_by
from shoal.kernels.confidential.line import distance_grows, distance_in_order, distance_with, distance_without
from shoal.kernels.jit import NOBODY, kernel, lean_kernel
from shoal.kernels.search.annealing import MOVES_BETWEEN_COOLINGS
from shoal.kernels.search.cells import (
    exchange,
    exchange_cost,
    moving_cost,
    shifted,
    taken_back,
    weighted_exchange_cost,
)
from shoal.kernels.search.chance import HOPELESS, below, share
from shoal.kernels.search.one_hot import exchange_cost_in_marks, exchange_in_marks, moving_cost_in_marks
from shoal.kernels.search.upheavals import dissolve, gather


class Keeping(NamedTuple):
    """What cells promise, and how far they keep it."""

    judge: Judge
    is_on_line: bool  # one rule, about the distance on a line: it is judged from what changes …
    distance: npt.NDArray[np.float64]  # (cells,) … in the distance of each cell
    missed: npt.NDArray[np.float64]  # (cells,) what each cell misses
    price: npt.NDArray[np.float64]  # (1,) of missing as much as the scale of a rule
    values: npt.NDArray[np.int64]  # (room,) scratch: confidential values of the members of a cell
    rest: npt.NDArray[np.int64]  # (room,) scratch: members in the order of a confidential value
    touched: npt.NDArray[np.int64]  # (cells,) the upheaval that changed a cell last


@lean_kernel
def _heat(terrain, moving, cell, without, with_record):
    """Of the members of a cell together, without one of these and with another record (−1: nobody)."""
    heat = 0.0
    for slot in range(moving.sizes[cell]):
        heat += terrain.heat[moving.members[cell, slot]]
    if without >= 0:
        heat -= terrain.heat[without]
    if with_record >= 0:
        heat += terrain.heat[with_record]
    return heat


@lean_kernel
def _missed(terrain, moving, keeping, cell, without, with_record):
    """What a cell misses, times the heat of its members, without one of these and with another record (−1: nobody)."""
    members, size = moving.members[cell], moving.sizes[cell]
    if size == 0:
        return 0.0
    missed = missed_by(keeping.judge, members, size, without, with_record, keeping.values)
    return 0.0 if missed == 0.0 else missed * _heat(terrain, moving, cell, without, with_record)


@lean_kernel
def _missed_then(terrain, moving, keeping, cell, without, with_record):
    """The same, for a cell whose members are in order."""
    if not keeping.is_on_line:
        return _missed(terrain, moving, keeping, cell, without, with_record)
    judge, members, size = keeping.judge, moving.members[cell], moving.sizes[cell]
    if without < 0:
        distance = distance_with(judge, members, size, with_record)
    elif with_record < 0:
        distance = distance_without(judge, members, size, moving.slot_of[without])
    else:
        distance = keeping.distance[cell] + distance_grows(judge, members, size, moving.slot_of[without], with_record)
    by = distance - judge.limits[0, 0]
    return 0.0 if by <= ROUNDING else by / judge.scale[0] * _heat(terrain, moving, cell, without, with_record)


@lean_kernel
def _put_in_order(keeping, moving, cell):  # moving, keeping.distance OUT
    """Members by the values of the first rule: so they are nearly in order whenever a cell is judged by it."""
    judge = keeping.judge
    members, slot_of = moving.members[cell], moving.slot_of
    for slot in range(1, moving.sizes[cell]):
        record = members[slot]
        code = judge.codes[record, 0]
        at = slot
        while at > 0 and judge.codes[members[at - 1], 0] > code:
            members[at] = members[at - 1]
            slot_of[members[at]] = at
            at -= 1
        members[at] = record
        slot_of[record] = at
    if keeping.is_on_line:
        keeping.distance[cell] = distance_in_order(judge, members, moving.sizes[cell])


@lean_kernel
def _bar(heat, chance):
    """What a trial may cost at most (Metropolis)."""
    return min(HOPELESS, -np.log(share(chance))) * heat


@lean_kernel
def _worth(cost, missed, price):
    """Cost and price of what is missed more; an infinite price is not multiplied by nothing."""
    return cost if missed == 0.0 else cost + price * missed


@lean_kernel
def _alike(judge, moving, record, cell):  # chance OUT
    """The member of a cell whose confidential value is nearest by a rule."""
    codes, members, size = judge.codes, moving.members, moving.sizes[cell]
    rule = below(moving.chance, codes.shape[1])
    own = codes[record, rule]
    if rule == 0:
        return members[cell, _place_in_order(codes, members[cell], size, own)]
    nearest = members[cell, 0]
    least = abs(codes[nearest, rule] - own)
    for slot in range(1, size):
        other = members[cell, slot]
        gap = abs(codes[other, rule] - own)
        if gap < least:
            nearest, least = other, gap
    return nearest


@lean_kernel
def _place_in_order(codes, members, size, own):
    """The slot of the member whose value is nearest by the first rule, in whose order they are."""
    begin, end = 0, size
    while begin < end:
        middle = (begin + end) // 2
        if codes[members[middle], 0] < own:
            begin = middle + 1
        else:
            end = middle
    if begin == size or (begin > 0 and own - codes[members[begin - 1], 0] <= codes[members[begin], 0] - own):
        return begin - 1
    return begin


@lean_kernel
def _judged_move(terrain, moving, keeping, record, b, cost, bar):  # moving, keeping OUT
    """A record goes to cell b, if cost and price are within the bar."""
    a = moving.cell_of[record]
    price = keeping.price[0]
    before = keeping.missed[a] + keeping.missed[b]
    in_a = _missed_then(terrain, moving, keeping, a, record, NOBODY)
    if _worth(cost, in_a - before, price) > bar:
        return
    in_b = _missed_then(terrain, moving, keeping, b, NOBODY, record)
    if _worth(cost, in_a + in_b - before, price) > bar:
        return
    shifted(terrain, moving, record, b)
    _put_in_order(keeping, moving, a)
    _put_in_order(keeping, moving, b)
    keeping.missed[a], keeping.missed[b] = in_a, in_b


@lean_kernel
def _judged_exchange(terrain, moving, keeping, one, other, cost, bar):  # moving, keeping OUT
    """Two records change places, if cost and price are within the bar."""
    a, b = moving.cell_of[one], moving.cell_of[other]
    price = keeping.price[0]
    before = keeping.missed[a] + keeping.missed[b]
    in_a = _missed_then(terrain, moving, keeping, a, one, other)
    if _worth(cost, in_a - before, price) > bar:
        return
    in_b = _missed_then(terrain, moving, keeping, b, other, one)
    if _worth(cost, in_a + in_b - before, price) > bar:
        return
    if moving.marks.of.shape[1] > 0:
        exchange_in_marks(moving.marks, terrain.weights, one, other, a, b)
    exchange(
        terrain.points,
        terrain.weights,
        moving.cell_of,
        moving.slot_of,
        moving.members,
        moving.sums,
        moving.mass,
        one,
        other,
    )
    _put_in_order(keeping, moving, a)
    _put_in_order(keeping, moving, b)
    keeping.missed[a], keeping.missed[b] = in_a, in_b


@lean_kernel
def _merge(terrain, moving, cell, other):  # moving OUT
    """All members of a cell go to another one: cost, and how many went."""
    cost = 0.0
    gone = 0
    while moving.sizes[cell] > 0:
        record = moving.members[cell, moving.sizes[cell] - 1]
        moving.trail[gone, 0] = record
        moving.trail[gone, 1] = cell
        gone += 1
        cost += shifted(terrain, moving, record, other)
    return cost, gone


@lean_kernel
def _apart(terrain, moving, one, other):
    """Squared distance of two records."""
    square = 0.0
    for j in range(terrain.points.shape[1]):
        step = terrain.points[one, j] - terrain.points[other, j]
        square += step * step
    for group in range(moving.marks.of.shape[1]):
        mark, its = moving.marks.of[one, group], moving.marks.of[other, group]
        if mark != its:
            square += moving.marks.length[mark] ** 2 + moving.marks.length[its] ** 2
    return square


@lean_kernel
def _divide(terrain, moving, keeping, cell, fresh):  # moving OUT
    """Half of a cell becomes a new one: cost, and how many went.

    Members are paired in the order of their values by a rule, and one of every pair goes. Either that is the one nearer
    to one member of the cell than to another member, or so that the places of both halves stay balanced.
    """
    codes, members, rest = keeping.judge.codes, moving.members, keeping.rest
    size = moving.sizes[cell]
    rule = below(moving.chance, codes.shape[1])
    for slot in range(size):
        record = members[cell, slot]
        at = slot
        while at > 0 and codes[rest[at - 1], rule] > codes[record, rule]:
            rest[at] = rest[at - 1]
            at -= 1
        rest[at] = record
    stays = members[cell, below(moving.chance, size)]
    goes = members[cell, below(moving.chance, size)]
    is_balanced = below(moving.chance, 2) == 0
    first = keeping.judge.first[rule]
    ahead = 0.0
    cost = 0.0
    gone = 0
    for at in range(below(moving.chance, 2), size - 1, 2):
        one, two = rest[at], rest[at + 1]
        if is_balanced:
            gap = keeping.judge.place[first + codes[two, rule]] - keeping.judge.place[first + codes[one, rule]]
            goes_lower = ahead > 0.0 or (ahead == 0.0 and below(moving.chance, 2) == 0)
            ahead += -gap if goes_lower else gap
        else:
            straight = _apart(terrain, moving, one, goes) + _apart(terrain, moving, two, stays)
            crossed = _apart(terrain, moving, two, goes) + _apart(terrain, moving, one, stays)
            goes_lower = straight < crossed
        record = one if goes_lower else two
        moving.trail[gone, 0] = record
        moving.trail[gone, 1] = cell
        gone += 1
        cost += shifted(terrain, moving, record, fresh)
    return cost, gone


@lean_kernel
def _missed_more(terrain, moving, keeping, count):  # keeping.values, keeping.touched OUT
    """After an upheaval: by how much all cells that lost or won a record miss more than before."""
    moving.searches[0] += 1
    more = 0.0
    for step in range(count):
        for cell in (moving.trail[step, 1], moving.cell_of[moving.trail[step, 0]]):
            if keeping.touched[cell] != moving.searches[0]:
                keeping.touched[cell] = moving.searches[0]
                more += _missed(terrain, moving, keeping, cell, NOBODY, NOBODY) - keeping.missed[cell]
    return more


@lean_kernel
def _settle_missed(terrain, moving, keeping, count):  # keeping OUT
    """What the cells of the trail miss, after an upheaval that was accepted."""
    for step in range(count):
        for cell in (moving.trail[step, 1], moving.cell_of[moving.trail[step, 0]]):
            _put_in_order(keeping, moving, cell)
            keeping.missed[cell] = _missed(terrain, moving, keeping, cell, NOBODY, NOBODY)


@lean_kernel
def _upheaval(terrain, moving, keeping, record, heat):  # moving, keeping OUT
    """The cell of the record dissolves, joins another, or divides, or a new one gathers; taken back unless accepted."""
    chance, sizes = moving.chance, moving.sizes
    kind = below(chance, 4)
    cell = moving.cell_of[record]
    makes = kind >= 2
    if makes:
        if moving.n_unused[0] == 0:
            return
        fresh = moving.unused[moving.n_unused[0] - 1]
    if kind == 0:
        cost, count = dissolve(terrain, moving, cell)
    elif kind == 1:
        other = moving.cell_of[terrain.near[record, below(chance, terrain.near.shape[1])]]
        if other == cell or sizes[cell] + sizes[other] > terrain.most:
            return
        cost, count = _merge(terrain, moving, cell, other)
    elif kind == 2:
        if sizes[cell] <= terrain.least:
            return
        cost, count = gather(terrain, moving, record, fresh)
    else:
        if sizes[cell] < 2 * terrain.least:
            return
        cost, count = _divide(terrain, moving, keeping, cell, fresh)
        if sizes[fresh] < terrain.least:
            cost = np.inf
    bar = _bar(heat, chance)
    before = 0.0
    for step in range(count):
        before += keeping.missed[moving.trail[step, 1]] + keeping.missed[moving.cell_of[moving.trail[step, 0]]]
    price = keeping.price[0]
    if _worth(cost, -before, price) <= bar:
        more = _missed_more(terrain, moving, keeping, count)
        if _worth(cost, more, price) <= bar:
            _settle_missed(terrain, moving, keeping, count)
            if makes:
                moving.n_unused[0] -= 1
            else:
                moving.unused[moving.n_unused[0]] = cell
                moving.n_unused[0] += 1
            return
    taken_back(terrain, moving, count)
    for step in range(count):  # other cells have their members in the same slots as before
        if step == 0 or moving.trail[step, 1] != moving.trail[step - 1, 1]:
            _put_in_order(keeping, moving, moving.trail[step, 1])


@kernel
def judge_cells(terrain, moving, keeping):  # keeping OUT
    """What every cell misses, as it stands."""
    for cell in range(moving.sizes.shape[0]):
        _put_in_order(keeping, moving, cell)
        keeping.missed[cell] = _missed(terrain, moving, keeping, cell, NOBODY, NOBODY)


@kernel
def anneal_confidential(terrain, moving, keeping, hot, cold, n_trials, upheavals):  # moving, keeping OUT
    """``n_trials`` trials while the heat falls geometrically from ``hot`` to ``cold`` times the records' own heat."""
    points, weights, near, own_heat = terrain.points, terrain.weights, terrain.near, terrain.heat
    cell_of, members, sizes, chance = moving.cell_of, moving.members, moving.sizes, moving.chance
    sums, mass, marks, missed = moving.sums, moving.mass, moving.marks, keeping.missed
    has_marks = marks.of.shape[1] > 0
    price = keeping.price[0]
    n_records, n_near = near.shape
    warmth = hot
    cooling = (cold / hot) ** (MOVES_BETWEEN_COOLINGS / n_trials)
    for trial in range(n_trials):
        if trial % MOVES_BETWEEN_COOLINGS == 0:
            warmth *= cooling
        record = below(chance, n_records)
        if upheavals > 0.0 and share(chance) < upheavals:
            _upheaval(terrain, moving, keeping, record, warmth * own_heat[record])
            continue
        beside = near[record, below(chance, n_near)]
        if below(chance, 2) == 0:  # it fetches the other one
            record, beside = beside, record
        a = cell_of[record]
        b = cell_of[beside]
        if a == b:
            continue
        if sizes[a] > terrain.least and sizes[b] < terrain.most and below(chance, 2) == 0:
            cost = moving_cost(points, weights, sums, mass, record, a, b)
            if has_marks:
                cost += moving_cost_in_marks(marks, weights, sizes, mass, record, a, b)
            bar = _bar(warmth * own_heat[record], chance)
            if _worth(cost, -missed[a] - missed[b], price) <= bar:
                _judged_move(terrain, moving, keeping, record, b, cost, bar)
            continue
        if below(chance, 2) == 0:
            other = _alike(keeping.judge, moving, record, b)
        else:
            other = members[b, below(chance, sizes[b])]
        if terrain.equal_weights:
            cost = exchange_cost(points, sums, mass, record, other, a, b)
        else:
            cost = weighted_exchange_cost(points, weights, sums, mass, record, other, a, b)
        if has_marks:
            cost += exchange_cost_in_marks(marks, weights, mass, record, other, a, b)
        bar = _bar(warmth * min(own_heat[record], own_heat[other]), chance)
        if _worth(cost, -missed[a] - missed[b], price) <= bar:
            _judged_exchange(terrain, moving, keeping, record, other, cost, bar)
