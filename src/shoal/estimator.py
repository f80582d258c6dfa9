"""Microaggregator: k-anonymous microaggregation as a scikit-learn transformer.

``fit_transform`` replaces every record by the centroid of its cell; every cell holds at least k records. A record that
was not there during ``fit`` is assigned to the nearest centroid. This promises nothing: a new record may be alone in
    its cell. Count before publishing (``shoal.audit``). Do not publish a fitted estimator: ``labels_`` shows which
    record is in which cell.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Self

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

if TYPE_CHECKING:
    from shoal.guarantee.confidential import ConfidentialPromise
    from shoal.table.frames.table import Table

CONFIDENTIAL_NAME = "y"  # how messages call confidential values without a name
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
    diversity : int, str, rule, list of these, dict by column, or None, default=None
        What every cell promises about the confidential values that ``fit`` is given, such as 3 for at least three
        different values, or "entropy(2.5)". See ``shoal.anonymize``.
    closeness : float, str, rule, list of these, dict by column, or None, default=None
        How near the confidential values of every cell are to those of all records, such as 0.2 (t-closeness).

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
        diversity: Any = None,
        closeness: Any = None,
    ) -> None:
        self.k = k
        self.method = method
        self.budget_s = budget_s
        self.random_state = random_state
        self.participation = participation
        self.failure = failure
        self.diversity = diversity
        self.closeness = closeness

    def fit(self, X: Any, y: Any = None, *, confidential: Any = None) -> Self:
        """Form the cells of these records.

        With ``diversity`` or ``closeness`` every cell keeps that promise about ``confidential``: a value for each
        record, or a table with a column for each promise. Without ``confidential`` it is about ``y``. Otherwise ``y``
        is there for the sake of pipelines and is not looked at.
        """
        self._fit(X, y if confidential is None else confidential, is_given=confidential is not None)
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

    def _fit(self, X: Any, confidential: Any, *, is_given: bool) -> None:
        points = _validated(self, X, ensure_min_samples=2)
        self.partition_: Partition = microaggregate(
            points,
            self.k,
            method=self.method,
            seed=self.random_state,
            budget_s=self.budget_s,
            participation=self.participation,
            failure=self.failure,
            confidential=self._promise(confidential, len(points), is_given=is_given),
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

    def _promise(self, confidential: Any, n_records: int, *, is_given: bool) -> ConfidentialPromise | None:
        """The promise about these values; refused if one is there without the other."""
        if self.diversity is None and self.closeness is None:
            if is_given:
                raise ParameterError(
                    Setting("confidential"),
                    " is given, and nothing is promised about it.",
                    hint=("Give the estimator ", Setting("diversity"), " or ", Setting("closeness"), "."),
                )
            return None
        if confidential is None:
            raise ParameterError(
                "Promises of ",
                Setting("diversity"),
                " and ",
                Setting("closeness"),
                " need confidential values.",
                hint=("Give ", Setting("y"), " or ", Setting("confidential"), " to fit."),
            )
        return _promise_about(confidential, self.diversity, self.closeness, n_records)


def _promise_about(confidential: Any, diversity: Any, closeness: Any, n_records: int) -> ConfidentialPromise:
    """The promise about values for each record, or about the columns of a table of them."""
    from shoal.release.columns import order_of_values
    from shoal.release.confidential.asked import AskedPromises
    from shoal.release.confidential.values import pairs_of

    table = _confidential_table(confidential)
    if table.n_records != n_records:
        raise ParameterError(
            Setting("confidential"),
            f" has {table.n_records} values, and there are {n_records} records.",
            count=table.n_records,
            hint="Give one for each record.",
        )
    asked = AskedPromises.of(_by_column(diversity, table), _by_column(closeness, table))
    for name in asked.columns:
        if name not in table.columns:
            raise table.unknown_column(name, table.columns, parameter=asked.door_of(name), kind=ParameterError)
    return pairs_of(table, asked, {name: (order_of_values(table, name), None) for name in asked.columns})


def _confidential_table(confidential: Any) -> Table:
    """A table as it is; values for each record as a table with one column."""
    from shoal.table.sources import table_of

    if hasattr(confidential, "columns") or hasattr(confidential, "column_names"):
        return table_of(confidential)
    import polars as pl

    values = np.asarray(confidential)
    if values.ndim != 1:
        raise ParameterError(
            Setting("confidential"),
            f" has {values.ndim} dimensions.",
            hint="Give one value for each record, or a table with names of columns.",
        )
    # Texts of NumPy and objects become what a list of them is; a missing number is NaN, a missing text None.
    plain = values.tolist() if values.dtype.kind in "OUS" else values
    try:
        series = pl.Series(CONFIDENTIAL_NAME, plain, strict=True)
    except (TypeError, pl.exceptions.PolarsError):
        series = None
    if series is None:  # after the handler: an error within it would carry the quoted data along
        raise ParameterError(
            Setting("confidential"), " holds values of several types.", hint="Give numbers, texts or truth values."
        )
    return table_of(series.to_frame())


def _by_column(given: Any, table: Table) -> dict[str, Any] | None:
    """Rules by column; rules alone are those of the only column."""
    if given is None or isinstance(given, dict):
        return given
    if len(table.columns) != 1:
        raise ParameterError(
            f"There are {len(table.columns)} confidential columns, and a promise that names none of them.",
            parameter="diversity",
            hint="Give the promise by column, as in {'diagnosis': 3}.",
        )
    return {table.columns[0]: given}


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
