"""Candidates: among how many records a person hides, by what happened to records with the same values.

The people of a class come from origins; each has earlier values v, and a fate f: gone, or there with a set of changed
columns and newer values u. Somebody who knows how many people of the class had which v, met which f and became which u
does not know which of the records with the same v these are. So the candidates of a person of origin o with fate f are

    earlier release   the records of o with a v of which somebody of the class met f
    newer release     the records that stayed in the class with a u that a v of o became by f
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import IntArray, numbered

GONE = -1  # a fate; others are sets of changed columns, 0 for none


def too_few_candidates(
    own: IntArray, home: IntArray, then: IntArray, fate: IntArray, now: IntArray, needed: IntArray
) -> tuple[IntArray, IntArray]:
    """Origins with too few candidates for one of their fates, and how many are missing; an origin may repeat.

    The arrays are about people: their origin (numbered from 0, in one class each), class, values and fate, and how many
    candidates their origin needs.
    """
    asking = np.zeros(int(own.max(initial=-1)) + 1, dtype=np.bool_)
    asking[own[fate != 0]] = True  # where nobody went or changed, the records of the origin are candidates
    shown = np.flatnonzero(asking[own])
    value = numbered(home, then)
    n_fates = int(fate.max(initial=0)) + 2
    asked, first = np.unique(own[shown] * n_fates + fate[shown] + 1, return_index=True)
    wanted = needed[shown[first]]
    earlier = _earlier(asked, n_fates, own[shown], value[shown], value, fate)
    short = np.maximum(0, wanted - earlier)
    stays = fate != GONE
    newer = _newer(asked, n_fates, own[shown], value[shown], value[stays], fate[stays], numbered(home, now)[stays])
    short += np.where(asked % n_fates == GONE + 1, 0, np.maximum(0, wanted - newer))
    is_short = short > 0
    return asked[is_short] // n_fates, short[is_short]


def _earlier(
    asked: IntArray, n_fates: int, own: IntArray, own_value: IntArray, value: IntArray, fate: IntArray
) -> IntArray:
    """(asked,) records of the origin with earlier values of which somebody met the fate."""
    n_values = int(value.max(initial=-1)) + 1
    records, count = np.unique(own * n_values + own_value, return_counts=True)
    met = np.unique(value * n_fates + fate + 1)
    left, right = _joined(records % n_values, met // n_fates)
    return _summed(asked, records[left] // n_values * n_fates + met[right] % n_fates, count[left])


def _newer(
    asked: IntArray,
    n_fates: int,
    own: IntArray,
    own_value: IntArray,
    value: IntArray,
    fate: IntArray,
    became: IntArray,
) -> IntArray:
    """(asked,) records that stayed with newer values that earlier values of the origin became by the fate."""
    n_values = int(max(value.max(initial=-1), own_value.max(initial=-1))) + 1
    records = np.unique(own * n_values + own_value)
    size = np.bincount(became)
    _, first = np.unique(numbered(value, fate, became), return_index=True)
    left, right = _joined(records % n_values, value[first])
    asking = records[left] // n_values * n_fates + fate[first][right] + 1
    _, once = np.unique(numbered(asking, became[first][right]), return_index=True)
    return _summed(asked, asking[once], size[became[first][right[once]]])


def _joined(left: IntArray, right: IntArray) -> tuple[IntArray, IntArray]:
    """All pairs of a row of ``left`` and a row of ``right`` with the same number; ``right`` is ascending."""
    begin, end = np.searchsorted(right, left, side="left"), np.searchsorted(right, left, side="right")
    length = end - begin
    row = np.repeat(np.arange(len(left)), length)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(length) - length, length) + begin[row]


def _summed(asked: IntArray, key: IntArray, count: IntArray) -> IntArray:
    """(asked,) the sum of counts with each key; other keys are not asked for."""
    at = np.minimum(np.searchsorted(asked, key), len(asked) - 1)
    found = asked[at] == key
    return np.bincount(at[found], weights=count[found], minlength=len(asked)).astype(np.int64)
