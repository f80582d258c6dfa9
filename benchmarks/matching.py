"""Optimal pairs beside other cells of at least two records: python -m benchmarks.matching [--budget SECONDS]

`matching` is optimal among cells of two (and one of three if the number of records is odd). `best` may use cells of
three as well. The last method begins with the pairs and improves them. Processor time is printed beside wall time.
Compiled before the clock starts. Writes benchmarks/results/matching.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import perf_counter, process_time

import numpy as np

from benchmarks.data import casc
from benchmarks.results import write_result

SETS = ("census", "tarragona", "eia")
GAUSSIAN = ((1_001, 2), (4_000, 2), (4_000, 10), (10_000, 2))  # 1,001: an odd number of records
SEED = 1


def point_sets() -> Iterator[tuple[str, np.ndarray]]:
    """The CASC sets, and Gaussian points."""
    for name in SETS:
        yield name, casc(name)
    for n_records, n_dims in GAUSSIAN:
        yield "Gaussian", np.random.default_rng(0).standard_normal((n_records, n_dims))


def rows(budget_s: float) -> Iterator[str]:
    """A row for each set and method."""
    from shoal import microaggregate

    yield "| set | n × d | method | loss, % | ÷ matching | s (cpu) | cells of 2, 3 | smallest cell |"
    yield "|---|---|---|---|---|---|---|---|"
    methods = (("matching", None), ("mdav", None), ("best", budget_s), ("best(start=matching)", budget_s))
    for name, points in point_sets():
        pairs = None
        for method, budget in methods:
            microaggregate(points[:61], 2, method=method, seed=SEED, budget_s=None if budget is None else 0.3)
            began, cpu_began = perf_counter(), process_time()
            found = microaggregate(points, 2, method=method, seed=SEED, budget_s=budget)
            seconds, cpu_s = perf_counter() - began, process_time() - cpu_began
            pairs = found if pairs is None else pairs
            label = method if budget is None else f"{method}, {budget:g} s"
            counts = np.bincount(found.sizes, minlength=4)
            row = (
                f"| {name} | {len(points):,} × {points.shape[1]} | {label} | {100 * found.loss:.5f} "
                f"| {found.sse / pairs.sse:.4f} | {seconds:.1f} ({cpu_s:.1f}) | {counts[2]:,}, {counts[3]:,} "
                f"| {found.sizes.min()} |"
            )
            print(row, flush=True)
            yield row


def main() -> None:
    """Compare them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--budget", type=float, default=10.0)
    arguments = parser.parse_args()
    command = f"python -m benchmarks.matching --budget {arguments.budget:g}"
    write_result("matching", "Optimal pairs", command, list(rows(arguments.budget)))


if __name__ == "__main__":
    main()
