"""best on data that no constant was chosen on: never worse than any other method of ours."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.families import FAMILIES
from shoal import Best, microaggregate

OTHERS = ("mdav", "mdav*", "vmdav(gain=0.2)", "vmdav(gain=1.1)", "mst", "pcl")
ROUNDING = 1e-9


@pytest.mark.parametrize("family", FAMILIES)
def test_never_worse_than_any_other_method(family: str) -> None:
    rng = np.random.default_rng(11)
    points = FAMILIES[family](rng)
    points = points[rng.permutation(len(points))[:200]]
    for k in (3, 12):
        rivals = {method: microaggregate(points, k, method=method, seed=1).sse for method in OTHERS}
        found = microaggregate(points, k, method=Best(rounds=(1_000, 1_000, 0, 300)), seed=1)
        assert found.sizes.min() >= k
        beaten_by = {method: found.sse / sse for method, sse in rivals.items() if found.sse > sse * (1 + ROUNDING)}
        assert not beaten_by
