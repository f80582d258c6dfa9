"""Paper answers: codes back to boxes, counted, released from k on; and what anybody can check about the design."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import MissingValuesError, PromiseNotKept, RolesError, TableError, WrongUse
from shoal.guarantee import ProbabilisticAnonymity
from shoal.survey.boxes.codes import codes_of
from shoal.survey.boxes.verification import verify_boxes
from shoal.survey.shared.canonical import digest_of

N = 150
QI = ["age", "sex"]


def people() -> pl.DataFrame:
    rng = np.random.default_rng(3)
    return pl.DataFrame(
        {"age": rng.integers(18, 90, N), "sex": rng.choice(["f", "m"], N), "chance": rng.choice([0.5, 0.6, 0.9], N)}
    )


def designed(promise: Any = None) -> shoal.BoxDesign:
    given = ProbabilisticAnonymity(3, 0.01, 0.6) if promise is None else promise
    return shoal.design_boxes(people(), promise=given, quasi_identifiers=QI, effort=1)


@pytest.fixture(scope="module")
def design() -> shoal.BoxDesign:
    return designed()


@pytest.fixture(scope="module")
def uneven() -> shoal.BoxDesign:
    return designed(ProbabilisticAnonymity(3, 0.05, people()["chance"].to_numpy()))


def slips(design: shoal.BoxDesign, counts: dict[int, int]) -> pl.DataFrame:
    """So many slips with the code of each of these boxes, typed as people type."""
    codes = [design.codes[box] for box, count in counts.items() for _ in range(count)]
    typed = [code.lower() if row % 2 else f" {code[0]}-{code[1:]}" for row, code in enumerate(codes)]
    rows = range(len(codes))
    return pl.DataFrame({"code": typed, "form": design.short_digest, "slip": rows, "score": [row % 3 for row in rows]})


def miscopied(code: str) -> str:
    return code[:-1] + ("2" if code[-1] != "2" else "3")


def collect(design: shoal.BoxDesign, answers: Any, **options: Any) -> Any:
    """Without a list of issued tokens, which these tests are not about."""
    return shoal.collect(design, answers, trust_answers=True, **options)


# --- collecting


def test_boxes_from_k_on_are_released(design: shoal.BoxDesign) -> None:
    found = collect(design, slips(design, {0: 4, 1: 2, 3: 3}), token="slip", confidential=["score"])
    attained = found.attained
    assert (attained.n_answers, attained.n_released, attained.n_withheld) == (9, 7, 2)
    assert (attained.n_cells_released, attained.n_cells_failed) == (2, 1)
    assert attained.n_frame == N and attained.designed_participation == pytest.approx(0.6)
    assert attained.any_failed == pytest.approx(1 - np.prod(1 - design.failures))
    assert set(found.table.columns) == {"age", "sex", "score"}
    expected = design.released[[0] * 4 + [3] * 3].select(QI).sort(QI)
    assert found.table.select(QI).sort(QI).equals(expected)


def test_file_is_counted_as_it_is_written(design: shoal.BoxDesign, tmp_path: Path) -> None:
    slips(design, {0: 4, 1: 2, 3: 3}).write_csv(tmp_path / "slips.csv")
    collect(design, tmp_path / "slips.csv", token="slip").save(tmp_path / "release")
    assert shoal.audit(tmp_path / "release" / "release.csv", quasi_identifiers=QI).k == 3
    assert pl.read_csv(tmp_path / "release" / "release.csv").columns == ["age", "sex", "score"]


def test_codes_of_figures_alone_are_codes(design: shoal.BoxDesign) -> None:
    """'22' is the code of the first box, and pandas reads such a column as numbers, with a gap as decimals."""
    assert design.codes[0] == "22"
    for column in (pl.Series([22] * 3), pl.Series([22.0] * 3)):
        assert collect(design, pl.DataFrame({"code": column, "score": [1, 2, 3]})).attained.n_released == 3


def test_wrong_slips_are_refused_in_words(design: shoal.BoxDesign) -> None:
    good = slips(design, {0: 4})
    wrong: list[tuple[pl.DataFrame, dict[str, Any], type[Exception], str]] = [
        (
            good.with_columns(code=pl.Series(["22", miscopied("22"), codes_of(23)[22], "22"])),
            {},
            TableError,
            "2 answers name",
        ),
        (good.with_columns(code=pl.Series(["22", None, "22", "22"])), {}, MissingValuesError, "row 2"),
        (good.drop("code"), {}, TableError, "'code'"),
        (good.with_columns(form=pl.lit("0123456789ab")), {}, TableError, "another design"),
        (good.with_columns(slip=pl.lit(1)), {"token": "slip"}, TableError, "3 answers were sent again"),
        (good.with_columns(Age=pl.lit(4)), {}, RolesError, "not to send these values"),
        (slips(design, {0: 2}), {"token": "slip"}, PromiseNotKept, "nothing to release"),
    ]
    for table, more, error, words in wrong:
        with pytest.raises(error, match=words):
            collect(design, table, **more)
    with pytest.raises(TableError, match="1 code was miscopied"):
        collect(design, wrong[0][0])


def test_miscopied_codes_can_be_left_out(design: shoal.BoxDesign) -> None:
    given = slips(design, {0: 5}).with_columns(code=pl.Series(["22", "22", miscopied("22"), None, "22"]))
    attained = collect(design, given, token="slip", wrong_cells="leave-out").attained
    assert (attained.n_wrong_cells, attained.n_released) == (2, 3)


def test_people_who_all_answer_are_a_promise_too() -> None:
    design = designed(4)
    attained = collect(design, slips(design, {0: 4}), token="slip").attained
    assert attained.designed_failure == 0.0 and attained.designed_participation == 1.0


# --- checking the design


@pytest.mark.parametrize("kind", ["even", "uneven", "everybody"])
def test_a_sound_design_is_found_sound(kind: str, design: shoal.BoxDesign, uneven: shoal.BoxDesign) -> None:
    given = {"even": design, "uneven": uneven}.get(kind) or designed(4)
    findings = verify_boxes(given, people())
    assert findings.ok, findings.to_text()
    assert findings.facts["frame_records"] == N and findings.facts["digest"] == given.digest


def test_form_tells_nobodys_probability_of_answering(uneven: shoal.BoxDesign) -> None:
    assert "0.9" not in uneven.promise.words and "0.5" not in uneven.promise.words
    chances = people()["chance"].to_numpy()
    box_of = uneven.assign(people())
    means = [chances[box_of == box].mean() for box in range(uneven.n_boxes)]
    below = np.array(means) - uneven.shares
    assert (below > -1e-9).all() and (below < 0.05 + 1e-9).all()
    assert np.allclose(20 * uneven.shares, np.round(20 * uneven.shares))


def _n_min(document: dict[str, Any]) -> None:
    document["promise"]["n_min"] -= 1


def _failures(document: dict[str, Any]) -> None:
    document["boxes"][0]["failure"] /= 2


def _likelier(document: dict[str, Any]) -> None:
    for box in document["boxes"]:
        box["mean_share"] = 0.5


def _words(document: dict[str, Any]) -> None:
    document["promise"]["words"] = document["promise"]["words"].replace("3", "30")


def _released(document: dict[str, Any]) -> None:
    document["released"].pop()
    for box in document["boxes"]:
        del box["released"]["sex"]


@pytest.mark.parametrize("change", [_n_min, _failures, _likelier, _words, _released])
def test_a_forged_design_is_found_out(change: Any, design: shoal.BoxDesign, tmp_path: Path) -> None:
    path = tmp_path / "boxes.json"
    design.save(path)
    document = json.loads(path.read_text("utf-8"))
    change(document)
    document["digest"] = digest_of(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    assert not verify_boxes(path).ok


def test_other_files_are_no_design(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    with pytest.raises(WrongUse, match="no design of boxes"):
        verify_boxes(tmp_path / "other.json")
    with pytest.raises(WrongUse, match="not a design of boxes"):
        shoal.BoxDesign.inspect(tmp_path / "other.json")


def test_other_people_are_counted(design: shoal.BoxDesign) -> None:
    findings = verify_boxes(design, people().head(20))
    assert not findings.ok and "fewer than k = 3" in findings.checks[-1].words


# --- the commands


def command(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.slow
def test_commands_know_the_design_of_a_form(design: shoal.BoxDesign, tmp_path: Path) -> None:
    boxes, answers, release = tmp_path / "boxes.json", tmp_path / "slips.csv", tmp_path / "release"
    design.save(boxes)
    people().write_csv(tmp_path / "frame.csv")
    assert command("verify", boxes, tmp_path / "frame.csv").exit_code == 0
    assert command("verify", boxes, "--public-key", answers).exit_code == 2
    assert "150 people" in command("inspect", boxes).output
    assert json.loads(command("inspect", boxes, "--json").stdout)["promise"]["k"] == 3
    slips(design, {0: 4, 1: 2, 3: 3}).write_csv(answers)
    collecting = (
        "collect",
        boxes,
        answers,
        "--trust-answers",
        "--token",
        "slip",
        "--confidential",
        "score",
        "-o",
        release,
    )
    done = command(*collecting, "--json")
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert (facts["n_released"], facts["n_withheld"], facts["specification"]) == (7, 2, design.digest)
    slips(design, {0: 5, 1: 2, 3: 3}).write_csv(answers)
    more = command(*collecting[:-1], tmp_path / "second", "--earlier", release / "release.csv")
    assert more.exit_code == 0 and "5 answers in 1 cell" in " ".join(more.output.split())
    assert len(pl.read_csv(tmp_path / "second" / "release.csv")) == 3
    slips(design, {0: 2}).write_csv(answers)
    collecting = (*collecting[:-1], tmp_path / "third")
    assert command(*collecting).exit_code == 1
    slips(design, {0: 4}).with_columns(code=pl.lit("YY")).write_csv(answers)
    assert command(*collecting).exit_code == 2
    assert command(*collecting, "--wrong-cells", "leave-out").exit_code == 1
    assert command(*collecting, "--wrong-cells", "ignore").exit_code == 2
    assert not (tmp_path / "third").exists()
