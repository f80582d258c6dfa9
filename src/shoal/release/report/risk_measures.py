"""The risk side of 'risk | utility': each measure with its interval, its baseline and what it says."""

from __future__ import annotations

import numpy as np

from shoal.guarantee.behind_figures import enough_records
from shoal.release.columns import value_codes
from shoal.release.measure import Absent, Found, Measure, Unit, rough
from shoal.release.pairs.paired_column import CategoryPair, NumberPair, Pair, numbers_of
from shoal.release.report.compared import SEED, Compared, codes_in
from shoal.release.risk.diversity import single_valued, single_valued_by_chance
from shoal.release.risk.inference import (
    TOLERANCE,
    Attack,
    Guessed,
    People,
    attack_kept_apart,
    attack_with_control,
    guessed_number,
)
from shoal.release.risk.reidentification import (
    Probability,
    contributions,
    journalist_in_population,
    journalist_in_sample,
    prosecutor,
    unique_share,
)
from shoal.release.risk.value_counts import counts_of_table
from shoal.release.wording import percent
from shoal.table.frames.columns import ColumnKind

INFERENCE = "inference"
TOO_FEW = "there are too few originals, or people of the control, to show statistics of them"
BLIND = "a blind guess"


def risk_measures(given: Compared) -> Found:
    """All of them, and those that could not be computed."""
    measures = [*_reidentification(given), *_contribution(given)]
    absent: list[Absent] = []
    for name in given.secrets:
        if given.released.kind(name) is not ColumnKind.OTHER:
            measures.append(_homogeneity(given, name))
    if given.original is None:
        return measures, absent
    if not given.secrets:
        absent.append(Absent(INFERENCE, "no confidential column was named"))
    if given.secrets and not given.known_pairs:
        absent.append(Absent(INFERENCE, "no quasi-identifier can be compared with the original"))
        return measures, absent
    for pair in given.secret_pairs:
        attacked = _inference(given, pair)
        (measures if isinstance(attacked, Measure) else absent).append(attacked)  # type: ignore[arg-type]
    return measures, absent


def _reidentification(given: Compared) -> list[Measure]:
    classes = given.classes
    found = _of_attacker(
        "prosecutor",
        "Somebody who knows that a person is in the table, and all quasi-identifiers, picks the right record with",
        prosecutor(classes),
        1 / classes.n_records,
    )
    fraction, sizes = given.sampling_fraction, given.population_sizes
    if sizes is not None:
        risk, n_people = journalist_in_population(classes, sizes), given.population.n_records  # type: ignore[union-attr]
        found += _of_attacker("journalist", _journalist("as many as the given table shows"), risk, 1 / n_people)
    if fraction is not None:
        risk = journalist_in_sample(classes, fraction)
        said = _journalist(f"estimated from a random sample of {percent(fraction)}")
        found += _of_attacker("journalist in a sample", said, risk, fraction / classes.n_records)
    return found


def _journalist(members: str) -> str:
    return f"Somebody who knows only that a person belongs to the population ({members}) picks the right record with"


def _of_attacker(who: str, said: str, risk: Probability, blind: float) -> list[Measure]:
    return [
        Measure(
            f"{who}, largest",
            risk.largest,
            Unit.SHARE,
            f"{said} at most this probability.",
            baseline=blind,
            baseline_is=BLIND,
        ),
        Measure(
            f"{who}, mean",
            risk.mean,
            Unit.SHARE,
            "The same for everybody: the share of right links of a marketer who links all records.",
            baseline=blind,
            baseline_is=BLIND,
        ),
    ]


