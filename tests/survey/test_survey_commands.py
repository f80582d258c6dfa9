"""The commands of a survey: what they do, print and refuse."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom
from survey_toys import PROMISE, QUICK, collect, designed, frame
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.guarantee import ProbabilisticAnonymity
from shoal.survey.collection.saving import is_signed_release
from shoal.survey.shared.design_files import stated_kind
from shoal.survey.specification.page import browser_module

SECRETS = ("Zyxwina", "Quux", "1981-02-03")
TRUSTING = ("collect", "--trust-answers", "--token", "token")  # without a list of issued tokens
ORDER = {"school": ["none", "some", "all of it"]}


def command(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert not any(secret in result.output for secret in SECRETS)
    return result


def said(result: Any) -> str:
    """Everything on the screen, in one line."""
    return " ".join(result.output.split())


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signed specification with an order and strata, a paper form, a quantizer, and somebody's own values."""
    folder = tmp_path_factory.mktemp("newcomer")
    assert command("keys", folder / "survey").exit_code == 0
    design = designed(quasi_identifiers=["age", "income", "sex", "school"], orders=ORDER, by=["region"])
    design.specification.signed_with(folder / "survey.key").save(folder / "spec.json")
    boxes = shoal.design_boxes(
        frame().select("age", "sex"), quasi_identifiers=["age", "sex"], promise=ProbabilisticAnonymity(**PROMISE)
    )
    boxes.save(folder / "boxes.json")
    release = shoal.anonymize(frame().select("age", "income"), k=3, quasi_identifiers=["age", "income"], method=QUICK)
    release.quantizer.save(folder / "quantizer.json")
    mine().write_csv(folder / "mine.csv")
    return folder


def mine(**changes: Any) -> pl.DataFrame:
    own = {"age": [44], "income": [3000.5], "sex": ["female"], "school": ["some"], "region": ["north"], "score": [7]}
    return pl.DataFrame({**own, **{name: [value] for name, value in changes.items()}})


def answers(cells: list[int], digest: str, **columns: list[Any]) -> pl.DataFrame:
    return pl.DataFrame(
        {"cell": cells, "specification": [digest] * len(cells), "token": [f"t{row}" for row in range(len(cells))]}
        | columns
    )


# --- what may be sent


def test_apply_refuses_columns_that_tell_who_somebody_is(survey: Path, tmp_path: Path) -> None:
    own, sent = tmp_path / "own.csv", tmp_path / "sent.csv"
    mine(name="Zyxwina", birth_date="1981-02-03").write_csv(own)
    send = ("apply", survey / "spec.json", own, "-o", sent)
    for words, named in (((), "'name'"), (("--id", "name"), "'birth_date'")):
        refused = command(*send, *words)
        assert refused.exit_code == 2 and named in refused.output and "--id" in refused.output
        assert not sent.exists()
    done = command(*send, "--id", "name,birth_date")
    assert done.exit_code == 0 and "without a role: score." in said(done)
    assert pl.read_csv(sent).columns == ["cell", "specification", "score"]
    silent = command(*send, "--id", "name", "--insensitive", "birth_date", "--confidential", "score", "--json")
    assert json.loads(silent.stdout)["warnings"] == []
    assert pl.read_csv(sent).columns == ["cell", "specification", "score", "birth_date"]


