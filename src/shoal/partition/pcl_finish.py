"""The end of PCL: proven optimal for its sites, with costs that give back exactly these cells."""

from __future__ import annotations

import numpy as np

from shoal.partition.lloyd import Course, Crew
from shoal.partition.margins import centred_costs, holds
from shoal.partition.partition import FloatArray, IntArray
from shoal.partition.places import places_of
from shoal.partition.power_diagram import PowerDiagram, n_threads
from shoal.partition.problem import Cells, Problem

# Symmetric data may have several best assignments, and then distinct records lie exactly on a border. Sites moved by
# this share of a cell's extent make one of them the only best.
NUDGES = (0.0, 0.0, 1e-9, 1e-7, 1e-5)


def finish(problem: Problem, sizes: IntArray, course: Course) -> Cells:
    """Look at all cells once more, then move the costs to the middle of what the cells allow."""
    crew = Crew(problem.points, sizes, problem.weights, n_threads())
    rng = np.random.default_rng(0)
    sites, costs, history = course.sites, course.costs, course.history
    present, least = course.cell_of, course.sse
    for nudge in NUDGES:
        scale = crew.assign.scales(sites, problem.points)
        sites = sites + nudge * np.sqrt(scale)[:, None] * _by_place(sites, rng.standard_normal(sites.shape))
        cell_of, costs = crew.assign.proven(problem.points, sites, costs, present, crew.tree)
        means = crew.means(cell_of)
        sse = crew.sse(cell_of, means)
        history = (*history, sse) if sse < least else history
        least = min(least, sse)
        centred = centred_costs(
            problem.points, sites, costs, cell_of,
            weights=problem.weights, scale=scale, threads=n_threads(), tree=crew.tree,
        )  # fmt: skip
        if holds(problem.points, PowerDiagram(sites, centred), cell_of, problem.weights):
            break
        present = cell_of
        if places_of(sites) is not None:  # cells in one place that hold different records: another iteration parts them
            sites = means
    return Cells(cell_of, costs=centred, sites=sites, history=history)


def _by_place(sites: FloatArray, noise: FloatArray) -> FloatArray:
    """The same noise for all cells in one place: a nudge is to decide between records, not to part equal cells."""
    places = places_of(sites)
    return noise if places is None else noise[places.head][places.place_of]
