"""Inference: how well an attacker who has the release guesses a confidential value (Giomi et al. 2023, anonymeter).

The attacker fits a model on the release, from the quasi-identifiers to the confidential value, and applies it to people
whose quasi-identifiers are known. Three shares of right guesses belong together:

* *s*, about people who are in the release;
* *c*, about people who are not in it (the control). What a model learns about everybody is no harm that the release
  does to single people: smoking causes cancer, whoever took part in the study;
* *b*, of one and the same guess about everybody: the most frequent value. If s is not above b, the attack has failed,
  and a small s − c says nothing.

What the release adds for the people in it is R = (s − c)/(1 − c): of the people about whom a stranger's model would be
wrong, the share that it gets right because they took part. Wilson's 95 % intervals of s and c give a cautious interval
of R.

A guess of a number is right if it is off by at most 5 % of the range between the 5 % and the 95 % quantile. (anonymeter
takes 5 % of the value itself, which has no meaning for values near 0.) The model predicts ranges of that width, so the
guess is the most probable one and not a mean that nobody has.

M. Giomi, F. Boenisch, C. Wehmeyer, B. Tasnádi, A unified framework for quantifying privacy risk in synthetic data,
PoPETs 2023.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.release.intervals import wilson_interval
from shoal.release.pairs.learners import fitted_classes
from shoal.release.risk.linkage import SAMPLE_SIZE

TOLERANCE = 0.05  # of the range of a number, as in anonymeter
RANGE = (0.05, 0.95)  # quantiles: an outlier must not make every guess right
MOST_TARGETS_SHARE = 0.25  # of the release that may be kept apart as control
FEWEST_TARGETS = 30  # an interval over fewer people is wider than ±18 points


@dataclass(frozen=True)
class SharedGuess:
    """A share of right guesses with its 95 % interval."""

    share: float
    low: float
    high: float
    n_guesses: int


@dataclass(frozen=True)
class Attack:
    """What an attacker achieved for one confidential attribute."""

    inside: SharedGuess  # s
    outside: SharedGuess  # c
    constant: float  # b
    added: float  # R
    added_low: float
    added_high: float

    @property
    def is_certain(self) -> bool:
        """Whether the intervals leave no doubt that the release adds something for the people in it."""
        return self.inside.low > self.outside.high


@dataclass(frozen=True)
class Guessed:
    """A confidential column as classes to be guessed: (records,) class, and whether a guess of a class is right."""

    class_of: IntArray
    n_classes: int
    values: FloatArray | None = None  # of a number
    middles: FloatArray | None = None  # of the classes of a number
    tolerance: float = 0.0

    def right(self, records: IntArray, guesses: IntArray) -> BoolArray:
        """Whether the guesses about these records are right."""
        if self.values is None or self.middles is None:
            return np.asarray(self.class_of[records] == guesses)
        near = np.abs(self.middles[guesses] - self.values[records]) <= self.tolerance * (1 + 1e-9)
        # A missing number is a class of its own, and its middle is not a number.
        return near | (np.isnan(self.values[records]) & np.isnan(self.middles[guesses]))


def guessed_number(values: FloatArray, within: FloatArray) -> Guessed | None:
    """Numbers as ranges of twice the tolerance, by the quantiles of ``within``; None if these do not vary."""
    known = within[~np.isnan(within)]
    low, high = np.quantile(known, RANGE)
    if low == high:  # most people have one value: then the whole range counts
        low, high = known.min(), known.max()
    if low == high:
        return None
    tolerance = TOLERANCE * (high - low)
    n_ranges = round(1 / (2 * TOLERANCE))
    place = np.clip(np.floor((values - low) / (2 * tolerance)), 0, n_ranges - 1)
    class_of = np.where(np.isnan(values), n_ranges, place).astype(np.int64)
    middles = np.append(low + (2 * np.arange(n_ranges) + 1) * tolerance, np.nan)
    return Guessed(class_of, n_ranges + 1, values, middles, float(tolerance))


class People(NamedTuple):
    """Some people: what the attacker knows about them, and their confidential value."""

    features: FloatArray
    secret: Guessed
    records: IntArray  # rows of both

    def guessed_by(self, model: Any) -> SharedGuess:
        """How often the guesses of a model are right."""
        guesses = model.predict(self.features[self.records].astype(np.float32))
        return _share(self.secret.right(self.records, guesses))

    def sampled(self, draw: np.random.Generator) -> People:
        """At most so many of them as make an interval narrow."""
        return self._replace(records=draw.permutation(self.records)[:SAMPLE_SIZE])


def attack_kept_apart(features: FloatArray, secret: Guessed, seed: int) -> Attack | None:
    """Attack a release with some of its own records as control: the attacker has the release without them.

    None if there are too few records. The others of a control record's class stay in the release, so c is a little too
    high, and what the release adds a little too low.
    """
    n_records = len(features)
    n_targets = min(SAMPLE_SIZE, int(MOST_TARGETS_SHARE * n_records))
    if n_targets < FEWEST_TARGETS:
        return None
    order = np.random.default_rng(seed).permutation(n_records)
    apart, rest = order[:n_targets], order[n_targets:]
    known = People(features, secret, rest)
    return _attacked(known, known._replace(records=rest[:n_targets]), known._replace(records=apart), seed)


def attack_with_control(known: People, inside: People, outside: People, seed: int) -> Attack | None:
    """Attack a release about people whose originals are in it, and about people who are not; None for too few."""
    draw = np.random.default_rng(seed)
    inside, outside = inside.sampled(draw), outside.sampled(draw)
    if min(len(inside.records), len(outside.records)) < FEWEST_TARGETS:
        return None
    return _attacked(known, inside, outside, seed)


def _attacked(known: People, inside: People, outside: People, seed: int) -> Attack:
    classes = known.secret.class_of[known.records]
    model = fitted_classes(known.features[known.records], classes, seed)
    s, c = inside.guessed_by(model), outside.guessed_by(model)
    most_frequent = np.full(len(outside.records), np.bincount(classes).argmax())
    constant = float(outside.secret.right(outside.records, most_frequent).mean())
    return Attack(s, c, constant, _added(s.share, c.share), _added(s.low, c.high), _added(s.high, c.low))


def _share(right: BoolArray) -> SharedGuess:
    share = float(right.mean())
    return SharedGuess(share, *wilson_interval(share, len(right)), len(right))


def _added(inside: float, outside: float) -> float:
    """R, not below 0: a release that makes people harder to guess adds nothing."""
    return max(0.0, (inside - outside) / (1 - outside)) if outside < 1 else 0.0
