"""Sentences that a data-protection officer can read: what a measure means, and what none promises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LARGEST_PLAIN_PERCENT = 1e6  # nobody reads more digits before the point
LARGEST_FACTOR_WITH_DECIMALS = 100  # three significant digits leave none behind the point from here on
SMALLEST_WHOLE_PERCENT = 0.1  # below a tenth, and as near to all, a whole percentage is too rough

BOUND_READINGS = {  # by the value of a BoundKind
    "optimum on a line": "One coordinate: the optimum itself was computed.",
    "nearest neighbours": (
        "This follows from the distances of every record to its nearest neighbours. Such a bound is found at once and "
        "is cautious: as a rule the cells are much nearer to the optimum than it can show. certify_s=SECONDS "
        "(--certify SECONDS) finds a sharper one."
    ),
    "linear program": "This follows from a linear program over all sets of k records, solved to its end.",
    "linear program, stopped early": (
        "This follows from a linear program over sets of k records, stopped when its time was up: more seconds can "
        "make it sharper."
    ),
    "linear program, interrupted": (
        "The linear program that makes the bound sharper was interrupted; the best bound until then counts."
    ),
}
WEIGHTED_BOUND = (
    "But the records are weighted, and the bound counts each as if it weighed no more than the lightest one: the more "
    "the weights differ, the weaker it is, and the cells may be much nearer to the optimum."
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


def single_value_warning(facts: dict[str, Any]) -> str:
    """How many classes, and people in them, give a confidential value away."""
    n_classes, share = facts["n_single_classes"], facts["share_single_classes"]
    if n_classes == 1:
        where, found = "one class", "that class"
    else:
        where, found = f"{_rough_percent(share)} of the classes", "such a class"
    return (
        f"In {where} ({plural(facts['n_single_records'], 'record', 'records')}) all share one value of "
        f"'{facts['name']}': who finds {found} knows it."
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
        f"cells with equal released values merge."
    )


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
            "; most records have a value of their own, so read t-closeness: "
            "the measures that count equal values say little here"
        )
    return f"{said}."


def _diversity_readings(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    distinct = facts["distinct_l"]
    homogeneous = distinct == 1
    return [
        (
            "p-sensitivity",
            str(facts["p_sensitivity"]),
            "A class with a single value tells it to whoever finds the class; the next row counts such classes."
            if homogeneous
            else f"Every class holds at least {distinct} different values.",
        ),
        (
            "single-valued classes",
            percent(facts["share_single_classes"]) if facts["n_single_classes"] else "none",
            _single_value_reading(facts),
        ),
        ("l-diversity, distinct", str(distinct), "The count of p-sensitivity under its other name."),
        (
            "l-diversity, entropy",
            f"{facts['entropy_l']:.2f}",
            f"The least varied class is as open as {facts['entropy_l']:.2f} equally frequent values.",
        ),
        (
            f"l-diversity, recursive (c = {facts['recursive_c']:g})",
            str(facts["recursive_l"]),
            "The largest l for which, in every class, the most frequent value stays below c times "
            "the l-th and all rarer ones together.",
        ),
    ]


def _single_value_reading(facts: dict[str, Any]) -> str:
    if not facts["n_single_classes"]:
        return "In no class does everybody have the same value."
    return (
        f"In {plural(facts['n_single_classes'], 'class', 'classes')} with "
        f"{plural(facts['n_single_records'], 'record', 'records')} ({percent(facts['share_single_records'])} of all) "
        f"everybody has the same value: who finds such a class knows it."
    )


def _closeness_readings(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    distance = "ordered earth mover's" if facts["kind"] == "ordered" else "variation"
    enhanced = facts["enhanced_beta"]
    learnt = facts["average_risk_bits"] / facts["entropy_bits"] if facts["entropy_bits"] > 0 else 0.0
    return [
        (
            "t-closeness",
            f"{facts['t']:.3f}",
            f"The class that strays furthest from the whole table does so by {facts['t']:.3f} "
            f"({distance} distance, 0 to 1).",
        ),
        (
            "average risk (KL)",
            f"{facts['average_risk_bits']:.3f} bits",
            f"Finding the class of a person teaches {percent(learnt)} of the "
            f"{facts['entropy_bits']:.2f} bits that there are to learn, on average.",
        ),
        (
            "δ-disclosure",
            f"{facts['delta']:.3f}",
            "The largest change of a value's share inside a class, as a natural logarithm; "
            "values that a class lacks are left out.",
        ),
        (
            "β-likeness",
            f"{facts['beta']:.3f}",
            f"Inside a class a value is at most {facts['beta'] + 1:,.1f} times as frequent as overall; "
            + (
                f"enhanced β-likeness: {enhanced:.3f}." if enhanced is not None else "the enhanced form holds for no β."
            ),
        ),
    ]


def not_promised(facts: dict[str, Any]) -> list[str]:
    """What the release does not promise, said plainly."""
    k = facts["promise"]["k"]
    sentences = [
        f"Confidential values are published as they are. A class of {k} who all share one value protects "
        f"nobody's value; the measures per confidential attribute say how close any class comes to that.",
        "An attacker with further knowledge (who is not in the table, a neighbour's diagnosis) "
        "can narrow a class down.",
        "Whether somebody is in the table at all is not hidden.",
        "Columns that were not named as quasi-identifiers can still recognise people if others know them.",
        "A second release of the same people, or another table that overlaps with it, "
        "can undo what each alone protects.",
        "Means, variances and relations inside a class are gone; analyses of small groups will differ.",
    ]
    published = facts["published_as_is"]
    if published:
        sentences.insert(1, f"Published unchanged and not counted as recognisable: {', '.join(published)}.")
    return sentences


def verdict(promise: dict[str, Any]) -> str:
    """The promise and whether it is kept, in one line. `uniqueness` says what it does not cover."""
    if promise["kept"]:
        size = plural(promise["smallest_class"], "record", "records")
        return f"Kept on the quasi-identifiers: the smallest class holds {size}."
    return (
        f"NOT kept: the smallest class holds {plural(promise['smallest_class'], 'record', 'records')}, "
        f"{promise['k']} were promised. Do not publish this table."
    )


def loss_reading(loss: dict[str, Any]) -> str:
    """What the loss says, and how much of it the cells alone account for."""
    overall = loss["overall"]
    said = (
        f"The released values lost {percent(overall, 2)} of the variance of the quasi-identifiers: their squared "
        f"distance from the records' own, as a share of the variance (SSE/SST). It is 0 % if nothing moved and 100 % "
        f"if everybody was given the mean. The cells alone, before their centres were rounded or turned into "
        f"categories, lose {percent(loss['cells'], 2)}."
    )
    if max([overall, *(attribute["loss_share"] for attribute in loss["attributes"])]) > 1:
        said += (
            " Above 100 %, released values lie further from the records than the mean of the whole table would: "
            "coarse rounding and most frequent categories can do that. Round less, or lower k."
        )
    return said


def method_reading(promise: dict[str, Any]) -> str:
    """What made the cells, by which rule it was chosen, and how it ended."""
    said = f"Made by {promise['method']}."
    if promise["method_rule"]:
        said += f" The rule of auto: {promise['method_rule']}."
    return f"{said} {promise['outcome_advice']}"


def certificate_reading(certificate: dict[str, Any], k: int) -> str:
    """How far from the best cells these can be, and how that is known."""
    if certificate["absent"]:
        return f"How far the cells are from the best possible ones is not known. {certificate['absent']}"
    which = f"cells of at least {count(k)} records"
    if certificate["n_blocks"] > 1:
        which += ", none across strata or patterns of missing values,"
    if certificate["at_most_above"] == 0:
        said = f"The cells are the best possible ones: no {which} lose less, but for rounding."
    else:
        said = f"The cells are {above_optimum(certificate)}"
        least = certificate["least_loss"]
        said += f": no {which} lose less than {percent(least, 2)} of the variance." if least > 0 else "."
    weighted = [WEIGHTED_BOUND] if certificate["is_weighted"] else []
    return " ".join([said, *(BOUND_READINGS[kind] for kind in certificate["rests_on"]), *weighted])


def above_optimum(certificate: dict[str, Any]) -> str:
    """The certificate in a few words."""
    return f"at most {percent(certificate['at_most_above'], 2)} above the optimum"


def short_certificate(certificate: dict[str, Any]) -> str:
    """The same for a line on the screen: figure and ground, or that there is none."""
    if certificate["absent"]:
        return "distance not known; the report says why"
    figure = above_optimum(certificate) if certificate["at_most_above"] else "reached, but for rounding"
    return f"{figure} ({bound_ground(certificate['rests_on'], is_weighted=certificate['is_weighted'])})"


def bound_ground(rests_on: Sequence[str], *, is_weighted: bool) -> str:
    """What a bound rests on, in a few words."""
    return " and ".join(rests_on) + (", times the least weight" if is_weighted else "")


def linkage_reading(linkage: dict[str, Any]) -> str:
    """What the attack achieved, in two sentences."""
    attacked = (
        "every record"
        if linkage["n_attacked"] == linkage["n_records"]
        else f"a random sample of {count(linkage['n_attacked'])} records"
    )
    return (
        f"An attacker who knows the exact quasi-identifiers of {attacked} and picks the nearest released "
        f"record links {percent(linkage['success'])} correctly (95 % interval "
        f"{percent(linkage['success_low'])} to {percent(linkage['success_high'])}). Blind guessing links "
        f"1 in {count(linkage['n_records'])}; somebody who is told the right class links "
        f"{percent(linkage['ceiling'])}, which is the most that quasi-identifiers alone can give away."
    )
