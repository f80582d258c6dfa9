"""Trees of boxes: grown from the root by the best splits, then improved by growing branches again.

A tree is a list of nodes in the order in which a reader meets them (a node, its left branch, its right branch), so a
branch is a run of the list and the records of a branch are a run of ``order``. Growing a branch again with another
thrift and some noise on the gains, and keeping what is better, finds what no greedy search can; keeping at first also
what is a little worse (simulated annealing) finds more. While a branch grows, its records are kept in one list for each
question, sorted once: a split parts every list, and leaves it sorted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.boxes.splits import ORDERED, BestSplit, best_split, random_unit, sorted_by
from shoal.kernels.jit import FIRST, inner_kernel, kernel

# A branch is better when its score is larger by more than rounding; otherwise a search could go round in circles.
BETTER = 1e-11

# What a branch may be grown again with. Few, distinct settings: measured by benchmarks/boxes.py.
THRIFTS = (3.0, 12.0, 1e18)
LEAST_NOISE, MOST_NOISE = 0.3, 1.2


class Tree(NamedTuple):
    """Nodes in reading order; only the first ``n_nodes[0]`` are in use."""

    n_nodes: npt.NDArray[np.int64]  # (1,)
    question: npt.NDArray[np.int64]  # −1 at a cell
    cut: npt.NDArray[np.int64]
    left: npt.NDArray[np.bool_]  # (nodes, most levels of a set)
    n_below: npt.NDArray[np.int64]  # nodes of the branch, with itself
    first: npt.NDArray[np.int64]  # its records are order[first : first + size]
    size: npt.NDArray[np.int64]
    score: npt.NDArray[np.float64]  # Σ ‖S‖²/M over the cells of the branch


def empty_tree(most_nodes: int, most_levels: int) -> Tree:
    """Room for so many nodes."""
    return Tree(
        np.zeros(1, dtype=np.int64),
        np.empty(most_nodes, dtype=np.int64),
        np.empty(most_nodes, dtype=np.int64),
        np.zeros((most_nodes, most_levels), dtype=np.bool_),
        np.empty(most_nodes, dtype=np.int64),
        np.empty(most_nodes, dtype=np.int64),
        np.empty(most_nodes, dtype=np.int64),
        np.empty(most_nodes, dtype=np.float64),
    )


@inner_kernel
def goes_left(frame, tree, node, record):  # IN
    """Which way a record goes at a node that splits."""
    level = frame.level[tree.question[node], record]
    if frame.kind[tree.question[node]] == ORDERED:
        return level < tree.cut[node]
    return tree.left[node, level]


@inner_kernel
def _parted(frame, lists, tree, node, is_left, right):  # lists, is_left, right OUT, others IN
    """In every list put the records that go left first, each side in its order; returns how many they are."""
    first, size = tree.first[node], tree.size[node]
    for record in lists[0, first : first + size]:
        is_left[record] = goes_left(frame, tree, node, record)
    n_left = 0
    for question in range(lists.shape[0]):
        n_left = 0
        n_right = 0
        for at in range(first, first + size):
            record = lists[question, at]
            if is_left[record]:
                lists[question, first + n_left] = record
                n_left += 1
            else:
                right[n_right] = record
                n_right += 1
        for at in range(n_right):
            lists[question, first + n_left + at] = right[at]
    return n_left


@inner_kernel
def _cell_score(frame, records):  # IN
    d = frame.point.shape[1]
    total = np.zeros(d)
    mass = 0.0
    for record in records:
        mass += frame.mass[record]
        for each in range(d):
            total[each] += frame.mass[record] * frame.point[record, each]
    score = 0.0
    for each in range(d):
        score += total[each] * total[each]
    return score / mass


@inner_kernel
def _grow(frame, lists, first, size, thrift, noise, state, tree):  # lists, state, tree OUT, others IN
    is_left = np.empty(len(frame.mass), dtype=np.bool_)
    right = np.empty(size, dtype=np.int64)
    most_levels = tree.left.shape[1]
    best = BestSplit(
        np.empty(2),
        np.empty(2, dtype=np.int64),
        np.empty(2, dtype=np.int64),
        np.zeros((2, most_levels), dtype=np.bool_),
    )
    waiting = np.empty((len(tree.question), 2), dtype=np.int64)
    waiting[0, 0], waiting[0, 1] = first, size
    n_waiting = 1
    n_nodes = 0
    while n_waiting > 0:
        n_waiting -= 1
        node = n_nodes
        n_nodes += 1
        begin, count = waiting[n_waiting, 0], waiting[n_waiting, 1]
        tree.first[node], tree.size[node] = begin, count
        which = best_split(frame, lists, begin, count, thrift, noise, state, best)
        if which < 0:
            tree.question[node] = -1
            tree.score[node] = _cell_score(frame, lists[0, begin : begin + count])
            continue
        tree.question[node], tree.cut[node] = best.question[which], best.cut[which]
        tree.left[node] = best.left[which]
        n_left = _parted(frame, lists, tree, node, is_left, right)
        waiting[n_waiting, 0], waiting[n_waiting, 1] = begin + n_left, count - n_left
        waiting[n_waiting + 1, 0], waiting[n_waiting + 1, 1] = begin, n_left
        n_waiting += 2
    tree.n_nodes[0] = n_nodes
    _sum_up(tree)


@inner_kernel
def _sum_up(tree):  # tree OUT
    """Sizes and scores of the branches, from the last node to the first."""
    for node in range(tree.n_nodes[0] - 1, -1, -1):
        tree.n_below[node] = 1
        if tree.question[node] >= 0:
            left = node + 1
            right = left + tree.n_below[left]
            tree.n_below[node] += tree.n_below[left] + tree.n_below[right]
            tree.score[node] = tree.score[left] + tree.score[right]


@inner_kernel
def _branch_at(tree, position, most, path):  # path OUT, others IN
    """The highest branch of at most ``most`` records that holds this position of the order; returns its depth."""
    node = 0
    depth = 0
    path[0] = 0
    while tree.size[node] > most and tree.question[node] >= 0:
        left = node + 1
        right = left + tree.n_below[left]
        node = right if position >= tree.first[right] else left
        depth += 1
        path[depth] = node
    return depth


@inner_kernel
def _copy_node(source, at, target, to):  # source IN, target OUT
    target.question[to] = source.question[at]
    target.cut[to] = source.cut[at]
    target.left[to] = source.left[at]
    target.n_below[to] = source.n_below[at]
    target.first[to] = source.first[at]
    target.size[to] = source.size[at]
    target.score[to] = source.score[at]


@inner_kernel
def _graft(tree, path, depth, branch):  # tree OUT, others IN
    """Replace by another branch the one at the end of the path."""
    node = path[depth]
    n_old, n_new = tree.n_below[node], branch.n_nodes[0]
    better = branch.score[0] - tree.score[node]
    for upper in range(depth):
        tree.n_below[path[upper]] += n_new - n_old
        tree.score[path[upper]] += better
    end = tree.n_nodes[0]
    if n_new < n_old:
        for at in range(node + n_old, end):
            _copy_node(tree, at, tree, at + n_new - n_old)
    elif n_new > n_old:
        for at in range(end - 1, node + n_old - 1, -1):
            _copy_node(tree, at, tree, at + n_new - n_old)
    for at in range(n_new):
        _copy_node(branch, at, tree, node + at)
    tree.n_nodes[0] = end + n_new - n_old


@inner_kernel
def _list_records(frame, order, first, size, lists):  # lists OUT, others IN
    """The records of a branch, once for each question, by ascending level where it is ORDERED."""
    key = np.empty(size, dtype=np.int64)
    for question in range(lists.shape[0]):
        lists[question, first : first + size] = order[first : first + size]
        if frame.kind[question] != ORDERED:
            continue
        for at in range(size):
            key[at] = frame.level[question, order[first + at]]
        position = sorted_by(key, frame.n_levels[question])
        for at in range(size):
            lists[question, first + at] = order[first + position[at]]


@inner_kernel
def _copy_tree(source, order, target, target_order):  # source, order IN; target, target_order OUT
    for at in range(source.n_nodes[0]):
        _copy_node(source, at, target, at)
    target.n_nodes[0] = source.n_nodes[0]
    target_order[:] = order


@kernel
def grow_tree(frame, order, thrift, noise, state, tree):  # order, state, tree OUT, others IN
    """Grow a whole tree from the root."""
    lists = np.empty((len(frame.kind), len(order)), dtype=np.int64)
    _list_records(frame, order, FIRST, len(order), lists)
    _grow(frame, lists, FIRST, len(order), thrift, noise, state, tree)
    order[:] = lists[0]


@inner_kernel
def _any_branch(tree, least, most, n_records, state, path):  # state, path OUT, others IN
    """A random branch that splits, of up to ``most`` records; returns its depth."""
    position = min(np.int64(random_unit(state) * n_records), n_records - 1)
    size = least * (max(most, least) / least) ** random_unit(state)
    depth = _branch_at(tree, position, np.int64(size) + 1, path)
    return depth - 1 if tree.question[path[depth]] < 0 else depth


@kernel
def improve_tree(frame, order, n_visits, most, hot, cold, state, tree, branch, best):  # frame, n_visits … cold IN
    """Grow random branches of up to ``most`` records again, until ``n_visits`` records were visited.

    A branch that is better is kept, and a worse one with a probability that falls with what it loses, on a scale that
    cools from ``hot`` to ``cold`` (0: never). In the end ``tree`` and ``order`` are the best that was met. ``branch``
    and ``best`` are room to work in. Returns how many branches were replaced.
    """
    n_records = len(order)
    path = np.empty(len(tree.question) + 1, dtype=np.int64)
    lists = np.empty((len(frame.kind), n_records), dtype=np.int64)
    best_order = np.empty_like(order)
    _copy_tree(tree, order, best, best_order)
    n_left = n_visits
    n_replaced = 0
    while n_left > 0 and tree.n_nodes[0] > 1:
        heat = hot * (cold / hot) ** (1.0 - n_left / n_visits) if hot > 0.0 else 0.0
        depth = _any_branch(tree, 2.0 * frame.least[0], most, n_records, state, path)
        node = path[depth]
        first, count = tree.first[node], tree.size[node]
        n_left -= count
        thrift = THRIFTS[int(random_unit(state) * len(THRIFTS))]
        noise = LEAST_NOISE * (MOST_NOISE / LEAST_NOISE) ** random_unit(state)
        _list_records(frame, order, first, count, lists)
        _grow(frame, lists, first, count, thrift, noise, state, branch)
        rounding = BETTER * abs(tree.score[node])
        gained = branch.score[0] - tree.score[node]
        if gained > rounding or (gained < -rounding and gained > heat * np.log(1.0 - random_unit(state))):
            _graft(tree, path, depth, branch)
            order[first : first + count] = lists[0, first : first + count]
            n_replaced += 1
            if tree.score[0] > best.score[0] + BETTER * abs(best.score[0]):
                _copy_tree(tree, order, best, best_order)
    _copy_tree(best, best_order, tree, order)
    return n_replaced
