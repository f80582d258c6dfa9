"""Noisy PCL: the method of the papers for small cells, to reproduce their figures. `pcl` supersedes it.

Idea. The papers adjust cell costs by a derivative method, and with a handful of records in a cell there is no
derivative. So every record is replaced by a cloud of noisy copies, thousands of samples in each cell, whose sizes are
then smooth in the costs. The noise falls from one outer iteration to the next, until the clouds are separate and each
is hardly wider than its record.

    samples = x_j and x_j + σ_i·z, z ~ N(0, I), m in all;   σ_i² = σ_1² (σ_last²/σ_1²)^((i−1)/(iterations−1))
    costs such that cell q has m·s_q samples;   x̂_q ← ½·mean of its samples + ½·x̂_q

Symbols. x_j points[j]; m copies; s_q sizes[q]; σ_i noise; x̂_q sites[q].

Paper: D. Rebollo-Monedero, J. Forné, M. Soriano, "An algorithm for k-anonymous microaggregation and clustering inspired
by the design of distortion-optimized quantizers", Data & Knowledge Engineering 2011, Section 3.4 and Appendix A. From
there: copies with independent Gaussian components and one variance for all, the records themselves among the samples,
variance falling geometrically from 'clouds overlap' to 'clouds do not intersect', start from random records or from
MDAV, 1,000 samples a cell and 150 (small k) to 50 iterations (large k) as in its experiments on Census. Speed ½ is that
of the second paper (Rebollo-Monedero, Forné, Pallarès and Parra-Arnau 2013).
Our choices, where the paper says 'by trial and error': the radius σ√d of the first clouds is three times the distance
from a record to its nearest neighbour, for all but the most remote 5 % (sparse records outside need a high first
variance), and that of the last a tenth of this distance for all but the closest 5 % (packed records inside need a small
last one).
Differs from the paper in: the Jacobian is read off the samples near the borders (`transport/newton.py`) instead of
finite differences; at the end the true records are assigned by the costs and sizes met exactly, at least distortion,
where the paper discards a run whose sizes are wrong. A cell that ran empty is filled by its cost
(`transport/empty_cells.py`), and far-off costs begin with those of a sample; what is empty even so begins anew at a
random record with the least of all costs, as in the paper.

Cost. O(iterations · samples · d) in practice, with samples_per_cell · ⌊n/k⌋ samples, all in memory: many times
the work of `pcl`, whose assignment needs no noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome, ParameterError, Setting
from shoal.partition.control import clock_for, n_threads
from shoal.partition.greedy.mdav import MDAV
from shoal.partition.method_text import describe
from shoal.partition.pcl.finish import finish
from shoal.partition.pcl.lloyd import LloydProblem, LloydState
from shoal.partition.pcl.starts import random_sites
from shoal.partition.problem import Cells, Problem
from shoal.partition.sizes import even_sizes
from shoal.partition.transport.assignment import NEWTON_RECORDS_PER_CELL

STARTS = ("random", "mdav")
REMOTE, CLOSE = 0.95, 0.05  # quantiles of the distance to the nearest neighbour: 'all but the most extreme'
MOST_NUMBERS = 50_000_000  # coordinates of samples held at once: 400 MB, and about three times that while assigning


@dataclass(frozen=True)
class NoisyPCL:
    """PCL by noisy copies of the records, as published; use `PCL` unless you reproduce the papers.

    Parameters
    ----------
    start : 'random' (records) or 'mdav' (the centroids of MDAV's cells).
    samples_per_cell : about how many samples a cell has; each record gets as many copies as that takes, at least one.
    first_noise, last_noise : radius σ√d of the first and last clouds, the first in distances of remote records to
        their nearest neighbour, the last in those of close records.
    iterations : outer iterations; the noise falls by the same factor in each.
    speed : how far the sites move towards the means, in (0, 1].
    steps : stop after so many of the iterations, as a budget does; the method text of such a result says how many.
    """

    start: str = "random"
    samples_per_cell: int = 1_000
    first_noise: float = 3.0
    last_noise: float = 0.1
    iterations: int = 50
    speed: float = 0.5
    steps: int | None = None

    name: ClassVar[str] = "noisy-pcl"
    uses_budget: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise ParameterError("noisy-pcl: ", Setting("start"), f" must be one of {', '.join(STARTS)}.")
        for setting, least in (("samples_per_cell", NEWTON_RECORDS_PER_CELL), ("iterations", 1), ("steps", 0)):
            value = getattr(self, setting)
            if value is None and setting == "steps":
                continue
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
                raise ParameterError("noisy-pcl: ", Setting(setting), f" must be a whole number of at least {least}.")
        for setting in ("first_noise", "last_noise", "speed"):
            value = getattr(self, setting)
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0.0 < value < np.inf:
                raise ParameterError("noisy-pcl: ", Setting(setting), " must be a positive number.")
        if self.speed > 1.0:
            raise ParameterError("noisy-pcl: ", Setting("speed"), " must be above 0 and at most 1.")

    def __call__(self, problem: Problem) -> Cells:
        """Begin, iterate while the noise falls, assign the true records."""
        clock = clock_for(self.name, problem.budget_s, None if self.steps is None else (self.steps,))
        n_records, n_dims = problem.points.shape
        sizes = even_sizes(n_records, n_records // problem.k)
        copies = max(1, -(-self.samples_per_cell * len(sizes) // n_records))
        _require_memory(n_records * copies, n_dims)
        rng = np.random.default_rng(problem.seed)
        state = LloydState(self._first_sites(problem, len(sizes), rng), np.zeros(len(sizes)))
        for turn, noise in enumerate(self.schedule(problem.points)):
            if clock.late():
                break
            check_interrupt = partial(problem.progress, turn * n_records // self.iterations, n_records)
            check_interrupt()
            state = self._iterated(problem, sizes, copies, noise, state, rng, check_interrupt)
        end = finish(problem, sizes, replace(state, history=()))  # the samples' distortions are no measure for its own
        cells = replace(end, history=(*state.history, *end.history))
        if problem.budget_s is None or not clock.spent:
            return cells
        return replace(cells, outcome=Outcome.BUDGET_SPENT, method=describe(replace(self, steps=clock.told[0])))

    def schedule(self, points: FloatArray) -> FloatArray:
        """The standard deviation of the noise by coordinate, one for each outer iteration; none without two points."""
        from scipy.spatial import cKDTree

        distinct = np.unique(points, axis=0)
        if len(distinct) == 1:
            return np.empty(0)
        spacing = np.asarray(cKDTree(distinct).query(distinct, k=2)[0])[:, 1]
        first = self.first_noise * float(np.quantile(spacing, REMOTE))
        last = min(first, self.last_noise * float(np.quantile(spacing, CLOSE)))
        noise: FloatArray = np.geomspace(first, last, self.iterations) / np.sqrt(points.shape[1])
        return noise

    def _first_sites(self, problem: Problem, n_cells: int, rng: np.random.Generator) -> FloatArray:
        if self.start == "random":
            return random_sites(problem.points, n_cells, rng)
        cell_of = MDAV()(problem).cell_of
        return LloydProblem(problem.points, np.bincount(cell_of), problem.weights).means(cell_of)

    def _iterated(
        self,
        problem: Problem,
        sizes: IntArray,
        copies: int,
        noise: float,
        state: LloydState,
        rng: np.random.Generator,
        check_interrupt: Callable[[], None],
    ) -> LloydState:
        """New samples, the costs at which cells have their sizes, and sites half way to the means."""
        samples = np.repeat(problem.points, copies, axis=0)
        noisy = np.arange(len(samples)) % copies != 0  # the first of each record's copies is the record
        samples[noisy] += noise * rng.standard_normal((int(noisy.sum()), samples.shape[1]))
        weights = None if problem.weights is None else np.repeat(problem.weights, copies)
        lloyd = LloydProblem(samples, sizes * copies, weights, n_threads())
        lloyd.assign.check_interrupt = check_interrupt
        cell_of, costs = lloyd.assign.nearly(samples, state.sites, state.costs, lloyd.tree)
        means = lloyd.means(cell_of)
        empty = np.flatnonzero(np.bincount(cell_of, minlength=len(sizes)) == 0)
        means[empty] = problem.points[rng.integers(len(problem.points), size=len(empty))]
        costs[empty] = costs.min()
        sse = lloyd.sse(cell_of, means) / copies
        sites = self.speed * means + (1.0 - self.speed) * state.sites
        sites[empty] = means[empty]
        return LloydState(sites, costs, history=(*state.history, sse))


def _require_memory(n_samples: int, n_dims: int) -> None:
    if n_samples * n_dims > MOST_NUMBERS:
        raise ParameterError(
            f"noisy-pcl would hold {n_samples:,} samples of {n_dims} coordinates at once; more than "
            f"{MOST_NUMBERS:,} numbers are refused.",
            hint=("Lower ", Setting("samples_per_cell"), ", or use pcl, which needs no samples."),
        )
