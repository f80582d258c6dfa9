"""Spill: records sorted into boxes on disk. Put frames in, whatever their order; take a whole box out.

All boxes are in one file, because a table can have more blocks than a process may open files. A box is a list of
places in it. Frames are collected until they are worth writing, so a box is not scattered over too many places.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self, cast

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.table.arrow import pyarrow
from shoal.table.atomic import OWNER_ONLY, cannot_write

COLLECTED_BYTES = 1 << 27  # held in memory before they are written: with 1,000 boxes, each place has 128 KB
READ_BYTES = 1 << 24  # of a file whose digest is taken
NO_LINK = getattr(os, "O_NOFOLLOW", 0)  # not on Windows


class BoxPlace(NamedTuple):
    """Some records of a box in the file."""

    box: int
    offset: int
    n_bytes: int
    n_records: int


class Addition(NamedTuple):
    """What the file got since the last one. It is on disk."""

    places: tuple[BoxPlace, ...]
    end: int  # of the file
    digest: str  # of what was added
    schema: bytes | None  # of the records


class Spill:
    """Boxes of records of one schema. A context manager; the file goes when it ends."""

    def __init__(self, path: Path, additions: Sequence[Addition] = ()) -> None:
        """An empty file; with ``additions`` one that has them already. OSError if it does not."""
        self._path = path
        self._places: dict[int, list[BoxPlace]] = {}
        self.counts: dict[int, int] = {}  # records of each box
        self._waiting: list[tuple[pl.DataFrame, IntArray]] = []
        self._n_waiting = 0
        self._schema: Any = None
        self._turn = threading.Lock()
        self._added: list[BoxPlace] = []
        self._digest = hashlib.blake2b()
        # Only its owner can read it, and it follows no link.
        mode = NO_LINK if additions else os.O_CREAT | os.O_EXCL
        self._file = cast("BinaryIO", os.fdopen(os.open(path, mode | os.O_RDWR, OWNER_ONLY), "r+b"))
        if additions:
            self._believe(additions)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    @property
    def n_records(self) -> int:
        """In all boxes."""
        return sum(self.counts.values())

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

    def added(self) -> Addition:
        """Bring everything that was put to disk, and tell what that was."""
        with self._turn:
            self._write()
            try:
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError as error:
                raise cannot_write(self._path.parent, error) from error
            schema = None if self._schema is None else self._schema.serialize().to_pybytes()
            found = Addition(tuple(self._added), self._file.seek(0, os.SEEK_END), self._digest.hexdigest(), schema)
            self._added, self._digest = [], hashlib.blake2b()
            return found

    def take(self, box: int) -> Iterator[pl.DataFrame]:
        """The records of a box, place by place."""
        reader = pyarrow().ipc
        for place in self._places.get(box, ()):
            with self._turn:
                self._file.seek(place.offset)
                data = self._file.read(place.n_bytes)
            yield pl.DataFrame(pl.from_arrow(reader.read_record_batch(pyarrow().py_buffer(data), self._schema)))

    def _believe(self, additions: Sequence[Addition]) -> None:
        """Take what the file has, if it has just that; what follows it was never finished, and goes."""
        begin = 0
        for addition in additions:
            if self._digest_of(begin, addition.end) != addition.digest:
                self._file.close()
                raise OSError(f"{self._path.name} is damaged")
            for place in addition.places:
                self._note(place)
            begin = addition.end
        self._file.truncate(begin)
        schema = additions[-1].schema
        if schema is not None:
            self._schema = pyarrow().ipc.read_schema(pyarrow().py_buffer(schema))

    def _digest_of(self, begin: int, end: int) -> str:
        digest = hashlib.blake2b()
        self._file.seek(begin)
        while begin < end and (data := self._file.read(min(READ_BYTES, end - begin))):
            digest.update(data)
            begin += len(data)
        return digest.hexdigest()

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
        offset = self._file.seek(0, os.SEEK_END)
        [batch] = rows.to_batches()
        data = batch.serialize()
        self._digest.update(data)
        place = BoxPlace(box, offset, self._file.write(data), rows.num_rows)
        self._added.append(place)
        self._note(place)

    def _note(self, place: BoxPlace) -> None:
        self._places.setdefault(place.box, []).append(place)
        self.counts[place.box] = self.counts.get(place.box, 0) + place.n_records
