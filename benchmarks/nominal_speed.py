"""A category of 240 values, and recombinations that take long: python -m benchmarks.nominal_speed

First the annealing alone, on 3,000 records with a category of 240 values and three numbers: with the coordinates of the
category passed over, and with them looked up (`kernels/search/one_hot.py`). Then whole partitions, by `auto` and by the
steps of `auto` with a recombination that is never given up. Processor seconds, loss and smallest cell; compiled before
the clock starts. Writes benchmarks/results/nominal_speed.md.
"""

from __future__ import annotations

from dataclasses import replace
from time import process_time, thread_time

import numpy as np

import shoal
from benchmarks.results import write_result
from shoal.partition.microaggregate import centred_points
from shoal.partition.problem import Problem
from shoal.partition.search.annealing import Block, Chain
from shoal.partition.search.default_steps import quick_steps
from shoal.partition.search.one_hot import Apart
from shoal.partition.search.steps import Recombine

RECORDS, CATEGORIES, K, SEED = 3_000, 240, 5, 0
TRIALS = 3_000_000


def category_and_numbers() -> np.ndarray:
    """Indicators whose variances add up to 1, and three numbers of variance 1."""
    rng = np.random.default_rng(SEED)
    codes = np.concatenate([np.arange(CATEGORIES), rng.integers(0, CATEGORIES, RECORDS - CATEGORIES)])
    points = np.zeros((RECORDS, CATEGORIES))
    points[np.arange(RECORDS), codes] = 1.0
    points /= np.sqrt(points.var(axis=0).sum())
    return centred_points(np.hstack([points, rng.normal(size=(RECORDS, 3))]))[0]


def numbers(n_records: int, n_dims: int) -> np.ndarray:
    """Gaussian points."""
    return np.random.default_rng(SEED).normal(size=(n_records, n_dims))


def never_given_up(points: np.ndarray) -> shoal.Best:
    """The steps of `auto`, without a limit of pivots."""
    steps = quick_steps(Problem(points, K))
    return shoal.Best(steps=[replace(step, pivots=None) if isinstance(step, Recombine) else step for step in steps])


def annealed(block: Block) -> tuple[float, np.ndarray]:
    """Seconds of a chain of trials, and its cells."""
    chain = Chain(block, np.arange(RECORDS) // K, (SEED,))
    chain.run(2.0, 2.0, 1)  # compiles
    begun = thread_time()
    chain.run(2.0, 0.03, TRIALS)
    return thread_time() - begun, chain.cell_of


def main() -> None:
    """Both tables."""
    points = category_and_numbers()
    block = Block.of(points, K)
    none = Apart(points, np.empty((RECORDS, 0), dtype=np.int32), np.empty(0))
    before, cells = annealed(replace(block, apart=none, terrain=block.terrain._replace(points=points)))
    after, same_cells = annealed(block)
    verdict = "the same cells" if np.array_equal(cells, same_cells) else "other cells"
    lines = [
        f"Annealing, {TRIALS:,} trials: {before:.2f} s with all {points.shape[1]} coordinates passed over, "
        f"{after:.2f} s with {CATEGORIES} of them looked up; {verdict}.",
        "",
        f"| records | method, k = {K} | processor s | loss | smallest cell |",
        "|---|---|---|---|---|",
    ]
    tables = {
        f"{RECORDS:,}, a category of {CATEGORIES} values and 3 numbers": points,
        "1,000, 10 numbers": numbers(1_000, 10),
        f"{RECORDS:,}, 5 numbers": numbers(RECORDS, 5),
    }
    shoal.microaggregate(numbers(300, 3), K, seed=SEED)  # compiles
    for name, table in tables.items():
        for method in (never_given_up(table), "auto"):
            begun = process_time()
            found = shoal.microaggregate(table, K, method=method, seed=SEED)
            took = process_time() - begun
            lines.append(f"| {name} | {found.method} | {took:.1f} | {100 * found.loss:.2f} % | {found.sizes.min()} |")
            print(lines[-1], flush=True)
    write_result("nominal_speed", "Large categories, long recombinations", "python -m benchmarks.nominal_speed", lines)


if __name__ == "__main__":
    main()
