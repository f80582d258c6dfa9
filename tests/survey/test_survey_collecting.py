"""What comes back: counted by cell, released from k on, withheld below, and nobody named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from survey_toys import collect, designed, frame

import shoal
from shoal.errors import MissingValuesError, ParameterError, PromiseNotKept, RolesError, TableError
from shoal.survey.design.frame import Design


@pytest.fixture(scope="module")
def design() -> Design:
    return designed()


def answers(design: Design, counts: dict[int, int]) -> pl.DataFrame:
    """So many answers from each of these cells."""
    cells = [cell for cell, count in counts.items() for _ in range(count)]
    return pl.DataFrame(
        {
            "cell": cells,
            "specification": [design.specification.digest] * len(cells),
            "token": [f"t{row}" for row in range(len(cells))],
            "score": [row % 4 for row in range(len(cells))],
            "rating": ["1.50" if row % 2 else "1.5" for row in range(len(cells))],
        }
    )


def test_cells_from_k_on_are_released_with_the_values_of_the_design(design: Design) -> None:
    given = answers(design, {0: 3, 1: 2, 4: 5, 7: 1})
    found = collect(design.specification, given, token="token", confidential=["score", "rating"])
    attained = found.attained
    assert (attained.n_answers, attained.n_released, attained.n_withheld) == (11, 8, 3)
    assert (attained.n_cells_released, attained.n_cells_failed) == (2, 2)
    assert attained.n_cells_empty == design.n_cells - 4
    assert attained.attained_failure == 2 / design.n_cells
    assert attained.attained_participation == 11 / 240
    assert attained.smallest_class == 3
    table = found.table
    assert set(table.columns) == {"age", "income", "sex", "score", "rating"}
    members = frame().with_columns(cell=pl.Series(design.cell_of)).filter(pl.col("cell") == 4)
    released = table.filter(age=round(members["age"].mean()))
    assert len(released) == 5
    assert 0 < abs(released["income"][0] - members["income"].mean()) < 0.5  # cells are some 700 apart


def test_attained_failure_is_held_against_the_design(design: Design) -> None:
    """P(at least one of the cells fails) is one minus the product; two failures are rarer."""
    failures = design.specification.failures
    at_least_one = 1.0 - np.prod(1.0 - failures)
    one = collect(design.specification, answers(design, {0: 3, 1: 2}), token="token").attained
    two = collect(design.specification, answers(design, {0: 3, 1: 2, 2: 1}), token="token").attained
    none = collect(design.specification, answers(design, {0: 3}), token="token").attained
    assert one.as_many_failed == pytest.approx(at_least_one)
    assert one.any_failed == pytest.approx(at_least_one)
    assert two.as_many_failed < one.as_many_failed < none.as_many_failed == 1.0
    assert one.expected_failed == pytest.approx(failures.sum())


def test_surveys_fail_no_more_often_than_designed(design: Design) -> None:
    """2,000 surveys of 21 cells: the share of failed cells is below p̄, and is the computed one within 4 deviations."""
    rng = np.random.default_rng(0)
    sizes = design.specification.frame_counts
    active = rng.binomial(sizes, 0.6, size=(2000, len(sizes)))
    failed = ((active > 0) & (active < 3)).mean()
    expected = design.specification.failures.mean()
    assert failed < 0.01
    assert abs(failed - expected) < 4 * np.sqrt(expected / active.size)


def test_file_is_counted_as_it_is_written(design: Design, tmp_path: Path) -> None:
    source, target = tmp_path / "answers.csv", tmp_path / "release" / "release.csv"
    answers(design, {0: 4, 1: 2, 4: 5}).write_csv(source)
    collect(design.specification, source, token="token").save(target.parent)
    assert shoal.audit(target, quasi_identifiers=["age", "income", "sex"]).k == 4
    text = target.read_text("utf-8")
    assert "1.50" in text and "token" not in text and "sha256" not in text


def test_nothing_to_release_is_no_release(design: Design) -> None:
    with pytest.raises(PromiseNotKept, match="no cell got k = 3"):
        collect(design.specification, answers(design, {0: 2, 1: 2}), token="token")


@pytest.mark.parametrize(("policy", "score"), [("first", 1), ("last", 9)])
def test_of_two_answers_the_chosen_one_counts(design: Design, policy: str, score: int) -> None:
    given = pl.DataFrame({"cell": [0] * 4, "token": ["a", "b", "c", "a"], "score": [1, 5, 5, 9]})
    found = collect(design.specification, given, token="token", duplicates=policy)
    assert found.attained.n_duplicates == 1
    assert sorted(found.table["score"].to_list()) == sorted([5, 5, score])


def test_duplicates_do_not_make_a_cell_safe(design: Design) -> None:
    """Story: two people who each answer twice are four answers, and still two people."""
    given = pl.DataFrame({"cell": [0] * 4, "token": ["a", "b", "b", "a"]})
    with pytest.raises(PromiseNotKept):
        collect(design.specification, given, token="token", duplicates="last")


def test_wrong_answers_are_refused_in_words(design: Design) -> None:
    good = answers(design, {0: 4})
    wrong: list[tuple[pl.DataFrame, dict[str, Any], type[Exception], str]] = [
        (good.with_columns(cell=pl.Series([0, 0, 99, 0])), {}, TableError, "does not exist, the first in row 3"),
        (good.with_columns(cell=pl.Series([0, 0, -1, 0])), {}, TableError, "does not exist"),
        (good.with_columns(cell=pl.Series([0.0, 0.0, 0.5, 0.0])), {}, TableError, "does not exist"),
        (good.with_columns(cell=pl.Series([0, None, 0, 0])), {}, MissingValuesError, "row 2"),
        (good.drop("cell"), {}, TableError, "'cell'"),
        (good.with_columns(specification=pl.lit("sha256:0")), {}, TableError, "another design"),
        # the digest is looked at first: that a cell of another design does not exist in this one helps nobody
        (good.with_columns(specification=pl.lit("sha256:0"), cell=pl.lit(999)), {}, TableError, "another design"),
        (good.with_columns(token=pl.lit("a")), {"token": "token"}, TableError, "3 answers were sent again"),
        (good.with_columns(token=pl.Series(["a", "b", None, "c"])), {"token": "token"}, MissingValuesError, "row 3"),
        (good, {"token": "tokken"}, RolesError, "token"),
        (good, {"duplicates": "last"}, ParameterError, "token"),
        (good, {"token": "token", "duplicates": "both"}, ParameterError, "'last'"),
        (good.with_columns(age=pl.lit(41)), {}, RolesError, "'age'"),
    ]
    for table, more, error, words in wrong:
        with pytest.raises(error, match=words) as refused:
            collect(design.specification, table, **more)
        assert "t0" not in str(refused.value) and "1.50" not in str(refused.value)


def test_columns_that_name_people_need_a_role(design: Design) -> None:
    members = int(design.specification.frame_counts[0])
    given = answers(design, {0: members})
    given = given.with_columns(email=pl.format("somebody{}@example.org", pl.int_range(members)))
    with pytest.raises(RolesError, match="email"):
        collect(design.specification, given, token="token")
    found = collect(design.specification, given, token="token", identifiers=["email"])
    assert "email" not in found.table.columns


def test_a_cell_with_more_answers_than_members_is_not_released(design: Design) -> None:
    """Story: 200 answers came for a cell of some dozen people. A warning said so, and they were released."""
    members = int(design.specification.frame_counts[0])
    given = answers(design, {0: members + 1, 1: 4, 2: 2})
    with pytest.raises(TableError, match=r"1 cell has more answers than members.*overfull='withhold'"):
        collect(design.specification, given, token="token")
    found = collect(design.specification, given, token="token", overfull="withhold")
    attained = found.attained
    assert (attained.n_released, attained.n_withheld, attained.n_cells_overfull) == (4, members + 3, 1)
    assert (attained.n_cells_withheld, attained.n_cells_failed, attained.n_cells_repeated) == (2, 1, 0)
    assert attained.n_repeated == 0
    assert any("Such cells are withheld" in words for words in found.warnings)
    full = collect(design.specification, answers(design, {0: members}), token="token")
    assert full.attained.n_released == members
    with pytest.raises(PromiseNotKept, match="no cell"):
        collect(design.specification, answers(design, {0: members + 1}), token="token", overfull="withhold")
    with pytest.raises(ParameterError, match="'refuse' or 'withhold'"):
        collect(design.specification, given, token="token", overfull="count")


def test_doubtful_counts_are_warned_of(design: Design) -> None:
    no_tokens = answers(design, {0: 4}).drop("token")
    assert any("counts twice" in words for words in collect(design.specification, no_tokens).warnings)
    failing = answers(design, dict.fromkeys(range(1, 9), 1) | {0: 3})
    assert any(
        "independently of each other" in words
        for words in collect(design.specification, failing, token="token").warnings
    )


def test_strata_and_gaps_come_back_in_the_release() -> None:
    members = frame(400, seed=8).with_columns(age=pl.when(pl.int_range(pl.len()) % 7 == 2).then(None).otherwise("age"))
    design = designed(members, quasi_identifiers=["age", "born"], by=["region"], missing="own-cell")
    given = pl.DataFrame({"cell": design.cell_of, "score": [1] * 400})
    table = collect(design.specification, given).table
    assert table["age"].null_count() == members["age"].null_count()
    assert sorted(table["region"].to_list()) == sorted(members["region"].to_list())
    assert table["born"].dtype == pl.Date


def test_classes_that_break_a_promise_about_answers_are_withheld(design: Design, tmp_path: Path) -> None:
    """The first cell has one rating only; k alone would release it."""
    given = answers(design, {0: 3, 4: 5, 7: 4}).with_columns(
        rating=pl.when(pl.col("cell") == 0).then(pl.lit("2.5")).otherwise(pl.col("rating"))
    )
    found = collect(design.specification, given, token="token", diversity={"rating": 2}, confidential=["score"])
    attained = found.attained
    assert (attained.n_released, attained.n_revealing, attained.n_cells_revealing) == (9, 3, 1)
    assert (attained.n_repeated, attained.n_cells_repeated, attained.n_cells_withheld) == (0, 0, 1)
    assert "2.5" not in found.table["rating"].to_list()
    assert [count.n_broken for count in found.promises] == [0]
    found.save(tmp_path / "release")  # the promise is counted on the written file
    with pytest.raises(PromiseNotKept, match="no cell keeps what is promised"):
        collect(design.specification, given, token="token", diversity={"rating": 3})
