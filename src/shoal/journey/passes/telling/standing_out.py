"""Standing out: classes in which one value is so large that the released mean reveals it, part by part.

The rules (`release/risk/dominated_values.py`) compare the members of a class with each other and with the spread of the
whole column. A part of the release holds whole classes, and the spread is known when all blocks are. So the original
values of columns that are averaged travel to the parts, beside the released ones, and go no further.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import BoolArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import points_with_gaps, void_place
from shoal.journey.passes.census import Census
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import BEFORE, AttributeSums, Sums, averaged_columns, released_layout
from shoal.release.columns import classes_by
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


@dataclass(frozen=True)
class StandingOut:
    """What is known of the whole table. ``before``: how the original values travel, ``released``: a released record."""

    before: Layout
    released: Layout
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
            released_layout(plan),
            Encoding(attributes),
            scales,
            (*plan.roles.quasi_identifiers, *plan.roles.stratum),
            plan.roles.weight,
            USUAL_SHARE if share is None else share,
        )

    @property
    def order(self) -> tuple[str, ...]:
        """The columns that decide the order of records in a part, so that sums do not depend on who came first."""
        weight = () if self.weight is None else (self.weight,)
        return (*self.counted, *(BEFORE + name for name in self.before.columns), *weight)

    def dominated_in(self, part: pl.DataFrame) -> dict[str, int]:
        """How many classes of a part, which is in this order, each attribute dominates."""
        if not self.scales:
            return {}
        shown = self.before.table(part.select(pl.col(BEFORE + name).alias(name) for name in self.before.columns))
        void: dict[str, BoolArray] = {name: row for name in self.before.columns if (row := shown.missing(name)).any()}
        released = self.released.table(part)
        return dominated_by_attribute(
            self.encoding,
            shown,
            points_with_gaps(self.encoding, shown, void, void_place(self.encoding)),
            classes_by(released, self.counted),
            self.scales,
            weights=None if self.weight is None else weights_of(released, self.weight),
            share=self.share,
        )

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
