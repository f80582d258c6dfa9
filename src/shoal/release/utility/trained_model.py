"""A model trained on the release, tested on people of the original, against one trained on originals.

The model predicts one column from the quasi-identifiers. For a category the figure is the share of right predictions
with Wilson's 95 % interval; for a number it is R² = 1 − SSE/SST on the test people, with a bootstrap interval. Both
models are tested on the same people. They are people of a control table, who are in neither table; without one,
originals that were held out together with the released classes nearest to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes
from shoal.release.intervals import wilson_interval
from shoal.release.pairs.learners import fitted_classes, fitted_numbers
from shoal.release.pairs.nearest import nearest_of

TEST_SHARE = 0.25  # of the originals, the usual share
FEWEST_TESTED = 30  # an interval over fewer people is wider than ±18 points
MOST_TRAINED = 20_000  # records of each table: more change the figures by less than their intervals
LARGE_CLASS = 30  # records: one person changes what a model learns from such a class by a thirtieth at most
RESAMPLES = 500  # of the bootstrap: the ends of a 95 % interval rest on 12 resamples each


@dataclass(frozen=True)
class Trained:
    """How well a model predicts, with a 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ModelComparison:
    """Trained on the release, trained on the originals, and one and the same prediction for everybody."""

    released: Trained
    original: Trained
    constant: float


@dataclass(frozen=True)
class Examples:
    """What models are trained or tested on."""

    features: FloatArray
    target: IntArray | FloatArray

    def taken(self, records: IntArray) -> Examples:
        """Some of them."""
        return Examples(self.features[records], self.target[records])

    def known(self) -> Examples:
        """Without those whose number is missing."""
        return self.taken(np.flatnonzero(~np.isnan(self.target)))

    def sampled(self, draw: np.random.Generator) -> Examples:
        """At most so many as a model needs."""
        return self.taken(draw.permutation(len(self.target))[:MOST_TRAINED])


class HeldOut(NamedTuple):
    """Which rows models are trained on and tested with."""

    released: IntArray
    original: IntArray
    tested: IntArray  # of the original


def hold_out(before: FloatArray, after: FloatArray, classes: Classes, seed: int) -> HeldOut:
    """People to test with who are in neither training set, as far as that can be known.

    Nobody can say which row of the release a person is. But small classes are kept apart as a whole, each with the
    originals that are nearest to it, so that the release has no record of most of the tested people either. In large
    classes a single person hardly matters.
    """
    draw = np.random.default_rng(seed)
    originals = draw.permutation(len(before))[: round(MOST_TRAINED / (1 - TEST_SHARE))]
    if classes.n_records / classes.n_classes >= LARGE_CLASS:
        n_tested = int(TEST_SHARE * len(originals))
        return HeldOut(np.arange(len(after)), originals[n_tested:], originals[:n_tested])
    is_apart = draw.random(classes.n_classes) < TEST_SHARE
    apart = is_apart[nearest_of(before[originals], after[classes.first_records()])]
    return HeldOut(np.flatnonzero(~is_apart[classes.class_of]), originals[~apart], originals[apart])


def compare_models(released: Examples, original: Examples, tested: Examples, seed: int) -> ModelComparison | None:
    """Train on both, test on the same people; None for too few of them or a target that does not vary among them."""
    if len(tested.target) < FEWEST_TESTED or (tested.target == tested.target[0]).all():
        return None
    draw = np.random.default_rng(seed)
    released, original = released.sampled(draw), original.sampled(draw)
    if np.issubdtype(tested.target.dtype, np.integer):
        return _compare_classes(released, original, tested, seed)
    return _compare_numbers(released, original, tested, seed)


def _compare_classes(released: Examples, original: Examples, tested: Examples, seed: int) -> ModelComparison:
    found = []
    for examples in (released, original):
        model = fitted_classes(examples.features, np.asarray(examples.target, dtype=np.int64), seed)
        share = float((model.predict(tested.features.astype(np.float32)) == tested.target).mean())
        found.append(Trained(share, *wilson_interval(share, len(tested.target))))
    most_frequent = np.bincount(np.asarray(original.target, dtype=np.int64)).argmax()
    return ModelComparison(found[0], found[1], float((tested.target == most_frequent).mean()))


def _compare_numbers(released: Examples, original: Examples, tested: Examples, seed: int) -> ModelComparison:
    found = []
    for examples in (released, original):
        model = fitted_numbers(examples.features, np.asarray(examples.target, dtype=np.float64), seed)
        found.append(_explained(np.asarray(tested.target), model.predict(tested.features.astype(np.float32)), seed))
    return ModelComparison(found[0], found[1], 0.0)


def _explained(values: FloatArray, predicted: FloatArray, seed: int) -> Trained:
    """R², and its interval over resamples of the test people."""
    draw = np.random.default_rng(seed)
    squares, distance = (values - predicted) ** 2, (values - values.mean()) ** 2
    resampled = []
    for _ in range(RESAMPLES):
        rows = draw.integers(len(values), size=len(values))
        total = float(distance[rows].sum())
        resampled.append(1 - float(squares[rows].sum()) / total if total > 0 else 0.0)
    low, high = np.quantile(resampled, [0.025, 0.975])
    return Trained(1 - float(squares.sum() / distance.sum()), float(low), float(high))
