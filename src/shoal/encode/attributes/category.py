"""Categories: the distinct values of a nominal, ordinal or taxonomy column, and their written form.

An order or a taxonomy is written as text while the column may hold numbers or booleans; the two meet in
``text_of``. Released categories have the column's own type.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.errors import ParameterError, RolesError, TableError
from shoal.table.frames.table import Table

Category = str | int | float | bool

_BOOLEANS = {"true": True, "false": False}


def text_of(category: Any) -> str:
    """The category as a person would write it: whole floats without the '.0' that missing values give to
    integers, and decimals without the zeros that their scale adds.
    """
    if isinstance(category, Decimal):
        category = float(category)
    if isinstance(category, float) and category.is_integer():
        return str(int(category))
    return str(category)


def plain_categories(categories: Sequence[object], name: str) -> tuple[Category, ...]:
    """The categories if they are text, numbers or booleans; anything else could not be written down again."""
    plain = tuple(float(item) if isinstance(item, Decimal) else item for item in categories)
    if all(isinstance(item, (str, int, float)) for item in plain):
        return plain  # type: ignore[return-value]
    raise TableError(
        f"Column '{name}' holds neither text, numbers nor booleans, so it has no categories to count.",
        column=name,
        hint="Give it the type 'date' if it holds dates or times, or convert it to text.",
    )


def categories_from_text(table: Table, name: str, written: Sequence[str]) -> tuple[Category, ...]:
    """A written list of categories in the type of the column's own values."""
    categories = _in_type_of_column(table, name, written)
    if len(set(categories)) < len(categories):
        raise RolesError(
            f"The order of column '{name}' names a category twice.", column=name, hint="Name each category once."
        )
    return categories


def _in_type_of_column(table: Table, name: str, written: Sequence[str]) -> tuple[Category, ...]:
    held = {type(category) for category in plain_categories(table.codes(name)[1], name)}
    try:
        if held == {bool}:
            return tuple(_BOOLEANS[item.strip().lower()] for item in written)
        if held == {int}:
            return tuple(int(item) for item in written)
        if held == {float}:
            return tuple(float(item) for item in written)
    except (KeyError, ValueError):
        raise RolesError(
            f"The order of column '{name}' has categories that the column cannot hold: it holds "
            f"{'booleans' if held == {bool} else 'numbers'}.",
            column=name,
            hint="Write them as they stand in the table.",
        ) from None
    return tuple(written)


def require_distinct(categories: Sequence[Category], name: str) -> None:
    """Refuse a described list of categories that is empty, or names one twice."""
    if not categories or len({text_of(category) for category in categories}) < len(categories):
        raise ParameterError(f"The encoding of column '{name}' lists no category, or one of them twice.", column=name)


def category_array(categories: Sequence[Category]) -> npt.NDArray[Any]:
    """The categories as an array from which released values are taken: of objects for text, else of their
    own type.
    """
    if any(isinstance(category, str) for category in categories):
        return np.array([text_of(category) for category in categories], dtype=object)
    return np.array(categories)
