"""Quantizer.fit: known optima, shares on fresh samples, two weightings, wrong input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shoal import Quantizer, verify
from shoal.errors import WrongUse

GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0


def gaussian(n: int, rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((n, 2))


def uniform(n: int, rng: np.random.Generator) -> np.ndarray:
    return rng.random((n, 1))


def test_two_cells_of_a_gaussian_are_its_halves() -> None:
    quantizer = Quantizer.fit(lambda n, rng: rng.standard_normal((n, 1)), cells=2, samples=40_000, seed=0)
    np.testing.assert_allclose(np.sort(quantizer.centroids[:, 0]), [-np.sqrt(2 / np.pi), np.sqrt(2 / np.pi)], atol=0.02)
    assert quantizer.kind == "power"
    assert quantizer.sizes.tolist() == [20_000, 20_000]


def test_shares_hold_on_fresh_samples_within_sampling_error() -> None:
    shares = np.array([0.1, 0.2, 0.3, 0.4])
    quantizer = Quantizer.fit(gaussian, shares=shares.tolist(), samples=20_000, seed=1)
    fresh = gaussian(50_000, np.random.default_rng(99))
    got = np.bincount(quantizer.assign_points(fresh), minlength=4) / len(fresh)
    error = np.sqrt(shares * (1 - shares) * (1 / 20_000 + 1 / 50_000))
    assert (np.abs(got - shares) < 4 * error).all()


@pytest.mark.slow
def test_samples_as_an_array_saved_loaded_and_verified(tmp_path: Path) -> None:
    points = gaussian(500, np.random.default_rng(2))
    quantizer = Quantizer.fit(points, cells=10, seed=0, k=20, speed=0.5)
    quantizer.save(tmp_path / "q.json")
    again = Quantizer.load(tmp_path / "q.json")
    np.testing.assert_array_equal(np.bincount(again.assign_points(points)), [50] * 10)
    assert verify(again, points).ok
    assert not verify(again, points[:100]).ok  # what was designed promises nothing to others until counted
    same = Quantizer.fit(points, cells=10, seed=0, k=20, speed=0.5)
    assert same.digest == quantizer.digest


def test_weights_move_centroids_and_not_the_shares() -> None:
    # Uniform on [0, 1], distortion weighted by x: the centroid of the only cell is ∫x²/∫x = 2/3.
    one = Quantizer.fit(uniform, cells=1, samples=20_000, seed=0, weights=lambda points: points[:, 0] + 1e-6)
    assert one.centroids[0, 0] == pytest.approx(2 / 3, abs=0.01)
    two = Quantizer.fit(uniform, cells=2, samples=4_000, seed=0, weights=lambda points: points[:, 0] + 0.5)
    assert two.sizes.tolist() == [2_000, 2_000]
    assert two.kind == "weighted power"


def test_cell_weights_move_the_border_and_not_the_weights_of_the_centroids() -> None:
    # Cells of equal probability under the density ½ + x: the border b solves ½b + ½b² = ½, the golden section.
    def mass(points: np.ndarray) -> np.ndarray:
        return 0.5 + points[:, 0]

    quantizer = Quantizer.fit(uniform, cells=2, samples=20_000, seed=0, cell_weights=mass)
    fresh = np.linspace(0.0005, 0.9995, 1_000).reshape(-1, 1)
    cell_of = quantizer.assign_points(fresh, weights=1.0 / mass(fresh))
    borders = np.flatnonzero(np.diff(cell_of))
    assert len(borders) == 1
    assert fresh[borders[0], 0] == pytest.approx(GOLDEN, abs=0.01)
    # In the distortion every point weighs the same, so the centroids are the middles of the cells.
    np.testing.assert_allclose(np.sort(quantizer.centroids[:, 0]), [GOLDEN / 2, (1 + GOLDEN) / 2], atol=0.01)


def test_the_same_weights_in_both_are_another_density() -> None:
    def mass(points: np.ndarray) -> np.ndarray:
        return 0.5 + points[:, 0]

    quantizer = Quantizer.fit(uniform, cells=2, samples=20_000, seed=0, weights=mass, cell_weights=mass)
    assert quantizer.kind == "power"
    fresh = np.linspace(0.0005, 0.9995, 1_000).reshape(-1, 1)
    border = np.flatnonzero(np.diff(quantizer.assign_points(fresh)))
    assert fresh[border[0], 0] == pytest.approx(GOLDEN, abs=0.01)


@pytest.mark.parametrize("seed", range(3))
def test_shares_of_a_second_mass_are_met_within_one_sample(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, masses = rng.standard_normal((900, 2)), rng.lognormal(0.0, 0.6, 900)
    weights = rng.uniform(0.5, 2.0, 900)
    shares = np.array([0.1, 0.2, 0.15, 0.25, 0.3])
    quantizer = Quantizer.fit(points, shares=shares.tolist(), seed=0, weights=weights, cell_weights=masses)
    cell_of = quantizer.assign_points(points, weights=weights / masses)
    got = np.bincount(cell_of, masses, 5)
    assert np.abs(got - shares * masses.sum()).max() <= masses.max()
    assert quantizer.kind == "weighted power"
    with pytest.raises(WrongUse, match="1 record has a larger mass"):
        Quantizer.fit(points, cells=5, seed=0, cell_weights=np.append(masses[1:], masses.sum()))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "one of the two"),
        ({"cells": 2, "shares": [0.5, 0.5]}, "one of the two"),
        ({"shares": [0.5, 0.4]}, "must sum to 1"),
        ({"cells": 0}, "at least 1"),
        ({"cells": 60}, "at most 50 cells"),
        ({"cells": 2, "k": 1}, "smallest k"),
        ({"cells": 2, "k": 200}, "holds 100 records"),
        ({"cells": 2, "pace": 1}, "no setting 'pace'"),
        ({"cells": 2, "speed": 2.0}, "speed"),
        ({"cells": 2, "distance": "manhattan"}, "no setting 'distance'"),
        ({"cells": 2, "seed": -1}, "seed"),
        ({"cells": 2, "weights": [1.0]}, "weights must hold one number"),
        ({"cells": 2, "cell_weights": np.zeros(100)}, "cell_weights must be positive"),
        ({"cells": 2, "source": "people.csv"}, "samples are a table"),
        ({"cells": 2, "source": uniform, "samples": 0}, "samples must be"),
        ({"cells": 2, "source": lambda n, rng: rng.random((n - 1, 2))}, "was asked for"),
        ({"cells": 2, "source": lambda n, rng: np.full((n, 2), np.nan)}, "NaN"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    usual = {"source": np.random.default_rng(0).random((100, 2))}
    with pytest.raises(WrongUse, match=words):
        Quantizer.fit(**{**usual, **arguments})
