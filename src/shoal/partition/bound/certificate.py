"""How small can the distortion be? A number that no k-anonymous partition of these points can go below.

Idea. The SSE of a cell is the sum of the squared distances of its pairs over its size. Give every record a price such
that the pairs of any k records add up to at least their prices; then Σ price / k is a lower bound of the SSE of every
partition into cells of at least k. Half the squared distances to the k − 1 nearest neighbours are such prices, found at
once (the instant bound). A linear program finds the highest ones (`bound/pricing.py`), if given time.

    SSE(partition)  ≥  Σ_j price_j / k          whenever  Σ_{pairs of K} |x_i − x_j|²  ≥  price(K)  for every k-set K

Symbols: price_j / k is the dual variable λ_j of the partitioning program; see docs/methods/lower-bound.md for the
proofs, rounding included. Weights: SSE with weights w is at least min(w) times the bound without them, so multiply.
Cost: the instant bound n searches for k − 1 neighbours; the program grows with k, and stops at a budget, or an
interrupt.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import Enum
from functools import cache

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.errors import ParameterError
from shoal.guarantee import KAnonymity
from shoal.partition.bound.ground import Ground, ground_of, with_longer_lists
from shoal.partition.bound.pricing import UNIT_ROUNDOFF, Ascent, ascend
from shoal.partition.checks import check_points
from shoal.partition.control import Clock, no_interrupt_lost
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.partition import sse_of
from shoal.partition.problem import Problem

SAFETY = 1e-9  # share taken off for rounding in the last sums: a million times what it can be
SMALLEST_BOUND = 1e-290  # of points with coordinates about 1; below it squares lose their digits
ROUNDINGS = 16  # of a coordinate on its way into an SSE: difference, mean, mean again, with room to spare
COMPILATION_S = 300.0  # at most, on a busy machine
LISTED = 128  # neighbours listed for the program; a root that needs more is compared with all points


class BoundKind(Enum):
    """What a bound rests on."""

    ONE_CELL = "one cell: fewer than 2k records"
    LINE = "optimum on a line"
    NEAREST = "nearest neighbours"
    CLOSENESS = "closeness to the whole table"
    PROGRAM = "linear program"
    PROGRAM_STOPPED = "linear program, stopped early"
    INTERRUPTED = "linear program, interrupted"


@dataclass(frozen=True)
class Certificate:
    """How far a partition can be from the best one."""

    sse: float  # of the partition
    bound: float  # no partition into cells of at least k has a smaller SSE
    kind: BoundKind

    @property
    def gap(self) -> float:
        """The SSE is at most this share above the optimum: 0.02 means two percent; inf means nothing is known."""
        if self.sse <= self.bound:
            return 0.0
        return self.sse / self.bound - 1.0 if self.bound > 0 else math.inf

    def describe(self) -> str:
        """One sentence for a report."""
        if math.isinf(self.gap):
            return f"No useful lower bound is known ({self.kind.value})."
        percent = math.ceil(100 * self.gap * 100) / 100  # rounded up: it says "at most"
        return f"At most {percent:.2f} % above the optimum ({self.kind.value})."


def lower_bound(points: npt.ArrayLike, k: int, *, budget_s: float | None = None) -> float:
    """No partition of these points into cells of at least k has a smaller SSE.

    Parameters
    ----------
    points : (n, d) array, used as given, as in ``microaggregate``.
    k : the fewest records a cell may hold, at least 2.
    budget_s : seconds to spend on a tighter bound; without it, the instant bound, which is also what a budget too
        short for more comes to. It may be overrun by a second, by the instant bound if that takes longer, and by the
        compilation of its loops when it is used for the first time on a machine.
    """
    bound, kind = bound_and_kind(points, k, budget_s)
    if kind is BoundKind.INTERRUPTED:
        raise KeyboardInterrupt  # a number alone cannot say so; a certificate can
    return bound


def certificate(points: npt.ArrayLike, k: int, sse: float, *, budget_s: float | None = None) -> Certificate:
    """How far a partition of this SSE can be from the best one.

    An interrupt (Ctrl-C) of the linear program ends it; the best bound until then counts, and ``kind`` says so.
    """
    if not sse >= 0:
        raise ParameterError(f"sse is {sse}; it must be a number of at least 0, such as Partition.sse.")
    bound, kind = bound_and_kind(points, k, budget_s)
    if sse < bound:
        raise ParameterError(
            f"sse is {sse:.6g}, and no partition of these points into cells of at least {k} goes below {bound:.6g}. "
            "Give Partition.sse (not .loss) of a partition of just these points."
        )
    return Certificate(float(sse), bound, kind)


def bound_and_kind(points: npt.ArrayLike, k: int, budget_s: float | None) -> tuple[float, BoundKind]:
    """The bound, and what it rests on."""
    if budget_s is not None:
        _compile_loops()
    clock = Clock(budget_s or 0.0)
    promise = KAnonymity(k)
    given = check_points(points)
    promise.require_feasible(len(given), "the array of points")
    if budget_s is not None and not budget_s > 0:
        raise ParameterError(f"budget_s is {budget_s}; it must be a positive number of seconds.")
    exponent = math.frexp(float(np.abs(given).max()))[1]
    scaled = np.ldexp(given, -exponent)  # exact; squares can then neither overflow nor vanish
    if len(scaled) < 2 * promise.k:
        bound, kind = _in_one_cell(scaled), BoundKind.ONE_CELL
    elif scaled.shape[1] == 1:
        bound, kind = _on_a_line(scaled, promise.k), BoundKind.LINE
    else:
        bound, kind = _priced(scaled, promise.k, None if budget_s is None else clock)
    if not bound > SMALLEST_BOUND:
        return 0.0, kind
    return _scaled_back(bound * (1.0 - SAFETY), exponent), kind


@cache
def _compile_loops() -> None:
    """Before the clock starts: the first compilation on a machine would spend a short budget by itself."""
    toy = np.random.default_rng(0).standard_normal((12, 2))
    with no_interrupt_lost():
        if ascend(ground_of(toy, 2, len(toy) - 1), 3, Clock(COMPILATION_S)).is_interrupted:
            raise KeyboardInterrupt


def _priced(points: FloatArray, k: int, clock: Clock | None) -> tuple[float, BoundKind]:
    ground = ground_of(points, k - 1, k - 1)
    instant = _worth(ground, ground.nearest_fair(k)) / k
    if clock is None:
        return instant, BoundKind.NEAREST
    try:
        longer = with_longer_lists(ground, LISTED, lambda: clock.left_s <= 0)
        ascent = None if longer is None else ascend(longer, k, clock)
    except KeyboardInterrupt:
        return instant, BoundKind.INTERRUPTED
    if ascent is None:
        return instant, BoundKind.NEAREST
    return _worth(ground, ascent.price) / k, _kind(ascent)


def _kind(ascent: Ascent) -> BoundKind:
    if ascent.is_interrupted:
        return BoundKind.INTERRUPTED
    if ascent.is_complete:
        return BoundKind.PROGRAM
    return BoundKind.PROGRAM_STOPPED if ascent.is_raised else BoundKind.NEAREST


def _worth(ground: Ground, price: FloatArray) -> float:
    """All prices together, rounded down: prices of both signs may cancel."""
    parts = ground.copies * price
    return math.fsum(parts) - 4 * UNIT_ROUNDOFF * float(np.abs(parts).sum())


def _in_one_cell(points: FloatArray) -> float:
    """SSE of all points in one cell, rounded down."""
    spread = points - points[0]
    centred = spread - spread.mean(axis=0)
    centred -= centred.mean(axis=0)  # what rounding left of the first mean
    return _rounded_down(float((centred**2).sum()), spread, ROUNDINGS)


def _on_a_line(points: FloatArray, k: int) -> float:
    """The least SSE there is for one coordinate, rounded down."""
    spread = points - points[0]
    cells = Optimal1D()(Problem(spread - spread.mean(axis=0), k))
    return _rounded_down(sse_of(spread, cells.cell_of, None), spread, ROUNDINGS * k)


def _rounded_down(sse: float, spread: FloatArray, roundings: int) -> float:
    """What is left of an SSE if every coordinate may be off by so many roundings (triangle inequality of the root)."""
    off = roundings * UNIT_ROUNDOFF * float(np.abs(spread).max()) * math.sqrt(spread.size)
    return max(0.0, math.sqrt(sse) - off) ** 2


def _scaled_back(bound: float, exponent: int) -> float:
    try:
        return math.ldexp(bound, 2 * exponent)
    except OverflowError:
        return sys.float_info.max
