"""The blossom algorithm for minimum-weight perfect matchings of a sparse graph, with its dual variables.

Records and blossoms are *nodes*: records 0..n−1, blossoms n..2n−1. A node without a parent is *outermost*. A stage
grows an alternating tree from every free record. Nodes of a tree are OUTER (at an even distance from the root) or
INNER; an edge is tight if its cost equals the prices of its records. Prices of outer records rise and those of inner
ones fall, until an edge becomes tight (a tree grows, or an odd circle becomes a blossom, or two trees meet) or the
price of an inner blossom is used up (it is expanded). Costs and first prices are even whole numbers. Then the prices of
all outer records are even, or all are odd, so half the slack between two of them is whole: every comparison is exact.

All trees grow at the same time, which keeps them small. So the time until an edge becomes tight is known when one of
its records becomes outer, and changes only if the other record changes its label.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from shoal.kernels.jit import NOBODY, inner_kernel, kernel

FREE, OUTER, INNER = np.int64(0), np.int64(1), np.int64(2)  # labels of outermost nodes
NONE = NOBODY
FAR = np.int64(2**62)  # more than any slack

# The edges of record v are end[start[v]:start[v + 1]], with their costs.
SparseGraph = namedtuple("SparseGraph", "start end cost")

# mate: matched record. price: of records, and of blossoms (which takes off the inside). outermost: node of a record.
# parent, first, following, previous: a blossom is a circle of nodes; `first` holds its base, and its other nodes are
# matched in pairs. leave, enter: records of the edge from a node to the following one. base: the record of a node that
# is not matched inside. head, tail, next_record: the records of a node, linked.
# label, entry_from, entry_to: of outermost nodes in a tree; an inner one was reached by the edge entry_from–entry_to.
# touched, listed: nodes that got a label. queue: outer records whose edges are to be looked at. unused: free blossoms.
# due: of outer records, no edge of theirs becomes tight before this time; edges between two outer records may count for
# one of them only. task_node, task_record: nodes whose base is to become another record. count: lengths of the lists,
# and the time, which is the sum of all changes of prices in this stage.
BlossomState = namedtuple(
    "BlossomState",
    "mate price outermost parent first following previous leave enter base head tail next_record "
    "label entry_from entry_to touched listed due queue unused task_node task_record count",
)
TOUCHED, QUEUED, UNUSED, TASKS, TIME = 0, 1, 2, 3, 4


def unmatched_state(n_records: int) -> BlossomState:
    """All records alone, with prices of 0."""
    n_nodes = 2 * n_records

    def nodes(value: np.int64 = NONE) -> np.ndarray:
        return np.full(n_nodes, value, dtype=np.int64)

    alone = np.arange(n_nodes)
    return BlossomState(
        nodes()[:n_records], nodes(FREE), np.arange(n_records), nodes(), nodes(), nodes(), nodes(), nodes(), nodes(),
        alone.copy(), alone.copy(), alone.copy(), nodes()[:n_records],
        nodes(FREE), nodes(), nodes(), nodes(), np.zeros(n_nodes, dtype=np.bool_), nodes()[:n_records],
        nodes()[:n_records], np.arange(n_nodes - 1, n_records - 1, -1), nodes(), nodes(),
        np.array([0, 0, n_records, 0, 0]),
    )  # fmt: skip


@kernel
def match_tight(graph, state):  # state OUT
    """Raise the price of one record after the other until an edge is tight, and match free records on tight edges."""
    for record in range(state.mate.shape[0]):
        room = FAR
        for at in range(graph.start[record], graph.start[record + 1]):
            room = min(room, graph.cost[at] - state.price[record] - state.price[graph.end[at]])
        state.price[record] += room
        for at in range(graph.start[record], graph.start[record + 1]):
            other = graph.end[at]
            is_tight = graph.cost[at] == state.price[record] + state.price[other]
            if is_tight and state.mate[record] == NONE and state.mate[other] == NONE:
                state.mate[record], state.mate[other] = other, record


@kernel
def match_free(graph, state, most_stages):  # state OUT
    """Match so many pairs of free records at most: how many records are still free, or −1 if they cannot be matched."""
    n_free = np.count_nonzero(state.mate == NONE)
    while n_free > 0 and most_stages > 0:
        if not _stage(graph, state):
            return NONE
        most_stages -= 1
        n_free -= 2
    return n_free


@inner_kernel
def _stage(graph, state):  # state OUT
    """Grow trees from all free records until two of them meet, and match along the way between their roots."""
    for i in range(state.count[TOUCHED]):
        state.label[state.touched[i]] = FREE
        state.listed[state.touched[i]] = False
    state.count[TOUCHED] = state.count[QUEUED] = state.count[TIME] = 0
    for record in range(state.mate.shape[0]):
        if state.mate[record] == NONE:
            _make_outer(state, state.outermost[record])
    while not _follow_tight_edges(graph, state):
        if not _change_prices(graph, state):
            return False
    return True


@inner_kernel
def _touch(state, node, label):  # state OUT
    state.label[node] = label
    if not state.listed[node]:
        state.listed[node] = True
        state.touched[state.count[TOUCHED]] = node
        state.count[TOUCHED] += 1


@inner_kernel
def _make_outer(state, node):  # state OUT
    """An outer node; the edges of its records are to be looked at."""
    _touch(state, node, OUTER)
    _enqueue(state, node)


@inner_kernel
def _enqueue(state, node):  # state OUT
    record = state.head[node]
    while True:
        state.queue[state.count[QUEUED]] = record
        state.count[QUEUED] += 1
        if record == state.tail[node]:
            break
        record = state.next_record[record]


@inner_kernel
def _make_inner(state, node, entry_from, entry_to):  # state OUT
    """An inner node, and its mate becomes outer."""
    _touch(state, node, INNER)
    state.entry_from[node], state.entry_to[node] = entry_from, entry_to
    _make_outer(state, state.outermost[state.mate[state.base[node]]])


@inner_kernel
def _follow_tight_edges(graph, state):  # state OUT
    """Grow the trees along tight edges of the queued records; True when two of them met, and a pair more is matched."""
    while state.count[QUEUED] > 0:
        state.count[QUEUED] -= 1
        record = state.queue[state.count[QUEUED]]
        due = FAR
        for at in range(graph.start[record], graph.start[record + 1]):
            other = graph.end[at]
            node, other_node = state.outermost[record], state.outermost[other]
            if node == other_node or state.label[other_node] == INNER:
                continue
            slack = graph.cost[at] - state.price[record] - state.price[other]
            if slack > 0:
                due = min(due, state.count[TIME] + (slack // 2 if state.label[other_node] == OUTER else slack))
            elif state.label[other_node] == FREE:
                _make_inner(state, other_node, record, other)
            else:
                meeting = _meeting(state, node, other_node)
                if meeting == NONE:
                    _augment(state, record, other)
                    return True
                _form_blossom(state, record, other, meeting)
        state.due[record] = due
    return False


@inner_kernel
def _change_prices(graph, state):  # state OUT
    """Change the prices of all trees until something is tight or used up; False if nothing limits the change."""
    time, first_due, used_up = FAR, NONE, NONE
    n_records = state.mate.shape[0]
    for i in range(state.count[TOUCHED]):
        node = state.touched[i]
        if state.parent[node] != NONE or state.label[node] == FREE:
            continue
        if state.label[node] == INNER:
            if node >= n_records and state.count[TIME] + state.price[node] // 2 < time:
                time, used_up = state.count[TIME] + state.price[node] // 2, node
            continue
        record = state.head[node]
        while True:
            if state.due[record] < time:
                state.due[record] = _due(graph, state, record)
                if state.due[record] < time:
                    time, first_due, used_up = state.due[record], record, NONE
            if record == state.tail[node]:
                break
            record = state.next_record[record]
    if time == FAR:
        return False
    _pass_time(state, time - state.count[TIME])
    if used_up != NONE:
        _expand_inner(graph, state, used_up)
    else:
        state.queue[0] = first_due
        state.count[QUEUED] = 1
    return True


@inner_kernel
def _due(graph, state, record):  # IN
    """When the next edge of an outer record becomes tight."""
    node = state.outermost[record]
    due = FAR
    for at in range(graph.start[record], graph.start[record + 1]):
        other_node = state.outermost[graph.end[at]]
        if other_node != node and state.label[other_node] != INNER:
            slack = graph.cost[at] - state.price[record] - state.price[graph.end[at]]
            due = min(due, state.count[TIME] + (slack // 2 if state.label[other_node] == OUTER else slack))
    return due


@inner_kernel
def _pass_time(state, change):  # state OUT
    """Prices of outer nodes rise, those of inner ones fall."""
    state.count[TIME] += change
    for i in range(state.count[TOUCHED]):
        node = state.touched[i]
        if state.parent[node] == NONE and state.label[node] != FREE:
            _change_price_of(state, node, change if state.label[node] == OUTER else -change)


@inner_kernel
def _change_price_of(state, node, change):  # state OUT
    """Of all records of an outermost node; its own price keeps the edges inside tight."""
    record = state.head[node]
    while True:
        state.price[record] += change
        if record == state.tail[node]:
            break
        record = state.next_record[record]
    if node >= state.mate.shape[0]:
        state.price[node] += 2 * change


@inner_kernel
def _above(state, node):  # IN
    """The next outer node on the way to the root; −1 at the root."""
    matched = state.mate[state.base[node]]
    if matched == NONE:
        return NONE
    return state.outermost[state.entry_from[state.outermost[matched]]]


@inner_kernel
def _meeting(state, one, other):  # IN
    """The outer node at which the ways of two outer nodes to their roots meet; −1 if these are in different trees."""
    steps = 0
    node = one
    while node != NONE:
        node = _above(state, node)
        steps += 1
    node = other
    while node != NONE:
        node = _above(state, node)
        steps -= 1
    while steps > 0:
        one = _above(state, one)
        steps -= 1
    while steps < 0:
        other = _above(state, other)
        steps += 1
    while one != other:
        one, other = _above(state, one), _above(state, other)
    return one


@inner_kernel
def _join(state, node, following, leave, enter):  # state OUT
    """Two neighbours of the circle of a blossom, and the edge between them."""
    state.following[node], state.previous[following] = following, node
    state.leave[node], state.enter[node] = leave, enter


@inner_kernel
def _form_blossom(state, record, other, meeting):  # state OUT
    """The circle that a tight edge between two outer nodes closes becomes one outer node."""
    node = state.outermost[record]
    _join(state, node, state.outermost[other], record, other)
    while node != meeting:  # backwards from the edge to the meeting
        matched = state.mate[state.base[node]]
        inner = state.outermost[matched]
        _join(state, inner, node, matched, state.base[node])
        node = state.outermost[state.entry_from[inner]]
        _join(state, node, inner, state.entry_from[inner], state.entry_to[inner])
    node = state.outermost[other]
    while node != meeting:  # forwards from the edge to the meeting
        matched = state.mate[state.base[node]]
        inner = state.outermost[matched]
        _join(state, node, inner, state.base[node], matched)
        node = state.outermost[state.entry_from[inner]]
        _join(state, inner, node, state.entry_to[inner], state.entry_from[inner])
    state.count[UNUSED] -= 1
    blossom = state.unused[state.count[UNUSED]]
    state.first[blossom], state.base[blossom] = meeting, state.base[meeting]
    state.parent[blossom], state.price[blossom] = NONE, 0
    _touch(state, blossom, OUTER)
    state.head[blossom] = state.head[meeting]
    node = meeting
    while True:
        if state.label[node] == INNER:
            _enqueue(state, node)
        state.parent[node] = blossom
        _move_into(state, node, blossom)
        if state.following[node] == meeting:
            state.tail[blossom] = state.tail[node]
            break
        state.next_record[state.tail[node]] = state.head[state.following[node]]
        node = state.following[node]


@inner_kernel
def _move_into(state, node, outermost):  # state OUT
    """From now on the records of a node belong to another outermost node."""
    record = state.head[node]
    while True:
        state.outermost[record] = outermost
        if record == state.tail[node]:
            break
        record = state.next_record[record]


@inner_kernel
def _expand_inner(graph, state, blossom):  # state OUT
    """The nodes of an inner blossom become outermost: those between its entry and its base stay in the tree."""
    entry_from, entry_to = state.entry_from[blossom], state.entry_to[blossom]
    first = state.first[blossom]
    node = first
    while True:
        state.parent[node] = NONE
        state.label[node] = FREE
        _move_into(state, node, node)
        node = state.following[node]
        if node == first:
            break
    state.label[blossom] = FREE
    state.unused[state.count[UNUSED]] = blossom
    state.count[UNUSED] += 1
    node = state.outermost[entry_to]
    is_forward = _is_odd(state, first, node)
    while True:
        _touch(state, node, INNER)
        state.entry_from[node], state.entry_to[node] = entry_from, entry_to
        if node == first:
            break
        outer = state.following[node] if is_forward else state.previous[node]
        _make_outer(state, outer)  # its mate on the circle
        if is_forward:
            entry_from, entry_to = state.leave[outer], state.enter[outer]
            node = state.following[outer]
        else:
            node = state.previous[outer]
            entry_from, entry_to = state.enter[node], state.leave[node]
    node = state.following[first]
    while node != first:
        if state.label[node] == FREE:
            _hasten(graph, state, node)
        node = state.following[node]


@inner_kernel
def _hasten(graph, state, node):  # state OUT
    """Edges from outer records to a node that is no longer inner may be the next to become tight."""
    record = state.head[node]
    while True:
        for at in range(graph.start[record], graph.start[record + 1]):
            other = graph.end[at]
            if state.label[state.outermost[other]] == OUTER:
                slack = graph.cost[at] - state.price[record] - state.price[other]
                state.due[other] = min(state.due[other], state.count[TIME] + slack)
        if record == state.tail[node]:
            break
        record = state.next_record[record]


@inner_kernel
def _is_odd(state, first, node):  # IN
    """Whether a node of a circle has an odd number: it is then matched to the following node, else to the previous."""
    is_odd = False
    while node != first:
        node = state.previous[node]
        is_odd = not is_odd
    return is_odd


@inner_kernel
def _augment(state, record, other):  # state OUT
    """Match two outer records of different trees, and all on their ways to the roots the other way round."""
    _match_to_root(state, record, other)
    _match_to_root(state, other, record)
    while state.count[TASKS] > 0:
        state.count[TASKS] -= 1
        _rotate(state, state.task_node[state.count[TASKS]], state.task_record[state.count[TASKS]])


@inner_kernel
def _match_to_root(state, record, other):  # state OUT
    """Match an outer record, then those that lose their mates by it."""
    while True:
        left = state.mate[state.base[state.outermost[record]]]
        _match(state, record, other)
        if left == NONE:
            break
        inner = state.outermost[left]
        other, record = state.entry_to[inner], state.entry_from[inner]
        _match(state, other, record)


@inner_kernel
def _match(state, record, other):  # state OUT
    """Match a record to another node. It becomes the base of its own; the matching inside follows later."""
    node = state.outermost[record]
    _plan_rotation(state, node, record)
    state.mate[record] = other


@inner_kernel
def _plan_rotation(state, node, record):  # state OUT
    """If the record is not the base of the node, it will be."""
    if state.base[node] != record:
        state.task_node[state.count[TASKS]], state.task_record[state.count[TASKS]] = node, record
        state.count[TASKS] += 1


@inner_kernel
def _rotate(state, blossom, record):  # state OUT
    """The record becomes the base of a blossom: the nodes between it and the old base are matched the other way."""
    node = record
    while state.parent[node] != blossom:
        node = state.parent[node]
    _plan_rotation(state, node, record)
    first = state.first[blossom]
    state.first[blossom], state.base[blossom] = node, record
    is_forward = node != first and _is_odd(state, first, node)
    while node != first:
        if is_forward:
            one = state.following[node]
            other = state.following[one]
            one_record, other_record = state.leave[one], state.enter[one]
        else:
            one = state.previous[node]
            other = state.previous[one]
            one_record, other_record = state.enter[other], state.leave[other]
        state.mate[one_record], state.mate[other_record] = other_record, one_record
        _plan_rotation(state, one, one_record)
        _plan_rotation(state, other, other_record)
        node = other
