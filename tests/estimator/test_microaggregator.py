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


def fewest_values(labels: np.ndarray, values: np.ndarray) -> int:
    return min(len(set(values[labels == cell])) for cell in range(labels.max() + 1))


def test_a_promise_about_y_is_kept_by_every_cell() -> None:
    points = np.random.default_rng(0).normal(size=(120, 2))
    side = (points[:, 0] > 0).astype(int)
    assert fewest_values(Microaggregator(4, method="mdav").fit(points, side).labels_, side) == 1
    estimator = Microaggregator(4, method="mdav", diversity=2)
    released = estimator.fit_transform(points, side)
    assert fewest_values(estimator.labels_, side) == 2
    assert len(np.unique(released, axis=0)) == estimator.partition_.n_cells


def test_promises_about_columns_of_a_table() -> None:
    points = np.random.default_rng(0).normal(size=(120, 2))
    table = pd.DataFrame({"kind": np.where(points[:, 0] > 0, "a", "b"), "pay": points[:, 1]})
    estimator = Microaggregator(4, diversity={"kind": "entropy(1.5)"}, closeness={"pay": 0.3}, method="mdav")
    labels = estimator.fit(points, confidential=table).labels_
    for cell in range(labels.max() + 1):
        share = table["kind"][labels == cell].value_counts(normalize=True).to_numpy()
        assert -np.sum(share * np.log(share)) >= np.log(1.5) - 1e-9


@pytest.mark.parametrize(
    ("asked", "given", "words"),
    [
        ({"diversity": 2}, {}, "need confidential values"),
        ({}, {"confidential": np.arange(40)}, "nothing is promised"),
        ({"diversity": 2}, {"y": np.arange(3)}, "has 3 values, and there are 40 records"),
        ({"diversity": 2}, {"y": np.zeros((40, 2))}, "2 dimensions"),
        ({"diversity": 2}, {"y": np.array([1, "a"] * 20, dtype=object)}, "values of several types"),
        ({"diversity": 9}, {"y": np.arange(40) % 3}, "The most that is possible is 3"),
        ({"closeness": {"pay": 0.2}}, {"y": np.arange(40)}, "'pay'"),
        ({"diversity": 2, "participation": 0.5, "failure": 0.1}, {"y": np.arange(40)}, "nobody has answered yet"),
    ],
)
def test_promises_that_cannot_be_kept_are_refused(asked: dict, given: dict, words: str) -> None:
    points = np.random.default_rng(0).normal(size=(40, 2))
    with pytest.raises(ValueError, match=words):
        Microaggregator(4, **asked).fit(points, **given)
