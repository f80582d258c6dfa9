"""What the estimator says of itself, and settings that are no numbers."""

from __future__ import annotations

import numpy as np
import pytest

import shoal
from shoal.errors import ParameterError


def test_costs_give_the_fitted_cells_and_predict_goes_to_the_nearest_centroid() -> None:
    rng = np.random.default_rng(0)
    points, later = rng.standard_normal((120, 2)), rng.standard_normal((300, 2))
    fitted = shoal.Microaggregator(k=10, method="pcl", random_state=0).fit(points)
    sites = fitted.partition_.sites
    assert sites is not None
    power = ((points[:, None] - sites) ** 2).sum(axis=2) + fitted.cell_costs_
    assert np.array_equal(power.argmin(axis=1), fitted.labels_)
    distances = ((later[:, None] - fitted.cluster_centers_) ** 2).sum(axis=2)
    assert np.array_equal(distances.argmin(axis=1), fitted.predict(later))
    assert "do not use them" in " ".join((shoal.Microaggregator.__doc__ or "").split())


@pytest.mark.parametrize("budget_s", ["1", True, float("nan"), 0, -1.0, float("inf"), [1], 1j])
def test_a_budget_is_a_positive_number(budget_s: object) -> None:
    with pytest.raises(ParameterError, match="budget_s is"):
        shoal.microaggregate(np.arange(20.0)[:, None], 3, method="pcl", budget_s=budget_s)  # type: ignore[arg-type]
