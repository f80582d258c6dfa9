"""The group: sums over those who left and those who stay, from which the report says how they differ, in words.

Sums of blocks are added with `math.fsum`, which rounds once, so they do not depend on the order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.encoding import Encoding
from shoal.guarantee.behind_figures import LARGEST_PART, enough_records
from shoal.journey.passes.census import Census
from shoal.journey.passes.leaving.offers import MOVED, STEP
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.releasing import Sums
from shoal.release.utility.suppressed import WHOLE_PERCENTS, Suppressed, difference, weakest_gap

N, MASS, SQUARE, SUM, SQUARES, OWN_SUM, OWN_SQUARES = range(7)  # of a coordinate; the last two are weighted


@dataclass(frozen=True)
class CameIn:
    """The table as it came in, before anybody left to lower the loss; and what may be said of those who did."""

    n_records: int
    digest: str
    n_without_value: int
    n_left_over: int
    suppressed: Suppressed | None = None

    @classmethod
    def of(cls, counted: Census, plan: BlockPlan, suppressed: Suppressed | None = None) -> CameIn:
        """From the census and the plan of all records."""
        groups = plan.groups
        return cls(counted.n_records, counted.content.digest, groups.n_without_value, groups.n_left_over, suppressed)


@dataclass(frozen=True)
class GroupSums:
    """``out``, ``staying``: (7, coordinates) sums over those who have the coordinate; ``moved``: weighted distances.

    ``ends_out``: (2, coordinates), the least and the largest of those who left; ∞ and -∞ without any.
    """

    n_out: int
    out: FloatArray
    ends_out: FloatArray
    staying: FloatArray
    mass: float
    mass_out: float
    square_of_masses_out: float
    moved: float
    moved_out: float
    largest_moved_out: float

    @classmethod
    def of_all(cls, parts: Sequence[GroupSums]) -> GroupSums:
        """Of all blocks, in whatever order."""
        return cls(
            n_out=sum(part.n_out for part in parts),
            out=_added([part.out for part in parts]),
            ends_out=np.array(
                [
                    np.min([part.ends_out[0] for part in parts], axis=0),
                    np.max([part.ends_out[1] for part in parts], axis=0),
                ]
            ),
            staying=_added([part.staying for part in parts]),
            mass=math.fsum(part.mass for part in parts),
            mass_out=math.fsum(part.mass_out for part in parts),
            square_of_masses_out=math.fsum(part.square_of_masses_out for part in parts),
            moved=math.fsum(part.moved for part in parts),
            moved_out=math.fsum(part.moved_out for part in parts),
            largest_moved_out=max(part.largest_moved_out for part in parts),
        )

    def suppressed(self, allowed: float, plan: BlockPlan, after: Sums) -> Suppressed:
        """What may be said. ``plan``: of all records; ``after``: the sums of the release without those who left."""
        n_behind = min(self.n_out, round(self.mass_out**2 / self.square_of_masses_out)) if self.n_out else 0
        if not enough_records(n_behind, plan.k):
            return Suppressed(self.n_out, allowed, None, None)
        saved = None
        if self.largest_moved_out <= LARGEST_PART * self.moved_out:
            left = self._moved_after(plan.encoding, after) / after.mass
            saved = round(1.0 - left / (self.moved / self.mass), WHOLE_PERCENTS)
        return Suppressed(self.n_out, allowed, saved, tuple(self._differences(plan)))

    def _moved_after(self, encoding: Encoding, after: Sums) -> float:
        """What the cells of the release lose, in the units of the first cells: scales were fitted anew since."""
        moved = 0.0
        for name, part in encoding.slices.items():
            own = after.attributes[name]
            mass, sums, squares = (self.staying[row, part] for row in (MASS, OWN_SUM, OWN_SQUARES))
            if own.mass == 0.0 or mass[0] == 0.0:
                continue
            spread = float((squares / mass - (sums / mass) ** 2).sum())
            spread_after = sum(
                square / own.mass - (total / own.mass) ** 2 for total, square in zip(own.sums, own.squares, strict=True)
            )
            if spread > 0.0 and spread_after > 0.0:
                moved += own.lost_to_centroids * spread / spread_after
        return moved

    def _differences(self, plan: BlockPlan) -> Iterator[tuple[str, str]]:
        encoding = plan.encoding
        for (name, part), attribute in zip(encoding.slices.items(), encoding.attributes, strict=True):
            out, staying = self.out[:, part], self.staying[:, part]
            n_out, mass, square = (float(out[row, 0]) for row in (N, MASS, SQUARE))
            n_behind = min(n_out, round(mass**2 / square)) if n_out else 0
            if not enough_records(int(min(n_behind, staying[N, 0])), plan.k):
                continue
            mean = staying[SUM] / staying[N]
            spread = math.sqrt(max(0.0, float((staying[SQUARES] / staying[N] - mean**2).sum())))
            words = difference(attribute, weakest_gap(int(n_out), out[SUM], self.ends_out[:, part], mean), spread)
            if words is not None:
                yield name, words


def group_sums(frame: pl.DataFrame, n_taken: int | IntArray, plan: BlockPlan) -> tuple[pl.DataFrame, GroupSums]:
    """The records that stay, as they came in; and the sums over all of them.

    n_taken: the steps that are taken of the block, or of that of each record.
    """
    located = plan.located(frame)
    step = frame[STEP].to_numpy() if STEP in frame.columns else np.full(frame.height, -1)
    moved = frame[MOVED].to_numpy() if MOVED in frame.columns else np.zeros(frame.height)
    out = (step >= 0) & (step < n_taken)
    mass = np.ones(frame.height) if located.weights is None else located.weights
    sums = GroupSums(
        n_out=int(np.count_nonzero(out)),
        out=_moments(located, out, mass, plan.encoding),
        ends_out=_ends(located, out, plan.encoding),
        staying=_moments(located, ~out, mass, plan.encoding),
        mass=float(mass.sum()),
        mass_out=float(mass[out].sum()),
        square_of_masses_out=float((mass[out] ** 2).sum()),
        moved=float(mass @ moved),
        moved_out=float(mass[out] @ moved[out]),
        largest_moved_out=float((mass * moved)[out].max(initial=0.0)),
    )
    return frame.filter(pl.Series(~out)).select(plan.layout.travelling), sums


def _moments(located: LocatedRecords, chosen: BoolArray, mass: FloatArray, encoding: Encoding) -> FloatArray:
    moments = np.zeros((7, encoding.n_coordinates))
    for part, rows in _rows_with(located, chosen, encoding):
        here, own = located.points[rows, part], mass[rows]
        moments[:, part] = np.array(
            [
                np.full(here.shape[1], len(rows)),
                np.full(here.shape[1], own.sum()),
                np.full(here.shape[1], (own**2).sum()),
                here.sum(axis=0),
                (here**2).sum(axis=0),
                own @ here,
                own @ here**2,
            ]
        )
    return moments


def _ends(located: LocatedRecords, chosen: BoolArray, encoding: Encoding) -> FloatArray:
    ends = np.empty((2, encoding.n_coordinates))
    for part, rows in _rows_with(located, chosen, encoding):
        here = located.points[rows, part]
        ends[0, part], ends[1, part] = here.min(axis=0, initial=np.inf), here.max(axis=0, initial=-np.inf)
    return ends


def _rows_with(located: LocatedRecords, chosen: BoolArray, encoding: Encoding) -> Iterator[tuple[slice, IntArray]]:
    """The coordinates of each attribute, and the chosen records that have a value of it."""
    for part, attribute in zip(encoding.slices.values(), encoding.attributes, strict=True):
        void = located.void.get(attribute.columns[0])
        yield part, np.flatnonzero(chosen if void is None else chosen & ~void)


def _added(parts: Sequence[FloatArray]) -> FloatArray:
    shape = parts[0].shape
    return np.array([math.fsum(column) for column in zip(*(part.ravel() for part in parts), strict=True)]).reshape(
        shape
    )
