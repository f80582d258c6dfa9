"""Fitting: what an earlier survey says about who will answer the next one, and what it cannot say.

Share, togetherness and overdispersion are those of the largest likelihood (`likelihood.py`). Their intervals hold 95 %:
an end is where the best of all models with this value is 1.92 worse in log-likelihood (half of the 95 % point of χ²
with one degree of freedom; S. S. Wilks 1938).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import floor
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import MissingValuesError, ParameterError, RolesError, Setting, TableError
from shoal.survey.participation.likelihood import PastAnswers
from shoal.survey.participation.shares import Earlier
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import first_row, found

DROP = 1.920729410347062  # half of the 95 % point of χ² with one degree of freedom
Z_95 = 1.959963984540054  # half the width of a 95 % interval, in standard errors
BOUNDS = ((1e-4, 1.0 - 1e-4), (0.0, 1.0), (0.0, 0.9))  # of share, together, overdispersion
STARTS = (0.3, 0.05)  # of together and overdispersion
WIDE_TOGETHER = 0.5  # an interval that is wider leaves more than half of all possible values
WIDE_OVERDISPERSION = 0.1  # … and one that is wider here more than all that surveys of households usually show
NEARLY = 1e-4  # to which ends of intervals are found
YES = {"1": 1, "1.0": 1, "True": 1, "true": 1, "TRUE": 1, "yes": 1, "Yes": 1, "YES": 1}
NO = {"0": 0, "0.0": 0, "False": 0, "false": 0, "FALSE": 0, "no": 0, "No": 0, "NO": 0}


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """From end to end of the interval."""
        return self.high - self.low


@dataclass(frozen=True)
class PastParticipation:
    """None: the data say nothing at all about it."""

    n_people: int
    n_answers: int
    n_groups: int
    n_together: int  # households with several members
    share: Estimate
    together: Estimate | None
    overdispersion: Estimate | None
    notes: tuple[str, ...] = field(default=(), repr=False)

    @property
    def earlier(self) -> Earlier:
        """The share as a design takes it: so many independent people would say as much about it."""
        if self.together is None and self.overdispersion is None:
            return Earlier(self.n_answers, self.n_people)
        error = (self.share.high - self.share.low) / (2.0 * Z_95)
        value = self.share.value
        worth = min(float(self.n_people), value * (1.0 - value) / max(error * error, 1e-12))
        asked = max(1.0, float(floor(worth)))
        return Earlier(float(floor(value * asked)), asked)


def fit_participation(
    table: Any, *, answered: str, households: str | None = None, cells: str | None = None, **reading: Any
) -> PastParticipation:
    """Estimate who answers from an earlier survey: a row for each person who was asked.

    ``answered``: the column that says who answered (1 or 0, true or false, yes or no). ``households``: the column that
    says who lives together. ``cells``: the column with the cell of each person, or another group about as large, such
    as a village or a class; from it comes the overdispersion.
    """
    source = table_of(table, **reading)
    past = PastAnswers.of(_answered(source, answered), _numbers(source, households), _numbers(source, cells))
    return fit_past(past)


def fit_past(past: PastAnswers) -> PastParticipation:
    """Estimate from counts."""
    if past.n_answers in (0, past.n_people):
        raise ParameterError(
            "In the earlier survey everybody answered, or nobody did. So it does not tell who does. A design can use "
            "the count.",
            hint=("Give ", Setting("participation", f"{past.n_answers}/{past.n_people}"), "."),
        )
    is_free = (True, past.n_together > 0, past.n_groups > 1)
    best = _best(past, is_free)
    estimates = [_interval(past, is_free, best, place) if free else None for place, free in enumerate(is_free)]
    share = estimates[0] or Estimate(best[0], best[0], best[0])
    made = PastParticipation(
        past.n_people, past.n_answers, past.n_groups, past.n_together, share, estimates[1], estimates[2]
    )
    return PastParticipation(**{**vars(made), "notes": _notes(made)})


def _best(
    past: PastAnswers,
    is_free: tuple[bool, bool, bool],
    fixed: dict[int, float] | None = None,
    start: FloatArray | None = None,
) -> FloatArray:
    """The values of the largest likelihood; some may be fixed."""
    from scipy.optimize import minimize

    given = {place: 0.0 for place, free in enumerate(is_free) if not free} | (fixed or {})
    places = [place for place in range(len(BOUNDS)) if place not in given]
    whole = np.array([past.n_answers / past.n_people, *STARTS]) if start is None else start.copy()
    for place, value in given.items():
        whole[place] = value
    if not places:
        return whole

    def worse(values: FloatArray) -> float:
        whole[places] = values
        return -past.log_likelihood(*whole)

    inside = [BOUNDS[place] for place in places]
    begin = np.clip(whole[places], [low for low, _ in inside], [high for _, high in inside])
    found_best = minimize(
        worse, begin, method="Nelder-Mead", bounds=inside, options={"xatol": NEARLY / 10, "fatol": 1e-6}
    )
    whole[places] = found_best.x
    return whole


def _interval(past: PastAnswers, is_free: tuple[bool, bool, bool], best: FloatArray, place: int) -> Estimate:
    """Where the likelihood of the best model with a given value falls too far."""
    most = past.log_likelihood(*best)

    def excess(value: float) -> float:
        other = _best(past, is_free, {place: value}, best)
        return most - past.log_likelihood(*other) - DROP

    low, high = BOUNDS[place]
    value = float(best[place])
    return Estimate(value, _end(excess, value, low), _end(excess, value, high))


def _end(excess: Callable[[float], float], inside: float, bound: float) -> float:
    """The end of an interval between a value that is in it and a bound."""
    if abs(bound - inside) < NEARLY or excess(bound) <= 0.0:
        return bound
    outside = bound
    while abs(outside - inside) > NEARLY:
        middle = 0.5 * (inside + outside)
        if excess(middle) <= 0.0:
            inside = middle
        else:
            outside = middle
    return outside


def _notes(made: PastParticipation) -> tuple[str, ...]:
    """What the data cannot tell."""
    said = []
    if made.together is None:
        said.append("No household has several members in the table. It cannot tell whether households answer together.")
    elif made.together.width > WIDE_TOGETHER:
        said.append(
            f"{found(made.n_together, 'household', 'households')} with several members cannot tell how often members "
            f"decide together: anything from {made.together.low:.2g} to {made.together.high:.2g} fits."
        )
    if made.overdispersion is None:
        said.append("The table has no groups. It cannot tell how much the share differs from cell to cell.")
    elif made.overdispersion.width > WIDE_OVERDISPERSION:
        said.append(
            f"{found(made.n_groups, 'group', 'groups')} cannot tell how much the share differs from cell to cell: an "
            f"overdispersion from {made.overdispersion.low:.2g} to {made.overdispersion.high:.2g} fits."
        )
    said.append(
        "One survey cannot tell how much the share changes from one survey to the next. If it may be lower next time, "
        "design for an interval."
    )
    return tuple(said)


def _answered(table: Table, column: str) -> BoolArray:
    from shoal.encode.attributes.attribute import known_codes

    if column not in table.columns:
        raise table.unknown_column(column, parameter="answered", kind=RolesError)
    _refuse_missing(table, column, "answered")
    codes = known_codes(table, column, YES | NO)
    if (codes < 0).any():
        raise TableError(
            f"Column '{column}' of {table.origin.name} must say who answered, as 1 or 0, true or false, yes or no. "
            f"{found(int((codes < 0).sum()), 'value is', 'values are')} something else, the first in "
            f"{first_row(codes < 0, header=table.origin.has_header_row)}.",
            column=column,
            count=(codes < 0).sum(),
        )
    took_part: BoolArray = codes == 1
    return took_part


def _numbers(table: Table, column: str | None) -> IntArray | None:
    """A number for each value of a column."""
    if column is None:
        return None
    if column not in table.columns:
        raise table.unknown_column(column, kind=RolesError)
    _refuse_missing(table, column, None)
    return np.asarray(table.codes(column)[0], dtype=np.int64)


def _refuse_missing(table: Table, column: str, parameter: str | None) -> None:
    void = table.missing(column)
    if void.any():
        raise MissingValuesError(
            f"Column '{column}' of {table.origin.name} is empty for {found(int(void.sum()), 'person', 'people')}, the "
            f"first in {first_row(void, header=table.origin.has_header_row)}.",
            parameter=parameter,
            column=column,
            count=void.sum(),
            hint="Fill it in, or leave these people out.",
        )
