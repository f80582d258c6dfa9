"""Units: every attribute by its own variance, records without it at the mean."""

from __future__ import annotations

import numpy as np
import pytest
from encode_toys import fitted, role

from shoal.encode.units import Units


def test_exact_units_have_variance_one_and_void_places_at_the_mean() -> None:
    table, encoding = fitted({"a": [1.0, 2.0, 4.0, 9.0], "b": ["x", "x", "y", "z"]}, role("a", weight=3.0))
    points = encoding.points(table)
    void = {"a": np.array([False, False, False, True])}
    exact = Units.of(encoding, points, void).points(points, void)
    assert exact[:3, 0].mean() == pytest.approx(0.0, abs=1e-15)
    assert exact[:3, 0].var() == pytest.approx(3.0)
    assert exact[3, 0] == 0.0
    assert exact[:, 1:].var(axis=0).sum() == pytest.approx(1.0)
