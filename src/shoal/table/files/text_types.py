"""How values look in text, and the text of a typed column.

This file and `text_typing.py` are a pair: whatever `typed` turns into numbers or dates, `spelled` turns into text
again, in the same form of date, decimal mark and truth word. Where that does not give back the very text of the file
(1.50 became 1.5), the reader keeps the text beside the values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from shoal.errors import ParameterError, Setting

# In a column that is otherwise all numbers or dates, these words can only mean "not known". In a column of
# text they stay what they are: NA is also Namibia.
MISSING_WORDS = (
    "NA",
    "N/A",
    "n/a",
    "NaN",
    "nan",
    "NAN",
    "null",
    "NULL",
    "Null",
    "None",
    "none",
    ".",
    "-",
    "#N/A",
)

# Digits are those of ASCII throughout: others are digits to a pattern, but no number to any reader.
# A number of 19 digits and more is a name, not a quantity: it fits no 64 bits.
INTEGER = r"^[+-]?(?:0|[1-9][0-9]{0,18})$"
EXPONENT = r"(?:[eE][+-]?[0-9]{1,3})?"
DECIMAL = rf"^[+-]?(?:(?:0|[1-9][0-9]*)?\.[0-9]+|(?:0|[1-9][0-9]{{0,17}})\.?){EXPONENT}$|^[+-]?(?i:inf|infinity)$"
DECIMAL_COMMA = rf"^[+-]?(?:0|[1-9][0-9]*)?(?:,[0-9]+)?{EXPONENT}$"

DECIMAL_PART = r"^[^eE.,]*[.,]([0-9]+)[^0-9eE]*$"  # a sign may stand behind it

# A sign that every number of a column may carry: per cent, per mille, and the signs of currencies (Unicode class Sc),
# before or after the number. Letters are no such sign: C50 is a code, and 12 kg may be one.
SIGN = r"[%‰\p{Sc}]"
SPACE = r"[ \u{a0}\u{202f}]?"  # plain, unbreakable, or unbreakable and narrow
SIGN_BEFORE = rf"^[+-]?({SIGN}{SPACE})[^%‰\p{{Sc}}]+$"
SIGN_AFTER = rf"^[^%‰\p{{Sc}}]+?({SPACE}{SIGN})$"

# A form is tried only when every value has its shape. Day and month of 03/04/2020 cannot be told apart, so
# those two forms count only when exactly one of them reads every value.
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
DATE_FORMS = {
    "%Y-%m-%d": rf"^{DAY}$",
    "%Y/%m/%d": r"^[0-9]{4}/[0-9]{2}/[0-9]{2}$",
    "%d.%m.%Y": r"^[0-9]{2}\.[0-9]{2}\.[0-9]{4}$",
    "%d/%m/%Y": r"^[0-9]{2}/[0-9]{2}/[0-9]{4}$",
    "%m/%d/%Y": r"^[0-9]{2}/[0-9]{2}/[0-9]{4}$",
}
# Where a file has no value that tells them apart, somebody must know which of them it is.
AMBIGUOUS_FORMS = ("%d/%m/%Y", "%m/%d/%Y")
MINUTE = r"[0-9]{2}:[0-9]{2}"
SECOND = rf"{MINUTE}:[0-9]{{2}}(\.[0-9]{{1,9}})?"
OFFSET = r"(Z|[+-][0-9]{2}:?[0-9]{2})"
DATETIME_FORMS = {
    "%Y-%m-%d %H:%M": rf"^{DAY} {MINUTE}$",
    "%Y-%m-%dT%H:%M": rf"^{DAY}T{MINUTE}$",
    "%Y-%m-%d %H:%M:%S%.f": rf"^{DAY} {SECOND}$",
    "%Y-%m-%dT%H:%M:%S%.f": rf"^{DAY}T{SECOND}$",
    "%Y-%m-%dT%H:%M:%S%.f%#z": rf"^{DAY}T{SECOND}{OFFSET}$",
    "%Y-%m-%d %H:%M:%S%.f%#z": rf"^{DAY} {SECOND}{OFFSET}$",
}
TRUTH_WORDS = (("true", "false"), ("True", "False"), ("TRUE", "FALSE"))


@dataclass(frozen=True)
class TextForm:
    """How the values of one column are written in text."""

    time: str | None = None  # a form of date or time
    truth: tuple[str, str] = TRUTH_WORDS[0]
    decimal_comma: bool = False
    before: str = ""  # a sign before every number, with the space between: "€ "
    after: str = ""  # or after it: " %"
    decimals: int | None = None  # as many as every number has: prices to the cent; None: not all have equally many


PLAIN = TextForm()


def spellings(na: object) -> tuple[str, ...]:
    """The spellings of a missing value as a text file's reader compares them: without spaces around them."""
    given: tuple[object, ...]
    if na is None:
        given = ()
    elif isinstance(na, str) or not isinstance(na, Iterable):
        given = (na,)
    else:
        given = tuple(na)
    texts: list[str] = []
    for spelling in given:
        if not isinstance(spelling, str):
            raise ParameterError(
                Setting("na"),
                f" takes texts, as the file spells a missing value ('?', '-999'), found {type(spelling).__name__}.",
            )
        texts.append(spelling.strip())
    return tuple(dict.fromkeys(texts))


