"""From which cell size on Newton's method pays before records are shipped: `python -m benchmarks.pcl_switch`.

The same ten iterations of the assignment step, with and without Newton's method, from the same random records.
"""

from __future__ import annotations

from itertools import product
from time import perf_counter

import numpy as np

from benchmarks.results import write_result
from shoal.partition.pcl.lloyd import Course, Crew, Pace, alternate
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


class ByShipping(SizedAssignment):
    """Never."""

    by_newton = False  # type: ignore[assignment]


def seconds(way: type[SizedAssignment], points: np.ndarray, sites: np.ndarray) -> tuple[float, float]:
    """Seconds and final SSE of ten iterations."""
    crew = Crew(points, even_sizes(len(points), N_CELLS))
    crew.assign = way(crew.sizes)
    begun = perf_counter()
    course = alternate(crew, Course(sites, np.zeros(N_CELLS)), Pace(iterations=ITERATIONS, tolerance=0.0))
    return perf_counter() - begun, course.sse


def main() -> None:
    """Time both ways for all sizes."""
    rows = []
    for n_dims, size in product(DIMENSIONS, SIZES):
        rng = np.random.default_rng(0)
        points = rng.standard_normal((size * N_CELLS, n_dims))
        sites = random_sites(points, N_CELLS, rng)
        seconds(ByNewton, points, sites), seconds(ByShipping, points, sites)  # compile
        newton, newton_sse = min(seconds(ByNewton, points, sites) for _ in range(REPEATS))
        shipping, shipping_sse = min(seconds(ByShipping, points, sites) for _ in range(REPEATS))
        ratios = f"{newton / shipping:.2f} | {newton_sse / shipping_sse:.5f}"
        rows.append(f"| {n_dims} | {size} | {newton:.3f} | {shipping:.3f} | {ratios} |")
        print(rows[-1], flush=True)
    head = [
        "| d | records a cell | with Newton, s | shipping alone, s | time ratio | SSE ratio |",
        "|---|---|---|---|---|---|",
    ]
    write_result("pcl_switch", "Newton's method or shipping alone", "python -m benchmarks.pcl_switch", [*head, *rows])


if __name__ == "__main__":
    main()
