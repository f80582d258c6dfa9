"""The free records: a search tree from which records are taken one by one.

Greedy partitioners ask two things of the records that are still free: which m are nearest to a point, and which one
is farthest from it (`neighbours/tree_search.py`); then they take some away. The records stand in leaves of up to
``LEAF_SLOTS``, column after column, and each inner node keeps the boxes of its ``FANOUT`` children column after column
too: a leaf or a node is judged in a few vector instructions. Boxes shrink when records leave, so bounds stay tight;
once half of the records are gone a new tree is cheaper than a sparse one (`worth_rebuilding`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel

LEAF_SLOTS = 32  # a multiple of every vector width; 16 and 64 were no faster for d = 2 and d = 10
FANOUT = 16  # four binary splits a level
STACK_ROOM = 16 * FANOUT  # at most FANOUT − 1 siblings wait on each level; 16 levels hold 16^16 leaves


class FreeRecords(NamedTuple):
    """Levels of nodes: level 1 below the root has up to FANOUT nodes, each further one FANOUT times as many.

    A node's id counts through all levels; ``level_start[level]`` is the first id of a level, and the children of
    the i-th node of a level are the nodes FANOUT·i … of the next. The last level holds the leaves.
    """

    coordinates: npt.NDArray[np.float64]  # [leaf, coordinate, slot]
    record_at: npt.NDArray[np.int64]  # [leaf, slot]
    slot_of: npt.NDArray[np.int64]  # [record] leaf · LEAF_SLOTS + slot, −1 when not free
    low: npt.NDArray[np.float64]  # [node // FANOUT, coordinate, node % FANOUT]
    high: npt.NDArray[np.float64]  # likewise; an empty node has low = +inf and high = −inf
    reach: npt.NDArray[np.float64]  # [node // FANOUT, node % FANOUT] largest |x|² in the node, −inf when empty
    n_free: npt.NDArray[np.int64]  # (nodes + 1,) free records in the node; the last entry counts all
    level_start: npt.NDArray[np.int64]  # (levels + 2,) level 0 is the root, which has no entry of its own
    n_built: npt.NDArray[np.int64]  # (1,) records when the tree was built
    distance: npt.NDArray[np.float64]  # (LEAF_SLOTS,) scratch
    bound: npt.NDArray[np.float64]  # (FANOUT,) scratch
    stack_node: npt.NDArray[np.int64]  # scratch: nodes still to visit, index within their level
    stack_level: npt.NDArray[np.int64]
    stack_bound: npt.NDArray[np.float64]


def free_records(points: npt.NDArray[np.float64], records: npt.NDArray[np.int64] | None = None) -> FreeRecords:
    """Build the tree over these records of ``points`` (all of them when not given)."""
    n_all, n_dims = points.shape
    chosen = np.arange(n_all, dtype=np.int64) if records is None else records.astype(np.int64)
    n_leaves = 1
    while len(chosen) > n_leaves * LEAF_SLOTS:
        n_leaves *= 2
    level_start = _levels(n_leaves)
    n_nodes = int(level_start[-1])
    tree = FreeRecords(
        coordinates=np.zeros((n_leaves, n_dims, LEAF_SLOTS)),
        record_at=np.zeros((n_leaves, LEAF_SLOTS), dtype=np.int64),
        slot_of=np.full(n_all, -1, dtype=np.int64),
        low=np.full((n_nodes // FANOUT, n_dims, FANOUT), np.inf),
        high=np.full((n_nodes // FANOUT, n_dims, FANOUT), -np.inf),
        reach=np.full((n_nodes // FANOUT, FANOUT), -np.inf),
        n_free=np.zeros(n_nodes + 1, dtype=np.int64),
        level_start=level_start,
        n_built=np.array([len(chosen)], dtype=np.int64),
        distance=np.empty(LEAF_SLOTS),
        bound=np.empty(FANOUT),
        stack_node=np.empty(STACK_ROOM, dtype=np.int64),
        stack_level=np.empty(STACK_ROOM, dtype=np.int64),
        stack_bound=np.empty(STACK_ROOM),
    )
    _build(points, chosen, n_leaves, tree)
    return tree


def _levels(n_leaves: int) -> npt.NDArray[np.int64]:
    """First node id of every level, the root first (empty), and the number of nodes last."""
    counts = [n_leaves]
    while counts[0] > FANOUT:
        counts.insert(0, counts[0] // FANOUT)
    counts[0] = FANOUT  # the first block is padded, so that every block is full
    if len(counts) == 1:
        return np.array([0, 0, FANOUT], dtype=np.int64)
    return np.concatenate([[0, 0], np.cumsum(counts)]).astype(np.int64)


def remaining(tree: FreeRecords) -> npt.NDArray[np.int64]:
    """The records that are still free, in ascending order."""
    return np.flatnonzero(tree.slot_of >= 0).astype(np.int64)


@inner_kernel
def count_free(tree):  # IN
    """How many records are free."""
    return tree.n_free[tree.n_free.shape[0] - 1]


@inner_kernel
def worth_rebuilding(tree):  # IN
    """Whether fewer than half of the records the tree was built for are left, in a tree of several leaves."""
    return tree.n_built[0] > LEAF_SLOTS and 2 * tree.n_free[tree.n_free.shape[0] - 1] < tree.n_built[0]


@kernel
def _build(points, order, n_leaves, tree):  # points IN, order scratch, tree OUT
    """Halve along the widest side, again and again; then measure the leaves, then the nodes above them."""
    n = order.shape[0]
    keys = np.empty(n)
    begin = np.empty(n_leaves, dtype=np.int64)
    end = np.empty(n_leaves, dtype=np.int64)
    begin[0], end[0] = 0, n
    parts = 1
    while parts < n_leaves:
        for part in range(parts - 1, -1, -1):
            a, b = begin[part], end[part]
            middle = a + (b - a) // 2
            _split_widest(points, order, a, middle, b, keys)
            begin[2 * part], end[2 * part] = a, middle
            begin[2 * part + 1], end[2 * part + 1] = middle, b
        parts *= 2
    last_level = tree.level_start.shape[0] - 2
    n_dims = points.shape[1]
    for leaf in range(n_leaves):
        for slot in range(end[leaf] - begin[leaf]):
            record = order[begin[leaf] + slot]
            tree.record_at[leaf, slot] = record
            tree.slot_of[record] = leaf * LEAF_SLOTS + slot
            for j in range(n_dims):
                tree.coordinates[leaf, j, slot] = points[record, j]
        tree.n_free[tree.level_start[last_level] + leaf] = end[leaf] - begin[leaf]
        _measure_leaf(tree, leaf, n_dims)
    for level in range(last_level - 1, 0, -1):
        for i in range(min(n_leaves, tree.level_start[level + 1] - tree.level_start[level])):
            if FANOUT * i < tree.level_start[level + 2] - tree.level_start[level + 1]:
                _measure_node(tree, level, i, n_dims)
    tree.n_free[tree.n_free.shape[0] - 1] = n


@inner_kernel
def _split_widest(points, order, a, middle, b, keys):
    """Rearrange order[a:b] so that those before ``middle`` are the lower half along the widest side."""
    widest = 0
    width = -1.0
    for j in range(points.shape[1]):
        low = np.inf
        high = -np.inf
        for at in range(a, b):
            value = points[order[at], j]
            low = min(low, value)
            high = max(high, value)
        if high - low > width:
            width = high - low
            widest = j
    for at in range(a, b):
        keys[at] = points[order[at], widest]
    left, right = a, b - 1
    while left < right:  # Hoare's quickselect
        pivot = keys[left + (right - left) // 2]
        i, j = left, right
        while i <= j:
            while keys[i] < pivot:
                i += 1
            while keys[j] > pivot:
                j -= 1
            if i <= j:
                keys[i], keys[j] = keys[j], keys[i]
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if middle <= j:
            right = j
        elif middle >= i:
            left = i
        else:
            break


@inner_kernel
def _measure_leaf(tree, leaf, n_dims):
    """Box and reach of a leaf from its records. Returns whether anything changed."""
    node = tree.level_start[tree.level_start.shape[0] - 2] + leaf
    count = tree.n_free[node]
    block, sibling = node // FANOUT, node % FANOUT
    changed = False
    norm = tree.distance
    for slot in range(LEAF_SLOTS):
        norm[slot] = 0.0
    for j in range(n_dims):
        low = np.inf
        high = -np.inf
        for slot in range(count):
            value = tree.coordinates[leaf, j, slot]
            low = min(low, value)
            high = max(high, value)
            norm[slot] += value * value
        changed = changed or low != tree.low[block, j, sibling] or high != tree.high[block, j, sibling]
        tree.low[block, j, sibling] = low
        tree.high[block, j, sibling] = high
    reach = -np.inf
    for slot in range(count):
        reach = max(reach, norm[slot])
    changed = changed or reach != tree.reach[block, sibling]
    tree.reach[block, sibling] = reach
    return changed


@inner_kernel
def _measure_node(tree, level, i, n_dims):
    """Box, reach and count of an inner node from its children. Returns whether box or reach changed."""
    node = tree.level_start[level] + i
    first_child = tree.level_start[level + 1] + FANOUT * i
    block, sibling = node // FANOUT, node % FANOUT
    children = first_child // FANOUT
    changed = False
    for j in range(n_dims):
        low = np.inf
        high = -np.inf
        for child in range(FANOUT):
            low = min(low, tree.low[children, j, child])
            high = max(high, tree.high[children, j, child])
        changed = changed or low != tree.low[block, j, sibling] or high != tree.high[block, j, sibling]
        tree.low[block, j, sibling] = low
        tree.high[block, j, sibling] = high
    reach = -np.inf
    count = 0
    for child in range(FANOUT):
        reach = max(reach, tree.reach[children, child])
        count += tree.n_free[first_child + child]
    changed = changed or reach != tree.reach[block, sibling]
    tree.reach[block, sibling] = reach
    tree.n_free[node] = count
    return changed


@inner_kernel
def take(tree, record):  # tree OUT, record IN
    """Remove a record: the last one of its leaf moves into its slot, and the boxes above shrink."""
    n_dims = tree.coordinates.shape[1]
    own_slot = tree.slot_of[record]
    leaf, slot = own_slot // LEAF_SLOTS, own_slot % LEAF_SLOTS
    level = tree.level_start.shape[0] - 2
    node = tree.level_start[level] + leaf
    last = tree.n_free[node] - 1
    if last != slot:
        for j in range(n_dims):
            tree.coordinates[leaf, j, slot] = tree.coordinates[leaf, j, last]
        moved = tree.record_at[leaf, last]
        tree.record_at[leaf, slot] = moved
        tree.slot_of[moved] = own_slot
    tree.slot_of[record] = -1
    tree.n_free[node] -= 1
    tree.n_free[tree.n_free.shape[0] - 1] -= 1
    changed = _measure_leaf(tree, leaf, n_dims)
    i = leaf
    while level > 1:
        level -= 1
        i //= FANOUT
        if changed:
            changed = _measure_node(tree, level, i, n_dims)
        else:
            tree.n_free[tree.level_start[level] + i] -= 1
