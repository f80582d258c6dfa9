"""Costs that leave a margin at every border: Bellman and Ford's algorithm for difference constraints, with a queue.

If a cell has a smaller slack than its margin, its cost is lowered by what is missing. That may reduce the slack of the
cells whose records have it as a candidate, so these are checked again. If no costs leave the margins that are wanted
(two cells for which it hardly matters which of them has a record), cells lower each other's costs in a cycle. Every
cell has a predecessor, the cell that made it lower its cost. A cycle of predecessors is searched for whenever the
number of moves of a cell has doubled (Cherkassky and Goldberg 1999 compare such rules). The cells on the cycle then get
narrower margins.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

NONE = -1
FIRST_CYCLE_CHECK = 4  # moves of a cell before the first search for a cycle
MOVES_A_GROUP, MOST_MOVES = 200, 2_000_000  # in all; then the margin is given up


@inner_kernel
def _least_slack(group, start, candidate, distance, choice, together, member_start, member, cost):  # IN
    """The least slack of the records of a group of cells, and the group to which it is."""
    least = np.inf
    tightest = np.int64(NONE)
    for i in range(member_start[group], member_start[group + 1]):
        record = member[i]
        own_price = distance[choice[record]] + cost[candidate[choice[record]]]
        for entry in range(start[record], start[record + 1]):
            other = together[candidate[entry]]
            if other != group:
                slack = distance[entry] + cost[candidate[entry]] - own_price
                if slack < least:
                    least = slack
                    tightest = other
    return least, tightest


@inner_kernel
def _find_cycle(group, pred, seen, check):  # seen OUT
    """A group on a cycle of predecessors of this one, or −1: the first group that is visited twice."""
    at = group
    while at != NONE:
        if seen[at] == check:
            return at
        seen[at] = check
        at = pred[at]
    return np.int64(NONE)


@inner_kernel
def _narrow_margins(group, pred, narrower, least, wanted, moves):  # OUT
    """Narrow the margins on a cycle and remove its predecessors; returns whether all margins are still wide enough."""
    enough = True
    at = group
    while True:
        wanted[at] *= narrower
        moves[at] = 0
        enough = enough and wanted[at] >= least[at]
        following = pred[at]
        pred[at] = NONE
        at = following
        if at == group:
            return enough


@kernel
def enforce_margins(  # wanted, cost OUT
    start, candidate, distance, choice, together, member_start, member, cell_start, cell, dependent_start, dependent,
    short, narrower, least, wanted, cost,
):  # fmt: skip
    """Lower costs until every group of cells has its ``wanted`` margin, up to the share ``short`` of it.

    ``member`` are the records of each group, ``cell`` its cells, ``dependent`` the groups whose records have it as a
    candidate. Groups that lower each other in a cycle get margins ``narrower`` times as wide. Returns False when a
    margin would be below ``least``, or when it takes too long.
    """
    n_groups = wanted.shape[0]
    queue = np.empty(n_groups, dtype=np.int64)  # a circular buffer
    queued = np.zeros(n_groups, dtype=np.bool_)
    moves = np.zeros(n_groups, dtype=np.int64)
    pred = np.full(n_groups, NONE, dtype=np.int64)
    seen = np.zeros(n_groups, dtype=np.int64)
    left = MOVES_A_GROUP * n_groups + MOST_MOVES
    n_checks = 0
    first = 0
    n_queued = 0
    for group in range(n_groups):
        if member_start[group + 1] > member_start[group]:
            queue[n_queued] = group
            queued[group] = True
            n_queued += 1
    while n_queued > 0:
        group = queue[first]
        first = (first + 1) % n_groups
        n_queued -= 1
        queued[group] = False
        slack, tightest = _least_slack(group, start, candidate, distance, choice, together, member_start, member, cost)
        missing = wanted[group] - slack
        if missing <= short * wanted[group]:
            continue
        left -= 1
        if left == 0:
            return False
        moves[group] += 1
        pred[group] = tightest
        if moves[group] >= FIRST_CYCLE_CHECK and moves[group] & (moves[group] - 1) == 0:
            n_checks += 1
            cycle = _find_cycle(group, pred, seen, n_checks)
            if cycle != NONE:
                if not _narrow_margins(cycle, pred, narrower, least, wanted, moves):
                    return False
                missing = wanted[group] - slack
        for i in range(cell_start[group], cell_start[group + 1]):
            cost[cell[i]] -= max(missing, 0.0)
        for i in range(dependent_start[group], dependent_start[group + 1]):
            other = dependent[i]
            if not queued[other]:
                queued[other] = True
                queue[(first + n_queued) % n_groups] = other
                n_queued += 1
    return True
