"""Shuffling more records than fit into memory: every record goes to a random bucket, and each bucket is shuffled.

So every order of all records has the same probability. The buckets are files in a temporary folder; they contain
released records only.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.table.arrow import pyarrow

MOST_BUCKETS = 1 << 9  # files that may be open at once; beyond 128 million records buckets grow instead


class Shuffler:
    """Takes frames of equal schema, gives them back in another order, which cannot be repeated: nobody has the seed."""

    def __init__(self, folder: Path, n_records: int, records_per_bucket: int) -> None:
        self._folder = folder
        self._lots = np.random.default_rng(secrets.randbits(128))
        self._n_buckets = int(np.clip(-(-n_records // records_per_bucket), 1, MOST_BUCKETS))
        self._writers: dict[int, Any] = {}

    def put(self, frame: pl.DataFrame) -> None:
        """Spread a frame over the buckets."""
        bucket_of = self._lots.integers(self._n_buckets, size=frame.height)
        for bucket in np.unique(bucket_of):
            part = frame[np.flatnonzero(bucket_of == bucket)].to_arrow()
            if int(bucket) not in self._writers:
                self._writers[int(bucket)] = pyarrow().ipc.new_file(str(self._path(int(bucket))), part.schema)
            self._writers[int(bucket)].write_table(part)

    def shuffled(self) -> Iterator[pl.DataFrame]:
        """The buckets, one after the other, each shuffled."""
        for writer in self._writers.values():
            writer.close()
        for bucket in sorted(self._writers):
            with pyarrow().OSFile(str(self._path(bucket))) as file:
                frame = pl.DataFrame(pl.from_arrow(pyarrow().ipc.open_file(file).read_all()))
            self._path(bucket).unlink()
            yield frame[self._lots.permutation(frame.height)]

    def _path(self, bucket: int) -> Path:
        return self._folder / f"bucket-{bucket}.arrow"
