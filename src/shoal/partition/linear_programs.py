"""Linear programs, also in whole numbers, solved by HiGHS (Huangfu & Hall 2018).

    minimise  cost·x   subject to   row_low ≤ matrix·x ≤ row_high,   low ≤ x ≤ high

One thread: the same program always has the same answer, unless the clock or somebody stops it, and then there is none.
HiGHS is called directly because SciPy's copy of it prints to standard output even when told to be silent, and cannot
go on from where the last of several similar programs ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray

SIMPLEX, INTERIOR = "simplex", "ipm"  # HiGHS's names


@dataclass(frozen=True)
class Answer:
    """Least cost, where it is reached, and what a unit more of each row (``prices``) or column would cost."""

    value: float
    taken: FloatArray  # (columns,)
    prices: FloatArray  # (rows,)
    reduced: FloatArray  # (columns,) cost beyond the prices of its rows


@dataclass(frozen=True)
class Program:
    """A linear program; bounds may be numbers that hold for all."""

    cost: FloatArray
    matrix: Any  # (rows, columns), sparse
    row_low: FloatArray | float
    row_high: FloatArray | float
    low: FloatArray | float = 0.0
    high: FloatArray | float = inf

    def solve(self, how: str = SIMPLEX, limit_s: float = inf, tolerance: float | None = None) -> Answer | None:
        """The answer; None when there is none, or not in time."""
        return Solver(self, how, tolerance).run(limit_s)

    def solve_whole(
        self,
        limit_s: float,
        nodes: int,
        gap: float,
        known: FloatArray | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> FloatArray | None:
        """The best whole numbers within so many nodes of the search tree, or a share ``gap`` of the best.

        Some that are ``known`` are a start. None when there are none, when the clock had a part in it, or after a stop.
        """
        from highspy import HighsModelStatus, HighsSolution, HighsVarType

        solver = loaded(self, mip_max_nodes=nodes, mip_rel_gap=gap, time_limit=limit_s)
        every = np.arange(len(self.cost), dtype=np.int32)
        solver.changeColsIntegrality(len(every), every, np.full(len(every), HighsVarType.kInteger))
        if known is not None:
            start = HighsSolution()
            start.col_value = known.tolist()
            solver.setSolution(start)
        if is_stopped is not None:
            solver.cbMipInterrupt += lambda event: event.interrupt(is_stopped())
        _run(solver)
        ended = solver.getModelStatus() in (HighsModelStatus.kOptimal, HighsModelStatus.kSolutionLimit)
        if not ended or not np.isfinite(solver.getInfo().objective_function_value):
            return None
        return np.array(solver.getSolution().col_value)


class Solver:
    """A program that is solved, changed a little, and solved on from there."""

    def __init__(
        self, program: Program, how: str = SIMPLEX, tolerance: float | None = None, most_pivots: int | None = None
    ) -> None:
        options: dict[str, object] = {"solver": how}
        if tolerance is not None:
            options |= {"primal_feasibility_tolerance": tolerance, "dual_feasibility_tolerance": tolerance}
        self._highs = loaded(program, **options)
        self._pivots_left = most_pivots  # of all runs together

    def run(self, limit_s: float = inf) -> Answer | None:
        """The answer; None when there is none, or not in time, or not within the pivots."""
        from highspy import HighsModelStatus

        if self._pivots_left is not None:
            self._highs.setOptionValue("simplex_iteration_limit", self._pivots_left)
        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + max(0.0, limit_s))
        _run(self._highs)
        if self._highs.getModelStatus() != HighsModelStatus.kOptimal:
            return None
        if self._pivots_left is not None:
            self._pivots_left -= self._highs.getInfo().simplex_iteration_count
        found = self._highs.getSolution()
        return Answer(
            self._highs.getInfo().objective_function_value,
            np.array(found.col_value),
            np.array(found.row_dual),
            np.array(found.col_dual),
        )

    def fix(self, columns: IntArray, value: float) -> None:
        """From now on these columns have this value. What is left is nearly solved: no presolving any more."""
        at = np.full(len(columns), value)
        self._highs.changeColsBounds(len(columns), columns.astype(np.int32), at, at)
        self._highs.setOptionValue("presolve", "off")


def loaded(program: Program, **options: object) -> Any:
    """HiGHS with a program in it."""
    from highspy import Highs, HighsLp, MatrixFormat

    n_rows, n_columns = program.matrix.shape
    matrix = program.matrix.tocsc()
    given = HighsLp()
    given.num_col_, given.num_row_ = n_columns, n_rows
    given.col_cost_ = np.asarray(program.cost, dtype=np.float64)
    given.col_lower_, given.col_upper_ = _for_all(program.low, n_columns), _for_all(program.high, n_columns)
    given.row_lower_, given.row_upper_ = _for_all(program.row_low, n_rows), _for_all(program.row_high, n_rows)
    given.a_matrix_.format_ = MatrixFormat.kColwise
    given.a_matrix_.num_col_, given.a_matrix_.num_row_ = n_columns, n_rows
    given.a_matrix_.start_ = matrix.indptr.astype(np.int32)
    given.a_matrix_.index_ = matrix.indices.astype(np.int32)
    given.a_matrix_.value_ = matrix.data.astype(np.float64)
    highs: Any = Highs()  # type: ignore[no-untyped-call]
    for name, value in {"output_flag": False, "threads": 1, **options}.items():
        highs.setOptionValue(name, value)
    highs.passModel(given)
    return highs


def _run(highs: Any) -> None:
    """Solve. HiGHS refuses when somebody else's program in this thread had another number of threads: then anew."""
    from highspy import HighsStatus

    if highs.run() == HighsStatus.kError:
        highs.resetGlobalScheduler(True)
        if highs.run() == HighsStatus.kError:
            raise RuntimeError("HiGHS cannot solve a program of ours; this is a defect.")


def _for_all(bound: FloatArray | float, count: int) -> FloatArray:
    return np.broadcast_to(np.asarray(bound, dtype=np.float64), count).copy()
