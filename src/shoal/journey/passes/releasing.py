"""Releasing: the released values of a block, and the sums from which the report states what they cost.

Every sum is over one block, in the order of the keys. The sums of all blocks are added exactly and in one order
(`Sums.of_all`), so they do not depend on who computed which block.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import points_with_gaps, release_with_gaps, void_place
from shoal.journey.passes.census import threshold
from shoal.journey.passes.forming import CELL, centroids_of
from shoal.journey.passes.layout import ADDED, Layout
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.row_keys import Words, row_keys
from shoal.partition.dominance import refuse_dominance
from shoal.release.report.run_warnings import cells_alike
from shoal.release.risk.dominated_values import AVERAGED
from shoal.release.utility.vanished import NO_CATEGORIES, CategoryFigures
from shoal.table.formulas import formula_counts
from shoal.table.frames.table import Table

PART = ADDED + "part"  # the part of the release that a record is written to
CLASS_SEED, RESERVE_SEED = 5, 7  # the first number keys what is drawn; see `row_keys`
BEFORE = ADDED + "before:"  # in front of the name of a column of the original, in the evidence of a report


@dataclass(frozen=True)
class AttributeSums:
    """About one attribute, over the records that have it."""

    mass: float = 0.0
    square_of_masses: float = 0.0
    mass_removed: float = 0.0  # of pooled records that had it
    lost: float = 0.0  # squared distances to what is released …
    lost_to_centroids: float = 0.0  # … and to the centroids of cells, before rounding and decoding
    largest_lost: float = 0.0  # by one record
    n_records: int = 0
    sums: tuple[float, ...] = ()  # of each coordinate …
    squares: tuple[float, ...] = ()  # … and of its square
    lowest: tuple[float, ...] = ()
    highest: tuple[float, ...] = ()

    @property
    def n_behind(self) -> int:
        """The effective number of records of its loss, as `guarantee/behind_figures.py` counts them."""
        return min(self.n_records, round(self.mass**2 / self.square_of_masses)) if self.n_records else 0


@dataclass(frozen=True)
class Sums:
    """What a block adds to the report."""

    n_records: int
    n_cells: int
    n_pooled: int
    mass: float
    square_of_masses: float
    attributes: Mapping[str, AttributeSums]
    n_cells_alike: int = 0  # with the centroid of another cell of their block
    categories: CategoryFigures = NO_CATEGORIES
    formulas: Mapping[str, int] = field(default_factory=dict)  # texts that a spreadsheet would run, by column

    @property
    def n_effective(self) -> int:
        """The effective number of records, as `guarantee/behind_figures.py` counts them."""
        return min(self.n_records, round(self.mass**2 / self.square_of_masses)) if self.n_records else 0

    @classmethod
    def of_all(cls, parts: Sequence[Sums]) -> Sums:
        """Of all blocks, which come in the order of their numbers."""
        names = parts[0].attributes
        formulas = Counter[str]()
        for part in parts:
            formulas.update(part.formulas)
        return cls(
            n_records=sum(part.n_records for part in parts),
            n_cells=sum(part.n_cells for part in parts),
            n_pooled=sum(part.n_pooled for part in parts),
            mass=math.fsum(part.mass for part in parts),
            square_of_masses=math.fsum(part.square_of_masses for part in parts),
            attributes={name: _added([part.attributes[name] for part in parts]) for name in names},
            n_cells_alike=sum(part.n_cells_alike for part in parts),
            categories=CategoryFigures.of_all(part.categories for part in parts),
            formulas=dict(formulas),
        )


def averaged_columns(encoding: Encoding) -> list[str]:
    """Columns whose released values are means. Their original values travel on (`telling/standing_out.py`)."""
    return [name for each in encoding.attributes if isinstance(each, AVERAGED) for name in each.columns]


def released_layout(plan: BlockPlan) -> Layout:
    """What a released record is made of."""
    dropped = {*plan.roles.dropped, *plan.roles.quasi_identifiers}
    columns = [name for name in plan.layout.columns if name not in plan.roles.dropped]
    spelled = [name for name in plan.layout.spelled if name not in dropped and name not in plan.roles.stratum]
    return Layout.of(columns, spelled, plan.layout.origin)


@dataclass(frozen=True)
class ReleaseTerms:
    """In how many parts a release is made, and the share of its classes that the report looks at."""

    n_parts: int
    evident_share: float
    most_of_reserve: int  # records, if no class was drawn


class Shown(NamedTuple):
    """Records that the report looks at, before and after: those of the classes that were drawn.

    If none was drawn from a block, those of one class are its ``reserve``, of which ``rank`` is the number.
    """

    drawn: pl.DataFrame
    reserve: pl.DataFrame
    rank: int


def evidence_of(shown: Sequence[Shown]) -> pl.DataFrame:
    """What the report looks at: what was drawn from all blocks, in their order; if there is nothing, one reserve.

    A table of few different records has few classes, and a small share of them may be none.
    """
    drawn = pl.concat([part.drawn for part in shown])
    return drawn if drawn.height else min(shown, key=lambda part: part.rank).reserve


class Released(NamedTuple):
    """The released records, each with its part, its original values of columns that are averaged and what it counts;
    the sums; and what the report looks at."""

    records: pl.DataFrame
    sums: Sums
    shown: Shown


def released(
    ordered: pl.DataFrame, located: LocatedRecords, plan: BlockPlan, terms: ReleaseTerms, *, of_one_point: bool = False
) -> Released:
    """The release of a block whose cells are final. ``of_one_point``: it is a part of one cell, whose centroid is at
    the point of every record."""
    cell_of = np.unique(ordered[CELL].to_numpy(), return_inverse=True)[1]
    if located.weights is not None and not of_one_point:
        refuse_dominance(cell_of, located.weights)
    centroids = located.points[:1] if of_one_point else centroids_of(located.points, cell_of, located.weights)
    return _released(ordered, located, cell_of, centroids, plan, terms)


def _released(
    frame: pl.DataFrame,
    located: LocatedRecords,
    cell_of: IntArray,
    centroids: FloatArray,
    plan: BlockPlan,
    terms: ReleaseTerms,
) -> Released:
    roles = plan.roles
    anonymous = release_with_gaps(plan.encoding, located.table, cell_of, centroids, located.void)
    table = anonymous.dropped(set(roles.dropped) & set(anonymous.columns)).respelled(roles.stratum)
    formulas = formula_counts(table)
    rows = released_layout(plan).frame(table)
    keys = row_keys(rows, [*roles.quasi_identifiers, *roles.stratum], (plan.seed, CLASS_SEED))
    part = (keys.first % np.uint64(terms.n_parts)).astype(np.int32)
    original = located.table.voided(located.void) if located.void else located.table
    before: pl.DataFrame = original.native()
    carried = [before[name].alias(BEFORE + name) for name in averaged_columns(plan.encoding)]
    sums = replace(
        _sums(located, cell_of, centroids, plan, anonymous),
        categories=CategoryFigures.of(original, anonymous, roles),
        formulas=formulas,
    )
    return Released(
        rows.with_columns(pl.Series(PART, part), *carried, *_beside(frame, plan)),
        sums,
        _shown(frame, rows, keys.second, plan, terms),
    )


def _beside(frame: pl.DataFrame, plan: BlockPlan) -> list[pl.Series]:
    return [pl.Series(name, plan.what.numbers(frame, plan.layout)) for name in plan.what.beside]


def _shown(frame: pl.DataFrame, rows: pl.DataFrame, class_keys: Words, plan: BlockPlan, terms: ReleaseTerms) -> Shown:
    def both(chosen: IntArray) -> pl.DataFrame:
        before = frame[chosen].select(plan.layout.travelling)
        after = rows[chosen].with_columns(frame[CELL].gather(chosen))
        return pl.concat([before.rename(lambda name: BEFORE + name), after], how="horizontal")

    drawn = np.flatnonzero(class_keys < threshold(terms.evident_share))
    rank = class_keys.min()
    one_class = np.flatnonzero(class_keys == rank) if len(drawn) == 0 else drawn[:0]
    if len(one_class) > terms.most_of_reserve:
        keys = row_keys(frame[one_class], plan.layout.travelling, (plan.seed, RESERVE_SEED))
        one_class = one_class[np.sort(keys.order()[: terms.most_of_reserve])]
    return Shown(both(drawn), both(one_class), int(rank))


def _sums(located: LocatedRecords, cell_of: IntArray, centroids: FloatArray, plan: BlockPlan, anonymous: Table) -> Sums:
    encoding = plan.encoding
    shown = points_with_gaps(encoding, anonymous, located.void, void_place(encoding))
    at_centroids = centroids[cell_of]
    weights = np.ones(len(cell_of)) if located.weights is None else located.weights
    attributes = {}
    for attribute, (name, part) in zip(encoding.attributes, encoding.slices.items(), strict=True):
        void = located.void.get(attribute.columns[0])
        present = np.ones(len(cell_of), dtype=np.bool_) if void is None else ~void
        attributes[name] = _attribute_sums(
            located.points[:, part],
            shown[:, part],
            at_centroids[:, part],
            present,
            located.pooled,
            weights,
        )
    return Sums(
        n_records=len(cell_of),
        n_cells=int(cell_of.max()) + 1,
        n_pooled=int(np.count_nonzero(located.pooled)),
        mass=float(weights.sum()),
        square_of_masses=float((weights**2).sum()),
        attributes=attributes,
        n_cells_alike=cells_alike(centroids, _first_of(cell_of, located.group_of)),
    )


def _first_of(cell_of: IntArray, values: IntArray) -> IntArray:
    """(cells,) the value of the records of each cell, who are alike in it."""
    of_cell = np.empty(int(cell_of.max()) + 1, dtype=np.int64)
    of_cell[cell_of] = values
    return of_cell


def _attribute_sums(
    points: FloatArray,
    shown: FloatArray,
    centroids: FloatArray,
    present: BoolArray,
    pooled: BoolArray,
    weights: FloatArray,
) -> AttributeSums:
    rows = np.flatnonzero(present)
    removed = float(weights[~present & pooled].sum())
    if len(rows) == 0:
        return AttributeSums(mass_removed=removed)
    here, mass = points[rows], weights[rows]
    lost = ((here - shown[rows]) ** 2).sum(axis=1)
    return AttributeSums(
        mass=float(mass.sum()),
        square_of_masses=float((mass**2).sum()),
        mass_removed=removed,
        lost=float(mass @ lost),
        lost_to_centroids=float(mass @ ((here - centroids[rows]) ** 2).sum(axis=1)),
        largest_lost=float((mass * lost).max()),
        n_records=len(rows),
        sums=tuple((mass @ here).tolist()),
        squares=tuple((mass @ here**2).tolist()),
        lowest=tuple(here.min(axis=0).tolist()),
        highest=tuple(here.max(axis=0).tolist()),
    )


def _added(parts: Sequence[AttributeSums]) -> AttributeSums:
    some = [part for part in parts if part.n_records] or [parts[0]]
    return AttributeSums(
        mass=math.fsum(part.mass for part in parts),
        square_of_masses=math.fsum(part.square_of_masses for part in parts),
        mass_removed=math.fsum(part.mass_removed for part in parts),
        lost=math.fsum(part.lost for part in parts),
        lost_to_centroids=math.fsum(part.lost_to_centroids for part in parts),
        largest_lost=max(part.largest_lost for part in parts),
        n_records=sum(part.n_records for part in parts),
        sums=tuple(math.fsum(column) for column in zip(*(part.sums for part in some), strict=True)),
        squares=tuple(math.fsum(column) for column in zip(*(part.squares for part in some), strict=True)),
        lowest=tuple(min(column) for column in zip(*(part.lowest for part in some), strict=True)),
        highest=tuple(max(column) for column in zip(*(part.highest for part in some), strict=True)),
    )
