"""Taxonomy attribute: one indicator per tree edge; released as the node of least total distance to the
cell's records.

The indicator of an edge says whether the record lies below it. With the length √(edge weight) the squared
distance between two records is the sum of the weights of the edges between them: the tree distance,
exactly. ``scale`` multiplies all indicators so that their variances add up to about 1 over the fitted records (it is
coarse, as it stands in files), so (squared distance)/scale² is the tree distance.

Released value. With p_e the share of the cell's records below edge e (read off the centroid), the total
distance from a node is  Σ_e w_e p_e + Σ_{e above the node} w_e (1 − 2 p_e)  per record. Going down an edge
lowers it exactly if p_e > 1/2; such edges form one path from the root, and the node at its end is released.
Ties (p_e = 1/2) stay with the more general node: it is unique, favours neither half of the cell, and
reveals less.

Edges that all fitted records, or none of them, lie below have no coordinate: they would add the same amount
to the distance of a record from every centroid. A new record below an unused edge is therefore assigned as
if they were there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.arithmetic.coarse import coarse_size, is_broad
from shoal.encode.arithmetic.standard import TIE, shares_of
from shoal.encode.attributes.attribute import Attribute, Values, known_codes, refuse_values
from shoal.encode.attributes.tree import TaxonomyTree, read_tree
from shoal.errors import ParameterError, RolesError
from shoal.table.frames.table import Table

# Coordinates are written for this many records at a time, so that no second array of all points is needed.
BLOCK_RECORDS = 1 << 14


@dataclass(frozen=True)
class Taxonomy(Attribute):
    """A tree, the ``edges`` that have a coordinate (each named by its lower node), and the node above all
    records.
    """

    KIND: ClassVar[str] = "taxonomy"

    nodes: tuple[str, ...]
    parent: tuple[int, ...]
    edge_weight: tuple[float, ...]
    edges: tuple[int, ...]
    common_node: int
    scale: float

    @classmethod
    def fit(cls, table: Table, name: str, *, taxonomy: Path, weight: float, weights: FloatArray | None) -> Taxonomy:
        """Keep the edges that separate records, and find the scale for a total variance of about 1: 1/√Σ w p(1−p)."""
        tree = read_tree(taxonomy)
        node_of = _node_of(table, name, tree.nodes)
        below = _shares_below(tree, shares_of(node_of, len(tree.nodes), None))
        edges = tuple(int(node) for node in np.flatnonzero((below > TIE) & (below < 1.0 - TIE)))
        common_node = int(np.flatnonzero(below >= 1.0 - TIE)[-1])
        share = _shares_below(tree, shares_of(node_of, len(tree.nodes), weights))
        length = np.zeros(len(tree.nodes))  # squared; edges without a coordinate have none
        length[list(edges)] = np.array(tree.edge_weight)[list(edges)]
        variance = float((length * share * (1.0 - share)).sum())
        squares = _squares(tree, length, share)[node_of]
        scale = coarse_size(variance**-0.5, fine=is_broad(squares, weights)) if variance > 0.0 else 1.0
        return cls((name,), weight, tree.nodes, tree.parent, tree.edge_weight, edges, common_node, scale)

    @property
    def n_coordinates(self) -> int:
        """One per edge that separates records; one, always 0, if there is none."""
        return max(1, len(self.edges))

    @cached_property
    def _lengths(self) -> FloatArray:
        """The coordinate of a record below an edge."""
        lengths: FloatArray = self.scale * np.sqrt([self.edge_weight[edge] for edge in self.edges])
        return lengths

    def fill(self, table: Table, out: FloatArray) -> None:
        """Per distinct node the coordinates are found once, then copied to its records."""
        out[:] = 0.0
        if not self.edges:
            _node_of(table, self.columns[0], self.nodes)
            return
        node_of, row_of = np.unique(_node_of(table, self.columns[0], self.nodes), return_inverse=True)
        coordinate_of = {edge: coordinate for coordinate, edge in enumerate(self.edges)}
        rows = np.zeros((len(node_of), len(self.edges)))
        for row, start in enumerate(node_of):
            node = int(start)
            while node >= 0:
                if node in coordinate_of:
                    rows[row, coordinate_of[node]] = self._lengths[coordinate_of[node]]
                node = self.parent[node]
        for start in range(0, len(row_of), BLOCK_RECORDS):
            out[start : start + BLOCK_RECORDS] = rows[row_of[start : start + BLOCK_RECORDS]]

    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """Down from the common node, as long as more than half of the cell lies below the next edge."""
        released = np.full(len(centroids), self.common_node, dtype=np.int64)
        # Parents stand before children, so the last edge with a majority is the lowest one.
        for coordinate, (edge, length) in enumerate(zip(self.edges, self._lengths, strict=True)):
            released[centroids[:, coordinate] > (0.5 + TIE) * length] = edge
        return {self.columns[0]: np.array(self.nodes, dtype=object)[released]}

    def representatives(self, centroids: FloatArray) -> FloatArray:
        """The coordinates of the nodes that `decode` releases: all edges on the way down to them."""
        if not self.edges:
            return centroids
        return np.where(centroids > (0.5 + TIE) * self._lengths, self._lengths, 0.0)

    def extended(self, tree: TaxonomyTree) -> Taxonomy:
        """With the values of a newer tree that this one lacks, each below the value that the newer tree puts it under.

        They get no coordinate of their own, so a record of such a value stands where its nearest known ancestor does.
        """
        known = {node: index for index, node in enumerate(self.nodes)}
        nodes, parent, weight = list(self.nodes), list(self.parent), list(self.edge_weight)
        n_moved = 0
        for index, node in enumerate(tree.nodes):
            above = tree.nodes[tree.parent[index]] if index else None
            if node in known:
                own_above = parent[known[node]]
                n_moved += above is not None and (own_above < 0 or nodes[own_above] != above)
            elif above is not None and above in known:
                known[node] = len(nodes)
                nodes.append(node)
                parent.append(known[above])
                weight.append(tree.edge_weight[index])
        if n_moved:
            raise RolesError(
                f"The new taxonomy of column '{self.name}' puts {n_moved} values elsewhere than the one the "
                "encoding was fitted to. It may add values below known ones, and change nothing else.",
                column=self.name,
                count=n_moved,
            )
        return replace(self, nodes=tuple(nodes), parent=tuple(parent), edge_weight=tuple(weight))

    def require_sound(self) -> None:
        """One root, parents before their children, each node once, edges and common node inside the tree."""
        n_nodes = len(self.nodes)
        is_tree = (
            0 < n_nodes == len(self.parent) == len(self.edge_weight) == len(set(self.nodes))
            and self.parent[0] == -1
            and all(0 <= above < node for node, above in enumerate(self.parent[1:], start=1))
        )
        edges_inside = list(self.edges) == sorted(set(self.edges)) and all(0 < edge < n_nodes for edge in self.edges)
        if not (is_tree and edges_inside and 0 <= self.common_node < n_nodes):
            raise ParameterError(
                f"The taxonomy in the encoding of column '{self.name}' is not a tree.", column=self.name
            )


def _node_of(table: Table, name: str, nodes: tuple[str, ...]) -> IntArray:
    node_of = known_codes(table, name, {node: index for index, node in enumerate(nodes)})
    advice = "Add the missing values to the taxonomy, or correct the column."
    refuse_values(table, name, node_of < 0, "outside its taxonomy", advice)
    return node_of


def _shares_below(tree: TaxonomyTree, shares: FloatArray) -> FloatArray:
    """The share of the records in each subtree; children stand behind their parents: one pass upwards."""
    below = shares.copy()
    for node in range(len(tree.nodes) - 1, 0, -1):
        below[tree.parent[node]] += below[node]
    return below


def _squares(tree: TaxonomyTree, length: FloatArray, share: FloatArray) -> FloatArray:
    """The squared distance of each node from the mean of all records; parents stand before their children."""
    squares = np.full(len(tree.nodes), float((length * share**2).sum()))
    for node in range(1, len(tree.nodes)):
        squares[node] = squares[tree.parent[node]] + length[node] * (1.0 - 2.0 * share[node])
    return squares
