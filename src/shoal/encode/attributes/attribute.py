"""Attribute: what every kind of quasi-identifier can do, and nothing about how.

An attribute was fitted to the records of one table. It writes the coordinates of records into an array
(``fill``) and turns the coordinates of centroids back into released values (``decode``). Decoding sees
nothing but centroids: no released value is ever computed for a single record.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.attributes.category import text_of
from shoal.errors import MissingValuesError, Setting, TableError
from shoal.table.frames.table import Table
from shoal.table.wording import found

Values = npt.NDArray[Any]


@dataclass(frozen=True)
class Attribute(ABC):
    """One quasi-identifier (a latitude/longitude pair is one) with what was fitted. All fields are plain
    data.
    """

    KIND: ClassVar[str]

    columns: tuple[str, ...]
    weight: float

    @property
    def name(self) -> str:
        """The column's name; both names, joined by a slash, for a pair of columns."""
        return "/".join(self.columns)

    @property
    @abstractmethod
    def n_coordinates(self) -> int:
        """How many coordinates a record gets from this attribute."""

    @abstractmethod
    def fill(self, table: Table, out: FloatArray) -> None:
        """Write the coordinates of every record, before the attribute's weight, into ``out`` (n,
        n_coordinates).
        """

    @abstractmethod
    def decode(self, centroids: FloatArray) -> dict[str, Values]:
        """Released values per cell for each of the columns, from centroids without the attribute's weight."""

    def representatives(self, centroids: FloatArray) -> FloatArray:
        """The coordinates of what is released for these centroids; the centroids, unless only certain points have a
        released value.
        """
        return centroids

    def released(self, table: Table, name: str, values: Values) -> Any:
        """Decoded values, already one per record, as the table wants to have them."""
        del table, name
        return values

    def require_sound(self) -> None:  # noqa: B027 - most kinds have nothing that could be unsound
        """Refuse a description that no fit could have made, such as a category named twice."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data; floats survive the way through text exactly."""
        plain = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"kind": self.KIND, **plain}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The attribute that ``to_dict`` described."""
        return cls(**{field.name: _frozen(data[field.name]) for field in fields(cls)})


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def refuse_missing(table: Table, name: str) -> None:
    """An encoding never guesses a value: missing ones have to be dealt with before."""
    missing = table.missing(name)
    if missing.any():
        raise MissingValuesError(
            f"Column '{name}' of {table.origin.name} has {count_and_row(table, missing, 'missing value')}.",
            parameter="missing",
            column=name,
            count=missing.sum(),
            hint=(
                "Drop these records or give them a cell of their own (",
                Setting("missing", "drop"),
                " or ",
                Setting("missing", "own-cell"),
                ").",
            ),
        )


def refuse_values(table: Table, name: str, wrong: BoolArray, problem: str, advice: str) -> None:
    """A worded error when any record holds a value that the encoding has no place for; the value is not
    shown.
    """
    if wrong.any():
        counted = count_and_row(table, wrong, "value")
        raise TableError(
            f"Column '{name}' of {table.origin.name} has {counted} {problem}.",
            column=name,
            count=wrong.sum() if table.origin.has_rows else None,
            hint=advice,
        )


def count_and_row(table: Table, where: BoolArray, noun: str) -> str:
    """'3 missing values (the first in row 17)'. Of a table that stands for a larger one: 'missing values'."""
    if not table.origin.has_rows:
        return f"{noun}s"
    return f"{found(int(where.sum()), noun, noun + 's')} ({table.first_at(where)})"


def known_codes(table: Table, name: str, index_of: Mapping[str, int]) -> IntArray:
    """Each record's category as an index in the known ones (by their text); −1 where it is not among them."""
    codes, categories = table.codes(name)
    positions = [index_of.get(text_of(category), -1) for category in categories]
    known: IntArray = np.array([*positions, -1], dtype=np.int64)[codes]
    return known
