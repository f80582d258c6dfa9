"""Distances on a line: what changes with one record, against the distance of the whole cell from its definition."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.guarantee.confidential import Closeness, ConfidentialPromise, ConfidentialValues
from shoal.kernels.confidential.line import LISTED, distance_grows, distance_in_order, distance_with, distance_without
from shoal.kernels.jit import kernel

N = 400
SIZES = (1, 2, 3, 7, LISTED - 1, LISTED, LISTED + 1)


@kernel
def judged(judge, members, size, slot, record):  # type: ignore[no-untyped-def]
    """The distance of a cell, without a member, with a record, and with both changes."""
    distance = distance_in_order(judge, members, size)
    return (
        distance,
        distance_without(judge, members, size, slot),
        distance_with(judge, members, size, record),
        distance + distance_grows(judge, members, size, slot, record),
    )


def from_definition(codes: np.ndarray, records: np.ndarray) -> float:
    """∫ |F − P| over mid-ranks."""
    totals = np.bincount(codes)
    places = (np.cumsum(totals) - totals + 0.5 * (totals - 1)) / (len(codes) - 1)
    own = np.cumsum(np.bincount(codes[records], minlength=len(totals))) / len(records)
    table = np.cumsum(totals) / len(codes)
    return float((np.abs(own - table)[:-1] * np.diff(places)).sum())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n_values", [3, 40, N])
def test_what_one_record_changes(size: int, n_values: int) -> None:
    """A record comes, goes, or takes the place of a member: as if the cell were judged anew; with and without ties."""
    rng = np.random.default_rng((size, n_values))
    codes = np.unique(rng.integers(0, n_values, N), return_inverse=True)[1]
    values = ConfidentialValues.counted("wage", codes, is_ordered=True)
    judge = ConfidentialPromise(((values, Closeness(0.2)),)).judge
    records = rng.permutation(N)
    cell = records[:size][np.argsort(codes[records[:size]], kind="stable")]
    for other in records[size : size + 5]:
        slot = int(rng.integers(size))
        rest = np.delete(cell, slot)
        found, without, with_other, exchanged = judged(judge, cell, size, slot, other)
        assert found == pytest.approx(from_definition(codes, cell), abs=1e-12)
        assert with_other == pytest.approx(from_definition(codes, np.append(cell, other)), abs=1e-12)
        assert exchanged == pytest.approx(from_definition(codes, np.append(rest, other)), abs=1e-12)
        assert size == 1 or without == pytest.approx(from_definition(codes, rest), abs=1e-12)
