"""Simulated annealing of one block of records.

A chain of trials moves records between cells while the temperature falls (`kernels/search/annealing.py`). The unit of
the temperature is the distortion that is usual around a record, ½ · mean squared distance to its k − 1 nearest, drawn a
third of the way (geometrically) towards the mean of all records. So the dense parts of heavy-tailed data settle at the
same time as the sparse parts, and records still move between the two. The temperature runs from a ``level`` down to
COLD, at which next to nothing is accepted that costs distortion. In few dimensions a cell has few neighbours and must
lose its shape to improve, so there every level is raised by (CROWDED_DIMS / d)². `python -m benchmarks.best` shows the
results.

Metropolis et al. 1953; Kirkpatrick, Gelatt and Vecchi 1983.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.guarantee import ProbabilisticAnonymity
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.kernels.search.annealing import anneal
from shoal.kernels.search.cells import Moving, Terrain, settle
from shoal.kernels.search.one_hot import Marks
from shoal.partition.neighbours import nearest_records, records_nearby
from shoal.partition.search.one_hot import Apart, apart

CROWDED_DIMS = 4  # points of fewer dimensions than this begin warmer, by (CROWDED_DIMS / d)² (design 025)
COLD = 0.03  # hardly anything that costs is accepted (design 025)
FROZEN = 1e-9  # nothing that costs is accepted: descent. It stands for 0, by which nothing can be divided
NEAR = 16  # neighbours of a record whose cells it may go to (design 025): half of them the nearest …
FAR = 2  # … half ever farther, up to this many times k: cells beyond do not touch its own (design 025) …
REACH = 6  # a new cell looks for its k records among this many times k around (design 025) …
REACH_AT_LEAST = 40  # … and among no fewer than this (design 025)
FARTHEST = 128  # … or up to here, which keeps the search for neighbours short (design 025)
HEAT_NEIGHBOURS = 64  # heat is measured on at most so many, and extrapolated to k (design 025)
OWN_HEAT = 0.7  # exponent of a record's own heat; the rest is the mean of all (design 025)
LEAST_HEAT = 1e-6  # of the mean: records with many twins still move (design 025)
UPHEAVALS = 0.02  # share of trials that dissolve or gather a cell (design 025) …
ROOMY = 10  # times the records that a cell needs at even ranks for closeness (design 030)
DIVERSE = 64  # records of a cell for any other promise about values: so a cluster of one value may be one (design 030)
UPHEAVAL_RECORDS = 8  # … for cells of so many records; larger cells take longer and try it less often (design 025)
MOST_SLOTS = 2**27  # for members of all cells of a chain, each with room for the largest one: 1 GB in 8 bytes each
BATCHES = 20  # of a chain; between them the clock is read (design 025) …
LEAST_BATCH = 20_000  # … but no fewer trials in each: to begin a batch takes as long as 5,000 (design 025) …
LARGEST_BATCH = 10_000_000  # … and no more: a second or so (8 million a second: `best.py`), to notice interrupts
DESCENT = 10  # trials a record at the end of a chain: then hardly any gains (design 025)
POOLED = 0.4  # of the batches, the last ones: before, cells have no shape yet (design 025)


class Around(NamedTuple):
    """What surrounds every record."""

    near: npt.NDArray[np.int32]  # (n, l) records whose cells it may go to
    heat: FloatArray  # (n,) the distortion that is usual there

    def inside(self, block: IntArray) -> Around:
        """The same for some of the records, which are numbered anew; all others are out of reach."""
        place = np.full(len(self.near), -1, dtype=np.int32)
        place[block] = np.arange(len(block))
        near = place[self.near[block]]
        own = np.broadcast_to(np.arange(len(block), dtype=np.int32)[:, None], near.shape)
        return Around(np.where(near < 0, own, near), self.heat[block])


def look_around(points: FloatArray, k: int) -> Around:
    """Exactly: the nearest records, and some that are farther."""
    looked = min(max(NEAR, min(FAR * k, FARTHEST)), len(points) - 1)
    near, distance = nearest_records(points, looked)
    return Around(_surroundings(points, near), _heat(distance[:, :HEAT_NEIGHBOURS], k, points.shape[1]))


def look_around_many(points: FloatArray, k: int, seed: int) -> Around:
    """About the same for many records, in a hundredth of the time."""
    near, distance = records_nearby(points, max(NEAR, min(k - 1, HEAT_NEIGHBOURS)), (seed,))
    return Around(near, _heat(distance[:, : max(1, min(k - 1, HEAT_NEIGHBOURS))], k, points.shape[1]))


@dataclass(frozen=True)
class Block:
    """Records that are annealed together."""

    points: FloatArray  # (n, d): all coordinates …
    weights: FloatArray | None  # as given; the terrain has ones where they are all equal
    apart: Apart  # … and those that are marks, which the terrain does not have
    terrain: Terrain
    k: int
    confidential: ConfidentialPromise | None = None

    @classmethod
    def of(
        cls,
        points: FloatArray,
        k: int,
        weights: FloatArray | None = None,
        promise: ProbabilisticAnonymity | None = None,
        around: Around | None = None,
        confidential: ConfidentialPromise | None = None,
    ) -> Block:
        """Look around every record, unless that is known. With a promise, cells are judged by their failure as well;
        with a promise about confidential values by its rules.
        """
        n_records = len(points)
        shares = None if promise is None else np.array(np.broadcast_to(promise.participation, n_records))
        near, heat = look_around(points, k) if around is None else around
        equal = weights is None or bool(np.all(weights == weights[0]))
        split = apart(points)
        terrain = Terrain(
            points=split.points,
            weights=np.ones(n_records) if weights is None or equal else weights,
            equal_weights=equal,
            near=near,
            heat=heat,
            participation=np.empty(0) if shares is None else shares,
            failure=1.0 if promise is None else promise.largest_failure,
            promised=k if promise is None else promise.k,
            least=k if promise is None else promise.k,
            most=2 * k - 1 if confidential is None else max(2 * k - 1, _room(confidential)),
            fresh=k if confidential is None else max(k, confidential.usual_size),
        )
        return cls(points, weights, split, terrain, k, confidential)

    def temperature(self, level: float) -> float:
        """This level, for the dimensions of this block."""
        n_dims: int = self.points.shape[1]
        return level * max(1.0, CROWDED_DIMS / n_dims) ** 2


class Chain:
    """Cells in motion over a block."""

    def __init__(self, block: Block, cell_of: IntArray, seed: Sequence[int]) -> None:
        n_records, n_dims = block.terrain.points.shape
        largest = int(np.bincount(cell_of).max())
        most = max(block.terrain.most, largest)  # a start, or an uneven promise, may need larger cells
        room = most + 1
        n_cells = n_slots_for(int(cell_of.max()) + 1, n_records // block.k, room)
        self.terrain = block.terrain._replace(most=most)
        self.upheavals = UPHEAVALS * min(1.0, UPHEAVAL_RECORDS / block.k)
        self.moving = Moving(
            cell_of=cell_of.astype(np.int64),  # a copy
            slot_of=np.empty(n_records, dtype=np.int64),
            members=np.empty((n_cells, room), dtype=np.int64),
            sizes=np.zeros(n_cells, dtype=np.int64),
            sums=np.zeros((n_cells, n_dims)),
            mass=np.zeros(n_cells),
            unused=np.empty(n_cells, dtype=np.int64),
            n_unused=np.zeros(1, dtype=np.int64),
            chance=np.random.SeedSequence(seed).generate_state(1, np.uint64) | np.uint64(1),  # never all zero
            trail=np.empty((room, 2), dtype=np.int64),
            queue=np.empty(min(n_records, max(REACH * block.terrain.fresh, REACH_AT_LEAST)), dtype=np.int64),
            seen=np.zeros(n_records, dtype=np.int64),
            searches=np.zeros(1, dtype=np.int64),
            judged=np.empty(room),
            marks=Marks(
                of=block.apart.marks,
                length=block.apart.length,
                sums=np.zeros((n_cells, len(block.apart.length))),
                square=np.zeros(n_cells),
            ),
        )

    def run(self, hot: float, cold: float, n_trials: int) -> None:
        """So many trials while the temperature falls from ``hot`` to ``cold``."""
        if n_trials > 0 and self.terrain.near.shape[1] > 0:
            settle(self.terrain, self.moving)
            anneal(self.terrain, self.moving, hot, cold, n_trials, self.upheavals)

    @property
    def cell_of(self) -> IntArray:
        """The cells as they stand, numbered from 0 without gaps in the order of their first records."""
        _, first, cell = np.unique(self.moving.cell_of, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return rank[cell]


def n_slots_for(used: int, most: int, room: int) -> int:
    """How many cells a chain has: all that could be needed, or as many as memory holds where one cell is giant.

    A chain with fewer cells than could be needed divides none while all are used.
    """
    if used * room > MOST_SLOTS:
        raise ParameterError(
            f"A search from these cells would need memory for {used:,} cells of {room:,} records each, because the "
            "largest cell of the start has so many.",
            parameter="method",
            hint="Begin with more even cells, or ask for less than makes such a cell necessary.",
        )
    return max(used, min(most, MOST_SLOTS // room))


class Annealed(NamedTuple):
    """What a chain came to."""

    cell_of: IntArray
    n_batches: int  # after which it ended …
    is_whole: bool  # … and whether these were all
    passed: list[IntArray]  # partitions that it passed through, if they were asked for


def n_batches_of(trials: float, n_records: int) -> int:
    """Into how many batches so many trials a record are divided."""
    n_trials = round(trials * n_records)
    return max(1, min(BATCHES, n_trials // LEAST_BATCH), -(-n_trials // LARGEST_BATCH))


def annealed(
    block: Block,
    start: IntArray,
    level: float,
    trials: float,
    seed: Sequence[int],
    is_up: Callable[[], bool] = lambda: False,
    *,
    most_batches: int | None = None,
    keeps: bool = False,
) -> Annealed:
    """Anneal from these cells, then descend. A chain ends after ``most_batches``, or when its time is up.

    A chain whose time was up before its first batch returns its start.
    """
    n_records = len(block.points)
    n_batches = n_batches_of(trials, n_records)
    asked = n_batches if most_batches is None else most_batches
    hot = block.temperature(level)
    temperature = hot * (COLD / hot) ** (np.arange(n_batches + 1) / n_batches)
    ends = np.round(np.linspace(0, round(trials * n_records), n_batches + 1)).astype(np.int64)
    chain = Chain(block, start, seed)
    passed = []
    done = 0
    while done < asked and not is_up():
        chain.run(float(temperature[done]), float(temperature[done + 1]), int(ends[done + 1] - ends[done]))
        done += 1
        if keeps and done > (1.0 - POOLED) * n_batches:
            passed.append(chain.cell_of)
    if done == 0:
        return Annealed(start, 0, False, [])
    chain.run(FROZEN, FROZEN, DESCENT * n_records)
    return Annealed(chain.cell_of, done, done == n_batches, passed)


def _room(promise: ConfidentialPromise) -> int:
    """How many records a cell may hold, whatever k is."""
    enough = ROOMY * promise.usual_size
    return enough if promise.is_about_distances else max(DIVERSE, enough)


def _surroundings(points: FloatArray, near: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Of the records around each, those whose cells it may go to; twins are passed over in the farther half."""
    looked = near.shape[1]
    if looked <= NEAR // 2:
        return near
    close = near[:, : NEAR // 2]
    distinct, place_of = np.unique(points, axis=0, return_inverse=True)
    if len(distinct) == len(points) or len(distinct) < 2:
        return np.hstack([close, near[:, _spread(NEAR // 2, looked)]])
    places, _ = nearest_records(distinct, min(looked, len(distinct) - 1))
    farther = places[:, _spread(0, places.shape[1])][place_of]
    order = np.argsort(place_of, kind="stable")
    first = np.searchsorted(place_of[order], np.arange(len(distinct) + 1))
    turn = np.arange(len(points))[:, None]  # every twin looks at another one of its neighbour's twins
    resident = order[first[farther] + turn % np.diff(first)[farther]]
    return np.hstack([close, resident.astype(np.int32)])


def _spread(begin: int, end: int) -> IntArray:
    """Half of NEAR ranks from ``begin`` on, ever farther apart."""
    steps = np.geomspace(1, end - begin + 1, NEAR // 2) - 1
    ranks = begin + np.minimum(np.maximum(np.round(steps).astype(np.int64), np.arange(len(steps))), end - begin - 1)
    return np.unique(ranks)


def _heat(distance: FloatArray, k: int, n_dims: int) -> FloatArray:
    """Half the mean squared distance to the k − 1 nearest, tempered; cells beyond the list are extrapolated."""
    looked = min(k - 1, distance.shape[1]) or 1
    around = 0.5 * distance[:, :looked].mean(axis=1)
    around *= ((k - 1) / looked) ** (2.0 / n_dims) if k - 1 > looked else 1.0
    mean = float(around.mean())
    if mean == 0.0:
        return np.ones(len(distance))
    tempered: FloatArray = np.maximum(around, LEAST_HEAT * mean) ** OWN_HEAT * mean ** (1.0 - OWN_HEAT)
    return tempered
