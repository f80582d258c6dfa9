"""Homes of a synthetic city in k-anonymous cells along its streets: python -m benchmarks.streets [--sizes small large]

The city is a grid whose crossings are moved at random, with one street in eight missing and a river that has a bridge
every 2 km; homes are dense around three centres, and a few metres off the streets. A cell is released as one crossing.
The loss is the mean way along the streets from a home to the crossing of its cell.

Peers in the same run: PCL by straight lines (squared Euclidean), released as the crossing nearest to the mean, or as
the best crossing of the same cells. All sizes are the same. Writes benchmarks/results/streets.md.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from benchmarks.results import write_result
from shoal import PCL, Graph, Partition, microaggregate

SIZES = {"small": (100, 10_000, 100), "middle": (178, 30_000, 300), "large": (330, 100_000, 1_000)}
BLOCK_M = 100.0
MISSING_STREETS = 0.125
BRIDGES = 20  # blocks between two bridges
DENSE_HOMES = 0.7  # around the centres; the others are anywhere
OFF_STREET_M = 12.0
COMPILING_SIDE = 60  # a graph large enough for the code of large ones


@dataclass(frozen=True)
class City:
    """Streets, and homes near them."""

    graph: Graph
    homes: np.ndarray


def city(side: int, n_homes: int, seed: int = 0) -> City:
    """A city of about side × side crossings."""
    rng = np.random.default_rng(seed)
    number = np.arange(side * side).reshape(side, side)
    across = np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])
    along = np.column_stack([number[:-1].ravel(), number[1:].ravel()])
    middle = side // 2
    over_river = (along[:, 0] // side == middle) & (along[:, 0] % side % BRIDGES != 0)
    along = along[~over_river]
    edges = np.vstack([across, along])
    edges = edges[rng.random(len(edges)) >= MISSING_STREETS]
    where = np.stack(np.meshgrid(np.arange(side), np.arange(side), indexing="ij"), axis=-1).reshape(-1, 2)
    positions = BLOCK_M * (where + rng.uniform(-0.3, 0.3, size=where.shape))
    graph = Graph.from_pieces(np.hstack([positions[edges[:, 0]], positions[edges[:, 1]]]), largest_part=True)
    return City(graph, _homes(graph, side * BLOCK_M, n_homes, rng))


def _homes(graph: Graph, width: float, n_homes: int, rng: np.random.Generator) -> np.ndarray:
    """Places beside the nearest streets of points that are drawn around three centres, and anywhere."""
    n_dense = int(DENSE_HOMES * n_homes)
    centres = width * np.array([[0.3, 0.3], [0.65, 0.55], [0.4, 0.75]])
    dense = centres[rng.integers(0, 3, n_dense)] + rng.normal(scale=0.12 * width, size=(n_dense, 2))
    anywhere = rng.uniform(0.0, width, size=(n_homes - n_dense, 2))
    drawn = np.clip(np.vstack([dense, anywhere]), 0.0, width)
    on_street = graph.original(graph.embedded(drawn))
    return on_street + rng.uniform(-OFF_STREET_M, OFF_STREET_M, size=on_street.shape)


def measured(
    name: str, seconds: tuple[float, float], here: City, partition: Partition, at: np.ndarray, sites: np.ndarray
) -> str:
    """One row: what was lost, in how long, and how small the smallest cell is."""
    way = here.graph.to_own(at, sites, partition.cell_of)
    sizes = np.bincount(partition.cell_of)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return (
        f"| {here.graph.n_vertices:,} | {len(at):,} | {len(sizes):,} | {name} | {way.mean():.1f} | "
        f"{np.quantile(way, 0.95):.1f} | {sizes.min()} | {seconds[0]:.1f} | {seconds[1]:.1f} | {peak:.1f} |"
    )


def timed(work: Callable[[], Any]) -> tuple[Any, tuple[float, float]]:
    """The result, the seconds, and the processor seconds, which other programs on the machine do not change much."""
    begun, processor_begun = perf_counter(), process_time()
    result = work()
    return result, (perf_counter() - begun, process_time() - processor_begun)


def compared(side: int, n_homes: int, n_cells: int) -> list[str]:
    """Along streets, and by straight lines."""
    here = city(side, n_homes)
    at = here.graph.embedded(here.homes)
    k = n_homes // n_cells
    along, seconds = timed(lambda: microaggregate(here.homes, k, method=PCL(distance=here.graph), seed=0))
    rows = [measured("PCL along streets", seconds, here, along, at, here.graph.embedded(along.centroids))]
    straight, seconds = timed(lambda: microaggregate(here.homes, k, method=PCL(), seed=0))
    nearest = cKDTree(here.graph.positions).query(straight.centroids)[1]
    sites = here.graph.embedded(here.graph.positions[nearest])
    rows.append(measured("PCL by straight lines, crossing nearest to the mean", seconds, here, straight, at, sites))
    sites, more = timed(lambda: here.graph.representatives(at, straight.cell_of, straight.n_cells))
    seconds = (seconds[0] + more[0], seconds[1] + more[1])
    rows.append(measured("PCL by straight lines, best crossing of each cell", seconds, here, straight, at, sites))
    return rows


def main() -> None:
    """Compare and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", nargs="+", choices=sorted(SIZES), default=list(SIZES))
    asked = parser.parse_args().sizes
    compared(COMPILING_SIDE, 2_000, 20)  # compiled code is not part of the seconds
    lines = [
        "Way: along the streets from a home to the crossing of its cell. s: wall time, which other programs on the",
        "machine lengthen; processor s: of all threads. GB: peak memory of the process so far.",
        "",
        "| crossings | homes | cells | method | mean way, m | 95 % below, m | smallest cell | s | processor s | GB |",
        "|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for size in asked:
        lines += compared(*SIZES[size])
        print("\n".join(lines[-3:]), flush=True)
    chosen = "" if asked == list(SIZES) else f" --sizes {' '.join(asked)}"
    write_result("streets", "k-anonymous cells along streets", f"python -m benchmarks.streets{chosen}", lines)


if __name__ == "__main__":
    main()
