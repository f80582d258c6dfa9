"""Typical queries: counts and means by group, answered from the release and from the original.

Groups are the categories of a column, or the fifths of a column of numbers (by the quantiles of the original).
*Counts*: the share of records in each combination of the groups of two columns; the error is relative to the share in
the original, or to 0.1 % where that is smaller (the sanity bound of Xiao, Bender, Hay & Gehrke, SIGMOD 2011).
*Means*: the mean of each column of numbers in each group of every other column; the error is in standard deviations.
Only groups with enough records in the original are asked, so that no error is an equation for few people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray
from shoal.release.pairs.paired_column import NumberPair, Pair

SANITY_SHARE = 0.001
ROUNDING = 1e-9  # of a count that went through a product of shares
N_FIFTHS = 5
MOST_GROUPS = 20  # of a column: nobody asks for the mean of each of a hundred categories
HIGH_QUANTILE = 0.9  # "nine of ten queries"


@dataclass(frozen=True)
class QueryErrors:
    """The errors of all queries of one kind."""

    n_queries: int
    median: float
    high: float  # nine of ten queries have less


def count_errors(pairs: Sequence[Pair], fewest: int) -> QueryErrors | None:
    """Counts by two columns; None without a query that enough records answer."""
    groups = [grouped for pair in pairs if (grouped := _groups(pair)) is not None]
    if len(groups) < 2:
        return None
    n_before, n_after = len(groups[0][0]), len(groups[0][1])
    # One product of all groups holds the counts of every two of them.
    before, after = (np.hstack([grouped[side] for grouped in groups]) for side in (0, 1))
    shares, released = before.T @ before / n_before, after.T @ after / n_after
    column_of = np.repeat(np.arange(len(groups)), [grouped[0].shape[1] for grouped in groups])
    asked = (column_of[:, None] < column_of) & (shares * n_before >= fewest * (1 - ROUNDING))
    return _summary([np.abs(released - shares)[asked] / np.maximum(shares[asked], SANITY_SHARE)])


def mean_errors(pairs: Sequence[Pair], fewest: int) -> QueryErrors | None:
    """Means of each column of numbers by each other column; None without a query that enough records answer."""
    errors = []
    for measured in pairs:
        if not isinstance(measured, NumberPair) or not measured.varies:
            continue
        for pair in pairs:
            grouped = None if pair is measured else _groups(pair)
            if grouped is None:
                continue
            before, n_before = _means(measured.before, grouped[0])
            after, n_after = _means(measured.after, grouped[1])
            asked = (n_before >= fewest) & (n_after > 0)
            errors.append(np.abs(after - before)[asked] / np.nanstd(measured.before))
    return _summary(errors)


def _groups(pair: Pair) -> tuple[FloatArray, FloatArray] | None:
    """(records, groups) of both tables; the rows of a set of categories are spread over its members."""
    if not isinstance(pair, NumberPair):
        if pair.n_categories > MOST_GROUPS + 1:
            return None
        return np.eye(pair.n_categories)[pair.before], pair.stands_for[pair.after]
    borders = np.unique(np.nanquantile(pair.before, np.arange(1, N_FIFTHS) / N_FIFTHS))
    return _one_of(pair.before, borders), _one_of(pair.after, borders)


def _one_of(values: FloatArray, borders: FloatArray) -> FloatArray:
    """(records, groups) a 1 in the group of each number; missing numbers are in no group."""
    member: FloatArray = np.eye(len(borders) + 1)[np.searchsorted(borders, values, side="right").clip(max=len(borders))]
    member[np.isnan(values)] = 0.0
    return member


def _means(values: FloatArray, member: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The mean in each group, and how many records it has."""
    known = ~np.isnan(values)
    n_records = member[known].sum(axis=0)
    return np.asarray(values[known] @ member[known] / np.maximum(n_records, 1e-12)), n_records


def _summary(errors: Sequence[FloatArray]) -> QueryErrors | None:
    every = np.concatenate(errors) if errors else np.zeros(0)
    if not len(every):
        return None
    return QueryErrors(len(every), float(np.median(every)), float(np.quantile(every, HIGH_QUANTILE)))
