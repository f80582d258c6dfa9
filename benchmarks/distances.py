"""PCL in other distances than the squared Euclidean one: python -m benchmarks.distances

First a taxonomy: the mean tree distance of a record to the node that is released, with nodes inside the iteration of
PCL and after it. Then every distance on the same 2,000 positions: the loss in that distance of its own cells, and of
cells of squared distances that only get its best representatives; processor seconds, compiled before the clock starts,
and the smallest cell. Writes benchmarks/results/distances.md.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import polars as pl

import shoal
from benchmarks.results import write_result
from shoal.partition.distances.named import find_distance

LEAVES, RECORDS, K, DRAWS = 64, 240, 5, 6
METHODS = ("pcl", "pcl(starts=6)", "pcl(distance=taxonomy)", "pcl(distance=taxonomy, starts=6)", "auto")
POSITIONS = 2_000
NAMES = ("squared-euclidean", "euclidean", "manhattan", "cosine", "great-circle")


def node_distance(one: int, other: int) -> int:
    """Edges between two nodes of a binary tree whose node i has the children 2i and 2i + 1."""
    steps = 0
    while one != other:
        one, other = (one // 2, other) if one > other else (one, other // 2)
        steps += 1
    return steps


def taxonomy_lines() -> list[str]:
    """A line for each method: leaves that are equally likely, and leaves of shares 1, 1/2, 1/3, …"""
    lines = ["| method | even leaves | uneven leaves |", "|---|---|---|"]
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree.csv"
        rows = [f"n{node},{f'n{node // 2}' if node > 1 else ''}" for node in range(1, 2 * LEAVES)]
        tree.write_text("\n".join(["value,parent", *rows]) + "\n", encoding="utf-8")
        for method in METHODS:
            means = [
                np.mean([released(method, tree, draw, uneven=uneven) for draw in range(DRAWS)]) for uneven in (0, 1)
            ]
            lines.append(f"| `{method}` | {means[0]:.3f} | {means[1]:.3f} |")
            print(lines[-1], flush=True)
    return lines


def released(method: str, tree: Path, draw: int, *, uneven: int) -> float:
    """The mean distance to the released node."""
    rng = np.random.default_rng(draw)
    share = 1.0 / np.arange(1, LEAVES + 1) ** uneven
    leaf = rng.choice(np.arange(LEAVES, 2 * LEAVES), RECORDS, p=share / share.sum())
    table = pl.DataFrame({"job": [f"n{node}" for node in leaf], "answer": rng.integers(0, 2, RECORDS)})
    release = shoal.anonymize(
        table, k=K, quasi_identifiers=["job"], insensitive=["answer"], taxonomies={"job": tree},
        method=method, seed=draw, keep_order=True,
    )  # fmt: skip
    nodes = [int(node[1:]) for node in release.table["job"].to_list()]
    return float(np.mean([node_distance(int(one), other) for one, other in zip(leaf, nodes, strict=True)]))


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
