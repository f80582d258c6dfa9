"""Surveys whose members depend on each other, drawn person by person and released by the code that releases surveys."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from survey_toys import QUICK

import shoal
from benchmarks.survey.simulated_people import drawn_answers
from shoal.survey.design.frame import design_frame
from shoal.survey.participation.shares import Earlier

K, FAILURE, SHARE, N_SURVEYS = 3, 0.05, 0.6, 25
MODELS: dict[str, tuple[dict[str, Any], float, float]] = {
    "households": ({"participation": SHARE, "households": "home", "together": 0.9}, 0.9, 0.0),
    "overdispersion": ({"participation": SHARE, "overdispersion": 0.1}, 0.0, 0.1),
    "earlier survey": ({"participation": Earlier(12, 20)}, 0.0, 0.0),
}


def people() -> pl.DataFrame:
    """Households of one to three; who lives together has about the same income, so often the same cell."""
    rng = np.random.default_rng(7)
    home = np.repeat(np.arange(240), rng.integers(1, 4, 240))[:240]
    income = rng.normal(3000, 700, 240)[home] + rng.normal(0, 30, 240)
    return pl.DataFrame({"income": income.round(), "home": home})


def failed(told: dict[str, Any], shares: Any, together: float, overdispersion: float) -> tuple[list[int], float, int]:
    """Failed cells of each survey as the release counts them, how many its design expects, and cells."""
    table = people()
    given: dict[str, Any] = {"k": K, "failure": FAILURE, "quasi_identifiers": ["income"], "seed": 1, "method": QUICK}
    specification = design_frame(table, **given, **told).specification
    cell_of = specification.assign(table)
    drawn = drawn_answers(np.random.default_rng(3), shares, table["home"].to_numpy(), cell_of, together, overdispersion)
    counts = []
    for answered in np.asarray(drawn, dtype=bool):
        answers = pl.DataFrame({"cell": cell_of[answered], "happy": np.arange(answered.sum()) % 2})
        found = shoal.collect(specification, answers, confidential=["happy"], trust_answers=True)
        sizes = found.table.group_by("income").len()["len"]
        assert sizes.min() >= K and found.attained.n_cells_lacking >= found.attained.n_cells_failed
        counts.append(found.attained.n_cells_failed)
    return counts, found.attained.expected_failed, specification.n_cells


@pytest.mark.parametrize("name", MODELS)
def test_attained_failures_are_those_of_the_design(name: str) -> None:
    told, together, overdispersion = MODELS[name]
    a, b = Earlier(12, 20).beta
    shares = np.random.default_rng(2).beta(a, b, N_SURVEYS) if name == "earlier survey" else np.full(N_SURVEYS, SHARE)
    counts, expected, n_cells = failed(told, shares, together, overdispersion)
    error = 3.0 * np.std(counts, ddof=1) / np.sqrt(N_SURVEYS)
    assert np.mean(counts) - error <= expected <= FAILURE * n_cells
    assert expected <= np.mean(counts) + error


def test_a_design_for_people_who_do_not_care_for_each_other_fails_more_often() -> None:
    """The same surveys against cells for independent members: the test above can fail."""
    _, together, overdispersion = MODELS["households"]
    counts, expected, _ = failed({"participation": SHARE}, np.full(N_SURVEYS, SHARE), together, overdispersion)
    assert np.mean(counts) - 3.0 * np.std(counts, ddof=1) / np.sqrt(N_SURVEYS) > expected
