"""A release whose records are on disk: it is written part by part, and counted on what was written.

The records are sorted, class by class, in boxes of a private folder that goes with the release.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import PromiseNotKept, WriteError, WrongUse
from shoal.journey.out_of_core.engine import side_by_side
from shoal.journey.out_of_core.own_stages import Stage
from shoal.journey.out_of_core.run_folder import RunFolder
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.counted.what_counts import BESIDE, WhatCounts
from shoal.journey.passes.counting import whole_runs
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.values.promised_values import PromisedValues
from shoal.quantizer.quantizer import Quantizer
from shoal.release.classes import classes_from, require_classes_kept
from shoal.release.confidential.counting import CountedPromise
from shoal.release.report.report import Report
from shoal.release.saving import SavedRelease
from shoal.table.atomic import atomically
from shoal.table.files.part_files import part_writer, require_writable_in_parts, written_frames
from shoal.table.formulas import quoted
from shoal.table.roles.roles import Roles

NO_QUANTIZER = "There is no quantizer of a table that is worked on in parts: nobody has all of its cells at once."


@dataclass(frozen=True)
class StoredRelease(SavedRelease):
    """An anonymised table of any size, with its proof.

    ``table`` scans the records (a polars LazyFrame). Close the release, or leave its ``with`` block, when it has been
    saved: then the records on disk go.
    """

    report: Report = field(repr=False)
    manifest: dict[str, Any] = field(repr=False)
    what: WhatCounts = field(repr=False)
    roles: Roles = field(repr=False)
    layout: Layout = field(repr=False)  # of a released record
    counted_columns: tuple[str, ...]
    promised: PromisedValues | None = field(repr=False)
    quote_formulas: bool
    records: Spill = field(repr=False)  # sorted, class by class, box by box
    folder: RunFolder = field(repr=False)

    @property
    def source(self) -> Path | None:
        """The file that the table was read from."""
        path = self.layout.origin.path
        return path if path is not None and path.is_file() else None

    @property
    def quantizer(self) -> Quantizer:
        """There is none."""
        raise WrongUse(NO_QUANTIZER, parameter="quantizer")

    @cached_property
    def table(self) -> pl.LazyFrame:
        """The anonymised table, scanned where it lies. It is gone when the release is closed."""
        path = self.folder.path / "release.parquet"
        self.write(path)
        return pl.scan_parquet(path)

    def close(self) -> None:
        """Remove the records from disk."""
        self.records.remove()
        self.folder.remove()

    def __enter__(self) -> StoredRelease:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def frames(self) -> Iterator[pl.DataFrame]:
        """The released records in their order, as they travelled."""
        for box in sorted(self.records.counts):
            yield from self.records.take(box)

    def _counted(self, path: Path) -> AbstractContextManager[Path]:
        self._refuse_source(path)
        require_writable_in_parts(path)
        return self._draft(path)

    @contextmanager
    def _draft(self, path: Path) -> Iterator[Path]:
        with atomically(path) as draft, tempfile.TemporaryDirectory(prefix=".shoal-", dir=draft.parent) as scratch:
            with part_writer(self.layout.origin, path, draft, Path(scratch)) as writer:
                for frame in self.frames():
                    table = self.layout.table(frame)
                    writer.write(writer.plain(quoted(table) if self.quote_formulas else table))
            self._require_kept(path, draft)
            yield draft

    def _require_kept(self, path: Path, draft: Path) -> None:
        """Count the classes of the file as its readers see it, beside the records that were to be written."""
        where = f"the file {path.name}"
        pairs = {name: pl.DataFrame() for name in ({} if self.promised is None else self.promised.known)}
        n_records = 0
        codes, beside = self._codes(), self._beside()
        header = self.layout.columns
        for frame, class_of in whole_runs(
            written_frames(self.layout.origin, header, path, draft), self.counted_columns
        ):
            classes = classes_from(class_of)
            counted = self.what.promise_beside(beside(frame.height)) if self.what.beside else self.what.nobody
            require_classes_kept(counted, classes, where)
            n_records += frame.height
            if self.promised is not None:
                own = {name: next_codes(frame.height) for name, next_codes in codes.items()}
                promise_of_codes(self.promised, own).require_kept(classes, where)
                for name, code in own.items():
                    pairs[name] = _seen_once(pairs[name], frame[name], code, where)
        if n_records != sum(self.records.counts.values()):
            raise WriteError(f"{path.name} does not read back as it was written. Choose another format.")

    def _codes(self) -> dict[str, _Rest]:
        if self.promised is None:
            return {}
        return {name: _Rest(partial(self.promised.codes, name=name), self.frames()) for name in self.promised.known}

    def _beside(self) -> _Rest:
        """What each record counts, which no file has."""
        return _Rest(lambda frame: frame[BESIDE].to_numpy(), self.frames())


class _Rest:
    """A number for each record in the order of the records, so many at a time."""

    def __init__(self, numbers: Callable[[pl.DataFrame], IntArray], frames: Iterator[pl.DataFrame]) -> None:
        self._numbers, self._frames = numbers, frames
        self._rest = np.empty(0, dtype=np.int64)

    def __call__(self, n_records: int) -> IntArray:
        while len(self._rest) < n_records:
            frame = next(self._frames, None)
            if frame is None:
                raise WriteError("The release does not read back as it was written. Choose another format.")
            self._rest = np.concatenate([self._rest, self._numbers(frame)])
        found, self._rest = self._rest[:n_records], self._rest[n_records:]
        return found


def promise_of_codes(promised: PromisedValues, codes: dict[str, IntArray]) -> CountedPromise:
    """The promise about records of which only the codes of their values are at hand."""
    counted = CountedPromise.of(promised.promise_of_codes(codes))
    if counted is None:
        raise PromiseNotKept("There is no promise to count.")
    return counted


def _seen_once(pairs: pl.DataFrame, shown: pl.Series, code: IntArray, where: str) -> pl.DataFrame:
    """What each written value stands for; refuse one that stands for two values of the release."""
    name = shown.name
    own = pl.DataFrame({"shown": shown, "code": code}).unique()
    both = own if pairs.is_empty() else pl.concat([pairs, own]).unique()
    if both["shown"].n_unique() < both.height:
        raise WriteError(
            f"{where}: different values of column '{name}', which has a promise, read back as one.",
            column=name,
            hint="Make them the same value before the run, or choose another format.",
        )
    return both


def sorted_parts(stages: Sequence[Stage], columns: Sequence[str], standing: StandingOut, into: Stage) -> None:
    """Every part in the order of what it shows: first of a class, then of the rest. Equal records are alike.

    A part has its records in several stages, which are not needed any more then. The facts: in how many classes of each
    part one value stands out, by attribute.
    """
    if not into.is_finished:
        numbers = sorted({part for stage in stages for part in stage.counts})
        work = partial(_sorted, found=[stage.boxes for stage in stages], columns=columns, standing=standing)
        for part, (frame, dominated) in zip(
            numbers[into.n_done :], side_by_side(work, numbers[into.n_done :]), strict=True
        ):
            into.boxes.put(frame, np.full(frame.height, part, dtype=np.int64))
            into.one_more(dominated, len(numbers))
        into.finish()
    for stage in stages:
        stage.drop()


def _sorted(
    part: int, found: Sequence[Spill], columns: Sequence[str], standing: StandingOut
) -> tuple[pl.DataFrame, dict[str, int]]:
    frame = pl.concat([some for boxes in found for some in boxes.take(part)])
    order = [*standing.counted, *(name for name in columns if name not in standing.counted)]
    dominated = standing.dominated_in(frame)
    return frame.select(columns).sort(order, nulls_last=True), dominated
