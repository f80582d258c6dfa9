"""Roles from arguments: every wrong naming is refused in words, and unnamed columns are looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from shoal.errors import RolesError
from shoal.table import ColumnType, MissingPolicy, Role, Table, roles_from_arguments, table_of

N_RECORDS = 40


@pytest.fixture
def table() -> Table:
    numbers = range(N_RECORDS)
    return table_of(
        pl.DataFrame(
            {
                "age": [20 + n % 7 for n in numbers],
                "zip": [f"0800{n % 5}" for n in numbers],
                "lat": [40.0 + n / 100 for n in numbers],
                "lon": [-3.0 - n / 100 for n in numbers],
                "pay": [1000.25 + n for n in numbers],
                "ill": [n % 3 == 0 for n in numbers],
                "region": ["n" if n % 2 else "s" for n in numbers],
                "wgt": [1.0 + n % 3 for n in numbers],
                "level": pl.Series(["lo", "hi"] * (N_RECORDS // 2), dtype=pl.Enum(["lo", "hi"])),
            }
        )
    )


def refusal(table: Table, **arguments: Any) -> str:
    with pytest.raises(RolesError) as caught:
        roles_from_arguments(table, **arguments)
    return str(caught.value)


def test_every_column_gets_its_role(table: Table) -> None:
    roles = roles_from_arguments(
        table,
        quasi_identifiers=["pay", "age"],
        identifiers="zip",
        confidential=["ill"],
        insensitive=["lat"],
        weight="wgt",
        by=("region", "level"),
    )
    assert roles.quasi_identifiers == ("pay", "age"), "in the order they were given"
    assert (roles.identifiers, roles.confidential, roles.weight) == (("zip",), ("ill",), "wgt")
    assert roles.stratum == ("region", "level")
    assert roles.insensitive == ("lat", "lon")
    assert roles.unnamed == ("lon",)
    assert roles.of("lat").named
    assert [column.name for column in roles.columns] == list(table.columns)
    assert roles.of("age").missing == MissingPolicy.REFUSE


def test_details_by_column(table: Table, tmp_path: Path) -> None:
    roles = roles_from_arguments(
        table,
        quasi_identifiers=["age", "region", "zip", "lat", "lon", "level"],
        types={"lat": "latitude", "lon": "longitude", "age": "integer", "level": "ordinal"},
        orders={"region": ["s", "n"]},
        taxonomies={"zip": tmp_path / "zip.csv"},
        attribute_weights={"age": 2.5},
        rounding={"age": -1},
        missing={"age": "drop"},
    )
    assert roles.positions == (("lat", "lon"),)
    assert roles.of("region").type == ColumnType.ORDINAL
    assert roles.of("region").order == ("s", "n")
    assert roles.of("zip").type == ColumnType.TAXONOMY
    assert (roles.of("age").weight, roles.of("age").rounding) == (2.5, -1)
    assert roles.of("age").missing == MissingPolicy.DROP
    assert roles.of("zip").missing == MissingPolicy.REFUSE


def test_one_policy_for_all(table: Table) -> None:
    roles = roles_from_arguments(table, quasi_identifiers=["age", "zip"], missing="own-cell")
    assert {roles.of(name).missing for name in roles.quasi_identifiers} == {MissingPolicy.OWN_CELL}


def test_sensitive_is_confidential() -> None:
    assert Role("sensitive") is Role.CONFIDENTIAL


def test_unknown_columns_with_the_name_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age,town\n1,x\n")
    table = table_of(tmp_path / "people.csv")
    message = refusal(table, quasi_identifiers=["agee"])
    assert message == "Column 'agee' (quasi_identifiers) is not in people.csv. Did you mean 'age'?"
    assert "Its columns are 'age', 'town'" in refusal(table, quasi_identifiers=["qqqq"])


def test_a_wrong_delimiter_is_recognised_by_the_only_column(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("age,town\n1,x\n2,y\n")
    table = table_of(tmp_path / "people.csv", delimiter=";")
    message = refusal(table, quasi_identifiers=["age"])
    assert "read as a single column whose name has a comma in it: leave the delimiter out" in message


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"quasi_identifiers": []}, "No quasi-identifiers"),
        ({"quasi_identifiers": None}, "No quasi-identifiers"),
        ({"quasi_identifiers": ["age", "age"]}, "'age' is named twice in quasi_identifiers"),
        (
            {"quasi_identifiers": ["age"], "confidential": ["age"]},
            "both in quasi_identifiers and in confidential",
        ),
        ({"quasi_identifiers": ["age"], "by": "age"}, "both in quasi_identifiers and in by"),
        ({"quasi_identifiers": ["age"], "weight": ["wgt", "pay"]}, "all named as the weight"),
        ({"quasi_identifiers": ["lat"], "types": {"lat": "latitude"}}, "A latitude needs its longitude"),
        ({"quasi_identifiers": ["lon"], "types": {"lon": "longitude"}}, "A longitude needs its latitude"),
        ({"quasi_identifiers": ["age"], "types": {"age": "intger"}}, "Did you mean 'integer'"),
        ({"quasi_identifiers": ["age"], "types": {"pay": "numeric"}}, "which is no quasi-identifier"),
        ({"quasi_identifiers": ["age"], "types": {"agee": "numeric"}}, "Did you mean 'age'"),
        ({"quasi_identifiers": ["age"], "missing": "dorp"}, "Did you mean 'drop'"),
        ({"quasi_identifiers": ["zip"], "types": {"zip": "taxonomy"}}, "type taxonomy, but no file"),
        ({"quasi_identifiers": ["zip"], "types": {"zip": "ordinal"}}, "its order is not known"),
        ({"quasi_identifiers": ["zip"], "orders": {"zip": ["a", "a"]}}, "each named once"),
        ({"quasi_identifiers": ["age"], "attribute_weights": {"age": 0}}, "must be a positive number"),
        (
            {"quasi_identifiers": ["age"], "attribute_weights": {"age": float("nan")}},
            "must be a positive number",
        ),
        ({"quasi_identifiers": ["age"], "rounding": {"age": 1.5}}, "whole number of decimals"),
        (
            {"quasi_identifiers": ["age"], "rounding": {"age": 1}, "types": {"age": "integer"}},
            "0 or negative",
        ),
        (
            {"quasi_identifiers": ["zip"], "rounding": {"zip": 1}, "types": {"zip": "nominal"}},
            "never rounded",
        ),
        ({"quasi_identifiers": [3]}, "named by its text"),
    ],
)
def test_refusals(table: Table, arguments: dict[str, Any], words: str) -> None:
    assert words in refusal(table, **arguments)


def with_column(table: Table, name: str, values: list[object]) -> Table:
    return table_of(table.native().with_columns(pl.Series(name, values)))


def test_an_unnamed_column_that_looks_identifying_is_refused(table: Table) -> None:
    distinct = [f"P{n}" for n in range(N_RECORDS)]
    for name, values in (
        ("surname", ["same"] * N_RECORDS),
        ("e-mail", ["same"] * N_RECORDS),
        ("PersonID", list(range(100, 100 + N_RECORDS))),
        ("token", distinct),
        ("token", [n * n for n in range(N_RECORDS)]),
    ):
        wider = with_column(table, name, values)
        message = refusal(wider, quasi_identifiers=["age"])
        assert f"'{name}'" in message
        assert "identifiers" in message
        assert "P1" not in message
        for argument in ("identifiers", "confidential", "insensitive"):
            roles = roles_from_arguments(wider, quasi_identifiers=["age"], **{argument: name})
            assert name not in roles.unnamed


def test_unnamed_columns_that_repeat_are_published(table: Table) -> None:
    for name in ("region_id", "country_name", "number"):
        wider = with_column(table, name, [n % 4 for n in range(N_RECORDS)])
        assert name in roles_from_arguments(wider, quasi_identifiers=["age"]).unnamed


def test_in_a_small_table_distinct_values_prove_nothing() -> None:
    table = table_of(pl.DataFrame({"age": [1, 2, 3], "pay": [10, 20, 30]}))
    assert roles_from_arguments(table, quasi_identifiers=["age"]).unnamed == ("pay",)
