"""Standing out: classes in which one value is so large that the released mean reveals it, part by part.

The rules (`release/risk/dominated_values.py`) compare the members of a class with each other and with the spread of the
whole column. A part of the release holds whole classes, and the spread is known when all blocks are. So the original
values of columns that are averaged travel to the parts, beside the released ones, and go no further.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import points_with_gaps, void_place
from shoal.journey.passes.census import Census
from shoal.journey.passes.counting import whole_runs
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import BEFORE, AttributeSums, Sums, averaged_columns
from shoal.release.classes import Classes
from shoal.release.risk.dominated_values import (
    AVERAGED,
    USUAL_SHARE,
    ColumnScale,
    Dominance,
    dominated_by_attribute,
    is_magnitude,
)
from shoal.table.frames.table import Table
from shoal.table.roles.checks import weights_of

AT_ONCE = 1 << 17  # records of a part that are looked at together: some ten megabytes for each attribute


@dataclass(frozen=True)
class StandingOut:
    """What is known of the whole table. ``before``: how the original values travel."""

    before: Layout
    encoding: Encoding  # of the attributes that are averaged
    scales: Mapping[str, ColumnScale]
    counted: tuple[str, ...]  # the columns by which classes are counted
    weight: str | None
    share: float

    @classmethod
    def of(cls, counted: Census, sums: Sums, plan: BlockPlan, share: float | None) -> StandingOut:
        """From the census and the sums of all blocks. ``share``: p of the p %-rule, if somebody gave one."""
        attributes = tuple(each for each in plan.encoding.attributes if isinstance(each, AVERAGED))
        by_attribute = zip(plan.encoding.attributes, sums.attributes.items(), strict=True)
        scales = {
            name: ColumnScale(_spread(part, sums.mass), _is_magnitude(attribute, counted, plan.layout))
            for attribute, (name, part) in by_attribute
            if isinstance(attribute, AVERAGED)
        }
        return cls(
            Layout.of(averaged_columns(plan.encoding), (), plan.layout.origin),
            Encoding(attributes),
            scales,
            (*plan.roles.quasi_identifiers, *plan.roles.stratum),
            plan.roles.weight,
            USUAL_SHARE if share is None else share,
        )

    def dominated_in(self, part: pl.DataFrame) -> dict[str, int]:
        """How many classes of a part each attribute dominates.

        Records are put in an order of their own, so that sums do not depend on who came first.
        """
        if not self.scales:
            return {}
        needed = dict.fromkeys((*self.counted, *(BEFORE + name for name in self.before.columns)))
        ordered = part.select(*needed, *(() if self.weight is None else (self.weight,))).sort(pl.all(), nulls_last=True)
        found = Counter[str](dict.fromkeys(self.scales, 0))
        for some, class_of in whole_runs(ordered.iter_slices(AT_ONCE), self.counted):
            found.update(self._dominated(some, class_of))
        return dict(found)

    def _dominated(self, records: pl.DataFrame, class_of: IntArray) -> dict[str, int]:
        """Of whole classes."""
        shown = self.before.table(records.select(pl.col(BEFORE + name).alias(name) for name in self.before.columns))
        void: dict[str, BoolArray] = {name: row for name in self.before.columns if (row := shown.missing(name)).any()}
        weight = None if self.weight is None else records.select(self.weight)
        return dominated_by_attribute(
            self.encoding,
            shown,
            points_with_gaps(self.encoding, shown, void, void_place(self.encoding)),
            Classes(class_of, np.bincount(class_of).astype(np.int64)),
            self.scales,
            weights=None if weight is None else weights_of(self._alone(weight), weight.columns[0]),
            share=self.share,
        )

    def _alone(self, frame: pl.DataFrame) -> Table:
        return Table(nw.from_native(frame, eager_only=True), self.before.origin)

    def told(self, parts: Sequence[Mapping[str, int]], n_classes: int) -> Dominance:
        """Of the classes of all parts together."""
        found = {name: sum(part[name] for part in parts) for name in self.scales}
        return Dominance(self.share, n_classes, {name: n for name, n in found.items() if n})


def _spread(part: AttributeSums, mass: float) -> float:
    """The standard deviation of an attribute; records that miss it stand at 0, as they do among the points."""
    pairs = zip(part.sums, part.squares, strict=True)
    return math.sqrt(sum(max(0.0, squares / mass - (total / mass) ** 2) for total, squares in pairs))


def _is_magnitude(attribute: Attribute, counted: Census, layout: Layout) -> bool:
    """The least and the largest value are among the witnesses."""
    if not isinstance(attribute, Numeric):
        return False
    (name,) = attribute.columns
    seen = counted.witnesses[name].to_frame(name)
    return is_magnitude(np.asarray(Table(nw.from_native(seen, eager_only=True), layout.origin).numbers(name)))
