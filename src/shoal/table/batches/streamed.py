"""LazyFrames and Datasets: computed once, batch by batch, and written to disk without the columns to be dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import TableError
from shoal.progress import Progress
from shoal.table.batches.columnar_batches import ColumnarBatches
from shoal.table.batches.sizes import kept_columns, records_at_once, regrouped
from shoal.table.batches.spool import Spool
from shoal.table.foreign_errors import attempt
from shoal.table.frames.column_names import refuse_patterns
from shoal.table.frames.table import Origin, Table

FILE = "lazy.arrow"
READ_AHEAD = 1  # batches, and files, of a Dataset that wait in memory


def lazy_batches(lazy: pl.LazyFrame, spool: Spool, drop: Collection[str], most: int) -> ColumnarBatches:
    """What the streaming engine of polars writes into one file."""
    path = spool.folder / FILE
    names = attempt(lambda: lazy.collect_schema().names(), _uncollected)
    refuse_patterns(names, "the table")
    places = [names.index(name) for name in kept_columns(names, drop)]  # a column may be called '*'
    sunk = lazy.select(pl.nth(places)).sink_ipc(path, compression="lz4", maintain_order=True, lazy=True)
    spool.written(lambda: sunk.collect(engine="streaming"), _uncollected)
    return ColumnarBatches([path], "arrow", Origin("polars"), drop, most)


class DatasetBatches:
    """The records of a pyarrow Dataset in its own order."""

    def __init__(self, dataset: Any, spool: Spool, drop: Collection[str], most: int, progress: Progress) -> None:
        names = list(dataset.schema.names)
        if len(set(names)) < len(names):
            raise TableError("Two columns of the table have the same name. Rename one of them.")
        refuse_patterns(names, "the table")
        self.columns = kept_columns(names, drop)
        self.origin = Origin("pyarrow")
        self.n_records, self.n_bytes = 0, 0
        self._spool = spool
        n_expected = int(attempt(dataset.count_rows, _unreadable))
        size = records_at_once(len(self.columns), most)
        for frame in regrouped(_alike(self._batches(dataset, size)), size):
            spool.add(frame)
            self.n_records += frame.height
            self.n_bytes += int(frame.estimated_size())
            progress(self.n_records, n_expected)
        if self.n_records == 0:
            raise TableError("The Dataset holds no records. Give one with at least one row.")

    def tables(self) -> Iterator[Table]:
        """The batches, from disk."""
        for frame in self._spool.frames():
            yield Table(nw.from_native(frame, eager_only=True), self.origin)

    def _batches(self, dataset: Any, size: int) -> Any:
        return attempt(
            lambda: dataset.to_batches(
                columns=list(self.columns),
                batch_size=size,
                batch_readahead=READ_AHEAD,
                fragment_readahead=READ_AHEAD,
            ),
            _unreadable,
        )


def _alike(batches: Any) -> Iterator[pl.DataFrame]:
    schema: pl.Schema | None = None
    while (batch := attempt(lambda: next(batches, None), _unreadable)) is not None:
        frame = pl.DataFrame(attempt(lambda: pl.from_arrow(batch), _unreadable))
        schema = schema or frame.schema
        if frame.schema != schema:
            raise TableError("The parts of the Dataset have different types. Give it one schema.")
        if frame.height:
            yield frame


def _uncollected(error: BaseException) -> TableError:
    return TableError(f"The LazyFrame could not be collected ({type(error).__name__}). Collect it yourself to see why.")


def _unreadable(error: BaseException) -> TableError:
    return TableError(f"The Dataset could not be read ({type(error).__name__}). Read it yourself to see why.")
