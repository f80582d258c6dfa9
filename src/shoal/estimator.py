"""Microaggregator: k-anonymous microaggregation as a scikit-learn transformer.

``fit_transform`` replaces every record by the centroid of its cell; every cell holds at least k records. A record that
was not there during ``fit`` is assigned to the nearest centroid. This promises nothing: a new record may be alone in
    its cell. Count before publishing (``shoal.audit``). Do not publish a fitted estimator: ``labels_`` shows which
    record is in which cell.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.metrics import pairwise_distances_argmin
from sklearn.utils.validation import check_is_fitted, validate_data

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner

# How messages begin that hold counts and names only; scikit-learn's own checks of an estimator ask for them.
COUNTS_AND_NAMES = (
    "Found array with",
    "X has ",
    "The feature names should match",
    "Sparse data was passed",
    "float() argument must be",  # it names the type that was found
)
NO_NUMBERS = "X must hold one number for each record (row) and column. shoal.anonymize takes tables of any kind."
NOT_TWO_DIMENSIONS = (
    "X must have two dimensions: a row for each record and a column for each attribute. Reshape your data with "
    "X.reshape(-1, 1) if it is one column, or X.reshape(1, -1) if it is one record."
)
PROBLEMS = {
    "could not convert string": "X holds text. Microaggregator takes numbers only; shoal.anonymize takes tables of any "
    "kind.",
    "Complex data not supported": "Complex data not supported: Microaggregator takes real numbers.",
    "Expected 2D array": NOT_TWO_DIMENSIONS,
}


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
    participation : float, (n_records,) array or None, default=None
        For cells of a survey that nobody has answered yet: probability of taking part, for all records or for each
        of those given to ``fit``. Needs ``failure``.
    failure : float or None, default=None
        Acceptable probability that somebody, but fewer than k, take part in a cell. Needs ``participation``.

    Attributes
    ----------
    partition_ : Partition
        Cells, sizes, loss and outcome.
    labels_ : (n_records,) int array
        The cell of each record given to ``fit``.
    cluster_centers_ : (n_cells, n_features) array
        The centroids.
    cell_costs_ : (n_cells,) array
        For methods that end in cell costs: added to the squared distances from ``partition_.sites``, they give the
        cells of the records given to ``fit``. ``predict`` and ``transform`` do not use them: a new record goes to the
        nearest centroid. Zero for methods that have no costs.
    """

    def __init__(
        self,
        k: int = 5,
        *,
        method: str | Partitioner = "auto",
        budget_s: float | None = None,
        random_state: int | None = None,
        participation: npt.ArrayLike | None = None,
        failure: float | None = None,
    ) -> None:
        self.k = k
        self.method = method
        self.budget_s = budget_s
        self.random_state = random_state
        self.participation = participation
        self.failure = failure

    def fit(self, X: Any, y: object = None) -> Self:  # noqa: ARG002
        """Form the cells of these records. ``y`` is there for the sake of pipelines and is not looked at."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: object = None, **fit_params: Any) -> Any:
        """Form the cells and return each record's centroid. This is the k-anonymous call.

        With ``participation`` it is k-anonymous for those who will take part, but for the probability of ``failure``.
        """
        self.fit(X, y, **fit_params)
        return self.cluster_centers_[self.labels_]

    def predict(self, X: Any) -> IntArray:
        """The cell of each record: its own for a record seen in ``fit``, else the one with the nearest centroid.

        Equal records may stand in different cells; the first, second, … of them in ``X`` get the cells that the
        first, second, … got in ``fit``, so that the records of ``fit`` get exactly ``labels_`` back.
        """
        check_is_fitted(self)
        points = _validated(self, X, reset=False)
        cell_of: IntArray = pairwise_distances_argmin(points, self.cluster_centers_).astype(np.int64)
        keys = _row_keys(points, self._key)
        first = np.searchsorted(self._seen_keys, keys, side="left")
        times = np.searchsorted(self._seen_keys, keys, side="right") - first
        seen = times > 0
        cell_of[seen] = self._seen_cell[(first + _occurrence(keys) % np.maximum(times, 1))[seen]]
        return cell_of

    def transform(self, X: Any) -> FloatArray:
        """The centroid of each record's cell (see ``predict``). Not k-anonymous for new records until counted."""
        cells = self.predict(X)
        centroids: FloatArray = self.cluster_centers_[cells]
        return centroids

    def _fit(self, X: Any) -> None:
        points = _validated(self, X, ensure_min_samples=2)
        self.partition_: Partition = microaggregate(
            points,
            self.k,
            method=self.method,
            seed=self.random_state,
            budget_s=self.budget_s,
            participation=self.participation,
            failure=self.failure,
        )
        self.labels_: IntArray = self.partition_.cell_of
        self.cluster_centers_: FloatArray = self.partition_.centroids
        costs = self.partition_.costs
        self.cell_costs_: FloatArray = np.zeros(self.partition_.n_cells) if costs is None else costs
        # Records are remembered as keyed digests, not as values: a pickled estimator holds nobody's data in the clear.
        self._key = secrets.token_bytes(16)
        keys = _row_keys(points, self._key)
        order = np.argsort(keys, kind="stable")
        self._seen_keys = keys[order]
        self._seen_cell: IntArray = self.labels_[order]


def _validated(estimator: Microaggregator, X: Any, **options: Any) -> FloatArray:
    """scikit-learn's own validation. Messages that quote the data, or speak of other estimators, are replaced."""
    try:
        points: FloatArray = validate_data(estimator, X, dtype=np.float64, ensure_all_finite=False, **options)
    except (TypeError, ValueError) as error:
        said = str(error)
        if said.startswith(COUNTS_AND_NAMES):
            raise
    else:
        _refuse_gaps(points)
        return points
    problem = next((words for begin, words in PROBLEMS.items() if said.startswith(begin)), NO_NUMBERS)
    raise ParameterError(problem)  # after the handler: an error within it would carry the quoted data along


def _refuse_gaps(points: FloatArray) -> None:
    rows = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(rows):
        raise ParameterError(
            Setting("X"),
            f" holds NaN or infinite values in {len(rows)} of {len(points)} records, the first in row {rows[0] + 1}.",
            count=len(rows),
            hint="Fill them (sklearn.impute.SimpleImputer) or leave these records out. shoal.anonymize takes tables "
            "with missing values.",
        )


def _row_keys(points: FloatArray, key: bytes) -> npt.NDArray[np.bytes_]:
    """A keyed digest of each row, in hexadecimal."""
    plain = np.ascontiguousarray(points) + 0.0  # −0.0 and 0.0 are the same place
    digests = [blake2b(row.tobytes(), digest_size=16, key=key).hexdigest() for row in plain]
    return np.array(digests, dtype="S32")


def _occurrence(keys: npt.NDArray[np.bytes_]) -> IntArray:
    """How many equal keys stand before each one."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    lengths = np.diff(np.r_[starts, len(keys)])
    occurrence = np.empty(len(keys), dtype=np.int64)
    occurrence[order] = np.arange(len(keys)) - np.repeat(starts, lengths)
    return occurrence