def test_apply_refuses_columns_that_tell_a_quasi_identifier(survey: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    members = frame().select("age", "income", "sex", "school", "region").with_columns(score=pl.int_range(240) % 5)
    members.with_columns(born=2026 - pl.col("age"), pid=pl.format("P{}", pl.int_range(240))).write_csv(own)
    send = ("apply", survey / "spec.json", own, "-o", tmp_path / "sent.csv")
    assert "'pid'" in command(*send).output
    telling = command(*send, "--id", "pid")
    assert (
        telling.exit_code == 2
        and "'born'" in telling.output
        and "determines the quasi-identifier 'age'" in said(telling)
    )
    assert command(*send, "--id", "pid,born").exit_code == 0


def test_apply_says_that_the_signer_was_not_checked(survey: Path, tmp_path: Path) -> None:
    key = ("--public-key", survey / "survey.pub")
    apply = ("apply", survey / "spec.json", survey / "mine.csv")
    for output in ((), ("-o", tmp_path / "sent.csv")):
        assert "Who signed it was NOT checked" in said(command(*apply, *output))
        assert "NOT checked" not in said(command(*apply, *output, *key))
    assert json.loads(command(*apply, "--json").stdout)["open"] == ["signature"]
    checked = json.loads(command(*apply, *key, "--json").stdout)
    assert checked["open"] == [] and all(check["ok"] for check in checked["checks"])


def test_a_paper_form_is_filled_by_computer(survey: Path, tmp_path: Path) -> None:
    form = shoal.BoxDesign.load(survey / "boxes.json")
    code = form.codes[form.assign(mine())[0]]
    told = command("apply", survey / "boxes.json", survey / "mine.csv", "--quiet")
    assert (told.exit_code, told.stdout) == (0, f"{code}\n")
    members = frame().select("age", "sex").with_columns(score=pl.Series([f"{row % 4}.50" for row in range(240)]))
    members.write_csv(tmp_path / "all.csv")
    sent = tmp_path / "sent.csv"
    assert command("apply", survey / "boxes.json", tmp_path / "all.csv", "-o", sent).exit_code == 0
    assert sent.read_text("utf-8").splitlines()[1] == f"{form.codes[form.assign(members)[0]]},{form.digest},0.50"
    done = command("collect", survey / "boxes.json", sent, "--trust-answers", "-o", tmp_path / "release", "--json")
    assert done.exit_code == 0 and json.loads(done.stdout)["n_released"] == 240
    members.with_columns(name=pl.lit("Zyxwina")).write_csv(tmp_path / "all.csv")
    assert command("apply", survey / "boxes.json", tmp_path / "all.csv", "-o", sent).exit_code == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"age": None}, ("1 missing value", "Fill it in")),
        ({"school": "Quux"}, ("does not know", "'none', 'some', 'all of it'")),
        ({"sex": "Quux"}, ("does not know", "'female', 'male'")),
        ({"region": "Quux"}, ("does not know", "'north', 'south'")),
        ({"region": None}, ("1 missing value", "Fill it in")),
        ({"age": "Quux"}, ("not a number", "Correct the answer, or delete the row.")),
    ],
)
def test_a_respondent_is_told_what_a_respondent_can_do(
    survey: Path, tmp_path: Path, changes: dict[str, Any], words: tuple[str, ...]
) -> None:
    mine(**changes).write_csv(tmp_path / "own.csv")
    refused = command("apply", survey / "spec.json", tmp_path / "own.csv")
    assert refused.exit_code == 2 and all(word in said(refused) for word in words)
    assert not any(word in said(refused) for word in ("--missing", "its order", "another type", "quantizer"))


def test_a_lacking_column_is_named(survey: Path, tmp_path: Path) -> None:
    mine().drop("sex", "school").write_csv(tmp_path / "own.csv")
    refused = command("apply", survey / "spec.json", tmp_path / "own.csv")
    assert refused.exit_code == 2 and "lacks 'sex', 'school'" in said(refused)


# --- damaged files, and others


