"""Fair prices, as high as time allows: a linear program proposes, the search disposes.

Prices are *fair* for sets of m items when pairs(K) ≥ price(K) for every set K of m items, pairs(K) being the sum of
the squared distances of its pairs. Fair prices for k give a bound: no k-anonymous partition has a smaller SSE than
Σ price / k. Fair prices for m < k give fair prices for k when multiplied by (k − 1)/(m − 1), and they make the search
for k short. So the sizes 2, 3, … are solved one after the other, each as the ground of the next; the bound is valid
wherever the budget ends. docs/methods/lower-bound.md has the proofs.

One size is solved by column generation with a fair centre: the program over the sets found so far gives prices that
are too high somewhere; half-way between them and the best fair prices the search finds the sets that object, and
lowers prices until none does, which gives fair prices again, mostly better ones (after W. Ben-Ameur, J. Neto,
Acceleration of cutting-plane and column generation algorithms, Networks 49 (2007) 3–17).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.kernels.bound.pricing import Market, lower_unfair
from shoal.partition.bound.ground import Ground
from shoal.partition.bound.program import Box, SetArray, Sets, highest_prices
from shoal.partition.control import Clock

UNIT_ROUNDOFF = 2.0**-53  # of double precision
TOLERANCE = 1e-4  # the last size is solved when the fair prices are within this share of the program's
EARLIER_TOLERANCE = 5e-3  # sizes below k only make the next search shorter
WHOLE_POINTS = 5_000  # up to so many points, all prices move in one program
BLOCK_POINTS = 1_500  # beyond, so many at a time: the program's time grows faster than their number
FEW_DIMENSIONS = 4  # in 2 dimensions a search without floors takes 10 µs a point (k = 5), in 8 dimensions 2 ms
UNEVEN_CUT = 0.37  # where every other round cuts its blocks, so that no border stays where it was
MOST_NODES = 300_000  # branches of one root, about a second, before its price is lowered instead
ROOTS_AT_ONCE = 64  # roots searched between two checks of the clock, at most …
LOOK_S = 0.05  # … and one by one after a turn that took longer: a root alone takes up to 0.3 s
LARGEST_TABLE = 1024  # candidates of one root whose mutual distances are kept: 8 MB; of more they are found as needed
FULL_SCAN = 20_000  # up to so many points, a root whose neighbour list is too short is compared with all points
SPARED = 0.3  # share of the time left that a size below k leaves for the sizes after it
SEARCH_RESERVE = 1.5  # the next search may take this much longer than the last
FIRST_STEP = 0.5  # from the best fair prices towards those of the program …
STEP_UP, LARGEST_STEP = 1.25, 0.8  # … longer after every gain …
STEP_DOWN, SMALLEST_STEP = 0.7, 0.1  # … shorter after every failure
IDLE_TURNS = 3  # with several blocks no program bounds the whole; so many rounds without gain are the end
SETS_AT_ONCE = 50_000  # whose points are gathered at once
ROOM = 50_000  # sets one pass may hand back


@dataclass(frozen=True)
class Ascent:
    """Fair prices for cells of k and whether they are as high as prices can be."""

    price: FloatArray
    is_raised: bool  # above the prices of the nearest neighbours
    is_complete: bool
    is_interrupted: bool = False  # from the keyboard; the prices are fair all the same


def ascend(ground: Ground, k: int, clock: Clock) -> Ascent:
    """Solve the sizes 2 … k in turn and keep the best prices for k, also when it is interrupted.

    Many points in few dimensions are first tried with size k at once: there the search is short without the others.
    """
    floors = np.zeros((k + 1, ground.n_points))
    for size in range(2, k + 1):
        floors[size] = _nearest(ground, size)
    at_first = ground.value(floors[k])
    is_easy = ground.n_points > WHOLE_POINTS and ground.points.shape[1] <= FEW_DIMENSIONS
    turns = [*([k] if is_easy else []), *range(2, k + 1)]
    is_complete, is_interrupted = False, False
    try:
        is_complete = _solve_sizes(ground, floors, turns, clock)
    except KeyboardInterrupt:
        is_interrupted = True
        for size in range(2, k):
            _hand_upwards(ground, floors, size)
    return Ascent(floors[k], ground.value(floors[k]) > at_first, is_complete, is_interrupted)


def _solve_sizes(ground: Ground, floors: FloatArray, turns: list[int], clock: Clock) -> bool:
    """Raise ``floors``, which are fair at any moment; returns whether the last size was solved."""
    is_complete = False
    for turn, size in enumerate(turns, 1):
        is_complete = False
        if clock.left_s <= 0:
            break
        is_last = size == turns[-1]
        own = clock.within(clock.left_s * (1.0 - SPARED * (turn < len(turns))))
        is_complete = _solve_size(ground, size, floors, TOLERANCE if is_last else EARLIER_TOLERANCE, own)
        if is_last and is_complete:
            break
        _hand_upwards(ground, floors, size)
    return is_complete


def _nearest(ground: Ground, size: int) -> FloatArray:
    """Nearest-neighbour prices, rounded down."""
    n_dims = ground.points.shape[1]
    prices: FloatArray = ground.nearest_fair(size) * (1.0 - 4 * (n_dims + size + 4) * UNIT_ROUNDOFF)
    return prices


def _hand_upwards(ground: Ground, floors: FloatArray, size: int) -> None:
    """Fair prices for ``size`` are fair for more items too, times (more − 1)/(size − 1)."""
    for more in range(size + 1, len(floors)):
        scaled = floors[size] * ((more - 1) / (size - 1))
        if ground.value(scaled) > ground.value(floors[more]):
            floors[more] = scaled


def _solve_size(ground: Ground, size: int, floors: FloatArray, tolerance: float, clock: Clock) -> bool:
    """Raise floors[size]; returns whether they are within the tolerance of the best."""
    best = floors[size]  # written at once with every gain, so that an interrupt loses none
    sets = _first_sets(ground, size)
    step, idle, turn = FIRST_STEP, 0, 0
    searching_s = clock.left_s / 2  # what the search may need after the program: not known before the first
    while clock.left_s > searching_s:
        blocks = _blocks(ground.points, turn)
        proposed, is_solved = _proposed(ground, size, sets, best, blocks, clock.within(clock.left_s - searching_s))
        searching = Clock()
        found = _made_fair(ground, size, floors, best + step * (proposed - best), clock)
        if found is None:
            break
        searching_s = SEARCH_RESERVE * searching.elapsed_s
        sets = sets.joined(found.member, found.pairs, proposed)
        gain = ground.value(found.price) - ground.value(best)
        step = min(LARGEST_STEP, STEP_UP * step) if gain > 0 else max(SMALLEST_STEP, STEP_DOWN * step)
        if gain > 0:
            best[:] = found.price
        worth = ground.value(best)
        idle = idle + 1 if gain <= tolerance * worth else 0
        if not is_solved:
            break  # there was no time, or the solver is at its end
        if ground.value(proposed) - worth <= tolerance * worth or (len(blocks) > 1 and idle == IDLE_TURNS):
            return True
        turn += 1
    return False


def _proposed(
    ground: Ground, size: int, sets: Sets, best: FloatArray, blocks: list[IntArray], clock: Clock
) -> tuple[FloatArray, bool]:
    """Prices at which no known set is too cheap, near the best ones, block after block; whether all were solved."""
    scale = ground.nearest_fair(size)
    box = Box(best - scale, best + scale)
    proposed, is_solved = best, True
    for block in blocks:
        moved = highest_prices(sets, ground.copies, proposed, box, block, clock.left_s)
        proposed = proposed if moved is None else moved
        is_solved = is_solved and moved is not None
    return proposed, is_solved


@dataclass(frozen=True)
class _Pass:
    price: FloatArray  # fair
    member: SetArray  # sets that objected
    pairs: FloatArray


def _made_fair(ground: Ground, size: int, floors: FloatArray, price: FloatArray, clock: Clock) -> _Pass | None:
    """Search all sets and lower prices until they are fair; None when the time was up before."""
    top = price - floors[size - 1]
    order = np.argsort(-top, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    market = Market(
        points=ground.points,
        copies=ground.copies,
        order=order,
        rank=rank,
        top=top,
        neighbour=ground.neighbour,
        neighbour_distance=ground.distance,
        floors=floors[:size],
        price=price.copy(),
        column=np.empty((ROOM, size), dtype=np.int32),
        column_pairs=np.empty(ROOM),
        n_columns=np.zeros(1, dtype=np.int64),
        effort=np.zeros(2, dtype=np.int64),
        largest_table=LARGEST_TABLE,
        full_scan=FULL_SCAN,
    )
    if not _search_roots(market, clock):
        return None
    n_found = int(market.n_columns[0])
    bulk = max(float(np.abs(values).max()) for values in (price, market.price, floors[:size]))
    allowance = 64 * size**3 * (size + ground.points.shape[1]) * UNIT_ROUNDOFF * bulk
    return _Pass(market.price - allowance, market.column[:n_found], market.column_pairs[:n_found])


def _search_roots(market: Market, clock: Clock) -> bool:
    """Every root; False when the time was up before. How many are searched at once changes nothing."""
    first, at_once = 0, 1
    while first < len(market.order):
        left_s = clock.left_s
        if left_s <= 0:
            return False
        stop = min(first + at_once, len(market.order))
        lower_unfair(market, first, stop, MOST_NODES)
        at_once = min(2 * at_once, ROOTS_AT_ONCE) if left_s - clock.left_s < LOOK_S else 1
        first = stop
    return True


def _first_sets(ground: Ground, size: int) -> Sets:
    """Every point with its nearest others, as many of them as there are copies for."""
    themselves = np.arange(ground.n_points, dtype=np.int32)[:, None]
    near = np.hstack([themselves, ground.neighbour[:, : size - 1]])
    copies = np.minimum(ground.copies[near], size)
    before = np.cumsum(copies, axis=1) - copies
    member = np.repeat(near.ravel(), np.clip(size - before, 0, copies).ravel()).reshape(-1, size)
    member = np.unique(np.sort(member, axis=1), axis=0)
    pairs = np.empty(len(member))
    for first in range(0, len(member), SETS_AT_ONCE):
        members = ground.points[member[first : first + SETS_AT_ONCE]]
        gaps = members - members.mean(axis=1, keepdims=True)
        pairs[first : first + SETS_AT_ONCE] = size * (gaps**2).sum(axis=(1, 2))
    return Sets(member, pairs)


def _blocks(points: FloatArray, turn: int) -> list[IntArray]:
    """Points that are near each other, at most BLOCK_POINTS at a time; the borders differ from turn to turn."""
    if len(points) <= WHOLE_POINTS:
        return [np.arange(len(points))]
    return list(_cut(points, np.arange(len(points)), UNEVEN_CUT if turn % 2 else 0.5))


def _cut(points: FloatArray, block: IntArray, share: float) -> Iterator[IntArray]:
    if len(block) <= BLOCK_POINTS:
        yield block
        return
    widest = int(np.argmax(np.ptp(points[block], axis=0)))
    in_order = block[np.argsort(points[block, widest], kind="stable")]
    at = int(share * len(block))
    yield from _cut(points, in_order[:at], 0.5)
    yield from _cut(points, in_order[at:], 0.5)
