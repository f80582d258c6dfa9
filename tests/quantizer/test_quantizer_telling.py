"""The whole file of a quantizer, attacked by people who know nearly everybody with a rare value.

A column that k of a hundred people have is fitted to those k alone, so whatever the file says of it is about them.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal

N_RECORDS = 100
LEAST_DOUBT = 0.2  # of a spread


def with_few_present(k: int, seed: int) -> tuple[pl.DataFrame, np.ndarray]:
    """A hundred people, of whom k have told their income."""
    rng = np.random.default_rng(seed)
    incomes = rng.uniform(20_000, 100_000, k).round()
    told = [*incomes.tolist(), *[None] * (N_RECORDS - k)]
    return pl.DataFrame({"age": rng.integers(20, 80, N_RECORDS), "income": told}), incomes


def saved(table: pl.DataFrame, k: int, path: Path) -> dict[str, Any]:
    release = shoal.anonymize(table, k=k, quasi_identifiers=["age", "income"], missing="own-cell", seed=1, method="pcl")
    release.quantizer.save(path)
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def income_of(content: dict[str, Any]) -> dict[str, Any]:
    (told,) = (each for each in content["header"]["encoding"]["attributes"] if each["columns"] == ["income"])
    return dict(told)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_people_do_not_follow_from_their_reference_and_scale(seed: int, tmp_path: Path) -> None:
    """Reference 64434 and scale 23244 were two equations for the two people who had told their income."""
    table, incomes = with_few_present(2, seed)
    told = income_of(saved(table, 2, tmp_path / "q.json"))
    solved = np.array([told["reference"] - told["scale"], told["reference"] + told["scale"]])
    assert np.abs(solved - np.sort(incomes)).max() > LEAST_DOUBT * incomes.std()
    assert told["offset"] == 0.0


@pytest.mark.parametrize("k", [2, 3, 5])
def test_two_unknown_people_of_k_stay_in_doubt(k: int, tmp_path: Path) -> None:
    """k − 2 of the k people are known and their mean is released, so the other two have one equation. The scale was the
    second one. Taken at its word it is now wrong, and what it really says leaves an interval for their difference.
    """
    errors, doubts = [], []
    for seed in range(3):
        table, incomes = with_few_present(k, seed)
        scale = income_of(saved(table, k, tmp_path / "q.json"))["scale"]
        mean, known = incomes.mean(), incomes[2:]
        # Two values with the mean m and half the difference h add 2(m − mean)² + 2h² to the sum of squares.
        rest = ((known - mean) ** 2).sum() + 2 * (incomes[:2].mean() - mean) ** 2

        def half(spread: float, rest: float = rest) -> float:
            return math.sqrt(max(0.0, k * spread**2 - rest) / 2)

        truth = abs(incomes[0] - incomes[1]) / 2
        errors.append(abs(half(scale) - truth) / incomes.std())
        doubts.append((half(scale * 2**0.5) - half(scale * 2**-0.5)) / incomes.std())
    assert np.mean(errors) >= LEAST_DOUBT / 2
    assert min(doubts) >= LEAST_DOUBT


@pytest.mark.parametrize("k", [2, 3, 5])
def test_nothing_in_the_file_is_the_mean_but_the_centroid_that_is_released(k: int, tmp_path: Path) -> None:
    """The place of missing values was the exact mean of those who have one; so were the sites of their cells."""
    table, incomes = with_few_present(k, seed=k)
    content = saved(table, k, tmp_path / "q.json")
    told = income_of(content)
    assert set(content["arrays"]["centre"]) == {0.0}
    assert told["reference"] != pytest.approx(incomes.mean(), rel=1e-3)
    place = [each["columns"] for each in content["header"]["encoding"]["attributes"]].index(["income"])
    void_cells = [block for block in content["header"]["blocks"] if "income" in block["void"]]
    first = sum(block["n_cells"] for block in content["header"]["blocks"] if "income" not in block["void"])
    assert len(void_cells) == 1
    arrays = content["arrays"]
    n_cells = content["header"]["n_cells"]
    own = [cell for cell in range(n_cells) if arrays["centroids"][cell][place] != 0.0]
    assert len(own) == first == 1  # the cell of those who have told it; what it says is released
