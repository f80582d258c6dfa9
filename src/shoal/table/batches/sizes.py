"""How many records and which columns make a batch, and batches of just so many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import polars as pl

from shoal.errors import TableError

MOST_RECORDS = 1 << 18  # of a batch: as many as a row group that polars writes
MOST_VALUES = 1 << 22  # of a batch: some ten megabytes, enough for the work to outweigh the calls
FEWEST_RECORDS = 1 << 10  # of a batch of a very wide table


def records_at_once(n_columns: int, most: int = MOST_RECORDS, fewest: int = FEWEST_RECORDS) -> int:
    """How many records of a table of so many columns are in memory at a time."""
    return min(most, max(fewest, MOST_VALUES // max(1, n_columns)))


def kept_columns(names: Iterable[str], drop: Collection[str]) -> tuple[str, ...]:
    """The columns that are not to be dropped."""
    kept = tuple(name for name in names if name not in drop)
    if not kept:
        raise TableError("Every column of the table is to be dropped, so nothing is left to release. Keep some.")
    return kept


def regrouped(frames: Iterable[pl.DataFrame], most: int) -> Iterator[pl.DataFrame]:
    """The same records in the same order, in frames of `most` of them; the last one may have fewer."""
    waiting: list[pl.DataFrame] = []
    n_waiting = 0
    for frame in frames:
        waiting.append(frame)
        n_waiting += frame.height
        if n_waiting < most:
            continue
        whole = pl.concat(waiting) if len(waiting) > 1 else frame
        n_full = n_waiting - n_waiting % most
        for start in range(0, n_full, most):
            yield whole.slice(start, most)
        waiting, n_waiting = ([whole.slice(n_full)], n_waiting - n_full) if n_waiting > n_full else ([], 0)
    if n_waiting:
        yield pl.concat(waiting)
