"""A table of any size, part by part: in batches where its format allows that, else as a whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.progress import Progress, no_progress
from shoal.table.batches.source import Batches, can_be_batched, open_batches
from shoal.table.frames.table import Table
from shoal.table.sources import table_of


@dataclass(frozen=True)
class OnePart:
    """A table that is in memory."""

    table: Table

    def tables(self, progress: Progress = no_progress) -> Iterator[Table]:
        """The table itself."""
        yield self.table
        progress(self.table.n_records, self.table.n_records)


@contextmanager
def in_parts(source: Any, *, sheet: str | int | None = None, **reading: Any) -> Iterator[Batches | OnePart]:
    """Whatever `table_of` reads, and whatever `open_batches` reads; nothing stays on disk."""
    if sheet is not None or not can_be_batched(source):
        yield OnePart(table_of(source, sheet=sheet, **reading))
        return
    with (
        tempfile.TemporaryDirectory(prefix=".shoal-") as scratch,
        open_batches(source, scratch=Path(scratch), **reading) as batches,
    ):
        yield batches
