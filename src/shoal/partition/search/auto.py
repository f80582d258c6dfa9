"""auto: the method a specialist would choose for this table and this budget.

One coordinate has an exact polynomial optimum, so that is what it gets. Everything else gets `best`, which begins with
the greedy methods and improves on them for as long as it is given: with ``budget_s`` until the budget is spent,
without one for a number of trials in proportion to the records, a few seconds for a few thousand of them.

A promise in persons is different: PCL counts persons while it forms cells, and every other method is repaired
afterwards (design/027-masses.md).

Rule: persons → pcl; d = 1 and no weights → optimal-1d; else best, with the budget if there is one, else with the steps
of `quick_steps` (`search/default_steps.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.method_text import describe
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.search.best import Best
from shoal.partition.search.default_steps import quick_steps

RULE = (
    "optimal-1d if there is one coordinate and no weights; pcl if k counts persons; otherwise best, which searches "
    "until the time budget is spent, or without a budget for a fixed number of trials per record"
)  # as a report says it


@dataclass(frozen=True)
class Auto:
    """Choose by n, d and the budget; the report says what was chosen.

    Parameters
    ----------
    diagram : as for `Best`.
    """

    diagram: bool | None = None

    name: ClassVar[str] = "auto"
    uses_budget: ClassVar[bool] = True

    def __call__(self, problem: Problem) -> Cells:
        """Run what was chosen and say so."""
        method = chosen(problem)
        if isinstance(method, Best):
            method = replace(method, diagram=self.diagram)
        cells = method(problem)
        return replace(cells, method=f"auto: {cells.method or describe(method)}")


def chosen(problem: Problem) -> Partitioner:
    """The method for this problem, by the rule above."""
    if problem.persons is not None:
        return PCL()
    if problem.points.shape[1] == 1 and problem.weights is None:
        return Optimal1D()
    if problem.budget_s is not None:
        return Best()
    return Best(steps=quick_steps(problem))
