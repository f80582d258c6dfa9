"""The Lloyd iteration of PCL: best cells for the sites, best sites for the cells.

Given the sites, `SizedAssignment` finds the best cells of the prescribed sizes; given the cells, their means are the
best sites, or for another distance than the squared Euclidean one the representatives that it asks for. Each step can
only lower the distortion, from any start, as long as the sites move all the way to the means (speed 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import StepClock
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN

SCALE_SAMPLE = 1_000  # records are enough to measure the width of a cell

ReportProgress = Callable[[float], None]  # called with the share of the work done; it may raise an interrupt


def ignore_progress(share: float) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class LloydOptions:
    """Stopping rule and step length of the Lloyd iteration."""

    speed: float = 1.0  # of the way from the old site to the mean
    iterations: int = 100
    tolerance: float = 1e-4  # stop when an iteration gains less than this share of the distortion
    clock: StepClock = field(default_factory=StepClock)  # asked before every step


@dataclass(frozen=True)
class LloydState:
    """Sites and costs, their cells, and the SSE after every iteration."""

    sites: FloatArray
    costs: FloatArray
    cell_of: IntArray | None = None
    sse: float = np.inf
    history: tuple[float, ...] = ()


def cells_of(state: LloydState) -> IntArray:
    """The cells of a state; every state after an iteration has them."""
    if state.cell_of is None:  # there is always one iteration; for the type checker
        raise RuntimeError("a design ended before its first iteration")
    return state.cell_of


@dataclass
class LloydProblem:
    """The points and prescribed sizes, with what is built once for all iterations."""

    points: FloatArray
    sizes: IntArray
    weights: FloatArray | None = None
    threads: int = 1
    measure: Distance = SQUARED_EUCLIDEAN
    assign: SizedAssignment = field(init=False)
    tree: Any = field(init=False)

    def __post_init__(self) -> None:
        self.assign = SizedAssignment(self.sizes, self.weights, self.threads, self.measure)
        self.tree = self.measure.search_tree(self.points)

    def means(self, cell_of: IntArray, sites: FloatArray | None = None) -> FloatArray:
        """The centroids of the cells; the best representatives for another distance, no worse than ``sites``."""
        return self.measure.representatives(self.points, cell_of, len(self.sizes), self.weights, sites)

    def mean_square(self, sites: FloatArray) -> float:
        """The mean squared distance of a sample of the records to the nearest site."""
        sample = self.points[:: max(1, len(self.points) // SCALE_SAMPLE)]
        own = PowerDiagram(sites, np.zeros(len(sites))).assign(sample, threads=1)
        return float(((sample - sites[own]) ** 2).sum(axis=1).mean())

    def sse(self, cell_of: IntArray, centroids: FloatArray) -> float:
        """The distortion of the cells about these centroids."""
        return self.measure.distortion(self.points, centroids, cell_of, self.weights)


def alternate(
    lloyd: LloydProblem, start: LloydState, options: LloydOptions, report: ReportProgress = ignore_progress
) -> LloydState:
    """Iterate from ``start`` until nothing changes, the gain is small, or the time is up.

    Fresh sites may be records, and sites are published. So they always move to the means once, and all the way: then no
    site is a record or contains a share of one.
    """
    state = start
    sites = start.sites
    at_least = 2 if start.cell_of is None else 0
    for iteration in range(max(options.iterations, at_least)):
        if iteration >= at_least and options.clock.late():
            break
        lloyd.assign.check_interrupt = partial(report, iteration / options.iterations)
        lloyd.assign.check_interrupt()
        cell_of, costs = lloyd.assign(lloyd.points, sites, state.costs, state.cell_of, lloyd.tree)
        unchanged = state.cell_of is not None and bool(np.array_equal(cell_of, state.cell_of))
        means = lloyd.means(cell_of, sites)
        sse = lloyd.sse(cell_of, means)
        gain = state.sse - sse
        state = LloydState(sites, costs, cell_of, sse, (*state.history, sse))
        if (unchanged and options.speed == 1.0) or 0.0 <= gain <= options.tolerance * sse:
            break
        speed = 1.0 if iteration == 0 and start.cell_of is None else options.speed
        sites = means if speed == 1.0 else lloyd.measure.brought_back(speed * means + (1.0 - speed) * sites)
    return state
