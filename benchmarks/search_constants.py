"""How much the constants of the search matter: python -m benchmarks.search_constants

Each constant of `partition/search` that acts on the result of given steps is lowered and raised, everything else
stays, and the same steps are taken from the same starts. The table has the loss and the processor time, divided by
those with the constant as it is, as means over the sets on which the constant acts and over the seeds. Another seed
alone changes the loss as well: the last line says how much. Constants that only a clock brings into play are missing.

Writes benchmarks/results/search_constants.md.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import process_time
from typing import NamedTuple

import numpy as np

from benchmarks.results import write_result

SEEDS = (1, 2)
CHOICES = ("anneal(1500, level=2)", "recombine", "anneal(300)", "choose(0.25)")
COOLING = ("anneal(1500, level=0.7)", "anneal(500)")
BLOCKS = ("anneal(60, level=2)", "anneal(30, level=0.5)", "anneal(30, level=0.5)")


class Case(NamedTuple):
    """Points, k, and the steps that are taken."""

    points: np.ndarray
    k: int
    steps: tuple[str, ...]


class Constant(NamedTuple):
    """A constant, another value below and one above, and the sets on which it acts."""

    module: str
    name: str
    low: object
    high: object
    sets: tuple[str, ...]


SHAPES = ("Gaussian", "heavy tails", "counts", "large cells")
PROGRAMS = ("Gaussian", "heavy tails", "counts")
CONSTANTS = (
    Constant("annealing", "NEAR", 8, 32, SHAPES),
    Constant("annealing", "FAR", 1, 4, ("large cells",)),
    Constant("annealing", "FARTHEST", 64, 256, ("very large cells",)),
    Constant("annealing", "HEAT_NEIGHBOURS", 32, 128, ("very large cells",)),
    Constant("annealing", "OWN_HEAT", 0.4, 1.0, SHAPES),
    Constant("annealing", "LEAST_HEAT", 1e-8, 1e-4, ("counts", "heavy tails")),
    Constant("annealing", "CROWDED_DIMS", 2, 8, ("counts", "large cells")),
    Constant("annealing", "COLD", 0.01, 0.1, SHAPES),
    Constant("annealing", "UPHEAVALS", 0.0, 0.08, SHAPES),
    Constant("annealing", "UPHEAVAL_RECORDS", 4, 16, ("large cells", "very large cells")),
    Constant("annealing", "BATCHES", 10, 40, SHAPES),
    Constant("annealing", "LEAST_BATCH", 5_000, 80_000, SHAPES),
    Constant("annealing", "DESCENT", 3, 30, SHAPES),
    Constant("annealing", "POOLED", 0.2, 0.8, PROGRAMS),
    Constant("state", "CHAINS", 1, 4, SHAPES),
    Constant("set_partitioning", "SLACK", 0.02, 0.2, PROGRAMS),
    Constant("set_partitioning", "MOST_CELLS", 10_000, 240_000, PROGRAMS),
    Constant("set_partitioning", "SURE", 0.9, 1.0, PROGRAMS),
    Constant("set_partitioning", "LIKELY", 0.25, 0.75, PROGRAMS),
    Constant("set_partitioning", "STEPS", 5, 45, PROGRAMS),
    Constant("set_partitioning", "REST", 40, 360, PROGRAMS),
    Constant("set_partitioning", "NODES", 100, 10_000, PROGRAMS),
    Constant("set_partitioning", "CLOSE_ENOUGH", 1e-6, 1e-3, PROGRAMS),
    Constant("decomposition", "BLOCK_SHARE", 0.3, 0.9, ("blocks",)),
    Constant("decomposition", "CELLS_OF_A_BLOCK", 5, 80, ("blocks of large cells",)),
    Constant("decomposition", "CUT_RANGE", (0.45, 0.55), (0.2, 0.8), ("blocks",)),
    Constant("one_hot", "LEAST_COORDINATES", 8, 32, ("categories",)),
)


@cache
def case(name: str) -> Case:
    """The sets: drawn once, the same in every run."""
    rng = np.random.default_rng(20)
    if name == "Gaussian":
        return Case(rng.standard_normal((1_000, 5)), 3, CHOICES)
    if name == "heavy tails":
        return Case(rng.standard_t(2, (1_000, 4)), 5, CHOICES)
    if name == "counts":
        return Case(rng.poisson(6, (1_500, 2)).astype(float), 5, CHOICES)
    if name == "large cells":
        return Case(rng.standard_normal((1_500, 3)) + 3 * rng.integers(0, 3, (1_500, 1)), 25, COOLING)
    if name == "very large cells":
        return Case(rng.standard_normal((2_000, 3)), 100, COOLING)
    if name == "blocks":
        return Case(rng.standard_normal((25_000, 3)), 5, BLOCKS)
    if name == "blocks of large cells":
        return Case(rng.standard_normal((25_000, 3)), 500, BLOCKS)
    marks = [np.eye(length)[rng.integers(0, length, 1_000)] for length in (12, 24)]
    return Case(np.hstack([rng.standard_normal((1_000, 3)), *marks]), 5, COOLING)


@contextmanager
def changed(constant: Constant, value: object) -> Iterator[None]:
    """The constant has this value, in its module and in those of the search that import it."""
    home = importlib.import_module(f"shoal.partition.search.{constant.module}")
    as_it_is = getattr(home, constant.name)
    others = [
        module
        for name, module in sys.modules.items()
        if name.startswith("shoal.partition.search.") and vars(module).get(constant.name) is as_it_is
    ]
    for module in others:
        setattr(module, constant.name, value)
    try:
        yield
    finally:
        for module in others:
            setattr(module, constant.name, as_it_is)


def measured(name: str, seed: int) -> tuple[float, float]:
    """Loss and processor seconds of the steps of a set."""
    from shoal import Best, microaggregate

    points, k, steps = case(name)
    began = process_time()
    found = microaggregate(points, k, method=Best(start="mdav", steps=list(steps)), seed=seed)
    return found.loss, process_time() - began


def ratios(constant: Constant, value: object, as_it_is: dict[tuple[str, int], tuple[float, float]]) -> np.ndarray:
    """Loss and time with this value, divided by those with the constant as it is: means."""
    with changed(constant, value):
        found = [np.divide(measured(name, seed), as_it_is[name, seed]) for name in constant.sets for seed in SEEDS]
    return np.mean(found, axis=0)


def row_of(constant: Constant, as_it_is: dict[tuple[str, int], tuple[float, float]]) -> str:
    """A line of the table."""
    now = getattr(importlib.import_module(f"shoal.partition.search.{constant.module}"), constant.name)
    cells = []
    for value in (constant.low, constant.high):
        loss, time = ratios(constant, value, as_it_is)
        cells.append(f"{value}: {loss:.4f} ({time:.2f})")
    return f"| `{constant.name}` | {now} | {' | '.join(cells)} | {', '.join(constant.sets)} |"


def spread(as_it_is: dict[tuple[str, int], tuple[float, float]], names: Sequence[str]) -> str:
    """How far the losses of two seeds are apart, as a share: the mean over the sets, and the largest."""
    apart = [np.ptp(losses) / np.mean(losses) for losses in ([as_it_is[n, s][0] for s in SEEDS] for n in names)]
    return f"{np.mean(apart):.4f} in the mean over the sets, {max(apart):.4f} at most"


def main() -> None:
    """Measure and write the table."""
    names = sorted({name for constant in CONSTANTS for name in constant.sets})
    for name in names:
        measured(name, 0)  # compiles
    as_it_is = {(name, seed): measured(name, seed) for name in names for seed in SEEDS}
    lines = [
        "Loss, and in brackets processor time, divided by those with the constant as it is.",
        "",
        "| constant | as it is | lower | higher | sets |",
        "|---|---|---|---|---|",
    ]
    for constant in CONSTANTS:
        lines.append(row_of(constant, as_it_is))
        print(lines[-1], flush=True)
    lines += ["", f"Losses of {len(SEEDS)} seeds are apart by {spread(as_it_is, names)}."]
    write_result("search_constants", "Constants of the search", "python -m benchmarks.search_constants", lines)


if __name__ == "__main__":
    main()
