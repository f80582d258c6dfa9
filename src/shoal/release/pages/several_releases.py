"""What somebody learns who has earlier releases of the same people, in sentences."""

from __future__ import annotations

from typing import Any

from shoal.release.wording import count, loss_decimals, percent, plural
from shoal.table.wording import listed

MANY_LEFT_OUT = 0.1  # of the records: a choice, so that a release that lost a part of its people never looks whole


def several_releases_reading(report: dict[str, Any]) -> list[str]:
    """The facts in sentences; none without earlier releases."""
    facts = report.get("earlier")
    if facts is None:
        return []
    without, decimals = facts["without"], loss_decimals(report["loss"])
    which = "an earlier release" if facts["n_releases"] == 1 else f"{facts['n_releases']} earlier releases"
    said = [
        f"Some of these people are in {which}. {facts['text']}",
        f"{_people(facts['n_stayed'])} stayed, {facts['n_came']:,} came, {_went(facts)}. Of "
        f"those who stayed, {facts['n_changed']:,} changed in what is published unchanged.",
        (
            f"Records of the releases can be linked by {listed(facts['linked_by'])}."
            if facts["linked_by"]
            else "The releases have no column in common that is published unchanged, so nothing links single records."
        ),
        f"Without regard to the earlier releases, {without['cells_that_tell']:,} of {without['cells']:,} cells "
        f"({without['records_in_them']:,} records) would have shown fewer people. That is what the price is paid for: "
        f"the cells lose {percent(report['loss']['cells'], decimals)} of the variance, and would have lost "
        f"{percent(without['loss'], decimals)}.",
    ]
    if facts["n_left_out"]:
        said.append(
            f"{facts['n_left_out']:,} records were left out, because it could not be hidden that they, or others of "
            "their earlier class, came, went or changed. Those of people of an earlier release are counted above, "
            "among the people who went or are left out."
        )
    return said


def _went(facts: dict[str, Any]) -> str:
    """Nobody who is left out is counted twice: an earlier person who is left out is among those who went."""
    return f"{facts['n_went']:,} went{' or are left out' if facts['n_left_out'] else ''}"


def short_several_releases(facts: dict[str, Any]) -> str:
    """One line for the screen."""
    return f"{facts['n_stayed']:,} people stayed, {facts['n_came']:,} came, {_went(facts)}"


def several_releases_warnings(facts: dict[str, Any] | None, n_records: int) -> list[str]:
    """What has to be read before publishing; ``n_records`` came in."""
    if facts is None:
        return []
    said = [
        f"For {count(n_records)} records, the classes of all releases together leave one value of '{name}', and no "
        "class alone does. Somebody who finds the person in all of them knows that value."
        for name, n_records in facts["one_value_left"].items()
        if n_records
    ]
    if facts["n_left_out"] > MANY_LEFT_OUT * n_records:
        said.append(
            f"{facts['n_left_out']:,} of {n_records:,} records were left out, because of the earlier releases: this "
            "one says nothing about them. To keep more, publish fewer columns unchanged, or wait until more people "
            "have changed."
        )
    if facts["smaller_class_before"]:
        said.append(
            "An earlier release has classes smaller than k. People who stay in them hide among so few in that release, "
            "whatever this one does."
        )
    return said


def _people(count: int) -> str:
    return f"{count:,} person" if count == 1 else f"{count:,} people"


def not_kept_together(facts: dict[str, Any]) -> list[str]:
    """For each earlier release beside which the k that was asked for is not kept: that it is not, and why."""
    if facts["k_asked"] is None:
        return []
    return [
        f"NOT kept together with {pair['table']}: {plural(pair['n_pairs_below'], 'pair', 'pairs')} of classes "
        f"{'leaves' if pair['n_pairs_below'] == 1 else 'leave'} fewer than {count(pair['k_needed'])} records for a "
        "person who is in both."
        for pair in facts.get("earlier", ())
        if pair["n_pairs_below"]
    ]


def two_releases_reading(facts: dict[str, Any]) -> list[str]:
    """What an audit of two tables found, in sentences."""
    name, k = facts["table"], facts["k_needed"]
    said = [
        f"{name}: {plural(facts['n_records'], 'record', 'records')}, and its smallest class holds {count(facts['k'])}."
    ]
    if facts["is_same"]:
        said.append("Both tables hold the same records, so the earlier one shows nothing that this one does not show.")
    if facts["not_compared"]:
        said.append(f"Columns of one table only are not compared: {listed(facts['not_compared'])}.")
    if not facts["linked_by"]:
        said.append(
            "The tables have no other column in common, so nothing in them links single records. What the sums of "
            "classes show together cannot be counted without knowing who is in which class."
        )
        return said
    said += _linked_reading(facts, name)
    if facts["n_pairs"]:
        said += _pairs_reading(facts, k)
    said.append(
        "This is the least that can be learnt, from the two tables alone and if equal values are those of the same "
        "people. Somebody who knows more about the people links more. shoal anonymize --earlier counts people exactly, "
        "because it has the original tables."
    )
    return said


def _linked_reading(facts: dict[str, Any], name: str) -> list[str]:
    """Which records can be linked, and which have no match."""
    n_linked = facts["n_linked"]
    said = [
        f"Records are compared by {listed(facts['linked_by'])}. {plural(n_linked, 'record has', 'records have')} "
        f"values that one record of each table has: anybody can link {'it' if n_linked == 1 else 'these'}.",
        f"People who came or changed: {plural(facts['n_without_match'], 'record', 'records')} of this table "
        f"{'has' if facts['n_without_match'] == 1 else 'have'} values that no record of {name} has. People who "
        f"went or changed: {plural(facts['n_earlier_without_match'], 'record', 'records')} of {name} "
        f"{'has' if facts['n_earlier_without_match'] == 1 else 'have'} values that no record of this table has.",
    ]
    if facts["fewest_records"] is not None:
        said.append(
            "A record of this table that has a match is compatible with at least "
            f"{plural(facts['fewest_records'], 'record', 'records')} of {name} in "
            f"{plural(facts['fewest_classes'], 'class', 'classes')}; half of them with "
            f"{count(facts['median_records'])} or more."
        )
    return said


def _pairs_reading(facts: dict[str, Any], k: int) -> list[str]:
    """How few people the pairs of classes leave."""
    n_more = facts["n_classes_with_few_more"] + facts["n_earlier_classes_with_few_more"]
    below, people = facts["n_pairs_below"], facts["n_linked_below"]
    return [
        f"The linked records are in {plural(facts['n_pairs'], 'pair', 'pairs')} of classes. "
        f"{count(below)} of these {'has' if below == 1 else 'have'} fewer than {count(k)} records that can be in both "
        f"classes (the smallest number is {count(facts['smallest_pair'])}): "
        f"{plural(people, 'person whose record is linked is', 'people whose records are linked are')} narrowed down to "
        "so few.",
        f"{plural(n_more, 'class seems', 'classes seem')} to be classes of the other table and fewer than {count(k)} "
        "records more. Size times mean of one, minus those of the others, gives the sum over these few records.",
    ]
