"""Designing a survey: wrong shares, files that exist already, wording."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from survey_toys import QUICK, designed, frame
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.encode.naming import refuse_naming_columns
from shoal.errors import ParameterError, RolesError, WrongUse
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.cell_sizes import first_lasting_size
from shoal.guarantee.parameters import check_failure, check_participation
from shoal.guarantee.safety import safety_margin
from shoal.survey.design.member_shares import shares_by_stratum
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.chances.hardly_answering import n_hardly_answering
from shoal.survey.shared.question_wording import readable
from shoal.survey.specification.page import browser_module, respondent_page, write_page
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification
from shoal.table import Table
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

NOBODY = ("--k", "5", "--participation", ".004", "--failure", ".02")
QUICKLY = ("--k", "3", "--failure", ".01", "--qi", "age", "--seed", "1", "--method", QUICK)


def shoal(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def said(result: Any) -> str:
    return " ".join(result.output.replace("│", " ").split())


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "frame.csv"
    frame().with_columns(in_100=pl.col("chance") * 100).write_csv(path)
    return path


# --- n_min that holds only because nobody comes


def test_size_that_lasts_by_counting_upwards() -> None:
    k, participation, failure = 3, 0.1, 0.3
    acceptable = [failing_terms(n, k, participation).failure <= failure for n in range(k, 400)]
    assert acceptable[0] and not all(acceptable)  # 3 records will do, some larger cells will not
    last_wrong = max(n for n, fine in zip(range(k, 400), acceptable, strict=True) if not fine)
    assert first_lasting_size(k, participation, failure) == last_wrong + 1
    assert first_lasting_size(10, 0.75, 1e-5) == 27  # n_min itself, where more only helps
    assert first_lasting_size(2, 1e-300, 0.02) is None


def test_design_warns_when_nobody_is_what_keeps_the_promise() -> None:
    facts = json.loads(shoal("design", *NOBODY, "--records", "2400", "--json").stdout)
    assert facts["n_min"] == 5 and facts["lasting_size"] == first_lasting_size(5, 0.004, 0.02) > 2400
    (warning,) = facts["warnings"]
    assert "hardly anybody takes part" in warning and f"{facts['lasting_size']:,}" in warning
    assert "would be refused" in warning
    enough = json.loads(shoal("design", *NOBODY, "--records", "24000", "--json").stdout)["warnings"]
    assert "Use that as n_min" in enough[0] and "refused" not in enough[0]
    text = said(shoal("design", *NOBODY))
    assert "Warning: n_min = 5 is so small only" in text
    assert "down to never" not in text and "the promise holds however low participation falls" in text


def test_design_does_not_warn_of_a_usual_survey() -> None:
    usual = ("design", "--k", "10", "--participation", ".75", "--failure", "1e-5")
    facts = json.loads(shoal(*usual, "--json").stdout)
    assert facts["warnings"] == [] and facts["lasting_size"] == facts["n_min"] == 27
    assert "Warning" not in said(shoal(*usual)) and "the promise holds down to a participation of 0.666" in said(
        shoal(*usual)
    )


def test_a_frame_in_which_hardly_anybody_answers_is_warned_of(people: Path, tmp_path: Path) -> None:
    words = (
        "design",
        people,
        *QUICKLY,
        "-o",
        tmp_path / "spec.json",
        "--force",
        "--json",
        "--ask",
        "age=How old are you?",
    )
    rare = json.loads(shoal(*words, "--participation", "1e-5").stdout)
    assert f"{rare['n_cells']} of {rare['n_cells']} cells hardly anybody" in rare["warnings"][0]
    assert json.loads(shoal(*words, "--participation", ".6").stdout)["warnings"] == []
    assert n_hardly_answering(np.array([5, 500]), np.array([0.004, 0.6]), 5) == 1


def test_margin_of_cells_that_no_list_could_hold() -> None:
    margin = safety_margin(2, 1e-11, 0.1)  # a list of so many members would take terabytes
    assert margin.breaks_at is None and margin.size == 2
    huge = safety_margin(10_000, 1e-7, 1e-4)
    assert huge.size > 10**11 and 0.99e-7 < huge.breaks_at < 1e-7


def test_a_k_beyond_counting_is_refused_in_words() -> None:
    refused = shoal("design", "--k", "10000000000", "--participation", "1e-6", "--failure", ".02")
    assert refused.exit_code == 2 and "k up to 1,000,000 only" in said(refused) and "memory" not in said(refused)


# --- files that stand there already


def test_design_replaces_nothing_unless_told(people: Path, tmp_path: Path) -> None:
    spec, page = tmp_path / "spec.json", tmp_path / "page.html"
    words = ("design", people, *QUICKLY, "--participation", ".6", "-o", spec)
    assert shoal(*words).exit_code == 0
    first = spec.read_text("utf-8")
    refused = shoal(*words)
    assert refused.exit_code == 2 and "cells may be in use" in said(refused) and "--force" in said(refused)
    page.write_text("mine", encoding="utf-8")
    other = shoal(*words[:-1], tmp_path / "other.json", "--page", page)
    assert other.exit_code == 2 and "respondents may be using it" in said(other)
    assert spec.read_text("utf-8") == first and page.read_text("utf-8") == "mine"
    assert not (tmp_path / "other.json").exists()
    forced = shoal(*words, "--page", page, "--title", "Anew", "--force")
    assert forced.exit_code == 0, forced.output
    assert "Anew" in spec.read_text("utf-8") and "Anew" in page.read_text("utf-8")


@pytest.mark.parametrize("name", ["", " ", "here/", ".key", ".pub", ".", ".."])
def test_keys_need_a_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    refused = shoal("keys", name)
    assert refused.exit_code == 2 and "needs a name" in said(refused)
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]


def test_keys_named_with_their_suffix_are_the_same_pair(tmp_path: Path) -> None:
    private, public = make_keys(tmp_path / "survey.key")
    assert (private.name, public.name) == ("survey.key", "survey.pub")
    assert make_keys(str(tmp_path / "v1.2.pub"))[0].name == "v1.2.key"
    with pytest.raises(OSError, match="exists already"):
        make_keys(tmp_path / "survey")


# --- columns


def test_a_category_for_every_member_is_refused_before_any_design() -> None:
    table = table_of(frame().with_columns(code=pl.Series([f"c{row // 2}" for row in range(240)])))
    for name, more in (("name", {}), ("income", {"types": {"income": "nominal"}})):
        with pytest.raises(RolesError, match="identifies a person") as refusal:
            refuse_naming_columns(table, roles_from_arguments(_only(table, name), quasi_identifiers=name, **more))
        assert "Zyxwina" not in str(refusal.value)
    for name in ("income", "born", "town", "code"):  # numbers and dates differ by nature; two to a category repeat
        refuse_naming_columns(table, roles_from_arguments(_only(table, name), quasi_identifiers=name))
    few = table_of(frame(19).select("name"))
    refuse_naming_columns(few, roles_from_arguments(few, quasi_identifiers="name"))


def _only(table: Table, name: str) -> Table:
    return table.dropped([other for other in table.columns if other != name])


# --- shares


@pytest.mark.parametrize(
    ("shares", "words", "not_these"),
    [
        ([57.0, 63.5, 0.7], "look like per cent: divide by 100", "never take part"),
        ([0.25, 1.6], "1 of 2 are above 1, the first in row 2", "per cent"),
        ([40.5, 4000.0], "Give probabilities", "per cent"),
        ([0.5, 0.0], "Leave out records that never take part", "per cent"),
        ([0.5, -0.2], "never negative", "never take part"),
    ],
)
def test_shares_by_record_are_refused_without_showing_one(shares: list[float], words: str, not_these: str) -> None:
    with pytest.raises(ParameterError) as refusal:
        check_participation(shares)
    assert words in str(refusal.value) and not_these not in str(refusal.value)
    assert not any(str(share) in str(refusal.value) for share in (63.5, 0.7, 0.25, 1.6, 40.5, 4000, -0.2))


@pytest.mark.parametrize(
    ("failure", "words"),
    [(0, "plain k-anonymity"), (1, "nothing is promised"), (2, "give 0.02"), (-1, "Give the probability")],
)
def test_every_wrong_failure_gets_advice_of_its_own(failure: float, words: str) -> None:
    with pytest.raises(ParameterError, match=words) as refusal:
        check_failure(failure)
    assert ("plain k-anonymity" in str(refusal.value)) == (failure == 0)


def test_shares_by_stratum() -> None:
    table = table_of(frame())
    shares = shares_by_stratum(table, "region", {"north": 0.6, "south": 0.4})
    assert shares.tolist() == [0.6 if region == "north" else 0.4 for region in frame()["region"]]
    with pytest.raises(ParameterError, match=r"Stratum 'south': participation is 1\.6.*Perhaps you mean 0\.016"):
        shares_by_stratum(table, "region", {"north": 0.6, "south": 1.6})
    with pytest.raises(ParameterError, match="given for 'Moon', and no member"):
        shares_by_stratum(table, "region", {"north": 0.6, "south": 0.4, "Moon": 0.6})
    with pytest.raises(ParameterError, match="not given for every value of 'region'") as refusal:
        shares_by_stratum(table, "region", {"north": 0.6})
    assert "south" not in str(refusal.value)


@pytest.mark.parametrize(
    ("participation", "words"),
    [
        (("75%",), "a share, not per cent. Give 0.75 instead"),
        (("north=60 %", "south=.4"), "Give 0.6 instead"),
        (("north=many", "south=.4"), "of the stratum 'north' must be a number"),
        (("in_100",), "look like per cent"),
        (("chanc",), "Did you mean 'chance'?"),
    ],
)
def test_design_says_which_share_is_wanted(
    participation: tuple[str, ...], words: str, people: Path, tmp_path: Path
) -> None:
    given = [word for share in participation for word in ("--participation", share)]
    refused = shoal("design", people, *QUICKLY, "--by", "region", *given, "-o", tmp_path / "spec.json")
    assert refused.exit_code == 2 and words in said(refused)
    assert not (tmp_path / "spec.json").exists()


def test_a_column_may_be_called_per_cent(people: Path, tmp_path: Path) -> None:
    frame().rename({"chance": "5%"}).write_csv(people)
    done = shoal("design", people, *QUICKLY, "--participation", "5%", "-o", tmp_path / "spec.json")
    assert done.exit_code == 0, done.output
    assert "Give 0.5 instead" in said(shoal("design", "--k", "3", "--failure", ".1", "--participation", "50%"))


def test_n_min_is_told_by_the_name_of_the_stratum(people: Path, tmp_path: Path) -> None:
    words = ("design", people, *QUICKLY, "--by", "region", "--participation", "south=.5", "--participation", "north=.9")
    done = shoal(*words, "-o", tmp_path / "spec.json")
    assert done.exit_code == 0, done.output
    assert "5 in north 14 in south" in said(done)
    facts = json.loads(shoal(*words, "-o", tmp_path / "again.json", "--json").stdout)
    assert facts["n_min_by_stratum"] == [{"stratum": ["north"], "n_min": 5}, {"stratum": ["south"], "n_min": 14}]
    one = ("design", people, *QUICKLY, "--participation", ".6", "-o", tmp_path / "one.json", "--json")
    assert json.loads(shoal(*one).stdout)["n_min_by_stratum"] is None


# --- the words of the page

ROLES = '[columns.age]\nrole = "quasi_identifying"\n'
WORDS = {"age": 'How "old" are you </form></script><b>&amp; /*SPECIFICATION*/ $& \\1?', "sex": "Which sex?"}


def test_words_are_part_of_the_specification_and_of_its_digest(tmp_path: Path) -> None:
    """The page shows them from there, so a changed question breaks the digest and the signature."""
    plain, worded = (
        designed(title="/*MODULE*/").specification,
        designed(title="/*MODULE*/", questions=WORDS).specification,
    )
    assert "questions" not in plain.to_document() and worded.to_document()["questions"] == WORDS
    assert plain.digest != worded.digest
    page = respondent_page(worded)
    assert "Which sex?" in page and "</form></script>" not in page and page.count("</script>") == 2
    assert "/*SPECIFICATION*/" in page and "/*MODULE*/" in page  # as words, not as places
    path = tmp_path / "spec.json"
    worded.save(path)
    again = Specification.load(path)
    assert again.questions == WORDS and again.digest == worded.digest and again.verify().ok
    forged = {**worded.to_document(), "questions": {"name": "Who are you?"}}
    path.write_text(json.dumps({**forged, "digest": digest_of(forged), "signature": None}), encoding="utf-8")
    with pytest.raises(WrongUse, match="question for a column"):
        Specification.load(path)


@pytest.mark.parametrize(
    ("wording", "words"),
    [({"agee": "?"}, "Did you mean 'age'"), ({"town": "?"}, "'town', which is not asked for"), ({"age": " "}, "empty")],
)
def test_words_for_nothing_are_refused(wording: dict[str, str], words: str) -> None:
    with pytest.raises(WrongUse, match=words):
        designed(questions=wording)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("age", "Age"),
        ("net_income", "Net income"),
        ("netIncome", "Net Income"),
        ("ZIP", "ZIP"),
        ("größe.in-cm", "Größe in cm"),
        ("__", "__"),
    ],
)
def test_a_column_name_is_made_readable_in_both_languages(node: Path, column: str, words: str, tmp_path: Path) -> None:
    assert readable(column) == words
    (tmp_path / "module.mjs").write_text(browser_module(), encoding="utf-8")
    script = f"import {{ readable }} from './module.mjs'; console.log(readable({json.dumps(column)}))"
    (tmp_path / "say.mjs").write_text(script, encoding="utf-8")
    done = subprocess.run([node, "say.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == f"{words}\n"


def test_design_takes_the_questions(people: Path, tmp_path: Path) -> None:
    spec, page = tmp_path / "spec.json", tmp_path / "page.html"
    words = ("design", people, *QUICKLY, "--participation", ".6", "--by", "region", "-o", spec)
    asked = ("--ask", "age=How old, in years?", "--ask", "region=Where?")
    done = shoal(*words, *asked, "--page", page)
    assert done.exit_code == 0, done.output
    assert all("How old, in years?" in path.read_text("utf-8") for path in (page, spec))
    bare = shoal(*words, "--force")
    assert bare.exit_code == 0 and "Word the questions with --ask" in said(bare)
    assert "instead of a question" not in said(shoal(*words, *asked, "--force"))
    frame().head(4).write_csv(people)  # too few for a design, which would say so
    assert "which is not asked for" not in said(shoal(*words, "--force"))
    unknown = shoal(*words, "--ask", "town=Where?", "--page", page, "--force")
    assert unknown.exit_code == 2 and "'town', which is not asked for" in said(unknown)
    roles = tmp_path / "roles.toml"
    roles.write_text(ROLES, encoding="utf-8")
    frame().select("age", "region").head(4).write_csv(people)
    promise = ("--k", "3", "--failure", ".01", "--participation", ".6")
    by_file = shoal("design", people, "--roles", roles, *promise, *asked[2:], "-o", spec, "--page", page, "--force")
    assert by_file.exit_code == 2 and "'region', which is not asked for" in said(by_file)
    alone = shoal("design", *promise, *asked)
    assert alone.exit_code == 2 and "about a frame" in said(alone)


def test_page_asks_in_the_words_of_the_survey(page: Any, tmp_path: Path) -> None:
    columns = ["age", "constructor", "sex"]
    made = designed(frame().rename({"income": "constructor"}), quasi_identifiers=columns, questions=WORDS)
    path = tmp_path / "page.html"
    write_page(path, made.specification)
    page.goto(path.as_uri())
    page.wait_for_selector("#form button")
    assert page.locator("#form label").all_text_contents() == [WORDS["age"], "Constructor", "Which sex?"]
    assert page.locator("#form b").count() == 0
    own = frame().row(0, named=True)
    for name, value in (("age", own["age"]), ("constructor", own["income"])):
        page.locator(f'[name="{name}"]').fill(str(value))
    page.locator('[name="sex"]').select_option(own["sex"])
    page.click("#form button")
    assert page.locator(".cell").text_content() == str(int(made.cell_of[0]))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"by": ["region"], "participation": {"north": 0.6, "south": 0.6, "moon": 0.6}}, "moon"),
        ({"by": ["region"], "participation": {"north": 0.6, "south": 1.6}}, "south"),
        ({"quasi_identifiers": ["name"]}, "identifies a person"),
    ],
)
def test_design_of_a_frame_refuses_in_words(more: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongUse, match=words):
        designed(**more)


def test_a_design_says_what_lower_participation_would_ask_for(tmp_path: Path) -> None:
    people = tmp_path / "frame.csv"
    table = frame().with_columns(share=0.7 + 0.2 * (pl.int_range(pl.len()) % 2))
    table.write_csv(people)
    place = tmp_path / "s.json"

    def told(*words: str) -> Any:
        return shoal("design", people, *QUICKLY, "-o", place, "--force", "--json", *words)

    usual = json.loads(told("--participation", ".8").output)
    assert usual["lowered_by"] == 0.1
    assert usual["n_min_if_lowered"] == [safety_margin(3, 0.8, 0.01, 0.1).size_if_lowered]
    lower = json.loads(told("--participation", ".8", "--lower-by", ".3").output)
    assert lower["n_min_if_lowered"][0] > lower["n_min"][0]
    assert "n_min would be" in said(shoal("design", people, *QUICKLY, "-o", place, "--force", "--participation", ".8"))
    assert json.loads(told("--participation", "share").output)["n_min_if_lowered"] is None
    place.unlink()
    for words, refusal in (
        (("--participation", "share", "--lower-by", ".3"), "none in common"),
        (("--participation", ".8", "--lower-by", "3"), "lowered by a share from 0 to 0.99"),
    ):
        refused = told(*words)
        assert refused.exit_code == 2
        assert refusal in said(refused)
        assert not place.exists()
