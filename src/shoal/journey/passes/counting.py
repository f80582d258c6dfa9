"""Counting: the classes of a written release, as its readers see them.

A release is written class by class: its records are sorted by what they show of a class first. So a class is a run of
records, and a file of any size is counted run by run. Nobody has to trust the parts of the release or the passes
before: if each run has k records, each class has at least as many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray


def whole_runs(frames: Iterable[pl.DataFrame], columns: Sequence[str]) -> Iterator[tuple[pl.DataFrame, IntArray]]:
    """The records in frames that end where a class ends; and the class of every record, from 0 in each frame."""
    rest: pl.DataFrame | None = None
    for frame in frames:
        both = frame if rest is None else pl.concat([rest, frame])
        begins = _begins(both, columns)
        last = int(np.flatnonzero(begins)[-1]) if both.height else 0
        rest = both[last:]
        if last:
            yield both[:last], np.cumsum(begins[:last]) - 1
    if rest is not None and rest.height:
        yield rest, np.zeros(rest.height, dtype=np.int64)


def _begins(frame: pl.DataFrame, columns: Sequence[str]) -> BoolArray:
    """Where a record shows something else than the one before it; missing values are alike."""
    differs = np.zeros(frame.height, dtype=np.bool_)
    differs[:1] = True
    for name in columns:
        values = frame[name]
        differs |= values.ne_missing(values.shift(1)).to_numpy()
    differs[:1] = True
    return differs
