"""Judging cells by rules about their confidential values: diversity, closeness, disclosure.

A rule is about one column. Its values have codes in their order, so a cell is judged from the sorted codes of its
members in O(c log c) for c members, or O(c log m) for the earth mover's distance over m values, whatever the size of
the table: what the table has between two members of the cell is known from prefix sums.

`shortfall` says by how much a cell misses a rule, in the units of the rule; nothing or less: it keeps the rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.confidential.line import distance_on_line
from shoal.kernels.jit import inner_kernel, kernel, lean_kernel

DISTINCT, APART, FACTOR_APART, ENTROPY, RECURSIVE, LARGEST, ORDERED, EQUAL, HIERARCHICAL, DELTA, BETA = range(11)
FEW = 32  # up to so many codes insertion beats a general sort
ROUNDING = 1e-9  # equality keeps a rule; sums of shares are exact to 1e-13, and shares of 10⁶ records differ by more


class Judge(NamedTuple):
    """Rules as arrays. Values of all rules stand one after another, from ``first[rule]`` on."""

    codes: npt.NDArray[np.int32]  # (n, rules) the value of each record in the column of each rule
    kinds: npt.NDArray[np.int64]  # (rules,)
    limits: npt.NDArray[np.float64]  # (rules, 2)
    first: npt.NDArray[np.int64]  # (rules + 1,)
    share: npt.NDArray[np.float64]  # (values,) of the records of the table
    place: npt.NDArray[np.float64]  # (values,) on the ground of a distance; or the number itself
    below: npt.NDArray[np.float64]  # (values,) share of the records with this value or a lower one
    filled: npt.NDArray[np.float64]  # (values,) integral of the quantiles of the table up to that share …
    parts: npt.NDArray[np.float64]  # (rules, LISTED·(LISTED + 1)/2) … and up to the share j/c, for j = 1 … c and c = 1,
    # 2, …; only filled for distances on a line
    scale: npt.NDArray[np.float64]  # (rules,) a cell that misses a rule by so much misses it badly
    heights: npt.NDArray[np.int64]  # (rules,) levels of a taxonomy, 0 without one
    first_node: npt.NDArray[np.int64]  # (rules,) where the next array begins for a rule …
    node: npt.NDArray[np.int64]  # (levels · values of the rule, …) … the node above each value, level by level
    node_share: npt.NDArray[np.float64]  # (nodes,) of the records of the table


@inner_kernel
def _sort_many(values, count):  # values OUT
    """As `_sort`; numba's own sort needs memory of its own."""
    values[:count].sort()


@lean_kernel
def _sort(values, count):  # values OUT
    """The first ``count`` values in ascending order."""
    if count > FEW:
        _sort_many(values, count)
        return
    for at in range(1, count):
        value = values[at]
        before = at - 1
        while before >= 0 and values[before] > value:
            values[before + 1] = values[before]
            before -= 1
        values[before + 1] = value


@lean_kernel
def _distinct(values, count):
    """How many different values there are."""
    found = 1
    for at in range(1, count):
        if values[at] != values[at - 1]:
            found += 1
    return found


@lean_kernel
def _apart(judge, rule, values, count, relative):
    """The most numbers of which any two are apart: counted from the lowest, which leaves most room for the others."""
    first, apart = judge.first[rule], judge.limits[rule, 1]
    last = judge.place[first + values[0]]
    found = 1
    for at in range(1, count):
        number = judge.place[first + values[at]]
        needed = apart * max(abs(number), abs(last)) if relative else apart
        if number > last and number - last >= needed:
            found += 1
            last = number
    return found


@lean_kernel
def _entropy(values, count):
    """Of the shares of the values, in nats."""
    entropy = 0.0
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            entropy -= run / count * np.log(run / count)
            run = 1
    return entropy


@lean_kernel
def _largest(values, count):
    """How often the most frequent value occurs."""
    largest = 0
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            largest = max(largest, run)
            run = 1
    return largest


@inner_kernel
def _tail(values, count, rank):
    """How many records have none of the values that are more frequent than the one of this rank."""
    runs = np.zeros(count, dtype=np.int64)
    n_runs = 0
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            runs[n_runs] = -run
            n_runs += 1
            run = 1
    runs[:n_runs].sort()
    tail = count
    for at in range(min(rank - 1, n_runs)):
        tail += runs[at]
    return tail


