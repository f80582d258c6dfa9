"""The end of PCL: proven optimal for its sites, with costs that give back exactly these cells."""

from __future__ import annotations

import numpy as np

from shoal.partition.lloyd import Course, Crew
from shoal.partition.margins import centred_costs, holds
from shoal.partition.partition import IntArray
from shoal.partition.power_diagram import PowerDiagram, n_threads
from shoal.partition.problem import Cells, Problem

# Symmetric data may have several best assignments, and then distinct records lie exactly on a border. Sites moved by
# this share of a cell's extent make one of them the only best.
NUDGES = (0.0, 1e-9, 1e-7, 1e-5)


def finish(problem: Problem, sizes: IntArray, course: Course) -> Cells:
    """Look at all cells once more, then move the costs to the middle of what the cells allow."""
    crew = Crew(problem.points, sizes, problem.weights, n_threads())
    rng = np.random.default_rng(0)
    scale = crew.assign.scales(course.sites, problem.points)
    for nudge in NUDGES:
        sites = course.sites + nudge * np.sqrt(scale)[:, None] * rng.standard_normal(course.sites.shape)
        cell_of, costs = crew.assign.proven(problem.points, sites, course.costs, course.cell_of)
        costs = centred_costs(
            problem.points, sites, costs, cell_of, weights=problem.weights, scale=scale, threads=n_threads()
        )
        if holds(problem.points, PowerDiagram(sites, costs), cell_of, problem.weights):
            break
    sse = crew.sse(cell_of, crew.means(cell_of))
    history = course.history if sse >= course.sse else (*course.history, sse)
    return Cells(cell_of, course.outcome, costs, sites, history)
