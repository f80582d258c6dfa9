"""Drafts of questions: the columns of a frame as levels, as fine as a search may cut, and the question it ends with.

A number is cut anywhere between two different values, or at round numbers only. What the form shows afterwards are the
thresholds in use and nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.encode.attributes.attribute import Attribute
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.location import Location
from shoal.encode.attributes.moment import NANOSECONDS, Moment
from shoal.encode.attributes.nominal import Nominal
from shoal.encode.attributes.numeric import Numeric
from shoal.encode.attributes.ordinal import Ordinal
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, RolesError, Setting
from shoal.kernels.boxes.splits import NESTED, NOMINAL, ORDERED
from shoal.survey.boxes.questions import (
    MomentQuestion,
    NumberQuestion,
    OrderQuestion,
    Question,
    SetQuestion,
    TreeQuestion,
)
from shoal.survey.boxes.thresholds import (
    SECONDS_A_DAY,
    round_instants,
    round_numbers,
    simplest_between,
    simplest_instant,
)
from shoal.table.frames.table import ColumnKind, Table
from shoal.table.roles.roles import Roles
from shoal.table.wording import found

Rounding = bool | Mapping[str, float | None]


@dataclass(frozen=True)
class Draft:
    """``published`` makes the question from the cuts in use: level c and those above it go to the right of cut c."""

    column: str
    kind: int  # ORDERED, NOMINAL or NESTED
    n_levels: int
    level_of: IntArray = field(repr=False)  # (n,)
    published: Callable[[str, Sequence[int]], Question] = field(repr=False)  # (text, cuts in use, ascending)
    above: tuple[int, ...] = ()


def drafts_of(encoding: Encoding, table: Table, roles: Roles, rounding: Rounding, fewest: int) -> list[Draft]:
    """One draft per column, in the order of the encoding. Categories of fewer than ``fewest`` people are not listed."""
    steps = _steps(encoding, rounding)
    drafts: list[Draft] = []
    for attribute in encoding.attributes:
        for column in attribute.columns:
            drafts.append(_draft(attribute, column, table, roles, steps, fewest))
    return drafts


def _draft(
    attribute: Attribute, column: str, table: Table, roles: Roles, steps: Mapping[str, float | None], fewest: int
) -> Draft:
    if isinstance(attribute, Moment):
        return _moments(attribute, table, rounded=column in steps)
    if isinstance(attribute, Taxonomy):
        return _taxonomy(attribute, table)
    own = table.category_order(column) is not None
    given = roles.of(column).order is not None
    if isinstance(attribute, Ordinal) and (given or own or table.kind(column) is ColumnKind.BOOLEAN):
        if own and not given:
            _refuse_rare(attribute, table, fewest)
        return _ordered(attribute, table)
    if isinstance(attribute, (Numeric, Location, Ordinal)):  # an order that nobody gave is that of the numbers
        return _numbers(column, table, rounded=column in steps, step=steps.get(column))
    return _categories(column, table, fewest)


def _refuse_rare(attribute: Ordinal, table: Table, fewest: int) -> None:
    """An order that comes with the table may have been made from its values, and the form lists all of it."""
    column = attribute.columns[0]
    codes, values = table.codes(column)
    people = np.bincount(codes[codes >= 0], minlength=len(values))
    listed = {text_of(value): count for value, count in zip(values, people.tolist(), strict=True)}
    n_rare = sum(listed.get(text_of(value), 0) < fewest for value in attribute.order)
    if n_rare:
        raise RolesError(
            f"The order of '{column}' comes with the table, and "
            f"{found(n_rare, 'value of it belongs', 'values of it belong')} to fewer than {fewest} people. The "
            "form would list them.",
            column=column,
            count=n_rare,
            hint=("Merge them into others, or give the order yourself (", Setting("orders"), ")."),
        )


def _steps(encoding: Encoding, rounding: Rounding) -> dict[str, float | None]:
    """Which columns are to have round thresholds, and in what steps; None: whatever looks round."""
    if isinstance(rounding, Mapping):
        kind_of = {column: attribute for attribute in encoding.attributes for column in attribute.columns}
        for column, step in rounding.items():
            if column not in kind_of:
                raise ParameterError(
                    f"Round numbers are asked for '{column}', which is not a quasi-identifier.", column=column
                )
            if isinstance(kind_of[column], (Nominal, Taxonomy)):
                raise ParameterError(f"Round numbers are asked for '{column}', which holds categories.", column=column)
            if step is None:
                continue
            if isinstance(kind_of[column], Moment):
                raise ParameterError(
                    f"'{column}' holds dates or times, whose step Shoal chooses itself.",
                    column=column,
                    hint="Ask for round moments without a step.",
                )
            if not (np.isfinite(step) and step > 0):
                raise ParameterError(
                    f"The step of round numbers of '{column}' must be a positive number.", column=column
                )
        return dict(rounding)
    return dict.fromkeys(encoding.columns) if rounding else {}


def _numbers(column: str, table: Table, *, rounded: bool, step: float | None) -> Draft:
    values = table.numbers(column)
    whole = table.kind(column) is not ColumnKind.NUMBER and bool(np.all(values == np.floor(values)))
    allowed: FloatArray | None = None
    if rounded:
        allowed = round_numbers(float(values.min()), float(values.max()), step)
        allowed = allowed[allowed == np.floor(allowed)] if whole else allowed
    gaps = _Gaps.of(values, allowed)

    def published(text: str, cuts: Sequence[int]) -> Question:
        return NumberQuestion(column, text, tuple(_threshold(gaps, cut, allowed) for cut in cuts), whole)

    return Draft(column, ORDERED, gaps.n_levels, gaps.level_of, published)


def _moments(attribute: Moment, table: Table, *, rounded: bool) -> Draft:
    column, clock, unit = attribute.columns[0], attribute.clock, attribute.unit
    instants = table.instants(column)
    per_second = NANOSECONDS["day"] / SECONDS_A_DAY / NANOSECONDS[unit]
    allowed = round_instants(int(instants.min()), int(instants.max()), clock, per_second) if rounded else None
    gaps = _Gaps.of(instants, allowed)

    def start(cut: int) -> int:
        low, high = int(gaps.last[cut - 1]), int(gaps.first[cut])
        return simplest_instant(low, high, clock, per_second)

    def published(text: str, cuts: Sequence[int]) -> Question:
        return MomentQuestion(column, text, tuple(start(cut) for cut in cuts), clock, unit)

    return Draft(column, ORDERED, gaps.n_levels, gaps.level_of, published)


class _Gaps(NamedTuple):
    """Levels of ordered values: each from its first to its last value; a cut lies between two levels."""

    level_of: IntArray
    first: Any
    last: Any

    @property
    def n_levels(self) -> int:
        return len(self.first)

    @classmethod
    def of(cls, values: Any, allowed: Any | None) -> _Gaps:
        """One level a value, or one for all values between two allowed thresholds."""
        distinct, index_of = np.unique(values, return_inverse=True)
        if allowed is None:
            return cls(index_of.astype(np.int64), distinct, distinct)
        run_of = np.searchsorted(allowed, distinct, side="right")
        _, first, merged = np.unique(run_of, return_index=True, return_inverse=True)
        last = np.append(first[1:], len(distinct)) - 1
        return cls(merged[index_of].astype(np.int64), distinct[first], distinct[last])


def _threshold(gaps: _Gaps, cut: int, allowed: FloatArray | None) -> float:
    low, high = float(gaps.last[cut - 1]), float(gaps.first[cut])
    if allowed is None:
        return simplest_between(low, high)
    inside = allowed[(allowed > low) & (allowed <= high)].tolist()
    simplest: float = min(inside, key=lambda number: (len(f"{abs(number):.15g}".strip("0").replace(".", "")), number))
    return simplest


def _ordered(attribute: Ordinal, table: Table) -> Draft:
    column = attribute.columns[0]
    order = tuple(text_of(category) for category in attribute.order)
    question = OrderQuestion(column, column, order)
    return Draft(column, ORDERED, len(order), question.levels(table), lambda text, _: replace(question, text=text))


def _categories(column: str, table: Table, fewest: int) -> Draft:
    codes, categories = table.codes(column)
    counts = np.bincount(codes, minlength=len(categories))
    listed = tuple(text_of(category) for category, count in zip(categories, counts, strict=True) if count >= fewest)
    question = SetQuestion(column, column, listed)
    levels = question.levels(table)
    return Draft(column, NOMINAL, question.n_levels, levels, lambda text, _: replace(question, text=text))


def _taxonomy(attribute: Taxonomy, table: Table) -> Draft:
    column = attribute.columns[0]
    question = TreeQuestion(column, column, attribute.nodes, attribute.parent)
    levels = question.levels(table)
    return Draft(
        column, NESTED, question.n_levels, levels, lambda text, _: replace(question, text=text), attribute.parent
    )
