"""The type of a column of text, found by looking at every value of it.

A `ColumnReading` is one way to read texts as values: as what, and in which form. `ColumnTyping` sees a column part by
part and keeps the readings that read every value so far. At the end the first of them, in a fixed order of preference,
is the reading of the column. So the parts change nothing, and a column in memory is a column in one part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from shoal.table.files.text_types import (
    DATE_FORMS,
    DATETIME_FORMS,
    DECIMAL,
    DECIMAL_COMMA,
    INTEGER,
    MISSING_WORDS,
    PLAIN,
    SIGN,
    SIGN_AFTER,
    SIGN_BEFORE,
    SPACE,
    TRUTH_WORDS,
    TextForm,
    signs_of,
)

# The kinds of readings; all but TEXT are keys of ATTEMPTS.
TEXT, INTEGERS, DECIMALS, COMMA_DECIMALS = "text", "integers", "decimals", "decimals with a comma"
TRUTHS, DATE, DATETIME = "truths", "date", "datetime"

ROWS_TRIED_FIRST = 1000
NEVER_LONGER = 10**18  # whole numbers below it have at most 18 digits: every shape of a decimal allows as many
FINER_THAN_MICROSECONDS = r"\.[0-9]{7,9}"
NANOSECOND_YEARS = (1678, 2261)  # the whole years that 64 bits hold in nanoseconds from 1970 on

Unit = Literal["us", "ns"]


@dataclass(frozen=True)
class ColumnReading:
    """One way to read texts as values."""

    kind: str
    form: TextForm = PLAIN
    unit: Unit = "us"  # of datetimes

    def values(self, text: pl.Series, na: Sequence[str] = ()) -> pl.Series | None:
        """The values of a column of text, as null where one is missing; None if some text is no such value."""
        known = known_texts(text, na)
        return text.set(known.is_null(), None) if self.kind == TEXT else self.of_known(without_missing_words(known))

    def of_known(self, known: pl.Series) -> pl.Series | None:
        """The values of texts that are trimmed, and null where missing."""
        bare = _without_sign(known, self.form)
        if bare is None:
            return None
        return ATTEMPTS[self.kind](bare, self)

    @property
    def dtype(self) -> pl.DataType:
        """What the values are."""
        if self.kind == TEXT:
            return pl.String()
        values = self.of_known(pl.Series([None], dtype=pl.String))
        return pl.String() if values is None else values.dtype


AS_TEXT = ColumnReading(TEXT)


class ColumnTyping:
    """Which readings read every value of a column that is seen part by part.

    `comma_is_free`: the comma does not separate columns here, so it may be the decimal mark. `na`: further spellings
    that mean "missing", in columns of text too.
    """

    def __init__(self, *, comma_is_free: bool, na: Sequence[str] = ()) -> None:
        self._comma_is_free, self._na = comma_is_free, na
        self._fitting: tuple[ColumnReading, ...] | None = None  # None: no value has been seen
        self._is_fine = False  # some time is given in nanoseconds
        self._is_far = False  # some time is beyond what nanoseconds can count

    def see(self, text: pl.Series) -> dict[ColumnReading, pl.Series]:
        """Take in a part; the values of this part in the readings that still fit, where they had to be computed."""
        if self._fitting == ():
            return {}
        known = without_missing_words(known_texts(text, self._na))
        if known.null_count() == len(known):
            return {}
        if self._fitting is None:
            first = str(known.head(known.is_not_null().arg_max() + 1)[-1])  # type: ignore[operator]
            self._fitting = tuple(_candidates(first, comma_is_free=self._comma_is_free))
        values: dict[ColumnReading, pl.Series] = {}
        implied: set[ColumnReading] = set()
        for reading in self._fitting:
            if reading in implied:
                continue
            found = reading.of_known(known)
            if found is not None:
                values[reading] = found
                implied |= _implied(reading, found)
        self._fitting = tuple(reading for reading in self._fitting if reading in values or reading in implied)
        self._note_times(known, values)
        return values

    @property
    def reading(self) -> ColumnReading:
        """How the whole column is read."""
        fitting = self._fitting or ()
        one_date = sum(reading.kind == DATE for reading in fitting) == 1  # two: day and month cannot be told apart
        for reading in fitting:
            if reading.kind == DATETIME and self._is_fine:
                if not self._is_far:
                    return replace(reading, unit="ns")
            elif reading.kind != DATE or one_date:
                return reading
        return AS_TEXT

    def _note_times(self, known: pl.Series, values: dict[ColumnReading, pl.Series]) -> None:
        for reading, times in values.items():
            if reading.kind == DATETIME:
                years = times.dt.year()
                self._is_fine = self._is_fine or bool(known.str.contains(FINER_THAN_MICROSECONDS).any())
                self._is_far = self._is_far or not bool(years.is_between(*NANOSECOND_YEARS).all())


def typed(text: pl.Series, *, comma_is_free: bool, na: Sequence[str] = ()) -> tuple[pl.Series, TextForm]:
    """The values of a column of text and the form they are written in; what has no other type stays text."""
    typing = ColumnTyping(comma_is_free=comma_is_free, na=na)
    seen = typing.see(text)
    reading = typing.reading
    values = seen[reading] if reading in seen else reading.values(text, na)
    return (text if values is None else values), reading.form


def known_texts(text: pl.Series, na: Sequence[str]) -> pl.Series:
    """Texts without spaces around them, null where missing in a column of texts too."""
    trimmed = text.str.strip_chars()
    return trimmed.set(trimmed.is_in(["", *na]), None)


def without_missing_words(known: pl.Series) -> pl.Series:
    """Null also where a word stands that can only mean "not known" among numbers or dates."""
    return known.set(known.is_in(MISSING_WORDS), None)


# --- which readings there are


def _candidates(first: str, *, comma_is_free: bool) -> Iterator[ColumnReading]:
    """Every reading of a column whose first value is this, the best first."""
    yield ColumnReading(INTEGERS)
    yield ColumnReading(DECIMALS)
    yield from (ColumnReading(TRUTHS, TextForm(truth=words)) for words in TRUTH_WORDS)
    yield from (ColumnReading(DATE, TextForm(time=form)) for form in DATE_FORMS)
    yield from (ColumnReading(DATETIME, TextForm(time=form)) for form in DATETIME_FORMS)
    if comma_is_free:
        yield ColumnReading(COMMA_DECIMALS, TextForm(decimal_comma=True))
    text = pl.Series([first])
    for side, pattern in (("after", SIGN_AFTER), ("before", SIGN_BEFORE)):
        affix = text.str.extract(pattern, 1)[0]
        if affix is not None:  # numbers that all carry one and the same sign: 89%, € 12.50
            signed = TextForm(after=affix) if side == "after" else TextForm(before=affix)
            yield ColumnReading(INTEGERS, signed)
            yield ColumnReading(DECIMALS, signed)
            if comma_is_free:
                yield ColumnReading(COMMA_DECIMALS, replace(signed, decimal_comma=True))


def _implied(reading: ColumnReading, values: pl.Series) -> set[ColumnReading]:
    """What reads these values too: whole numbers of at most 18 digits are decimals, with a point or with a comma."""
    if reading.kind != INTEGERS or not bool(values.is_between(-NEVER_LONGER, NEVER_LONGER, closed="none").all()):
        return set()
    return {
        ColumnReading(DECIMALS, reading.form),
        ColumnReading(COMMA_DECIMALS, replace(reading.form, decimal_comma=True)),
    }


# --- how each of them reads


def _all_match(known: pl.Series, pattern: str) -> bool:
    """Whether every known value has this shape; most columns that do not show it in their first rows."""
    return all(bool(part.str.contains(pattern).all()) for part in (known.head(ROWS_TRIED_FIRST), known))


def _without_sign(known: pl.Series, form: TextForm) -> pl.Series | None:
    """Numbers without the sign of this form, if all of them carry it."""
    if not form.before and not form.after:
        return known
    pattern, sign = (SIGN_AFTER, form.after) if form.after else (SIGN_BEFORE, form.before)
    if not _all_match(known, pattern) or not bool((signs_of(known) == sign.strip()).all()):
        return None
    return known.str.replace(rf"{SPACE}{SIGN}{SPACE}", "")


def _integers(known: pl.Series, _: ColumnReading) -> pl.Series | None:
    if not _all_match(known, INTEGER):
        return None
    values = known.str.strip_prefix("+").cast(pl.Int64, strict=False)
    return None if values.null_count() > known.null_count() else values  # beyond 64 bits


def _decimals(known: pl.Series, _: ColumnReading) -> pl.Series | None:
    if not _all_match(known, DECIMAL):
        return None
    values = known.cast(pl.Float64, strict=False)
    if values.null_count() > known.null_count():  # the cast knows neither +1.5 nor INF
        values = known.str.strip_prefix("+").str.to_lowercase().cast(pl.Float64, strict=False)
    return values if values.null_count() == known.null_count() else None


def _comma_decimals(known: pl.Series, _: ColumnReading) -> pl.Series | None:
    if not _all_match(known, DECIMAL_COMMA):
        return None
    values = known.str.replace(",", ".", literal=True).str.strip_prefix("+").cast(pl.Float64, strict=False)
    return None if values.null_count() > known.null_count() else values


def _truths(known: pl.Series, reading: ColumnReading) -> pl.Series | None:
    words = list(reading.form.truth)
    if not all(bool(part.is_in(words).all()) for part in (known.head(ROWS_TRIED_FIRST), known)):
        return None
    return known == words[0]


def _dates(known: pl.Series, reading: ColumnReading) -> pl.Series | None:
    form = str(reading.form.time)
    if not _all_match(known, DATE_FORMS[form]):
        return None
    dates = known.str.to_date(form, strict=False)
    return dates if dates.null_count() == known.null_count() else None


def _datetimes(known: pl.Series, reading: ColumnReading) -> pl.Series | None:
    form = str(reading.form.time)
    if not _all_match(known, DATETIME_FORMS[form]):
        return None
    times = known.str.to_datetime(form, strict=False, time_unit=reading.unit)
    return times if times.null_count() == known.null_count() else None


ATTEMPTS: dict[str, Callable[[pl.Series, ColumnReading], pl.Series | None]] = {
    INTEGERS: _integers,
    DECIMALS: _decimals,
    COMMA_DECIMALS: _comma_decimals,
    TRUTHS: _truths,
    DATE: _dates,
    DATETIME: _datetimes,
}
