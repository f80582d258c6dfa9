"""PCL in other distances than the squared Euclidean one: python -m benchmarks.distances

First taxonomies of 64 leaves: the mean tree distance of a record to the node that is released, with nodes inside the
iteration of PCL and after it, and of a plain alternation of best nodes and best cells. Then every distance on the same
2,000 positions: the loss in that distance of its own cells, and of cells of squared distances that only get its best
representatives; processor seconds, compiled before the clock starts, and the smallest cell. Writes
benchmarks/results/distances.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import polars as pl
from scipy.optimize import linear_sum_assignment

import shoal
from benchmarks.results import write_result
from shoal.partition.distances.named import find_distance

RECORDS, K, DRAWS = 240, 5, 6
UNEVEN = 0.5  # parameter of the Dirichlet distribution of the leaves' shares
PLAIN, PLAIN_STARTS = "plain alternation, 6 starts", 6
METHODS = ("pcl", "pcl(starts=6)", "pcl(distance=taxonomy)", "pcl(distance=taxonomy, starts=6)", "auto")
POSITIONS = 2_000
NAMES = ("squared-euclidean", "euclidean", "manhattan", "cosine", "great-circle")


@dataclass(frozen=True)
class Tree:
    """A regular tree; the parents of its nodes, its leaves, and the edges between all pairs of nodes."""

    parent: list[int]
    leaves: list[int]
    ways: np.ndarray

    @classmethod
    def of(cls, *branches: int) -> Tree:
        """The tree whose nodes branch so on each level."""
        parent, level = [-1], [0]
        for n_children in branches:
            children = [above for above in level for _ in range(n_children)]
            level = list(range(len(parent), len(parent) + len(children)))
            parent += children
        above = [{node} for node in range(len(parent))]
        for node in range(1, len(parent)):
            above[node] |= above[parent[node]]
        ways = np.array([[len(one ^ other) for other in above] for one in above], dtype=np.float64)
        return cls(parent, level, ways)

    def written(self, path: Path) -> Path:
        """As the file of a taxonomy."""
        rows = [f"n{node},{'' if above < 0 else f'n{above}'}" for node, above in enumerate(self.parent)]
        path.write_text("\n".join(["value,parent", *rows]) + "\n", encoding="utf-8")
        return path


BINARY, BY_FOUR = Tree.of(2, 2, 2, 2, 2, 2), Tree.of(4, 4, 4)
COLUMNS: dict[str, tuple[Tree, float | None, Sequence[int]]] = {  # tree, unevenness, draws
    "binary, even": (BINARY, None, range(DRAWS)),
    "binary, uneven": (BINARY, UNEVEN, range(DRAWS)),
    "4 × 4 × 4, even": (BY_FOUR, None, range(DRAWS)),
    "4 × 4 × 4, uneven": (BY_FOUR, UNEVEN, range(DRAWS)),
    "its draw 0": (BY_FOUR, UNEVEN, range(1)),
}


def taxonomy_lines() -> list[str]:
    """A line for each method: leaves that are equally likely, and leaves of Dirichlet shares."""
    lines = [f"| method | {' | '.join(COLUMNS)} |", f"|---|{'---|' * len(COLUMNS)}"]
    for method in (*METHODS, PLAIN):
        means = [
            np.mean([released(method, tree, draw, uneven) for draw in draws])
            for tree, uneven, draws in COLUMNS.values()
        ]
        name = method if method == PLAIN else f"`{method}`"
        lines.append(f"| {name} | {' | '.join(f'{mean:.3f}' for mean in means)} |")
        print(lines[-1], flush=True)
    return lines


def released(method: str, tree: Tree, draw: int, uneven: float | None) -> float:
    """The mean distance to the released node."""
    rng = np.random.default_rng(draw)
    share = None if uneven is None else rng.dirichlet(np.full(len(tree.leaves), uneven))
    leaf = rng.choice(tree.leaves, RECORDS, p=share)
    if method == PLAIN:
        return min(plain_alternation(tree.ways, leaf, seed) for seed in range(PLAIN_STARTS))
    table = pl.DataFrame({"job": [f"n{node}" for node in leaf], "answer": ["x"] * RECORDS})
    with TemporaryDirectory() as folder:
        release = shoal.anonymize(
            table, k=K, quasi_identifiers=["job"], insensitive=["answer"], method=method, seed=draw, keep_order=True,
            taxonomies={"job": tree.written(Path(folder) / "tree.csv")},
        )  # fmt: skip
    nodes = [int(node[1:]) for node in release.table["job"].to_list()]
    return float(tree.ways[leaf, nodes].mean())


def plain_alternation(ways: np.ndarray, leaf: np.ndarray, seed: int) -> float:
    """The mean way to the node of each cell: best nodes and best cells of k in turn, beginning with random records."""
    n_cells = len(leaf) // K
    node = leaf[np.random.default_rng(seed).choice(len(leaf), n_cells, replace=False)]
    least = np.inf
    while True:
        records, slots = linear_sum_assignment(np.repeat(ways[np.ix_(leaf, node)], K, axis=1))
        totals = np.zeros((n_cells, len(ways)))
        np.add.at(totals, slots // K, ways[leaf[records]])
        node = totals.argmin(axis=1)
        if totals.min(axis=1).sum() >= least:
            return float(least) / len(leaf)
        least = totals.min(axis=1).sum()


def distance_lines() -> list[str]:
    """A line for each distance."""
    rng = np.random.default_rng(0)
    points = np.array([45.0, 7.0]) + rng.normal(size=(POSITIONS, 2))
    squared = shoal.microaggregate(points, K, method=shoal.PCL(), seed=0)
    lines = [
        "| distance | loss of its own cells, % | loss of squared cells, % | s (cpu) | smallest cell |",
        "|---|---|---|---|---|",
    ]
    for name in NAMES:
        measure = find_distance(name)
        method = shoal.PCL(distance=name)
        shoal.microaggregate(points[:100], K, method=method, seed=0)  # compiles
        begun = process_time()
        own = shoal.microaggregate(points, K, method=method, seed=0)
        seconds = process_time() - begun
        embedded = measure.embedded(points)
        best = measure.representatives(embedded, squared.cell_of, squared.n_cells)
        of_squared = measure.distortion(embedded, best, squared.cell_of) / own.sst
        lines.append(f"| {name} | {100 * own.loss:.3f} | {100 * of_squared:.3f} | {seconds:.1f} | {own.sizes.min()} |")
        print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Both tables."""
    lines = [
        *taxonomy_lines(),
        "",
        f"The same {POSITIONS:,} positions, k = {K}, in every distance:",
        "",
        *distance_lines(),
    ]
    write_result("distances", "PCL in other distances", "python -m benchmarks.distances", lines)


if __name__ == "__main__":
    main()
