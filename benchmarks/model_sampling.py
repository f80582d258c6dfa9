"""Shares of cells that were designed on samples of a model, by how these are drawn: python -m benchmarks.model_sampling

Standard Gaussians on a line, in the plane and in space, cells of equal probability, 200 samples a cell. The samples are
independent (a function that draws), points of a Sobol' sequence (scipy's normal), or taken along a curve through the
tiles of a grid (`Density`; in the plane also `Raster` with 400 × 400 pixels). The error is that of the
probabilities of the cells on fresh points, relative to the probability asked for: root mean square
and largest over three seeds. "Floor" is the error that the fresh points alone would show. Loss is that of the fresh
points, smallest cell that of the samples. Writes benchmarks/results/model_sampling.md.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.results import write_result

SEEDS = (0, 1, 2)
SAMPLES_PER_CELL = 200
FRESH = 4_000_000
REACH = 7.0  # of the grids: beyond it is 3e-12 of the population
PIXELS = 400
CASES = ((1, 20), (2, 100), (3, 100))  # dimensions and cells


def independent(n_dims: int) -> Any:
    """A function that draws."""
    return lambda n, rng: rng.standard_normal((n, n_dims))


def sobol(n_dims: int) -> Any:
    """The normal of scipy."""
    return stats.multivariate_normal(np.zeros(n_dims))


def curve(n_dims: int) -> Any:
    """The density on a box."""
    from shoal import Density

    return Density(lambda points: np.exp(-0.5 * (points**2).sum(axis=1)), [(-REACH, REACH)] * n_dims)


def raster(n_dims: int) -> Any:
    """The probabilities of pixels."""
    from shoal import Raster

    shares = np.diff(stats.norm.cdf(np.linspace(-REACH, REACH, PIXELS + 1)))
    return Raster(np.multiply.outer(shares, shares), [(-REACH, REACH)] * n_dims)


SOURCES: dict[str, Callable[[int], Any]] = {
    "independent": independent,
    "Sobol'": sobol,
    "density": curve,
    "raster": raster,
}


def measure(name: str, n_dims: int, n_cells: int) -> list[str]:
    """One row of the table."""
    from shoal import Quantizer

    fresh = np.random.default_rng(99).standard_normal((FRESH, n_dims))
    errors, losses, seconds, smallest = [], [], [], []
    for seed in SEEDS:
        began = perf_counter()
        quantizer = Quantizer.fit(SOURCES[name](n_dims), cells=n_cells, samples=SAMPLES_PER_CELL * n_cells, seed=seed)
        seconds.append(perf_counter() - began)
        cell_of = quantizer.assign_points(fresh)
        errors.append(np.bincount(cell_of, minlength=n_cells) * n_cells / FRESH - 1)
        losses.append(((fresh - quantizer.centroids[cell_of]) ** 2).sum() / ((fresh - fresh.mean(axis=0)) ** 2).sum())
        smallest.append(int(quantizer.sizes.min()))
    error = np.array(errors)
    return [
        str(n_dims),
        str(n_cells),
        name,
        f"{100 * np.sqrt((error**2).mean()):.2f} %",
        f"{100 * np.abs(error).max():.1f} %",
        f"{100 * np.sqrt(n_cells / FRESH):.2f} %",
        f"{100 * np.mean(losses):.3f} %",
        str(min(smallest)),
        f"{np.median(seconds):.1f}",
    ]


def main() -> None:
    """All rows."""
    columns = (
        "d",
        "cells",
        "samples drawn",
        "error of a share",
        "largest",
        "floor",
        "loss",
        "smallest cell",
        "seconds",
    )
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    for n_dims, n_cells in CASES:
        for name in SOURCES:
            if name != "raster" or n_dims == 2:
                lines.append("| " + " | ".join(measure(name, n_dims, n_cells)) + " |")
                print(lines[-1], flush=True)
    write_result(
        "model_sampling", "Shares of cells by how samples are drawn", "python -m benchmarks.model_sampling", lines
    )


if __name__ == "__main__":
    main()