def damages(text: str) -> dict[str, str]:
    return {
        "cut": text[: len(text) // 2],
        "twice": text.replace('"promise": {', '"title": "Another",\n"promise": {', 1),
        "nan": text.replace('"frame_records": ', '"frame_records": NaN, "was": ', 1),
        "changed": text.replace('"frame_records": 1', '"frame_records": 2', 1),
    }


@pytest.mark.parametrize("damage", ["cut", "twice", "nan", "changed"])
def test_a_damaged_specification_is_exit_code_1_with_or_without_key(survey: Path, tmp_path: Path, damage: str) -> None:
    bad = tmp_path / "bad.json"
    whole = (survey / "spec.json").read_text("utf-8")
    bad.write_text(damages(whole)[damage], encoding="utf-8")
    assert bad.read_text("utf-8") != whole
    for key in ((), ("--public-key", survey / "survey.pub")):
        for words in (("verify", bad), ("apply", bad, survey / "mine.csv")):
            found = command(*words, *key)
            assert found.exit_code == 1 and "damaged" in found.output
            assert "--public-key" not in found.output
    assert command("inspect", bad).exit_code == (0 if damage == "changed" else 2)


def test_a_damaged_form_and_a_damaged_quantizer_are_exit_code_1(survey: Path, tmp_path: Path) -> None:
    for name in ("boxes.json", "quantizer.json"):
        text = (survey / name).read_text("utf-8")
        for damage in (text[: len(text) // 2], text.replace("1", "NaN", 1)):
            (tmp_path / name).write_text(damage, encoding="utf-8")
            assert command("verify", tmp_path / name).exit_code == 1
    assert command("apply", tmp_path / "boxes.json", survey / "mine.csv").exit_code == 1


@pytest.mark.parametrize("content", ["", "{}", "[1, 2]", '{"what": "else"}', "age,sex\n1,f\n", '"shoal specification"'])
def test_other_files_are_wrong_use_and_all_kinds_are_named(survey: Path, tmp_path: Path, content: str) -> None:
    other = tmp_path / "other.json"
    other.write_text(content, encoding="utf-8")
    key = ("--public-key", survey / "survey.pub")
    for words in (
        ("verify", other),
        ("verify", other, *key),
        ("inspect", other),
        ("apply", other, survey / "mine.csv", *key),
        ("collect", other, survey / "mine.csv", "-o", tmp_path / "r"),
        ("verify", tmp_path / "absent.json"),
        ("apply", tmp_path / "absent.json", survey / "mine.csv"),
    ):
        refused = command(*words)
        assert refused.exit_code == 2
        assert all(word in said(refused) for word in ("quantizer", "specification", "boxes.json"))
        assert "leave --public-key out" not in said(refused)


def test_a_key_beside_a_file_that_nobody_signs_is_refused(survey: Path) -> None:
    for name, kind in (("quantizer.json", "a quantizer"), ("boxes.json", "a paper form")):
        refused = command("verify", survey / name, "--public-key", survey / "survey.pub")
        assert refused.exit_code == 2 and kind in said(refused) and "this is not it" in said(refused)
    assert command("collect", survey / "quantizer.json", survey / "mine.csv", "-o", survey / "r").exit_code == 2


def test_files_tell_their_kind_in_any_layout(survey: Path, tmp_path: Path) -> None:
    """Sorted by key, the quantizer in a specification comes before the word for the whole."""
    document = json.loads((survey / "spec.json").read_text("utf-8"))
    text = json.dumps(document, sort_keys=True)
    file = tmp_path / "sorted.json"
    for written in (text, text[:-1], "\N{ZERO WIDTH NO-BREAK SPACE}" + text):
        file.write_text(written, encoding="utf-8")
        assert stated_kind(file) == "shoal specification"
    file.write_bytes(b"\xff\xfe" + text.encode("utf-8"))
    assert stated_kind(file) == "shoal specification"
    file.write_text("[" * 100_000, encoding="utf-8")
    assert stated_kind(file) is None


def test_javascript_refuses_keys_given_twice(node: Path, survey: Path, tmp_path: Path) -> None:
    whole = (survey / "spec.json").read_text("utf-8")
    document = json.loads(whole)
    tricky = json.dumps({**document, "title": 'a "b": \\": {"c": 1} \\\\', "__proto__": {"x": 1}}, indent=1)
    deep = whole.replace('"cells": [', f'"deep": {"[" * 100_000}{"]" * 100_000},\n"cells": [', 1)
    texts = {
        "whole": whole,
        "tricky": tricky,
        "outer": damages(whole)["twice"],
        "inner": whole.replace('"frame_records": ', '"frame_records": 99, "frame_records": ', 1),
        "escaped": whole.replace('"promise": {', '"t\\u0069tle" : "Another",\n"promise": {', 1),
        "deep": deep,
    }
    (tmp_path / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    (tmp_path / "module.mjs").write_text(browser_module(), encoding="utf-8")
    (tmp_path / "read.mjs").write_text(
        'import { readFileSync } from "node:fs";\n'
        'import { readSpecification } from "./module.mjs";\n'
        'const texts = JSON.parse(readFileSync("texts.json", "utf8"));\n'
        "const read = (text) => { try { readSpecification(text); return 'read'; } "
        "catch (error) { return `${error.name}: ${error.message}`; } };\n"
        "console.log(JSON.stringify(Object.fromEntries(Object.keys(texts).map((key) => [key, read(texts[key])]))));\n",
        encoding="utf-8",
    )
    done = subprocess.run([str(node), "read.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads(done.stdout)
    assert found.pop("whole") == found.pop("tricky") == "read"
    assert found.pop("deep").startswith(("read", "SpecificationError"))
    assert set(found) == {"outer", "inner", "escaped"}
    assert all(text.startswith("SpecificationError: The file gives a key twice") for text in found.values())


# --- what came back


def test_collect_warns_where_a_class_gives_an_answer_away(tmp_path: Path) -> None:
    design = designed()
    cells = [0] * 5 + [1] * 4
    given = answers(cells, design.specification.digest, smoker=["yes"] * 5 + ["yes", "no"] * 2, score=[1, 2, 3] * 3)
    for roles in ({"confidential": ["smoker", "score"]}, {}):  # what was asked is confidential until somebody says not
        found = collect(design.specification, given, token="token", **roles)
        assert any(
            "In one class (5 records) all records have the same value of 'smoker'" in text for text in found.warnings
        )
        assert not any("one value of 'score'" in text for text in found.warnings)
        smoker, score = found.privacy.confidential
        assert (smoker.n_single_classes, smoker.n_single_records, score.n_single_classes) == (1, 5, 0)
    harmless = collect(design.specification, given, token="token", insensitive=["smoker"], confidential=["score"])
    assert not any("all records have the same value" in text for text in harmless.warnings)
    design.specification.save(tmp_path / "spec.json")
    given.write_csv(tmp_path / "answers.csv")
    words = (*TRUSTING, tmp_path / "spec.json", tmp_path / "answers.csv", "-o", tmp_path / "r")
    facts = json.loads(command(*words, "--confidential", "smoker,score", "--json").stdout)
    assert [(one["name"], one["n_single_classes"]) for one in facts["confidential"]] == [("smoker", 1), ("score", 0)]
    screen = said(command(*words[:-1], tmp_path / "second", "--confidential", "smoker,score"))
    assert "answers to smoker all alike in 1 class (5 answers)" in screen
    assert "Anybody who finds that class knows that value" in screen


def test_far_fewer_answers_than_designed_are_noticed() -> None:
    """240 members, 0.6 designed: 144 expected, standard deviation 7.6."""
    design = designed()
    cell_of = np.sort(design.cell_of)
    for n_answers, warned in ((144, False), (115, False), (100, True), (30, True)):
        given = answers(
            cell_of[:n_answers].tolist(),
            design.specification.digest,
            score=[1, 2] * (n_answers // 2) + [3] * (n_answers % 2),
        )
        found = collect(design.specification, given, token="token", confidential=["score"])
        exact = binom.cdf(n_answers, 240, 0.6)
        if n_answers < 143:
            assert found.attained.as_few_answered == pytest.approx(exact, rel=1e-9)
        assert (exact < 1e-6) == warned
        told = [text for text in found.warnings if text.startswith("Far fewer answered")]
        assert len(told) == warned
        if told:
            assert (
                f"{n_answers} of 240" in told[0]
                and "against 0.6" in told[0]
                and "designed failure of 0.01 does not hold" in told[0]
            )


def test_far_fewer_is_a_bound_where_members_differ() -> None:
    """Hoeffding: no members with the same mean give so few answers more probably than equal ones do."""
    design = designed(participation="chance")
    shares = frame()["chance"].to_numpy()
    given = answers(np.sort(design.cell_of)[:100].tolist(), design.specification.digest, score=[1, 2] * 50)
    attained = collect(design.specification, given, token="token", confidential=["score"]).attained
    pmf = np.ones(1)
    for share in shares:
        pmf = np.convolve(pmf, [1.0 - share, share])
    assert pmf[:101].sum() <= attained.as_few_answered < 1e-6


def test_nothing_to_release_says_how_few_answered(survey: Path, tmp_path: Path) -> None:
    digest = shoal.Specification.load(survey / "spec.json").digest
    answers([0, 0, 1], digest, score=[1, 2, 3]).write_csv(tmp_path / "few.csv")
    none = command(
        "collect",
        survey / "spec.json",
        tmp_path / "few.csv",
        "--trust-answers",
        "--token",
        "token",
        "-o",
        tmp_path / "r",
    )
    assert none.exit_code == 1 and "3 of 240 members" in said(none) and "designed for 0.6" in said(none)


def test_counts_are_true_beside_an_earlier_release(tmp_path: Path) -> None:
    design = designed()
    digest = design.specification.digest
    design.specification.save(tmp_path / "spec.json")

    def collected(counts: dict[int, int], name: str, *more: str | Path) -> Any:
        cells = [cell for cell, count in counts.items() for _ in range(count)]
        scores = [row for count in counts.values() for row in range(count)]
        answers(cells, digest, score=scores).write_csv(tmp_path / "answers.csv")
        words = (*TRUSTING, tmp_path / "spec.json", tmp_path / "answers.csv", "--confidential")
        return command(*words, "score", "-o", tmp_path / name, *more)

    assert collected({0: 4, 1: 4, 2: 1}, "first").exit_code == 0
    again = ("--earlier", tmp_path / "first" / "release.csv")
    facts = json.loads(collected({0: 5, 1: 4, 2: 1, 3: 6}, "second", *again, "--json").stdout)
    assert (facts["n_answers"], facts["n_released"], facts["n_withheld"], facts["n_repeated"]) == (16, 10, 6, 5)
    assert (facts["n_cells_released"], facts["n_cells_withheld"], facts["n_cells_failed"]) == (2, 2, 1)
    assert facts["n_cells_released"] + facts["n_cells_withheld"] + facts["n_cells_empty"] == facts["n_cells"]
    assert len(pl.read_csv(tmp_path / "second" / "release.csv")) == facts["n_released"]
    screen = said(collected({0: 5, 1: 4, 2: 1, 3: 6}, "third", *again))
    assert "2 released, 2 withheld (6 answers)" in screen and "5 answers in 1 cell were withheld" in screen
    assert "everybody sees which 19 of the 21 cells" in screen and "The earlier release shows which" in screen


def test_messages_name_options_not_parameters(survey: Path, tmp_path: Path) -> None:
    digest = shoal.Specification.load(survey / "spec.json").digest
    table, target = tmp_path / "answers.csv", ("-o", tmp_path / "r")
    given = answers([0, 0, 0, 0, 999], digest, score=[1, 2, 3, 4, 5]).with_columns(token=pl.Series([1, 2, 3, 3, 4]))
    given.write_csv(table)
    run = ("collect", survey / "spec.json", table, "--trust-answers", *target)
    assert "(--wrong-cells leave-out)" in said(command(*run))
    again = command(*run, "--token", "token", "--wrong-cells", "leave-out")
    assert again.exit_code == 2 and "(--duplicates first or --duplicates last)" in said(again)
    assert "(--token)" in said(command(*run, "--duplicates", "first", "--wrong-cells", "leave-out"))
    assert "--wrong-cells must be" in said(command(*run, "--wrong-cells", "no"))
    assert "--duplicates must be" in said(command(*run, "--wrong-cells", "leave-out", "--duplicates", "no"))
    done = said(command(*run, "--token", "token", "--wrong-cells", "leave-out", "--duplicates", "last"))
    assert "sent again 1 answer left out" in done and "without a cell 1 answer left out" in done
    given.with_columns(cell=pl.Series([0, 0, 0, 0, None])).write_csv(table)
    assert "1 answer of answers.csv names no cell" in said(command(*run[:-1], tmp_path / "other"))


def test_a_release_of_a_survey_is_a_folder_that_holds_no_other(survey: Path, tmp_path: Path) -> None:
    digest = shoal.Specification.load(survey / "spec.json").digest
    answers([0, 0, 0], digest, score=[1, 2, 3]).write_csv(tmp_path / "answers.csv")
    run = (*TRUSTING, survey / "spec.json", tmp_path / "answers.csv", "--confidential", "score", "-o")
    refused = command(*run, tmp_path / "release.csv")
    assert refused.exit_code == 2 and "Give the name of a folder, such as release" in said(refused)
    (tmp_path / "there").mkdir()
    assert command(*run, tmp_path / "there", "--sign", survey / "survey.key").exit_code == 0
    assert is_signed_release(tmp_path / "there")
    report = json.loads((tmp_path / "there" / "report.json").read_text("utf-8"))
    assert report["specification"] == digest and report["n_released"] == 3
    manifest = tmp_path / "private-there" / "manifest.json"
    assert json.loads(manifest.read_text("utf-8"))["numbers"]["answers"] == 3
    assert manifest.stat().st_mode & 0o077 == 0
    again = command(*run, tmp_path / "there")
    assert again.exit_code == 2 and "holds a release already" in said(again)


def test_one_record_far_away_holds(survey: Path, tmp_path: Path) -> None:
    mine(income=1e300).write_csv(tmp_path / "own.csv")
    assert "holds values of" in said(command("apply", survey / "spec.json", tmp_path / "own.csv"))


def test_cells_with_few_answers_are_joined_on_demand(survey: Path, tmp_path: Path) -> None:
    digest = shoal.Specification.load(survey / "spec.json").digest
    answers([0, 0, 0, 1], digest, score=[1, 2, 3, 4]).write_csv(tmp_path / "answers.csv")
    run = (*TRUSTING, survey / "spec.json", tmp_path / "answers.csv", "--confidential", "score", "--few", "join")
    told = said(command(*run, "-o", tmp_path / "joined"))
    assert "4 released of 4" in told and re.search(r"1 released, \d+ joined with these, 0 withheld", told)
    refused = command(*run, "--diversity", "score=2", "-o", tmp_path / "refused")
    assert refused.exit_code == 2 and "(--diversity)" in said(refused) and not (tmp_path / "refused").exists()
