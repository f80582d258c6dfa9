"""A margin at every border: cells that have too little to spare become cheaper, until none has.

The costs that hold an assignment with margins are difference constraints, and this is Bellman and Ford's algorithm for
them with a queue: a cell that became cheaper is a threat to those whose records have it among their rivals, and only
these are looked at again. Where no costs leave the margins that are wanted (two cells for which it hardly matters who
has which record), cells push each other down without end; a cell that was moved too often wants less from then on, and
only there.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel


@inner_kernel
def _to_spare(group, start, rival, distance, choice, together, member_start, member, cost):  # IN
    """How much dearer a group of cells may become before the first of its records prefers another."""
    spare = np.inf
    for i in range(member_start[group], member_start[group + 1]):
        record = member[i]
        own_price = distance[choice[record]] + cost[rival[choice[record]]]
        for entry in range(start[record], start[record + 1]):
            other = rival[entry]
            if together[other] != group:
                spare = min(spare, distance[entry] + cost[other] - own_price)
    return spare


@kernel
def loosen(  # wanted, cost OUT
    start, rival, distance, choice, together, member_start, member, mate_start, mate, watcher_start, watcher,
    short, most_moves, narrower, least, wanted, cost,
):  # fmt: skip
    """Lower costs until every group of cells has what it wants to spare, up to the share ``short`` of it.

    ``member`` are the records of each group, ``mate`` its cells, ``watcher`` the groups to which it is a rival. A group
    that was moved ``most_moves`` times wants ``narrower`` times less. Returns False when one would want less than its
    ``least``.
    """
    n_groups = wanted.shape[0]
    waiting = np.empty(n_groups, dtype=np.int64)  # a ring
    waits = np.zeros(n_groups, dtype=np.bool_)
    moves = np.zeros(n_groups, dtype=np.int64)
    first = 0
    n_waiting = 0
    for group in range(n_groups):
        if member_start[group + 1] > member_start[group]:
            waiting[n_waiting] = group
            waits[group] = True
            n_waiting += 1
    while n_waiting > 0:
        group = waiting[first]
        first = (first + 1) % n_groups
        n_waiting -= 1
        waits[group] = False
        spare = _to_spare(group, start, rival, distance, choice, together, member_start, member, cost)
        while wanted[group] - spare > short * wanted[group] and moves[group] >= most_moves:
            wanted[group] *= narrower
            moves[group] = 0
            if wanted[group] < least[group]:
                return False
        missing = wanted[group] - spare
        if missing <= short * wanted[group]:
            continue
        moves[group] += 1
        for i in range(mate_start[group], mate_start[group + 1]):
            cost[mate[i]] -= missing
        for i in range(watcher_start[group], watcher_start[group + 1]):
            other = watcher[i]
            if not waits[other]:
                waits[other] = True
                waiting[(first + n_waiting) % n_groups] = other
                n_waiting += 1
    return True
