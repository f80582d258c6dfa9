"""Spill: records sorted into boxes on disk. Put frames in, whatever their order; take a whole box out.

All boxes are in one file, because a table can have more blocks than a process may open files. A box is a list of
places in it. Frames are collected until they are worth writing, so a box is not scattered over too many places.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.table.arrow import pyarrow
from shoal.table.atomic import OWNER_ONLY, cannot_write

COLLECTED_BYTES = 1 << 27  # held in memory before they are written: with 1,000 boxes, each place has 128 KB


class Spill:
    """Boxes of records of one schema. A context manager; the file goes when it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[int, list[tuple[int, int]]] = {}
        self.counts: dict[int, int] = {}  # records of each box
        self._waiting: list[tuple[pl.DataFrame, IntArray]] = []
        self._n_waiting = 0
        self._schema: Any = None
        self._turn = threading.Lock()
        # Only its owner can read it, and it follows no link.
        self._file = os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY), "w+b")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Nobody needs these records any more."""
        self._file.close()
        self._path.unlink(missing_ok=True)

    def put(self, frame: pl.DataFrame, box_of: IntArray) -> None:
        """Put every record into its box; a negative box is none."""
        with self._turn:
            self._waiting.append((frame, box_of))
            self._n_waiting += int(frame.estimated_size())
            if self._n_waiting >= COLLECTED_BYTES:
                self._write()

    def close_boxes(self) -> None:
        """Everything has been put."""
        with self._turn:
            self._write()

    def take(self, box: int) -> Iterator[pl.DataFrame]:
        """The records of a box, place by place."""
        reader = pyarrow().ipc
        for offset, length in self._places.get(box, ()):
            with self._turn:
                self._file.seek(offset)
                data = self._file.read(length)
            yield pl.DataFrame(pl.from_arrow(reader.read_record_batch(pyarrow().py_buffer(data), self._schema)))

    def _write(self) -> None:
        if not self._waiting:
            return
        frame = pl.concat([frame for frame, _ in self._waiting], rechunk=True)
        box_of = np.concatenate([boxes for _, boxes in self._waiting])
        self._waiting, self._n_waiting = [], 0
        order = np.argsort(box_of, kind="stable")
        boxes, first = np.unique(box_of[order], return_index=True)
        table = frame[order].to_arrow(compat_level=pl.CompatLevel.oldest()).combine_chunks()
        if self._schema is None:
            self._schema = table.schema
        ends = np.append(first[1:], len(order))
        try:
            for box, begin, end in zip(boxes.tolist(), first.tolist(), ends.tolist(), strict=True):
                if box >= 0:
                    self._write_one(box, table.slice(begin, end - begin))
        except OSError as error:
            raise cannot_write(self._path.parent, error) from error

    def _write_one(self, box: int, rows: Any) -> None:
        offset = self._file.seek(0, 2)
        [batch] = rows.to_batches()
        length = self._file.write(batch.serialize())
        self._places.setdefault(box, []).append((offset, length))
        self.counts[box] = self.counts.get(box, 0) + rows.num_rows
