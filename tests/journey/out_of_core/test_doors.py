"""A table comes as a folder, a LazyFrame or a Dataset: the same options, and the same release."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.dataset
import pytest

import shoal

NAMED: dict[str, Any] = {
    "quasi_identifiers": ["age", "rent", "region"],
    "confidential": ["debt"],
    "identifiers": "name",
}
ASKED: dict[str, Any] = {"k": 4, "seed": 3, "block_records": 800, "method": "mdav", "missing": "own-cell", **NAMED}
DOORS: dict[str, Callable[[Path], Any]] = {
    "folder": lambda folder: folder,
    "scan": lambda folder: pl.scan_parquet(folder / "*.parquet"),
    "dataset": lambda folder: pyarrow.dataset.dataset(folder, format="parquet"),
}
OPTIONS: dict[str, dict[str, Any]] = {
    "masses": {"mass": "persons", "fewest_records": 4, "weight": "weight", "by": "sector"},
    "households": {"household": "home", "household_members": "together", "rounding": {"rent": -1}, "dominance": 0.001},
    "counted": {"household": "home", "household_members": "counted", "orders": {"region": ["south", "east", "north"]}},
    "leaving": {"suppress": 0.02, "diversity": {"debt": 2}, "closeness": {"debt": 0.9}, "quote_formulas": True},
}
OWN = {"mass": "persons", "household": "home", "weight": "weight", "by": "sector"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files. Every option finds its column."""
    rng = np.random.default_rng(0)
    n_records = 1_700
    table = pl.DataFrame(
        {
            "name": [f"person {number}" for number in range(n_records)],
            "age": pl.Series([None if row % 30 == 3 else row * 7 % 73 for row in range(n_records)], dtype=pl.Int64),
            "rent": rng.integers(300, 2_000, n_records),
            "region": rng.choice(["north", "south", "east"], n_records),
            "debt": rng.choice(["none", "some", "=much"], n_records),
            "sector": np.where(np.arange(n_records) % 3 == 0, "town", "land"),
            "persons": np.minimum(rng.geometric(0.45, n_records), 7),
            "home": rng.integers(0, n_records // 2, n_records),
            "weight": rng.integers(1, 4, n_records) / 2,
        }
    )
    home = tmp_path_factory.mktemp("doors") / "people"
    home.mkdir()
    for number, part in enumerate(table.iter_slices(600)):
        part.write_parquet(home / f"part-{number}.parquet")
    return home


@pytest.mark.parametrize("options", OPTIONS)
def test_all_doors_lead_to_the_same_release(options: str, folder: Path, tmp_path: Path) -> None:
    asked = {**ASKED, **OPTIONS[options]}
    unused = [column for option, column in OWN.items() if option not in asked]
    asked["identifiers"] = ["name", *unused]
    found = []
    for door in DOORS.values():
        with shoal.anonymize(door(folder), scratch=tmp_path, **asked) as release:
            assert release.report.facts["promise"]["kept"]
            found.append((release.manifest["release_digest"], release.manifest["settings"]))
    assert all(each == found[0] for each in found)
