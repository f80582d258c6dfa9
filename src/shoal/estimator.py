"""Microaggregator: k-anonymous microaggregation as a scikit-learn transformer.

``fit_transform`` replaces every record by the centroid of its cell; every cell holds at least k records. A record that
was not there during ``fit`` goes to the nearest centroid, and that alone promises nothing: new records may end up
alone in a cell. Count before publishing (``shoal.audit``).
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.metrics import pairwise_distances_argmin
from sklearn.utils.validation import check_is_fitted, validate_data

from shoal.partition.entrance import microaggregate
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.problem import Partitioner


class Microaggregator(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Replace records by the centroid of a cell of at least k similar records.

    Columns are used as given; put a ``StandardScaler`` before it in a ``Pipeline`` when they have different units.

    Parameters
    ----------
    k : int, default=5
        The fewest records a cell may hold.
    method : str or settings object, default="auto"
        A method name or an object such as ``shoal.VMDAV(gain=1.1)``.
    budget_s : float or None, default=None
        Seconds to spend, for methods that can use a budget.
    random_state : int or None, default=None
        Seed for methods that draw random numbers.

    Attributes
    ----------
    partition_ : Partition
        Cells, sizes, loss and outcome.
    labels_ : (n_records,) int array
        The cell of each record given to ``fit``.
    cluster_centers_ : (n_cells, n_features) array
        The centroids.
    cell_costs_ : (n_cells,) array
        What is added to a squared distance before the nearest cell is chosen for a new record; zero for methods
        that have no costs.
    """

    def __init__(
        self,
        k: int = 5,
        *,
        method: str | Partitioner = "auto",
        budget_s: float | None = None,
        random_state: int | None = None,
    ) -> None:
        self.k = k
        self.method = method
        self.budget_s = budget_s
        self.random_state = random_state

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002
        """Form the cells of these records. ``y`` is there for the sake of pipelines and is not looked at."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: object = None, **fit_params: Any) -> Any:
        """Form the cells and return each record's centroid. This is the k-anonymous call."""
        self.fit(X, y, **fit_params)
        return self.cluster_centers_[self.labels_]

    def predict(self, X: Any) -> IntArray:
        """The cell of each record: its own for a record seen in ``fit``, else the one with the nearest centroid."""
        check_is_fitted(self)
        points = validate_data(self, X, reset=False, dtype=np.float64)
        cell_of: IntArray = pairwise_distances_argmin(points, self.cluster_centers_).astype(np.int64)
        keys = _row_keys(points)
        at = np.minimum(np.searchsorted(self._seen_keys, keys), len(self._seen_keys) - 1)
        seen = self._seen_keys[at] == keys
        cell_of[seen] = self._seen_cell[at[seen]]
        return cell_of

    def transform(self, X: Any) -> FloatArray:
        """The centroid of each record's cell (see ``predict``). Not k-anonymous for new records until counted."""
        cells = self.predict(X)
        centroids: FloatArray = self.cluster_centers_[cells]
        return centroids

    def _fit(self, X: Any) -> None:
        points = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        self.partition_: Partition = microaggregate(
            points, self.k, method=self.method, seed=self.random_state, budget_s=self.budget_s
        )
        self.labels_: IntArray = self.partition_.cell_of
        self.cluster_centers_: FloatArray = self.partition_.centroids
        costs = self.partition_.costs
        self.cell_costs_: FloatArray = np.zeros(self.partition_.n_cells) if costs is None else costs
        # Equal records can stand in different cells; the first one's cell then speaks for all of them in `predict`.
        self._seen_keys, first = np.unique(_row_keys(points), return_index=True)
        self._seen_cell: IntArray = self.labels_[first]


def _row_keys(points: FloatArray) -> npt.NDArray[Any]:
    """Each row as one comparable value."""
    plain = np.ascontiguousarray(points) + 0.0  # −0.0 and 0.0 are the same place
    return plain.view([("", plain.dtype)] * plain.shape[1]).ravel()
