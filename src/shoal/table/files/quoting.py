"""Quotes in text tables: one too many turns whole records into one field, which would then be published as it is.

There are two checks, for every function that reads a text table. `QuoteWatch` follows the quotes in the bytes: a quote
that never closes, or that closes in the middle of a field, is refused. `refuse_swallowed_records` checks the fields: if
two stray quotes form a valid field, its lines have as many fields as the records of the table.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import TableError
from shoal.table.files.headers import delimiter_word, likely_delimiter, looks_like_data, say_delimiter, unproven
from shoal.table.files.text_types import MISSING_WORDS, has_shape_of
from shoal.table.files.text_typing import typed
from shoal.table.wording import row_words

QUOTE, LINE_FEED, RETURN = (ord(letter) for letter in '"\n\r')
NEUTRAL = ord("x")  # stands for a quote that is a letter like any other, as in 5" nails
LINE_BREAK = r"\r\n|\n|\r"

Bytes = npt.NDArray[np.uint8]
Positions = IntArray


class QuoteWatch:
    """Follows the quotes of a text file, in chunks of bytes as they come.

    As in every reader, a quote at the beginning of a field opens, a doubled one is part of the text, and one in the
    middle of a field without quotes is a letter. Other than in many readers, the one that closes must end the field.
    """

    def __init__(self, separator: str, encoding: str) -> None:
        self.problem: str | None = None  # in words, with the place of the file left open: '{name}'
        self._separator = separator
        self._ends = (ord(separator), LINE_FEED, RETURN)
        same = codecs.lookup(encoding).name == "utf-8"
        self._decoder = None if same else codecs.getincrementaldecoder(encoding)("replace")
        self._waiting = b""  # the last byte: what follows it decides
        self._before = LINE_FEED
        self._inside = False
        self._n_lines, self._opened_in = 0, 1
        self._begun = self._ended = False

    def feed(self, chunk: bytes) -> None:
        """The next bytes of the file; none of them means that it ends."""
        if self._ended or self.problem is not None:
            return
        own = chunk if self._decoder is None else self._decoder.decode(chunk, not chunk).encode()
        if not self._begun and own:
            own, self._begun = own.removeprefix(codecs.BOM_UTF8), True
        self._ended = not chunk
        data = self._waiting + own + (b"\n" if self._ended else b"")
        if data:
            self._follow(data)
        if self._ended and self._inside and self.problem is None:
            self.problem = (
                f"A quote that opens in line {self._opened_in} of {{name}} never closes. Close it, or double it if it "
                "is part of the text and put the whole field in quotes."
            )

    def require_sound(self, name: str, head: str) -> None:
        """Refuse a file in which a quote was found wrong; `head` is how the file begins."""
        if self.problem is None:
            return
        likely = likely_delimiter(head, self._separator)
        hint = (f"Perhaps {delimiter_word(likely)} separates the columns. ", *say_delimiter(likely)) if likely else ()
        raise TableError(self.problem.format(name=name), hint=hint)

    def _follow(self, data: bytes) -> None:
        self._waiting, ready = data[-1:], len(data) - 1
        if data.find(b'"', 0, ready) >= 0:
            codes = np.frombuffer(data, dtype=np.uint8)
            quotes = np.flatnonzero(codes[:-1] == QUOTE)
            if not self._plain(codes, quotes):
                self._one_by_one(codes, quotes)
        elif ready:
            self._before = data[ready - 1]
        self._n_lines += data.count(b"\n", 0, ready)

    def _plain(self, codes: Bytes, quotes: Positions) -> bool:
        """All quotes at once, if every other one opens and the rest close, which is so in nearly every file."""
        before = codes[quotes - 1]
        if quotes[0] == 0:
            before[0] = self._before
        opens = (np.arange(len(quotes)) % 2 == 1) == self._inside
        beside = np.where(opens, before, codes[quotes + 1])
        is_end = np.logical_or.reduce([beside == end for end in self._ends])
        if not (is_end | (beside == QUOTE)).all():
            return False
        first = quotes[opens & is_end]
        if len(first):
            self._opened_in = self._line(codes, int(first[-1]))
        self._inside ^= len(quotes) % 2 == 1
        self._before = int(codes[-2])
        return True

    def _one_by_one(self, codes: Bytes, quotes: Positions) -> None:
        turned = -1 if self._before == QUOTE else -2  # the last quote that opened or closed
        for at in quotes.tolist():
            before = int(codes[at - 1]) if at else self._before
            after = int(codes[at + 1])
            if not self._inside and before in self._ends:
                self._inside, self._opened_in, turned = True, self._line(codes, at), at
            elif not self._inside and turned == at - 1:
                self._inside, turned = True, at
            elif self._inside and (after in self._ends or after == QUOTE):
                self._inside, turned = False, at
            elif self._inside:
                self.problem = self._closes_too_early(self._line(codes, at))
                return
        is_letter = codes[-2] == QUOTE and turned != len(codes) - 2
        self._before = NEUTRAL if is_letter else int(codes[-2])

    def _line(self, codes: Bytes, at: int) -> int:
        return self._n_lines + int(np.count_nonzero(codes[:at] == LINE_FEED)) + 1

    def _closes_too_early(self, line: int) -> str:
        same = f"line {line} of {{name}}"
        where = same if line == self._opened_in else f"line {self._opened_in} of {{name}} and closes in line {line}"
        return (
            f"A quote opens in {where}, and what follows where it closes is neither {delimiter_word(self._separator)} "
            "nor the end of the line, so nobody can tell where the field ends. Put the whole field in quotes, and "
            "double the quotes within it."
        )


@dataclass(frozen=True)
class SeenColumns:
    """What the whole of a file tells about its columns, when only a part of it is at hand."""

    dtypes: Sequence[pl.DataType]
    in_doubt: bool  # the first row looks like a record


def refuse_swallowed_records(
    texts: pl.DataFrame,
    separator: str,
    name: str,
    *,
    na: Sequence[str] = (),
    n_before: int = 0,
    seen: SeenColumns | None = None,
) -> None:
    """Refuse a field with line breaks that holds what looks like records of this very table.

    Addresses and comments have line breaks too. So a line must have just as many fields as a record, and where columns
    hold numbers, dates or truth values, some such field must look like its column. `seen`: of the whole file, where
    `texts` are a part that begins after `n_before` records.
    """
    if texts.width < 2:
        return  # any line at all would be a record
    fitting = _Fitting(texts, separator, na, seen)
    for position, column in enumerate(texts.columns):
        broken = texts[column].str.contains(LINE_BREAK).to_numpy()
        if not broken.any():
            continue
        rows = np.flatnonzero(broken)
        swallowed = _swallowed(texts[column].gather(rows), position, texts.width, separator, fitting)
        if swallowed.any():
            row = row_words(n_before + int(rows[int(np.argmax(swallowed))]), header=True)
            in_doubt = looks_like_data(texts.columns, texts) if seen is None else seen.in_doubt
            called = f"Column {position + 1}" if in_doubt or unproven(fitting.dtypes()) else f"Column '{column}'"
            raise TableError(
                f"{called} of {name} holds, in {row}, a quoted text whose lines look like records of "
                "this table: a quote too many takes in everything up to the next one. Remove that quote, or double it "
                f"and put its field in quotes. If the text is meant as it stands, take {delimiter_word(separator)} or "
                "the line breaks out of it, or save the table as Parquet."
            )


def _swallowed(fields: pl.Series, position: int, width: int, separator: str, fitting: _Fitting) -> BoolArray:
    """Which of these fields of one column hold records, or the end of one and the beginning of the next.

    Where no value has a type to fit, nothing speaks against a record, and the number of fields decides.
    """
    lines = fields.str.replace_all(LINE_BREAK, "\n").str.split("\n")
    n_lines = lines.list.len().cast(pl.Int64).to_numpy()
    line = lines.explode()
    n_fields = line.str.count_matches(separator, literal=True).to_numpy() + 1
    starts = np.concatenate([[0], np.cumsum(n_lines)[:-1]])
    whole = n_fields == width
    if whole.any():
        fits, known = fitting(line.filter(pl.Series(whole)), 0)
        whole[whole] = fits | ~known
    swallowed: BoolArray = np.logical_or.reduceat(whole, starts)
    # Between stray quotes in the middle of two records stand the end of one and the beginning of the other.
    last = starts + n_lines - 1
    halves = (n_fields[starts] == width - position) & (n_fields[last] == position + 1)
    if halves.any():
        fits, known = fitting(line.gather(starts[halves]), position)
        fits_too, known_too = fitting(line.gather(last[halves]), 0)
        swallowed[halves] |= fits | fits_too | ~(known | known_too)
    return swallowed


class _Fitting:
    """Whether the fields of a line look like the columns; the types of the columns are found when first asked for."""

    def __init__(self, texts: pl.DataFrame, separator: str, na: Sequence[str], seen: SeenColumns | None) -> None:
        self._texts, self._separator, self._na = texts, separator, na
        self._dtypes = None if seen is None else seen.dtypes

    def dtypes(self) -> Sequence[pl.DataType]:
        """The types that the values of the columns suggest."""
        if self._dtypes is None:
            free = self._separator != ","
            self._dtypes = [typed(column, comma_is_free=free, na=self._na)[0].dtype for column in self._texts]
        return self._dtypes

    def __call__(self, lines: pl.Series, first: int) -> tuple[BoolArray, BoolArray]:
        """Lines whose fields stand in the columns from `first` on: which have a field that fits the type of its
        column, and which have any value at all in a column with a type.
        """
        fits = np.zeros(len(lines), dtype=np.bool_)
        known = np.zeros(len(lines), dtype=np.bool_)
        parts = lines.str.split(self._separator)
        for number, dtype in enumerate(self.dtypes()[first:]):
            if dtype != pl.String:
                field = parts.list.get(number, null_on_oob=True).fill_null("").str.strip_chars()
                has_value = ~field.is_in(["", *self._na, *MISSING_WORDS]).to_numpy()
                known |= has_value
                fits |= has_value & has_shape_of(field, dtype).to_numpy()
        return fits, known
