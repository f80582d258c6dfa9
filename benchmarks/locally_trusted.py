"""Cells for the locally trusted mode against the paper's MDAV at equal n_min: python -m benchmarks.locally_trusted

The two sets of the p-probabilistic paper (10,000 Gaussian records of ten attributes; Census drawn to 10,000 records)
under promises of its tables. The paper forms cells of n_min records with MDAV. Here: PCL, `best` with a budget, and
what a survey really publishes, the cells of `design_frame`, which are PCL's as every respondent finds them by the rule
of the specification. The last column is a bound that no cells of these sizes can go below. CPU seconds, both cores
together; the budget of `best` is by the clock.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

import numpy as np
import polars as pl

from benchmarks.data import standardised
from benchmarks.reproduction.participation import N_DIMS, N_RECORDS, SEED, census_resampled
from benchmarks.results import write_result
from shoal import effective_anonymity, lower_bound, microaggregate
from shoal.survey.design.frame import design_frame

PROMISES = ((5, 0.75, 1e-5), (10, 0.75, 1e-5), (10, 0.5, 1e-5), (50, 0.75, 1e-5))
BUDGET_S = 20.0
BOUND_S = 10.0


def sets() -> dict[str, np.ndarray]:
    """As for the figures of the paper in docs/reproduction.md."""
    gaussian = np.random.default_rng(SEED).standard_normal((N_RECORDS, N_DIMS))
    return {"Gaussian": standardised(gaussian), "Census": census_resampled(N_RECORDS)}


def timed(make: Callable[[], tuple[float, int]]) -> tuple[float, int, float]:
    """Loss, smallest cell, CPU seconds."""
    begun = process_time()
    loss, smallest = make()
    return loss, smallest, process_time() - begun


def row(name: str, points: np.ndarray, promise: tuple[int, float, float], budget_s: float) -> str:
    """One line of the table."""
    k, participation, failure = promise
    n_min = effective_anonymity(k, participation, failure).n_min

    def cells(method: str, budget: float | None = None) -> tuple[float, int]:
        made = microaggregate(
            points, k, method=method, seed=0, budget_s=budget, participation=participation, failure=failure
        )
        return made.loss, int(made.sizes.min())

    def published() -> tuple[float, int]:
        frame = pl.DataFrame({f"v{column}": values for column, values in enumerate(points.T)})
        design = design_frame(
            frame, k=k, failure=failure, participation=participation, quasi_identifiers=frame.columns, seed=0
        )
        return design.loss, int(design.specification.frame_counts.min())

    base = timed(lambda: cells("mdav"))
    ways = (timed(lambda: cells("pcl")), timed(lambda: cells("best", budget_s)), timed(published))
    sst = float(((points - points.mean(axis=0)) ** 2).sum())
    least = lower_bound(points, n_min, budget_s=BOUND_S) / sst
    parts = [f"{100 * loss:.3f} | {smallest} | {seconds:.1f}" for loss, smallest, seconds in (base, *ways)]
    ratios = [way[0] / base[0] for way in ways]
    said = " | ".join(f"{ratio:.3f}" for ratio in ratios)
    asked = f"{k}, {participation:g}, {failure:g}"
    return f"| {name} | {asked} | {n_min} | {' | '.join(parts)} | {said} | {least / base[0]:.3f} |"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget-s", type=float, default=BUDGET_S, help="for best")
    budget_s = parser.parse_args().budget_s
    row("", sets()["Gaussian"][:400, :2], (2, 0.9, 1e-2), 1.0)  # compiles
    lines = [
        f"loss: 100·SSE/SST; s: CPU seconds; `best` with {budget_s:g} s by the clock.",
        "",
        "| data | k, π, p̄ | n_min | MDAV | smallest | s | pcl | smallest | s | best | smallest | s | design_frame "
        "| smallest | s | pcl ÷ MDAV | best ÷ MDAV | design_frame ÷ MDAV | bound ÷ MDAV |",
        "|" + "---|" * 19,
    ]
    for name, points in sets().items():
        for promise in PROMISES:
            lines.append(row(name, points, promise, budget_s))
            print(lines[-1], flush=True)
    command = "python -m benchmarks.locally_trusted"
    write_result("locally_trusted", "Cells for the locally trusted mode", command, lines)


if __name__ == "__main__":
    main()
