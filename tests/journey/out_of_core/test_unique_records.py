"""Unique records are those of the whole release, also where the report looks at a sample of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.journey.passes.layout import Layout
from shoal.journey.passes.telling.unique import UniquePlan
from shoal.release.risk.uniqueness import PublishedColumns
from shoal.table.frames.origin import Origin
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

QI = ["age", "rent"]
N_RECORDS = 60_000


def people() -> pl.DataFrame:
    """Four thousand places; three codes, which few records have in common."""
    rng = np.random.default_rng(0)
    place = rng.integers(0, 4_000, N_RECORDS)
    return pl.DataFrame(
        {
            "age": pl.Series(
                [None if row % 900 == 7 else int(at) % 70 for row, at in enumerate(place)], dtype=pl.Int64
            ),
            "rent": place * 3 % 1_009,
            "debt": rng.integers(0, 40, N_RECORDS),
            "visits": rng.integers(0, 90, N_RECORDS),
            "days": rng.integers(0, 90, N_RECORDS),
        }
    )


def n_unique(frame: pl.DataFrame, columns: list[str]) -> int:
    return int((frame.group_by(columns).len()["len"] == 1).sum())


def test_the_report_counts_all_records_that_are_unique(tmp_path: Path) -> None:
    asked = {"quasi_identifiers": QI, "confidential": ["debt", "visits", "days"], "k": 5, "method": "mdav", "seed": 1}
    with shoal.anonymize(people().lazy(), block_records=12_000, missing="drop", scratch=tmp_path, **asked) as release:
        paths = release.save(tmp_path / "release")
        facts, text = release.report.facts, " ".join(release.report.to_text().split())
    written = pl.read_parquet(paths["table"])
    sizes = written.group_by(written.columns).len()["len"]
    unique = facts["uniqueness"]
    assert facts["table"]["n_sampled"] < written.height == unique["n_records"]
    assert unique["n_unique"] == n_unique(written, written.columns)
    assert unique["n_below_k"] == sizes.filter(sizes < 5).sum()
    assert unique["n_unique_unchanged"] == n_unique(written, ["debt", "visits", "days"])
    assert unique["together"] == ["visits", "days", "debt"]
    assert unique["n_unique_together"] == n_unique(written, unique["together"])
    first_box = f"On all published columns together, {unique['n_unique']:,} of {written.height:,} records are unique"
    page = " ".join(paths["report"].read_text().split())
    assert first_box in text
    assert first_box in page
    assert json.loads(paths["report_json"].read_text())["uniqueness"]["n_unique"] == unique["n_unique"]
    tried = f"This was tried on {facts['table']['n_sampled']:,} of the {written.height:,} released records"
    assert tried in text
    assert tried in page


def test_of_many_values_some_are_drawn_and_the_words_say_about() -> None:
    frame = people().drop_nulls()
    layout = Layout.of(frame.columns, (), Origin("polars"))
    roles = roles_from_arguments(table_of(frame), quasi_identifiers=QI, confidential=["debt", "visits", "days"])
    sets = (("visits",), ("visits", "days"), ("visits", "days", "debt"))
    whole = UniquePlan(layout, PublishedColumns.of(frame.columns, roles), (), sets, 1.0, 3, 5)
    parts = [frame.filter(pl.col("age") < 30), frame.filter(pl.col("age") >= 30)]  # of whole classes
    exactly = whole.told([whole.of_part(part) for part in parts], table_of(frame), roles)
    some = replace(whole, share=0.3)
    about = some.told([some.of_part(part) for part in parts], table_of(frame), roles)
    assert exactly["n_unique_together"] == n_unique(frame, ["visits", "days", "debt"])
    assert "about" not in exactly
    assert about["n_unique"] == exactly["n_unique"] == n_unique(frame, frame.columns)
    assert about["n_unique_together"] == pytest.approx(exactly["n_unique_together"], rel=0.02)
    assert about["about"] == ["n_unique_unchanged", "n_unique_together"]
    assert any(warning.startswith("About ") for warning in about["warnings"])
