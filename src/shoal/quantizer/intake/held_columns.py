"""Held columns: the text of a column as what the column held in the design table.

A text file is read in batches, and the number of batches must not change its meaning. So the value of a text does not
depend on other rows. If that is impossible (decimal commas and decimal points in one column), the file is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import polars as pl

from shoal.errors import TableError
from shoal.table.files.text_types import DATE_FORMS, DATETIME_FORMS, MISSING_WORDS, TRUTH_WORDS, signs_of
from shoal.table.files.text_typing import known_texts, typed, without_missing_words
from shoal.table.frames.columns import ColumnKind

DTYPE_OF = {
    ColumnKind.NUMBER: pl.Float64(),
    ColumnKind.INTEGER: pl.Int64(),
    ColumnKind.BOOLEAN: pl.Boolean(),
    ColumnKind.DATE: pl.Date(),
    ColumnKind.DATETIME: pl.Datetime("us"),
    ColumnKind.TEXT: pl.String(),
}
TRUTH_OF = {word: index == 0 for words in TRUTH_WORDS for index, word in enumerate(words)}
ZONE = "%#z"


def as_held(
    text: pl.Series, held: ColumnKind, *, date_form: str | None, comma_is_free: bool, na: Sequence[str]
) -> pl.Series:
    """The values; what cannot be such a value leaves the whole of ``text`` what it looks like, to be refused in words.

    ``date_form``: the form that reads every date of the file.
    """
    known = known_texts(text, na)
    if held is ColumnKind.TEXT:
        return text.set(known.is_null(), None)
    plain = without_missing_words(known)
    dtype = DTYPE_OF.get(held)
    if dtype is not None and plain.null_count() == len(plain):
        return pl.Series(text.name, [None] * len(plain), dtype=dtype)
    if date_form is not None:
        return plain.str.to_date(date_form, strict=False)
    values = typed(text, comma_is_free=comma_is_free, na=na)[0]
    if held is ColumnKind.DATE:  # no form reads the whole file, so one that reads a part of it tells nothing
        return text.set(known.is_null(), None) if values.dtype == pl.Date else values
    if values.dtype == pl.String and held is ColumnKind.BOOLEAN:
        return _truths(plain, values)
    if values.dtype == pl.String and held is ColumnKind.DATETIME:
        return _moments(plain, values)
    if dtype is None or not (values.dtype.is_numeric() and dtype.is_numeric()):
        return values
    cast = values.cast(dtype, strict=False)
    # What does not fit (1e19 among integers, an infinity) is null after the cast, and is not a missing value.
    return cast if bool(cast.eq_missing(values).all()) else values


def fitting_date_forms(text: pl.Series, na: Sequence[str]) -> set[str]:
    """The forms that read every date of this column."""
    known = known_texts(text, (*na, *MISSING_WORDS))
    return {
        form
        for form, shape in DATE_FORMS.items()
        if bool(known.str.contains(shape).fill_null(True).all())
        and known.str.to_date(form, strict=False).null_count() == known.null_count()
    }


class DecimalMarks:
    """Which decimal marks the columns of numbers have shown so far, for files in which the comma may be one."""

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}

    def note(self, text: pl.Series, where: str) -> None:
        """Refuse a column that has shown both: read batch by batch, 1.234 and 1,234 would be the same number."""
        seen = self._seen.setdefault(text.name, set())
        seen |= {mark for mark in ".," if bool(text.str.contains(f"[{mark}][0-9]").any())}
        if len(seen) > 1:
            raise TableError(
                f"Column '{text.name}' of {where} writes some numbers with a point and others with a comma.",
                column=text.name,
                hint="Write them alike, without separators between thousands.",
            )


class NumberSigns:
    """Which signs (%, $) the columns of numbers have shown so far, and whether some numbers have none."""

    def __init__(self, na: Sequence[str]) -> None:
        self._na = (*na, *MISSING_WORDS)
        self._seen: dict[str, set[str | None]] = {}

    def note(self, text: pl.Series, where: str) -> None:
        """Refuse a column in which not all numbers have the same sign: in one batch they would be read as texts."""
        known = known_texts(text, self._na).drop_nulls()
        seen = self._seen.setdefault(text.name, set())
        seen |= set(signs_of(known).unique().to_list())
        if len(seen) > 1:
            raise TableError(
                f"Column '{text.name}' of {where} writes some numbers with a sign such as % or $, and others "
                "without it or with another one.",
                column=text.name,
                hint="Write them alike.",
            )


def _truths(plain: pl.Series, otherwise: pl.Series) -> pl.Series:
    """Truth words of several spellings side by side."""
    truths = plain.replace_strict(TRUTH_OF, default=None, return_dtype=pl.Boolean)
    return truths if truths.null_count() == plain.null_count() else otherwise


def _moments(plain: pl.Series, otherwise: pl.Series) -> pl.Series:
    """Times in several forms side by side, all with a zone or all without."""
    unit = "ns" if plain.str.contains(r"\.[0-9]{7,9}").any() else "us"
    for zoned in (False, True):
        readings = [
            plain.set(~plain.str.contains(shape), None).str.to_datetime(form, strict=False, time_unit=unit)  # type: ignore[arg-type]
            for form, shape in DATETIME_FORMS.items()
            if (ZONE in form) == zoned
        ]
        moments = reduce(lambda one, other: one.zip_with(one.is_not_null(), other), readings)
        if moments.null_count() == plain.null_count():
            return moments
    return otherwise
