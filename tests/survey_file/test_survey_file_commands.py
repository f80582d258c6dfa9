"""shoal survey keys, new and check: what they write, print and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from survey_file_toys import GOOD
from typer.testing import CliRunner

from shoal.cli.app import app

LATER = GOOD.replace("2026-12-", "2099-12-")  # these commands read the clock
WORDS = "correct horse battery staple"


def command(*words: str | Path, typed: str = "") -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal", input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def said(result: Any) -> str:
    return " ".join(result.output.split())


@pytest.fixture
def home(desk: Path, tmp_path: Path) -> Path:
    """A desk of its own, with a survey file."""
    for path in desk.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "survey.toml").write_text(LATER, encoding="utf-8")
    made = command(
        "survey", "new", tmp_path / "survey.toml", "--sign", tmp_path / "survey.key", "-o", tmp_path / "s.json"
    )
    assert made.exit_code == 0, made.output
    assert "11 texts are not there in 'de'" in said(made)
    assert "Respondents see the name of the column instead of a question for 'age', 'sex', 'region'" in said(made)
    return tmp_path


def test_a_survey_file_is_not_replaced_by_chance(home: Path) -> None:
    words = ("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "s.json")
    again = command(*words)
    assert again.exit_code == 2 and "exists already" in said(again) and "--force" in said(again)
    forced = json.loads(command(*words, "--force", "--json").stdout)
    assert forced["questions"] == 4 and forced["envelope_size"] % 256 == 81 and len(forced["warnings"]) == 2


def test_the_page_is_written_beside_the_survey_file(home: Path) -> None:
    words = ("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "t.json", "--page")
    refused = command(*words, home / "page.txt")
    assert refused.exit_code == 2 and not (home / "t.json").exists()
    assert command(*words, home / "page.html").exit_code == 0
    page = (home / "page.html").read_text("utf-8")
    assert json.loads((home / "t.json").read_text("utf-8"))["digest"] in page
    assert "connect-src https://survey.example.org https://issuer.example.org;" in page and "unsafe" not in page
    assert "exists already" in said(command(*words, home / "page.html"))


def test_mistakes_end_with_exit_code_2_and_write_nothing(home: Path) -> None:
    (home / "survey.toml").write_text(LATER.replace("purpose", "purpos"), encoding="utf-8")
    failed = command(
        "survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "t.json", "--json"
    )
    assert failed.exit_code == 2 and not (home / "t.json").exists()
    assert json.loads(failed.stdout)["error"]["count"] == 2
    unsigned = command("survey", "new", home / "survey.toml", "--sign", home / "survey.pub", "-o", home / "t.json")
    assert unsigned.exit_code == 2 and "is not a private key" in said(unsigned)
    other = command("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "t.toml")
    assert other.exit_code == 2


def test_warnings_about_what_weakens_a_survey(home: Path) -> None:
    one_server = LATER.replace("https://issuer.example.org", "https://survey.example.org/issuer")
    (home / "survey.toml").write_text(one_server, encoding="utf-8")
    words = ("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "--force", "-o", home / "s.json")
    assert "Issuer and repository are on one server" in said(command(*words))
    head = LATER.split("[issuer]")
    anybody = (
        head[0].replace('["tokens", "codes"]', '["anybody"]') + "[[questions]]" + LATER.split("[[questions]]", 1)[1]
    )
    (home / "survey.toml").write_text(anybody, encoding="utf-8")
    assert "Anybody can answer, as often as they like" in said(command(*words))


def test_check_says_everything_and_tries_the_key(home: Path) -> None:
    good = command(
        "survey", "check", home / "s.json", "--public-key", home / "survey.pub", "--answers-key", home / "answers.key"
    )
    assert good.exit_code == 0 and "The private key opened an envelope" in said(good)
    assert "signed with the given key" in said(good)
    assert command("survey", "keys", home / "other", "-q").exit_code == 0
    wrong = command("survey", "check", home / "s.json", "--answers-key", home / "other.key", "--json")
    assert wrong.exit_code == 1 and not json.loads(wrong.stdout)["ok"]


def test_check_of_a_damaged_file_is_a_finding_and_of_another_file_wrong_use(home: Path) -> None:
    text = (home / "s.json").read_text("utf-8")
    (home / "damaged.json").write_text(text.replace("Where the town", "Where the State"), encoding="utf-8")
    damaged = command("survey", "check", home / "damaged.json")
    assert damaged.exit_code == 1 and "does not have the digest" in said(damaged)
    (home / "cut.json").write_text(text[:2000], encoding="utf-8")
    assert command("survey", "check", home / "cut.json").exit_code == 1
    deep = {**json.loads(text), "specification": {"x": json.loads("[" * 400 + "]" * 400)}}  # ended in a traceback once
    (home / "deep.json").write_text(json.dumps(deep), encoding="utf-8")
    refused = command("survey", "check", home / "deep.json")
    assert refused.exit_code == 1 and "brackets inside each other" in said(refused)
    assert command("survey", "check", home / "specification.json").exit_code == 2
    assert command("survey", "check", home / "nowhere.json").exit_code == 2


def test_trustees_from_the_command_line(home: Path) -> None:
    made = command("survey", "keys", home / "shared", "--trustees", "2-of-3", "--survey", "Trees", "--json")
    files = json.loads(made.stdout)
    assert len(files["parts"]) == 3 and all(Path(part).exists() for part in files["parts"])
    first, _, third = files["parts"]
    (home / "survey.toml").write_text(LATER.replace('"answers.pub"', '"shared.pub"'), encoding="utf-8")
    new = command("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "t.json", "-q")
    assert new.exit_code == 0, new.output
    key = ("--answers-key", files["private_key"])
    good = command("survey", "check", home / "t.json", *key, "--part", first, "--part", third)
    assert good.exit_code == 0, good.output
    few = command("survey", "check", home / "t.json", *key, "--part", third)
    assert few.exit_code == 2 and "2 different parts of the 3 are needed" in said(few)
    useless = command("survey", "check", home / "t.json", "--part", third)
    assert useless.exit_code == 2 and "--part opens a private key, and none is given" in said(useless)


def test_a_passphrase_from_the_command_line(home: Path) -> None:
    typed = command("survey", "keys", home / "locked", "--passphrase", typed=f"{WORDS}\n{WORDS}\n")
    assert typed.exit_code == 0 and WORDS not in typed.output
    (home / "words.txt").write_text(f"{WORDS}\n", encoding="utf-8")
    (home / "survey.toml").write_text(LATER.replace('"answers.pub"', '"locked.pub"'), encoding="utf-8")
    command("survey", "new", home / "survey.toml", "--sign", home / "survey.key", "-o", home / "t.json", "-q")
    key = ("--answers-key", home / "locked.key")
    assert command("survey", "check", home / "t.json", *key, "--passphrase-file", home / "words.txt").exit_code == 0
    assert command("survey", "check", home / "t.json", *key, "--passphrase", typed=f"{WORDS}\n").exit_code == 0
    wrong = command("survey", "check", home / "t.json", *key, "--passphrase", typed="another one of mine\n")
    assert wrong.exit_code == 2 and "The passphrase is wrong" in said(wrong)
    both = command("survey", "check", home / "t.json", *key, "--passphrase", "--passphrase-file", home / "words.txt")
    assert both.exit_code == 2 and "not both" in said(both)


@pytest.mark.parametrize("text", ["3", "3of5", "five", "3-of-", "0-of-3", "5-of-3"])
def test_trustees_are_written_as_3_of_5(tmp_path: Path, text: str) -> None:
    refused = command("survey", "keys", tmp_path / "a", "--trustees", text)
    assert refused.exit_code == 2 and "--trustees" in said(refused) and not list(tmp_path.iterdir())


def test_an_unprotected_key_is_warned_about_and_none_is_replaced(tmp_path: Path) -> None:
    first = command("survey", "keys", tmp_path / "a")
    assert "can read all answers. Protect it" in said(first)
    assert command("survey", "keys", tmp_path / "a").exit_code == 2
