"""Twins: the records of a heavy point are released as one cell, whoever has which of them.

They are too many for one worker. So their sums are exact: fractions, added in whatever order, and rounded once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import FloatArray
from shoal.journey.passes.forming import CELL
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.releasing import BEFORE, RESERVE_SEED, AttributeSums, ReleaseTerms, Shown, Sums, released
from shoal.journey.passes.row_keys import row_keys
from shoal.release.utility.vanished import CategoryFigures

MANTISSA_BITS, HALF_BITS = 53, 27  # of a float; of its mantissa: sums of so many bits of 2^36 records fit into 64


@dataclass(frozen=True)
class TwinSums:
    """About some of the records at one point. ``one``: what a single record of the weight 1 adds to each attribute."""

    one: Mapping[str, AttributeSums]
    n_records: int
    n_pooled: int
    mass: Fraction
    mass_pooled: Fraction
    square_of_masses: Fraction
    largest_mass: float
    categories: CategoryFigures
    formulas: Mapping[str, int]

    def and_also(self, other: TwinSums) -> TwinSums:
        """These and other records of the point."""
        return TwinSums(
            self.one,
            self.n_records + other.n_records,
            self.n_pooled + other.n_pooled,
            self.mass + other.mass,
            self.mass_pooled + other.mass_pooled,
            self.square_of_masses + other.square_of_masses,
            max(self.largest_mass, other.largest_mass),
            CategoryFigures.of_all([self.categories, other.categories]),
            Counter(self.formulas) + Counter(other.formulas),
        )

    @property
    def sums(self) -> Sums:
        """What all of them add to the report."""
        return Sums(
            n_records=self.n_records,
            n_cells=1,
            n_pooled=self.n_pooled,
            mass=float(self.mass),
            square_of_masses=float(self.square_of_masses),
            attributes={name: self._times(part) for name, part in self.one.items()},
            categories=self.categories,
            formulas=dict(self.formulas),
        )

    def _times(self, one: AttributeSums) -> AttributeSums:
        if one.n_records == 0:
            return AttributeSums(mass_removed=float(self.mass_pooled))
        return replace(
            one,
            mass=float(self.mass),
            square_of_masses=float(self.square_of_masses),
            mass_removed=0.0,
            lost=float(self.mass * Fraction(one.lost)),
            lost_to_centroids=float(self.mass * Fraction(one.lost_to_centroids)),
            largest_lost=self.largest_mass * one.lost,
            n_records=self.n_records,
            sums=tuple(float(self.mass * Fraction(each)) for each in one.sums),
            squares=tuple(float(self.mass * Fraction(each)) for each in one.squares),
        )


class ReleasedTwins(NamedTuple):
    """Released records with their parts, their sums, and what the report looks at."""

    records: pl.DataFrame
    sums: TwinSums
    shown: Shown


def released_twins(frame: pl.DataFrame, plan: BlockPlan, terms: ReleaseTerms) -> ReleasedTwins:
    """The release of some of the records of a heavy point.

    They are not drawn for the report, where one class of them would be more than all others together.
    """
    together = frame.with_columns(pl.lit(0, dtype=pl.Int64).alias(CELL))
    located = plan.located(together)
    none = replace(terms, evident_share=0.0)
    found = released(together, located, plan, none, of_one_point=True)
    one = released(together[:1], replace(plan.located(together[:1]), weights=None), plan, none, of_one_point=True)
    return ReleasedTwins(found.records, _sums(located, found.sums, one.sums), found.shown)


def _sums(located: LocatedRecords, found: Sums, one: Sums) -> TwinSums:
    n_records = found.n_records
    weights = located.weights
    if weights is None:
        mass = squares = Fraction(n_records)
        pooled = Fraction(found.n_pooled)
    else:
        mass, squares, pooled = exact_sum(weights), exact_sum(weights**2), exact_sum(weights[located.pooled])
    largest = 1.0 if weights is None else float(weights.max())
    return TwinSums(
        one.attributes, n_records, found.n_pooled, mass, pooled, squares, largest, found.categories, found.formulas
    )


def together(parts: Sequence[tuple[TwinSums, Shown]], plan: BlockPlan, terms: ReleaseTerms) -> tuple[TwinSums, Shown]:
    """The same about all these records of one heavy point; the parts in whatever order."""
    shown = [part for _, part in parts]
    reserve = pl.concat([part.reserve for part in shown])
    keys = row_keys(reserve, [BEFORE + name for name in plan.layout.travelling], (plan.seed, RESERVE_SEED))
    least = reserve[keys.order()[: terms.most_of_reserve]]
    return reduce(TwinSums.and_also, (part for part, _ in parts)), Shown(shown[0].drawn, least, shown[0].rank)


def exact_sum(values: FloatArray) -> Fraction:
    """The sum without rounding: mantissas are whole numbers, and are added for each exponent."""
    mantissas, exponents = np.frexp(values)
    whole = np.ldexp(mantissas, MANTISSA_BITS).astype(np.int64)
    total = Fraction(0)
    for exponent in np.unique(exponents).tolist():
        own = whole[exponents == exponent]
        upper, lower = own >> HALF_BITS, own & ((1 << HALF_BITS) - 1)
        total += ((int(upper.sum()) << HALF_BITS) + int(lower.sum())) * Fraction(2) ** (exponent - MANTISSA_BITS)
    return total
