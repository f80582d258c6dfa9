"""The file of a design: there and back, and every way in which it can be wrong."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from jsonschema import Draft202012Validator

from shoal.errors import ShoalError, WriteError, WrongUse
from shoal.guarantee import ProbabilisticAnonymity
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.file import BOXES_FILE, is_design
from shoal.survey.boxes.from_frame import design_boxes
from shoal.survey.shared.canonical import digest_of

N = 200


def people() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    at = pl.Series(rng.integers(1_500_000_000, 1_600_000_000, N) * 10**9)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, N),
            "born": [date(1950, 1, 1) + timedelta(days=int(day)) for day in rng.integers(0, 20_000, N)],
            "seen": at.cast(pl.Datetime("ns")),
            "lasted": pl.Series(rng.integers(0, 10**6, N)).cast(pl.Duration("ms")),
            "job": rng.choice(["cook", "clerk", "nurse"], N),
            "smokes": rng.choice([True, False], N),
        }
    )


@pytest.fixture(scope="module", params=["flow", "grid"])
def design(request: pytest.FixtureRequest) -> BoxDesign:
    return design_boxes(
        people(),
        promise=ProbabilisticAnonymity(3, 1e-2, 0.7),
        quasi_identifiers=people().columns,
        layout=request.param,
        effort=1,
        title="Büro & Co",
        wording={"age": "How old are you?"},
    )


@pytest.fixture
def saved(design: BoxDesign, tmp_path: Path) -> Path:
    path = tmp_path / "boxes.json"
    design.save(path)
    return path


def test_there_and_back(design: BoxDesign, saved: Path) -> None:
    again = BoxDesign.load(saved)
    assert again.digest == design.digest
    assert again.released.equals(design.released) and again.released.schema == design.released.schema
    assert np.array_equal(again.assign(people()), design.assign(people()))
    assert again.decoding_table().equals(design.decoding_table())
    assert is_design(saved)
    document = json.loads(saved.read_text("utf-8"))
    assert not list(Draft202012Validator(BOXES_FILE.schema).iter_errors(document))


def changed(path: Path, change, *, with_digest: bool) -> Path:
    document = json.loads(path.read_text("utf-8"))
    change(document)
    if with_digest:
        document["digest"] = digest_of(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_any_change_is_noticed_by_the_digest(saved: Path) -> None:
    def change(document: dict) -> None:
        document["boxes"][0]["released"]["age"] += 1.0

    with pytest.raises(WrongUse, match="digest"):
        BoxDesign.load(changed(saved, change, with_digest=False))


def _fewer_people(document: dict) -> None:
    document["frame"]["n_records"] -= document["boxes"][0]["frame_records"] - 3
    document["boxes"][0]["frame_records"] = 3


def _failing(document: dict) -> None:
    document["boxes"][1]["failure"] = 0.5


def _code(document: dict) -> None:
    document["boxes"][0]["code"], document["boxes"][1]["code"] = (document["boxes"][at]["code"] for at in (1, 0))


def _lacking_rule(document: dict) -> None:
    rule = document["rule"]
    rule["nodes" if rule["layout"] == "flow" else "boxes"].pop()


def _overlapping(document: dict) -> None:
    question = next(each for each in document["questions"] if each.get("thresholds"))
    question["thresholds"].append(question["thresholds"][0])


def _strange_type(document: dict) -> None:
    document["boxes"][0]["released"]["job"] = 7


def _missing_value(document: dict) -> None:
    del document["boxes"][0]["released"]["job"]


def _box_twice(document: dict) -> None:
    rule = document["rule"]
    if rule["layout"] == "flow":
        rule["nodes"][-1] = 0
    else:
        rule["boxes"] = [0] * len(rule["boxes"])


@pytest.mark.parametrize(
    "change",
    [_fewer_people, _failing, _code, _lacking_rule, _overlapping, _strange_type, _missing_value, _box_twice],
)
def test_an_unsound_design_is_refused_even_with_a_right_digest(change, saved: Path) -> None:
    changed(saved, change, with_digest=True)
    with pytest.raises(WrongUse, match="not sound"):
        BoxDesign.load(saved)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda document: document.update(format=2), "newer"),
        (lambda document: document.update(what="something"), "not a design"),
        (lambda document: document.update(extra=1), "schema"),
        (lambda document: document.pop("rule"), "schema"),
    ],
)
def test_other_files_are_refused_in_words(change, words: str, saved: Path) -> None:
    with pytest.raises(WrongUse, match=words):
        BoxDesign.load(changed(saved, change, with_digest=True))


def test_no_file_no_json_no_suffix(design: BoxDesign, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="There is no file"):
        BoxDesign.load(tmp_path / "none.json")
    (tmp_path / "half.json").write_text('{"what": "shoal b', encoding="utf-8")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for name in ("half.json", "bytes.json"):
        with pytest.raises(ShoalError):
            BoxDesign.load(tmp_path / name)
        assert not is_design(tmp_path / name)
    with pytest.raises(WriteError, match=r"\.json"):
        design.save(tmp_path / "boxes.txt")
