"""The utility side of 'risk | utility': each measure with its interval, its baseline and what it says.

Figures of the original are told only if enough records stand behind them, and no single one makes most of them
(`guarantee/behind_figures.py`). The baseline of most measures is the same measure between two random halves of the
original: what chance alone does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from shoal.guarantee.behind_figures import FEWEST_CELLS, FEWEST_RECORDS, enough_records, may_tell_moments
from shoal.release.measure import Absent, Found, Measure, Unit, rough
from shoal.release.pairs.paired_column import CategoryPair, NumberPair, Pair, halves, numbers_of
from shoal.release.report.compared import SEED, Compared, codes_in
from shoal.release.utility.distances import correlation_changes, distances, variances_kept
from shoal.release.utility.propensity import propensity
from shoal.release.utility.queries import QueryErrors, count_errors, mean_errors
from shoal.release.utility.trained_model import Examples, HeldOut, ModelComparison, compare_models, hold_out
from shoal.release.wording import percent

MODEL = "model trained on the release"
CHANCE = "halves of original"
TOO_FEW = "there are too few originals, or people of the control, to show statistics of them"
FEW_LEFT_OUT = "few originals are not in the release, and the difference between both tables would tell their values"
ONE_MAKES_MOST = "too few originals have a value, or a single one makes most of its spread"


def utility_measures(given: Compared) -> Found:
    """All of them, and those that could not be computed, or may not be shown."""
    if given.original is None:
        return [], []
    k = given.classes.k
    if not given.may_tell:
        return [], [Absent("utility", TOO_FEW), *given.unread]
    told = [pair for pair in given.pairs if not isinstance(pair, NumberPair) or may_tell_moments(pair.before, None, k)]
    absent = [
        Absent("distance, spread and correlations", ONE_MAKES_MOST, pair.name)
        for pair in given.pairs
        if pair not in told
    ]
    n_left_out = given.original.n_records - given.released.n_records
    if n_left_out and not enough_records(n_left_out, k):  # a column that is released unchanged would give their values
        told, absent = [], [Absent("distances, spread, correlations and queries", FEW_LEFT_OUT)]
    by_chance = halves(told, SEED)
    measures = [
        *_distances(given, told, by_chance),
        *_spread(told),
        *_correlations(told, by_chance),
        *_propensity(told),
        *_queries(told, by_chance, max(FEWEST_RECORDS, FEWEST_CELLS * k)),
    ]
    held_out = _held_out(given)
    for pair in given.secret_pairs:
        found = _model(given, pair, held_out)
        (absent if isinstance(found, Absent) else measures).append(found)  # type: ignore[arg-type]
    if not given.secrets:
        absent.append(Absent(MODEL, "no confidential column was named, which a model could predict"))
    return measures, [*absent, *given.unread]


def _distances(given: Compared, told: Sequence[Pair], by_chance: Sequence[Pair]) -> list[Measure]:
    chance = distances(by_chance)
    is_number = {pair.name: isinstance(pair, NumberPair) for pair in told}
    measures = []
    for name, distance in distances(told).items():
        if is_number[name]:
            name_of = "distance (Wasserstein)"
            reading = "Values would have to be moved by so many standard deviations on average to undo the change."
            unit, value, baseline = Unit.DEVIATIONS, distance, chance.get(name)
        else:
            name_of = "distance (total variation)"
            reading = "This share of the records would have to change its category to undo the change."
            n_records, k = given.original.n_records, given.classes.k  # type: ignore[union-attr]
            unit, value, baseline = Unit.SHARE, rough(distance, n_records, k), rough(chance[name], n_records, k)
        measures.append(Measure(name_of, value, unit, reading, column=name, baseline=baseline, baseline_is=CHANCE))
    return measures


def _spread(told: Sequence[Pair]) -> list[Measure]:
    return [
        Measure(
            "variance kept",
            kept,
            Unit.SHARE,
            "The variance in the release as a share of that in the original. If the release shows means of cells, the "
            "rest is the loss of the column.",
            column=name,
            baseline=1.0,
            baseline_is="the original",
        )
        for name, kept in variances_kept(told).items()
    ]


def _correlations(told: Sequence[Pair], by_chance: Sequence[Pair]) -> list[Measure]:
    changes = correlation_changes(told)
    if not changes:
        return []
    one, other = max(changes, key=lambda names: abs(changes[names]))
    chance = correlation_changes(by_chance)
    return [
        Measure(
            "correlations, mean change",
            float(np.mean(np.abs(list(changes.values())))),
            Unit.NUMBER,
            f"Over all pairs of numbers. The largest change is {changes[one, other]:+.2f}, of {one} and {other}.",
            baseline=float(np.mean(np.abs(list(chance.values())))) if chance else None,
            baseline_is=CHANCE,
        )
    ]


def _propensity(told: Sequence[Pair]) -> list[Measure]:
    found = propensity(told, SEED) if told else None
    if found is None:
        return []
    return [
        Measure(
            "propensity score, pMSE",
            found.pmse,
            Unit.NUMBER,
            f"How well a regression tells released records from original ones: 0 not at all, {found.largest:.3g} "
            f"always. This is {found.ratio:.3g} times what another sample of the same people would give.",
            baseline=found.expected,
            baseline_is="another sample",
        )
    ]


def _queries(told: Sequence[Pair], by_chance: Sequence[Pair], fewest: int) -> list[Measure]:
    kinds: list[tuple[str, Callable[[Sequence[Pair], int], QueryErrors | None], Unit, str]] = [
        ("counts by two columns", count_errors, Unit.SHARE, "of the true count"),
        ("means by group", mean_errors, Unit.DEVIATIONS, "standard deviations"),
    ]
    measures = []
    for name, errors_of, unit, of_what in kinds:
        errors, chance = errors_of(told, fewest), errors_of(by_chance, fewest)
        if errors is None:
            continue
        high = percent(errors.high) if unit is Unit.SHARE else f"{errors.high:.2g}"
        measures.append(
            Measure(
                f"{name}, median error",
                errors.median,
                unit,
                f"Half of {errors.n_queries:,} queries are off by at most this, nine of ten by at most "
                f"{high} {of_what}.",
                baseline=None if chance is None else chance.median,
                baseline_is=CHANCE,
            )
        )
    return measures


def _held_out(given: Compared) -> HeldOut | None:
    """The rows that models are trained on and tested with; None with a control table, or without columns to compare."""
    if given.control is not None or not given.known_pairs or not given.secret_pairs:
        return None
    return hold_out(given.features_before, given.features_after, given.classes, SEED)


def _model(given: Compared, pair: Pair, held_out: HeldOut | None) -> Measure | Absent:
    """A model of a confidential column."""
    if not given.known_pairs:
        return Absent(MODEL, "no quasi-identifier can be compared with the original", pair.name)
    released = Examples(given.features_after, _target(pair, "released"))
    original = Examples(given.features_before, _target(pair, "original"))
    if held_out is None:
        tested = Examples(given.features_of_control, _target_in_control(given, pair))
    else:
        tested = original.taken(held_out.tested)
        released, original = released.taken(held_out.released), original.taken(held_out.original)
    found = compare_models(released.known(), original.known(), tested.known(), SEED)
    if found is None:
        return Absent(MODEL, "there are too few people to test a model with, or all have the same value", pair.name)
    return _as_measure(found, pair, with_control=given.control is not None)


def _target(pair: Pair, of: str) -> np.ndarray:
    if isinstance(pair, CategoryPair):
        return pair.stands_for.argmax(axis=1)[pair.after] if of == "released" else pair.before
    return pair.after if of == "released" else pair.before


def _target_in_control(given: Compared, pair: Pair) -> np.ndarray:
    control = given.control
    if control is None:
        return np.zeros(0)
    if isinstance(pair, CategoryPair):
        return codes_in(control, pair)
    values = numbers_of(control, pair.name)
    return np.full(control.n_records, np.nan) if values is None else values


def _as_measure(found: ModelComparison, pair: Pair, *, with_control: bool) -> Measure:
    figure, constant = (
        ("R² (1: all variance is explained)", "0")
        if isinstance(pair, NumberPair)
        else ("share of right predictions", percent(found.constant))
    )
    tested = (
        "people of the control table."
        if with_control
        else "originals that were held out together with the classes nearest to them."
    )
    return Measure(
        MODEL,
        found.released.value,
        Unit.NUMBER if isinstance(pair, NumberPair) else Unit.SHARE,
        f"The {figure} of a model that learned from the release, on {tested} The baseline learned from originals; one "
        f"prediction for everybody gives {constant}.",
        column=pair.name,
        low=found.released.low,
        high=found.released.high,
        baseline=found.original.value,
        baseline_is="trained on originals",
        says_nothing=found.original.low <= found.constant,
    )
