"""Propensity score: can a model tell records of the release from records of the original?

Both tables are put together, and a logistic regression estimates for each record the probability p̂ that it comes from
the release. With c the share of the release among all N records,

    pMSE = (1/N) Σ (p̂ − c)²

is 0 if the tables cannot be told apart, and c(1 − c) if they can be told apart with certainty. Two samples of one
population have, for a regression with m parameters (the intercept among them),

    E[pMSE] = (m − 1) c (1 − c) / N

because Σ(p̂ − c)² / (c(1 − c)) is then χ² with m − 1 degrees of freedom. So pMSE/E is near 1 if the release is as good
as another sample. (Snoke et al. multiply by 1 − c once more, because they hold the original fixed and count the chance
of the synthesis alone.) Numbers enter with their squares and their products, or
the model would see means only, which microaggregation keeps.

M.-J. Woo, J. P. Reiter, A. Oganian, A. F. Karr, Global measures of data utility for microdata masked for disclosure
limitation, JPC 1 (2009); J. Snoke, G. M. Raab, B. Nowok, C. Dibben, A. Slavkovic, General and specific utility measures
for synthetic data, JRSS A 181 (2018).
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from shoal.arrays import FloatArray
from shoal.release.pairs.features import features_after, features_before
from shoal.release.pairs.paired_column import NumberPair, Pair

MOST_RECORDS = 20_000  # of each table: with more, pMSE changes by less than its expectation
WEAK_PENALTY = 1e4  # of the coefficients: so little that it only decides between coordinates that repeat each other
SAME_DIRECTION = 1e-9  # singular values below this share of the largest add no parameter
FEWEST_PER_PARAMETER = 10  # records: the usual rule for a logistic regression (Peduzzi et al. 1996)


@dataclass(frozen=True)
class Propensity:
    """pMSE, what to expect by chance, and the largest it can be."""

    pmse: float
    expected: float
    largest: float

    @property
    def ratio(self) -> float:
        """1: as good as another sample of the same people."""
        return self.pmse / self.expected


def propensity(pairs: Sequence[Pair], seed: int) -> Propensity | None:
    """Compare two tables; None if they are too small for so many columns, or do not vary."""
    before, after = (_sampled(features, seed) for features in (features_before(pairs), features_after(pairs)))
    numbers = _number_coordinates(pairs)
    terms = np.vstack([_with_products(before, numbers), _with_products(after, numbers)])
    scale = terms.std(axis=0)
    terms = (terms[:, scale > 0] - terms[:, scale > 0].mean(axis=0)) / scale[scale > 0]
    if not terms.shape[1]:
        return None
    singular = np.linalg.eigvalsh(terms.T @ terms)
    n_slopes = int((singular > SAME_DIRECTION * singular.max()).sum())
    if min(len(before), len(after)) < FEWEST_PER_PARAMETER * (n_slopes + 1):
        return None
    is_released = np.repeat([0, 1], [len(before), len(after)])
    share = len(after) / len(terms)
    squares = (_probabilities(terms, is_released) - share) ** 2
    expected = n_slopes * (1 - share) * share / len(terms)
    return Propensity(float(squares.mean()), float(expected), share * (1 - share))


def _probabilities(terms: FloatArray, is_released: np.ndarray) -> FloatArray:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=WEAK_PENALTY, solver="newton-cholesky", max_iter=100)
    with warnings.catch_warnings():
        # Where Newton's method finds no better step, the solver goes on with another one by itself.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(terms, is_released)
    return np.asarray(model.predict_proba(terms)[:, 1])


def _sampled(features: FloatArray, seed: int) -> FloatArray:
    if len(features) <= MOST_RECORDS:
        return features
    return features[np.random.default_rng(seed).choice(len(features), MOST_RECORDS, replace=False)]


def _number_coordinates(pairs: Sequence[Pair]) -> list[int]:
    """Which coordinates hold numbers."""
    places, at = [], 0
    for pair in pairs:
        width = features_before([pair]).shape[1]
        if isinstance(pair, NumberPair):
            places.append(at)
        at += width
    return places


def _with_products(features: FloatArray, numbers: Sequence[int]) -> FloatArray:
    products = [features[:, one] * features[:, other] for one, other in combinations_with_replacement(numbers, 2)]
    return np.column_stack([features, *products]) if products else features
