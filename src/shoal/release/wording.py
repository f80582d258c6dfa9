"""Sentences that a data-protection officer can read: what a measure means, and what none promises."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from shoal.errors import Outcome

LARGEST_PLAIN_PERCENT = 1e6  # nobody reads more digits before the point
LARGEST_FACTOR_WITH_DECIMALS = 100  # three significant digits leave none behind the point from here on
LOSS_PERCENT_DECIMALS = 2
LARGEST_TELLING_GAP = 1.0  # beyond 100 % the bound is less than half of the loss: good and poor cells look alike
NEARLY_ONE_VALUE = 1.005  # equally frequent values: printed as 1.00
AUTO = "auto: "  # before the method that `auto` chose
OF_BLOCKS = re.compile(r"(.+) in (\d+) of (\d+) blocks")  # as `partition/conditions/strata.py` writes it
SEPARATE_GROUPS = "groups of records that are anonymised separately (strata or missing values)"
SMALLEST_WHOLE_PERCENT = 0.1  # below a tenth, and as near to all, a whole percentage is too rough

BOUND_READINGS = {  # by the value of a BoundKind
    "optimum on a line": "With one coordinate the optimum itself was computed.",
    "nearest neighbours": (
        "The bound follows from the distances of every record to its nearest neighbours. It is quick and cautious: "
        "usually the cells are much nearer to the optimum than it can show. certify_s=SECONDS (--certify SECONDS) "
        "searches for a sharper bound."
    ),
    "closeness to the whole table": (
        "The bound follows from the promise of closeness: the means of classes that are close to the whole table "
        "cannot differ much in what goes with the confidential value."
    ),
    "linear program": "The bound comes from a linear program over all sets of k records, solved completely.",
    "linear program, stopped early": (
        "The bound comes from a linear program over sets of k records. It stopped when its time was up; more seconds "
        "can make the bound sharper."
    ),
    "linear program, interrupted": (
        "The linear program that makes the bound sharper was interrupted. The best bound found until then is used."
    ),
}
WEIGHTED_BOUND = (
    "The records have weights. The bound counts every record with the smallest weight, so it is weak where weights "
    "differ much, and the cells may be much nearer to the optimum."
)
WEAK_BOUND = (
    "How far the cells are from the best possible ones is not known, because the bound that was found is too weak: it "
    "is less than half of what these cells lose, and such a bound cannot distinguish good cells from poor ones."
)


def percent(share: float, decimals: int = 1) -> str:
    """A share as a percentage; what would round to nothing is said to be less, huge ones keep three digits."""
    value = 100 * share
    if abs(value) >= LARGEST_PLAIN_PERCENT:
        return f"{value:.3g} %"
    if value != 0 and abs(value) < 10**-decimals:
        return f"< {10**-decimals:g} %"
    return f"{value:.{decimals}f} %"


def count(number: int) -> str:
    """A whole number with thousands set apart."""
    return f"{number:,}"


def plural(number: int, one: str, many: str) -> str:
    """'1 record', '1,200 records'."""
    return f"{count(number)} {one if number == 1 else many}"


def times(factor: float) -> str:
    """A factor with three significant digits, written out: '2,800', '1.25'."""
    rounded = float(f"{factor:.3g}")
    return f"{rounded:,.0f}" if rounded >= LARGEST_FACTOR_WITH_DECIMALS else f"{rounded:g}"


def interrupted_warning(outcome: Outcome) -> list[str]:
    """One sentence when somebody stopped the search; nothing otherwise."""
    return [outcome.advice] if outcome is Outcome.INTERRUPTED else []


def single_value_warning(facts: dict[str, Any]) -> str:
    """How many classes, and people in them, give a confidential value away."""
    n_classes, share = facts["n_single_classes"], facts["share_single_classes"]
    if n_classes == 1:
        where, found = "one class", "that class"
    else:
        where, found = f"{_rough_percent(share)} of the classes", "such a class"
    return (
        f"In {where} ({plural(facts['n_single_records'], 'record', 'records')}) all records have the same value of "
        f"'{facts['name']}'. Anybody who finds {found} knows that value."
    )


def _rough_percent(share: float) -> str:
    """A percentage inside a sentence: whole ones in the middle of the range, tenths at its ends."""
    decimals = 0 if SMALLEST_WHOLE_PERCENT <= share <= 1 - SMALLEST_WHOLE_PERCENT or share == 1 else 1
    return percent(share, decimals).replace("< ", "less than ")


def cells_reading(promise: dict[str, Any]) -> str:
    """Why there are fewer classes than cells; empty when there are not."""
    if promise["n_classes"] >= promise["n_cells"]:
        return ""
    return (
        f"{plural(promise['n_cells'], 'cell', 'cells')}, {plural(promise['n_classes'], 'class', 'classes')}: "
        f"cells with the same released values form one class."
    )


def cells_short(n_cells: int, n_classes: int, *, along_streets: bool) -> str:
    """The same for a line on the screen: the cells, and why there are fewer classes, if there are."""
    if n_classes >= n_cells:
        return count(n_cells)
    share = "some cells share a crossing" if along_streets else "some cells have the same released values"
    return f"{count(n_cells)}, released as {plural(n_classes, 'class', 'classes')} ({share})"


def readings(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    """For one confidential attribute: name of the measure, its value, what it says in one sentence."""
    return [*_diversity_readings(facts), *_closeness_readings(facts)]


def attribute_summary(facts: dict[str, Any]) -> str:
    """What kind of attribute it is, in a line."""
    said = f"{plural(facts['n_values'], 'value', 'values')}, {facts['kind']}"
    if facts["n_missing"]:
        said += f"; {count(facts['n_missing'])} missing, counted as one value"
    if facts["nearly_unique"]:
        said += (
            "; most records have a value that no other record has, so read t-closeness: "
            "measures that count equal values say little here"
        )
    return f"{said}."


def _diversity_readings(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    distinct = facts["distinct_l"]
    homogeneous = distinct == 1
    return [
        (
            "p-sensitivity",
            str(facts["p_sensitivity"]),
            "Some classes hold only one value. The next row counts them."
            if homogeneous
            else f"Every class holds at least {distinct} different values.",
        ),
        (
            "single-valued classes",
            percent(facts["share_single_classes"]) if facts["n_single_classes"] else "none",
            _single_value_reading(facts),
        ),
        ("l-diversity, distinct", str(distinct), "The same count as p-sensitivity, under another name."),
        ("l-diversity, entropy", f"{facts['entropy_l']:.2f}", _entropy_reading(facts["entropy_l"])),
        (
            f"l-diversity, recursive (c = {facts['recursive_c']:g})",
            str(facts["recursive_l"]),
            f"The largest l for which this holds in every class: the most frequent value occurs less than "
            f"{facts['recursive_c']:g} times as often as all values from the l-th most frequent on, taken together.",
        ),
    ]


def _entropy_reading(entropy_l: float) -> str:
    if entropy_l < NEARLY_ONE_VALUE:
        return "In the least varied class one value is certain, or nearly so."
    return f"In the least varied class the value is as hard to guess as one of {entropy_l:.2f} equally frequent values."


def _single_value_reading(facts: dict[str, Any]) -> str:
    if not facts["n_single_classes"]:
        return "There is no class in which all records have the same value."
    return (
        f"In {plural(facts['n_single_classes'], 'class', 'classes')} with "
        f"{plural(facts['n_single_records'], 'record', 'records')} ({percent(facts['share_single_records'])} of all) "
        f"all records have the same value. Anybody who finds such a class knows it."
    )


def _closeness_readings(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    distance = (
        "the earth mover's distance over the order of the different values"
        if facts["kind"] == "ordered"
        else "the variation distance"
    )
    enhanced = facts["enhanced_beta"]
    learnt = facts["average_risk_bits"] / facts["entropy_bits"] if facts["entropy_bits"] > 0 else 0.0
    return [
        (
            "t-closeness",
            f"{facts['t']:.3f}",
            f"The largest difference between the values of a class and those of the whole table, as {distance}: 0 "
            "means the same distribution, 1 is the largest difference possible.",
        ),
        (
            "average risk (KL)",
            f"{facts['average_risk_bits']:.3f} bits",
            f"On average, somebody who finds the class of a person learns {percent(learnt)} of all that there is to "
            f"learn about the value ({facts['entropy_bits']:.2f} bits).",
        ),
        (
            "δ-disclosure",
            f"{facts['delta']:.3f}",
            f"Inside a class, the share of a value is at most {times(math.exp(facts['delta']))} times larger or "
            "smaller than in the whole table (δ is the natural logarithm of that factor). Values that do not occur in "
            "a class are left out.",
        ),
        (
            "β-likeness",
            f"{facts['beta']:.3f}",
            f"Inside a class a value is at most {facts['beta'] + 1:,.1f} times as frequent as in the whole table. "
            + (
                f"The stricter form, enhanced β-likeness, has β = {enhanced:.3f}."
                if enhanced is not None
                else "The stricter form, enhanced β-likeness, is not reached: it limits how much more frequent a "
                "value may become, and some class is beyond that limit."
            ),
        ),
    ]


def not_promised(facts: dict[str, Any]) -> list[str]:
    """What the release does not promise, said plainly."""
    fewest = facts["promise"]["fewest_records"]
    which = "Confidential values are published as they are. If"
    if facts["promise"]["confidential"]:
        which = "Confidential values are published as they are. For columns without a promise of their own: if"
    sentences = [
        f"{which} all {fewest} records of a class have the same value, the "
        "class protects that value for none of them. The measures for each confidential attribute show how far the "
        "classes are from that.",
        "Somebody who knows more (that a person is not in the table, or the diagnosis of a neighbour) can exclude "
        "members of a class.",
        "The release does not hide whether somebody is in the table.",
        "Columns that were not named as quasi-identifiers can still identify people if others know them.",
        "A second release of the same people, or another table about some of them, can undo the protection.",
        "Variances and relations inside a class are gone. Analyses of small groups will give other results.",
    ]
    if facts["promise"]["counts_persons"]:
        sentences.insert(
            1,
            f"k counts persons, as the column of masses states them. A class can have as few as {fewest} records: if "
            f"an attacker finds the class of a person and guesses the record, the guess is right up to once in "
            f"{fewest} times.",
        )
    published = facts["published_as_is"]
    if published:
        sentences.insert(1, f"These columns are published unchanged and are not counted in k: {', '.join(published)}.")
    return sentences


def loss_reading(loss: dict[str, Any], *, along_streets: bool = False) -> str:
    """What the loss says, and how much of it the cells alone account for."""
    overall, decimals = loss["overall"], loss_decimals(loss)
    alone = (
        "With its mean in the place of its crossing, the cells would"
        if along_streets
        else "The cells alone, before their means were rounded or replaced with categories,"
    )
    said = (
        f"The released values lost {percent(overall, decimals)} of the variance of the quasi-identifiers. This is the "
        f"squared distance between the released values and the original ones, as a share of the variance (SSE/SST): "
        f"0 % means that no value changed, 100 % that every record got the mean of the table. {alone} lose "
        f"{percent(loss['cells'], decimals)}."
    )
    if "mean_way" in loss:
        said += (
            f" Along the streets, a record is {loss['mean_way']:,g} from the released crossing on average, in the "
            "units of the streets."
        )
    if loss["rough"]:
        said += " Both figures are rounded to whole percents, so that they do not reveal the values of single records."
    if max([overall, *(attribute["loss_share"] for attribute in loss["attributes"])]) > 1:
        said += (
            " A loss above 100 % means that the released values are further from the original ones than the mean of "
            "the whole table. Coarse rounding, or replacing categories with the most frequent one, can cause this. "
            "Round less, or lower k."
        )
    return said


def loss_decimals(loss: dict[str, Any]) -> int:
    """How many decimals of a percentage the loss has."""
    return 0 if loss["rough"] else LOSS_PERCENT_DECIMALS


def method_name(method: str) -> str:
    """The method without its settings, which nobody reads in a sentence: 'best, chosen automatically'."""
    parts = [OF_BLOCKS.fullmatch(part) for part in _without_settings(method).split("; ")]
    n_served: dict[str, int] = {}  # methods that differ in their settings only are one to the reader
    n_blocks = 0
    for part in parts:
        if part is None:
            return _plain_name(_without_settings(method))
        name, n_blocks = _plain_name(part[1]), int(part[3])
        n_served[name] = n_served.get(name, 0) + int(part[2])
    (first, n_first), *others = n_served.items()
    if not others:
        return f"{first}, in each of {count(n_blocks)} {SEPARATE_GROUPS}"
    rest = "".join(f"; {name}, in {count(served)} of them" for name, served in others)
    return f"{first}, in {count(n_first)} of {count(n_blocks)} {SEPARATE_GROUPS}{rest}"


def _plain_name(method: str) -> str:
    return f"{method.removeprefix(AUTO)}, chosen automatically" if method.startswith(AUTO) else method


def _without_settings(method: str) -> str:
    """Everything outside parentheses."""
    kept, depth = [], 0
    for letter in method:
        depth += letter == "("
        if depth == 0:
            kept.append(letter)
        depth -= letter == ")"
    return "".join(kept)


def method_reading(promise: dict[str, Any]) -> str:
    """What made the cells, by which rule it was chosen, and how it ended."""
    said = [f"Method: {method_name(promise['method'])}."]
    if promise["method_rule"]:
        said.append(f"The rule of the automatic choice: {promise['method_rule']}.")
    if promise["outcome"] != Outcome.INTERRUPTED.value:  # a warning says that already
        said.append(promise["outcome_advice"])
    return " ".join(said)


def withheld_reading(withheld: Sequence[str]) -> str:
    """Which attributes have no exact figures, and why; empty when all have."""
    if not withheld:
        return ""
    return (
        f"Some exact figures of the original are not shown for {', '.join(withheld)}, because too few records stand "
        "behind them, or because a single record makes most of them and could be computed from them."
    )


def certificate_reading(certificate: dict[str, Any], k: int) -> str:
    """How far from the best cells these can be, and how that is known."""
    if certificate["absent"]:
        return f"How far the cells are from the best possible ones is not stated. {certificate['absent']}"
    which = f"cells of at least {count(k)} records"
    if certificate["n_blocks"] > 1:
        which += " that stay within strata and within equal patterns of missing values"
    if not bound_says_something(certificate):
        said = WEAK_BOUND
    elif certificate["at_most_above"] == 0:
        said = f"The cells are the best possible ones, up to rounding: no {which} lose less."
    else:
        said = f"The loss of the cells is {above_optimum(certificate)}"
        least = certificate["least_loss"]
        said += f": no {which} lose less than {percent(least, 2)} of the variance." if least > 0 else "."
    weighted = [WEIGHTED_BOUND] if certificate["is_weighted"] else []
    return " ".join([said, *(BOUND_READINGS[kind] for kind in certificate["rests_on"]), *weighted])


def bound_says_something(certificate: dict[str, Any]) -> bool:
    """Whether there is a bound, and one that is worth showing to a reader; machines get every bound."""
    above = certificate["at_most_above"]
    return above is not None and above <= LARGEST_TELLING_GAP


def above_optimum(certificate: dict[str, Any]) -> str:
    """The certificate in a few words."""
    return f"at most {percent(certificate['at_most_above'], 2)} above the optimum"


def short_certificate(certificate: dict[str, Any]) -> str:
    """The same for a line on the screen."""
    if not bound_says_something(certificate):
        return "not known; the report says why"
    if certificate["at_most_above"] == 0:
        return "0 %: these are the best possible cells"
    return f"at most {percent(certificate['at_most_above'], 2)} more loss than the best possible cells"


def bound_ground(rests_on: Sequence[str], *, is_weighted: bool) -> str:
    """What a bound rests on, in a few words."""
    return " and ".join(rests_on) + (", weakened by the weights" if is_weighted else "")


def linkage_reading(linkage: dict[str, Any]) -> str:
    """What the attack achieved, in two sentences."""
    attacked = (
        "every record"
        if linkage["n_attacked"] == linkage["n_records"]
        else f"a random sample of {count(linkage['n_attacked'])} records"
    )
    sample = (
        f" This was tried on {count(linkage['n_records'])} of the {count(linkage['n_released'])} released records, in "
        "whole classes that were drawn, and the attacker looked among these alone: among all of them fewer links are "
        "correct."
        if "n_released" in linkage
        else ""
    )
    return (
        f"The attacker knows the exact quasi-identifiers of {attacked} and picks the nearest released record. "
        f"{percent(linkage['success'])} of these links are correct (95 % interval {percent(linkage['success_low'])} to "
        f"{percent(linkage['success_high'])}). A blind guess is correct once in {count(linkage['n_records'])} times. "
        f"An attacker who already knew the right class would be correct in {percent(linkage['ceiling'])} of the cases: "
        f"quasi-identifiers alone cannot reveal more.{sample}"
    )
