"""--json: whatever is refused, a program reads one object; and no option is silently ignored."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal, write_people
from typer.testing import CliRunner

from shoal.cli.app import app


@pytest.fixture
def people(tmp_path: Path) -> str:
    rng = np.random.default_rng(2)
    path = tmp_path / "people.csv"
    pl.DataFrame({"age": rng.integers(20, 60, 40), "pay": rng.integers(1, 99, 40)}).write_csv(path)
    return str(path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--k"),
        (["--k", "five"], "--k"),
        (["--k", "5", "--k", "6"], "more than once"),
        (["--k", "5", "--strange"], "--strange"),
        (["--k", "1"], "k"),
    ],
)
def test_an_error_is_one_json_object(people: str, tmp_path: Path, words: list[str], said: str) -> None:
    output = tmp_path / "out.csv"
    done = CliRunner().invoke(app, ["anonymize", people, "--qi", "age,pay", "-o", str(output), "--json", *words])
    assert done.exit_code == 2
    error = json.loads(done.stdout)["error"]
    assert error["exit_code"] == 2
    assert said in error["message"]
    assert not output.exists()


def test_without_json_standard_output_stays_empty(people: str) -> None:
    done = CliRunner().invoke(app, ["anonymize", people, "--qi", "age", "-o", "x.csv"])
    assert (done.exit_code, done.stdout) == (2, "")


def test_force_is_about_folders(people: str, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    words = ["anonymize", people, "--qi", "age,pay", "--k", "4", "--force", "-q", "-o"]
    done = CliRunner().invoke(app, [*words, str(output)])
    assert done.exit_code == 2
    assert "--force replaces an earlier release in a folder" in " ".join(done.stderr.split())
    assert not output.exists()
    assert CliRunner().invoke(app, [*words, f"{tmp_path / 'folder'}/"]).exit_code == 0


ENDLESS = {
    "brackets": "[" * 100_000 + "]" * 100_000,
    "objects": '{"a":' * 5000 + "1" + "}" * 5000,
    "digits": '{"format": ' + "9" * 6000 + "}",
}


@pytest.mark.parametrize("content", ENDLESS)
@pytest.mark.parametrize("command", ["verify", "inspect", "replay", "apply", "collect", "device"])
def test_json_without_end_is_refused_in_words(tmp_path: Path, command: str, content: str) -> None:
    """Nested deeper than Python reads, or a number of more digits than it reads: no bug of ours (exit code 70)."""
    file, table = tmp_path / "file.json", write_people(tmp_path)
    file.write_text(ENDLESS[content])
    words = {"apply": [table, "-o", tmp_path / "o.csv"], "collect": [table, "-o", tmp_path / "o.csv"]}
    given = ["device", "location", "--file", file] if command == "device" else [command, file, *words.get(command, [])]
    result = shoal(*given)
    assert result.exit_code == 2, result.output
    assert "999" not in result.output
