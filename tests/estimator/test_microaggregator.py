"""Microaggregator as scikit-learn sees it, and what it promises."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from shoal import VMDAV, Microaggregator, effective_anonymity, microaggregate
from shoal.errors import ParameterError

POINTS = np.random.default_rng(0).standard_normal((120, 3))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Skipping check check_array_api_input")
def test_scikit_learns_own_checks() -> None:
    results = check_estimator(Microaggregator(), on_fail=None)
    assert [result["check_name"] for result in results if result["status"] == "failed"] == []
    assert sum(result["status"] == "passed" for result in results) > 40


def test_fit_transform_is_k_anonymous() -> None:
    released = Microaggregator(k=7, method="mdav").fit_transform(POINTS)
    _, counts = np.unique(released, axis=0, return_counts=True)
    assert counts.min() >= 7


def test_same_cells_as_the_function() -> None:
    estimator = Microaggregator(k=4, method=VMDAV(gain=0.5)).fit(POINTS)
    partition = microaggregate(POINTS, 4, method="vmdav(gain=0.5)")
    np.testing.assert_array_equal(estimator.labels_, partition.cell_of)
    np.testing.assert_array_equal(estimator.cluster_centers_, partition.centroids)
    assert estimator.cell_costs_.tolist() == [0.0] * partition.n_cells


def test_cells_for_a_survey_to_come() -> None:
    """One participation for all, one each, and one without the other; a clone promises the same."""
    promise = {"participation": 0.7, "failure": 1e-2}
    even = clone(Microaggregator(k=3, method="mdav", **promise)).fit(POINTS)
    assert even.partition_.sizes.min() == effective_anonymity(3, 0.7, 1e-2).n_min > 3
    likely = np.linspace(0.4, 0.95, len(POINTS))
    uneven = Microaggregator(k=3, method="mdav", participation=likely, failure=1e-2).fit(POINTS)
    assert uneven.partition_.promise.cell_failures(uneven.labels_).max() <= 1e-2
    for half in ({"participation": 0.7}, {"failure": 1e-2}):
        with pytest.raises(ParameterError, match="needs both"):
            Microaggregator(k=3, **half).fit(POINTS)
    with pytest.raises(ParameterError, match="120 records"):
        Microaggregator(k=3, participation=likely[1:], failure=1e-2).fit(POINTS)


def test_seen_records_keep_their_own_cell_even_if_another_centroid_is_nearer() -> None:
    estimator = Microaggregator(k=5, method="mdav").fit(POINTS)
    nearest = ((POINTS[:, None] - estimator.cluster_centers_) ** 2).sum(axis=2).argmin(axis=1)
    assert (nearest != estimator.labels_).any()  # otherwise this test shows nothing
    np.testing.assert_array_equal(estimator.predict(POINTS), estimator.labels_)
    np.testing.assert_array_equal(estimator.predict(POINTS[40:50]), estimator.labels_[40:50])


def test_new_records_go_to_the_nearest_centroid() -> None:
    estimator = Microaggregator(k=5).fit(POINTS)
    newcomers = np.random.default_rng(1).standard_normal((30, 3))
    nearest = ((newcomers[:, None] - estimator.cluster_centers_) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_array_equal(estimator.predict(newcomers), nearest)
    np.testing.assert_array_equal(estimator.transform(newcomers), estimator.cluster_centers_[nearest])


def test_in_a_pipeline_with_pandas_and_polars() -> None:
    frame = pd.DataFrame(POINTS * [1, 10, 100], columns=["a", "b", "c"])
    pipeline = make_pipeline(StandardScaler(), Microaggregator(k=5)).set_output(transform="pandas")
    released = pipeline.fit_transform(frame)
    assert list(released.columns) == ["a", "b", "c"]
    assert released.value_counts().min() >= 5
    in_polars = clone(Microaggregator(k=5)).set_output(transform="polars").fit_transform(pl.from_pandas(frame))
    assert isinstance(in_polars, pl.DataFrame)
    assert in_polars.group_by(in_polars.columns).len()["len"].min() >= 5


def test_wrong_parameters_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="smallest k"):
        Microaggregator(k=1).fit(POINTS)
    with pytest.raises(ValueError, match="Did you mean 'mdav'"):
        Microaggregator(method="mdva").fit(POINTS)
    with pytest.raises(ValueError, match="holds 4 records"):
        Microaggregator(k=5).fit(POINTS[:4])