@lean_kernel
def _variation(share, values, count):
    """Σ max(q − p, 0), which is half of Σ |q − p|: only values of the cell bring anything."""
    distance = 0.0
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            distance += max(0.0, run / count - share[values[at - 1]])
            run = 1
    return distance


@inner_kernel
def _hierarchical(judge, rule, values, count):  # values scratch
    """The mean, over the levels of the taxonomy, of the variation distance between the nodes of a level.

    A tree whose edges are 1/(2·height) long carries |Q − P| of every node over the edge above it, so this is the earth
    mover's distance in which two values are as far apart as their common ancestor is high.
    """
    height = judge.heights[rule]
    n_values = judge.first[rule + 1] - judge.first[rule]
    nodes = judge.first_node[rule]
    distance = 0.0
    own = values[:count].copy()
    for level in range(height):
        for at in range(count):
            values[at] = judge.node[nodes + level * n_values + own[at]]
        _sort(values, count)
        distance += _variation(judge.node_share, values, count)
    return distance / height


@lean_kernel
def _disclosed(share, values, count):
    """The largest |ln(q/p)| of a value of the cell."""
    most = 0.0
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            most = max(most, abs(np.log(run / count / share[values[at - 1]])))
            run = 1
    return most


@lean_kernel
def _beyond_likeness(share, values, count, beta, enhanced):
    """The largest (q − p)/p of a value of the cell, less what its rule allows."""
    most = -np.inf
    run = 1
    for at in range(1, count + 1):
        if at < count and values[at] == values[at - 1]:
            run += 1
        else:
            usual = share[values[at - 1]]
            allowed = min(beta, -np.log(usual)) if enhanced else beta
            most = max(most, run / count / usual - 1.0 - allowed)
            run = 1
    return most


@lean_kernel
def shortfall(judge, rule, values, count):  # values scratch: the codes of the cell, in any order
    """By how much a cell with these codes misses the rule; at most ``ROUNDING``: it keeps it."""
    _sort(values, count)
    kind, limit = judge.kinds[rule], judge.limits[rule, 0]
    if kind == DISTINCT:
        return limit - _distinct(values, count)
    if kind in (APART, FACTOR_APART):
        return limit - _apart(judge, rule, values, count, kind == FACTOR_APART)
    if kind == ENTROPY:
        return limit - _entropy(values, count)
    if kind == LARGEST:
        return _largest(values, count) / count - limit
    if kind == RECURSIVE:  # strictly less is asked for
        tail = _tail(values, count, np.int64(judge.limits[rule, 1]))
        return _largest(values, count) - limit * tail + 2.0 * ROUNDING
    if kind == ORDERED:
        return distance_on_line(judge, rule, values, count) - limit
    if kind == HIERARCHICAL:
        return _hierarchical(judge, rule, values, count) - limit
    share = judge.share[judge.first[rule] : judge.first[rule + 1]]
    if kind == EQUAL:
        return _variation(share, values, count) - limit
    if kind == DELTA:
        return _disclosed(share, values, count) - limit
    return _beyond_likeness(share, values, count, limit, judge.limits[rule, 1] > 0.0)


@lean_kernel
def missed_by(judge, members, size, without, with_record, values):  # values scratch
    """By how much a cell misses all rules together, in units of their scales, without one of its members and with
    another record (−1: nobody); 0 only if it keeps all.
    """
    missed = 0.0
    for rule in range(judge.kinds.shape[0]):
        count = 0
        for slot in range(size):
            if members[slot] != without:
                values[count] = judge.codes[members[slot], rule]
                count += 1
        if with_record >= 0:
            values[count] = judge.codes[with_record, rule]
            count += 1
        by = shortfall(judge, rule, values, count)
        if by > ROUNDING:
            missed += by / judge.scale[rule]
    return missed


@kernel
def shortfalls(judge, records, first):
    """(cells, rules) by how much each cell misses each rule; records[first[cell]:first[cell + 1]] are its members."""
    n_cells = first.shape[0] - 1
    missed = np.empty((n_cells, judge.kinds.shape[0]))
    values = np.empty(records.shape[0], dtype=np.int64)
    for cell in range(n_cells):
        for rule in range(judge.kinds.shape[0]):
            count = first[cell + 1] - first[cell]
            for at in range(count):
                values[at] = judge.codes[records[first[cell] + at], rule]
            missed[cell, rule] = shortfall(judge, rule, values, count)
    return missed
