"""Published text that begins with = + - @ runs in spreadsheets: that is told, and on demand an apostrophe is added."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import TableError
from shoal.journey import repeat
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.sources import table_of

EVIL = "=HYPERLINK(A1)"


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd", "-2+3", "@sum(a)", "\t=1", "\r=1", "\n=1", "＝1+1", "+49 170 1234", "-$5x"]
)
def test_what_a_spreadsheet_runs(text: str) -> None:
    table = table_of(pl.DataFrame({"note": ["fine", text, None]}))
    assert formula_counts(table) == {"note": 1}
    assert quoted(table).native()["note"].to_list() == ["fine", f"'{text}", None]


@pytest.mark.parametrize("text", ["-5", "+3.25", "-1e5", "-", "=", "a=b", "'=1", " x", "", "3-4"])
def test_what_a_spreadsheet_does_not_run(text: str) -> None:
    table = table_of(pl.DataFrame({"note": ["fine", text], "number": [-5, 3]}))
    assert formula_counts(table) == {}
    assert quoted(table).native().equals(table.native())


def test_categories_and_names() -> None:
    frame = pl.DataFrame({"note": pl.Series(["=a", "b"], dtype=pl.Enum(["=a", "b"]))})
    assert quoted(table_of(frame)).native()["note"].to_list() == ["'=a", "b"]
    named = table_of(pl.DataFrame({"age": [1], "=cmd": [2]}))
    with pytest.raises(TableError, match="name of column 2 of the table would be run as a formula"):
        quoted(named)
    (warning,) = formula_warnings(named.columns, {})
    assert "names of columns 2 begin" in warning and "cmd" not in warning


def people(folder: Path) -> Path:
    path = folder / "people.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["age", "town", "note"])
        writer.writerows(
            [20 + row, "@home" if row % 2 else "away", EVIL if row < 4 else f"n{row % 3}"] for row in range(24)
        )
    return path


def test_release_tells_and_quotes(tmp_path: Path) -> None:
    roles = {"quasi_identifiers": ["age", "town"], "confidential": ["note"], "method": "mdav", "k": 3, "seed": 4}
    plain = shoal.anonymize(people(tmp_path), **roles)
    (warning,) = [text for text in plain.report.facts["warnings"] if "spreadsheet" in text]
    assert "note (4 texts)" in warning and "--quote-formulas" in warning and EVIL not in warning
    assert plain.manifest["settings"]["quote_formulas"] is False
    release = shoal.anonymize(people(tmp_path), **roles, quote_formulas=True)
    assert release.report.facts["settings"]["quote_formulas"] is True
    assert any("An apostrophe stands before texts" in text for text in release.report.facts["warnings"])
    paths = release.save(tmp_path / "out")
    with paths["table"].open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert sum(row["note"] == f"'{EVIL}" for row in rows) == 4
    assert not any(row["note"].startswith("=") or row["town"].startswith("@") for row in rows)
    # the same records in the same order, but for the apostrophes
    assert [row["age"] for row in rows] == [str(age) for age in plain.table["age"].to_list()]
    again, identical = repeat(paths["manifest"])
    assert identical and again.table.equals(release.table)


def run(*words: str | Path) -> dict[str, object]:
    result = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    assert EVIL not in result.output
    return dict(json.loads(result.stdout))


def test_every_command_that_writes_tables(tmp_path: Path) -> None:
    table, roles = people(tmp_path), ("--qi", "age,town", "--confidential", "note")
    out, model = tmp_path / "out.csv", tmp_path / "q.json"
    facts = run("anonymize", table, "--k", "3", *roles, "--method", "mdav", "--seed", "1", "--keep-order", "-o", out,
                "--quantizer", model, "--disclose", "--quote-formulas")  # fmt: skip
    assert "An apostrophe stands" in str(facts["warnings"]) and f"'{EVIL}" in out.read_text()
    facts = run("apply", model, table, "--withhold", "-o", out)
    assert "note (4 texts)" in str(facts["warnings"]) and f",{EVIL}" in out.read_text()
    facts = run("apply", model, table, "--withhold", "-o", out, "--quote-formulas")
    assert "An apostrophe stands" in str(facts["warnings"]) and f"'{EVIL}" in out.read_text()
    centers = tmp_path / "centers.csv"
    centers.write_text("age,name\n20,=a()\n40,b\n")
    words = ("allocate", table, centers, "--columns", "age", "--center-id", "name", "-o", out)
    assert "center (12 texts)" in str(run(*words)["warnings"]) and ",=a()" in out.read_text()
    run(*words, "--quote-formulas")
    assert ",'=a()" in out.read_text()
