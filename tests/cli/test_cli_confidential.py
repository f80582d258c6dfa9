"""Promises about confidential columns on the command line: options, screen, exit codes, and what is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli_toys import CANARIES, anonymize, shoal, write_people

from shoal.release.confidential.asked import AskedPromises

AUDITED = ("--qi", "age,income", "--diversity", "diagnosis=2")


def fewest_values(path: Path, by: list[str]) -> int:
    return int(pl.read_csv(path).group_by(by).agg(pl.col("diagnosis").n_unique())["diagnosis"].min())


def test_a_release_keeps_what_options_promise_and_the_screen_says_so(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    more = ("--diversity", "diagnosis=3", "--diversity", "diagnosis=entropy(2.2)", "--closeness", "diagnosis=0.4")
    result = anonymize(table, f"{tmp_path}/release/", *more)
    assert result.exit_code == 0, result.output
    said = " ".join(result.stdout.split())
    assert "diagnosis: distinct(3), kept (the class with fewest has 3)" in said
    assert "diagnosis: close(0.4), kept" in said
    assert fewest_values(tmp_path / "release/release.csv", ["age", "income"]) == 3
    assert "Every class has at least 3 different values" in (tmp_path / "release/report.html").read_text("utf-8")
    facts = json.loads((tmp_path / "release/report.json").read_text("utf-8"))
    assert [one["rule"] for one in facts["promise"]["confidential"]] == ["close(0.4)", "distinct(3)", "entropy(2.2)"]
    assert shoal("replay", tmp_path / "private-release/manifest.json").exit_code == 0


def test_several_columns_in_one_option_and_json(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    roles = ("--qi", "age,income", "--id", "name", "--insensitive", "region,weight")
    result = anonymize(
        table, tmp_path / "out.csv", "--diversity", "diagnosis=recursive(c=3, l=2),town=2", "--json", roles=roles
    )
    facts = json.loads(result.stdout)
    assert [(one["column"], one["rule"], one["kept"]) for one in facts["confidential"]] == [
        ("diagnosis", "recursive(c=3, l=2)", True),
        ("town", "distinct(2)", True),
    ]


def test_an_audit_fails_if_a_promise_is_not_kept(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    anonymize(table, tmp_path / "plain.csv", k=2)
    anonymize(table, tmp_path / "diverse.csv", "--diversity", "diagnosis=2", k=2)
    assert shoal("audit", tmp_path / "diverse.csv", *AUDITED, "--k", "2").exit_code == 0
    refused = shoal("audit", tmp_path / "plain.csv", *AUDITED, "--k", "2")
    assert refused.exit_code == 1
    assert "k = 2 was asked for: reached." in refused.stdout
    assert "NOT kept in" in refused.stdout
    report = tmp_path / "audit.html"
    refused = shoal("audit", tmp_path / "plain.csv", *AUDITED, "--report", report, "--json")
    assert refused.exit_code == 1
    facts = json.loads(refused.stdout)
    assert facts["kept"] is False
    assert facts["k_reached"] is None
    assert facts["promises"][0]["n_broken"] > 0
    assert "NOT kept in" in report.read_text("utf-8")


def test_an_audit_reads_the_promises_of_the_roles_file(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    roles = tmp_path / "roles.toml"
    roles.write_text(
        '[columns.name]\nrole = "identifying"\n'
        + "".join(f'[columns.{name}]\nrole = "quasi_identifying"\n' for name in ("age", "income"))
        + "".join(f'[columns.{name}]\nrole = "insensitive"\n' for name in ("town", "region", "weight"))
        + '[columns.diagnosis]\nrole = "confidential"\ndiversity = 2\ncloseness = "close(0.5, ground=equal)"\n'
    )
    out = tmp_path / "release.csv"
    result = shoal("anonymize", table, "--k", "3", "--roles", roles, "-o", out, "--method", "mdav")
    assert result.exit_code == 0, result.output
    audited = shoal("audit", out, "--roles", roles, "--json")
    assert audited.exit_code == 0
    assert [one["rule"] for one in json.loads(audited.stdout)["promises"]] == [
        "close(0.5, ground=equal)",
        "distinct(2)",
    ]
    compared = shoal("compare", table, "--roles", roles, "--k", "3", "--method", "mdav")
    assert "All cells keep: diagnosis: close(0.5, ground=equal), distinct(2)." in " ".join(compared.stdout.split())


def test_compare_shows_what_a_promise_costs(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    loss = []
    for more in ((), ("--diversity", "diagnosis=3", "--closeness", "diagnosis=0.2")):
        result = shoal("compare", table, "--qi", "age,income", "--k", "3", "--method", "mdav", "--json", *more)
        facts = json.loads(result.stdout)
        loss.append(facts["results"][0]["loss"])
    assert facts["diversity"] == {"diagnosis": ["distinct(3)"]}
    assert loss[1] > loss[0]


REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("--diversity", "diagnosis=1"), "--diversity: l of distinct must be a whole number of at least 2"),
    (("--diversity", "diagnosis"), "--diversity is given as COLUMN=RULE"),
    (("--diversity", "diagnosis=entropi(2)"), "there is no rule 'entropi' of --diversity"),
    (("--closeness", "diagnosis=1.5"), "--closeness must be a share above 0 and at most 1, found 1.5"),
    (("--closeness", "diagnosis=30"), "For 30 % write 0.3."),
    (("--closeness", "diagnosis=300%"), "found 3"),
    (("--closeness", "age=0.2"), "'age' is a quasi-identifier"),
    (("--closeness", "name=0.2"), "'name' is identifying"),
    (("--diversity", "diagnosi=2"), "Column 'diagnosi' (--diversity) is not in people.csv. Did you mean 'diagnosis'?"),
    (("--diversity", "diagnosis=4"), "The most that is possible is 3."),
    (("--diversity", "diagnosis=2", "--diversity", "diagnosis=3"), "asks for distinct(2) and for distinct(3)"),
    (("--diversity", "diagnosis=2", "--quantizer", "cells.json"), "by their quasi-identifiers alone"),
    (("--missing-confidential", "refuse"), "--missing-confidential is about promises"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=lambda part: str(part)[:50])
def test_refusals_are_worded_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    table = write_people(tmp_path)
    result: Any = anonymize(table, f"{tmp_path}/release/", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not any(canary in result.output for canary in CANARIES)
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


def test_the_demo_shows_the_remedy_and_what_it_costs(tmp_path: Path) -> None:
    result = shoal("demo", "-o", tmp_path / "demo", "-n", "200")
    assert result.exit_code == 0, result.output
    without, with_promise = (tmp_path / "demo/remedy.txt").read_text("utf-8").splitlines()
    assert "classes in which all share one value" in without
    assert with_promise.startswith("With --diversity")
    assert "no class in which all share one value" in with_promise
    said = " ".join(result.stdout.split())
    assert " ".join(without.split()) in said
    assert " ".join(with_promise.split()) in said
    page = (tmp_path / "demo/remedy.html").read_text("utf-8")
    assert "Every class has at least 2 different values" in page
    assert not list((tmp_path / "demo").glob("remedy*.csv"))  # no second release of the same people


def test_a_percentage_is_a_share_and_a_roles_file_is_named(tmp_path: Path) -> None:
    asked = AskedPromises.of(closeness={"diagnosis": "30%"})
    assert asked == AskedPromises.of(closeness={"diagnosis": " 30 %"}) == AskedPromises.of(closeness={"diagnosis": 0.3})
    table, roles = write_people(tmp_path), tmp_path / "roles.toml"
    described = {"name": "identifying", "age": "quasi_identifying", "income": "quasi_identifying"}
    described |= dict.fromkeys(("town", "region", "weight"), "insensitive") | {"diagnosis": "confidential"}
    text = "".join(f'[columns.{name}]\nrole = "{role}"\n' for name, role in described.items())
    roles.write_text(f"{text}closeness = 30\n")
    for command in (("anonymize", table, "--k", "3", "-o", tmp_path / "release.csv"), ("audit", table)):
        result = shoal(*command, "--roles", roles)
        assert result.exit_code == 2
        said = " ".join(result.stderr.split())
        assert "roles.toml: Column 'diagnosis'" in said
        assert "write 0.3" in said
