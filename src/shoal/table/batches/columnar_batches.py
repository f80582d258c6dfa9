"""Parquet and Arrow files, read where they are: the columns that are wanted, some records at a time.

polars reads them as it does in memory, so types are the same. Several files are one table if their columns have the
same names and types, in whatever order. Categories may differ from file to file: a Categorical column stays one,
because polars numbers categories for all tables at once. An Enum declares its categories, so all files must declare the
same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import narwhals as nw
import polars as pl

from shoal.errors import TableError
from shoal.table.batches.sizes import MOST_RECORDS, kept_columns, records_at_once, regrouped
from shoal.table.batches.unchanged import Witness, witness_of
from shoal.table.files.columnar import parquet_facts, unreadable
from shoal.table.foreign_errors import attempt
from shoal.table.frames.column_names import refuse_patterns
from shoal.table.frames.table import Origin, Table
from shoal.table.wording import listed


@dataclass(frozen=True)
class ColumnarFile:
    """One file, its columns and how many records it has."""

    witness: Witness
    file_format: str
    schema: pl.Schema
    n_records: int

    @classmethod
    def of(cls, path: Path, file_format: str) -> ColumnarFile:
        """What the file says of itself; one that is damaged there is refused."""
        witness = witness_of(path)

        def described() -> tuple[pl.Schema, int]:
            if file_format == "parquet":
                n_records = int(parquet_facts(path).num_rows)
            else:
                n_records = int(_scan(path, file_format).select(pl.len()).collect().item())
            return _scan(path, file_format).collect_schema(), n_records

        schema, n_records = attempt(described, lambda error: unreadable(path, file_format, error))
        return cls(witness, file_format, schema, n_records)

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.witness.path

    def frames(self, columns: Sequence[str], most: int) -> Iterator[pl.DataFrame]:
        """The records, at most so many at a time; the file must be the same from the beginning to the end."""
        self.witness.require_same()
        for start in range(0, self.n_records, most):
            yield self.part(columns, start, min(most, self.n_records - start))
        self.witness.require_same()

    def part(self, columns: Sequence[str], start: int, n_records: int) -> pl.DataFrame:
        """Some records; what cannot be read is refused, and where it is."""
        frame = attempt(
            lambda: self._read(columns, start, n_records), lambda error: self._damaged(start, n_records, error)
        )
        if frame.height != n_records:
            raise self._damaged(start, n_records, EOFError())
        return frame

    def _read(self, columns: Sequence[str], start: int, n_records: int) -> pl.DataFrame:
        places = [list(self.schema).index(name) for name in columns]  # a column may be called '*'
        return _scan(self.path, self.file_format).select(pl.nth(places)).slice(start, n_records).collect()

    def _damaged(self, start: int, n_records: int, error: BaseException) -> TableError:
        self.witness.require_same()  # a file that is being written looks damaged
        bounds = self._row_groups() if self.file_format == "parquet" else []
        for number, (first, size) in enumerate(bounds):
            if first < start + n_records and start < first + size and not self._is_whole(number, size):
                return TableError(
                    f"Row group {number + 1} of {len(bounds)} of {self.path.name} (records {first + 1:,} to "
                    f"{first + size:,}) cannot be read ({type(error).__name__}). The file is damaged. Copy or write it "
                    "again."
                )
        return unreadable(self.path, self.file_format, error)

    def _row_groups(self) -> list[tuple[int, int]]:
        """First record and size of each."""

        def counted() -> list[tuple[int, int]]:
            facts = parquet_facts(self.path)
            sizes = [int(facts.row_group(number).num_rows) for number in range(facts.num_row_groups)]
            return [(sum(sizes[:number]), size) for number, size in enumerate(sizes)]

        return attempt(counted, lambda error: unreadable(self.path, self.file_format, error))

    def _is_whole(self, number: int, size: int) -> bool:
        """Whether pyarrow can read a row group: then it is not damaged, but holds what polars has no type for."""
        from pyarrow import parquet

        def read() -> bool:
            batches = parquet.ParquetFile(self.path).iter_batches(row_groups=[number], batch_size=MOST_RECORDS)
            return sum(int(batch.num_rows) for batch in batches) == size

        try:
            return attempt(read, lambda error: unreadable(self.path, self.file_format, error))
        except TableError:
            return False


class ColumnarBatches:
    """The files of one table, in batches."""

    def __init__(
        self, paths: Sequence[Path], file_format: str, origin: Origin, drop: Collection[str], most: int
    ) -> None:
        self._files = [ColumnarFile.of(path, file_format) for path in paths]
        self._schema = _common_schema(self._files)
        self.origin = origin
        self.n_records = sum(file.n_records for file in self._files)
        if not self._schema or not self.n_records:
            raise TableError(f"{origin.name} holds no records. Give a table with at least one row.")
        self.columns = kept_columns(self._schema, drop)
        self._most = records_at_once(len(self._schema), most)
        self.n_bytes = self._expected_bytes(list(self._schema))

    def only(self, names: Sequence[str]) -> ColumnarBatches:
        """The same records with these columns alone: no others are read any more."""
        fewer = copy(self)
        fewer.columns = tuple(names)
        fewer.n_bytes = self._expected_bytes(names)
        return fewer

    def tables(self) -> Iterator[Table]:
        """The batches, file after file."""
        for frame in regrouped(self._frames(), self._most):
            yield Table(nw.from_native(frame, eager_only=True), self.origin)

    def _frames(self) -> Iterator[pl.DataFrame]:
        for file in self._files:
            void = [name for name in self.columns if file.schema[name] != self._schema[name]]
            for frame in file.frames(self.columns, self._most):
                yield frame.with_columns(frame[name].cast(self._schema[name]) for name in void)

    def _expected_bytes(self, columns: Sequence[str]) -> int:
        """What the first records take, times as many as there are."""
        first = next(file for file in self._files if file.n_records)
        frame = first.part(columns, 0, min(self._most, first.n_records))
        return round(frame.estimated_size() / frame.height * self.n_records)


def require_alike(paths: Sequence[Path], file_format: str) -> None:
    """Refuse files that are not one table, or are damaged where they describe themselves."""
    _common_schema([ColumnarFile.of(path, file_format) for path in paths])


def _scan(path: Path, file_format: str) -> pl.LazyFrame:
    scan = pl.scan_parquet if file_format == "parquet" else pl.scan_ipc
    return scan(path, glob=False, hive_partitioning=False)


def _common_schema(files: Sequence[ColumnarFile]) -> pl.Schema:
    """The columns in the order of the first file. Where a file has nothing at all in a column, others say its type."""
    first = files[0]
    refuse_patterns(list(first.schema), first.path.name)
    says = dict.fromkeys(first.schema, first)  # column → the first file that tells its type
    for file in files[1:]:
        _require_same_columns(first, file)
        for name in first.schema:
            if says[name].schema[name] == pl.Null:
                says[name] = file
            elif file.schema[name] not in (pl.Null, says[name].schema[name]):
                raise _other_type(name, says[name], file)
    return pl.Schema({name: file.schema[name] for name, file in says.items()})


def _require_same_columns(first: ColumnarFile, other: ColumnarFile) -> None:
    lacking = [name for name in first.schema if name not in other.schema]
    added = [name for name in other.schema if name not in first.schema]
    if lacking or added:
        facts = [f"lacks {listed(lacking)}"] * bool(lacking) + [f"has {listed(added)} in addition"] * bool(added)
        raise TableError(
            f"{other.path.name} has other columns than {first.path.name}: it {' and '.join(facts)}. The files of one "
            "table must have the same columns.",
            column=[*lacking, *added],
        )


def _other_type(name: str, first: ColumnarFile, other: ColumnarFile) -> TableError:
    one, two = first.schema[name], other.schema[name]
    if one == pl.Enum and two == pl.Enum:
        return TableError(
            f"Column '{name}' declares other categories in {other.path.name} than in {first.path.name}, or another "
            "order of them. Write all files with the same Enum, or as Categorical.",
            column=name,
        )
    return TableError(
        f"Column '{name}' is of type {_called(two)} in {other.path.name} and of type {_called(one)} in "
        f"{first.path.name}. The files of one table must have the same types: write them again with one of the two.",
        column=name,
    )


def _called(dtype: pl.DataType) -> str:
    """The type without what it holds: categories are values."""
    return str(dtype) if not dtype.is_nested() and dtype != pl.Enum else str(dtype.base_type())
