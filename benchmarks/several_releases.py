"""What it costs to protect against an earlier release: people come and go, and the table is released again with k = 5.

python -m benchmarks.several_releases
"""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import shoal
from benchmarks.results import write_result
from shoal.errors import InfeasiblePromise, ShoalWarning
from shoal.table import synthetic_people

N_RECORDS = 2_000
N_NEW = 200
K = 5
QI = ["age", "sex", "weekly_hours"]
LEFT = (0.0, 0.02, 0.1)


def asked(columns: list[str], confidential: str) -> dict[str, Any]:
    """The same columns in both releases; all others are dropped."""
    gone = [name for name in columns if name not in (*QI, confidential)]
    return {
        "quasi_identifiers": QI,
        "identifiers": gone,
        "confidential": confidential,
        "seed": 1,
        "method": "mdav+",
    }


def row(manifest: Path, newer: pl.DataFrame, changes: str, arguments: dict[str, Any]) -> str:
    """What the run came to, or how many records refused it."""
    try:
        release = shoal.anonymize(newer, k=K, earlier=manifest, person="id", changes=changes, **arguments)
    except InfeasiblePromise as error:
        return f"{changes} | – | – | refused: {error.count:,} records | – | –"
    facts, smallest = release.report.facts["earlier"], release.report.facts["promise"]["smallest_class"]
    without, loss = facts["without"], release.report.facts["loss"]["cells"]
    return (
        f"{changes} | {without['cells_that_tell']:,} of {without['cells']:,} | {100 * without['loss']:.2f} | "
        f"{100 * loss:.2f} | {facts['n_left_out']:,} | {smallest}"
    )


def main() -> None:
    """The table."""
    warnings.simplefilter("ignore", ShoalWarning)
    people = synthetic_people(N_RECORDS, seed=0).with_columns(id=pl.arange(0, N_RECORDS))
    new = synthetic_people(N_NEW, seed=5).with_columns(id=pl.arange(N_RECORDS, N_RECORDS + N_NEW))
    luck = np.random.default_rng(1).random(N_RECORDS)
    lines = [
        "| published unchanged | k of the earlier release | went | where people went | cells that would tell | "
        "loss without, % | loss, % | left out | smallest class |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        people.write_csv(f"{folder}/people.csv")
        for confidential in ("smoker", "diagnosis", "income"):
            arguments = asked(people.columns, confidential)
            for k in (K, 2 * K, 4 * K):
                first = shoal.anonymize(f"{folder}/people.csv", k=k, **arguments)
                manifest = first.save(f"{folder}/{confidential}-{k}")["manifest"]
                for left in LEFT:
                    newer = pl.concat([people.filter(pl.Series(luck >= left)), new])
                    for changes in ("merge", "leave-out") if left else ("merge",):
                        found = row(manifest, newer, changes, arguments)
                        lines.append(f"| {confidential} | {k} | {100 * left:.0f} % | {found} |")
    write_result(
        "several_releases",
        f"A second release of {N_RECORDS:,} people and {N_NEW} new ones, k = {K}",
        "python -m benchmarks.several_releases",
        lines,
    )


if __name__ == "__main__":
    main()
