"""Every method under a promise with uneven participation: python -m benchmarks.uneven_promise

5,000 Gaussian records in five dimensions, k = 5, acceptable failure 10⁻⁴. Each row: the cells as the method grew them
(repaired where the method goes by size), and after records were exchanged. CPU seconds are those of the whole run,
compilation excluded.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from benchmarks.results import write_result
from shoal import Partition, microaggregate
from shoal.partition.methods import METHODS
from shoal.partition.participation import promised, terms_of
from shoal.partition.problem import Problem
from shoal.partition.repair import repair

N_RECORDS, N_DIMS, K, FAILURE = 5_000, 5, 5, 1e-4
# one coordinate only; pairs only; slow; best is what auto chooses here
LEFT_OUT = ("optimal-1d", "matching", "noisy-pcl", "best")


def models(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Participation spread evenly, and two kinds of people."""
    return {
        "0.2 to 0.9": rng.uniform(0.2, 0.9, N_RECORDS),
        "0.1 or 0.9": np.where(rng.random(N_RECORDS) < 0.5, 0.1, 0.9),
    }


def grown(points: np.ndarray, method: str, shares: np.ndarray) -> Partition:
    """Without exchanging."""
    promise = promised(K, shares, FAILURE)
    terms = terms_of(promise, N_RECORDS, None)
    problem = Problem(points, terms.size, terms.weights, seed=0, promise=terms.uneven)
    cell_of = repair(points, METHODS[method]()(problem).cell_of, shares, K, FAILURE)
    return Partition.from_cells(points, cell_of, method=method, weights=terms.weights)


def main() -> None:
    """Grow, exchange, compare."""
    rng = np.random.default_rng(6)
    points = rng.standard_normal((N_RECORDS, N_DIMS))
    points = np.ascontiguousarray(points - points.mean(axis=0))
    lines = [
        "| participation | method | cells | grown loss, % | exchanged, % | smallest cell | worst failure | CPU s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    names = [name for name in METHODS if name not in LEFT_OUT]
    for model, shares in models(rng).items():
        for method in names:
            before = grown(points, method, shares)  # compiles, too
            began = process_time()
            after = microaggregate(points, K, method=method, participation=shares, failure=FAILURE, seed=0)
            seconds = process_time() - began
            worst = after.promise.cell_failures(after.cell_of).max()
            lines.append(
                f"| {model} | {method} | {after.n_cells} | {100 * before.loss:.2f} | {100 * after.loss:.2f} | "
                f"{after.sizes.min()} | {worst:.3g} | {seconds:.2f} |"
            )
            print(lines[-1], flush=True)
    write_result("uneven_promise", "Uneven participation", "python -m benchmarks.uneven_promise", lines)


if __name__ == "__main__":
    main()
