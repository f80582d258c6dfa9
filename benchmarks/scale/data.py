"""Tables of any size for the benchmarks of scale, written in pieces so that none of them has to fit into memory."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import polars as pl

PIECE_RECORDS = 1_000_000
N_CLUSTERS, N_COORDINATES = 50, 7
CLUSTERS_APART = 3.0  # standard deviations of a cluster
SEED = 0
MIXED_ROLES = {
    "quasi_identifiers": ["age", "income", "region", "education", "visit"],
    "confidential": ["diagnosis", "satisfaction"],
}


def mixture(n_records: int, folder: Path, n_coordinates: int = N_COORDINATES) -> Path:
    """Coordinates of a Gaussian mixture as a folder of Parquet files; the same records whenever it is called."""
    return _written(
        folder, n_records, "parquet", lambda chance, count: pl.DataFrame(_points(chance, count, n_coordinates))
    )


def mixed(n_records: int, folder: Path, suffix: str) -> Path:
    """Seven mixed columns, of which five are quasi-identifiers: numbers, a date, categories. Parquet or one CSV."""
    return _written(folder, n_records, suffix, _people)


def _points(chance: np.random.Generator, count: int, n_coordinates: int) -> dict[str, np.ndarray]:
    centres = np.random.default_rng(SEED).normal(size=(N_CLUSTERS, n_coordinates)) * CLUSTERS_APART
    points = centres[chance.integers(N_CLUSTERS, size=count)] + chance.normal(size=(count, n_coordinates))
    return {f"x{axis}": points[:, axis] for axis in range(n_coordinates)}


def _people(chance: np.random.Generator, count: int) -> pl.DataFrame:
    age = chance.integers(18, 95, count)
    first = dt.date(2024, 1, 1)
    days = [int(days) for days in chance.integers(0, 366, 366)]
    visits = pl.Series([first + dt.timedelta(days=number) for number in days])
    return pl.DataFrame(
        {
            "age": age,
            "income": np.round(chance.lognormal(10, 0.6, count) * (1 + age / 200), 2),
            "region": chance.choice([f"region {number}" for number in range(12)], count),
            "education": chance.choice(["none", "primary", "secondary", "tertiary"], count, p=[0.1, 0.2, 0.4, 0.3]),
            "visit": visits.gather(chance.integers(0, 366, count)),
            "diagnosis": chance.choice([f"code {number}" for number in range(40)], count),
            "satisfaction": chance.integers(1, 11, count),
        }
    )


def _written(folder: Path, n_records: int, suffix: str, piece_of: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "table.csv"
    for number, start in enumerate(range(0, n_records, PIECE_RECORDS)):
        count = min(PIECE_RECORDS, n_records - start)
        piece = piece_of(np.random.default_rng((SEED, number)), count)  # type: ignore[operator]
        if suffix == "csv":
            with target.open("ab" if number else "wb") as stream:
                piece.write_csv(stream, include_header=not number)
        else:
            piece.write_parquet(folder / f"part-{number:05d}.parquet")
    return target if suffix == "csv" else folder
