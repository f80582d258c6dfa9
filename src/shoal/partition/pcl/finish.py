"""The end of PCL: proven optimal for its sites, with costs that give back exactly these cells."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.partition.control import n_threads
from shoal.partition.pcl.lloyd import Course, Crew
from shoal.partition.problem import Cells, Problem
from shoal.partition.transport.assignment import MOST_CHECKS
from shoal.partition.transport.coincident_sites import distinct_sites
from shoal.partition.transport.dual_margins import centred_costs, is_robust, reproduces
from shoal.partition.transport.power_diagram import PowerDiagram

# Symmetric data may have several best assignments, and then distinct records lie exactly on a border. Sites moved by
# this share of a cell's extent make one of them the only best; which one is a matter of chance, hence several tries.
NUDGES = (0.0, 0.0, *np.repeat((1e-9, 1e-8, 1e-7, 1e-6, 1e-5), 3).tolist())
FEWER_NUDGES = (0.0, 0.0, 1e-9, 1e-7, 1e-5)  # for more than …
MANY = 50_000  # … so many records, with which a try takes seconds
ROUNDING = 1e-12  # of the distortion: it has not risen
FIRM = 8 * np.finfo(np.float64).eps  # of a price: what rounding may decide
PATIENCE = 5  # tries, once cells were given back by luck


def finish(problem: Problem, sizes: IntArray, course: Course) -> Cells:
    """Look at all cells once more, then move the costs to the middle of what the cells allow.

    Every try after the first is an iteration from the means of the best cells so far, so the distortion cannot rise,
    but by what a nudge moves it; then it is not taken. Records on a border may get their cells back by luck, and lose
    them where prices are added up in another order: that is taken if a few more tries are no better. Where none ends
    with costs that give back the cells, those of least distortion are the answer; whoever makes a quantizer of them
    counts again. Where there is no end of looking there are no costs.
    """
    crew = Crew(problem.points, sizes, problem.weights, n_threads())
    rng = np.random.default_rng(0)
    sites, costs, present, least = course.sites, course.costs, course.cell_of, course.sse
    ends: list[tuple[float, Cells]] = []
    lucky: Cells | None = None
    patience = PATIENCE

    def watch() -> None:
        problem.progress(len(problem.points), len(problem.points))  # somebody may have had enough

    for nudge in NUDGES if len(problem.points) <= MANY else FEWER_NUDGES:
        watch()
        scale = crew.assign.scales(sites, problem.points)
        if nudge > 0.0:
            sites = sites + nudge * np.sqrt(scale)[:, None] * _by_distinct_site(problem.points, sites, present, rng)
        cell_of, costs = crew.assign.proven(problem.points, sites, costs, present, crew.tree, MOST_CHECKS, watch)
        sse = crew.sse(cell_of, crew.means(cell_of))
        if not crew.assign.is_proven:  # the next try would be no shorter
            unproven = cell_of if present is None or sse < least else present
            ends.append((min(sse, least), Cells(unproven, history=course.history)))
            break
        centred = centred_costs(
            problem.points, sites, costs, cell_of,
            weights=problem.weights, scale=scale, threads=n_threads(), tree=crew.tree,
        )  # fmt: skip
        history = (*course.history, sse) if sse < min(course.history, default=np.inf) else course.history
        end = Cells(cell_of, costs=centred, sites=sites, history=history)
        if sse <= (1.0 + ROUNDING) * least and _given_back(problem, end):
            if is_robust(
                problem.points, PowerDiagram(sites, centred), cell_of, FIRM * (scale + np.abs(centred)),
                weights=problem.weights, threads=n_threads(), tree=crew.tree,
            ):  # fmt: skip
                return end
            lucky = end
        ends.append((sse, end))
        patience -= lucky is not None
        if patience == 0:
            break
        if present is None or sse < least:
            least, present = sse, cell_of
        sites = crew.means(present)
    return min(ends, key=lambda one: one[0])[1] if lucky is None else lucky


def _given_back(problem: Problem, end: Cells) -> bool:
    """Whether costs and sites give back the cells, also in the coordinates that the points came in."""
    if end.sites is None or end.costs is None:
        return False
    shifts = (0.0,) if problem.origin is None else (0.0, problem.origin)
    return all(
        reproduces(problem.points + shift, PowerDiagram(end.sites + shift, end.costs), end.cell_of, problem.weights)
        for shift in shifts
    )


def _by_distinct_site(
    points: FloatArray, sites: FloatArray, cell_of: IntArray | None, rng: np.random.Generator
) -> FloatArray:
    """Noise for every site, the same for all cells in one site that are filled with copies of one point.

    Those are equal and remain so. Other cells that happen to have one centroid are better parted.
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
