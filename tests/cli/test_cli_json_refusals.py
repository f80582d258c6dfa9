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


NO_NUMBERS = [
    ("anonymize t.csv -o o.csv --k five", "--k must be a whole number, found 'five'. Write it in digits, such as 5."),
    ("anonymize t.csv -o o.csv --k 5.5", "--k must be a whole number, found '5.5'."),
    ("anonymize t.csv -o o.csv --k 5 --budget-s ten", "--budget-s must be a number, found 'ten'."),
    ("anonymize t.csv -o o.csv --k 5 --budget-s 2,5", "with a point before decimals, such as 2.5."),
    ("anonymize t.csv -o o.csv --k 5 --seed x", "--seed must be a whole number, found 'x'."),
    ("anonymize t.csv -o o.csv --k 5 --certify soon", "--certify must be a number, found 'soon'."),
    ("audit t.csv --qi age --k few", "--k must be a whole number, found 'few'."),
    ("design --k 5 --participation .5 --failure often", "--failure must be a number, found 'often'."),
    ("form t.csv --k 5 -o f --most-boxes many", "--most-boxes must be a whole number, found 'many'."),
    ("demo --records lots", "--records must be a whole number, found 'lots'."),
    ("serve --port 99999", "--port must be a whole number from 0 to 65535, found '99999'."),
    ("serve --workers 0", "--workers must be a whole number of at least 1, found '0'."),
    ("device sign-up north 3", "It must be degrees, such as 40.7128 or -74.006."),
]


@pytest.mark.parametrize(("line", "said"), NO_NUMBERS)
def test_a_number_that_is_none_is_refused_in_our_words(line: str, said: str) -> None:
    """Story: --k five was answered with 'Input should be a valid integer, unable to parse string as an integer'."""
    done = CliRunner().invoke(app, line.split(), env={"COLUMNS": "200", "TERMINAL_WIDTH": "200"})
    told = " ".join(done.stderr.replace("│", " ").split())
    assert done.exit_code == 2
    assert said in told
    assert "valid" not in told.replace("Invalid", "")


def test_what_is_not_given_is_said_as_before() -> None:
    done = CliRunner().invoke(app, ["anonymize", "t.csv", "-o", "o.csv"])
    assert "Missing option '--k'" in done.stderr


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
    words = {"apply": [table, "-o", tmp_path / "o.csv"], "collect": [table, "-o", tmp_path / "o"]}
    given = ["device", "location", "--file", file] if command == "device" else [command, file, *words.get(command, [])]
    result = shoal(*given)
    assert result.exit_code == 2, result.output
    assert "999" not in result.output
