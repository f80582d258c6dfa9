"""A manifest that was damaged or made up: refused in words, exit code 2, whatever stands in it."""

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
from shoal.errors import WrongUse
from shoal.journey import repeat
from shoal.release.manifest import read_manifest
from shoal.release.saving import earlier_files

ABSENT = object()
DAMAGES: list[tuple[tuple[str | int, ...], object]] = [
    *[(("settings", name), ABSENT) for name in ("k", "method", "seed", "keep_order")],
    *[(("input", name), ABSENT) for name in ("path", "reading", "digest", "salt")],
    *[((name,), ABSENT) for name in ("input", "settings", "methods_used", "roles", "release_digest")],
    *[((name,), 5) for name in ("input", "settings", "methods_used", "roles", "release_digest")],
    (("settings", "k"), "5"),
    (("settings", "k"), 5.0),
    (("settings", "k"), True),
    (("settings", "seed"), -1),
    (("settings", "seed"), 1.0),
    (("settings", "keep_order"), "yes"),
    (("input", "path"), 5),
    (("input", "path"), "a\0b"),
    (("input", "path"), "\ud800"),
    (("input", "salt"), None),
    (("input", "digest"), None),
    (("input", "reading"), {"strange": 1}),
    (("input", "reading"), {"na": [1]}),
    (("methods_used",), []),
    (("methods_used",), ["nosuch"]),
    (("methods_used",), ["mdav", "mdav"]),
    (("roles",), []),
    (("roles", 0), 5),
    (("roles", 0, "name"), 5),
    (("roles", 0, "role"), "strange"),
    (("roles", 0, "order"), [5]),
    (("roles", 0, "weight"), None),
    (("roles", 0, "taxonomy"), 7),
]


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    home = tmp_path_factory.mktemp("run")
    rng = np.random.default_rng(2)
    pl.DataFrame({"age": rng.integers(20, 60, 40), "pay": rng.integers(1, 99, 40)}).write_csv(home / "people.csv")
    release = shoal.anonymize(home / "people.csv", k=4, quasi_identifiers=["age", "pay"], method="mdav", seed=1)
    release.write_manifest(home / "manifest.json")
    assert repeat(home / "manifest.json")[1]
    found: dict[str, Any] = json.loads((home / "manifest.json").read_text())
    return found


def replayed(path: Path) -> str:
    done = CliRunner().invoke(app, ["replay", str(path)])
    assert done.exit_code == 2, done.stderr
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


@pytest.mark.parametrize(("place", "value"), DAMAGES)
def test_damage_is_refused_in_words(
    tmp_path: Path, manifest: dict[str, Any], place: tuple[str | int, ...], value: object
) -> None:
    damaged = json.loads(json.dumps(manifest))
    within: Any = damaged
    for step in place[:-1]:
        within = within[step]
    if value is ABSENT:
        del within[place[-1]]
    else:
        within[place[-1]] = value
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(damaged))
    said = replayed(path)
    if value is ABSENT:
        assert f"manifest.json lacks {'.'.join(map(str, place))}" in said


@pytest.mark.parametrize(
    "text", ["", "[" * 100_000, "{}", "[]", '{"format": true}', '{"format": 1, "format": 1}', "NaN"]
)
def test_something_else_than_a_manifest(tmp_path: Path, text: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text)
    assert "manifest" in replayed(path)
    assert earlier_files(tmp_path) == []


def test_deep_nesting_in_what_nobody_reads(tmp_path: Path, manifest: dict[str, Any]) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(
        json.dumps({**manifest, "achieved": 0}).replace('"achieved": 0', f'"achieved": {"[" * 60}{"]" * 60}')
    )
    with pytest.raises(WrongUse, match="nothing can be done with"):
        read_manifest(path)


def test_a_folder_is_no_manifest(tmp_path: Path) -> None:
    assert "manifest.json of a release" in replayed(tmp_path)


def test_a_long_seed_is_a_seed(tmp_path: Path, manifest: dict[str, Any]) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps({**manifest, "settings": {**manifest["settings"], "seed": 2**200}}))
    assert read_manifest(path)["settings"]["seed"] == 2**200
