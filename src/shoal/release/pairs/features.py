"""Columns of a table as the matrix that models are fitted on: the same coordinates for the original and the release.

A number is one coordinate, standardised by the original; where it is missing, it is 0 and a second coordinate is 1. A
category is one coordinate for each of the most frequent categories, and one for the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import FloatArray
from shoal.release.pairs.paired_column import CategoryPair, NumberPair, Pair, numbers_of
from shoal.table.frames.table import Table

MOST_COORDINATES = 30  # of a column of categories: the rarer ones share a coordinate


def features_before(pairs: Sequence[Pair]) -> FloatArray:
    """(records of the original, coordinates)"""
    return np.hstack(
        [
            _of_numbers(pair, pair.before) if isinstance(pair, NumberPair) else _coordinates_of(pair)[pair.before]
            for pair in pairs
        ]
    )


def features_after(pairs: Sequence[Pair]) -> FloatArray:
    """(records of the release, coordinates)"""
    return np.hstack(
        [
            _of_numbers(pair, pair.after)
            if isinstance(pair, NumberPair)
            else (pair.stands_for @ _coordinates_of(pair))[pair.after]
            for pair in pairs
        ]
    )


def features_of(pairs: Sequence[Pair], table: Table) -> FloatArray:
    """(records, coordinates) of another table with the columns and values of the original."""
    return np.hstack([_of_column(pair, table) for pair in pairs])


def _of_column(pair: Pair, table: Table) -> FloatArray:
    if isinstance(pair, NumberPair):
        values = numbers_of(table, pair.name)
        return _of_numbers(pair, np.full(table.n_records, np.nan) if values is None else values)
    codes, values_there = table.codes(pair.name)
    position = {category: place for place, category in enumerate(pair.categories)}
    places = [position.get(str(value), len(position)) for value in values_there]  # a new category counts as missing
    coordinates: FloatArray = _coordinates_of(pair)[np.array([*places, len(position)])[codes]]
    return coordinates


def _of_numbers(pair: NumberPair, values: FloatArray) -> FloatArray:
    centre, scale = np.nanmean(pair.before), np.nanstd(pair.before)
    void = np.isnan(values)
    standardised = np.where(void, 0.0, (values - centre) / (scale if scale > 0 else 1.0))
    any_missing = np.isnan(pair.before).any() or np.isnan(pair.after).any()
    return np.column_stack([standardised, void.astype(np.float64)]) if any_missing else standardised[:, None]


def _coordinates_of(pair: CategoryPair) -> FloatArray:
    """(categories, coordinates) a 1 in the coordinate of each category."""
    frequent = np.argsort(-pair.shares_before(), kind="stable")[:MOST_COORDINATES]
    n_coordinates = len(frequent) + (pair.n_categories > MOST_COORDINATES)
    to_coordinate = np.zeros((pair.n_categories, n_coordinates))
    to_coordinate[:, -1] = 1.0  # the others
    to_coordinate[frequent] = np.eye(n_coordinates)[: len(frequent)]
    return to_coordinate
