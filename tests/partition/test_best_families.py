"""best on synthetic families: never worse than any other method of ours."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.families import FAMILIES
from shoal import Best, microaggregate
from shoal.partition.methods import METHODS

# searches, what `pcl` supersedes, one coordinate only, and pairs only
SPARED = {"best", "auto", "noisy-pcl", "optimal-1d", "matching"}
OTHERS = (*(name for name in METHODS if name not in SPARED), "vmdav(gain=1.1)")
ROUNDING = 1e-9
SMALL_CELLS = ["anneal(1000, level=2)", "recombine", "anneal(300)"]
LARGE_CELLS = ["design(pcl)", "anneal(1000, level=20)", "anneal(500, level=0.7)"]
TOLD = 8  # one family in so many has large cells as well: PCL takes the time of all other methods together


@pytest.mark.parametrize(("number", "family"), list(enumerate(FAMILIES)), ids=list(FAMILIES))
def test_never_worse_than_any_other_method(number: int, family: str) -> None:
    rng = np.random.default_rng(11)
    points = FAMILIES[family](rng)
    points = points[rng.permutation(len(points))[:150]]
    for k, steps in ((3, SMALL_CELLS), (12, LARGE_CELLS)) if number % TOLD == 0 else ((3, SMALL_CELLS),):
        others = [name for name in OTHERS if k > 3 or name != "pcl"]  # for small cells PCL is far behind
        others += ["optimal-1d"] if points.shape[1] == 1 else []
        rivals = {method: microaggregate(points, k, method=method, seed=1).sse for method in others}
        found = microaggregate(points, k, method=Best(steps=steps), seed=1)
        assert found.sizes.min() >= k
        beaten_by = {method: found.sse / sse for method, sse in rivals.items() if found.sse > sse * (1 + ROUNDING)}
        assert not beaten_by
