"""Entrance checks and the made-up people."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from shoal.errors import MissingValuesError, ParameterError, TableError
from shoal.table import (
    constant_columns,
    missing_by_policy,
    missing_in,
    refuse_missing,
    require_readable,
    roles_from_arguments,
    strata_of,
    synthetic_people,
    table_of,
    weights_of,
)
from shoal.table.roles.checks import refuse_stray_text

GAPS = pl.DataFrame(
    {
        "age": [1.0, None, float("nan"), 4.0],
        "town": ["x", "y", "", None],
        "sex": ["f", "f", "m", "m"],
        "same": [7, 7, 7, 7],
        "tags": [[1], [2], [3], [4]],
    }
)


def test_missing_in_any_of_the_columns() -> None:
    table = table_of(GAPS)
    assert missing_in(table, ["age"]).tolist() == [False, True, True, False]
    assert missing_in(table, ["age", "town"]).tolist() == [False, True, True, True]
    assert not missing_in(table, []).any()


def test_refusal_counts_and_locates() -> None:
    with pytest.raises(MissingValuesError, match=r"'age' of the table is missing in 2 records, the first in row 2"):
        refuse_missing(table_of(GAPS), ["sex", "age"])
    refuse_missing(table_of(GAPS), ["sex"])


def test_policies_drop_first_then_own_cell() -> None:
    table = table_of(GAPS)
    roles = roles_from_arguments(
        table,
        quasi_identifiers=["age", "town", "sex"],
        insensitive="tags",
        missing={"age": "drop", "town": "own-cell"},
    )
    dropped, own_cell = missing_by_policy(table, roles)
    assert dropped.tolist() == [False, True, True, False]
    assert own_cell.tolist() == [False, False, False, True]
    with pytest.raises(MissingValuesError):
        missing_by_policy(table, roles_from_arguments(table, quasi_identifiers=["age"], insensitive="tags"))


def test_constant_columns() -> None:
    assert constant_columns(table_of(GAPS), ["sex", "same"]) == ("same",)


def test_strata_of_several_columns() -> None:
    table = table_of(pl.DataFrame({"a": ["x", "y", "x", "y"], "b": [1, 1, 2, 1]}))
    stratum_of, n_strata = strata_of(table, ["a", "b"])
    assert stratum_of.tolist() == [0, 2, 1, 2]
    assert n_strata == 3
    assert strata_of(table, [])[0].tolist() == [0, 0, 0, 0]
    assert strata_of(table, [])[1] == 1


def test_missing_stratum_is_refused() -> None:
    with pytest.raises(MissingValuesError, match="Stratum column 'town' of the table is missing in 1 record"):
        strata_of(table_of(GAPS), ["town"])


@pytest.mark.parametrize("wrong", [0.0, -1.0, None, float("nan")])
def test_weights_must_be_positive(wrong: float | None) -> None:
    with pytest.raises(TableError, match=r"Weight column 'w' .* 1 value missing, zero or negative, the first in row 2"):
        weights_of(table_of(pl.DataFrame({"w": [1.0, wrong]})), "w")


def test_weights_must_be_finite_numbers() -> None:
    with pytest.raises(TableError, match="1 infinite value"):
        weights_of(table_of(pl.DataFrame({"w": [1.0, float("inf")]})), "w")
    assert weights_of(table_of(pl.DataFrame({"w": [1, 2]})), "w").tolist() == [1.0, 2.0]


def test_nested_columns_are_no_quasi_identifiers() -> None:
    with pytest.raises(TableError, match="'tags'"):
        require_readable(table_of(GAPS), ["sex", "tags"])


def test_people_are_reproducible_and_differ_by_seed() -> None:
    assert synthetic_people(200, seed=3).equals(synthetic_people(200, seed=3))
    assert not synthetic_people(200, seed=3).equals(synthetic_people(200, seed=4))
    with pytest.raises(ParameterError, match="at least 1"):
        synthetic_people(0)


def test_people_hang_together() -> None:
    people = synthetic_people(4000, seed=0)
    assert people.null_count().sum_horizontal().item() == 0
    education = people["education"].to_physical().to_numpy()
    worked = people["weekly_hours"].to_numpy() > 0
    income = people["income"].to_numpy()
    assert np.corrcoef(education[worked], income[worked])[0, 1] > 0.2
    assert people.filter(pl.col("marital_status") == "widowed")["age"].mean() > people["age"].mean() + 10
    assert people.group_by("town").agg(pl.col("postcode").str.head(2).n_unique())["postcode"].max() == 1
    assert people["age"].min() >= 18
    years = (pl.date(2024, 1, 1) - pl.col("birth_date")).dt.total_days() / 365.25
    assert people.select((years.floor() == pl.col("age")).all()).item()


@pytest.mark.parametrize(
    "texts",
    [
        ["12.345,00", "1.234,50", "999,00"],
        ["1,234.5", "12,345.75", "17.5"],
        ["12 345", "7 001", "950"],
        ["12\u00a0345", "1\u202f234\u202f567", "8"],
        ["1'234", "12'345.5", "7"],
        ["12,5", "13,25", "14"],
        ["12.345,00", "1.234,50", "1.234,51", "1.234,52", "unknown"],
    ],
)
def test_numbers_with_separators_are_refused_unless_a_type_is_given(texts: list[str]) -> None:
    table = table_of(pl.DataFrame({"income": texts}))
    with pytest.raises(TableError, match=r"'income' of the table seems to hold numbers with separators") as caught:
        refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="income"))
    assert not any(text in str(caught.value) for text in texts)
    refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="income", types={"income": "nominal"}))


@pytest.mark.parametrize(
    "texts",
    [
        ["08001", "08002", "08003"],
        ["a 123", "b 456", "12 345"],
        ["1,234", "x", "y", "z"],
        ["A12", "12-34", "1.2.3"],
        ["north", "south", "east"],
    ],
)
def test_codes_and_words_are_no_numbers_with_separators(texts: list[str]) -> None:
    table = table_of(pl.DataFrame({"income": texts}))
    refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="income"))


def test_a_plain_decimal_comma_is_read_where_it_does_not_separate_columns(tmp_path: Path) -> None:
    path = tmp_path / "comma.csv"
    path.write_text("income;sex\n12,5;f\n1300,25;m\n", encoding="utf-8")
    table = table_of(path, delimiter=";")
    assert table.numbers("income").tolist() == [12.5, 1300.25]
    path.write_text("income;sex\n12.345,5;f\n1.300,25;m\n", encoding="utf-8")
    table = table_of(path, delimiter=";")
    with pytest.raises(TableError, match="separators between thousands"):
        refuse_stray_text(table, roles_from_arguments(table, quasi_identifiers="income"))


def test_a_missing_file_names_one_of_almost_that_name(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age\n1\n")
    with pytest.raises(TableError, match=r"There is no file .*poeple\.csv\. Did you mean 'people\.csv'\?"):
        table_of(tmp_path / "poeple.csv")
    with pytest.raises(TableError, match=r"There is no file .*other\.csv\. Check the path\."):
        table_of(tmp_path / "nowhere" / "other.csv")


def test_an_array_is_shown_the_way_to_microaggregate() -> None:
    with pytest.raises(TableError, match=r"ndarray is not a table .* shoal\.microaggregate"):
        table_of(np.zeros((9, 2)))
