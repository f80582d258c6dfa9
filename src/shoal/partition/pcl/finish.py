"""The end of PCL: proven optimal for its sites, with costs that reproduce exactly these cells."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.pcl.lloyd import LloydProblem, LloydState
from shoal.partition.problem import Cells, Problem
from shoal.partition.transport.assignment import MOST_CHECKS
from shoal.partition.transport.coincident_sites import distinct_sites
from shoal.partition.transport.dual_margins import centred_costs, is_robust, reproduces
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN, SquaredEuclidean

# Symmetric data may have several best assignments, and then distinct records lie exactly on a border. Sites moved by
# this share of a cell's extent make one of them the only best; which one is random, hence several tries.
NUDGES = (0.0, 0.0, *np.repeat((1e-9, 1e-8, 1e-7, 1e-6, 1e-5), 3).tolist())
FEWER_NUDGES = (0.0, 0.0, 1e-9, 1e-7, 1e-5)  # for more than …
MANY = 50_000  # … so many records, with which a try takes seconds
ROUNDING = 1e-12  # of the distortion: a smaller rise is none
FIRM = 8 * np.finfo(np.float64).eps  # of a price: a smaller difference may be rounding
PATIENCE = 5  # further tries after cells were reproduced by rounding only


def finish(
    problem: Problem, sizes: IntArray, state: LloydState, measure: SquaredEuclidean = SQUARED_EUCLIDEAN
) -> Cells:
    """Solve the assignment over all cells, then move the costs to the middle of their intervals.

    Every try after the first is an iteration from the means of the best cells so far. So the distortion can rise only
    by the effect of a nudge, and such a result is rejected. Costs may reproduce the cells of records on a border only
    because of rounding, and fail if prices are summed in another order. This fragile result is taken if a few more
    tries are no better. If no try ends with costs that reproduce the cells, the result is the one of least distortion;
    the design of a quantizer counts again. If the optimum is not proven within ``MOST_CHECKS``, the result has no
    costs.
    """
    lloyd = LloydProblem(problem.points, sizes, problem.weights, n_threads(), measure)
    rng = np.random.default_rng(0)
    sites, costs, present, least = state.sites, state.costs, state.cell_of, state.sse
    ends: list[tuple[float, Cells]] = []
    fragile: Cells | None = None
    patience = PATIENCE

    def check_interrupt() -> None:
        problem.progress(len(problem.points), len(problem.points))  # an interrupt is raised here

    lloyd.assign.check_interrupt = check_interrupt
    for nudge in NUDGES if len(problem.points) <= MANY else FEWER_NUDGES:
        check_interrupt()
        scale = lloyd.assign.scales(sites, problem.points)
        if nudge > 0.0:
            sites = sites + nudge * np.sqrt(scale)[:, None] * _site_noise(problem.points, sites, present, rng)
        cell_of, costs = lloyd.assign.proven(problem.points, sites, costs, present, lloyd.tree, MOST_CHECKS)
        sse = lloyd.sse(cell_of, lloyd.means(cell_of))
        if not lloyd.assign.is_proven:  # the next try would take as long
            unproven = cell_of if present is None or sse < least else present
            ends.append((min(sse, least), Cells(unproven, history=state.history)))
            break
        centred = centred_costs(
            problem.points, sites, costs, cell_of,
            weights=problem.weights, scale=scale, threads=n_threads(), tree=lloyd.tree,
        )  # fmt: skip
        history = (*state.history, sse) if sse < min(state.history, default=np.inf) else state.history
        end = Cells(cell_of, costs=centred, sites=sites, history=history)
        if sse <= (1.0 + ROUNDING) * least and _is_reproduced(problem, end):
            if is_robust(
                problem.points, PowerDiagram(sites, centred), cell_of, FIRM * (scale + np.abs(centred)),
                weights=problem.weights, threads=n_threads(), tree=lloyd.tree,
            ):  # fmt: skip
                return end
            fragile = end
        ends.append((sse, end))
        patience -= fragile is not None
        if patience == 0:
            break
        if present is None or sse < least:
            least, present = sse, cell_of
        sites = lloyd.means(present)
    return min(ends, key=lambda one: one[0])[1] if fragile is None else fragile


def _is_reproduced(problem: Problem, end: Cells) -> bool:
    """Whether costs and sites reproduce the cells, also in the original coordinates of the points."""
    if end.sites is None or end.costs is None:
        return False
    shifts = (0.0,) if problem.origin is None else (0.0, problem.origin)
    return all(
        reproduces(problem.points + shift, PowerDiagram(end.sites + shift, end.costs), end.cell_of, problem.weights)
        for shift in shifts
    )


def _site_noise(
    points: FloatArray, sites: FloatArray, cell_of: IntArray | None, rng: np.random.Generator
) -> FloatArray:
    """Noise for every site, the same for all cells that hold only copies of one point.

    These have the same site and keep it. Other cells with the same centroid get different noise, which separates them.
    """
    noise: FloatArray = rng.standard_normal(sites.shape)
    distinct = distinct_sites(sites)
    if distinct is None or cell_of is None:
        return noise
    site = distinct.site_of[cell_of]
    lowest, highest = (
        np.full((len(distinct.first_cell), points.shape[1]), np.inf),
        np.full_like(sites[distinct.first_cell], -np.inf),
    )
    np.minimum.at(lowest, site, points)
    np.maximum.at(highest, site, points)
    alike = (lowest == highest).all(axis=1)[distinct.site_of]
    noise[alike] = noise[distinct.first_cell][distinct.site_of][alike]
    return noise
