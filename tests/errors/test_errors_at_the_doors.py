"""One wrong request at three doors: the library names the keyword, the command line the option, a file its key."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.cli.release.anonymize import anonymize as command
from shoal.cli.shared.option_names import door_of, option_names
from shoal.errors import Setting, ShoalError

OPTIONS = option_names(command)
WITHOUT_WRONG_VALUES = ("table", "progress")  # a path is named itself; progress has no option
FLAGS = ("keep_order", "quote_formulas")  # a flag cannot have a wrong value in a shell
QI = {"quasi_identifiers": ["age", "sex"]}


def by_column(parameter: str, value: Any, words: str) -> tuple[dict[str, Any], list[str]]:
    return {parameter: {"age": value}}, [OPTIONS[parameter], f"age={words}"]


def nowhere(parameter: str) -> tuple[dict[str, Any], list[str]]:
    return {parameter: "nowhere"}, [OPTIONS[parameter], "nowhere"]


# For each parameter of anonymize a wrong value, as a keyword and as words of a shell.
WRONG: dict[str, tuple[dict[str, Any], list[str]]] = {
    "k": ({"k": 1}, ["--k", "1"]),
    **{name: nowhere(name) for name in ("identifiers", "confidential", "insensitive", "by", "weight", "mass")},
    "fewest_records": ({"fewest_records": 1, "mass": "pay"}, ["--fewest-records", "1", "--mass", "pay"]),
    "quasi_identifiers": ({"quasi_identifiers": "nowhere"}, ["--qi", "nowhere"]),
    "roles": ({"roles": "nowhere.toml", "quasi_identifiers": None}, ["--roles", "nowhere.toml"]),
    "types": by_column("types", "wide", "wide"),
    "orders": by_column("orders", ["one"], "one"),
    "taxonomies": ({"taxonomies": {"nowhere": "t.csv"}}, ["--taxonomy", "nowhere=t.csv"]),
    "attribute_weights": by_column("attribute_weights", 0, "0"),
    "rounding": by_column("rounding", 99, "99"),
    "missing": ({"missing": "perhaps"}, ["--missing", "perhaps"]),
    "accept_proposal": ({"accept_proposal": True}, ["--accept-proposal"]),
    "method": ({"method": "nothing"}, ["--method", "nothing"]),
    "distance": ({"distance": "nowhere"}, ["--distance", "nowhere"]),
    "seed": ({"seed": -1}, ["--seed", "-1"]),
    "household": ({"household": "nowhere"}, ["--household", "nowhere"]),
    "earlier": ({"earlier": "then.csv", "person": "pay"}, ["--earlier", "then.csv", "--person", "pay"]),
    "person": ({"person": "pay"}, ["--person", "pay"]),
    "changes": ({"changes": "merge"}, ["--changes", "merge"]),
    "budget_s": ({"budget_s": 1.0, "method": "mdav"}, ["--budget-s", "1", "--method", "mdav"]),
    "certify_s": ({"certify_s": -1.0}, ["--certify", "-1"]),
    "dominance": ({"dominance": 2.0}, ["--dominance", "200%"]),
    "household_members": (
        {"household_members": "perhaps", "household": "pay"},
        ["--household-members", "perhaps", "--household", "pay"],
    ),
    "memory": ({"memory": "plenty"}, ["--memory", "plenty"]),
    "scratch": ({"scratch": "nowhere"}, ["--scratch", "nowhere"]),
    "resume": ({"resume": True}, ["--resume"]),  # of a table that fits
    "block_records": ({"block_records": 3}, ["--block-records", "3"]),
    "suppress": ({"suppress": 2.0}, ["--suppress", "200%"]),
    "diversity": by_column("diversity", 1, "1"),
    "closeness": by_column("closeness", 2.0, "2"),
    "missing_confidential": ({"missing_confidential": "drop"}, ["--missing-confidential", "drop"]),
    "encoding": ({"encoding": "nowhere"}, ["--encoding", "nowhere"]),
    "delimiter": ({"delimiter": ";;"}, ["--delimiter", ";;"]),
    "na": ({"na": ["?"], "table": "people.parquet"}, ["--na", "?", "people.parquet"]),
    "sheet": ({"sheet": "one"}, ["--sheet", "one"]),
    **{flag: ({flag: "yes"}, []) for flag in FLAGS},
}


@pytest.fixture(autouse=True)
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = pl.DataFrame({"age": range(20, 40), "sex": ["f", "m"] * 10, "pay": range(100, 120)})
    table.write_csv("people.csv")
    table.write_parquet("people.parquet")


def refused(**changes: Any) -> ShoalError:
    given = {"table": "people.csv", "k": 3, **QI, **changes}
    with pytest.raises(ShoalError) as caught:
        shoal.anonymize(given.pop("table"), **given)
    return caught.value


def test_every_parameter_has_a_wrong_value_here() -> None:
    assert {*WRONG, *WITHOUT_WRONG_VALUES} == set(inspect.signature(shoal.anonymize).parameters)


@pytest.mark.parametrize("parameter", WRONG)
def test_the_library_names_the_keyword(parameter: str) -> None:
    error = refused(**WRONG[parameter][0])
    assert parameter in error.parameters
    assert parameter in str(error)
    assert "--" not in str(error)


@pytest.mark.parametrize("parameter", WRONG)
def test_the_same_error_names_the_option(parameter: str) -> None:
    assert OPTIONS[parameter] in refused(**WRONG[parameter][0]).worded(door_of(command))


@pytest.mark.parametrize("parameter", [name for name in WRONG if name not in FLAGS])
def test_the_command_line_names_the_option(parameter: str) -> None:
    words = WRONG[parameter][1]
    table = "people.parquet" if "people.parquet" in words else "people.csv"
    words = [word for word in words if word != table]
    usual = {"--k": ["--k", "3"], "--qi": ["--qi", "age,sex"]}
    needed = [word for option, given in usual.items() if option not in words for word in given]
    if parameter == "roles":
        needed = usual["--k"]
    done = CliRunner().invoke(app, ["anonymize", table, *needed, *words, "-o", "out.csv", "--json"])
    assert done.exit_code == 2, done.output
    error = json.loads(done.stdout)["error"]
    option = OPTIONS[parameter]
    assert option in error["message"]
    assert option in " ".join(done.stderr.split())
    assert option in error["options"]
    assert parameter in error["parameters"]
    if parameter != option.strip("-"):
        assert parameter not in error["message"]
    assert not Path("out.csv").exists()


def test_an_advice_is_worded_as_the_door_wants_it() -> None:
    """A setting with a value: missing='drop' is no advice to the user of a shell."""
    pl.DataFrame({"age": [1, None] * 10, "sex": ["f", "m"] * 10}).write_csv("gaps.csv")
    error = refused(table="gaps.csv")
    assert "missing='drop' leaves such records out" in str(error)
    assert error.fields() == {
        "parameters": ["missing"],
        "columns": ["age"],
        "count": 10,
        "hint": str(error.hint),
    }
    done = CliRunner().invoke(app, ["anonymize", "gaps.csv", "--k", "3", "--qi", "age,sex", "-o", "out.csv", "--json"])
    told = json.loads(done.stdout)["error"]
    assert "--missing drop leaves such records out" in told["message"]
    assert (told["options"], told["columns"], told["count"]) == (["--missing"], ["age"], 10)
    assert told["message"].endswith(told["hint"])
    assert "missing=" not in done.output


def test_a_flag_is_worded_without_its_value_and_a_text_in_quotes() -> None:
    door = door_of(command)
    assert door(Setting("accept_proposal", True)) == "--accept-proposal"
    assert door(Setting("delimiter", ";")) == "--delimiter ';'"
    assert door(Setting("delimiter", "\t")) == r"--delimiter '\t'"
    assert door(Setting("overwrite", True)) == "--force"
    assert door(Setting("table")) == "TABLE"
    assert door(Setting("points", 3)) == "points=3"  # no option of this command


def test_a_roles_file_is_a_door_of_its_own() -> None:
    """Story: with a roles file the advice was --id; who followed it was told that no option goes beside a file."""
    roles = '[columns.age]\nrole = "quasi_identifying"\norder = ["a", "b"]\ntype = "numeric"\n'
    Path("roles.toml").write_text(roles + '[columns.sex]\nrole = "insensitive"\n')
    error = refused(roles="roles.toml", quasi_identifiers=None)
    assert str(error).startswith("roles.toml: Column 'age' has an order (order), but its type is numeric.")
    assert error.parameters == ("roles",)
    pl.DataFrame({"age": range(20, 60), "name": [f"Ann {n}" for n in range(40)]}).write_csv("people.csv")
    Path("roles.toml").write_text('[columns.age]\nrole = "quasi_identifying"\n')
    done = CliRunner().invoke(app, ["anonymize", "people.csv", "--k", "3", "--roles", "roles.toml", "-o", "out.csv"])
    told = " ".join(done.stderr.split())
    assert "Put it in the role identifying (it is dropped)" in told
    assert "--id" not in told


def test_gaps_are_answered_in_the_words_of_the_roles_file() -> None:
    pl.DataFrame({"age": [1, None] * 10, "pay": [1, 1, 2, 2] * 5}).write_csv("gaps.csv")
    Path("roles.toml").write_text('[columns.age]\nrole = "quasi_identifying"\n')
    assert 'missing = "drop" leaves' in str(refused(table="gaps.csv", roles="roles.toml", quasi_identifiers=None))


def test_the_second_table_of_a_command_has_options_of_its_own() -> None:
    """Story: the text was searched for --delimiter, which the library had to name for that reason."""
    Path("places.csv").write_text("age;pay\n30;110\n")
    words = ["allocate", "people.csv", "places.csv", "--columns", "age,pay", "-o", "out.csv", "--json"]
    error = json.loads(CliRunner().invoke(app, words).stdout)["error"]
    assert "--center-delimiter ';'" in error["message"]
    assert error["options"] == ["--center-delimiter"]


@pytest.mark.parametrize("found", app.registered_commands, ids=lambda info: info.callback.__name__)
def test_every_command_knows_its_options(found: Any) -> None:
    assert all(name.isupper() or name.startswith("--") for name in option_names(found.callback).values())
