"""Annealing one block of records: what surrounds them, how hot it is there, and chains of trials.

The heat of a record is the distortion usual around it, m = ½ · mean squared distance to its k − 1 nearest, drawn a
third of the way (geometrically) towards the mean of all: with a heat of its own for each record the dense parts of
heavy-tailed data settle at the same time as the sparse ones, and the rest of a common heat keeps records moving
between the two. Warmth runs from HOT, where cells lose most of their shape, to COLD, where next to nothing is
accepted that costs. In few dimensions a cell has few neighbours and must leave its place to improve, so everything
begins warmer there. `python -m benchmarks.best` has what they lead to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee import ProbabilisticAnonymity
from shoal.kernels.search.annealing import REACH, REACH_AT_LEAST, Moving, Terrain, anneal, settle
from shoal.kernels.search.marks import Marks
from shoal.partition.neighbours import nearest_records, records_nearby
from shoal.partition.search.marks import Apart, apart

HOT = 2.0  # cells lose most of their shape
WARM = 0.25  # cells keep their place and exchange records
CROWDED_DIMS = 4  # points of fewer dimensions than this begin warmer, by (CROWDED_DIMS / d)²
COLD = 0.03  # hardly anything that costs is accepted
STILL = 1e-9  # nothing that costs is accepted: descent
NEAR = 16  # neighbours of a record whose cells it may go to: half of them the nearest …
FAR = 2  # … half ever farther, up to this many times k, beyond which there are cells that do not touch its own …
FARTHEST = 128  # … or up to here
HEAT_NEIGHBOURS = 64  # heat is measured on at most so many, and extrapolated to k
OWN_HEAT = 0.7  # exponent of a record's own heat; the rest is the mean of all
LEAST_HEAT = 1e-6  # of the mean: records with many twins still move
UPHEAVALS = 0.02  # share of trials that dissolve or gather a cell …
UPHEAVAL_RECORDS = 8  # … for cells of so many records; larger cells take longer and try it less often


class Around(NamedTuple):
    """What surrounds every record."""

    near: npt.NDArray[np.int32]  # (n, l) records whose cells it may go to
    heat: FloatArray  # (n,) the distortion that is usual there

    def inside(self, block: IntArray) -> Around:
        """The same for some of the records, which are numbered anew; whoever is not among them is out of reach."""
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
    apart: Apart  # … and those that are marks, which the terrain does not have
    terrain: Terrain
    k: int
    unit: float = 1.0  # weight of every record, if they all have the same: the terrain has ones then

    @classmethod
    def of(
        cls,
        points: FloatArray,
        k: int,
        weights: FloatArray | None = None,
        promise: ProbabilisticAnonymity | None = None,
        around: Around | None = None,
    ) -> Block:
        """Look around every record, unless that is known. With a promise, cells are judged by their failure as well."""
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
            most=2 * k - 1,
            fresh=k,
        )
        return cls(points, split, terrain, k, float(weights[0]) if weights is not None and equal else 1.0)

    def warmth(self, level: float) -> float:
        """HOT, WARM or the like, for the dimensions of this block."""
        n_dims: int = self.points.shape[1]
        return level * max(1.0, CROWDED_DIMS / n_dims) ** 2

    def chain(self, cell_of: IntArray, seed: Sequence[int]) -> Chain:
        """Cells to be annealed, and random numbers of their own."""
        return Chain(self, cell_of, seed)


class Chain:
    """Cells in motion over a block."""

    def __init__(self, block: Block, cell_of: IntArray, seed: Sequence[int]) -> None:
        n_records, n_dims = block.terrain.points.shape
        largest = int(np.bincount(cell_of).max())
        n_cells = max(int(cell_of.max()) + 1, n_records // block.k)
        most = max(block.terrain.most, largest)  # a start, or an uneven promise, may need larger cells
        room = most + 1
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
            queue=np.empty(min(n_records, max(REACH * block.k, REACH_AT_LEAST)), dtype=np.int64),
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
        """So many trials while the warmth falls from ``hot`` to ``cold``."""
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
