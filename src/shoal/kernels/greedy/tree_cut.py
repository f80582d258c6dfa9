"""Cutting trees at their longest edges while every part keeps k records.

Records are renumbered in preorder, so that a subtree is a range of positions. How many records of its own part
hang below a position is a range sum, kept up to date under cuts by a Fenwick tree (P. M. Fenwick, A new data
structure for cumulative frequency tables, Software: Practice and Experience 24, 1994): a cut takes its
records away from the position above it and gives them back above the part's root, so everything higher up sees
no change. The smaller side of a cut is renumbered, so a record is renumbered at most log₂ n times. In all O(n
log n), however deep the trees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import inner_kernel, kernel


class Preorder(NamedTuple):
    """A forest in preorder: the records below position p are those at p..p + span[p] − 1."""

    record_at: npt.NDArray[np.int64]  # (n,) position → record
    position_of: npt.NDArray[np.int64]  # (n,) record → position
    above: npt.NDArray[np.int64]  # (n,) position of the parent, −1 for a root
    span: npt.NDArray[np.int64]  # (n,) records at and below the position, cuts or not


class Parts(NamedTuple):
    """The parts the forest is in. Only the first ``n_parts`` entries of ``root`` and ``size`` are in use."""

    part_at: npt.NDArray[np.int64]  # (n,) position → part
    is_cut: npt.NDArray[np.bool_]  # (n,) whether the edge above the position is cut
    root: npt.NDArray[np.int64]  # (n,) part → its highest position
    size: npt.NDArray[np.int64]  # (n,) part → records
    n_parts: npt.NDArray[np.int64]  # (1,)
    below: npt.NDArray[np.int64]  # (n + 1,) Fenwick tree


def preorder(parent: npt.NDArray[np.int64]) -> Preorder:
    """Renumber a forest given by each record's parent (−1 for a root)."""
    n = len(parent)
    forest = Preorder(*(np.empty(n, dtype=np.int64) for _ in range(4)))
    _walk(parent, forest)
    return forest


def whole_trees(forest: Preorder) -> Parts:
    """Every tree of the forest is one part."""
    n = len(forest.above)
    roots = np.flatnonzero(forest.above < 0)
    positions = np.arange(n + 1, dtype=np.int64)
    parts = Parts(
        part_at=np.cumsum(forest.above < 0) - 1,
        is_cut=np.zeros(n, dtype=np.bool_),
        root=np.zeros(n, dtype=np.int64),
        size=np.zeros(n, dtype=np.int64),
        n_parts=np.array([len(roots)], dtype=np.int64),
        below=positions & -positions,
    )
    parts.root[: len(roots)] = roots
    parts.size[: len(roots)] = forest.span[roots]
    return parts


@kernel
def _walk(parent, forest):  # parent IN, forest OUT
    """Depth first without recursion; children by ascending record."""
    n = parent.shape[0]
    first_child = np.full(n, -1, dtype=np.int64)
    sibling = np.full(n, -1, dtype=np.int64)
    stack = np.empty(n, dtype=np.int64)
    waiting = 0
    for record in range(n - 1, -1, -1):
        if parent[record] < 0:
            stack[waiting] = record
            waiting += 1
        else:
            sibling[record] = first_child[parent[record]]
            first_child[parent[record]] = record
    for position in range(n):
        waiting -= 1
        record = stack[waiting]
        forest.record_at[position] = record
        forest.position_of[record] = position
        forest.above[position] = -1 if parent[record] < 0 else forest.position_of[parent[record]]
        forest.span[position] = 1
        if sibling[record] >= 0:  # roots stand on the stack from the start and have no siblings
            stack[waiting] = sibling[record]
            waiting += 1
        if first_child[record] >= 0:
            stack[waiting] = first_child[record]
            waiting += 1
    for position in range(n - 1, -1, -1):
        if forest.above[position] >= 0:
            forest.span[forest.above[position]] += forest.span[position]


@kernel
def cut_longest(forest, parts, longest_first, k, largest_kept):
    """Try the edges above the positions of ``longest_first`` in order: cut where the part has more than
    ``largest_kept`` records and both sides keep at least k. An edge that cannot be cut never can be later,
    because sides only shrink. forest, longest_first, k, largest_kept IN; parts OUT.
    """
    for position in longest_first:
        part = parts.part_at[position]
        if parts.size[part] <= largest_kept:
            continue
        size = _count_below(parts.below, position, forest.span[position])
        if size >= k and parts.size[part] - size >= k:
            _cut(forest, parts, position, part, size)


@inner_kernel
def _cut(forest, parts, position, part, size):  # parts OUT
    root = parts.root[part]
    parts.is_cut[position] = True
    _add(parts.below, forest.above[position], -size)
    if forest.above[root] >= 0:
        _add(parts.below, forest.above[root], size)
    fresh = parts.n_parts[0]
    parts.n_parts[0] = fresh + 1
    rest = parts.size[part] - size
    if size <= rest:
        parts.root[fresh], parts.size[fresh] = position, size
        parts.size[part] = rest
    else:
        parts.root[fresh], parts.size[fresh] = root, rest
        parts.root[part], parts.size[part] = position, size
    at = parts.root[fresh]
    end = at + forest.span[at]
    parts.part_at[at] = fresh
    at += 1
    while at < end:
        if parts.is_cut[at]:
            at += forest.span[at]
        else:
            parts.part_at[at] = fresh
            at += 1


@inner_kernel
def _add(below, position, amount):  # below OUT
    at = position + 1
    while at < below.shape[0]:
        below[at] += amount
        at += at & -at


@inner_kernel
def _count_below(below, position, span):  # IN
    """Records of its own part at and below a position."""
    total = 0
    at = position + span
    while at > 0:
        total += below[at]
        at -= at & -at
    at = position
    while at > 0:
        total -= below[at]
        at -= at & -at
    return total
