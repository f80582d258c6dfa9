"""Layout: the one form in which records travel between passes, and the way back to a `Table`.

A batch travels as a frame of plain columns. Columns that are dropped (identifiers) never travel. Where a text file
spells a value in another way than its value alone would be spelled (1.50), the text travels in a column of its own, so
that the release is written as it was. Categories travel as texts, because which of them are in use is not known.

Columns that passes add have a name that begins with `ADDED` and a word, and the word for a text ends with a colon. So
no name of a column of the table can make one of these names. A table with a name that begins so is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import narwhals as nw
import polars as pl

from shoal.errors import TableError
from shoal.table.files.delimited import column_text
from shoal.table.frames.origin import Origin
from shoal.table.frames.table import Table

ADDED = "\x1f"  # "unit separator": in no name of a column that a person has typed
SPELLED = ADDED + "spelled:"
EVERY_COLUMN = "*"  # polars takes it for all columns, wherever it is given names


@dataclass(frozen=True)
class Layout:
    """``columns`` of a record in their order, ``spelled``: those whose text travels as well."""

    columns: tuple[str, ...]
    spelled: tuple[str, ...]
    origin: Origin

    @classmethod
    def of(cls, columns: Sequence[str], spelled: Sequence[str], origin: Origin) -> Layout:
        """For these columns; a text is kept of no other column."""
        _refuse_names(columns, origin)
        return cls(tuple(columns), tuple(name for name in spelled if name in columns), origin.without_rows)

    @property
    def travelling(self) -> tuple[str, ...]:
        """All columns of a frame that travels."""
        return self.among(self.columns)

    def among(self, names: Sequence[str]) -> tuple[str, ...]:
        """The columns in which these travel: with their texts, where these are kept."""
        return (*names, *(SPELLED + name for name in self.spelled if name in names))

    def frame(self, table: Table) -> pl.DataFrame:
        """A batch as it travels."""
        frame: pl.DataFrame = table.native()
        named = [name for name in self.columns if frame.schema[name] in (pl.Categorical, pl.Enum)]
        plain = frame.select(self.columns).with_columns([frame[name].cast(pl.String) for name in named])
        texts = [column_text(table, frame[name]).alias(SPELLED + name) for name in self.spelled]
        return plain.with_columns(texts)

    def table(self, frame: pl.DataFrame) -> Table:
        """The table of a frame that travelled. Columns that were added on the way are left out."""
        spelling = {name: frame[SPELLED + name].fill_null("").alias(name) for name in self.spelled}
        return Table(nw.from_native(frame.select(self.columns), eager_only=True), self.origin, spelling=spelling)


def changed_meanwhile() -> TableError:
    """The error for records that the census has not seen."""
    return TableError("The table changed while it was read: it has values that were not there before.")


def _refuse_names(columns: Sequence[str], origin: Origin) -> None:
    """Refuse names that would be taken for a column that was added on the way, or for all columns."""
    for name in columns:
        if name.startswith(ADDED) or name == EVERY_COLUMN:
            what = "is *" if name == EVERY_COLUMN else "begins with the control character U+001F"
            raise TableError(
                f"The name of a column of {origin.name} {what}. Records that are read in parts cannot have such a "
                "name. Rename the column."
            )
