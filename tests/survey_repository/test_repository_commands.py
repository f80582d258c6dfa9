"""The commands on the machine of the repository: open, close, export; and what they refuse."""

from __future__ import annotations

import json
import re
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from benchmarks.survey.running import ORGANISER_KEY, TokenMaker, write_survey
from shoal.cli.app import app
from shoal.errors import WrongUse
from shoal.survey.questionnaire.content import Admission
from shoal.survey.repository.parts import RepositoryParts, upgrade_repository
from shoal.survey.repository.settings import repository_settings
from shoal.survey.tokens.paper import PaperCodes


@pytest.fixture
def survey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A survey that opens tomorrow, and its database."""
    now = datetime.now(UTC)
    path = write_survey(tmp_path, TokenMaker(), opens=now + timedelta(days=1))
    monkeypatch.setenv("SHOAL_REPOSITORY_FOLDER", str(tmp_path / "repository"))
    monkeypatch.setenv("SHOAL_REPOSITORY_ORGANISER_KEY", ORGANISER_KEY)
    monkeypatch.setenv("SHOAL_REPOSITORY_SURVEY", str(path))
    upgrade_repository(repository_settings())
    return path


def repository(*words: str) -> Result:
    return CliRunner().invoke(app, ["survey", "repository", *words])


def test_open_close_export(survey: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.jsonl"
    assert json.loads(repository("open", str(survey), "--json").stdout) == {"stage": "open"}
    early = repository("export", str(survey), "-o", str(bundle))
    assert early.exit_code == 2 and not bundle.exists()
    unsure = repository("close", str(survey))
    assert unsure.exit_code == 2 and "--yes" in unsure.output
    assert json.loads(repository("close", str(survey), "--yes", "--json").stdout) == {"stage": "closed"}
    again = repository("open", str(survey))
    assert again.exit_code == 2 and "cannot be undone" in again.output
    assert json.loads(repository("export", str(survey), "-o", str(bundle), "--json").stdout)["answers"] == 0
    assert stat.S_IMODE(bundle.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "[]", '{"what": "shoal survey"}', '{"what": "shoal specification"}', "\xff"])
def test_a_file_that_is_no_survey_is_refused_in_words(survey: Path, content: str) -> None:
    survey.write_text(content, "latin-1")
    done = repository("open", str(survey))
    assert done.exit_code == 2 and "survey.json" in done.output


def test_a_changed_survey_file_is_another_survey(survey: Path) -> None:
    assert repository("open", str(survey)).exit_code == 0
    write_survey(survey.parent, TokenMaker(), title="Another one")
    done = repository("close", str(survey), "--yes")
    assert done.exit_code == 2 and "another survey" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("admission", "given", "problem"),
    [
        ((Admission.ANYBODY,), None, "admits anybody"),
        ((Admission.CODES,), None, "Name it (codes)"),
        ((Admission.TOKENS,), "own", "does not admit"),
        ((Admission.CODES,), "other", "another survey"),
        ((Admission.CODES,), "[]", "not a list of codes"),
        ((Admission.CODES,), "\xff", "not a list of codes"),
        ((Admission.CODES,), "own", None),
    ],
)
def test_who_is_admitted_fits_what_is_given(
    survey: Path,
    monkeypatch: pytest.MonkeyPatch,
    admission: tuple[Admission, ...],
    given: str | None,
    problem: str | None,
) -> None:
    issuer = TokenMaker()
    write_survey(survey.parent, issuer, admission=admission)
    if given is not None:
        path = survey.parent / "code-ids.json"
        digest = {"own": issuer.digest, "other": "ab" * 32}.get(given)
        path.write_bytes(
            given.encode("latin-1") if digest is None else json.dumps(PaperCodes.made(2, digest).registered()).encode()
        )
        monkeypatch.setenv("SHOAL_REPOSITORY_CODES", str(path))
    if problem is None:
        RepositoryParts.of(repository_settings()).database.close()
    else:
        with pytest.raises(WrongUse, match=re.escape(problem)):
            RepositoryParts.of(repository_settings())


def test_commands_need_no_list_of_codes(survey: Path, tmp_path: Path) -> None:
    """Story: the guide said `shoal survey repository open survey.json`, and the command asked for the codes."""
    write_survey(survey.parent, TokenMaker(), admission=(Admission.CODES,))
    for words in (
        ("open", str(survey)),
        ("close", str(survey), "--yes"),
        ("export", str(survey), "-o", str(tmp_path / "b")),
    ):
        assert repository(*words).exit_code == 0
