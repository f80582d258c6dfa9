"""A table of people on both engines."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import shoal
import shoal.spark

K = 4
QUASI = ["age", "income", "region", "born", "smokes"]
ROLES = {
    "quasi_identifiers": QUASI,
    "identifiers": ["name"],
    "confidential": ["diagnosis", "score"],
    "types": {"born": "date"},
}
SETTINGS = {"k": K, "method": "mdav", "seed": 1, "block_records": 800, **ROLES}
ANNEALED = "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])"


def people(n_records: int) -> pl.DataFrame:
    chance = np.random.default_rng(0)
    days = chance.integers(0, 20_000, n_records)
    return pl.DataFrame(
        {
            "name": [f"person {number}" for number in range(n_records)],
            "age": chance.integers(18, 90, n_records),
            "income": np.round(chance.lognormal(10, 0.5, n_records), 2),
            "region": chance.choice(["north", "south", "east", "west", "centre"], n_records),
            "born": [dt.date(1930, 1, 1) + dt.timedelta(days=int(day)) for day in days],
            "smokes": chance.random(n_records) < 0.3,
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records, p=[0.3, 0.5, 0.2]),
            "score": chance.integers(0, 50, n_records),
        }
    )


def on_spark(session: Any, frame: pl.DataFrame, folder: Path, n_parts: int = 3) -> Any:
    """The table as a DataFrame of so many partitions."""
    folder.mkdir()
    for number in range(n_parts):
        frame[number::n_parts].write_parquet(folder / f"{number}.parquet")
    return session.read.parquet(folder.as_uri()).repartition(n_parts)


def both_engines(session: Any, frame: pl.DataFrame, folder: Path, n_parts: int = 3, **settings: Any) -> Any:
    """The release of the cluster, and that of one machine; their cells and reports are compared."""
    asked = {**SETTINGS, **settings}
    with shoal.anonymize(frame.lazy(), scratch=folder, **asked) as alone:
        digest, facts = alone.manifest["release_digest"], alone.report.facts
    dataframe = on_spark(session, frame, folder / "table", n_parts)
    release = shoal.spark.anonymize(dataframe, scratch=folder / "stages", **asked)
    assert release.manifest["release_digest"] == digest
    for name in ("loss", "privacy", "promise", "sizes", "uniqueness", "dominance", "warnings", "suppressed", "table"):
        assert release.report.facts.get(name) == facts.get(name), name
    return release


def all_words(error: BaseException | None) -> str:
    """What a traceback would print of an error, with those behind it."""
    words = []
    while error is not None:
        words += [repr(error), str(error), *getattr(error, "__notes__", [])]
        error = error.__cause__ or error.__context__
    return "\n".join(words)
