"""Only issued tokens count towards k: invented answers cannot open a cell, however they are spelled."""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from survey_toys import collect, designed, frame
from typer.testing import CliRunner, Result

from shoal.cli.app import app
from shoal.errors import ParameterError, PromiseNotKept, RolesError, TableError, WriteError, WrongUse
from shoal.guarantee import KAnonymity
from shoal.survey.boxes.from_frame import design_boxes
from shoal.survey.collection import collecting
from shoal.survey.collection.issued import NewTokens, issue_tokens
from shoal.survey.design.frame import Design
from shoal.survey.forms.pages import write_form
from shoal.survey.tokens.paper import PaperCodes

K = 4


@pytest.fixture(scope="module")
def design() -> Design:
    return designed(k=K)


@pytest.fixture(scope="module")
def made(design: Design) -> NewTokens:
    return issue_tokens(design.specification, 40)


@pytest.fixture
def issued(made: NewTokens, tmp_path: Path) -> Path:
    return made.write(tmp_path / "tokens")["issued.json"]


def shoal(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def answers(tokens: list[str], cell: int = 0, first_score: int = 0) -> pl.DataFrame:
    scores = range(first_score, first_score + len(tokens))
    return pl.DataFrame({"cell": [cell] * len(tokens), "token": tokens, "score": list(scores)})


def full_width(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def test_two_real_answers_and_two_invented_ones_are_not_four_people(
    design: Design, made: NewTokens, issued: Path
) -> None:
    """Story: two people answered, a helper added two rows, and the cell of k = 4 was released."""
    given = answers([*made.tokens[:2], "INVENTED-1", "INVENTED-2"])
    for token in ("token", None):
        with pytest.raises(ParameterError, match=r"no list of issued tokens.*trust_answers"):
            collecting.collect(design.specification, given, token=token)
    trusted = collecting.collect(design.specification, given, token="token", trust_answers=True)
    assert trusted.attained.n_released == 4  # nobody can know better
    with pytest.raises(PromiseNotKept, match="2 answers without an issued token did not count"):
        collect(design.specification, given, token="token", issued=issued)
    real = collect(design.specification, answers([*made.tokens[:4], "INVENTED-1"]), token="token", issued=issued)
    assert (real.attained.n_released, real.attained.n_not_issued) == (4, 1)
    assert sorted(real.table["score"].to_list()) == [0, 1, 2, 3]
    assert any("1 answer was left out because the token was not issued" in words for words in real.warnings)


@pytest.mark.parametrize(
    "spelled",
    [
        str.lower,
        lambda token: f"  {token}\t",
        lambda token: token.replace("-", ""),
        lambda token: token.replace("-", " "),
        lambda token: token.replace("-", "\u2010"),
        lambda token: "\u200b".join(token),
        lambda token: f"\ufeff{token}\u00a0",
        full_width,
    ],
    ids=["lower", "spaces", "joined", "blanks", "other hyphen", "invisible", "byte order mark", "full width"],
)
def test_another_spelling_is_the_same_token(design: Design, made: NewTokens, issued: Path, spelled: Any) -> None:
    """It counts, since people copy tokens by hand; and it counts once, since it is the same person."""
    once = answers([spelled(token) for token in made.tokens[:4]])
    assert collect(design.specification, once, token="token", issued=issued).attained.n_released == 4
    replayed = answers([*made.tokens[:2], *map(spelled, made.tokens[:2])])
    with pytest.raises(TableError, match="2 answers were sent again"):
        collect(design.specification, replayed, token="token", issued=issued)
    with pytest.raises(PromiseNotKept):
        collect(design.specification, replayed, token="token", issued=issued, duplicates="last")


def test_invisible_signs_make_no_second_person_without_a_list_either(design: Design) -> None:
    given = answers(["anna", "an\u200bna", "ben", "b\u00aden"])
    with pytest.raises(TableError, match="2 answers were sent again"):
        collect(design.specification, given, token="token")


def test_of_a_replayed_token_the_chosen_answer_counts(design: Design, made: NewTokens, issued: Path) -> None:
    given = answers([*made.tokens[:4], made.tokens[0].lower(), "INVENTED", "INVENTED"])
    for policy, score in (("first", 0), ("last", 4)):
        found = collect(design.specification, given, token="token", issued=issued, duplicates=policy)
        assert sorted(found.table["score"].to_list()) == sorted([1, 2, 3, score])
        # the invented ones are no second answers of anybody
        assert (found.attained.n_duplicates, found.attained.n_not_issued) == (1, 2)


def test_a_token_in_two_collections_opens_no_cell(
    design: Design, made: NewTokens, issued: Path, tmp_path: Path
) -> None:
    """Story: three answers of the first collection come again in the second, beside one new person."""
    first = collect(design.specification, answers(list(made.tokens[:4])), token="token", issued=issued)
    before = first.save(tmp_path / "first")["table"]
    grown = answers([*made.tokens[:4], made.tokens[9], *made.tokens[:3]])
    with pytest.raises(PromiseNotKept):  # one answer came: the difference would show it
        collect(design.specification, grown, token="token", issued=issued, duplicates="first", earlier=[before])
    only_new = answers([made.tokens[9], *made.tokens[:2]], first_score=20)
    with pytest.raises(PromiseNotKept):  # three people, be two of them known already
        collect(design.specification, only_new, token="token", issued=issued, earlier=[before])


def test_an_invented_answer_cannot_stop_the_collection(design: Design, made: NewTokens, issued: Path) -> None:
    """It names a cell that does not exist and another design, or no token: with a list, that is nobody's answer."""
    digest = design.specification.digest
    given = pl.concat(
        [
            pl.DataFrame({"cell": [999], "token": ["INVENTED"], "specification": ["sha256:0"]}),
            pl.DataFrame(
                {"cell": [None], "token": [None], "specification": [None]}, schema_overrides={"cell": pl.Int64}
            ),
            pl.DataFrame({"cell": [0] * 4, "token": made.tokens[:4], "specification": [digest] * 4}),
        ],
        how="vertical_relaxed",
    )
    found = collect(design.specification, given, token="token", issued=issued)
    assert (found.attained.n_released, found.attained.n_not_issued, found.attained.n_wrong_cells) == (4, 2, 0)
    wrong = given.with_columns(cell=pl.Series([999, None, 0, 0, 0, 777]))
    with pytest.raises(TableError, match="1 answer names a cell that does not exist, the first in row 6"):
        collect(design.specification, wrong, token="token", issued=issued)
    left_out = given.with_columns(cell=pl.Series([999, None, 777, 0, 0, 0]), token=pl.Series(["x", *"yzabb"]))
    with pytest.raises(TableError, match="the first in row 6"):  # of the table, not of what is left of it
        collect(design.specification, left_out.drop("specification"), token="token", wrong_cells="leave-out")


def test_what_an_organisers_helper_could_do_is_said_beside_the_release(
    design: Design, made: NewTokens, issued: Path, tmp_path: Path
) -> None:
    source = tmp_path / "answers.csv"
    answers(list(made.tokens[:5])).write_csv(source)
    spec = tmp_path / "spec.json"
    design.specification.save(spec)
    by = {
        (): ("nothing", "counts twice"),
        ("--token", "token"): ("any token", "invented token counted like a real one"),
        ("--token", "token", "--issued", issued): ("issued tokens", "Only answers with an issued token were counted"),
    }
    for at, (options, (told_by, words)) in enumerate(by.items()):
        target = tmp_path / f"release-{at}"
        drop = () if "--token" in options else ("--id", "token")
        drop += () if "--issued" in options else ("--trust-answers",)
        done = shoal("collect", spec, source, *options, *drop, "-o", target, "--json")
        assert done.exit_code == 0, done.output
        facts, note = json.loads(done.stdout), json.loads((target / "report.json").read_text("utf-8"))
        assert facts["people_told_apart_by"] == note["people_told_apart_by"] == told_by
        assert set(facts["files"]) == {"table", "report", "report_json", "manifest"}
        assert words in note["words"]
        table = target / note["release"]["file"]
        assert note["release"]["digest"] == f"sha256:{hashlib.sha256(table.read_bytes()).hexdigest()}"
        assert note["specification"] == design.specification.digest
        warned = [warning for warning in facts["warnings"] if "could invent 3 answers" in warning]
        assert bool(warned) == ("could invent 3 answers" in note["words"]) == (told_by != "issued tokens")
        assert all("--issued" in warning for warning in warned)
        assert not {"n_answers", "n_withheld", "n_cells_failed", "n_not_issued"} & set(note)  # not for the public
    screen = shoal("collect", spec, source, "--token", "token", "--trust-answers", "-o", tmp_path / "on-screen")
    assert "could invent 3 answers" in " ".join(screen.output.split())


def test_a_column_of_tokens_that_nobody_named_is_asked_about(design: Design, made: NewTokens) -> None:
    given = answers(list(made.tokens[:5]))
    with pytest.raises(RolesError, match="no column of tokens is named"):
        collect(design.specification, given)
    assert collect(design.specification, given, identifiers=["token"]).attained.n_released == 5


def test_hashes_let_nobody_answer(made: NewTokens, design: Design, tmp_path: Path) -> None:
    paths = made.write(tmp_path / "tokens")
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in paths.values())
    kept = paths["issued.json"].read_text("utf-8")
    assert not any(part in kept for token in made.tokens for part in (token, token.replace("-", "")))
    hashes = json.loads(kept)["hashes"]
    with pytest.raises(PromiseNotKept):
        collect(design.specification, answers(hashes[:4]), token="token", issued=paths["issued.json"])
    assert hashes == sorted(hashes)  # the order of the tokens is lost
    assert pl.read_csv(paths["tokens.csv"])["token"].to_list() == list(made.tokens)
    with pytest.raises(WriteError, match="holds tokens already"):
        made.write(tmp_path / "tokens")


def test_tokens_cannot_be_guessed_and_there_are_no_spare_ones(design: Design) -> None:
    again = [issue_tokens(design.specification, 200) for _ in range(2)]
    assert len({token for made in again for token in made.tokens}) == 400
    signs = {sign for made in again for token in made.tokens for sign in token} - {"-"}
    assert len(signs) ** 30 > 2**128
    assert len(issue_tokens(design.specification).tokens) == 240
    for number in (0, -1, 241, True, 2.5):
        with pytest.raises(ParameterError, match="from 1 to 240"):
            issue_tokens(design.specification, number)  # type: ignore[arg-type]


def test_lists_of_other_surveys_and_damaged_ones_are_refused(
    design: Design, made: NewTokens, issued: Path, tmp_path: Path
) -> None:
    given = answers(list(made.tokens[:4]))
    other = issue_tokens(designed(k=K, seed=2, title="Another survey").specification, 9).write(tmp_path / "other")
    content = json.loads(issued.read_text("utf-8"))
    damaged = {
        "cut": issued.read_text("utf-8")[:100],
        "empty": json.dumps({**content, "hashes": []}),
        "short": json.dumps({**content, "hashes": ["ab"]}),
        "twice": json.dumps({**content, "hashes": [content["hashes"][0]] * 2}),
        "else": "[]",
        "newer": json.dumps({**content, "format": 2}),
    }
    for name, text in damaged.items():
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    for path in (other["issued.json"], tmp_path / "none.json", *(tmp_path / f"{name}.json" for name in damaged)):
        with pytest.raises(WrongUse) as refused:
            collect(design.specification, given, token="token", issued=path)
        assert not any(token in str(refused.value) for token in made.tokens)
    with pytest.raises(ParameterError, match="no column of tokens is named"):
        collect(design.specification, given, issued=issued)


def test_a_plain_list_of_tokens_counts_too(design: Design, tmp_path: Path) -> None:
    """Of a survey tool that has tokens of its own. Running numbers can be guessed: that is said."""
    own = [f"Kq7-zzyxwv-{row}" for row in range(6)]
    given = answers([own[0].upper(), f" {own[1]}", full_width(own[2]), own[3], "invented"])
    path = tmp_path / "list.csv"
    pl.DataFrame({"name": ["x"] * 6, "token": own}).write_csv(path)
    found = collect(design.specification, given, token="token", issued=path)
    assert (found.attained.n_released, found.attained.n_not_issued) == (4, 1)
    assert not any("guessed" in words for words in found.warnings)
    numbers = collect(
        design.specification, answers([str(n) for n in range(5)]), token="token", issued=pl.DataFrame({"n": range(400)})
    )
    assert any("400 tokens have fewer than 10 signs and can be guessed" in words for words in numbers.warnings)
    assert any("the frame has 240 members" in words for words in numbers.warnings)
    pl.DataFrame({"number": own}).write_csv(path)  # one column: no delimiter could be found out
    assert collect(design.specification, given, token="token", issued=path).attained.n_released == 4
    pl.DataFrame({"name": ["x"] * 6, "token": own}).write_csv(path, separator=";")
    assert collect(design.specification, given, token="token", issued=path).attained.n_released == 4
    twice = pl.DataFrame({"token": ["a", "b", "A "]})
    with pytest.raises(TableError, match="1 token twice, the first in row 3"):
        collect(design.specification, given, token="token", issued=twice)
    with pytest.raises(RolesError, match="none of its columns is called 'token'"):
        collect(design.specification, given, token="token", issued=pl.DataFrame({"a": ["x"], "b": ["y"]}))


def test_slips_of_a_paper_form_need_issued_tokens_too(tmp_path: Path) -> None:
    form = design_boxes(frame(), promise=KAnonymity(K), quasi_identifiers=["age", "sex"], effort=1)
    folder = tmp_path / "form"
    write_form(form, folder)
    done = shoal("issue", folder / "boxes.json", "--number", "9", "-o", tmp_path / "tokens")
    assert done.exit_code == 0, done.output
    tokens = pl.read_csv(tmp_path / "tokens" / "tokens.csv")["token"].to_list()
    assert not any(token in done.output for token in tokens)
    slips, options = tmp_path / "slips.csv", ("--token", "slip", "--issued", tmp_path / "tokens" / "issued.json")
    code = form.codes[0]
    pl.DataFrame({"code": [code] * 4, "slip": [*tokens[:2], "8", "9"]}).write_csv(slips)
    refused = shoal("collect", folder / "boxes.json", slips, *options, "-o", tmp_path / "release")
    assert refused.exit_code == 1 and "2 answers without an issued token did not count" in " ".join(
        refused.output.split()
    )
    assert not (tmp_path / "release").exists()
    pl.DataFrame({"code": [code] * 5, "slip": [*tokens[:4], "9"]}).write_csv(slips)
    kept = shoal("collect", folder / "boxes.json", slips, *options, "-o", tmp_path / "release")
    assert kept.exit_code == 0 and "without an issued token" in kept.output
    again = shoal("issue", folder / "boxes.json", "-o", tmp_path / "tokens")
    assert again.exit_code == 2 and "holds tokens already" in again.output


def test_printed_codes_count_like_tokens(design: Design, tmp_path: Path) -> None:
    """Slips with codes from cards: however people write them, each counts once; a mistyped one does not."""
    cards = PaperCodes.made(6, design.specification.digest)
    listed = cards.write(tmp_path / "cards")["code-ids.json"]
    first, second, third, fourth, fifth, _ = cards.codes
    typed = [first.lower(), second.replace("-", ""), f" {third}", fourth, fifth[:-1], "", "INVENTED"]
    found = collecting.collect(design.specification, answers(typed), token="token", issued=listed)
    assert (found.attained.n_released, found.attained.n_not_issued) == (4, 3)
    with pytest.raises(TableError, match="sent again"):
        collecting.collect(design.specification, answers([*typed, first]), token="token", issued=listed)


def test_codes_of_another_survey_do_not_count(design: Design, tmp_path: Path) -> None:
    """Story: a list of codes for one survey was taken for another one, so its cards could answer both."""
    cards = PaperCodes.made(6, hashlib.sha256(b"another survey").hexdigest())
    listed = cards.write(tmp_path / "cards")["code-ids.json"]
    with pytest.raises(WrongUse, match="for another survey") as refused:
        collecting.collect(design.specification, answers(list(cards.codes)), token="token", issued=listed)
    assert not any(code in str(refused.value) for code in cards.codes)


@pytest.mark.parametrize("change", [{"format": 1}, {"survey": "x"}, {"ids": []}, {"ids": ["x"]}, {"what": "codes"}])
def test_a_damaged_list_of_codes_is_refused(design: Design, tmp_path: Path, change: dict[str, Any]) -> None:
    listed = PaperCodes.made(6, design.specification.digest).write(tmp_path)["code-ids.json"]
    content = json.loads(listed.read_text("utf-8"))
    listed.write_text(json.dumps({**content, **change}), encoding="utf-8")
    with pytest.raises(WrongUse, match=r"code-ids\.json"):
        collecting.collect(design.specification, answers(["a"]), token="token", issued=listed)
