"""auto: the method a specialist would pick among the greedy ones.

Idea. One coordinate has an exact polynomial optimum, so that is what it gets. Otherwise no greedy method is always
best (Tarragona: MDAV* for k = 4 and 5, V-MDAV for k = 3, MDAV for k = 7 and 10), and on tables of ordinary size all of
them together take a second or two, so they are all tried and the least distortion is kept. Beyond that, MDAV* has the
lowest loss as a rule, and beyond what it can do in about a minute, MDAV.

Rule: d = 1 → optimal-1d; n ≤ 20,000 → best of mdav, mdav*, vmdav(0.2), vmdav(1.1); n ≤ 200,000 → mdav*; else mdav.
A time budget stops the trying after the first method that overruns it; the first always runs to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from keyword import iskeyword
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from shoal.errors import Outcome
from shoal.partition.mdav import MDAV
from shoal.partition.mdav_star import MDAVStar
from shoal.partition.optimal_1d import Optimal1D
from shoal.partition.partition import Partition
from shoal.partition.problem import Cells, Partitioner, Problem
from shoal.partition.vmdav import CLUSTERED, SCATTERED, VMDAV

TRY_ALL_RECORDS = 20_000  # four methods take about two seconds at this size (benchmarks/mdav_speed.py)
MDAV_STAR_RECORDS = 200_000  # MDAV* passes over all centroids for every record it places


@dataclass(frozen=True)
class Auto:
    """Choose by n and d; the report says what was chosen."""

    name: ClassVar[str] = "auto"
    uses_budget: ClassVar[bool] = True

    def __call__(self, problem: Problem) -> Cells:
        """Try the candidates for this size and keep the cells of least distortion."""
        started = perf_counter()
        best: tuple[float, Cells, str] | None = None
        outcome = Outcome.COMPLETE
        for candidate in candidates(*problem.points.shape):
            if best and problem.budget_s is not None and perf_counter() - started >= problem.budget_s:
                outcome = Outcome.BUDGET_SPENT
                break
            cells = candidate(problem)
            sse = Partition.from_cells(
                problem.points, cells.cell_of, method=candidate.name, weights=problem.weights
            ).sse
            if best is None or sse < best[0]:
                best = (sse, cells, describe(candidate))
        if best is None:  # candidates() is never empty; this tells the type checker
            return MDAV()(problem)
        return replace(best[1], outcome=outcome, method=f"auto: {best[2]}")


def candidates(n_records: int, n_dims: int) -> tuple[Partitioner, ...]:
    """The methods worth trying for this many records and coordinates, the most promising first."""
    if n_dims == 1:
        return (Optimal1D(),)
    if n_records <= TRY_ALL_RECORDS:
        return (MDAVStar(), MDAV(), VMDAV(SCATTERED), VMDAV(CLUSTERED))
    if n_records <= MDAV_STAR_RECORDS:
        return (MDAVStar(),)
    return (MDAV(),)


def describe(method: Partitioner) -> str:
    """A method with its settings, e.g. 'vmdav(gain=0.2)'; `method_text` reads it back. What is None is left out.

    A start that no text can hold is written as e.g. ``start=<a Partition>``, which is not read back.
    """
    given = [f"{name}={_in_words(value)}" for name, value in vars(method).items() if value is not None]
    return f"{method.name}({', '.join(given)})" if given else method.name


def _in_words(value: Any) -> str:
    """A setting as it is read back."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return repr(value).replace("inf", "1e999")  # a literal that is read as infinite; 'inf' is a word
    if isinstance(value, (bool, int)):
        return repr(value)
    if isinstance(value, str):
        return value if value.isidentifier() and not iskeyword(value) else repr(value)
    if isinstance(value, (list, tuple, np.ndarray)):
        return f"[{', '.join(map(_in_words, value))}]"
    if isinstance(value, Auto):
        return "auto()"  # the bare word means another thing to PCL
    if callable(value) and hasattr(value, "name"):
        text = describe(value)
        return text if value.name.isidentifier() else repr(text)
    kind = type(value).__name__
    return f"<{'an' if kind[0] in 'AEIOU' else 'a'} {kind}>"
