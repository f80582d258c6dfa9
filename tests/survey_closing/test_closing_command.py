"""shoal survey close: what it prints, writes, refuses and destroys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.survey.sealed_answers import SealedSurvey
from shoal.cli.app import app
from shoal.survey.collection.saving import is_signed_release
from shoal.survey.specification.signing import make_keys

COUNTS = (5, 4, 2, 3, 1)


def command(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, ["survey", "close", *(str(word) for word in words)], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def said(result: Any) -> str:
    return " ".join(result.output.split())


@pytest.fixture
def words(sealed: SealedSurvey) -> list[str | Path]:
    bundle = sealed.bundle(sealed.entries(COUNTS))
    return [sealed.path, bundle, "--answers-key", sealed.key_path, "-o", sealed.folder / "out"]


def test_a_survey_is_closed_and_signed(sealed: SealedSurvey, words: list[str | Path]) -> None:
    make_keys(sealed.folder / "office")
    result = command(*words, "--invited", "300", "--sign", sealed.folder / "office.key", "--diversity", "opinion=2")
    assert result.exit_code == 0, result.output
    assert "at least 2 others" in said(result) and "Destroy the key" in said(result)
    assert "12 released of 15" in said(result)
    assert is_signed_release(sealed.folder / "out") and (sealed.folder / "bundle.jsonl").exists()


def test_facts_as_json_and_a_bundle_destroyed(sealed: SealedSurvey, words: list[str | Path]) -> None:
    result = command(*words, "--json", "--destroy-bundle")
    facts = json.loads(result.stdout)
    assert facts["n_released"] == 12 and facts["refused"] == {} and Path(facts["files"]["table"]).exists()
    assert not (sealed.folder / "bundle.jsonl").exists()


def test_nothing_is_written_or_destroyed_when_nothing_may_be_released(
    sealed: SealedSurvey, words: list[str | Path]
) -> None:
    bundle = sealed.bundle(sealed.entries((2, 2)))
    result = command(*words, "--destroy-bundle")
    assert result.exit_code == 1 and "nothing to release" in said(result)
    assert bundle.exists() and not list((sealed.folder / "out").glob("release*"))
    assert not list(sealed.folder.glob("*.closed.json"))


def test_a_wrong_signing_key_is_refused_before_anything_is_opened(
    sealed: SealedSurvey, words: list[str | Path]
) -> None:
    result = command(*words, "--sign", sealed.key_path)
    assert result.exit_code == 2 and "is not a private key" in said(result)


def test_enough_trustees_open_the_answers_and_fewer_do_not(tmp_path: Path) -> None:
    own = SealedSurvey(tmp_path, trustees=(2, 3))
    words = [own.path, own.bundle(own.entries(COUNTS)), "--answers-key", own.key_path, "-o", tmp_path / "out"]
    alone = command(*words, "--part", own.parts[0])
    assert alone.exit_code == 2 and not (tmp_path / "out").exists()
    both = command(*words, "--part", own.parts[0], "--part", own.parts[2], "--json")
    assert both.exit_code == 0 and json.loads(both.stdout)["n_released"] == 12
