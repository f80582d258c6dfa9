"""Streaming: releases a file of any size with a quantizer, in bounded memory.

The file is read twice. First every record is assigned and the cells are counted. Then, if the promise can be kept,
every record is assigned again and written to a draft. The classes of the draft are counted as its readers see them, and
only then the draft replaces the output.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, WriteError
from shoal.partition.problem import Progress, no_progress
from shoal.quantizer.application import (
    assigned,
    checked_roles,
    counted_columns,
    known_intake,
    population_warnings,
    released_records,
    require_large_cells,
    small_cells,
    warnings_of,
)
from shoal.quantizer.intake.batches import BatchSource, SpreadSample
from shoal.quantizer.model import QuantizerModel
from shoal.quantizer.streaming.shuffling import Shuffler
from shoal.quantizer.streaming.written import origin_of, require_same_family, written_classes
from shoal.table.atomic import atomically
from shoal.table.batches.source import Batches
from shoal.table.files.part_files import PartWriter, part_writer
from shoal.table.foreign_errors import attempt
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.parts import OnePart
from shoal.table.roles.roles import Roles

CELL_COLUMN = "cell"


@dataclass(frozen=True)
class Streamed:
    """What became of a file."""

    n_records: int
    n_released: int
    n_dropped: int  # for a missing value, as in design
    n_withheld: int  # because fewer than k records fell into their cells
    smallest_class: int  # counted on the written file; 0 when only cells were written
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellCounts:
    """How many records of a table fall into each cell, and how many are dropped for a missing value."""

    counts: IntArray
    n_dropped: int

    @property
    def n_records(self) -> int:
        """All of them, dropped ones included."""
        return int(self.counts.sum()) + self.n_dropped


def count_cells(
    model: QuantizerModel,
    source: BatchSource | Batches | OnePart,
    progress: Progress = no_progress,
    sample: SpreadSample | None = None,
) -> CellCounts:
    """Assign every record of a source and count; ``sample`` sees the file as well."""
    counts, n_dropped = np.zeros(model.n_cells, dtype=np.int64), 0
    tables = source.tables(progress, sample) if isinstance(source, BatchSource) else source.tables(progress)
    try:
        for table in tables:
            located = model.locate(table)
            counts += np.bincount(model.cells_of(located), minlength=model.n_cells)
            n_dropped += table.n_records - len(located.kept)
        return CellCounts(counts, n_dropped)
    except MissingValuesError as error:
        of_batch = error
        # A batch knows only its own missing values, but the user needs the count of the whole source.
    known_intake(model).refuse_gaps(source.tables())
    raise of_batch


def apply_file(
    model: QuantizerModel,
    source: BatchSource,
    target: str | Path,
    *,
    withhold: bool = False,
    keep_order: bool = False,
    only_cells: bool = False,
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    quote_formulas: bool = False,
    progress: Progress = no_progress,
) -> Streamed:
    """Release the records of a file into another one; ``only_cells`` writes the cell of each record instead."""
    output = Path(target)
    require_same_family(source, output)
    counted, seen, roles = _first_reading(model, source, (identifiers, confidential, insensitive), progress)
    small = small_cells(model, counted.counts)
    require_large_cells(model, counted.counts, source.path.name, withhold=withhold)
    n_withheld = int(counted.counts[small].sum())
    n_released = int(counted.counts.sum()) - n_withheld
    work = _SecondReading(model, source, roles, small, counted.n_records, progress, quote_formulas)
    with atomically(output) as draft, tempfile.TemporaryDirectory(prefix=".shoal-", dir=draft.parent) as scratch:
        with part_writer(origin_of(source), output, draft, Path(scratch)) as writer:
            attempt(
                lambda: (
                    work.cells(writer) if only_cells else work.records(writer, keep_order, Path(scratch), n_released)
                ),
                lambda error: WriteError(f"{output.name} could not be written ({type(error).__name__})."),
                passed=(OSError,),
            )
        smallest = 0 if only_cells else _smallest_class(model, source, output, draft, n_released)
    warnings = population_warnings(model, counted.counts)
    if not only_cells:
        warnings += warnings_of(seen, roles, counted.n_records)
        warnings += tuple(formula_warnings(seen.columns, work.formulas, were_quoted=quote_formulas))
    return Streamed(counted.n_records, n_released, counted.n_dropped, n_withheld, smallest, warnings)


def _first_reading(
    model: QuantizerModel, source: BatchSource, named: tuple[Sequence[str], ...], progress: Progress
) -> tuple[CellCounts, Table, Roles]:
    """The counts of the cells, a sample of the file, and the roles of its columns, checked on the sample.

    ``named`` are the identifying, confidential and insensitive columns. Roles are checked on the beginning of the file
    first, so that a wrong name is refused at once.
    """
    intake = known_intake(model)
    intake.require_columns(source.sample)
    roles = checked_roles(intake, source.sample, *named)
    spread = SpreadSample(source.limits)
    counted = count_cells(model, source, progress, spread)
    if spread.n_batches <= 1:
        return counted, source.sample, roles
    seen = source.typed_by_itself(spread.frame())  # what the beginning does not show may be plain in the whole
    return counted, seen, checked_roles(intake, seen, *named)


def _smallest_class(model: QuantizerModel, source: BatchSource, output: Path, draft: Path, n_released: int) -> int:
    """The size of the smallest class of a written draft; refuse a draft that does not keep the promise."""
    sizes = written_classes(source, output, draft, counted_columns(known_intake(model)))
    model.guarantee.require_kept(sizes.to_numpy(), f"the file {output.name}")
    if int(sizes.sum()) != n_released:
        raise WriteError(f"{output.name} does not read back as it was written. Choose another format.")
    return int(sizes.min() or 0)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _SecondReading:
    """The file is assigned again, and written."""

    model: QuantizerModel
    source: BatchSource
    roles: Roles
    small: BoolArray
    n_records: int
    progress: Progress
    quote_formulas: bool
    formulas: Counter[str] = field(default_factory=Counter)  # by column, how many texts would be run as such

    def records(self, writer: PartWriter, keep_order: bool, scratch: Path, n_released: int) -> None:
        """Released records, in their order or shuffled."""
        shuffler = None if keep_order else Shuffler(scratch, n_released, self.source.limits.records_per_bucket)
        n_done = 0
        for table in self.source.tables():
            located = self.model.locate(table)
            cell_of = self.model.cells_of(located)
            released = released_records(self.model, located, cell_of, ~self.small[cell_of], self.roles)
            self.formulas.update(formula_counts(released))
            frame = writer.plain(quoted(released) if self.quote_formulas else released)
            (writer.write if shuffler is None else shuffler.put)(frame)
            n_done += table.n_records
            self.progress(n_done, self.n_records)
        for frame in () if shuffler is None else shuffler.shuffled():
            writer.write(frame)

    def cells(self, writer: PartWriter) -> None:
        """The number of each record's cell, in the order of the records; nothing where it is dropped or withheld."""
        n_done = 0
        for table in self.source.tables():
            cell_of = assigned(self.model, table)
            shown = pl.Series(CELL_COLUMN, cell_of).set(pl.Series((cell_of < 0) | self.small[cell_of]), None)
            frame = pl.DataFrame([shown])
            writer.write(frame.cast(pl.String) if self.source.is_text else frame)
            n_done += table.n_records
            self.progress(n_done, self.n_records)
