"""The file of an allocation rule: what comes back, and what is refused in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shoal import AllocationRule, Graph, allocate
from shoal.allocation.file import _digest, check, inspect
from shoal.allocation.model import SAVED
from shoal.errors import ShoalError, WriteError, WrongUse

POINTS = np.array([45.0, 7.0]) + np.random.default_rng(0).normal(size=(60, 2))
CENTERS = np.array([45.0, 7.0]) + np.random.default_rng(1).normal(size=(3, 2))
LATER = np.array([45.0, 7.0]) + np.random.default_rng(2).normal(size=(200, 2))
STREETS = Graph([[0, 1], [1, 2], [2, 3]], [1.0, 2.0, 1.5])
OTHER_STREETS = Graph([[0, 1], [1, 2], [2, 3]], [1.0, 2.0, 1.25])


def rule_of(distance: Any = "great-circle") -> AllocationRule:
    allocation = allocate(POINTS, CENTERS, [0.5, 0.5, 0.0], distance=distance)
    return AllocationRule.of(
        allocation, POINTS, distance=distance, names=["Nord", "Süd", "zu"], columns=("lat", "lon"), workload=None
    )


@pytest.mark.parametrize("name", [name for name in SAVED if name != "matrix"])
def test_a_loaded_rule_is_the_same(name: str, tmp_path: Path) -> None:
    rule, path = rule_of(name), tmp_path / "rule.json"
    rule.save(path)
    loaded = AllocationRule.load(path)
    assert loaded.names == rule.names
    assert loaded.costs.tolist() == rule.costs.tolist()
    assert loaded.columns == rule.columns
    assert loaded.digest == rule.digest == inspect(path)["digest"] == check(path)["digest"]
    assert loaded.assign(LATER).tolist() == rule.assign(LATER).tolist()


def test_rules_of_matrices_and_scales_come_back(tmp_path: Path) -> None:
    minutes = np.random.default_rng(3).uniform(1.0, 60.0, (50, 3))
    rule, path = AllocationRule.of(allocate(None, None, distance=minutes), distance=minutes), tmp_path / "m.json"
    rule.save(path)
    assert AllocationRule.load(path).assign(distance=minutes).tolist() == rule.assign(distance=minutes).tolist()
    scales = (2.0, 0.25)
    scaled = AllocationRule.of(allocate(POINTS / scales, CENTERS / scales), POINTS, scales=scales)
    scaled.save(path)
    assert AllocationRule.load(path).assign(LATER).tolist() == scaled.assign(LATER).tolist()


def test_rules_along_streets_need_the_same_streets(tmp_path: Path) -> None:
    homes, centers = np.array([[0.0], [0.0], [1.0], [2.0], [3.0], [3.0]]), np.array([[0.0], [3.0]])
    rule = AllocationRule.of(allocate(homes, centers, distance=STREETS), homes, distance=STREETS)
    path = tmp_path / "streets.json"
    rule.save(path)
    assert AllocationRule.load(path, STREETS).assign(homes).tolist() == rule.assign(homes).tolist()
    with pytest.raises(WrongUse, match="along the streets of a graph"):
        AllocationRule.load(path)
    with pytest.raises(WrongUse, match="made with another graph"):
        AllocationRule.load(path, OTHER_STREETS)
    rule_of().save(path)
    with pytest.raises(WrongUse, match="not that along a graph"):
        AllocationRule.load(path, STREETS)


def test_only_data_is_saved_and_only_as_json(tmp_path: Path) -> None:
    def straight(points: Any, sites: Any) -> Any:
        return np.abs(points[:, None, :] - sites[None, :, :]).sum(axis=2)

    rule = rule_of(straight)
    assert rule.assign(LATER).shape == (200,)
    with pytest.raises(WrongUse, match="cannot be saved"):
        rule.save(tmp_path / "rule.json")
    with pytest.raises(WriteError, match=r"written as \.json"):
        rule_of().save(tmp_path / "rule.shoalq")
    assert list(tmp_path.iterdir()) == []


def changed(path: Path, digest: bool, **fields: Any) -> Path:
    """The file with other fields, with a digest that fits or without."""
    document = {**json.loads(path.read_text("utf-8")), **fields}
    if digest:
        document["digest"] = _digest(document)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "rule.json"
    rule_of().save(path)
    return path


def centers(*rows: tuple[Any, Any, Any]) -> list[dict[str, Any]]:
    return [{"center": name, "position": position, "cost": cost} for name, position, cost in rows]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"what": "shoal boxes"}, "is not an allocation rule"),
        ({"format": 2}, "newer version. Update Shoal"),
        ({"format": 0}, "does not fit the schema"),
        ({"distance": "beeline"}, "does not fit the schema"),
        ({"more": 1}, "does not fit the schema"),
        ({"centers": []}, "does not fit the schema"),
        ({"scales": [0.0, 1.0]}, "does not fit the schema"),
        ({"scales": [1.0]}, "same number of coordinates"),
        ({"columns": ["lat"]}, "same number of coordinates"),
        ({"centers": centers(("a", [1.0, 2.0], 0.0), ("a", [1.0, 3.0], 0.0))}, "same name"),
        ({"centers": centers(("a", [1.0, 2.0], None))}, "none of them takes anybody"),
        ({"centers": centers(("a", [1.0, 2.0], 0.0), ("b", [1.0], 0.0))}, "same number of coordinates"),
        ({"centers": centers(("a", None, 0.0))}, "same number of coordinates"),
        ({"centers": centers(("a", [123.0, 2.0], 0.0))}, "no latitude and longitude"),
        ({"centers": centers(("a", [1.0, 1e200], 0.0)), "distance": "euclidean"}, "no distance can be computed"),
        ({"distance": "matrix"}, "a matrix, and it has positions"),
        ({"distance": "graph"}, "a graph without measuring along one"),
        ({"graph": "sha256:" + 64 * "0"}, "a graph without measuring along one"),
    ],
)
def test_unsound_files_are_refused_also_if_their_digest_fits(saved: Path, fields: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongUse, match=words) as refused:
        AllocationRule.load(changed(saved, digest=True, **fields))
    assert "Nord" not in str(refused.value)


@pytest.mark.parametrize("field", ["distance", "columns", "centers", "workload"])
def test_every_change_breaks_the_digest(saved: Path, field: str) -> None:
    other = {"distance": "cosine", "columns": ["lon", "lat"], "workload": "hours"}
    document = json.loads(saved.read_text("utf-8"))
    document["centers"][0]["cost"] += 1.0
    with pytest.raises(WrongUse, match="does not have the digest"):
        AllocationRule.load(changed(saved, digest=False, **{field: {**document, **other}[field]}))


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '{"what": "shoal allocation", "what": 1}', "\x00", "NaN"])
def test_anything_else_is_refused_in_words(saved: Path, text: str) -> None:
    saved.write_text(text, encoding="utf-8")
    with pytest.raises(ShoalError):
        AllocationRule.load(saved)
    with pytest.raises(ShoalError):
        inspect(saved)


def test_numbers_that_are_none_and_files_that_are_missing(saved: Path, tmp_path: Path) -> None:
    text = saved.read_text("utf-8")
    for number in ("NaN", "Infinity", "1e999"):
        saved.write_text(text.replace('"workload": null', f'"workload": {number}'), encoding="utf-8")
        with pytest.raises(WrongUse, match="NaN or infinite"):
            AllocationRule.load(saved)
    with pytest.raises(WrongUse, match="There is no file"):
        AllocationRule.load(tmp_path / "none.json")


def test_a_broken_file_is_never_left_behind(saved: Path) -> None:
    before = saved.read_bytes()
    rule = rule_of()
    with pytest.raises(WrongUse):
        AllocationRule(rule.names, rule.costs, allocate_function()).save(saved)
    assert saved.read_bytes() == before
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def allocate_function() -> Any:
    from shoal.partition.distances.function import FunctionDistance

    return FunctionDistance(lambda points, sites: np.zeros((len(points), len(sites))))
