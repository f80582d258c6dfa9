"""A specification: what stands in the file, what a change to it comes to, and that nobody of the frame is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from survey_toys import designed, frame

from shoal.errors import InfeasiblePromise, MissingValuesError, ParameterError, RolesError, WriteError, WrongUse
from shoal.guarantee import ProbabilisticAnonymity, effective_anonymity
from shoal.survey.design.frame import Design, design_frame
from shoal.survey.shared.canonical import canonical_bytes, digest_of, exact, restored
from shoal.survey.specification.file import (
    SPECIFICATION_FILE,
    is_specification,
    text_of_document,
)
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification

REQUIRED = SPECIFICATION_FILE.schema["required"]


@pytest.fixture(scope="module")
def specification() -> Specification:
    return designed(title="Toys").specification


def changed(specification: Specification, path: Path, change: Any) -> Path:
    """The file after a change, with the digest that its author would give it."""
    document = json.loads(text_of_document(specification))
    change(document)
    path.write_text(json.dumps({**document, "digest": digest_of(document)}), encoding="utf-8")
    return path


def test_file_comes_back_as_it_was(specification: Specification, tmp_path: Path) -> None:
    path = tmp_path / "specification.json"
    specification.save(path)
    again = Specification.load(path)
    assert again.digest == specification.digest
    assert again.n_min == specification.n_min
    assert np.array_equal(again.assign(frame()), specification.assign(frame()))
    assert is_specification(path)
    assert Specification.inspect(path)["title"] == "Toys"
    assert "cells" not in Specification.inspect(path)


def test_file_is_written_in_any_spelling_of_json(specification: Specification, tmp_path: Path) -> None:
    """Spaces, the order of keys and 1e-2 for 0.01 change nothing: the digest is over the content."""
    document = json.loads(text_of_document(specification))
    path = tmp_path / "other.json"
    text = json.dumps(dict(reversed(document.items())), indent=7, ensure_ascii=True)
    assert '"failure": 0.01' in text
    path.write_text(text.replace('"failure": 0.01', '"failure": 1.00E-2'), encoding="utf-8")
    assert Specification.load(path).digest == specification.digest


def test_counts_are_those_of_the_rule_and_all_keep_the_promise(specification: Specification) -> None:
    cell_of = specification.assign(frame())
    assert np.array_equal(np.bincount(cell_of), specification.frame_counts)
    assert specification.frame_counts.min() >= specification.n_min[0]
    assert specification.n_min == (effective_anonymity(3, 0.6, 0.01).n_min,)
    promise = ProbabilisticAnonymity(3, 0.01, 0.6)
    assert promise.kept_by(cell_of)
    assert np.allclose(promise.cell_failures(cell_of), specification.failures, rtol=1e-12)


def test_no_member_of_the_frame_stands_in_the_file(tmp_path: Path) -> None:
    """Every number in the file that is a value of some member would be one by accident: incomes have odd cents here."""
    members = frame().with_columns(income=pl.col("income") * 1.0000371)
    text = text_of_document(designed(members, quasi_identifiers=["age", "income"]).specification)
    numbers = {float(word) for word in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)}
    assert not numbers & set(members["income"].to_list())
    assert "Zyxwina" not in text
    coordinates = (members["income"] - members["income"].mean()) / members["income"].std(ddof=0)
    assert not {round(number, 9) for number in numbers} & set(coordinates.round(9).to_list())


def test_rare_categories_are_not_published() -> None:
    """A town that fewer members have than a cell may hold would tell of fewer people than any other figure."""
    members = frame().with_columns(town=pl.when(pl.int_range(pl.len()) < 5).then(pl.lit("Quux")).otherwise("town"))
    with pytest.raises(WrongUse, match=r"fewer than 11 members .* 'town' has 1 such value\.") as refused:
        designed(members, quasi_identifiers=["age", "town"])
    assert "Quux" not in str(refused.value)
    common = members.with_columns(town=pl.when(pl.int_range(pl.len()) < 11).then(pl.lit("Quux")).otherwise("town"))
    assert designed(common, quasi_identifiers=["age", "town"]).specification.verify().ok


@pytest.mark.parametrize("key", [key for key in REQUIRED if key not in ("digest", "what")])
def test_every_part_is_covered_by_the_digest(specification: Specification, tmp_path: Path, key: str) -> None:
    document = json.loads(text_of_document(specification))
    altered = {
        "format": 2, "title": "Other", "promise": {**document["promise"], "failure": 0.02},
        "participation": {"model": "constant", "share": 0.61}, "n_min": 12, "frame": {"n_records": 241, "n_cells": 21},
        "cells": document["cells"][::-1], "origin": {}, "signature": {"algorithm": "Ed25519"},
        "quantizer": {**document["quantizer"], "arrays": {}},
    }  # fmt: skip
    path = tmp_path / "specification.json"
    path.write_text(json.dumps({**document, key: altered[key]}), encoding="utf-8")
    with pytest.raises(WrongUse):
        Specification.load(path)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("n_min", lambda document: document.update(n_min=10)),
        ("failure", lambda document: document["cells"][0].update(failure=1e-9)),
        (
            "frame",
            lambda document: document["promise"].update(
                failure=0.001, words=document["promise"]["words"].replace("0.01", "0.001")
            ),
        ),
        ("n_min", lambda document: document["participation"].update(share=0.5)),
    ],
)
def test_a_false_claim_with_a_fresh_digest_is_found(
    specification: Specification, tmp_path: Path, name: str, change: Any
) -> None:
    found = Specification.load(changed(specification, tmp_path / "s.json", change)).verify()
    assert not found.ok
    assert name in [check.name for check in found.checks if not check.ok]


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["cells"][0].update(frame_records=40),
        lambda document: document["cells"][0]["released"].update(age=99.0),
        lambda document: document["frame"].update(n_records=1000),
        lambda document: document.update(n_min=None),
        lambda document: document["participation"].update(model="uneven"),
        lambda document: document["quantizer"]["arrays"]["blocks/0/costs"].append(1.0),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(specification: Specification, tmp_path: Path, change: Any) -> None:
    with pytest.raises(WrongUse):
        Specification.load(changed(specification, tmp_path / "s.json", change))


def test_a_newer_format_asks_for_an_update(specification: Specification, tmp_path: Path) -> None:
    path = changed(specification, tmp_path / "s.json", lambda document: document.update(format=4))
    with pytest.raises(WrongUse, match="Update Shoal"):
        Specification.load(path)


def test_signature_tells_who_wrote_it(specification: Specification, tmp_path: Path) -> None:
    make_keys(tmp_path / "ours")
    make_keys(tmp_path / "theirs")
    assert (tmp_path / "ours.key").stat().st_mode & 0o077 == 0
    signed = specification.signed_with(tmp_path / "ours.key")
    assert signed.digest == specification.digest
    path = tmp_path / "s.json"
    signed.save(path)
    again = Specification.load(path)
    assert again.verify(public_key=tmp_path / "ours.pub").ok
    assert not any(check.open for check in again.verify(public_key=tmp_path / "ours.pub").checks)
    for unvouched in (again, specification):
        assert [check.name for check in unvouched.verify().checks if check.open] == ["signature"]
        assert "?    signature" in unvouched.verify().to_text()
    assert not again.verify(public_key=tmp_path / "theirs.pub").ok
    assert not specification.verify(public_key=tmp_path / "ours.pub").ok
    forged = changed(signed, tmp_path / "f.json", lambda document: document.update(title="Forged"))
    wrong = [check.name for check in Specification.load(forged).verify().checks if not check.ok]
    assert wrong == ["signature"]
    with pytest.raises(WriteError, match="lost"):
        make_keys(tmp_path / "ours")
    with pytest.raises(WrongUse, match="private key"):
        specification.signed_with(tmp_path / "ours.pub")
    with pytest.raises(WrongUse, match="public key"):
        again.verify(public_key=tmp_path / "ours.key")
    with pytest.raises(WrongUse, match="public key"):
        again.verify(public_key=tmp_path / "no.pub")


@pytest.fixture(scope="module")
def uneven() -> Design:
    return designed(participation="chance")


def test_uneven_participation_tells_means_of_cells_only(uneven: Design) -> None:
    design, specification = uneven, uneven.specification
    document = specification.to_document()
    assert document["n_min"] is None
    assert document["participation"]["model"] == "uneven"
    assert len(document["participation"]["mean_shares"]) == specification.n_cells
    promise = ProbabilisticAnonymity(3, 0.01, frame()["chance"].to_numpy())
    assert promise.kept_by(design.cell_of)
    true = promise.cell_failures(design.cell_of)
    assert (true <= specification.failures * (1 + 1e-9)).all() and (specification.failures < 2 * true).all()
    assert specification.verify().ok


def test_uneven_failures_that_are_impossible_are_found(uneven: Design, tmp_path: Path) -> None:
    path = changed(uneven.specification, tmp_path / "s.json", lambda document: document["cells"][0].update(failure=0.2))
    wrong = [check.name for check in Specification.load(path).verify().checks if not check.ok]
    assert "frame" in wrong and "failure" in wrong


def test_strata_have_shares_and_sizes_of_their_own() -> None:
    shares = {"north": 0.9, "south": 0.4}
    specification = designed(by=["region"], participation=shares).specification
    assert specification.participation.shares == (0.9, 0.4)
    assert specification.n_min == tuple(effective_anonymity(3, share, 0.01).n_min for share in shares.values())
    assert specification.verify().ok


@pytest.mark.parametrize("participation", [0.6, "chance"])
def test_a_design_says_at_which_participation_it_breaks(participation: float | str) -> None:
    design = designed(participation=participation)
    shares = frame()["chance"].to_numpy() if participation == "chance" else np.full(240, 0.6)
    assert design.breaks_at is not None and 0.5 < design.breaks_at < 1.0
    for factor, holds in ((design.breaks_at + 1e-6, True), (design.breaks_at - 1e-6, False)):
        assert ProbabilisticAnonymity(3, 0.01, factor * shares).kept_by(design.cell_of) is holds


def test_identical_members_always_stand_in_one_cell() -> None:
    """Story: exact sizes split twins between cells, a respondent cannot be split, and a cell came out too small."""
    rng = np.random.default_rng(4)
    members = pl.DataFrame({"age": rng.choice([20, 30, 40, 55], 400), "rooms": rng.choice([1, 2, 3], 400)})
    design = designed(members, quasi_identifiers=["age", "rooms"])
    assert design.n_mended + design.n_dissolved > 0
    assert ProbabilisticAnonymity(3, 0.01, 0.6).kept_by(design.cell_of)
    cells = members.with_columns(cell=pl.Series(design.cell_of)).group_by("age", "rooms").agg(pl.col("cell").n_unique())
    assert cells["cell"].to_list() == [1] * len(cells)


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"participation": 0.0}, ParameterError, "above 0"),
        ({"participation": 1.5}, ParameterError, "at most 1"),
        ({"failure": 0.0}, ParameterError, "between 0 and 1"),
        ({"failure": 1.0}, ParameterError, "between 0 and 1"),
        ({"k": 1}, ParameterError, "smallest k"),
        ({"k": 200}, InfeasiblePromise, "k = "),
        ({"participation": "nobody"}, RolesError, "nobody"),
        ({"participation": {"north": 0.5}}, ParameterError, "one column in by, the one"),
        ({"participation": {"north": 0.5}, "by": ["region"]}, ParameterError, "none"),
        ({"quasi_identifiers": ["agge"]}, RolesError, "age"),
        ({"quasi_identifiers": None}, RolesError, "quasi-identifiers"),
    ],
)
def test_bad_input_is_refused_in_words(more: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        designed(**more)


def test_missing_participation_is_refused() -> None:
    members = frame().with_columns(chance=pl.when(pl.int_range(pl.len()) == 6).then(None).otherwise("chance"))
    with pytest.raises(MissingValuesError, match="row 7"):
        designed(members, participation="chance")


def test_times_of_day_cannot_be_asked_for() -> None:
    members = frame().with_columns(up=pl.col("seen").dt.time())
    with pytest.raises(RolesError, match="'up'"):
        designed(members, quasi_identifiers=["age", "up"])


def test_columns_that_are_not_named_are_not_looked_at() -> None:
    """The frame may hold names and addresses: nothing of them is published, so nothing is asked about them."""
    given: dict[str, Any] = {"k": 3, "failure": 0.01, "participation": 0.6, "quasi_identifiers": ["age"], "seed": 1}
    small = design_frame(frame().select("age"), **given)
    assert design_frame(frame(), **given).specification.digest == small.specification.digest


scalars = (
    st.none()
    | st.booleans()
    | st.text()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
)
keys = st.text().filter(lambda key: key != "$integer")


@given(st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(keys, inner)))
def test_whole_numbers_survive_any_reader(value: Any) -> None:
    assert restored(json.loads(json.dumps(exact(value)))) == value
    try:
        spelled = canonical_bytes(exact(value))
    except WrongUse:  # half a character
        return
    assert json.loads(spelled, parse_int=float) == json.loads(json.dumps(exact(value)), parse_int=float)


def test_no_column_can_pretend_to_be_a_number() -> None:
    with pytest.raises(RolesError, match="Rename"):
        designed(frame().rename({"sex": "$integer"}), quasi_identifiers=["age", "$integer"])
