"""A frame as a model: people who are known by a few tables of counts, and not one by one.

Each table counts people by one or several attributes (a margin). Iterative proportional fitting starts with equal
numbers for all combinations of all attributes, and scales them to one table after the other until all of them fit
(W. E. Deming, F. F. Stephan, Annals of Mathematical Statistics 11, 1940). The result is the one nearest to equal
numbers that has these margins (I. Csiszár, Annals of Probability 3, 1975). Tables that share no attribute are
independent in it.

Expected numbers are rounded down: a cell then never has more members than the model has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, TableError
from shoal.survey.specification.frame_source import FrameSource, Source
from shoal.table.frames.table import Table
from shoal.table.roles.checks import refuse_mixed
from shoal.table.sources import table_of
from shoal.table.wording import found, listed

MOST_COMBINATIONS = 10_000_000  # of doubles: 80 MB, and as much again while they are fitted
MOST_ROUNDS = 1000  # through all tables; ten are usual
NEARLY = 1e-9  # of all people: a table fits when no number in it is off by more
WHOLE = 1e-6  # of a person: an expected 2.9999999 counts as 3
SAME_TOTAL = 0.01  # published tables are rounded, each by itself; totals that differ by more are of different people
MOST_LOST = 0.5  # of all people, by rounding down: beyond it a frame would say more about rounding than about them


@dataclass(frozen=True)
class ModelledFrame:
    """``table``: the combinations that somebody has; ``counts``: how many people each has, rounded down."""

    table: Table
    counts: IntArray = field(repr=False)
    source: FrameSource
    share_lost: float  # of the people, by rounding down

    @classmethod
    def from_margins(cls, tables: Sequence[Any], *, count: str, **reading: Any) -> ModelledFrame:
        """The frame that tables of counts describe; ``count`` is the column with the number of people in all of them.

        ``reading``: how text files are read (encoding, delimiter, na).
        """
        margins = [_Margin.of(table_of(table, **reading), count) for table in tables]
        if not margins:
            raise ParameterError("A model of a frame needs at least one table of counts.", parameter="margins")
        axes = _axes(margins)
        people = _people(margins)
        expected = people * _fitted(margins, axes)
        counts = np.floor(expected + WHOLE).astype(np.int64)
        _refuse_lost(counts, expected, list(axes))
        held = np.nonzero(counts)
        columns = {name: axis.values.gather(codes) for (name, axis), codes in zip(axes.items(), held, strict=True)}
        made = table_of(pl.DataFrame(columns))
        source = FrameSource(Source.MODEL, people, tuple(margin.names for margin in margins))
        return cls(made, counts[held], source, 1.0 - float(counts.sum()) / people)


@dataclass(frozen=True)
class _Axis:
    """The values of an attribute, in their order; ``place``: of each."""

    values: pl.Series
    place: dict[object, int] = field(repr=False)


@dataclass(frozen=True)
class _Margin:
    """One table: ``codes`` and ``distinct`` of each of its attributes, and the number of people in each row."""

    called: str
    names: tuple[str, ...]
    codes: tuple[IntArray, ...] = field(repr=False)
    distinct: tuple[pl.Series, ...] = field(repr=False)
    people: FloatArray = field(repr=False)

    @classmethod
    def of(cls, table: Table, count: str) -> _Margin:
        people = counts_in(table, count, whole=False)
        names = tuple(name for name in table.columns if name != count)
        if not names:
            raise TableError(f"{table.origin.name} has no column but '{count}': it does not say who is counted.")
        for name in names:
            refuse_mixed(table, name, "attribute")
            void = table.missing(name)
            if void.any():
                missing = found(int(void.sum()), "missing value", "missing values")
                raise TableError(
                    f"Column '{name}' of {table.origin.name} has {missing}, {table.first_at(void)}.",
                    column=name,
                    count=void.sum(),
                    hint="A model needs a value for everybody: leave these people out, or give the values.",
                )
        coded = [table.codes(name) for name in names]
        distinct = tuple(
            nw.from_native(table.native(), eager_only=True)[name].to_polars().gather(_first_rows(codes))
            for name, (codes, _) in zip(names, coded, strict=True)
        )
        return cls(
            table.origin.name, names, tuple(np.asarray(codes, dtype=np.int64) for codes, _ in coded), distinct, people
        )

    def on(self, axes: dict[str, _Axis]) -> FloatArray:
        """The share of people in each combination of the attributes of this table, summed where rows repeat one."""
        places = tuple(
            np.array([axes[name].place[value] for value in values.to_list()])[codes]
            for name, codes, values in zip(self.names, self.codes, self.distinct, strict=True)
        )
        shares = np.zeros([len(axes[name].values) for name in self.names])
        np.add.at(shares, places, self.people)
        made: FloatArray = shares / shares.sum()
        return made


def counts_in(table: Table, count: str, *, whole: bool = True) -> FloatArray:
    """How many people each row stands for: not negative, and not nobody at all."""
    if count not in table.columns:
        raise table.unknown_column(count, parameter="count")
    numbers = table.numbers(count)
    wrong = ~(numbers >= 0) | (whole & (numbers != np.floor(numbers)))
    if wrong.any():
        kind = "missing, negative or no whole number" if whole else "missing or negative"
        raise TableError(
            f"Column '{count}' of {table.origin.name} counts people, and "
            f"{found(int(wrong.sum()), 'value is', 'values are')} {kind}, {table.first_at(wrong)}.",
            parameter="count",
            column=count,
            count=wrong.sum(),
        )
    if not numbers.any():
        raise TableError(f"Column '{count}' of {table.origin.name} counts nobody.", parameter="count", column=count)
    return numbers


def _first_rows(codes: IntArray) -> IntArray:
    return np.unique(codes, return_index=True)[1].astype(np.int64)


def _axes(margins: Sequence[_Margin]) -> dict[str, _Axis]:
    """The values of every attribute, which are the same in all tables that have it."""
    axes: dict[str, _Axis] = {}
    for margin in margins:
        for name, values in zip(margin.names, margin.distinct, strict=True):
            place = {value: position for position, value in enumerate(values.to_list())}
            known = axes.setdefault(name, _Axis(values, place))
            unlike = len(known.place.keys() ^ place.keys())
            if unlike:
                raise TableError(
                    f"{margin.called} and an earlier table do not have the same values in '{name}': "
                    f"{found(unlike, 'value is', 'values are')} in one of them only.",
                    column=name,
                    count=unlike,
                    hint="Spell values alike in all tables, and give a row with 0 for a value that nobody has.",
                )
    n_combinations = float(np.prod([float(len(axis.values)) for axis in axes.values()]))
    if n_combinations > MOST_COMBINATIONS:
        raise TableError(
            f"The attributes of these tables have {n_combinations:,.0f} combinations, and {MOST_COMBINATIONS:,} are "
            "possible.",
            hint="Use fewer attributes, or classes of values, such as ages in steps of five.",
        )
    return axes


def _people(margins: Sequence[_Margin]) -> int:
    """The least total of all tables: nobody is counted whom one of them does not have."""
    totals = [float(margin.people.sum()) for margin in margins]
    if max(totals) - min(totals) > SAME_TOTAL * max(totals):
        raise TableError(
            f"The tables do not count the same people: their totals go from {min(totals):,.0f} to {max(totals):,.0f}.",
            hint="Use tables of one population. One in a hundred may differ, because published tables are rounded.",
        )
    return int(min(totals) + WHOLE)


def _fitted(margins: Sequence[_Margin], axes: dict[str, _Axis]) -> FloatArray:
    """The share of people in each combination."""
    names = list(axes)
    wanted = []
    for margin in margins:
        shares = margin.on(axes)
        order = sorted(range(len(margin.names)), key=lambda at: names.index(margin.names[at]))
        is_in = [name in margin.names for name in names]
        shape = [len(axes[name].values) if there else 1 for name, there in zip(names, is_in, strict=True)]
        summed = tuple(at for at, there in enumerate(is_in) if not there)
        wanted.append((shares.transpose(order).reshape(shape), summed))
    fitted = np.full([len(axis.values) for axis in axes.values()], 1.0)
    fitted /= fitted.size
    for _ in range(MOST_ROUNDS):
        worst = 0.0
        for shares, summed in wanted:
            current = fitted.sum(axis=summed, keepdims=True)
            worst = max(worst, float(np.abs(current - shares).max()))
            fitted *= np.divide(shares, current, out=np.zeros_like(shares), where=current > 0.0)
        if worst <= NEARLY:
            return fitted
    raise TableError(
        "The tables contradict each other: no population has all of them as its margins.",
        hint="Tables that share an attribute have to count it alike. Use tables of one population and one day.",
    )


def _refuse_lost(counts: IntArray, expected: FloatArray, names: list[str]) -> None:
    """Rounding down may neither lose a value that somebody has, nor most of the people."""
    for axis, name in enumerate(names):
        others = tuple(at for at in range(counts.ndim) if at != axis)
        lost = int(((counts.sum(axis=others) == 0) & (expected.sum(axis=others) > 0.0)).sum())
        if lost:
            raise TableError(
                f"Combined with all others, {found(lost, 'value', 'values')} of '{name}' would be expected less than "
                "once in each combination, so nobody would be left who has it.",
                column=name,
                count=lost,
                hint="Merge rare values, or use fewer attributes or values: the model is finer than the people.",
            )
    share = 1.0 - float(counts.sum()) / float(expected.sum())
    if share > MOST_LOST:
        raise TableError(
            f"The model has {int((expected > 0).sum()):,} combinations for {expected.sum():,.0f} people. Rounded down "
            f"to whole people, {share:.0%} of them would be lost.",
            hint=f"Use fewer attributes, or classes of values: {listed(names)} are combined with each other.",
        )
