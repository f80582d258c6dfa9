"""best on synthetic families: never worse than any other method of ours."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.families import FAMILIES
from shoal import Best, microaggregate
from shoal.partition.methods import METHODS

SPARED = {"best", "auto", "noisy-pcl", "optimal-1d"}  # searches, what `pcl` supersedes, and one coordinate only
OTHERS = (*(name for name in METHODS if name not in SPARED), "vmdav(gain=1.1)")
ROUNDING = 1e-9
STEPS = {
    3: ["anneal(1000, level=2)", "anneal(1000, level=2)", "recombine", "anneal(300)"],
    12: ["design(pcl)", "anneal(1000, level=20)", "anneal(1000, level=0.7)"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_never_worse_than_any_other_method(family: str) -> None:
    rng = np.random.default_rng(11)
    points = FAMILIES[family](rng)
    points = points[rng.permutation(len(points))[:200]]
    for k, steps in STEPS.items():
        others = (*OTHERS, "optimal-1d") if points.shape[1] == 1 else OTHERS
        rivals = {method: microaggregate(points, k, method=method, seed=1).sse for method in others}
        found = microaggregate(points, k, method=Best(steps=steps), seed=1)
        assert found.sizes.min() >= k
        beaten_by = {method: found.sse / sse for method, sse in rivals.items() if found.sse > sse * (1 + ROUNDING)}
        assert not beaten_by
