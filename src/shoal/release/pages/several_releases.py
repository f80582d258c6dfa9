"""What somebody learns who has earlier releases of the same people, in sentences."""

from __future__ import annotations

from typing import Any

from shoal.release.wording import loss_decimals, percent
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
        f"For {count:,} records, the classes of all releases together leave one value of '{name}', and no class alone "
        "does. Somebody who finds the person in all of them knows that value."
        for name, count in facts["one_value_left"].items()
        if count
    ]
    if facts["n_left_out"] > MANY_LEFT_OUT * n_records:
        said.append(
            f"{facts['n_left_out']:,} of {n_records:,} records were left out, because of the earlier releases: this "
            "one says nothing about them. To keep more, publish fewer columns unchanged, or wait until more people "
            "have changed."
        )
    if facts["smaller_k_before"]:
        said.append(
            "An earlier release has classes smaller than k. People who stay in them hide among so few in that release, "
            "whatever this one does."
        )
    return said


def _people(count: int) -> str:
    return f"{count:,} person" if count == 1 else f"{count:,} people"


def two_releases_reading(facts: dict[str, Any]) -> list[str]:
    """What an audit of two tables found, in sentences."""
    name, k = facts["table"], facts["k_needed"]
    said = [f"{name}: {facts['n_records']:,} records, and its smallest class holds {facts['k']:,}."]
    if facts["not_compared"]:
        said.append(f"Columns of one table only are not compared: {listed(facts['not_compared'])}.")
    if not facts["linked_by"]:
        said.append(
            "The tables have no other column in common, so nothing in them links single records. What the sums of "
            "classes show together cannot be counted without knowing who is in which class."
        )
        return said
    said.append(
        f"Records are compared by {listed(facts['linked_by'])}. {facts['n_linked']:,} records have values that one "
        f"record of each table has: anybody can link these. {facts['n_without_match']:,} records have values that no "
        f"record of {name} has, and {facts['n_earlier_without_match']:,} the other way round: they came, went or "
        "changed."
    )
    if facts["fewest_records"] is not None:
        said.append(
            f"A record of this table that has a match is compatible with at least {facts['fewest_records']:,} records "
            f"of {name} in {facts['fewest_classes']:,} classes; half of them with {facts['median_records']:,} or more."
        )
    if facts["n_pairs"]:
        said.append(
            f"The linked records are in {facts['n_pairs']:,} pairs of classes. {facts['n_pairs_below']:,} of these "
            f"pairs have fewer than {k:,} records that can be in both classes (the smallest has "
            f"{facts['smallest_pair']:,}): {facts['n_linked_below']:,} people whose records are linked are narrowed "
            "down to so few."
        )
        said.append(
            f"{facts['n_classes_with_few_more'] + facts['n_earlier_classes_with_few_more']:,} classes seem to be "
            f"classes of the other table and fewer than {k:,} records more. Size times mean of one, minus those of the "
            "others, gives the sum over these few records."
        )
    said.append(
        "This is the least that can be learnt, from the two tables alone and if equal values are those of the same "
        "people. Somebody who knows more about the people links more. shoal anonymize --earlier counts people exactly, "
        "because it has the original tables."
    )
    return said
