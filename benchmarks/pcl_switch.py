"""From which cell size on Newton's method pays before shortest paths: `python -m benchmarks.pcl_switch`.

The same ten iterations of the assignment step, with and without Newton's method, from the same random records.
"""

from __future__ import annotations

from itertools import product
from time import perf_counter

import numpy as np

from benchmarks.results import write_result
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, alternate
from shoal.partition.pcl.starts import random_sites
from shoal.partition.sizes import even_sizes
from shoal.partition.transport.assignment import SizedAssignment

N_CELLS = 64
DIMENSIONS = (2, 4, 10)
SIZES = (10, 20, 50, 100, 200)
ITERATIONS = 10
REPEATS = 3  # the quickest of these


class ByNewton(SizedAssignment):
    """Always with Newton's method."""

    by_newton = True  # type: ignore[assignment]


class ByShortestPaths(SizedAssignment):
    """Never."""

    by_newton = False  # type: ignore[assignment]


def seconds(way: type[SizedAssignment], points: np.ndarray, sites: np.ndarray) -> tuple[float, float]:
    """Seconds and final SSE of ten iterations."""
    lloyd = LloydProblem(points, even_sizes(len(points), N_CELLS))
    lloyd.assign = way(lloyd.sizes)
    begun = perf_counter()
    state = alternate(lloyd, LloydState(sites, np.zeros(N_CELLS)), LloydOptions(iterations=ITERATIONS, tolerance=0.0))
    return perf_counter() - begun, state.sse


def main() -> None:
    """Time both ways for all sizes."""
    rows = []
    for n_dims, size in product(DIMENSIONS, SIZES):
        rng = np.random.default_rng(0)
        points = rng.standard_normal((size * N_CELLS, n_dims))
        sites = random_sites(points, N_CELLS, rng)
        seconds(ByNewton, points, sites), seconds(ByShortestPaths, points, sites)  # compile
        newton, newton_sse = min(seconds(ByNewton, points, sites) for _ in range(REPEATS))
        shortest_paths, paths_sse = min(seconds(ByShortestPaths, points, sites) for _ in range(REPEATS))
        ratios = f"{newton / shortest_paths:.2f} | {newton_sse / paths_sse:.5f}"
        rows.append(f"| {n_dims} | {size} | {newton:.3f} | {shortest_paths:.3f} | {ratios} |")
        print(rows[-1], flush=True)
    head = [
        "| d | records a cell | with Newton, s | shortest paths alone, s | time ratio | SSE ratio |",
        "|---|---|---|---|---|---|",
    ]
    write_result(
        "pcl_switch", "Newton's method or shortest paths alone", "python -m benchmarks.pcl_switch", [*head, *rows]
    )


if __name__ == "__main__":
    main()
