"""shoal anonymize: what it writes, and how options become arguments."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli_toys import anonymize, shoal, write_people

import shoal as library

QUASI = ["age", "income"]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def smallest_class(path: Path, columns: list[str] = QUASI) -> int:
    return pl.read_csv(path).group_by(columns).len()["len"].min()


def test_release_keeps_k_and_drops_names(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "release.csv")
    assert result.exit_code == 0, result.stderr
    released = pl.read_csv(tmp_path / "release.csv")
    assert released.columns == ["age", "income", "town", "region", "weight", "diagnosis"]
    assert smallest_class(tmp_path / "release.csv") >= 3
    assert "smallest class" in result.stdout
    assert "release.csv" in result.stdout


def test_the_release_is_that_of_the_library(people: Path, tmp_path: Path) -> None:
    anonymize(people, tmp_path / "a.csv", "--seed", "4", "--type", "age=integer", "--rounding", "income=-2")
    again = library.anonymize(
        people,
        k=3,
        quasi_identifiers=QUASI,
        identifiers="name",
        confidential="diagnosis",
        insensitive=["town", "region", "weight"],
        method="mdav",
        seed=4,
        types={"age": "integer"},
        rounding={"income": -2},
    )
    again.write(tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (pl.read_csv(tmp_path / "a.csv")["income"] % 100 == 0).all()


def test_json_is_one_object_and_nothing_else(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "release.csv", "--json", "--seed", "11", "--report", tmp_path / "r.txt")
    facts = json.loads(result.stdout)
    assert facts["kept"] is True
    assert facts["k"] == 3
    assert facts["smallest_class"] >= 3
    assert facts["records"] == facts["released"] == 60
    assert facts["cells"] == 20
    assert 0 < facts["loss"] < 1
    assert facts["method"] == "mdav"
    assert facts["seed"] == 11
    assert facts["files"] == [str(tmp_path / "release.csv"), str(tmp_path / "r.txt")]


def test_quiet_says_nothing(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "release.csv", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_reports_and_manifest_are_written(people: Path, tmp_path: Path) -> None:
    reports = [tmp_path / f"report{suffix}" for suffix in (".html", ".json", ".txt")]
    asked = [word for report in reports for word in ("--report", str(report))]
    result = anonymize(people, tmp_path / "release.parquet", *asked, "--manifest", tmp_path / "m.json", "-q")
    assert result.exit_code == 0
    assert reports[0].read_text().lstrip().lower().startswith("<!doctype html>")
    assert json.loads(reports[1].read_text())["promise"]["kept"] is True
    assert json.loads((tmp_path / "m.json").read_text())["files"].keys() == {"release.parquet"}


@pytest.mark.parametrize("make", [True, False], ids=["existing", "trailing slash"])
def test_a_folder_gets_everything(people: Path, tmp_path: Path, make: bool) -> None:
    folder = tmp_path / "deep" / "out"
    if make:
        folder.mkdir(parents=True)
    result = anonymize(people, str(folder) if make else f"{folder}/", "--json")
    assert result.exit_code == 0, result.stderr
    names = {path.name for path in folder.iterdir()}
    assert names == {"release.csv", "report.html", "report.json"}
    facts = json.loads(result.stdout)
    assert {Path(path).name for path in facts["files"]} == {*names, "manifest.json"}
    assert facts["private_files"] == [str(tmp_path / "deep" / "private-out" / "manifest.json")]


def test_strata_weight_details_and_policies(people: Path, tmp_path: Path) -> None:
    text = people.read_text().splitlines()
    first = text[1].split(",")
    first[1] = ""  # an age is missing
    people.write_text("\n".join([text[0], ",".join(first), *text[2:]]) + "\n")
    taxonomy = tmp_path / "towns.csv"
    taxonomy.write_text("value,parent\ngrault,coast\ngarply,coast\nwaldo,inland\ncoast,all\ninland,all\n")
    roles = ("--qi", "age", "--qi", "income,town", "--id", "name", "--by", "region", "--weight", "weight")
    result = anonymize(
        people,
        tmp_path / "release.csv",
        "--taxonomy",
        f"town={taxonomy}",
        "--attribute-weight",
        "age=2",
        "--missing",
        "refuse",
        "--missing",
        "age=drop",
        "--json",
        roles=(*roles, "--confidential", "diagnosis"),
    )
    assert result.exit_code == 0, result.stderr
    facts = json.loads(result.stdout)
    assert (facts["records"], facts["released"]) == (60, 59)
    assert smallest_class(tmp_path / "release.csv", ["age", "income", "town", "region"]) >= 3


def test_order_makes_a_column_ordinal(people: Path, tmp_path: Path) -> None:
    roles = ("--qi", "age,town", "--id", "name", "--insensitive", "income,region,weight,diagnosis")
    report = tmp_path / "r.json"
    manifest = tmp_path / "m.json"
    result = anonymize(
        people, tmp_path / "o.csv", "--order", "town=waldo<grault<garply", "--report", report, "--manifest", manifest,
        roles=roles,
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    town = next(column for column in json.loads(manifest.read_text())["roles"] if column["name"] == "town")
    assert (town["type"], town["order"]) == ("ordinal", ["waldo", "grault", "garply"])


def test_roles_file_instead_of_options(people: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    assert shoal("roles", people, "-o", roles).exit_code == 0
    unread = anonymize(people, tmp_path / "release.csv", "--roles", roles, roles=())
    assert unread.exit_code == 2
    assert "'weight'" in unread.stderr and "--accept-proposal" in unread.stderr
    assert not (tmp_path / "release.csv").exists()
    accepted = anonymize(people, tmp_path / "accepted.csv", "--roles", roles, "--accept-proposal", roles=())
    assert accepted.exit_code == 0, accepted.stderr
    roles.write_text(roles.read_text("utf-8").replace("unjudged = true\n", ""), encoding="utf-8")
    result = anonymize(people, tmp_path / "release.csv", "--roles", roles, roles=())
    assert result.exit_code == 0, result.stderr
    for option, value in [("--qi", "age"), ("--missing", "refuse"), ("--weight", "weight"), ("--type", "age=integer")]:
        beside = anonymize(people, tmp_path / "other.csv", "--roles", roles, option, value, roles=())
        assert beside.exit_code == 2
        assert option in beside.stderr
        assert not (tmp_path / "other.csv").exists()


def test_column_names_with_commas_and_equals_signs(tmp_path: Path) -> None:
    table = tmp_path / "odd.csv"
    rows = "".join(f"{row % 7},{row % 5},{row}\n" for row in range(30))
    table.write_text('"income, yearly",a=b,c\n' + rows)
    result = shoal(
        "anonymize", table, "--k", "3", "--qi", "income, yearly", "--qi", "a=b", "--id", "c", "--method", "mdav",
        "--type", "income, yearly=integer,a=b=integer", "-o", tmp_path / "o.csv", "-q",
    )  # fmt: skip
    assert result.exit_code == 0, result.stderr
    assert smallest_class(tmp_path / "o.csv", ["income, yearly", "a=b"]) >= 3


def test_warnings_are_said(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "release.csv", "--keep-order")
    assert "Warning: The records are in their original order" in result.stderr


def test_an_output_is_never_an_input(people: Path, tmp_path: Path) -> None:
    before = people.read_bytes()
    link = tmp_path / "link.csv"
    link.symlink_to(people)
    hard = tmp_path / "hard.csv"
    hard.hardlink_to(people)
    for output in (people, link, hard, tmp_path / "." / "people.csv"):
        result = anonymize(people, output)
        assert result.exit_code == 2
        assert ("symbolic link" if output == link else "not written over") in result.stderr
    home = tmp_path / "home"
    home.mkdir()
    inside = home / "release.csv"
    inside.write_bytes(before)
    assert anonymize(inside, home).exit_code == 2
    assert people.read_bytes() == inside.read_bytes() == before


def test_two_outputs_of_one_name_are_refused(people: Path, tmp_path: Path) -> None:
    same = tmp_path / "r.json"
    result = anonymize(people, tmp_path / "release.csv", "--report", same, "--manifest", same)
    assert result.exit_code == 2
    assert "twice" in result.stderr
    assert not (tmp_path / "release.csv").exists()


def test_messages_speak_of_options(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "r.csv", roles=("--qi", "age", "--confidential", "age", "--id", "name"))
    assert "named both in --qi and in --confidential" in result.stderr
    unnamed = anonymize(people, tmp_path / "r.csv", roles=("--qi", "age"))
    assert "Put it in --id" in unnamed.stderr
    assert "in --confidential or --insensitive" in unnamed.stderr


def test_settings_of_a_method(people: Path, tmp_path: Path) -> None:
    result = anonymize(people, tmp_path / "r.csv", "--method", "vmdav(gain=1.1)", "--json")
    assert json.loads(result.stdout)["method"] == "vmdav(gain=1.1)"
    assert anonymize(people, tmp_path / "s.csv", "--method", "vmdav(gian=1.1)").exit_code == 2


def test_budget_and_seed_are_never_ignored(people: Path, tmp_path: Path) -> None:
    assert "--budget-s" in anonymize(people, tmp_path / "r.csv", "--budget-s", "3").stderr
    first, second = (
        anonymize(people, tmp_path / f"{seed}.csv", "--seed", seed) and (tmp_path / f"{seed}.csv").read_text()
        for seed in ("1", "2")
    )
    assert first != second
    assert sorted(first.splitlines()) == sorted(second.splitlines())


def test_a_manifest_stays_out_of_the_folder_that_is_published(people: Path, tmp_path: Path) -> None:
    folder = tmp_path / "release"
    refused = anonymize(people, f"{folder}/", "--manifest", folder / "manifest.json")
    assert refused.exit_code == 2
    assert "must not be published" in " ".join(refused.stderr.split())
    assert not folder.exists()


def test_k_counts_persons(people: Path, tmp_path: Path) -> None:
    counted = ["--k", "8", "--mass", "weight", "--insensitive", "town,region", "--method", "pcl"]
    common = ["anonymize", people, "--qi", "age,income", "--id", "name", "--confidential", "diagnosis", *counted]
    result = shoal(*common, "-o", tmp_path / "release.csv", "--manifest", tmp_path / "m.json", "--seed", "1")
    assert result.exit_code == 0, result.stderr
    said = " ".join(result.stdout.split())
    assert "They stand for at least 8 persons, none of them for more than 1/3." in said
    assert "weight" not in pl.read_csv(tmp_path / "release.csv").columns
    assert 3 <= smallest_class(tmp_path / "release.csv") < 8
    again = shoal("replay", tmp_path / "m.json", "-o", tmp_path / "again.csv")
    assert again.exit_code == 0, again.stderr
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "release.csv").read_bytes()

    stricter = shoal(*common, "--fewest-records", "5", "-o", tmp_path / "five.csv", "--json")
    assert stricter.exit_code == 0, stricter.stderr
    facts = json.loads(stricter.stdout)
    assert facts["counts_persons"] is True
    assert facts["fewest_records"] == 5 <= smallest_class(tmp_path / "five.csv")

    for refused, words in (
        (["--quantizer", tmp_path / "q.json"], "A quantizer counts records"),
        (["--fewest-records", "1"], "--fewest-records must be a whole number of at least 2"),
    ):
        result = shoal(*common, *refused, "-o", tmp_path / "none.csv")
        assert result.exit_code == 2
        assert words in " ".join(result.stderr.split())
    assert not (tmp_path / "none.csv").exists()
    assert not (tmp_path / "q.json").exists()


def test_compare_counts_persons(people: Path) -> None:
    result = shoal(
        "compare",
        people,
        "--qi",
        "age,income",
        "--mass",
        "weight",
        "--k",
        "8",
        "--method",
        "mdav",
        "--seed",
        "0",
        "--json",
    )
    assert result.exit_code == 0, result.stderr
    (run,) = json.loads(result.stdout)["results"]
    assert 3 <= run["smallest_cell"] < 8
