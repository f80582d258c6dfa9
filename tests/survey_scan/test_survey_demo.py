"""The demonstration of an online survey, with fewer people: what it prints is what it found."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.survey.demo import in_browsers, run
from benchmarks.survey.office import Plan

PEOPLE = 150
PLAN = Plan(k=3)


def test_the_demonstration_tells_who_saw_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = run(tmp_path / "survey", PEOPLE, 0, PLAN)
    said = capsys.readouterr().out
    assert told.found_at_issuer == told.found_at_repository == []
    assert told.released["answers"] == told.n_answered > PEOPLE / 2 and told.released["refused"] == {}
    assert told.released["invited"] == PEOPLE > told.released["asked"] > told.n_answered
    released = (tmp_path / "survey" / "release" / "release.csv").read_text("utf-8").splitlines()[1:]
    assert len(released) == told.n_answered - told.released["n_withheld"]
    for words in (
        f"{PEOPLE} people",
        f"{told.n_answered} answer.",
        "not told yet",
        f"table invitation: {PEOPLE} rows",
        f"table answer: {told.n_answered} rows",
        "Its log has 0 lines.",
        f"{len(released):,} answers from",
        "Attained: ",
    ):
        assert words in said


def test_a_few_people_answer_in_a_browser(tmp_path: Path, chromium: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed. Install the dev extra.")
    told = run(tmp_path / "survey", 60, 1, PLAN)
    assert told.n_in_browser == 1 and told.found_at_repository == []
    assert told.released["answers"] == told.n_answered
    assert '{"answers":{' in capsys.readouterr().out


def test_without_a_browser_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert in_browsers("http://127.0.0.1:1/", []) == 0
    assert capsys.readouterr().out.count("\n") == 1
