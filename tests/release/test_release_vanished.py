"""Categories that the release no longer shows: told in counts, and only where a count gives nobody away."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.release.utility.vanished import may_tell
from shoal.release.wording import method_name

N, K = 400, 5


def warnings_of(sexes: list[str], k: int = K) -> list[str]:
    ages = np.random.default_rng(3).integers(18, 90, len(sexes))
    table = pl.DataFrame({"age": ages, "sex": sexes})
    release = shoal.anonymize(
        table, k=k, quasi_identifiers=["age", "sex"], attribute_weights={"sex": 0.01}, method="mdav", seed=1
    )
    assert set(release.table["sex"]) == {"m", "w"}
    return [said for said in release.report.facts["warnings"] if "no longer occur" in said]


def sexes_with(rare: list[str]) -> list[str]:
    return [*rare, *("wm"[row % 2] for row in range(N - len(rare)))]


def test_a_rare_category_that_is_gone_is_told_without_its_name_or_count() -> None:
    """Story: the third sex (4 records) was gone from the release, and nothing said so."""
    (said,) = warnings_of(sexes_with(["divers"] * 4))
    assert said.startswith("At least one category of 'sex' no longer occurs in the release.")
    assert "divers" not in said
    assert "4" not in said


def test_frequent_categories_that_are_gone_are_counted() -> None:
    (said,) = warnings_of(sexes_with(["divers"] * 5))
    assert said.startswith("One category of 'sex', held by 5 records, no longer occurs in the release.")
    (said,) = warnings_of(sexes_with(["a", "b", "b", "c", "c"]))
    assert said.startswith("3 categories of 'sex', held by 5 records in all, no longer occur in the release.")


def test_a_small_table_tells_no_count() -> None:
    (said,) = warnings_of([*["divers"] * 4, *["w", "m"] * 10], k=4)
    assert said.startswith("At least one category")


def test_nothing_is_said_when_nothing_is_gone() -> None:
    assert warnings_of(sexes_with([])) == []


@pytest.mark.parametrize(
    ("gone", "left", "tells"),
    [
        ([5], [300], True),
        ([4], [300], False),
        ([1, 4], [300], False),  # anybody who knows of the one computes the four
        ([1, 2, 2], [300], True),
        ([1, 1, 2], [300], False),  # four in all
        ([9, 4], [300], False),
        ([5], [300, 4], False),  # 'other values' of the report are nine: minus five they tell the four
        ([5], [300, 3, 3], True),
    ],
)
def test_the_count_is_told_only_if_it_gives_no_rare_category_away(
    gone: list[int], left: list[int], tells: bool
) -> None:
    assert may_tell(gone, left, K) is tells


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("mdav", "mdav"),
        ("auto: best(steps=[anneal(1), recombine])", "best, chosen automatically"),
        (
            "auto: best(steps=[anneal(1), recombine]) in 1 of 2 blocks; auto: best(start='mdav*') in 1 of 2 blocks",
            "best, chosen automatically, in each of 2 groups of records that are anonymised separately "
            "(strata or missing values)",
        ),
        (
            "auto: best(steps=[anneal(1), recombine]) in 3 of 4 blocks; auto: optimal-1d in 1 of 4 blocks",
            "best, chosen automatically, in 3 of 4 groups of records that are anonymised separately "
            "(strata or missing values); optimal-1d, chosen automatically, in 1 of them",
        ),
    ],
)
def test_a_method_of_several_groups_is_named_once(method: str, said: str) -> None:
    assert method_name(method) == said
