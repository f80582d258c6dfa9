"""The best cells out of several partitions: a set-partitioning program over all cells that were seen.

Annealing finds most of the right cells in every run, but never all of them in one. Choosing among the cells of many
runs, each record exactly once and at least distortion, is an integer program whose linear relaxation is almost
integral for small k. Cells whose reduced cost exceeds what is left between the relaxation and the best partition
known cannot improve on it and are left out before the integer program begins, so it stays small. For the smallest k
the sets that hold the lower bound (`tight_cells.py`) are proposed as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.partition.partition import FloatArray, IntArray

MOST_CELLS = 60_000  # in the pool; beyond, the relaxation itself takes too long
LEAST_GAIN = 1e-9  # share of the distortion: a smaller improvement is rounding
CLOSE_ENOUGH = 5e-5  # share of the distortion: what is left to gain is not worth the proof
NODES = 2_000  # of the search tree
LONGEST_S = 20.0  # of one program: beyond, annealing finds more in the same time
FAITHFUL = 0.01  # cells that were only proposed help when the relaxation is within this share of the best partition

Name = tuple[int, ...]  # a cell: its records, ascending


class OutOfTime(Exception):
    """The integer program was stopped by the clock."""


def _require_time(answer: Any) -> None:
    if answer.status == 1 and "ime limit" in answer.message:
        raise OutOfTime


@dataclass
class Pool:
    """Cells seen so far, and cells that were proposed, each with its distortion."""

    points: FloatArray
    weights: FloatArray
    seen: dict[Name, float] = field(default_factory=dict)
    proposed: dict[Name, float] = field(default_factory=dict)

    def add(self, cell_of: IntArray) -> None:
        """Take in the cells of a partition, while there is room."""
        order = np.argsort(cell_of, kind="stable")
        begin = np.flatnonzero(np.diff(cell_of[order], prepend=-1))
        for records in np.split(order, begin[1:]):
            if len(self.seen) < MOST_CELLS:
                self._put(self.seen, records)

    def propose(self, cells: IntArray) -> None:
        """Take in cells that no partition had yet; (cells, k) records, ascending."""
        for records in cells[:MOST_CELLS]:
            self._put(self.proposed, records)

    def _put(self, cells: dict[Name, float], records: IntArray) -> None:
        name = tuple(records.tolist())
        if name not in cells:
            weight = self.weights[records]
            inside = self.points[records]
            mean = weight @ inside / weight.sum()
            cells[name] = float(weight @ ((inside - mean) ** 2).sum(axis=1))

    def recombined(self, sse: float, limit_s: float) -> IntArray | None:
        """A partition out of these cells with a smaller SSE than ``sse``, if there is one.

        Raises OutOfTime when the clock would have a part in the answer: it could not be repeated.
        """
        if sse <= 0.0 or not self.seen:
            return None
        chosen = self._chosen(self.seen | self.proposed, sse, limit_s, FAITHFUL if self.proposed else np.inf)
        if chosen is None and self.proposed:
            chosen = self._chosen(self.seen, sse, limit_s, np.inf)
        if not chosen:
            return None
        cell_of = np.full(len(self.points), -1, dtype=np.int64)
        for number, records in enumerate(chosen):
            cell_of[list(records)] = number
        return cell_of

    def _chosen(self, cells: dict[Name, float], sse: float, limit_s: float, faithful: float) -> list[Name] | None:
        """The best cells, none when there are no better ones; None when the relaxation says too little."""
        from scipy.optimize import Bounds, LinearConstraint, linprog, milp
        from scipy.sparse import csc_array, vstack

        names = list(cells)
        best = float(len(self.points))
        cost = np.array(list(cells.values())) * (best / sse)  # the solver's tolerances are absolute
        ends = np.cumsum([0, *map(len, names)])
        members = np.concatenate([np.array(name, dtype=np.int64) for name in names])
        cover: Any = csc_array((np.ones(len(members)), members, ends), shape=(len(self.points), len(names)))
        once = np.ones(len(self.points))
        limit: Any = {"time_limit": min(limit_s, LONGEST_S)}
        relaxed: Any = linprog(cost, A_eq=cover, b_eq=once, options=limit)
        _require_time(relaxed)
        if relaxed.status != 0:
            return None
        room = best * (1.0 - LEAST_GAIN) - relaxed.fun
        if room > faithful * relaxed.fun:
            return None
        kept = np.flatnonzero(cost - cover.T @ relaxed.eqlin.marginals <= room)
        if room <= 0.0 or len(kept) == 0:
            return []
        answer: Any = milp(
            cost[kept],
            constraints=LinearConstraint(
                vstack([cover[:, kept], csc_array(cost[kept][None, :])]),
                np.append(once, 0.0),
                np.append(once, best * (1.0 - LEAST_GAIN)),
            ),
            integrality=np.ones(len(kept), dtype=np.int64),
            bounds=Bounds(0, 1),
            options=limit | {"node_limit": NODES, "mip_rel_gap": CLOSE_ENOUGH},
        )
        _require_time(answer)
        return [] if answer.x is None else [names[index] for index in kept[answer.x > 0.5]]
