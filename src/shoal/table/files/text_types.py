"""The type of a column of text, found by looking at every value of it, and the text of a typed column.

The two are a pair: whatever `typed` turns into numbers or dates, `spelled` turns into text again, in the same
form of date, decimal mark and truth word. Where that does not give back the very text of the file (1.50
became 1.5), the reader keeps the text beside the values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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

ROWS_TRIED_FIRST = 1000

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


def typed(text: pl.Series, *, comma_is_free: bool, na: Sequence[str] = ()) -> tuple[pl.Series, TextForm]:
    """The values of a column of text and the form they are written in; what has no other type stays text.

    `comma_is_free`: the comma does not separate columns here, so it may be the decimal mark. `na`: further spellings
    that mean "missing", in columns of text too.
    """
    trimmed = text.str.strip_chars()
    known = trimmed.set(trimmed.is_in(["", *na]), None)
    kept_text = text.set(known.is_null(), None)
    plain = known.set(known.is_in(MISSING_WORDS), None)
    if plain.null_count() == len(plain):
        return kept_text, PLAIN
    for attempt in (_integers, _decimals, _truths, _dates, _datetimes):
        outcome = attempt(plain)
        if outcome is not None:
            return outcome
    if comma_is_free:
        outcome = _comma_decimals(plain)
        if outcome is not None:
            return outcome
    return _signed(plain, comma_is_free=comma_is_free) or (kept_text, PLAIN)


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


def fixed_decimals(text: pl.Series, values: pl.Series) -> int | None:
    """How many decimals every number of a column is written with; None if they differ, or if it has no decimals."""
    if not values.dtype.is_float():
        return None
    lengths = text.filter(values.is_not_null()).str.extract(DECIMAL_PART, 1).str.len_chars().unique()
    return None if len(lengths) != 1 or lengths[0] is None else int(lengths[0])


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


def _all_match(known: pl.Series, pattern: str) -> bool:
    """Whether every known value has this shape; most columns that do not show it in their first rows."""
    return all(bool(part.str.contains(pattern).all()) for part in (known.head(ROWS_TRIED_FIRST), known))


def _integers(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    if not _all_match(known, INTEGER):
        return None
    values = known.str.strip_prefix("+").cast(pl.Int64, strict=False)
    if values.null_count() > known.null_count():  # beyond 64 bits
        return None
    return values, PLAIN


def _decimals(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    if not _all_match(known, DECIMAL):
        return None
    values = known.cast(pl.Float64, strict=False)
    if values.null_count() > known.null_count():  # the cast knows neither +1.5 nor INF
        values = known.str.strip_prefix("+").str.to_lowercase().cast(pl.Float64, strict=False)
    return (values, PLAIN) if values.null_count() == known.null_count() else None


def _comma_decimals(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    if not _all_match(known, DECIMAL_COMMA):
        return None
    values = known.str.replace(",", ".", literal=True).str.strip_prefix("+").cast(pl.Float64, strict=False)
    if values.null_count() > known.null_count():
        return None
    return values, TextForm(decimal_comma=True)


def signs_of(known: pl.Series) -> pl.Series:
    """The sign that each number carries, without spaces; null where there is none."""
    before = known.str.extract(SIGN_BEFORE, 1)
    return before.fill_null(known.str.extract(SIGN_AFTER, 1)).str.strip_chars()


def _signed(known: pl.Series, *, comma_is_free: bool) -> tuple[pl.Series, TextForm] | None:
    """Numbers that all carry one and the same sign: 89%, € 12.50. They are written with it again."""
    for pattern in (SIGN_AFTER, SIGN_BEFORE):
        if not _all_match(known, pattern):
            continue
        if signs_of(known).n_unique() != 1 + bool(known.null_count()):
            return None
        bare = known.str.replace(rf"{SPACE}{SIGN}{SPACE}", "")
        attempts = (_integers, _decimals, _comma_decimals) if comma_is_free else (_integers, _decimals)
        outcome = next((found for attempt in attempts if (found := attempt(bare)) is not None), None)
        if outcome is not None:
            values, form = outcome
            affix = str(known.drop_nulls().str.extract(pattern, 1)[0])
            return values, replace(form, after=affix) if pattern == SIGN_AFTER else replace(form, before=affix)
    return None


def _truths(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    for yes, no in TRUTH_WORDS:
        if known.is_in([yes, no]).all():
            return known == yes, TextForm(truth=(yes, no))
    return None


def dates_in_form(text: pl.Series, form: str) -> pl.Series:
    """Texts as dates that are all written in this form; null where one is not."""
    trimmed = text.str.strip_chars()
    return trimmed.set(~trimmed.str.contains(DATE_FORMS[form]), None).str.to_date(form, strict=False)


def _dates(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    readings = {
        form: known.str.to_date(form, strict=False) for form, shape in DATE_FORMS.items() if _all_match(known, shape)
    }
    whole = {form: dates for form, dates in readings.items() if dates.null_count() == known.null_count()}
    if len(whole) != 1:
        return None
    form, dates = next(iter(whole.items()))
    return dates, TextForm(time=form)


def _datetimes(known: pl.Series) -> tuple[pl.Series, TextForm] | None:
    for form, shape in DATETIME_FORMS.items():
        if _all_match(known, shape):
            unit = "ns" if known.str.contains(r"\.[0-9]{7,9}").any() else "us"
            times = known.str.to_datetime(form, strict=False, time_unit=unit)  # type: ignore[arg-type]
            if times.null_count() == known.null_count():
                return times, TextForm(time=form)
    return None
