"""A forest of trees of at least k records, grown along cheap edges, and sharing out a tree that has no
cuttable edge.

A tree of fewer than k records sends its root's edge to the nearest record outside; among all such edges the
cheapest goes first. A root's nearest outside record only moves away as its tree grows, so remembered lengths
are lower bounds, and an edge is looked at again only when it comes to the top and ends inside its own tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.distance import squared_distance
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.neighbours.heap import Heap, heap_of_all, pop, push
from shoal.kernels.neighbours.tree_search import nearest


class Forest(NamedTuple):
    """Trees under construction. A tree bears the number of its root record."""

    heap: Heap  # roots of small trees under a lower bound of their next edge
    parent: npt.NDArray[np.int64]  # (n,) −1 for a root
    length: npt.NDArray[np.float64]  # (n,) squared length of the edge to the parent
    aim: npt.NDArray[np.int64]  # (n,) where a root's edge would go; itself before the first look
    tree_of: npt.NDArray[np.int64]  # (n,) record → root of its tree
    size: npt.NDArray[np.int64]  # (n,) root → records in its tree
    following: npt.NDArray[np.int64]  # (n,) next record of the same tree, −1 at the end
    last: npt.NDArray[np.int64]  # (n,) root → last record of its tree
    found: npt.NDArray[np.int64]  # (k,) scratch of the neighbour search
    found_distance: npt.NDArray[np.float64]  # (k,)


def single_records(n_records: int, k: int) -> Forest:
    """Every record is a tree of its own and has not yet looked for its nearest neighbour."""
    themselves = np.arange(n_records, dtype=np.int64)
    return Forest(
        heap=heap_of_all(np.zeros(n_records)),
        parent=np.full(n_records, -1, dtype=np.int64),
        length=np.zeros(n_records),
        aim=themselves.copy(),
        tree_of=themselves.copy(),
        size=np.ones(n_records, dtype=np.int64),
        following=np.full(n_records, -1, dtype=np.int64),
        last=themselves.copy(),
        found=np.empty(k, dtype=np.int64),
        found_distance=np.empty(k),
    )


@kernel
def join_small_trees(points, k, tree, forest, max_looks):
    """Join trees until none has fewer than k records or ``max_looks`` searches are spent. Returns whether
    done.

    points, k, tree, max_looks IN (``tree`` searches all records, nobody is taken); forest OUT.
    """
    looks = 0
    while forest.heap.n_entries[0] > 0:
        if looks == max_looks:
            return False
        root = pop(forest.heap)
        if forest.size[root] >= k:
            continue
        if forest.tree_of[forest.aim[root]] == root:
            looks += 1
            push(forest.heap, _aim_outside(points, tree, forest, root), root)
        else:
            _join(points, forest, root)
    return True


@inner_kernel
def _aim_outside(points, tree, forest, root):  # forest.aim OUT
    """Find the record nearest to a root outside its tree: of size + 1 records one must be. Its distance."""
    count = nearest(tree, points[root], forest.size[root] + 1, forest.found, forest.found_distance)
    for i in range(count):
        if forest.tree_of[forest.found[i]] != root:
            forest.aim[root] = forest.found[i]
            return forest.found_distance[i]
    return np.inf


@inner_kernel
def _join(points, forest, root):  # forest OUT
    """Hang a small tree below the record its root aims at."""
    aim = forest.aim[root]
    target = forest.tree_of[aim]
    forest.parent[root] = aim
    forest.length[root] = squared_distance(points[root], points[aim])
    forest.following[forest.last[target]] = root
    forest.last[target] = forest.last[root]
    forest.size[target] += forest.size[root]
    record = root
    while record >= 0:
        forest.tree_of[record] = target
        record = forest.following[record]


@kernel
def share_out_hubs(points, order, parts, k, largest_kept):
    """Divide every part of more than ``largest_kept`` records, none of whose edges can be cut, at its hub.

    points, order (a `Preorder`), k, largest_kept IN; parts (`part_at`, `size`, `n_parts` only) OUT. A part
    that cannot be shared out any further stays larger.
    """
    below = np.zeros(order.span.shape[0], dtype=np.int64)
    for part in range(parts.n_parts[0]):
        if parts.size[part] > largest_kept:
            positions = _positions_of(order, parts, part)
            hub = _find_hub(order, positions, below, k)
            _share_out(points, order, parts, positions, hub, below, k, largest_kept)


@inner_kernel
def _positions_of(order, parts, part):  # IN
    """The positions of one part in preorder."""
    positions = np.empty(parts.size[part], dtype=np.int64)
    positions[0] = parts.root[part]
    at = positions[0] + 1
    count = 1
    while count < parts.size[part]:
        if parts.is_cut[at]:
            at += order.span[at]
        else:
            positions[count] = at
            count += 1
            at += 1
    return positions


@inner_kernel
def _find_hub(order, positions, below, k):  # below OUT
    """The position all of whose branches have fewer than k records; it exists because no edge can be cut.

    ``below`` gets the number of records of this part at and below each of its positions.
    """
    for at in positions:
        below[at] = 0
    for i in range(positions.shape[0] - 1, -1, -1):
        below[positions[i]] += 1
        if i > 0:
            below[order.above[positions[i]]] += below[positions[i]]
    hub = positions[0]
    for at in positions[1:]:  # preorder: a heavy child is met after its heavy parent, and there is one at a time
        if order.above[at] == hub and below[at] >= k:
            hub = at
    return hub


@inner_kernel
def _share_out(points, order, parts, positions, hub, below, k, largest_kept):
    """Take branches away from the hub, farthest first, in cells of k or more. parts OUT.

    Done when what stays with the hub is small enough, or when another cell would leave it fewer than k.
    """
    branch_at, size, farthest_first = _branches(points, order, positions, hub, below)
    cell_of_branch = np.full(size.shape[0], -1, dtype=np.int64)
    left = positions.shape[0]
    begin = 0
    while left > largest_kept:
        taken = 0
        end = begin
        while taken < k and end < size.shape[0]:
            taken += size[farthest_first[end]]
            end += 1
        if taken < k or left - taken < k:
            break
        cell = parts.n_parts[0]
        cell_of_branch[farthest_first[begin:end]] = cell
        parts.size[cell] = taken
        parts.n_parts[0] = cell + 1
        left -= taken
        begin = end
    parts.size[parts.part_at[hub]] = left
    for i in range(positions.shape[0]):
        if branch_at[i] >= 0 and cell_of_branch[branch_at[i]] >= 0:
            parts.part_at[positions[i]] = cell_of_branch[branch_at[i]]


@inner_kernel
def _branches(points, order, positions, hub, below):  # IN
    """Branch of each position (−1 for the hub), records per branch, branches by descending distance from the
    hub.
    """
    n_branches = 1 if hub != positions[0] else 0  # branch 0 is then the one that leads up
    for at in positions[1:]:
        n_branches += order.above[at] == hub
    branch_at = np.zeros(positions.shape[0], dtype=np.int64)
    size = np.zeros(n_branches, dtype=np.int64)
    distance = np.zeros(n_branches)
    here = points[order.record_at[hub]]
    branch = 0
    if hub != positions[0]:
        size[0] = positions.shape[0] - below[hub]
        distance[0] = squared_distance(here, points[order.record_at[order.above[hub]]])
        branch = 1
    current = 0
    for i in range(positions.shape[0]):
        at = positions[i]
        if at == hub:
            branch_at[i] = -1
        elif at < hub or at >= hub + order.span[hub]:
            branch_at[i] = 0
        else:
            if order.above[at] == hub:
                current = branch
                size[current] = below[at]
                distance[current] = squared_distance(here, points[order.record_at[at]])
                branch += 1
            branch_at[i] = current
    return branch_at, size, np.argsort(-distance, kind="mergesort")
