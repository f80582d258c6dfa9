"""The demonstration of an online survey, with fewer people: what it prints is what it found."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from benchmarks.browsing import chromium_program
from benchmarks.survey.demo import in_browsers, run
from benchmarks.survey.office import Plan

PEOPLE = 150
PLAN = Plan(k=3)


def test_the_demonstration_tells_who_saw_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    has_browser = chromium_program() is not None and importlib.util.find_spec("playwright") is not None
    told = run(tmp_path / "survey", PEOPLE, 1, PLAN)
    said = capsys.readouterr().out
    assert told.n_in_browser == has_browser and ('{"answers":{' in said) == has_browser
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


def test_without_a_browser_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert in_browsers("http://127.0.0.1:1/", []) == 0
    assert capsys.readouterr().out.count("\n") == 1
