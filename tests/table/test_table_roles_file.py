"""Roles from a file, in TOML and YAML; the proposal is such a file."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from jsonschema import Draft202012Validator

from shoal.errors import RolesError
from shoal.table import (
    ColumnType,
    MissingPolicy,
    Role,
    Table,
    propose_roles,
    read_roles,
    roles_from_file,
    roles_schema,
    synthetic_people,
    table_of,
)

TOML = """
missing = "drop"

[columns.age]
role = "quasi_identifying"
type = "integer"
weight = 2
rounding = -1
missing = "own-cell"

[columns.level]
role = "quasi_identifying"
order = ["lo", "hi"]

[columns."home town"]
role = "quasi_identifying"
type = "taxonomy"
taxonomy = "trees/town.csv"

[columns.ill]
role = "sensitive"
"""
YAML = """
missing: drop
columns:
  age: {role: quasi_identifying, type: integer, weight: 2, rounding: -1, missing: own-cell}
  level: {role: quasi_identifying, order: [lo, hi]}
  home town: {role: quasi_identifying, type: taxonomy, taxonomy: trees/town.csv}
  ill: {role: sensitive}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "town.csv").write_text("value,parent\nx,\n")
    return tmp_path


@pytest.fixture
def table() -> Table:
    return table_of(pl.DataFrame({"age": [1, 2], "level": ["lo", "hi"], "home town": ["x", "x"], "ill": [True, False]}))


@pytest.mark.parametrize(("name", "text"), [("roles.toml", TOML), ("roles.yaml", YAML), ("roles.yml", YAML)])
def test_both_languages_say_the_same(folder: Path, table: Table, name: str, text: str) -> None:
    (folder / name).write_text(text)
    roles = roles_from_file(table, folder / name)
    assert roles.quasi_identifiers == ("age", "level", "home town")
    assert roles.confidential == ("ill",)
    age = roles.of("age")
    assert (age.type, age.weight, age.rounding, age.missing) == (
        ColumnType.INTEGER,
        2.0,
        -1,
        MissingPolicy.OWN_CELL,
    )
    assert roles.of("level").order == ("lo", "hi")
    assert roles.of("level").type == ColumnType.ORDINAL
    assert roles.of("level").missing == MissingPolicy.DROP
    assert roles.of("home town").taxonomy == folder / "trees" / "town.csv"


def refusal(folder: Path, text: str, name: str = "roles.toml") -> str:
    (folder / name).write_text(text)
    with pytest.raises(RolesError) as caught:
        read_roles(folder / name)
    assert str(caught.value).startswith(name) or name in str(caught.value)
    return str(caught.value)


QI = '[columns.age]\nrole = "quasi_identifying"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "lacks 'columns'"),
        ("[columns]", "columns is not as the schema wants it"),
        ("[columns.age]\n", "columns.age lacks 'role'"),
        ('[columns.age]\nrole = "quasi"', "columns.age.role is 'quasi', which is not one of identifying"),
        ('[columns.age]\nrole = "confidental"', "Did you mean 'confidential'"),
        (QI + 'tpye = "integer"', "columns.age has an unknown key 'tpye'. Did you mean 'type'?"),
        ("colums = 1\n" + QI, "the file has an unknown key 'colums'. Did you mean 'columns'?"),
        (QI + "weight = 0", "columns.age.weight"),
        (QI + 'weight = "2"', "columns.age.weight must be of type number"),
        (QI + "rounding = 1.5", "columns.age.rounding must be of type integer"),
        (QI + 'type = "taxonomy"', "columns.age lacks 'taxonomy'"),
        (QI + 'taxonomy = "absent.csv"', "columns.age.taxonomy names absent.csv, which is not there"),
        ('[columns.ill]\nrole = "confidential"\nweight = 2.0', "columns.ill.weight has no effect"),
        (QI + QI, "not valid TOML"),
        ("columns = [", "not valid TOML"),
    ],
)
def test_refusals_name_the_place(folder: Path, text: str, words: str) -> None:
    assert words in refusal(folder, text)


def test_values_of_an_order_are_not_repeated(folder: Path) -> None:
    assert "Zebulon" not in refusal(folder, QI + 'order = ["Zebulon", "Zebulon"]')


def test_yaml_refusals(folder: Path) -> None:
    assert "line 1" in refusal(folder, "columns: {age: [", "roles.yaml")
    assert "given twice" in refusal(folder, "columns:\n  a: {role: weight}\n  a: {role: stratum}\n", "roles.yaml")
    assert "in quotes" in refusal(folder, "columns:\n  2020: {role: weight}\n", "roles.yaml")
    assert "must be of type object" in refusal(folder, "just words", "roles.yaml")


def test_other_suffixes_and_absent_files(folder: Path) -> None:
    assert "is none of them" in refusal(folder, "{}", "roles.json")
    with pytest.raises(RolesError, match="shoal roles"):
        read_roles(folder / "absent.toml")


def test_unknown_column_in_the_file(folder: Path, table: Table) -> None:
    (folder / "roles.toml").write_text('[columns.agee]\nrole = "quasi_identifying"\n')
    with pytest.raises(RolesError, match=r"roles.toml: Column 'agee' is not in the table. Did you mean 'age'\?"):
        roles_from_file(table, folder / "roles.toml")


def test_schema_is_a_schema_and_describes_every_key() -> None:
    schema = roles_schema()
    Draft202012Validator.check_schema(schema)
    column = schema["$defs"]["column"]
    assert column["additionalProperties"] is False
    assert {role.value for role in Role} <= set(column["properties"]["role"]["enum"])
    assert {kind.value for kind in ColumnType} == set(column["properties"]["type"]["enum"])
    assert {policy.value for policy in MissingPolicy} == set(schema["$defs"]["missing"]["enum"])


def test_the_proposal_is_a_valid_file_that_explains_itself(folder: Path) -> None:
    people = synthetic_people(300, seed=4)
    table = table_of(people.with_columns(pl.lit(1.5).alias("weight"), pl.lit("x").alias('odd "name" é')))
    text = propose_roles(table, "people.csv")
    (folder / "roles.toml").write_text(text)
    roles = roles_from_file(table, folder / "roles.toml")
    assert text.startswith("# Roles for people.csv (300 records)")
    assert roles.unnamed == ()
    assert roles.identifiers == ("name",)
    assert roles.weight == "weight"
    assert roles.positions == (("latitude", "longitude"),)
    assert {"age", "sex", "postcode", "income", "birth_date"} <= set(roles.quasi_identifiers)
    assert {"diagnosis", "smoker"} <= set(roles.confidential)
    assert roles.insensitive == ('odd "name" é',)  # the same in every record
    assert roles.unjudged == ("weight",)  # of a body or of a record?
    assert roles.of("education").type == ColumnType.ORDINAL
    assert roles.of("birth_date").type == ColumnType.DATE
    entries = text.split("\n\n")[2:]
    assert all(entry.lstrip().startswith("#") for entry in entries if entry.strip()), "every column says why"


def test_the_proposal_shows_no_value() -> None:
    table = table_of(pl.DataFrame({"age": [77123, 77124], "town": ["Zebulon", "Zebulon"], "mixed": [[1], [2]]}))
    text = propose_roles(table)
    assert "Zebulon" not in text
    assert "7712" not in text
    assert '[columns.mixed]\nrole = "identifying"' in text
