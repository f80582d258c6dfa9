"""Latitudes and longitudes, recognised by the names of their columns and by their values."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.column_words import name_words, words_of
from shoal.table.roles.roles import ColumnType

LATITUDE_LIMIT, LONGITUDE_LIMIT = 90.0, 180.0


def position_types(table: Table) -> dict[str, ColumnType]:
    """Latitude and longitude columns whose names match but for that word, and whose values can be degrees."""
    found: dict[str, ColumnType] = {}
    for latitude, longitude in named_positions(table.columns):
        if _within(table, latitude, LATITUDE_LIMIT) and _within(table, longitude, LONGITUDE_LIMIT):
            found |= {latitude: ColumnType.LATITUDE, longitude: ColumnType.LONGITUDE}
    return found


def named_positions(columns: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of columns that are a latitude and a longitude by their names."""
    names = tuple(columns)
    longitudes = {stem: name for name in names if (stem := _stem(name, words_of("longitude"))) is not None}
    stems = {name: stem for name in names if (stem := _stem(name, words_of("latitude"))) is not None}
    return [(name, longitudes[stem]) for name, stem in stems.items() if stem in longitudes]


def coordinate_names(columns: Iterable[str]) -> list[str]:
    """Columns that are a latitude or a longitude by their names, alone or in pairs."""
    words = [*words_of("latitude"), *words_of("longitude")]
    return [name for name in columns if _stem(name, words) is not None]


def _stem(name: str, words: Iterable[str]) -> tuple[str, ...] | None:
    """The other words of a name that has one of `words` in it, with a mark where it stood."""
    parts = name_words(name)
    if not set(parts) & set(words):
        return None
    return tuple("*" if part in words else part for part in parts)


def _within(table: Table, name: str, limit: float) -> bool:
    if table.kind(name) not in (ColumnKind.NUMBER, ColumnKind.INTEGER):
        return False
    values = np.array([float(str(value)) for value in table.codes(name)[1]])
    return bool(len(values)) and bool(np.all(np.abs(values) <= limit))