def has_shape_of(text: pl.Series, dtype: pl.DataType) -> pl.Series:
    """Where a text looks like a value of a column that `typed` gave this type."""
    if dtype == pl.Boolean:
        return text.is_in([word for words in TRUTH_WORDS for word in words])
    if dtype.is_numeric():
        text = text.str.replace_all(f"{SPACE}{SIGN}{SPACE}", "")
    shapes = (
        (INTEGER, DECIMAL, DECIMAL_COMMA) if dtype.is_numeric() else (*DATE_FORMS.values(), *DATETIME_FORMS.values())
    )
    return text.str.contains("|".join(f"(?:{shape})" for shape in shapes))


def spelled(values: pl.Series, form: TextForm) -> pl.Series:
    """The text of a column, empty where missing."""
    if values.dtype == pl.String:
        return values.fill_null("")
    if values.dtype == pl.Boolean:
        yes, no = form.truth
        text = values.replace_strict([True, False], [yes, no], default=None, return_dtype=pl.String)
    elif values.dtype in (pl.Date, pl.Datetime, pl.Time):
        text = _spelled_time(values, form)
    elif values.dtype == pl.Duration:
        text = values.dt.to_string("iso")
    else:
        text = values.cast(pl.String)
        if form.decimals is not None and values.dtype.is_float():
            text = _with_zeros(text, form.decimals)
        if form.decimal_comma and values.dtype.is_float():
            text = text.str.replace(".", ",", literal=True)
        if form.before or form.after:
            text = _with_sign(text, form)
    return text.fill_null("")


def decimals_in(text: pl.Series, values: pl.Series) -> set[int | None]:
    """With how many decimals the numbers of a column, or of a part of it, are written; None: with none at all."""
    if not values.dtype.is_float():
        return set()
    known = text.str.strip_chars().filter(values.is_not_null())
    return set(known.str.extract(DECIMAL_PART, 1).str.len_chars().unique().to_list())


def fixed_decimals(seen: set[int | None]) -> int | None:
    """How many decimals every number is written with; None if they differ, or if they have none."""
    return next(iter(seen)) if len(seen) == 1 else None


def _with_zeros(text: pl.Series, decimals: int) -> pl.Series:
    """Numbers with at least so many decimals; what has no decimal part, such as 1e300, stays as it is."""
    padded = text.str.extract(r"^(-?[0-9]+\.)", 1) + text.str.extract(DECIMAL_PART, 1).str.pad_end(decimals, "0")
    return padded.fill_null(text)


def _with_sign(text: pl.Series, form: TextForm) -> pl.Series:
    """Numbers with the sign of their column; a minus stays in front: -$5."""
    below = text.str.starts_with("-")
    bare = text.str.strip_prefix("-")
    return pl.select(
        pl.when(below).then(pl.lit("-")).otherwise(pl.lit("")) + pl.lit(form.before) + bare + pl.lit(form.after)
    ).to_series()


def _spelled_time(values: pl.Series, form: TextForm) -> pl.Series:
    if form.time is None or values.dtype == pl.Time:
        return values.dt.to_string("iso:strict") if values.dtype == pl.Datetime else values.cast(pl.String)
    return values.dt.to_string(form.time.replace("%#z", "Z"))


def signs_of(known: pl.Series) -> pl.Series:
    """The sign that each number carries, without spaces; null where there is none."""
    before = known.str.extract(SIGN_BEFORE, 1)
    return before.fill_null(known.str.extract(SIGN_AFTER, 1)).str.strip_chars()


def dates_in_form(text: pl.Series, form: str) -> pl.Series:
    """Texts as dates that are all written in this form; null where one is not."""
    trimmed = text.str.strip_chars()
    return trimmed.set(~trimmed.str.contains(DATE_FORMS[form]), None).str.to_date(form, strict=False)
