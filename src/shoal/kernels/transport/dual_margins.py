"""A margin at every border: cells that have too little to spare become cheaper, until none has.

The costs that hold an assignment with margins are difference constraints, and this is Bellman and Ford's algorithm for
them with a queue: a cell that became cheaper is a threat to those whose records have it among their rivals, and only
these are looked at again. Where no costs leave the margins that are wanted (two cells for which it hardly matters who
has which record), cells push each other down in a circle. Each remembers who pushed it; a circle among these is looked
for whenever a cell has been moved twice as often as at the last look (Cherkassky and Goldberg 1999 compare such
rules), and the cells on it want less from then on.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

NOBODY = -1
FIRST_LOOK = 4  # moves of a cell before a circle is looked for
MOVES_A_GROUP, MOST_MOVES = 200, 2_000_000  # in all: beyond, the time is better spent elsewhere


@inner_kernel
def _to_spare(group, start, rival, distance, choice, together, member_start, member, cost):  # IN
    """How much dearer a group of cells may become before the first of its records prefers another, and which."""
    spare = np.inf
    threat = np.int64(NOBODY)
    for i in range(member_start[group], member_start[group + 1]):
        record = member[i]
        own_price = distance[choice[record]] + cost[rival[choice[record]]]
        for entry in range(start[record], start[record + 1]):
            other = together[rival[entry]]
            if other != group:
                slack = distance[entry] + cost[rival[entry]] - own_price
                if slack < spare:
                    spare = slack
                    threat = other
    return spare, threat


@inner_kernel
def _on_circle(group, pushed_by, seen, look):  # seen OUT
    """A group on the circle that pushed this one, or −1: whoever is met twice on the way back."""
    at = group
    while at != NOBODY:
        if seen[at] == look:
            return at
        seen[at] = look
        at = pushed_by[at]
    return np.int64(NOBODY)


@inner_kernel
def _ask_for_less(group, pushed_by, narrower, least, wanted, moves):  # OUT
    """The groups of a circle want less, and nobody has pushed them; whether all still want enough."""
    enough = True
    at = group
    while True:
        wanted[at] *= narrower
        moves[at] = 0
        enough = enough and wanted[at] >= least[at]
        following = pushed_by[at]
        pushed_by[at] = NOBODY
        at = following
        if at == group:
            return enough


@kernel
def loosen(  # wanted, cost OUT
    start, rival, distance, choice, together, member_start, member, mate_start, mate, watcher_start, watcher,
    short, narrower, least, wanted, cost,
):  # fmt: skip
    """Lower costs until every group of cells has what it wants to spare, up to the share ``short`` of it.

    ``member`` are the records of each group, ``mate`` its cells, ``watcher`` the groups to which it is a rival. Groups
    that push each other down in a circle want ``narrower`` times what they wanted. Returns False when one would want
    less than its ``least``, or when it takes too long.
    """
    n_groups = wanted.shape[0]
    waiting = np.empty(n_groups, dtype=np.int64)  # a ring
    waits = np.zeros(n_groups, dtype=np.bool_)
    moves = np.zeros(n_groups, dtype=np.int64)
    pushed_by = np.full(n_groups, NOBODY, dtype=np.int64)
    seen = np.zeros(n_groups, dtype=np.int64)
    left = MOVES_A_GROUP * n_groups + MOST_MOVES
    looks = 0
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
        spare, threat = _to_spare(group, start, rival, distance, choice, together, member_start, member, cost)
        missing = wanted[group] - spare
        if missing <= short * wanted[group]:
            continue
        left -= 1
        if left == 0:
            return False
        moves[group] += 1
        pushed_by[group] = threat
        if moves[group] >= FIRST_LOOK and moves[group] & (moves[group] - 1) == 0:
            looks += 1
            circle = _on_circle(group, pushed_by, seen, looks)
            if circle != NOBODY:
                if not _ask_for_less(circle, pushed_by, narrower, least, wanted, moves):
                    return False
                missing = wanted[group] - spare
        for i in range(mate_start[group], mate_start[group + 1]):
            cost[mate[i]] -= max(missing, 0.0)
        for i in range(watcher_start[group], watcher_start[group + 1]):
            other = watcher[i]
            if not waits[other]:
                waits[other] = True
                waiting[(first + n_waiting) % n_groups] = other
                n_waiting += 1
    return True
