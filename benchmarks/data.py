"""The public data sets and the synthetic families of the literature.

The real sets are not part of the repository. They are looked for where SHOAL_DATA points, else in ../shared/data beside
the repository.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

REPOSITORY = Path(__file__).resolve().parent.parent
EIA_COLUMNS = (0, *range(5, 15))  # attributes 1 and 6–15, as everywhere in the literature


def data_folder() -> Path:
    """Where the real data sets are expected."""
    return Path(os.environ.get("SHOAL_DATA") or REPOSITORY.parent / "shared" / "data")


def standardised(points: np.ndarray) -> np.ndarray:
    """Mean 0, variance 1 in every column."""
    centred = points - points.mean(axis=0)
    return np.ascontiguousarray(centred / centred.std(axis=0))


def casc(name: str) -> np.ndarray:
    """One of the CASC reference sets ('census', 'tarragona', 'eia'), standardised."""
    import polars as pl

    frame = pl.read_csv(data_folder() / f"{name}.csv")
    if name == "eia":
        frame = frame[:, list(EIA_COLUMNS)]
    return standardised(frame.to_numpy().astype(np.float64))


def adult() -> np.ndarray:
    """Age, education-num and hours-per-week of all 48,842 records of UCI Adult, standardised."""
    import polars as pl

    frame = pl.read_csv(data_folder() / "adult.csv.gz", columns=["age", "education-num", "hours-per-week"])
    return standardised(frame.to_numpy().astype(np.float64))


def adult_numbers() -> np.ndarray:
    """All six numeric attributes of UCI Adult, standardised."""
    import polars as pl

    columns = ["age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week"]
    frame = pl.read_csv(data_folder() / "adult.csv.gz", columns=columns)
    return standardised(frame.to_numpy().astype(np.float64))


def sim_u(seed: int) -> np.ndarray:
    """SimU: 1000 records, 10 independent uniform attributes."""
    return standardised(np.random.default_rng(seed).uniform(size=(1000, 10)))


def sim_c(seed: int) -> np.ndarray:
    """SimC: 100 uniform centres, 4..21 records within ±0.5 % of the range, then a third as many uniform ones."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(size=(100, 10))
    clustered = np.repeat(centres, rng.integers(4, 22, size=100), axis=0)
    clustered += rng.uniform(-0.005, 0.005, size=clustered.shape)
    scattered = rng.uniform(size=(len(clustered) // 3, 10))
    return standardised(np.vstack([clustered, scattered]))
