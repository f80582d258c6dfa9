"""Cells that keep what earlier releases promise: nobody is found by comparing the releases.

The people of an earlier class are kept together, and newcomers get cells of their own: then two classes have a whole
earlier class in common, or nobody. An earlier class of 2k people or more may be divided. Where a class lost
some of its people, or some of them changed, cells are merged until the ones who went cannot be told from the others
(`guarantee/several_releases.py`): of all cells nearby the one is joined that hides most for its cost, which is the
distortion that the union adds (J. H. Ward, Journal of the American Statistical Association 58, 1963).

Cost: the two calls of the method, and for m cells to be merged m · NEAR unions that are judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import FloatArray, IntArray, records_by_cell
from shoal.guarantee.several_releases import JointAnonymity
from shoal.partition.neighbours import nearest_points

# Partners that are judged for a cell, among those with something to hide. With 8, 24 and 64 of them, and also the 4
# nearest of all cells, the second run of benchmarks/several_releases.py (diagnosis, k = 10, 2 %) loses 11.6, 3.9 and
# 7.1 %; with 24 and no others 3.6 %.
NEAR = 24

Form = Callable[[IntArray, IntArray], IntArray]  # records and a group for each of them → the cell of each


def joint_cells(
    points: FloatArray,
    block_of: IntArray,
    joint: JointAnonymity,
    form: Form,
    weights: FloatArray | None = None,
) -> IntArray:
    """Cells inside the blocks that keep the promise, if one cell for each block keeps it.

    ``form`` makes cells of at least k inside each group of some records.
    """
    cell_of = _divided(earlier_cells(block_of, joint), joint, form)
    return _merged(points, cell_of, block_of, joint, np.ones(len(points)) if weights is None else weights)


def earlier_cells(block_of: IntArray, joint: JointAnonymity) -> IntArray:
    """The people of each origin, and the newcomers, in one cell for each block; the numbers have gaps."""
    cells: IntArray = (joint.origin_of_record + 1) * (int(block_of.max(initial=0)) + 1) + block_of
    return cells


def _divided(cell_of: IntArray, joint: JointAnonymity, form: Form) -> IntArray:
    """Cells of at least 2k people of one origin become several, and those of newcomers are formed."""
    steady = np.ones(joint.n_origins + 1, dtype=np.bool_)  # the last is for newcomers
    steady[joint.origin_of[joint.gone | joint.changed]] = False  # dividing the others would leave less to hide among
    numbers = np.unique(cell_of, return_inverse=True)[1].astype(np.int64)
    is_large = np.bincount(numbers)[numbers] >= 2 * joint.k
    for asked in (
        np.flatnonzero(is_large & steady[joint.origin_of_record] & ~joint.is_new),
        np.flatnonzero(joint.is_new),
    ):
        if len(asked):
            groups = np.unique(numbers[asked], return_inverse=True)[1].astype(np.int64)
            numbers[asked] = form(asked, groups) + numbers.max() + 1
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)


@dataclass
class _Origin:
    """People of one origin who are all in one cell, if some of them went."""

    traces: Counter[int]
    went: bool
    stayed: bool
    needed: int


@dataclass
class _Cell:
    """What a cell has to hide. ``lost`` and ``kept`` count records by their trace, of origins that are whole."""

    block: int
    total: FloatArray  # of the points, weighted
    weight: float
    size: int = 0
    new: int = 0
    apart: int = 0  # Σ min(went, stayed) over its origins
    gone: int = 0
    changed: int = 0
    lost: Counter[int] = field(default_factory=Counter)
    kept: Counter[int] = field(default_factory=Counter)
    origins: list[_Origin] = field(default_factory=list)

    @property
    def centroid(self) -> FloatArray:
        """The weighted mean."""
        return self.total / self.weight

    @property
    def is_plain(self) -> bool:
        """Whether nobody came, went or changed."""
        return not (self.new or self.gone or self.changed)

    def with_other(self, other: _Cell) -> _Cell:
        """The union."""
        return _Cell(
            self.block,
            self.total + other.total,
            self.weight + other.weight,
            self.size + other.size,
            self.new + other.new,
            self.apart + other.apart,
            self.gone + other.gone,
            self.changed + other.changed,
            self.lost + other.lost,
            self.kept + other.kept,
            self.origins + other.origins,
        )

    def cost_with(self, other: _Cell) -> float:
        """The distortion that a union adds."""
        apart = self.centroid - other.centroid
        return self.weight * other.weight / (self.weight + other.weight) * float(apart @ apart)

    def shortfall(self, k: int) -> int:
        """By how many people or records the promise is missed, over all its conditions; 0: it is kept."""
        counts = (self.new, self.apart, self.gone + self.changed, self.new + self.changed)
        missing = max(0, k - self.size) + sum(k - count for count in counts if 0 < count < k)
        for origin in self.origins:
            if origin.stayed:
                missing += max(0, origin.needed - sum(self.kept[trace] for trace in origin.traces))
            for concerned, shown in ((origin.went, self.lost), (origin.stayed, self.kept)):
                if concerned:
                    candidates = sum(count for trace, count in origin.traces.items() if shown[trace] > 0)
                    missing += max(0, origin.needed - candidates)
        return missing


def _merged(
    points: FloatArray, cell_of: IntArray, block_of: IntArray, joint: JointAnonymity, weight: FloatArray
) -> IntArray:
    cells = _described(points, cell_of, block_of, joint, weight)
    head = np.arange(len(cells))  # the cell that each has been joined to
    alive = dict(enumerate(cells))
    while True:
        short = {number: missing for number, cell in alive.items() if (missing := cell.shortfall(joint.k)) > 0}
        pairs = list(_partners(alive, short, joint.k))
        if not pairs:
            break
        for one, other in pairs:
            alive[one] = alive[one].with_other(alive.pop(other))
            head[head == other] = one
    joined: IntArray = np.unique(head[cell_of], return_inverse=True)[1].astype(np.int64)
    return joined


def _partners(alive: dict[int, _Cell], short: dict[int, int], k: int) -> Iterable[tuple[int, int]]:
    """Pairs to be joined in one round; a cell is in one pair at most."""
    near = _near(alive, short)
    taken: set[int] = set()
    for one in sorted(short, key=lambda number: (-short[number], number)):
        if one in taken:
            continue
        cell, best = alive[one], None
        for other in near[one]:
            if other in taken:
                continue
            hidden = short[one] + short.get(other, 0) - cell.with_other(alive[other]).shortfall(k)
            cost = cell.cost_with(alive[other])
            # A union that hides nothing yet is a step towards one that does: it comes last, the cheapest first.
            rank = (0, cost / hidden, other) if hidden > 0 else (1, cost, other)
            best = rank if best is None or rank < best else best
        if best is not None:
            taken |= {one, best[2]}
            yield one, best[2]


def _near(alive: dict[int, _Cell], short: dict[int, int]) -> dict[int, list[int]]:
    """For each cell that falls short the nearest ones of its block with something to hide, or any if there are none."""
    near: dict[int, list[int]] = {}
    for block in {alive[number].block for number in short}:
        inside = [number for number, cell in alive.items() if cell.block == block]
        asking = [number for number in inside if number in short]
        telling = [number for number in inside if number in short or not alive[number].is_plain]
        targets = telling if len(telling) > 1 else inside
        centroids = np.array([alive[number].centroid for number in targets])
        own = np.array([alive[number].centroid for number in asking])
        found, _ = nearest_points(centroids, own, min(NEAR + 1, len(targets)))
        for number, others in zip(asking, found, strict=True):
            near[number] = [targets[other] for other in others if targets[other] != number]
    return near


def _described(
    points: FloatArray, cell_of: IntArray, block_of: IntArray, joint: JointAnonymity, weight: FloatArray
) -> list[_Cell]:
    members = records_by_cell(cell_of)
    cells = [
        _Cell(
            int(block_of[rows[0]]),
            weight[rows] @ points[rows],
            float(weight[rows].sum()),
            len(rows),
            int(np.count_nonzero(joint.is_new[rows])),
        )
        for rows in members
    ]
    whole, home = joint.homes(cell_of)
    inside = whole[joint.origin_of]
    went = joint.gone | joint.changed
    n_gone = np.bincount(joint.origin_of[joint.gone], minlength=joint.n_origins)
    for number in np.flatnonzero(whole).tolist():
        cells[home[number]].apart += int(min(n_gone[number], joint.origin_sizes[number] - n_gone[number]))
    told = np.zeros(joint.n_origins, dtype=np.bool_)
    told[joint.origin_of[went & inside]] = True
    origins: dict[int, _Origin] = {}
    for person in np.flatnonzero(inside).tolist():
        number = int(joint.origin_of[person])
        cell, trace = cells[home[number]], int(joint.trace_of[person])
        if joint.gone[person]:
            cell.gone += 1
        elif joint.changed[person]:
            cell.changed += 1
        (cell.lost if went[person] else cell.kept)[trace] += 1
        if told[number]:  # where nobody went, the origin's own records are candidates enough
            if number not in origins:
                origins[number] = _Origin(Counter(), False, False, int(joint.candidates_needed[number]))
                cell.origins.append(origins[number])
            origin = origins[number]
            origin.traces[trace] += 1
            origin.went |= bool(went[person])
            origin.stayed |= not went[person]
    return cells
