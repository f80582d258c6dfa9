"""Where a table came from, and what its file said beyond the values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True)
class Origin:
    """Where a table came from, and what the file said about it beyond the values."""

    kind: Literal["pandas", "polars", "pyarrow", "file"]
    path: Path | None = None
    file_format: str | None = None  # "csv", "parquet", "arrow", "sav", …
    metadata: Mapping[str, Any] = field(default_factory=dict)  # dialect of a text file, labels of a statistical one
    has_rows: bool = True  # whether records stand where they stand in the source, so that a row can be named
    parts: tuple[tuple[Origin, int], ...] = ()  # files that were put together, and how many records each holds
    is_beginning: bool = False  # these are the first records of a table that is judged as a whole later

    @property
    def name(self) -> str:
        """How messages call the table."""
        return self.path.name if self.path is not None else "the table"

    @property
    def has_header_row(self) -> bool:
        """Whether a reader who opens the file sees the names as row 1."""
        return self.file_format in ("csv", "tsv", "xlsx")

    @property
    def without_rows(self) -> Origin:
        """The same for records that have no number: a sample, a batch, or a file among several."""
        return replace(self, has_rows=False)

    @property
    def header_in_doubt(self) -> bool:
        """Whether the names may be a record's values, because the file seems to have no header row."""
        return bool(self.metadata.get("header_in_doubt", False))

    @property
    def names_may_be_values(self) -> bool:
        """Whether the names must not be shown to somebody who did not name a column: they may be a record's values."""
        return self.header_in_doubt or bool(self.metadata.get("header_unproven", False))
