"""The alternation at the heart of PCL: best cells for the sites, best sites for the cells.

Given the sites, `SizedAssignment` finds the best cells of the prescribed sizes; given the cells, their means are the
best sites. Each step can only lower the distortion, from any start, as long as the sites move all the way to the means
(speed 1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import StepClock
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.power_diagram import PLAIN, PowerDiagram

SCALE_SAMPLE = 1_000  # records are enough to tell how wide a cell is

Watch = Callable[[float], None]  # called with the share of the work that is done; an interrupt is noticed there


def nobody_watches(share: float) -> None:
    """Nobody is watching."""


@dataclass(frozen=True)
class Pace:
    """When to stop, and how far the sites move."""

    speed: float = 1.0  # of the way from the old site to the mean
    iterations: int = 100
    tolerance: float = 1e-4  # stop when an iteration gains less than this share of the distortion
    clock: StepClock = field(default_factory=StepClock)  # asked before every step


@dataclass(frozen=True)
class Course:
    """Where the alternation stands: sites and costs, the cells they give, and the SSE after every iteration."""

    sites: FloatArray
    costs: FloatArray
    cell_of: IntArray | None = None
    sse: float = np.inf
    history: tuple[float, ...] = ()


@dataclass
class Crew:
    """The points and everything that is made once for all iterations over them."""

    points: FloatArray
    sizes: IntArray
    weights: FloatArray | None = None
    threads: int = 1
    assign: SizedAssignment = field(init=False)
    tree: Any = field(init=False)

    def __post_init__(self) -> None:
        from shoal.kernels.neighbours.free_records import free_records

        self.assign = SizedAssignment(self.sizes, self.weights, self.threads)
        self.tree = free_records(self.points)

    def means(self, cell_of: IntArray) -> FloatArray:
        """The centroids of the cells."""
        from shoal.kernels.transport.borders import cell_means

        n_cells = len(self.sizes)
        means = np.empty((n_cells, self.points.shape[1]))
        weight = PLAIN if self.weights is None else self.weights
        cell_means(self.points, weight, cell_of, np.empty(n_cells), np.empty(n_cells, dtype=np.int64), means)
        return means

    def mean_square(self, sites: FloatArray) -> float:
        """The mean squared distance of a sample of the records to the nearest site."""
        sample = self.points[:: max(1, len(self.points) // SCALE_SAMPLE)]
        own = PowerDiagram(sites, np.zeros(len(sites))).assign(sample, threads=1)
        return float(((sample - sites[own]) ** 2).sum(axis=1).mean())

    def sse(self, cell_of: IntArray, centroids: FloatArray) -> float:
        """The distortion of the cells about these centroids."""
        from shoal.kernels.transport.borders import squared_error

        weight = PLAIN if self.weights is None else self.weights
        return float(squared_error(self.points, weight, cell_of, centroids))


def alternate(crew: Crew, start: Course, pace: Pace, watch: Watch = nobody_watches) -> Course:
    """Iterate from ``start`` until nothing changes, the gain is small, or the pace says stop.

    Fresh sites may be records, and a site is published: they always move to means once, and all the way, so that no
    site is a record or keeps a share of one.
    """
    course = start
    sites = start.sites
    at_least = 2 if start.cell_of is None else 0
    for iteration in range(max(pace.iterations, at_least)):
        if iteration >= at_least and pace.clock.late():
            break
        watch(iteration / pace.iterations)
        cell_of, costs = crew.assign(crew.points, sites, course.costs, course.cell_of, crew.tree)
        unchanged = course.cell_of is not None and bool(np.array_equal(cell_of, course.cell_of))
        means = crew.means(cell_of)
        sse = crew.sse(cell_of, means)
        gain = course.sse - sse
        course = Course(sites, costs, cell_of, sse, (*course.history, sse))
        if (unchanged and pace.speed == 1.0) or 0.0 <= gain <= pace.tolerance * sse:
            break
        speed = 1.0 if iteration == 0 and start.cell_of is None else pace.speed
        sites = speed * means + (1.0 - speed) * sites
    return course
