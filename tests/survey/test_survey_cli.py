"""The commands of a survey, from keys to release."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from survey_toys import QUICK, frame
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.cli.survey.design_specification import margin_words

SECRETS = ("Zyxwina", "Cádiz")
DESIGN = ("--k", "3", "--participation", ".6", "--failure", ".01", "--qi", "age,income,sex", "--seed", "1")


def shoal(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert not any(secret in result.output for secret in SECRETS)
    return result


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A frame, keys, a signed specification with its page, and somebody's own values."""
    folder = tmp_path_factory.mktemp("survey")
    frame().write_csv(folder / "frame.csv")
    frame().head(1).select("age", "income", "sex").with_columns(score=pl.lit(7)).write_csv(folder / "mine.csv")
    assert shoal("keys", folder / "survey").exit_code == 0
    made = shoal(
        "design", folder / "frame.csv", *DESIGN, "-o", folder / "spec.json", "--page", folder / "page.html",
        "--sign", folder / "survey.key", "--title", "Toys", "--json",
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    facts = json.loads(made.stdout)
    assert facts["n_min"] == [11] and facts["smallest_cell"] >= 11
    assert facts["largest_failure"] <= 0.01 < facts["any_cell_fails"]
    return folder


@pytest.mark.slow
def test_respondent_checks_and_finds_the_cell(survey: Path) -> None:
    verified = shoal("verify", survey / "spec.json", "--public-key", survey / "survey.pub")
    assert verified.exit_code == 0 and "NOT" not in verified.output
    told = shoal("apply", survey / "spec.json", survey / "mine.csv", "--public-key", survey / "survey.pub", "--json")
    assert told.exit_code == 0
    cells = json.loads(told.stdout)["cells"]
    plain = shoal("apply", survey / "spec.json", survey / "mine.csv", "--quiet")
    assert plain.stdout == f"{cells[0]}\n"
    worded = shoal("apply", survey / "spec.json", survey / "mine.csv")
    assert worded.stdout == f"Your cell is {cells[0]}\n"
    assert "Send your cell together with your answers to the survey's questions" in " ".join(worded.stderr.split())
    several = shoal("apply", survey / "spec.json", survey / "frame.csv").stdout.splitlines()
    assert len(several) == 240 and several[0] == f"Record 1: cell {cells[0]}"
    sent = survey / "sent.csv"
    assert shoal("apply", survey / "spec.json", survey / "mine.csv", "-o", sent).exit_code == 0
    assert pl.read_csv(sent).columns == ["cell", "specification", "score"]
    assert pl.read_csv(sent)["cell"].to_list() == cells


def test_a_key_is_shown_as_it_stands_in_its_file(survey: Path) -> None:
    line = (survey / "survey.pub").read_text("ascii").splitlines()[1]
    assert json.loads(shoal("verify", survey / "spec.json", "--json").stdout)["signed_by"] == line
    for command in ("verify", "inspect"):
        assert line in "".join(shoal(command, survey / "spec.json").output.split())


@pytest.mark.parametrize(
    ("breaks_at", "words"),
    [
        (None, "the promise holds however low participation falls"),
        (1.0, "there is no margin: the promise breaks as soon as participation is lower than assumed"),
        (0.99951, "there is no margin: the promise breaks as soon as participation is lower than assumed"),
        (0.97, "the promise breaks when participation falls below 97.0 % of what was assumed"),
    ],
)
def test_the_margin_of_a_design_in_words(breaks_at: float | None, words: str) -> None:
    """Story: "breaks when participation falls to 100.0 % of what was assumed" reads as already broken."""
    assert margin_words(breaks_at) == words


def test_the_expected_failures_add_up(survey: Path, tmp_path: Path) -> None:
    """Story: 0.0481 failed cells were expected "because" each of 90 fails with at most 0.001, which gives 0.09."""
    frame().select("age", "income", "sex").with_columns(score=pl.lit(7)).write_csv(tmp_path / "all.csv")
    send = ("apply", survey / "spec.json", tmp_path / "all.csv", "-o", tmp_path / "answers.csv")
    assert shoal(*send, "--confidential", "score").exit_code == 0
    collect = (
        "collect",
        survey / "spec.json",
        tmp_path / "answers.csv",
        "--trust-answers",
        "--confidential",
        "score",
        "-o",
    )
    told = " ".join(shoal(*collect, tmp_path / "release").output.split())
    found = re.search(r"of (\d+); the design expects (\S+): a cell fails with a probability of (\S+) on average", told)
    assert found is not None, told
    n_cells, expected, mean = map(float, found.groups())
    assert n_cells * mean == pytest.approx(expected, rel=0.01)


def test_designer_counts_the_frame_again(survey: Path) -> None:
    verified = shoal("verify", survey / "spec.json", survey / "frame.csv", "--json")
    assert verified.exit_code == 0
    assert json.loads(verified.stdout)["counts_as_designed"]


def test_inspection_names_the_promise_and_the_columns(survey: Path) -> None:
    said = shoal("inspect", survey / "spec.json").output
    assert all(word in said for word in ("Toys", "0.01", "n_min", "age", "sha256:"))
    assert json.loads(shoal("inspect", survey / "spec.json", "--json").stdout)["promise"]["k"] == 3


def test_tampering_ends_with_exit_code_1(survey: Path, tmp_path: Path) -> None:
    text = (survey / "spec.json").read_text("utf-8")
    bad = tmp_path / "bad.json"
    bad.write_text(text.replace('"n_min": 11', '"n_min": 9'), encoding="utf-8")
    assert shoal("verify", bad).exit_code == 1
    assert shoal("apply", bad, survey / "mine.csv").exit_code == 1
    assert shoal("verify", survey / "spec.json", "--public-key", survey / "nobody.pub").exit_code == 2
    shoal("keys", tmp_path / "other")
    assert shoal("verify", survey / "spec.json", "--public-key", tmp_path / "other.pub").exit_code == 1
    refused = shoal("apply", survey / "spec.json", survey / "mine.csv", "--public-key", tmp_path / "other.pub")
    assert refused.exit_code == 1 and "a key other than the given one" in refused.output


def test_answers_become_a_release(survey: Path, tmp_path: Path) -> None:
    everybody = (
        frame().select("age", "income", "sex").with_columns(score=pl.int_range(240) % 5, token=pl.int_range(240))
    )
    everybody.write_csv(tmp_path / "all.csv")
    send = ("apply", survey / "spec.json", tmp_path / "all.csv", "-o", tmp_path / "answers.csv")
    assert shoal(*send).exit_code == 2  # a token is different in every record
    assert shoal(*send, "--insensitive", "token").exit_code == 0
    words = ("collect", survey / "spec.json", tmp_path / "answers.csv", "--trust-answers", "--token", "token")
    words += ("--confidential", "score")
    done = shoal(*words, "-o", tmp_path / "release", "--json")
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert facts["n_released"] == 240 and facts["smallest_class"] >= 11 and facts["attained_participation"] == 1.0
    assert pl.read_csv(tmp_path / "release" / "release.csv").columns == ["age", "income", "sex", "score"]
    few = pl.read_csv(tmp_path / "answers.csv").head(4)
    few.write_csv(tmp_path / "answers.csv")
    nothing = shoal(*words, "-o", tmp_path / "few")
    assert nothing.exit_code == 1 and not (tmp_path / "few").exists()
    assert shoal(*words[:3], "--token", "nope", "-o", tmp_path / "few").exit_code == 2


def test_a_promise_about_those_to_come_is_not_made_by_anonymize(survey: Path, tmp_path: Path) -> None:
    words = ("anonymize", survey / "frame.csv", "--k", "3", "--qi", "age", "-o", tmp_path / "r.csv")
    for option in ("--participation", "--failure"):
        said = shoal(*words, option, ".5")
        assert said.exit_code == 2 and "shoal design" in " ".join(said.output.replace("│", " ").split())


def test_a_wrong_key_is_found_before_the_design(survey: Path) -> None:
    too_few = survey / "few.csv"  # a design would refuse them
    pl.read_csv(survey / "frame.csv").head(4).write_csv(too_few)
    words = ("design", too_few, *DESIGN, "-o", survey / "new.json")
    assert "is not a private key" not in shoal(*words).output
    wrong = shoal(*words, "--sign", survey / "frame.csv")
    assert wrong.exit_code == 2 and "is not a private key" in " ".join(wrong.output.split())


@pytest.mark.parametrize(
    "words",
    [
        ("design", "frame.csv", *DESIGN),
        ("design", *DESIGN),
        ("design", "frame.csv", *DESIGN, "-o", "spec.txt"),
        ("design", "frame.csv", *DESIGN, "-o", "frame.csv"),
        ("design", "frame.csv", *DESIGN, "-o", "new.json", "--records", "10"),
        ("design", "frame.csv", *DESIGN, "-o", "new.json", "--sign", "frame.csv"),
        ("design", "frame.csv", "--k", "300", *DESIGN[2:], "-o", "new.json"),
        ("design", "--k", "3", "--participation", "chance", "--failure", ".01"),
        ("apply", "spec.json", "mine.csv", "--withhold"),
        ("apply", "spec.json", "frame.csv", "-o", "frame.csv"),
        ("verify", "spec.json", "--taxonomy", "age=frame.csv"),
        ("keys", "survey"),
        ("collect", "frame.csv", "mine.csv", "-o", "r"),
        ("collect", "spec.json", "mine.csv", "-o", "r"),
        ("collect", "spec.json", "mine.csv", "-o", "r.csv"),
    ],
)
def test_wrong_use_is_exit_code_2(survey: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(survey)
    before = sorted(survey.iterdir())
    assert shoal(*words).exit_code == 2
    assert sorted(survey.iterdir()) == before


def test_participation_by_stratum_and_by_column(survey: Path, tmp_path: Path) -> None:
    design = ("design", survey / "frame.csv", "--k", "3", "--failure", ".01", "--qi", "age", "--seed", "1", "--json")
    design = (*design, "--method", QUICK)
    target = ("-o", tmp_path / "spec.json")
    strata = shoal(*design, "--by", "region", "--participation", "north=.9", "--participation", "south=.5", *target)
    assert json.loads(strata.stdout)["n_min"] == [5, 14]
    column = shoal(*design, "--participation", "chance", *target, "--force")
    assert json.loads(column.stdout)["participation"] == "uneven"
