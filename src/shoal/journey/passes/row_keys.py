"""Row keys: what a record is called by, made of its values alone.

Order of rows, files, partitions and workers do not enter them. Records with equal keys are equal in all columns (two
different records get the same 128 bits with a probability of about n² / 2^129). A seed makes keys of one use
independent of those of another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import TableError
from shoal.kernels.row_keys import mix_texts, mix_words

Words = npt.NDArray[np.uint64]

CONTENT_SEED = 0  # of the digest of a table: the same in every run
LANE = 2**64


class RowKeys(NamedTuple):
    """Two lanes of 64 bits for each record."""

    first: Words
    second: Words

    def order(self) -> IntArray:
        """The records in ascending order of their keys. Records that are equal keep the order in which they stand."""
        return np.lexsort((self.second, self.first))


class TableContent(NamedTuple):
    """All records of a part of a table: the sums of their keys, so that their order does not matter."""

    n_records: int = 0
    first: int = 0
    second: int = 0

    @classmethod
    def of(cls, frame: pl.DataFrame, columns: Sequence[str]) -> TableContent:
        """Of the records of a frame."""
        keys = row_keys(frame, columns, (CONTENT_SEED,))
        return cls(frame.height, int(keys.first.sum()), int(keys.second.sum()))

    def and_also(self, other: TableContent) -> TableContent:
        """Both parts together."""
        return TableContent(
            self.n_records + other.n_records, (self.first + other.first) % LANE, (self.second + other.second) % LANE
        )

    @property
    def digest(self) -> str:
        """As a manifest states it."""
        return "sha256:" + hashlib.sha256(f"{self.n_records} {self.first:x} {self.second:x}".encode()).hexdigest()


def row_keys(frame: pl.DataFrame, columns: Sequence[str], seed: Sequence[int]) -> RowKeys:
    """The keys of all records, by these columns in their order."""
    begin = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    first, second = (np.full(frame.height, lane, dtype=np.uint64) for lane in begin)
    for name in columns:
        values = frame[name]
        missing = _missing(values)
        if values.dtype in (pl.Categorical, pl.Enum, pl.Decimal, pl.Int128):
            values = values.cast(pl.String)
        if values.dtype in (pl.String, pl.Binary):
            begins, ends, letters = _letters(values)
            mix_texts(begins, ends, letters, missing, first, second)
        else:
            mix_words(_words(values), missing, first, second)
    return RowKeys(first, second)


def _missing(values: pl.Series) -> BoolArray:
    void = values.is_null()
    return (void | values.is_nan().fill_null(True) if values.dtype.is_float() else void).to_numpy()


def _words(values: pl.Series) -> Words:
    """Numbers, dates and truth values as 64 bits each; values that are equal have equal bits."""
    dtype = values.dtype
    if dtype == pl.Null:
        return np.zeros(len(values), dtype=np.uint64)
    if dtype.is_float():
        return (values.cast(pl.Float64).fill_null(0.0).to_numpy() + 0.0).view(np.uint64)  # −0.0 becomes 0.0
    if dtype == pl.UInt64:
        return values.fill_null(0).to_numpy()
    if dtype.is_integer() or dtype.is_temporal() or dtype == pl.Boolean:
        return values.to_physical().cast(pl.Int64).fill_null(0).to_numpy().astype(np.int64).view(np.uint64)
    raise TableError(
        f"Column '{values.name}' holds values of the type {dtype.base_type().__name__}, which a table that does not "
        "fit into memory cannot have.",
        column=values.name,
        hint="Convert it to numbers, texts or dates, or leave it out.",
    )


def _letters(values: pl.Series) -> tuple[IntArray, IntArray, npt.NDArray[np.uint8]]:
    """Where each text begins and ends, and the bytes of all of them."""
    plain = values.fill_null("" if values.dtype == pl.String else b"")
    lengths = (plain.str.len_bytes() if values.dtype == pl.String else plain.bin.size()).to_numpy().astype(np.int64)
    ends = np.cumsum(lengths)
    binary = plain.cast(pl.Binary)
    joined = b"".join(binary.to_list())
    return ends - lengths, ends, np.frombuffer(joined, dtype=np.uint8)
