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


VALUE = 987654.25  # a record's value, which no message may show
GAPS = np.full((20, 2), VALUE) + np.arange(40.0).reshape(20, 2)
GAPS[[3, 7], 1] = np.nan, np.inf


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (GAPS, "NaN or infinite values in 2 of 20 records, the first in row 4. Fill them"),
        (np.full(20, VALUE), "must have two dimensions"),
        (VALUE, "must have two dimensions"),
        ([[VALUE, 2.0], [3.0]], "one number for each record"),
        (np.full((20, 2), f"value {VALUE}"), "X holds text"),
        (np.full((20, 2), VALUE + 1j), "Complex data not supported"),
    ],
    ids=["gaps", "one dimension", "one number", "ragged", "text", "complex"],
)
def test_wrong_data_is_refused_in_our_words_and_no_value_is_shown(wrong: object, words: str) -> None:
    """Story: NaN was answered with advice about gradient boosting, and one dimension with everybody's values."""
    fitted = shoal.Microaggregator(k=3, method="mdav").fit(np.arange(40.0).reshape(20, 2))
    for refuse in (shoal.Microaggregator(k=3, method="mdav").fit, fitted.predict, fitted.transform):
        with pytest.raises(ParameterError) as refusal:
            refuse(wrong)
        assert words in str(refusal.value)
        error: BaseException | None = refusal.value
        while error is not None:
            assert "98765" not in str(error)
            assert "HistGradientBoosting" not in str(error)
            error = error.__cause__ or error.__context__
