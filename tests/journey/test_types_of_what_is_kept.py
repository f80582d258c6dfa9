"""A value of a record that is left out must not show in how the others are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import shoal


def written(folder: Path, last: str, **asked: Any) -> pl.DataFrame:
    """The release of 60 people with whole numbers, and one more record; read as texts, in a fixed order."""
    rng = np.random.default_rng(0)
    rows = [f"{rng.integers(18, 80)},{rng.integers(40, 60)},{rng.integers(100, 200)}" for _ in range(60)]
    (folder / "in.csv").write_text("\n".join(["age,debt,rent", *rows, last]) + "\n")
    release = shoal.anonymize(folder / "in.csv", k=5, seed=1, method="mdav", **asked)
    release.write(folder / "out.csv")
    return pl.read_csv(folder / "out.csv", infer_schema=False)


def test_a_decimal_of_a_dropped_record_gives_the_others_none(tmp_path: Path) -> None:
    """One record without an age paid 1729.5: it was dropped, and the rents of all others were released as 109.0."""
    asked = {"quasi_identifiers": ["age", "rent"], "confidential": "debt", "missing": "drop"}
    table = written(tmp_path, ",17.5,1729.5", **asked)
    assert table.height == 60
    assert not any("." in text for name in table.columns for text in table[name])


def test_a_decimal_of_a_suppressed_record_gives_the_others_none(tmp_path: Path) -> None:
    table = written(
        tmp_path, "30,17.5,99999.5", quasi_identifiers="rent", confidential="debt", identifiers="age", suppress=0.05
    )
    assert table.height < 61
    assert not any("." in text for name in table.columns for text in table[name])


def test_decimals_of_kept_records_stay(tmp_path: Path) -> None:
    table = written(tmp_path, "30,17.5,120", quasi_identifiers="age", confidential=["debt", "rent"])
    assert table["debt"].str.contains("17.5", literal=True).sum() == 1
