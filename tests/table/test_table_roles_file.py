"""Roles from a file, in TOML and YAML; the proposal is such a file."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from jsonschema import Draft202012Validator

from shoal.errors import MissingValuesError, RolesError
from shoal.table import (
    ColumnType,
    MissingPolicy,
    Role,
    Table,
    missing_by_policy,
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
        (QI + 'tpye = "integer"', "columns.age has an unknown key 'tpye' in line 3. Did you mean 'type'?"),
        ("colums = 1\n" + QI, "the file has an unknown key 'colums' in line 1. Did you mean 'columns'?"),
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[columns.Größe (cm)]\nrole = "weight"', "The name in the brackets of line 1 cannot be read."),
        (f"{QI}\n# once more\n{QI}", "Lines 1 and 5 begin an entry for the same column."),
        ('[columns.age]\nrole = "weight"\n[columns."age"]\n', "The column of line 3 has an entry above already."),
        ("[columns.age]\nrole = confidential\n", 'straight quotes, as in role = "confidential"'),
        ("[columns.age]\nrole = “weight”\n", "The value in line 2 cannot be read."),
        (f'{QI}role = "weight"\n', "What line 3 sets was set above already."),
        ('[columns.age]\nrole: "weight"\n', 'There is no "=" where line 2 needs one.'),
        ('[columns.age]\nrole = "weight\n', "A text in line 2 has no closing quote"),
        (f'{QI}order = ["Zebulon" "Quill"]\n', 'Write it as ["low", "middle", "high"].'),
        (f'{QI}taxonomy = "C:\\users"\n', "A text in line 3 has a backslash."),
        (f'{QI}weight = 2 type = "integer"\n', "each key = value in a line of its own"),
        ("columns = [", "The value in the last line cannot be read."),
        ("\x01", "line 1"),
        (f"{QI}order = {{ a = 1, a = 2 }}\n", "What line 3 sets was set above already."),
    ],
)
def test_what_is_wrong_with_toml_is_said_in_words_and_lines(folder: Path, text: str, words: str) -> None:
    """Story: a name without quotes and a word without quotes gave "Expected … at the end" and "Invalid value"."""
    message = refusal(folder, text)
    assert words in message
    assert not [word for word in ("Größe", "Zebulon", "Quill", "…", "tomllib") if word in message]


def test_everything_that_is_wrong_is_said_at_once(folder: Path, table: Table) -> None:
    """Story: a file with seven mistakes took seven runs."""
    message = refusal(folder, f'{QI}rolle = "x"\nZebulon = 2\n[columns.ill]\nrole = "confidental"\nweight = 2\n')
    assert "3 things are wrong. (1)" in message
    assert "an unknown key 'rolle' in line 3. Did you mean 'role'?" in message
    assert "an unknown key in line 4." in message
    assert "Zebulon" not in message
    assert "Did you mean 'confidential'?" in message
    assert "columns.ill.weight has no effect" in message
    (folder / "roles.toml").write_text(f"{QI}rounding = 2\ntype = 'integer'\n[columns.ilk]\nrole = 'weight'\n")
    with pytest.raises(RolesError, match=r"\(1\) Column 'age' is an integer.*\(2\) Column 'ilk' is not in the table"):
        roles_from_file(table, folder / "roles.toml")


def test_a_type_may_stay_when_the_role_changes(folder: Path, table: Table) -> None:
    """Story: a proposed date became identifying, and its line `type = "date"` was refused."""
    text = QI + "".join(f'[columns.{name}]\nrole = "confidential"\ntype = "nominal"\n' for name in ("ill", "level"))
    (folder / "roles.toml").write_text(text)
    roles = roles_from_file(table, folder / "roles.toml")
    assert roles.confidential == ("level", "ill")
    assert roles.of("ill").type == "nominal"  # how its values are compared
    alone = f'{text}[columns."home town"]\nrole = "identifying"\ntype = "latitude"\n'
    (folder / "roles.toml").write_text(alone)
    assert roles_from_file(table, folder / "roles.toml").positions == ()


def test_a_proposed_column_becomes_ordinal_by_its_order_alone(folder: Path, table: Table) -> None:
    proposal = propose_roles(table)
    assert "[columns.level]\n" in proposal
    begun = proposal.index('role = "', proposal.index("[columns.level]"))
    changed = proposal[:begun] + 'order = ["lo", "hi"]\n' + proposal[begun:]
    (folder / "roles.toml").write_text(changed)
    assert roles_from_file(table, folder / "roles.toml").of("level").type == ColumnType.ORDINAL


def test_exchanged_letters_of_a_short_name_are_seen(folder: Path) -> None:
    (folder / "roles.toml").write_text('[columns.PZL]\nrole = "quasi_identifying"\n')
    with pytest.raises(RolesError, match=r"'PZL' is not in the table. Did you mean 'PLZ'\?"):
        roles_from_file(table_of(pl.DataFrame({"PLZ": [1, 2], "Ort": ["x", "y"]})), folder / "roles.toml")


def test_advice_about_gaps_names_the_roles_file_and_every_column(folder: Path) -> None:
    """Story: the advice was `--missing`, and that was refused because a roles file was given."""
    gaps = table_of(pl.DataFrame({"age": [1, None, None], "town": ["x", "y", None], "sex": ["f", "m", "f"]}))
    text = "".join(f'[columns.{name}]\nrole = "quasi_identifying"\n' for name in gaps.columns)
    (folder / "roles.toml").write_text(text)
    with pytest.raises(MissingValuesError) as caught:
        missing_by_policy(gaps, roles_from_file(gaps, folder / "roles.toml"))
    message = str(caught.value)
    assert "2 quasi-identifiers of the table have gaps: 'age' is missing in 2 records, the first in row 2" in message
    assert "'town' is missing in 1 record" in message
    assert 'in roles.toml, above the first column (or below the role of one column): missing = "drop"' in message
    assert "missing='" not in message
    (folder / "roles.toml").write_text(f'missing = "own-cell"\n{text}')  # the advice, followed
    _, own_cell = missing_by_policy(gaps, roles_from_file(gaps, folder / "roles.toml"))
    assert own_cell.tolist() == [False, True, True]


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
