"""shoal anonymize --quantizer, inspect, verify, apply: exit codes, files, and no value on the screen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people


def distinct_people(folder: Path) -> Path:
    """The people of the other tests, no two of them with the same quasi-identifiers."""
    path = write_people(folder)
    table = pl.read_csv(path)
    table.with_columns(income=pl.col("income") + pl.int_range(len(table))).write_csv(path)
    return path


@pytest.fixture
def designed(tmp_path: Path) -> Path:
    people = distinct_people(tmp_path)
    made = anonymize(people, tmp_path / "release.csv", "--quantizer", tmp_path / "q.json", "--disclose")
    assert made.exit_code == 0, made.output
    return tmp_path / "q.json"


def quiet_about_people(output: str) -> bool:
    return not any(canary in output for canary in CANARIES)


def test_a_quantizer_that_shows_records_needs_a_word(tmp_path: Path) -> None:
    refused = anonymize(write_people(tmp_path), tmp_path / "release.csv", "--quantizer", tmp_path / "q.json")
    assert refused.exit_code == 2
    assert "--disclose" in refused.output
    assert quiet_about_people(refused.output)
    assert not (tmp_path / "release.csv").exists()
    assert not (tmp_path / "q.json").exists()
    idle = anonymize(tmp_path / "people.csv", tmp_path / "release.csv", "--disclose")
    assert idle.exit_code == 2
    wrong = anonymize(tmp_path / "people.csv", tmp_path / "release.csv", "--quantizer", tmp_path / "q.pickle")
    assert wrong.exit_code == 2


def test_inspect_shows_the_header_and_no_category(designed: Path) -> None:
    told = shoal("inspect", designed)
    assert told.exit_code == 0
    assert "reference points" in told.output
    assert quiet_about_people(told.output)
    facts = json.loads(shoal("inspect", designed, "--json").output)
    assert (facts["k"], facts["form"]) == (3, "json")
    assert shoal("inspect", designed.parent / "people.csv").exit_code == 2


def test_verify_counts_the_table(designed: Path) -> None:
    people = designed.parent / "people.csv"
    assert shoal("verify", designed).exit_code == 0
    kept = shoal("verify", designed, people, "--json")
    assert kept.exit_code == 0
    assert json.loads(kept.output)["counts_as_designed"]
    few = designed.parent / "few.csv"
    few.write_text("\n".join(people.read_text("utf-8").splitlines()[:20]) + "\n", encoding="utf-8")
    broken = shoal("verify", designed, few)
    assert broken.exit_code == 1
    assert "does not carry over" in broken.output
    assert quiet_about_people(broken.output)
    designed.write_text(designed.read_text("utf-8")[:-200], encoding="utf-8")
    assert shoal("verify", designed).exit_code == 1
    assert shoal("verify", designed.parent / "absent.json").exit_code == 2


def test_apply_releases_refuses_and_withholds(designed: Path) -> None:
    folder = designed.parent
    done = shoal("apply", designed, folder / "people.csv", "-o", folder / "out.csv", "--json")
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert (facts["records"], facts["released"], facts["withheld"]) == (60, 60, 0)
    assert facts["smallest_class"] >= 3
    written = pl.read_csv(folder / "out.csv")
    assert "name" not in written.columns
    assert written.group_by("age", "income").len()["len"].min() >= 3
    few = folder / "few.csv"
    few.write_text("\n".join((folder / "people.csv").read_text("utf-8").splitlines()[:41]) + "\n", encoding="utf-8")
    refused = shoal("apply", designed, few, "-o", folder / "few-out.csv")
    assert refused.exit_code == 1
    assert "--withhold" in refused.output
    assert quiet_about_people(refused.output)
    assert not (folder / "few-out.csv").exists()
    held = shoal("apply", designed, few, "-o", folder / "few-out.csv", "--withhold")
    assert held.exit_code == 0
    assert "withheld" in held.output
    cells = shoal("apply", designed, folder / "people.csv", "-o", folder / "cells.csv", "--cells")
    assert cells.exit_code == 0
    assert (folder / "cells.csv").read_text("utf-8").startswith("cell\n")


def test_apply_refuses_wrong_use(designed: Path) -> None:
    folder = designed.parent
    people = folder / "people.csv"
    for arguments in (
        (designed, people, "-o", people),
        (designed, people, "-o", designed),
        (designed, people, "-o", folder / "out.parquet"),
        (people, people, "-o", folder / "out.csv"),
        (designed, people, "-o", folder / "out.csv", "--insensitive", "name"),
        (designed, people, "-o", folder / "out.csv", "--id", "nobody"),
        (designed, people, "-o", folder / "out.csv", "--taxonomy", "age=nothing.csv"),
    ):
        refused = shoal("apply", *arguments)
        assert refused.exit_code == 2, refused.output
        assert quiet_about_people(refused.output)
    assert not (folder / "out.csv").exists()


def test_the_compact_form_does_the_same(tmp_path: Path) -> None:
    people = distinct_people(tmp_path)
    made = anonymize(people, tmp_path / "release.csv", "--quantizer", tmp_path / "q.shoalq", "--disclose")
    assert made.exit_code == 0
    assert shoal("verify", tmp_path / "q.shoalq", people).exit_code == 0


def test_identical_records_that_were_forced_apart_are_said(tmp_path: Path) -> None:
    """Applied to its design table a quantizer cannot part twins again: a cell falls below k, and verify says why."""
    people = write_people(tmp_path)
    assert anonymize(people, tmp_path / "r.csv", "--quantizer", tmp_path / "q.json", "--disclose").exit_code == 0
    told = shoal("verify", tmp_path / "q.json", people)
    assert told.exit_code == 1
    assert "identical quasi-identifiers" in told.output
    assert quiet_about_people(told.output)


@pytest.mark.parametrize(
    ("method", "noted"),
    [("auto", "auto(diagram=True)"), ("best(rounds=[5])", "best(steps=[anneal(5.0, level=2.0)], diagram=True)")],
)
def test_a_quantizer_asks_a_search_for_the_diagram_that_makes_it_small(tmp_path: Path, method: str, noted: str) -> None:
    people = distinct_people(tmp_path)
    made = anonymize(people, f"{tmp_path}/release/", "--quantizer", tmp_path / "q.json", "--method", method)
    assert made.exit_code == 0, made.output
    manifest = tmp_path / "private-release" / "manifest.json"
    assert json.loads(manifest.read_text())["settings"]["method"] == noted
    assert re.search(r"rule +power", shoal("inspect", tmp_path / "q.json").output)
    assert shoal("replay", manifest).exit_code == 0


BY_TOWN = ("--qi", "age,income,town", "--id", "name", "--confidential", "diagnosis", "--insensitive", "region,weight")


@pytest.fixture
def by_town(tmp_path: Path) -> Path:
    made = anonymize(
        distinct_people(tmp_path),
        tmp_path / "r.csv",
        "--quantizer",
        tmp_path / "q.json",
        "--method",
        "pcl",
        roles=BY_TOWN,
    )
    assert made.exit_code == 0, made.output
    return tmp_path / "q.json"


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_columns_are_matched_by_name_whatever_their_order(by_town: Path, suffix: str) -> None:
    table = pl.read_csv(by_town.with_name("people.csv"))
    cells = []
    for columns in (table.columns, table.columns[::-1]):
        newcomers, found = by_town.with_name(f"newcomers{suffix}"), by_town.with_name(f"cells{suffix}")
        ordered = table.select(columns)
        ordered.write_csv(newcomers) if suffix == ".csv" else ordered.write_parquet(newcomers)
        told = shoal("apply", by_town, newcomers, "-o", found, "--cells")
        assert told.exit_code == 0, told.output
        cells.append(pl.read_csv(found) if suffix == ".csv" else pl.read_parquet(found))
        found.unlink()
    assert cells[0].equals(cells[1])


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_town_nobody_knows_is_refused_without_naming_it(by_town: Path, suffix: str) -> None:
    table = pl.read_csv(by_town.with_name("people.csv"))
    strange = table.with_columns(town=pl.when(pl.int_range(pl.len()) == 4).then(pl.lit("Xyzzy")).otherwise("town"))
    newcomers = by_town.with_name(f"newcomers{suffix}")
    strange.write_csv(newcomers) if suffix == ".csv" else strange.write_parquet(newcomers)
    for command in (
        ("apply", by_town, newcomers, "-o", by_town.with_name(f"out{suffix}")),
        ("verify", by_town, newcomers),
    ):
        refused = shoal(*command)
        assert refused.exit_code == 2
        assert "'town'" in refused.output
        assert "Xyzzy" not in refused.output
        assert quiet_about_people(refused.output)
    assert not by_town.with_name(f"out{suffix}").exists()


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("pcl(sizes=[30, 29])", "sizes sum to 59"),
        ("pcl(sizes=[58, 2])", "1 of 2 sizes are below k = 3; no cell may hold fewer than k records."),
        ("pcl(shares=[0.5, 0.4])", "shares sum to 0.9; they must sum to 1."),
        ("pcl(cells=21)", "at most 20 cells"),
    ],
)
def test_sizes_that_cannot_be_are_refused_in_words(tmp_path: Path, method: str, words: str) -> None:
    refused = anonymize(write_people(tmp_path), tmp_path / "r.csv", "--method", method)
    assert refused.exit_code == 2
    assert words in " ".join(refused.output.split())
    assert not (tmp_path / "r.csv").exists()
