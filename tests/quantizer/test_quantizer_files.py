"""Files: exact round trips, one digest, and a worded refusal for every way in which a file can be wrong."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from jsonschema import Draft202012Validator
from quantizer_toys import people, power_quantizer, release

from shoal import Quantizer
from shoal.errors import WriteError, WrongUse
from shoal.quantizer.files.binary_form import MAGIC
from shoal.quantizer.files.content import FORMAT, Content, content_of, model_from, quantizer_schema, require_header
from shoal.quantizer.rules.power import PowerRule

FORMS = ("q.json", "q.shoalq")


@pytest.fixture(scope="module")
def designed() -> Quantizer:
    return release(by="region").quantizer


@pytest.mark.parametrize("name", FORMS)
def test_round_trip_is_exact(name: str, designed: Quantizer, tmp_path: Path) -> None:
    for quantizer in (designed, power_quantizer()[2]):
        quantizer.save(tmp_path / name, disclose=True)
        loaded = Quantizer.load(tmp_path / name)
        before, after = content_of(quantizer), content_of(loaded)
        assert before.header == after.header
        for key, array in before.arrays.items():
            assert array.tobytes() == after.arrays[key].tobytes()
        assert loaded.digest == quantizer.digest == Quantizer.inspect(tmp_path / name)["digest"]
    if name == "q.shoalq":
        assert (tmp_path / name).stat().st_size == quantizer.n_bytes


def test_readable_form_follows_the_published_schema(designed: Quantizer, tmp_path: Path) -> None:
    designed.save(tmp_path / "q.json", disclose=True)
    Draft202012Validator.check_schema(quantizer_schema())
    Draft202012Validator(quantizer_schema()).validate(json.loads((tmp_path / "q.json").read_text("utf-8")))


def test_sites_are_left_out_where_they_are_the_centroids() -> None:
    points, partition, quantizer = power_quantizer()
    assert "blocks/0/sites" in content_of(quantizer).arrays
    rule = PowerRule(partition.centroids, np.zeros(partition.n_cells))
    assert set(rule.arrays(partition.centroids)) == {"costs"}
    again = PowerRule.from_arrays(rule.arrays(partition.centroids), partition.centroids)
    assert again.assign(points).tolist() == rule.assign(points).tolist()


@pytest.mark.parametrize("name", FORMS)
def test_a_file_cut_off_anywhere_is_refused(name: str, designed: Quantizer, tmp_path: Path) -> None:
    designed.save(tmp_path / name, disclose=True)
    whole = (tmp_path / name).read_bytes()
    end = len(whole.rstrip()) if name.endswith("json") else len(whole)
    for length in [*range(40), *np.linspace(40, end - 1, 25).astype(int)]:
        (tmp_path / name).write_bytes(whole[:length])
        with pytest.raises(WrongUse):
            Quantizer.load(tmp_path / name)
    if name == "q.shoalq":
        (tmp_path / name).write_bytes(whole + b"\0")
        with pytest.raises(WrongUse):
            Quantizer.load(tmp_path / name)


@pytest.mark.parametrize("name", FORMS)
def test_a_changed_byte_never_gives_another_quantizer(name: str, designed: Quantizer, tmp_path: Path) -> None:
    designed.save(tmp_path / name, disclose=True)
    whole = bytearray((tmp_path / name).read_bytes())
    rng = np.random.default_rng(0)
    n_refused = 0
    for place in rng.integers(0, len(whole), 150):
        changed = bytearray(whole)
        changed[place] ^= 1 << int(rng.integers(0, 7))
        (tmp_path / name).write_bytes(changed)
        try:
            loaded = Quantizer.load(tmp_path / name)
        except WrongUse:
            n_refused += 1
        else:  # spaces between tokens, or a last digit that no float tells apart
            assert loaded.digest == designed.digest
    assert n_refused > 100


def edited(path: Path, change: Any) -> Path:
    content = json.loads(path.read_text("utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c["header"].update(k=2), "digest"),
        (lambda c: c["arrays"]["sizes"].__setitem__(0, 99), "digest"),
        (lambda c: c["arrays"]["centroids"][0].__setitem__(0, 1.5), "digest"),
        (lambda c: c["header"]["encoding"]["attributes"][0].update(scale=2.0), "digest"),
        (lambda c: c["header"].update(format=FORMAT + 1), "made by a newer"),
        (lambda c: c["header"].update(format=0), "no format number"),
        (lambda c: c["header"].update(format="1"), "no format number"),
        (lambda c: c["header"].update(format=True), "no format number"),
        (lambda c: c["header"].update(extra=1), "schema"),
        (lambda c: c["header"].pop("k"), "schema"),
        (lambda c: c["header"]["encoding"]["attributes"][0].update(scale=-1.0), "schema"),
        (lambda c: c["header"]["encoding"]["attributes"][0].update(kind="magic"), "schema"),
        (lambda c: c["header"].update(what="a cake"), "not a quantizer"),
        (lambda c: c["arrays"].pop("sizes"), "arrays that its header lists"),
        (lambda c: c["arrays"]["centroids"].pop(), "not what its header says"),
        (lambda c: c["arrays"]["centroids"][0].__setitem__(0, "1.5"), "not what its header says"),
        (lambda c: c["arrays"]["sizes"].__setitem__(0, True), "not what its header says"),
        (lambda c: c["arrays"]["sizes"].__setitem__(0, 10**30), "not what its header says"),
        (lambda c: c.update(more=1), "not a quantizer"),
    ],
)
def test_tampered_json_is_refused_in_words(change: Any, words: str, designed: Quantizer, tmp_path: Path) -> None:
    designed.save(tmp_path / "q.json", disclose=True)
    with pytest.raises(WrongUse, match=words) as refusal:
        Quantizer.load(edited(tmp_path / "q.json", change))
    assert "q.json" in str(refusal.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda h, a: a["sizes"].__setitem__(0, 1), "fall below k"),
        (lambda h, a: a["sizes"].__setitem__(0, a["sizes"][0] + 1), "sum up"),
        (lambda h, a: a["centroids"].__setitem__((0, 0), np.nan), "NaN or infinite"),
        (lambda h, a: h["encoding"]["attributes"].pop(), "not those of its encoding"),
        (lambda h, a: h["encoding"]["attributes"][2].update(categories=["male", "male"]), "one of them twice"),
        (lambda h, a: h["columns"].append(h["columns"][0]), "stands there twice"),
        (lambda h, a: h["blocks"][0].update(n_cells=h["blocks"][0]["n_cells"] + 1), "shape|cells"),
        (lambda h, a: h["blocks"][1].update(stratum=["north"]), "same place"),
        (lambda h, a: h["blocks"][1].update(stratum=[]), "strata or columns"),
        (lambda h, a: h["blocks"][1].update(void=["nothing"]), "strata or columns"),
        (lambda h, a: a.__setitem__("blocks/9/costs", np.zeros(1)), "cells and arrays"),
        (lambda h, a: a.__setitem__("cake", np.zeros(1)), "no quantizer has"),
        (lambda h, a: h["rare"].update(height=3), "not those of its encoding"),
    ],
)
def test_a_false_quantizer_with_a_true_digest_is_refused_too(change: Any, words: str, designed: Quantizer) -> None:
    content = content_of(designed)
    header = json.loads(json.dumps(content.header))
    arrays = {name: array.copy() for name, array in content.arrays.items()}
    change(header, arrays)
    forged = Content(header, arrays)
    with pytest.raises(WrongUse, match=words):
        model_from(require_header({**header, "digest": forged.digest}, "q.json"), arrays, "q.json")


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none_are_refused(literal: str, designed: Quantizer, tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    designed.save(path, disclose=True)
    content = json.loads(path.read_text("utf-8"))
    content["arrays"]["centroids"][0][0] = "here"
    path.write_text(json.dumps(content).replace('"here"', literal), encoding="utf-8")
    with pytest.raises(WrongUse, match="NaN or infinite"):
        Quantizer.load(path)


def test_a_key_given_twice_is_refused(designed: Quantizer, tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    designed.save(path, disclose=True)
    path.write_text(path.read_text("utf-8").replace('"k": 5', '"k": 5, "k": 5', 1), encoding="utf-8")
    with pytest.raises(WrongUse, match="key twice"):
        Quantizer.load(path)


def test_lengths_are_checked_before_anything_is_allocated(designed: Quantizer, tmp_path: Path) -> None:
    path = tmp_path / "q.shoalq"
    path.write_bytes(MAGIC + struct.pack("<IQ", FORMAT, 2**62) + b"{}")
    with pytest.raises(WrongUse, match="cut off"):
        Quantizer.load(path)
    with pytest.raises(WrongUse, match="header is damaged"):
        Quantizer.inspect(path)
    content = content_of(designed)
    header = {**content.header, "digest": content.digest}
    header["arrays"] = [{"name": "centroids", "type": "float64", "shape": [2**40, 2**20]}]
    text = json.dumps(header).encode()
    path.write_bytes(MAGIC + struct.pack("<IQ", FORMAT, len(text)) + text)
    with pytest.raises(WrongUse, match="cut off"):
        Quantizer.load(path)
    path.write_bytes(MAGIC + struct.pack("<IQ", FORMAT + 1, 2) + b"{}")
    with pytest.raises(WrongUse, match="newer version"):
        Quantizer.load(path)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"null", b"name,age\nA,1\n", b"\xff\xfe\0", b"[" * 100_000])
def test_something_else_is_no_quantizer(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_bytes(content)
    for door in (Quantizer.load, Quantizer.inspect):
        with pytest.raises(WrongUse):
            door(path)
    with pytest.raises(WrongUse, match="no file"):
        Quantizer.load(tmp_path / "absent.json")


@pytest.mark.parametrize("name", FORMS)
def test_inspect_reads_the_header_of_a_damaged_file(name: str, designed: Quantizer, tmp_path: Path) -> None:
    designed.save(tmp_path / name, disclose=True)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(whole[: len(whole) - 40])
    seen = Quantizer.inspect(tmp_path / name)
    assert (seen["k"], seen["n_cells"], seen["digest"]) == (5, designed.n_cells, designed.digest)


def test_what_shows_single_records_is_not_written_unless_said(tmp_path: Path) -> None:
    quantizer = release().quantizer
    with pytest.raises(WrongUse, match=r"quasi-identifiers of \d+ records") as refusal:
        quantizer.save(tmp_path / "q.json")
    assert list(tmp_path.iterdir()) == []
    assert not any(str(value) in str(refusal.value) for value in people()["income"])
    quantizer.save(tmp_path / "q.json", disclose=True)
    power_quantizer()[2].save(tmp_path / "harmless.json")


def test_rare_categories_are_disclosed_by_count_and_column() -> None:
    sexes = ["grault" if row < 2 else value for row, value in enumerate(people()["sex"])]
    quantizer = release(people().with_columns(sex=pl.Series(sexes))).quantizer
    assert quantizer.rare == {"sex": 1}
    words = " ".join(quantizer.discloses)
    assert "'sex' lists 1 category that fewer than k = 5 records have" in words
    assert "grault" not in words


def test_a_name_without_a_known_form_is_refused_and_nothing_is_left_behind(tmp_path: Path) -> None:
    quantizer = power_quantizer()[2]
    with pytest.raises(WriteError, match=r"\.json .* \.shoalq"):
        quantizer.save(tmp_path / "q.pickle")
    with pytest.raises(WriteError):
        quantizer.save(tmp_path / "nowhere" / "q.json")
    assert list(tmp_path.iterdir()) == []
