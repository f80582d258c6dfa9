"""The digest of a table's content, the same whatever container holds it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import narwhals as nw
import numpy as np
import polars as pl

from shoal.table.frames.columns import TEMPORAL, ColumnKind

NANOSECONDS_PER_UNIT = {"ns": 1, "us": 1_000, "ms": 1_000_000}
NANOSECONDS_PER_SECOND = 1_000_000_000


class Hasher(Protocol):
    """What hashlib's objects offer."""

    def update(self, data: bytes, /) -> object:
        """Take more bytes in."""


def file_digest(path: str | Path) -> str:
    """sha256 of a file's bytes."""
    with Path(path).open("rb") as stream:
        return f"sha256:{hashlib.file_digest(stream, 'sha256').hexdigest()}"


def digest_of_spelling(hasher: Hasher, name: str, texts: pl.Series) -> None:
    """Feed in how a column is spelled, where its values alone would be spelled otherwise."""
    _framed(hasher, f"shoal-spelling:{name}".encode())
    _framed(hasher, "\x1f".join(texts.fill_null("\x1e").to_list()).encode())


def digest_of(
    hasher: Hasher, columns: Mapping[str, tuple[ColumnKind, pl.Series | None]], frame: nw.DataFrame[Any]
) -> None:
    """Feed names, kinds and values into the hasher, each with its length: no two tables run together."""
    _framed(hasher, f"shoal-table:{len(frame)}:{len(columns)}".encode())
    for name, (kind, view) in columns.items():
        _framed(hasher, name.encode())
        _framed(hasher, kind.value.encode())
        if view is None or kind == ColumnKind.OTHER:
            values = frame[name].to_list() if view is None else view.to_list()
            _texts(hasher, pl.Series([None if value is None else repr(value) for value in values]))
        else:
            _values(hasher, kind, view)


def _framed(hasher: Hasher, data: bytes) -> None:
    hasher.update(len(data).to_bytes(8, "little"))
    hasher.update(data)


def _values(hasher: Hasher, kind: ColumnKind, view: pl.Series) -> None:
    if kind == ColumnKind.TEXT:
        _texts(hasher, view.cast(pl.String))
        return
    _framed(hasher, np.packbits(view.is_null().to_numpy()).tobytes())
    if kind in TEMPORAL:
        _temporal(hasher, view)
    elif kind == ColumnKind.INTEGER:
        _whole(hasher, view.fill_null(0))
    else:  # adding zero makes −0.0 and 0.0 one value
        _framed(hasher, (view.cast(pl.Float64).fill_null(0.0).to_numpy() + 0.0).astype("<f8").tobytes())


def _whole(hasher: Hasher, known: pl.Series) -> None:
    """Whole numbers in the first of these that holds them all: 64 bits, 64 bits without sign, text."""
    for dtype in (pl.Int64, pl.UInt64):
        whole = known.cast(dtype, strict=False)
        if whole.null_count() == 0:
            numbers = whole.to_numpy()
            _framed(hasher, np.ascontiguousarray(numbers).astype(numbers.dtype.newbyteorder("<")).tobytes())
            return
    _texts(hasher, known.cast(pl.String))


def _temporal(hasher: Hasher, view: pl.Series) -> None:
    """Whole seconds and the nanoseconds within them: the same for every unit, and no unit overflows."""
    dtype = view.dtype
    _framed(hasher, str(getattr(dtype, "time_zone", None)).encode())
    ticks = view.to_physical().cast(pl.Int64).fill_null(0).to_numpy()
    if dtype == pl.Date:
        _framed(hasher, ticks.astype("<i8").tobytes())
        return
    ns_per_tick = NANOSECONDS_PER_UNIT[getattr(dtype, "time_unit", "ns")]
    seconds, rest = np.divmod(ticks, NANOSECONDS_PER_SECOND // ns_per_tick)
    _framed(hasher, seconds.astype("<i8").tobytes())
    _framed(hasher, (rest * ns_per_tick).astype("<i8").tobytes())


def _texts(hasher: Hasher, texts: pl.Series) -> None:
    texts = texts.cast(pl.String)
    _framed(hasher, np.packbits(texts.is_null().to_numpy()).tobytes())
    _framed(hasher, texts.str.len_bytes().fill_null(0).cast(pl.Int64).to_numpy().astype("<i8").tobytes())
    _framed(hasher, "".join(texts.fill_null("").to_list()).encode())
