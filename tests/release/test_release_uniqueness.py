"""Uniqueness on everything that is published, tier by tier, with answers counted by hand."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import RolesError

N = 120


def frame(**more: Any) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    return pl.DataFrame({"age": rng.integers(20, 80, N), "ill": np.arange(N) % 3, **more})


def released(table: pl.DataFrame, k: int = 4, **roles: Any) -> shoal.Release:
    return shoal.anonymize(table, k=k, quasi_identifiers="age", method="mdav", seed=1, **roles)


def counted(table: pl.DataFrame, columns: list[str], below: int = 2) -> int:
    return int(table.group_by(columns).len().filter(pl.col("len") < below)["len"].sum())


def test_counts_are_those_of_the_released_table() -> None:
    release = released(frame(), confidential="ill")
    facts = release.report.facts["uniqueness"]
    assert facts["n_unique"] == counted(release.table, ["age", "ill"])
    assert facts["n_below_k"] == counted(release.table, ["age", "ill"], below=4)
    assert facts["n_unique_unchanged"] == 0
    assert facts["tier"] == "information"
    assert "('ill')" in facts["text"]


def test_nothing_is_said_when_nothing_is_unique() -> None:
    facts = released(frame().drop("ill")).report.facts["uniqueness"]
    assert (facts["tier"], facts["n_unique"], facts["n_below_k"]) == ("none", 0, 0)
    assert "every record is like at least 3 others" in facts["text"]


def test_a_join_key_is_named_with_its_remedy() -> None:
    release = released(frame(cost=np.arange(N) * 1.01), confidential=["ill", "cost"])
    facts = release.report.facts
    assert facts["uniqueness"]["join_keys"] == ["cost"]
    assert facts["uniqueness"]["tier"] == "warning"
    assert "'cost'" in facts["warnings"][0]
    assert "Round or group" in facts["warnings"][0]
    assert "see the warnings" in release.report.to_text()
    rounded = released(frame(cost=np.arange(N) // 30 * 1000), confidential=["ill", "cost"]).report.facts
    assert rounded["uniqueness"]["tier"] == "information"


def test_the_headline_of_every_form_says_what_k_does_not_cover() -> None:
    """Story: the amber report had the headline of the green one."""
    with pytest.warns(shoal.ShoalWarning, match="120 of 120 records are unique on all published columns") as told:
        amber = released(frame(cost=np.arange(N) * 1.01), confidential=["ill", "cost"]).report
    assert len(told) == 1
    said = "But 120 of 120 records are unique on all published columns. Read the warnings before you publish."
    text = " ".join(amber.to_text().split())
    assert f"WARNING: Kept on the quasi-identifiers: the smallest class holds 4 records. {said}" in text
    page = amber.to_html()
    assert '<div class="verdict doubt">\n<span class="stamp">Warning</span>\n<strong>Kept on' in page
    assert f"{said}</strong>" in page
    assert "You have to judge" not in page


def test_a_green_report_says_what_is_left_to_judge() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", shoal.ShoalWarning)  # only the amber ones warn
        green = released(frame(), confidential="ill").report
        bare = released(frame().drop("ill")).report
    for form in (green.to_text(), green.to_html()):
        plain = " ".join(form.split()).replace("&#39;", "'")
        assert (
            "is k = 4 enough for these people, and can an outsider know what is published unchanged ('ill')?" in plain
        )
        assert "Read the warnings before you publish" not in plain
    assert '<span class="stamp">Kept</span>' in green.to_html()
    assert "You have to judge before you publish: is k = 4 enough for these people?" in bare.to_text()


def test_columns_that_find_people_only_together_are_named() -> None:
    two = frame(one=np.arange(N) % 12, other=np.arange(N) // 12)  # each value of both is held by ten or more
    facts = released(two, confidential=["ill", "one", "other"]).report.facts["uniqueness"]
    assert facts["join_keys"] == []
    assert facts["together"] == ["one", "other"]
    assert facts["n_unique_together"] == N


@pytest.mark.parametrize(("n_alone", "tier"), [(23, "information"), (24, "warning")])
def test_a_fifth_found_is_the_border(n_alone: int, tier: str) -> None:
    values = np.where(np.arange(N) < n_alone, np.arange(N), 999)
    assert released(frame(code=values), confidential=["ill", "code"]).report.facts["uniqueness"]["tier"] == tier


def test_the_warning_does_not_depend_on_k() -> None:
    table = frame(code=np.arange(N) % 30)
    tiers = {released(table, k, confidential=["ill", "code"]).report.facts["uniqueness"]["tier"] for k in (2, 5, 20)}
    assert tiers == {"information"}


def test_columns_that_nobody_judged_are_not_passed_over() -> None:
    table = frame(extra=np.arange(N) % 15)
    release = released(table, confidential="ill")
    facts = release.report.facts["uniqueness"]
    assert facts["unjudged"] == ["extra"]
    assert facts["n_unique_unjudged"] == counted(release.table, ["age", "extra"]) > 0
    assert facts["tier"] == "warning"
    judged = released(table, confidential="ill", insensitive="extra").report.facts["uniqueness"]
    assert judged["tier"] == "information"


def test_weights_are_counted_but_no_join_key() -> None:
    facts = released(frame(stands_for=1 + np.arange(N) / 7), confidential="ill", weight="stands_for").report.facts
    assert facts["uniqueness"]["n_unique"] == N
    assert facts["uniqueness"]["tier"] == "information"
    assert any("weight that nobody else has" in warning for warning in facts["warnings"])


@pytest.mark.parametrize("households", [np.arange(N) // 3, [f"H{row // 3}" for row in range(N)]])
def test_numbers_of_households_are_refused_as_insensitive(households: Any) -> None:
    table = frame(home=households)
    for given in ({"insensitive": ["home", "ill"]}, {"confidential": "ill"}):  # called insensitive, or left out
        with pytest.raises(RolesError, match=r"'home' .* 120 of 120 records .* fewer than k = 4") as refused:
            released(table, **given)
        assert "identifiers" in str(refused.value)
        assert "H3" not in str(refused.value)
    assert released(table, k=3, insensitive=["home", "ill"]).report.facts["promise"]["kept"]  # three share each
    assert released(table, confidential=["home", "ill"]).report.facts["promise"]["kept"]
    assert "home" not in released(table, identifiers="home", confidential="ill").table.columns


def test_quasi_identifiers_that_repeat_each_other_are_named() -> None:
    rows = np.arange(N)
    table = pl.DataFrame({"town": [("x", "y")[row % 2] for row in rows], "postcode": rows % 6, "sex": rows // 6 % 2})
    arguments = {"k": 4, "types": {"postcode": "nominal"}, "method": "mdav", "seed": 1}
    both = shoal.anonymize(table, quasi_identifiers=["town", "postcode", "sex"], **arguments)
    said = [warning for warning in both.report.facts["warnings"] if "repeat each other" in warning]
    assert len(said) == 1
    assert "'postcode' determines 'town'" in said[0]
    assert "'sex'" not in said[0]
    one = shoal.anonymize(table, quasi_identifiers=["postcode", "sex"], identifiers="town", **arguments)
    assert not any("repeat each other" in warning for warning in one.report.facts["warnings"])


def test_columns_that_tell_each_other_are_named_once() -> None:
    table = frame(years=frame()["age"] * 12)
    release = shoal.anonymize(table, k=4, quasi_identifiers=["age", "years"], confidential="ill", method="mdav")
    said = next(warning for warning in release.report.facts["warnings"] if "repeat each other" in warning)
    assert said.count(" determines ") == 1
