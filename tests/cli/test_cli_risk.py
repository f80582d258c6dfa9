"""shoal risk: figures for the steward alone."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import polars as pl
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people

import shoal as library


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def test_the_file_holds_the_figures_of_the_library_and_no_value(people: Path, tmp_path: Path) -> None:
    target = tmp_path / "private-risk.csv"
    result = shoal("risk", people, "--qi", "age,income", "--weight", "weight", "-o", target)
    assert result.exit_code == 0, result.stderr
    assert "Do not publish" in result.stdout
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    expected = library.record_risk(people, quasi_identifiers=["age", "income"], weight="weight")
    assert pl.read_csv(target)["individual_risk"].to_list() == pytest.approx(expected.risk.tolist())
    assert not any(canary in text for canary in CANARIES for text in (result.output, target.read_text()))


def test_json_is_the_summary(people: Path) -> None:
    result = shoal("risk", people, "--qi", "age,town", "--sampling-fraction", "0.1", "--most-columns", "2", "--json")
    facts = json.loads(result.stdout)
    expected = library.record_risk(people, quasi_identifiers=["age", "town"], sampling_fraction=0.1, most_columns=2)
    assert facts == {**expected.summary(), "private_files": []}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--sampling-fraction", "200%"], "--sampling-fraction must be above 0 and at most 1"),
        (["--sampling-fraction", "5"], "Write 5% or 0.05"),
        (["--most-columns", "9"], "more than the 1 column"),
        (["-o", "release.csv"], "name of a released table"),
        (["--weight", "age"], "both a quasi-identifier and the weight"),
        (["-o", "people.csv"], "read by this run"),
        (["-o", "risk.exe"], "known format"),
    ],
)
def test_wrong_use_is_refused(people: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], words: str) -> None:
    monkeypatch.chdir(people.parent)
    result = shoal("risk", "people.csv", "--qi", "age", *options)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())


def test_nothing_goes_into_the_folder_of_a_release(people: Path, tmp_path: Path) -> None:
    anonymize(people, f"{tmp_path}/release/")
    before = {path.name for path in (tmp_path / "release").iterdir()}
    result = shoal("risk", people, "--qi", "age", "-o", tmp_path / "release" / "risk.csv")
    assert result.exit_code == 2
    assert "holds a release" in " ".join(result.stderr.split())
    assert {path.name for path in (tmp_path / "release").iterdir()} == before


def test_an_existing_file_is_replaced_only_with_force(people: Path, tmp_path: Path) -> None:
    target = tmp_path / "figures.csv"
    target.write_text("somebody's work")
    words = ("risk", people, "--qi", "age", "-o", target)
    assert shoal(*words).exit_code == 2
    assert target.read_text() == "somebody's work"
    assert shoal(*words, "--force").exit_code == 0
    assert "individual_risk" in target.read_text()


def test_the_screen_says_what_was_assumed_and_what_the_figures_count(people: Path) -> None:
    said = shoal("risk", people, "--qi", "age,income").stdout
    assert "assumed: neither a sampling fraction nor weights were given" in said
    assert "enough" in said
    assert "this share holds the column" in said
    sampled = shoal("risk", people, "--qi", "age,income", "--sampling-fraction", "5%").stdout
    assert "5.0 % of the population." in sampled
    assert "assumed" not in sampled


def test_a_table_without_rows_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "header.csv").write_text("age,sex\n")
    result = shoal("risk", tmp_path / "header.csv", "--qi", "age")
    assert result.exit_code == 2
    assert "at least one row" in " ".join(result.stderr.split())
    assert "anonymise" not in result.stderr
