"""Shares of cells under a second mass: python -m benchmarks.two_masses

`Quantizer.fit` with ``cell_weights`` designs cells whose shares of these masses are prescribed. Each line: a population
of n samples with masses u, distortion weights v and m cells of equal shares, or of shares drawn at random. The share of
a cell divided by the prescribed one, the worst and the best of all cells; the heaviest sample as a part of the smallest
share, which is how far a cell of whole samples may be off; the distortion Σ v·‖x − centroid‖² / Σ v; and the seconds.
"resampled" ends with the samples that were drawn again in proportion to u, "two masses" goes on with both.

Writes benchmarks/results/two_masses.md.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from benchmarks.results import write_result
from shoal import PCL, PowerDiagram, Quantizer, microaggregate
from shoal.partition.sizes import check_shares
from shoal.partition.transport.workloads import drawn_evenly


def populations() -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]:
    """Points, weights in the distortion, masses, shares."""
    rng = np.random.default_rng(0)
    found = {}
    for name, n_samples, n_dims, n_cells in (
        ("Gaussian plane, log-normal masses", 2_000, 2, 50),
        ("Gaussian plane, log-normal masses", 10_000, 2, 50),
        ("Gaussian plane, log-normal masses", 10_000, 2, 200),
        ("Gaussian, five dimensions, log-normal masses", 10_000, 5, 50),
    ):
        points, masses = rng.standard_normal((n_samples, n_dims)), rng.lognormal(0.0, 0.8, n_samples)
        found[f"{name}, n = {n_samples:,}, m = {n_cells}"] = (
            points, np.ones(n_samples), masses, check_shares(None, n_cells),
        )  # fmt: skip
    points = rng.standard_normal((10_000, 2))
    persons = np.minimum(rng.geometric(0.45, 10_000), 9).astype(np.float64)
    shares = rng.uniform(0.5, 1.5, 40)
    found["Gaussian plane, households of 1 to 9, both masses, uneven shares, n = 10,000, m = 40"] = (
        points, 1.0 + np.abs(points[:, 0]), persons, shares / shares.sum(),
    )  # fmt: skip
    return found


def resampled(points: np.ndarray, weights: np.ndarray, masses: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The cell of every sample from PCL on samples that were drawn again, each of the same mass."""
    drawn, ratio = drawn_evenly(masses), weights / masses
    design = microaggregate(points[drawn], 2, method=PCL(shares=shares.tolist()), seed=0, weights=ratio[drawn])
    return PowerDiagram(design.sites, design.costs).assign(points, ratio)


def with_both(points: np.ndarray, weights: np.ndarray, masses: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """The same from `Quantizer.fit`."""
    model = Quantizer.fit(points, shares=shares.tolist(), seed=0, weights=weights, cell_weights=masses)
    return model.assign_points(points, weights=weights / masses)


def distortion(points: np.ndarray, weights: np.ndarray, cell_of: np.ndarray) -> float:
    """The weighted mean squared distance to the weighted mean of the cell."""
    total = np.bincount(cell_of, weights)
    means = np.array([np.bincount(cell_of, weights * column) for column in points.T]).T / total[:, None]
    return float((weights * ((points - means[cell_of]) ** 2).sum(axis=1)).sum() / weights.sum())


def main() -> None:
    """Both ways on every population, once before to compile."""
    rng = np.random.default_rng(1)
    for design in (resampled, with_both):
        design(rng.standard_normal((500, 2)), np.ones(500), rng.lognormal(size=500), check_shares(None, 5))
    lines = [
        "| population | heaviest ÷ smallest share | way | worst share | best share | distortion | seconds |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, (points, weights, masses, shares) in populations().items():
        heaviest = masses.max() / (masses.sum() * shares.min())
        for way, design in (("resampled", resampled), ("two masses", with_both)):
            started = perf_counter()
            cell_of = design(points, weights, masses, shares)
            seconds = perf_counter() - started
            ratio = np.bincount(cell_of, masses, len(shares)) / (masses.sum() * shares)
            lines.append(
                f"| {name} | {heaviest:.3f} | {way} | {ratio.min():.3f} | {ratio.max():.3f} "
                f"| {distortion(points, weights, cell_of):.5f} | {seconds:.1f} |"
            )
            print(lines[-1], flush=True)
    command = "python -m benchmarks.two_masses"
    write_result("two_masses", "Shares of cells under a second mass", command, lines)


if __name__ == "__main__":
    main()
