"""shoal audit --against: risk and utility of any pair of tables, on the screen and in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people

KNOWN = ("--qi", "age,income", "--confidential", "diagnosis")


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A release and its original of 240 people."""
    people = write_people(tmp_path, 240)
    assert anonymize(people, tmp_path / "out.csv", k=4).exit_code == 0
    return tmp_path / "out.csv", people


def facts_of(*words: Any) -> dict[str, Any]:
    result = shoal("audit", *words, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)["risk_utility"]
    return found


def test_both_sides_are_on_the_screen_and_in_files_without_a_value(pair: tuple[Path, Path], tmp_path: Path) -> None:
    reports = [tmp_path / name for name in ("audit.html", "audit.txt", "audit.json")]
    written = [word for path in reports for word in ("--report", path)]
    result = shoal("audit", pair[0], *KNOWN, "--against", pair[1], *written)
    assert result.exit_code == 0, result.stderr
    said = " ".join(result.stdout.split())
    for words in ("Risk | utility", "prosecutor, largest", "inference: diagnosis", "variance kept: age", "not cover"):
        assert words in said
    facts = json.loads(reports[2].read_text())["risk_utility"]
    assert [measure["name"] for measure in facts["risk"][:2]] == ["prosecutor, largest", "prosecutor, mean"]
    assert facts["risk"][0]["value"] <= 0.25
    every = [result.output, *(path.read_text() for path in reports)]
    assert not any(canary in text for canary in CANARIES for text in every)


def test_the_order_of_the_rows_and_their_number_do_not_matter(pair: tuple[Path, Path], tmp_path: Path) -> None:
    fewer = tmp_path / "fewer.csv"
    pl.read_csv(pair[0]).sort("age").head(200).write_csv(fewer)
    facts = facts_of(fewer, *KNOWN, "--against", pair[1])
    assert {measure["name"] for measure in facts["utility"]} >= {"distance (Wasserstein)", "variance kept"}


def test_a_sample_of_a_population_has_less_risk(pair: tuple[Path, Path]) -> None:
    facts = facts_of(pair[0], *KNOWN, "--sampling-fraction", "0.01")
    by_name = {measure["name"]: measure["value"] for measure in facts["risk"]}
    assert by_name["journalist in a sample, mean"] < by_name["prosecutor, mean"] / 10
    assert facts["utility"] == []


def test_without_them_nothing_is_added(pair: tuple[Path, Path]) -> None:
    assert facts_of(pair[0], *KNOWN) is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--against", "other.csv"], "(--against) has none of the quasi-identifiers"),
        (["--against", "short.csv"], "more than the original (--against) with 20"),
        (["--control", "people.csv"], "Give the original as well, with --against"),
        (["--sampling-fraction", "120%"], "--sampling-fraction must be above 0 and at most 1"),
        (["--population", "people.csv"], "The population (--population) has fewer people than the release in"),
        (["--against", "people.csv", "--report", "people.csv"], "An audit is written as .html, .json, .txt"),
    ],
)
def test_wrong_pairs_are_refused_and_nothing_is_written(
    pair: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    pl.DataFrame({"x": range(300), "y": range(300)}).write_csv("other.csv")
    pl.read_csv("people.csv").head(20).write_csv("short.csv")
    result = shoal("audit", "out.csv", *KNOWN, "--report", "audit.html", *options)
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert words in said
    assert not Path("audit.html").exists()
    assert not any(canary in said for canary in CANARIES)


def test_the_verdict_stands_before_the_tables_and_says_what_was_not_measured(tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    rows = range(400)
    columns = {
        "age": [row % 40 for row in rows],
        "sex": [row % 2 for row in rows],
        "coin": [row * 7919 % 3 for row in rows],
    }
    pl.DataFrame(columns).write_csv(people)
    said = shoal("audit", people, "--qi", "age,sex", "--against", people).stdout
    verdict, rest = said.split("in classes smaller than 2", 1)
    assert "no confidential column was named" in " ".join(verdict.split())
    assert "gains nothing" in " ".join(rest.split())
    page = tmp_path / "audit.html"
    words = ("--qi", "age", "--confidential", "coin", "--nominal", "coin", "--against", people, "--report", page)
    said = " ".join(shoal("audit", people, *words).stdout.split())
    assert "even a model trained on originals predicts 'coin' no better than one guess" in said
    assert "a model trained on the release predicts" not in said
    text = page.read_text()
    assert text.index("no better than one guess") < text.index("Small classes")
