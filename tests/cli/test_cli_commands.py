"""shoal audit, roles, replay and demo, and what stands before the commands."""

from __future__ import annotations

import json
import re
import tomllib
import warnings
from pathlib import Path

import polars as pl
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people

import shoal as library
from shoal.errors import ShoalWarning

COMMANDS = ("anonymize", "compare", "audit", "roles", "replay", "demo")


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def test_alone_it_shows_help_and_lists_every_command() -> None:
    result = shoal()
    assert result.exit_code == 0
    assert all(command in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(command: str) -> None:
    result = shoal(command, "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout


def test_version() -> None:
    assert shoal("--version").stdout == f"shoal {library.__version__}\n"


def test_unknown_command_and_option_are_wrong_use(people: Path) -> None:
    assert shoal("anonymise").exit_code == 2
    assert shoal("audit", people, "--qii", "age").exit_code == 2


# --- audit


def test_audit_measures_what_the_library_measures(people: Path) -> None:
    result = shoal(
        "audit", people, "--qi", "town,region", "--confidential", "diagnosis,income", "--by", "weight", "--json"
    )
    expected = library.audit(
        people, quasi_identifiers=["town", "region"], confidential=["diagnosis", "income"], by=["weight"]
    )
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(expected.to_json())


@pytest.mark.parametrize(("k", "code"), [("10", 0), ("11", 1)])
def test_audit_exit_code_tells_whether_k_is_kept(people: Path, k: str, code: int) -> None:
    result = shoal("audit", people, "--qi", "town,region", "--k", k)
    assert result.exit_code == code
    assert f"k = {k} was asked for: {'reached' if code == 0 else 'NOT reached'}." in result.stdout
    quiet = shoal("audit", people, "--qi", "town,region", "--k", k, "--quiet")
    assert (quiet.exit_code, quiet.output) == (code, "")


def test_audit_orders_nominal_and_reports(people: Path, tmp_path: Path) -> None:
    reports = [tmp_path / f"audit{suffix}" for suffix in (".html", ".json", ".txt")]
    result = shoal(
        "audit", people, "--qi", "region", "--confidential", "diagnosis,income", "--nominal", "income",
        "--order", "diagnosis=none<corgeosis<quuxitis", *(w for r in reports for w in ("--report", r)), "--json",
    )  # fmt: skip
    facts = {attribute["name"]: attribute["kind"] for attribute in json.loads(result.stdout)["confidential"]}
    assert facts == {"diagnosis": "ordered", "income": "nominal"}
    assert json.loads(reports[1].read_text()) == json.loads(result.stdout)
    assert "<html" in reports[0].read_text()
    assert reports[2].read_text().startswith("Privacy audit")


def test_audit_never_writes_over_its_table(people: Path, tmp_path: Path) -> None:
    before = people.read_bytes()
    text = tmp_path / "table.txt"
    text.write_bytes(before)
    assert shoal("audit", text, "--qi", "age", "--report", text).exit_code == 2
    assert text.read_bytes() == before


def test_audit_refuses_a_wrong_k_and_an_order_that_leaks_nothing(people: Path) -> None:
    assert shoal("audit", people, "--qi", "age", "--k", "1").exit_code == 2
    result = shoal("audit", people, "--qi", "age", "--confidential", "diagnosis", "--order", "diagnosis=none<corgeosis")
    assert result.exit_code == 2
    assert not any(canary in result.output for canary in CANARIES)


# --- roles


def test_roles_are_shown_written_and_not_replaced(people: Path, tmp_path: Path) -> None:
    shown = shoal("roles", people)
    proposal = tomllib.loads(shown.stdout)
    assert proposal["columns"]["name"]["role"] == "identifying"
    assert not any(canary in shown.output for canary in CANARIES)
    target = tmp_path / "roles.toml"
    assert shoal("roles", people, "-o", target).exit_code == 0
    assert target.read_text() == shown.stdout
    target.write_text("# mine\n")
    refused = shoal("roles", people, "-o", target)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert target.read_text() == "# mine\n"
    assert shoal("roles", people, "-o", target, "--force", "-q").output == ""
    assert target.read_text() == shown.stdout


def test_roles_as_json(people: Path) -> None:
    facts = json.loads(shoal("roles", people, "--json").stdout)
    assert facts["columns"]["diagnosis"] == {"role": "confidential"}
    assert facts["files"] == []


# --- replay


@pytest.fixture
def released(people: Path, tmp_path: Path) -> Path:
    result = anonymize(people, f"{tmp_path / 'out'}/", "--seed", "3", "-q")
    assert result.exit_code == 0, result.stderr
    return tmp_path / "out"


def manifest_of(released: Path) -> Path:
    return released.with_name(f"private-{released.name}") / "manifest.json"


def test_replay_is_identical(released: Path, tmp_path: Path) -> None:
    result = shoal("replay", manifest_of(released), "-o", tmp_path / "again.csv", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["identical"] is True
    assert (tmp_path / "again.csv").read_bytes() == (released / "release.csv").read_bytes()
    assert (
        "Identical: the same release of all 60 records came out again." in shoal("replay", manifest_of(released)).stdout
    )


def test_replay_says_that_records_are_missing(people: Path, tmp_path: Path) -> None:
    """Story: 4 of 1,000 records had been left out, and a replay did not mention it."""
    header, *rows = people.read_text().splitlines()
    without_age = [re.sub(r"^([^,]*),[^,]*", r"\1,", row) for row in rows[:2]]
    people.write_text("\n".join([header, *without_age, *rows[2:]]) + "\n")
    assert anonymize(people, f"{tmp_path / 'out'}/", "--missing", "drop", "-q").exit_code == 0
    result = shoal("replay", tmp_path / "private-out" / "manifest.json")
    assert "with 58 of 60 records. 2 were left out" in " ".join(result.stdout.split())
    facts = json.loads(shoal("replay", tmp_path / "private-out" / "manifest.json", "--json").stdout)
    assert (facts["records"], facts["released"]) == (60, 58)


def test_the_screen_says_once_what_python_warns_of(people: Path, tmp_path: Path) -> None:
    from_people = pl.read_csv(people).with_columns(cost=pl.int_range(pl.len()) * 1.5)
    from_people.write_csv(people)
    roles = ("--qi", "age,income", "--id", "name", "--confidential", "diagnosis,cost", "--insensitive", "town,region")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        result = anonymize(people, tmp_path / "r.csv", "--weight", "weight", roles=roles)
    assert result.exit_code == 0, result.output
    assert " ".join(result.output.split()).count("60 of 60 records are unique on all published columns.") == 1
    assert not [warning for warning in told if issubclass(warning.category, ShoalWarning)]


def test_replay_of_a_table_that_moved(released: Path, people: Path, tmp_path: Path) -> None:
    moved = people.rename(tmp_path / "moved.csv")
    lost = shoal("replay", manifest_of(released))
    assert lost.exit_code == 2
    assert "--input" in lost.stderr
    assert shoal("replay", manifest_of(released), "--input", moved).exit_code == 0


def test_replay_of_another_table_is_wrong_use(released: Path, people: Path) -> None:
    people.write_text(people.read_text().replace("north", "South"))
    result = shoal("replay", manifest_of(released))
    assert result.exit_code == 2
    assert "another digest" in result.stderr


def test_replay_that_differs_ends_with_1_and_writes_nothing(released: Path, tmp_path: Path) -> None:
    manifest = json.loads((manifest_of(released)).read_text())
    manifest["settings"]["seed"] += 1
    (manifest_of(released)).write_text(json.dumps(manifest))
    result = shoal("replay", manifest_of(released), "-o", tmp_path / "again.csv", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) | {"seconds": 0} == {
        "identical": False,
        "records": 60,
        "released": 60,
        "seconds": 0,
        "files": [],
    }
    assert not (tmp_path / "again.csv").exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 99}'])
def test_replay_of_something_else(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text)
    assert shoal("replay", tmp_path / "manifest.json").exit_code == 2


# --- demo


def test_demo_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = shoal("demo", "--records", "80", "--k", "4")
    assert result.exit_code == 0, result.stderr
    names = {path.name for path in (tmp_path / "shoal-demo").iterdir()}
    written = {"people.csv", "roles.toml", "release.csv", "report.html", "report.json", "private"}
    assert names == {*written, "remedy.txt", "remedy.html"}
    assert "after, all" in result.stdout
    assert "shoal anonymize people.csv --k 4" in result.stdout
    released = pl.read_csv(tmp_path / "shoal-demo" / "release.csv")
    quasi = ["age", "sex", "marital_status", "education", "latitude", "longitude", "weekly_hours", "income"]
    assert released.group_by(quasi).len()["len"].min() >= 4
    assert shoal("replay", "shoal-demo/private/manifest.json").exit_code == 0
    again = json.loads(shoal("demo", "--records", "80", "--k", "4", "--json").stdout)
    assert (again["kept"], again["released"]) == (True, 80)


def test_the_cell_that_demo_shows_is_true(tmp_path: Path) -> None:
    result = shoal("demo", "--records", "80", "--k", "4", "-o", tmp_path / "d")
    after = next(line for line in result.stdout.splitlines() if "after, all" in line).split()
    size, age, sex, education, income = after[2:]
    released = pl.read_csv(tmp_path / "d" / "release.csv")
    alike = released.filter(
        (pl.col("age") == int(age)) & (pl.col("sex") == sex) & (pl.col("education") == education)
        & (pl.col("income") == int(income))
    )  # fmt: skip
    assert alike.height == int(size)
    shown = [line.split()[1:] for line in result.stdout.splitlines() if line.strip().startswith("before")]
    assert len(shown) == int(size)
    mean = sum(float(row[0]) for row in shown) / len(shown)
    assert abs(mean - int(age)) <= 0.5


def test_demo_leaves_files_of_others_alone(tmp_path: Path) -> None:
    people = write_people(tmp_path)
    before = people.read_bytes()
    result = shoal("demo", "--output", tmp_path)
    assert result.exit_code == 2
    assert "people.csv" in result.stderr
    assert people.read_bytes() == before
    assert shoal("demo", "--output", people).exit_code == 2


def test_demo_refuses_what_cannot_be(tmp_path: Path) -> None:
    for wrong in (["--k", "1"], ["--records", "0"], ["--records", "3", "--k", "5"], ["--seed", "-1"]):
        assert shoal("demo", "-o", tmp_path / "d", *wrong).exit_code == 2
