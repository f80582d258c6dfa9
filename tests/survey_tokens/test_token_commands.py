"""shoal tokens: from keys to letters, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from token_toys import SURVEY
from typer.testing import CliRunner, Result

from shoal.cli.app import app
from shoal.survey.shared.canonical import digest_of
from shoal.survey.tokens.asking import TokenRequest
from shoal.survey.tokens.invitations import Invitations
from shoal.survey.tokens.issuer import Issuer
from shoal.survey.tokens.issuer_keys import private_key


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["tokens", *map(str, arguments)], prog_name="shoal")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a list of people, in which commands run."""
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text("name,zip,age\nAda,01067,36\nEmmy,08001,53\nSofia,11122,41\n", encoding="utf-8")
    return tmp_path


def test_from_keys_to_a_token(folder: Path) -> None:
    assert run("keys", "issuer").exit_code == 0
    done = run("invite", "people.csv", "--key", "issuer.jwk", "--list", "issuer.db", "-o", "letters.csv", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == {"n_new": 3, "n_invited": 3, "files": ["letters.csv", "issuer.db"]}
    letters = pl.read_csv("letters.csv", infer_schema=False)
    assert letters.columns == ["name", "zip", "age", "invitation"]
    assert letters["zip"].to_list() == ["01067", "08001", "11122"]
    assert (folder / "letters.csv").stat().st_mode & 0o777 == 0o600
    key = private_key("issuer.key")
    issuer = Issuer(key, Invitations("issuer.db", key.public))
    assert issuer.sign(letters["invitation"][1], TokenRequest.of(SURVEY, key.public).blinded)
    counted = run("status", "--key", "issuer.jwk", "--list", "issuer.db", "--json")
    assert json.loads(counted.stdout) == {"n_invited": 3, "n_asked": 1}


def test_letters_and_links_name_the_survey(folder: Path) -> None:
    run("keys", "issuer")
    command = ["invite", "people.csv", "--key", "issuer.jwk", "--list", "issuer.db", "-o", "letters.csv"]
    done = run(*command, "--survey", SURVEY, "--link", "https://survey.example/")
    assert done.exit_code == 0, done.output
    letters = pl.read_csv("letters.csv", infer_schema=False)
    assert letters["survey"].to_list() == [SURVEY] * 3
    for code, link in letters.select("invitation", "link").iter_rows():
        assert link == f"https://survey.example/#invitation={code}&survey={SURVEY}"
    wrong = run("invite", "people.csv", "--key", "issuer.jwk", "--list", "x.db", "-o", "x.csv", "--survey", "abc")
    assert wrong.exit_code == 2 and "64 signs" in wrong.stderr and not Path("x.csv").exists()


def test_letters_that_are_out_are_not_replaced(folder: Path) -> None:
    """A second run with the same names once made new codes, so that the letters in the post were worthless."""
    run("keys", "issuer")
    command = ["invite", "people.csv", "--key", "issuer.jwk", "--list", "issuer.db", "-o", "letters.csv"]
    assert run(*command).exit_code == 0
    before = (folder / "letters.csv").read_bytes()
    again = run(*command)
    assert again.exit_code == 2
    assert "exists already" in again.stderr
    assert (folder / "letters.csv").read_bytes() == before
    counted = run("status", "--key", "issuer.jwk", "--list", "issuer.db", "--json")
    assert json.loads(counted.stdout)["n_invited"] == 3


def test_a_second_wave_is_added_to_the_list(folder: Path) -> None:
    run("keys", "issuer")
    Path("more.csv").write_text("name,zip,age\nHypatia,00001,60\n", encoding="utf-8")
    for people, letters in (("people.csv", "first.csv"), ("more.csv", "second.csv")):
        assert run("invite", people, "--key", "issuer.jwk", "--list", "issuer.db", "-o", letters).exit_code == 0
    counted = run("status", "--key", "issuer.jwk", "--list", "issuer.db", "--json")
    assert json.loads(counted.stdout) == {"n_invited": 4, "n_asked": 0}


def test_a_list_with_somebody_twice_invites_nobody(folder: Path) -> None:
    run("keys", "issuer")
    Path("twice.csv").write_text("name\nAda\nEmmy\nAda\n", encoding="utf-8")
    refused = run("invite", "twice.csv", "--key", "issuer.jwk", "--list", "issuer.db", "-o", "letters.csv")
    assert refused.exit_code == 2
    assert "Ada" not in refused.stderr
    assert not (folder / "letters.csv").exists()
    assert not (folder / "issuer.db").exists()


def test_a_locked_key_needs_its_passphrase(folder: Path) -> None:
    made = CliRunner().invoke(app, ["tokens", "keys", "issuer", "--passphrase"], input="open sesame\nopen sesame\n")
    assert made.exit_code == 0, made.output
    assert "open sesame" not in made.output
    run("invite", "people.csv", "--key", "issuer.jwk", "--list", "issuer.db", "-o", "letters.csv")
    refused = run("serve", "--key", "issuer.key", "--list", "issuer.db")
    assert refused.exit_code == 2
    assert "passphrase" in refused.stderr


def test_codes_for_cards(folder: Path) -> None:
    done = run("codes", "4", "--survey", SURVEY, "-o", "cards", "--json")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (folder / "cards").iterdir()) == ["cards.txt", "code-ids.json", "codes.csv"]
    codes = pl.read_csv("cards/codes.csv")["code"].to_list()
    assert not any(code in done.output for code in codes)
    document = {"title": "How are you?", "opens": "2026-01-01T00:00:00Z"}
    digest = digest_of(document)
    Path("survey.json").write_text(json.dumps({**document, "digest": digest}), encoding="utf-8")
    Path("changed.json").write_text(json.dumps({**document, "title": "Who?", "digest": digest}), encoding="utf-8")
    named = run("codes", "4", "--survey", "survey.json", "-o", "named", "--json")
    assert json.loads(named.stdout)["survey"] == digest.removeprefix("sha256:")
    for arguments, words in (
        (("codes", "4", "--survey", SURVEY, "-o", "cards"), "holds codes already"),
        (("codes", "4", "--survey", "nonsense", "-o", "other"), "64 signs"),
        (("codes", "4", "--survey", "none.json", "-o", "other"), "no survey file"),
        (("codes", "4", "--survey", "changed.json", "-o", "other"), "does not fit"),
        (("codes", "4", "--survey", "people.csv", "-o", "other"), "people.csv"),
        (("codes", "0", "--survey", SURVEY, "-o", "other"), "whole number"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2
        assert words in refused.stderr.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("keys", "issuer", "--bits", "1024"), "2048, 3072, 4096"),
        (("status", "--key", "none.jwk", "--list", "issuer.db"), "no public key"),
        (("status", "--key", "people.csv", "--list", "issuer.db"), "not the public key"),
        (("serve", "--key", "none.key", "--list", "issuer.db"), "no key"),
        (("serve", "--key", "people.csv", "--list", "issuer.db"), "people.csv"),
    ],
)
def test_mistakes_are_named(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert words in " ".join(refused.stderr.split())
