"""The columns of frames that travel through Spark: as Spark and as Arrow describe them.

Every frame that a worker makes has a last column for *notes*: facts, and errors, which travel as data. A row holds
either a record or a note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from shoal.errors import TableError
from shoal.table.arrow import pyarrow

NOTE = "\x1fnote"
BOX = "\x1fbox"  # the number of the box that a record goes to: of a block, or of a part

PLAIN_TYPES = {  # Arrow's names and Spark's
    "bool": "boolean",
    "int8": "byte",
    "int16": "short",
    "int32": "integer",
    "int64": "long",
    "float": "float",
    "double": "double",
    "string": "string",
    "binary": "binary",
    "date32[day]": "date",
    "timestamp[us]": "timestamp_ntz",
}
TEXT_OF_POLARS = {"large_string": "string", "string_view": "string", "large_binary": "binary", "binary_view": "binary"}


@dataclass(frozen=True)
class Shape:
    """``fields``: name → (Spark's type, Arrow's type), in order. Notes come last."""

    fields: Mapping[str, tuple[Any, Any]]

    @classmethod
    def of_spark(cls, schema: Any, arrow: Any) -> Shape:
        """Of a frame of Spark; ``arrow``: as which it comes to a worker."""
        return cls({field.name: (field.dataType, arrow.field(field.name).type) for field in schema.fields})

    def released(self, frame: pl.DataFrame, mark: str) -> Shape:
        """Of records that look like this frame: a type of before stays what it was, if the values still have it.

        mark: before the names of columns that are copies of those of before.
        """
        found = {}
        for name, arrow in zip(frame.columns, oldest(frame).schema.types, strict=True):
            before = self.fields.get(name.removeprefix(mark))
            if before is not None and _alike(_empty(name, before[1]).schema[name], frame.schema[name]):
                found[name] = before
            else:
                found[name] = (_spark_type(name, arrow), _plain(arrow))
        return Shape(found)

    def among(self, names: Sequence[str]) -> Shape:
        """Of these columns."""
        return Shape({name: self.fields[name] for name in names})

    def with_numbers(self, **wide: str) -> Shape:
        """With further numbers; ``wide``: 'integer', 'long' or 'double' by name."""
        arrow = {"integer": pyarrow().int32(), "long": pyarrow().int64(), "double": pyarrow().float64()}
        return Shape({**self.fields, **{name: (kind, arrow[kind]) for name, kind in wide.items()}})

    def spark(self, *, notes: bool = True) -> Any:
        """As Spark wants it."""
        from pyspark.sql.types import StructType

        schema = StructType()
        for name, (kind, _) in self.fields.items():
            schema = schema.add(name, kind, True)
        return schema.add(NOTE, "binary", True) if notes else schema

    def arrow(self, *, notes: bool = True) -> Any:
        """As Arrow wants it."""
        fields = [(name, kind) for name, (_, kind) in self.fields.items()]
        return pyarrow().schema([*fields, (NOTE, pyarrow().binary())] if notes else fields)


NOTES_ALONE = Shape({})


def quoted(name: str) -> str:
    """The name of a column in an expression of Spark."""
    return "`" + name.replace("`", "``") + "`"


def oldest(frame: pl.DataFrame) -> Any:
    """The frame in the types of Arrow that everybody knows."""
    return frame.to_arrow(compat_level=pl.CompatLevel.oldest())


def _empty(name: str, kind: Any) -> pl.DataFrame:
    return pl.DataFrame(pl.from_arrow(pyarrow().schema([(name, kind)]).empty_table()))


def _alike(one: pl.DataType, other: pl.DataType) -> bool:
    """Whether two types hold the same values. Workers and the driver may name one zone of moments differently."""
    if isinstance(one, pl.Datetime) and isinstance(other, pl.Datetime):
        return (one.time_zone is None) == (other.time_zone is None)
    return one == other


def _plain(kind: Any) -> Any:
    named = TEXT_OF_POLARS.get(str(kind))
    if named is not None:
        return getattr(pyarrow(), named)()
    return pyarrow().timestamp("us") if str(kind) in ("timestamp[ms]", "timestamp[ns]") else kind


def _spark_type(name: str, kind: Any) -> str:
    found = PLAIN_TYPES.get(str(_plain(kind)))
    if found is None:
        raise TableError(
            f"Column '{name}' is released as {kind}, which Spark does not have. Convert it to numbers, texts or dates.",
            column=name,
        )
    return found
