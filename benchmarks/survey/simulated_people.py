"""People who do not exist: a frame of households, who of them takes part in a survey, and what they answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

LARGEST_HOME = 3
OPINIONS, WAYS = ("more", "fewer", "as now"), ("bus", "bicycle", "foot")
MEAN_INCOME, MOST_SPENT = 30_000, 500


def frame_of(n_people: int, rng: np.random.Generator) -> pl.DataFrame:
    """Names, homes and details. Members of a household have similar details, so they often share a cell."""
    sizes = rng.integers(1, LARGEST_HOME + 1, n_people)
    home = np.repeat(np.arange(n_people), sizes)[:n_people]
    age = np.clip(rng.normal(48, 16, n_people)[home] + rng.normal(0, 3, n_people), 18, 95).round().astype(int)
    income = MEAN_INCOME * np.exp(rng.normal(0, 0.4, n_people)[home] + rng.normal(0, 0.1, n_people))
    return pl.DataFrame(
        {
            "name": [f"Person {number}" for number in range(n_people)],
            "home": home,
            "age": age,
            "sex": np.where(rng.random(n_people) < 0.5, "female", "male"),
            "income": income.round(2),  # to the cent: no sign of a longer text looks like it by accident
        }
    )


def drawn_answers(
    rng: np.random.Generator, shares: np.ndarray, home: np.ndarray, cell_of: np.ndarray, together: float, spread: float
) -> np.ndarray:
    """Who takes part (survey × person), person by person and household by household.

    One share for each survey. Levels of cells differ by ``spread`` (the overdispersion); with the probability
    ``together`` a household decides as one in each cell.
    """
    n_surveys, n_cells, n_homes = len(shares), int(cell_of.max()) + 1, int(home.max()) + 1
    level = np.repeat(shares[:, None], n_cells, axis=1)
    if spread:
        both = (1.0 - spread) / spread
        level = rng.beta(level * both, (1.0 - level) * both)
    as_one = rng.random((n_surveys, n_homes)) < together
    shared = rng.random((n_surveys, n_homes))
    own = rng.random((n_surveys, len(cell_of)))
    decided: np.ndarray = np.where(as_one[:, home], shared[:, home], own) < level[:, cell_of]
    return decided


def opinions(rng: np.random.Generator) -> dict[str, Any]:
    """What somebody answers to the questions of the demonstration; two of them may be left out."""
    given: dict[str, Any] = {"trees": OPINIONS[rng.integers(len(OPINIONS))]}
    ways = [way for way in WAYS if rng.random() < 0.4]
    if ways:
        given["ways"] = ways
    if rng.random() < 0.7:
        given["spent"] = int(rng.integers(MOST_SPENT))
    return given