def _contribution(given: Compared) -> list[Measure]:
    """The quasi-identifier without which least is left of the risk."""
    if len(given.known) < 2:
        return []
    original = given.original
    k = given.classes.k
    if original is not None and not (
        enough_records(original.n_records, k) and all(name in original.columns for name in given.known)
    ):
        original = None
    first = contributions(given.released, original, given.known)[0]
    if original is None or first.unique_without is None:
        return [
            Measure(
                "mean risk without the column that adds most",
                first.mean_without,
                Unit.SHARE,
                "The column whose removal lowers the mean risk of the release most.",
                column=first.name,
                baseline=prosecutor(given.classes).mean,
                baseline_is="with all columns",
            )
        ]
    without = rough(first.unique_without, original.n_records, k)
    with_all = rough(unique_share(original, given.known), original.n_records, k)
    said = (
        "The column that makes most originals unique: without it, this share of them would still be. To make it "
        "coarser, or to leave it out, gains most."
        if without < with_all
        else "No single column makes originals unique: without any one of them, as many still are. To leave one column "
        "out gains nothing."
    )
    return [
        Measure(
            "unique originals without the column that adds most",
            without,
            Unit.SHARE,
            said,
            column=first.name,
            baseline=with_all,
            baseline_is="with all columns",
        )
    ]


def _homogeneity(given: Compared, name: str) -> Measure:
    counts = counts_of_table(given.classes, value_codes(given.released, name))
    _, n_records = single_valued(counts)
    return Measure(
        "homogeneity",
        n_records / counts.n_records,
        Unit.SHARE,
        "Records in classes that share one value: who finds the class knows it.",
        column=name,
        baseline=single_valued_by_chance(counts),
        baseline_is="random order",
    )


def _inference(given: Compared, pair: Pair) -> Measure | Absent:
    released = _guessed(given, pair, "released")
    if released is None:
        return Absent(INFERENCE, "all people have the same value", pair.name)
    if given.control is not None and not given.may_tell:
        return Absent(INFERENCE, TOO_FEW, pair.name)
    if given.control is None:
        attack = attack_kept_apart(given.features_after, released, SEED)
    else:
        inside, outside = _guessed(given, pair, "original"), _guessed(given, pair, "control")
        attack = attack_with_control(
            _people(given.features_after, released),
            _people(given.features_before, inside or released),
            _people(given.features_of_control, outside or released),
            SEED,
        )
    if attack is None:
        return Absent(INFERENCE, "there are too few records to attack", pair.name)
    return _as_measure(attack, pair, with_control=given.control is not None)


def _people(features: np.ndarray, secret: Guessed) -> People:
    return People(features, secret, np.arange(len(features)))


def _guessed(given: Compared, pair: Pair, of: str) -> Guessed | None:
    """The confidential values of one of the tables as classes."""
    if isinstance(pair, NumberPair):
        values = {"released": pair.after, "original": pair.before}.get(of)
        if values is None and given.control is not None:
            values = numbers_of(given.control, pair.name)
        return None if values is None else guessed_number(values, pair.after)
    return _guessed_category(given, pair, of)


def _guessed_category(given: Compared, pair: CategoryPair, of: str) -> Guessed | None:
    of_release = pair.stands_for.argmax(axis=1)[pair.after]
    if of == "released":
        return None if len(np.unique(of_release)) < 2 else Guessed(of_release, pair.n_categories)
    if of == "original" or given.control is None:
        return Guessed(pair.before, pair.n_categories)
    return Guessed(codes_in(given.control, pair), pair.n_categories + 1)


def _as_measure(attack: Attack, pair: Pair, *, with_control: bool) -> Measure:
    who = "people of the control table" if with_control else "records that were kept apart from the attacker"
    near = f" (to within {percent(TOLERANCE, 0)} of its range)" if isinstance(pair, NumberPair) else ""
    said = (
        f"An attacker with the release guesses the value{near} right for this share of the people in it. The baseline "
        f"is the share among {who}. The same guess for everybody is right for {percent(attack.constant)}. "
    )
    said += (
        f"So the release adds {percent(attack.added)} (interval {percent(attack.added_low)} to "
        f"{percent(attack.added_high)}) of what such a guess gets wrong: people are exposed by being in it."
        if attack.is_certain
        else "The intervals overlap: the attack shows no harm from being in the release."
    )
    return Measure(
        INFERENCE,
        attack.inside.share,
        Unit.SHARE,
        said,
        column=pair.name,
        low=attack.inside.low,
        high=attack.inside.high,
        baseline=attack.outside.share,
        baseline_is="people not in it",
        is_alarming=attack.is_certain,
    )
