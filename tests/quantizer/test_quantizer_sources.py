"""Models that samples are drawn from: known quantiles, exact counts along the curve, and every wrong model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from sklearn.mixture import BayesianGaussianMixture, GaussianMixture
from sklearn.neighbors import KernelDensity

from shoal import Density, Quantizer, Raster
from shoal.errors import ParameterError, WrongUse
from shoal.quantizer.sources.sample_source import source_of
from shoal.quantizer.sources.tiles import curve_order

N_SAMPLES = 8_000


def drawn(source: Any, n_samples: int = N_SAMPLES, seed: int = 0) -> np.ndarray:
    found = source_of(source)
    assert found is not None
    return np.asarray(found.drawn(n_samples, np.random.default_rng(seed)))


def borders(quantizer: Quantizer, low: float, high: float) -> np.ndarray:
    """Where the cell of a point on a line changes."""
    line = np.linspace(low, high, 40_001)
    return line[np.flatnonzero(np.diff(quantizer.assign_points(line.reshape(-1, 1))))]


def normal_density(points: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * (points**2).sum(axis=1))


# --- cells of equal probability on a line lie between the quantiles


@pytest.mark.parametrize(
    "source",
    [
        stats.norm(),
        stats.multivariate_normal([0.0], [[1.0]]),
        stats.Normal(),
        [stats.norm()],
        Density(normal_density, [(-8, 8)]),
    ],
    ids=["frozen", "multivariate", "new kind", "list", "density"],
)
def test_eight_cells_of_a_normal_lie_between_its_quantiles(source: Any) -> None:
    quantizer = Quantizer.fit(source, cells=8, samples=N_SAMPLES, seed=1)
    quantiles = stats.norm.ppf(np.arange(1, 8) / 8)
    np.testing.assert_allclose(borders(quantizer, -4, 4), quantiles, atol=0.004)
    # The centroid of the cell between a and b is 8·(φ(a) − φ(b)).
    heights = np.concatenate([[0.0], stats.norm.pdf(quantiles), [0.0]])
    np.testing.assert_allclose(np.sort(quantizer.centroids[:, 0]), 8 * (heights[:-1] - heights[1:]), atol=0.01)


def test_a_density_that_rises_from_zero() -> None:
    # Density 2x on [0, 1]: P(X ≤ x) = x², so the borders of four cells are at √(i/4).
    quantizer = Quantizer.fit(Density(lambda points: points[:, 0], [(0, 1)]), cells=4, samples=N_SAMPLES, seed=0)
    np.testing.assert_allclose(borders(quantizer, 0, 1), np.sqrt([0.25, 0.5, 0.75]), atol=0.002)


def test_shares_of_cells_that_differ() -> None:
    quantizer = Quantizer.fit(stats.expon(), shares=[0.5, 0.3, 0.2], samples=N_SAMPLES, seed=0)
    low, high = (
        np.concatenate([[0.0], borders(quantizer, 0, 20)]),
        np.concatenate([borders(quantizer, 0, 20), [np.inf]]),
    )
    shares = np.exp(-low) - np.exp(-high)
    np.testing.assert_allclose(np.sort(shares), [0.2, 0.3, 0.5], atol=0.002)


# --- cells in the plane have their probability, more exactly than with independent samples


@pytest.mark.parametrize(
    ("source", "fresh"),
    [
        (stats.multivariate_normal([1, 2], [[1, 0.8], [0.8, 2]]), None),
        (Density(normal_density, [(-7, 7), (-7, 7)]), stats.multivariate_normal([0, 0])),
        ([stats.norm(3, 2), stats.expon()], None),
        (Raster(np.outer([1, 2, 3], [4, 0, 1, 7]), [(0, 3), (-2, 2)]), None),
    ],
    ids=["normal", "density", "independent", "raster"],
)
def test_cells_in_the_plane_have_their_probability(source: Any, fresh: Any) -> None:
    n_cells = 20
    quantizer = Quantizer.fit(source, cells=n_cells, samples=N_SAMPLES, seed=3)
    others = drawn(source if fresh is None else fresh, 400_000, seed=77)
    share = np.bincount(quantizer.assign_points(others), minlength=n_cells) * n_cells / len(others)
    by_chance = np.sqrt(n_cells / N_SAMPLES)  # 5 %: of a cell of independent samples
    assert np.sqrt(np.mean((share - 1) ** 2)) < by_chance / 2


def test_a_mixture_has_its_cells_and_stays_as_it_was() -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(0, 1, (300, 2)), rng.normal(9, 1, (100, 2))])
    mixture = GaussianMixture(2, random_state=5).fit(points)
    before = {name: np.copy(value) for name, value in vars(mixture).items()}
    quantizer = Quantizer.fit(mixture, cells=4, samples=4_000, seed=1)
    again = Quantizer.fit(mixture, cells=4, samples=4_000, seed=1)
    other = Quantizer.fit(mixture, cells=4, samples=4_000, seed=2)
    assert quantizer.digest == again.digest != other.digest
    assert set(before) == set(vars(mixture))
    assert all(np.array_equal(value, np.asarray(getattr(mixture, name))) for name, value in before.items())
    # A quarter of the population is around (9, 9): one cell of four.
    assert int((quantizer.centroids.sum(axis=1) > 9).sum()) == 1


@pytest.mark.parametrize(
    ("source", "synthetic"),
    [
        (BayesianGaussianMixture(n_components=2, random_state=0).fit(np.arange(40.0).reshape(20, 2) % 7), True),
        (KernelDensity().fit(np.arange(40.0).reshape(20, 2)), False),
        (stats.gaussian_kde(np.random.default_rng(0).random((2, 20))), False),
        (stats.multivariate_t([0, 1], np.eye(2), df=5), True),
        ([stats.poisson(4), stats.binom(9, 0.5)], True),
        (stats.dirichlet([1, 2]), True),
        (lambda n, rng: rng.random((n, 2)), False),
        (Raster([[1, 2]], [(0, 1), (0, 2)]), True),
    ],
    ids=["bayesian", "kernels", "gaussian_kde", "t", "discrete", "dirichlet", "function", "raster"],
)
def test_every_source_draws_so_many_points_by_the_seed_alone(source: Any, synthetic: bool) -> None:
    found = source_of(source)
    assert found is not None
    assert found.synthetic == synthetic
    first, second, other = drawn(source, 100, 1), drawn(source, 100, 1), drawn(source, 100, 2)
    assert first.shape == (100, 2)
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first, other)


def test_a_singular_normal_stays_on_its_line() -> None:
    points = drawn(stats.multivariate_normal([0, 0], [[1, 1], [1, 1]], allow_singular=True), 500)
    np.testing.assert_allclose(points[:, 0], points[:, 1], atol=1e-6)
    assert points[:, 0].std() == pytest.approx(1.0, abs=0.05)


# --- densities


def test_only_ratios_of_a_density_count() -> None:
    one = Density(normal_density, [(-4, 4), (-4, 4)])
    many = Density(lambda points: 2.0**70 * normal_density(points), [(-4, 4), (-4, 4)])
    np.testing.assert_array_equal(drawn(one, 1_000), drawn(many, 1_000))


def test_a_peak_that_is_narrower_than_a_first_tile_is_cut_finer() -> None:
    def peak(points: np.ndarray) -> np.ndarray:
        return np.exp(-0.5 * (((points - 0.3) / 0.0005) ** 2).sum(axis=1))  # half a tile of 1/1,024

    points = drawn(Density(peak, [(0, 1), (0, 1)]), 20_000)
    np.testing.assert_allclose(points.mean(axis=0), 0.3, atol=0.0001)
    np.testing.assert_allclose(points.std(axis=0), 0.0005, rtol=0.15)


def test_a_density_that_jumps() -> None:
    def steps(points: np.ndarray) -> np.ndarray:
        return np.where(points[:, 0] < 1 / 3, 5.0, 1.0)  # 5/7 of the mass below 1/3

    points = drawn(Density(steps, [(0, 1), (0, 10), (0, 1)]), 30_000)
    assert (points[:, 0] < 1 / 3).mean() == pytest.approx(5 / 7, abs=0.002)
    assert points[:, 1].mean() == pytest.approx(5.0, abs=0.05)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Density(normal_density), "A density needs bounds"),
        (lambda: Density(normal_density, 3), "pair"),
        (lambda: Density(normal_density, [(0, 1, 2)]), "pair"),
        (lambda: Density(normal_density, []), "pair"),
        (lambda: Density(normal_density, ["ab"]), "pair"),
        (lambda: Density(normal_density, [(1, 1)]), "below the highest"),
        (lambda: Density(normal_density, [(0, np.inf)]), "finite"),
        (lambda: Density(normal_density, [(np.nan, 1)]), "finite"),
        (lambda: Density(normal_density, [(0, 1)] * 4), r"4 dimensions.*draw\(n, rng\)"),
        (lambda: Density("x**2", [(0, 1)]), "must be a function"),
        (lambda: drawn(Density(lambda points: 0.0 * points[:, 0], [(0, 1)])), "0 at each of 1,048,576 points"),
        (lambda: drawn(Density(lambda points: points[:, 0] - 0.5, [(0, 1)])), "at least 0; at"),
        (lambda: drawn(Density(lambda points: np.log(points[:, 0]), [(0, 1)])), "exponential"),
        (lambda: drawn(Density(lambda points: np.full(len(points), np.nan), [(0, 1)])), "finite"),
        (lambda: drawn(Density(lambda points: np.full(len(points), np.inf), [(0, 1)])), "finite"),
        (lambda: drawn(Density(lambda points: np.full(len(points), 1e308), [(0, 1)])), "too large"),
        (lambda: drawn(Density(lambda points: points, [(0, 1)])), "one number for each point"),
        (lambda: drawn(Density(lambda points: 1.0, [(0, 1)])), "one number for each point"),
        (lambda: drawn(Density(lambda points: ["a"] * len(points), [(0, 1)])), "must return numbers"),
    ],
)
def test_wrong_densities_are_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        make()


# --- rasters


@given(
    hnp.arrays(np.float64, hnp.array_shapes(max_dims=3, max_side=5), elements=st.integers(0, 9)).filter(np.any),
    st.integers(1, 300),
    st.integers(0, 99),
)
def test_every_pixel_has_its_share_of_the_samples(weights: np.ndarray, n_samples: int, seed: int) -> None:
    """Positions are evenly spaced along the curve, and the tiles of a pixel follow each other on it."""
    sides = [(0.0, float(length)) for length in weights.shape]
    points = drawn(Raster(weights, sides), n_samples, seed)
    counts = np.histogramdd(points, bins=[np.arange(length + 1) for length in weights.shape])[0]
    assert (np.abs(counts - n_samples * weights / weights.sum()) < 1 + 1e-9).all()
    assert (counts[weights == 0] == 0).all()


def test_a_single_pixel_is_filled_evenly() -> None:
    points = drawn(Raster([[3.0]], [(10, 12), (0, 1)]), 1_024)
    counts = np.histogram2d(points[:, 0], points[:, 1], bins=8, range=[(10, 12), (0, 1)])[0]
    assert set(counts.ravel()) == {16.0}  # 64 squares of 16 tiles each


@pytest.mark.parametrize("decimals", [None, 4])
def test_a_list_of_pixels_is_the_raster(decimals: int | None) -> None:
    rng = np.random.default_rng(4)
    weights = rng.integers(0, 5, (40, 30)).astype(float)
    weights[0, 0] = weights[-1, -1] = 2.0
    x, y = np.meshgrid(7 + np.arange(40) / 120, 40 + np.arange(30) / 3, indexing="ij")
    centres = np.column_stack([x.ravel(), y.ravel()])
    if decimals is not None:
        centres = centres.round(decimals)  # as in a text file: the steps are uneven then
    held = rng.permutation(np.flatnonzero(weights.ravel()))
    raster = Raster.of_centres(centres[held], weights.ravel()[held])
    np.testing.assert_array_equal(np.asarray(raster.weights), weights)
    bounds = [(7 - 1 / 240, 7 + 39.5 / 120), (40 - 1 / 6, 40 + 29.5 / 3)]
    np.testing.assert_allclose(np.asarray(raster.bounds), bounds, atol=1e-4)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Raster(np.zeros((3, 3)), [(0, 1), (0, 1)]), "all 0"),
        (lambda: Raster([[1, -1]], [(0, 1), (0, 1)]), "at least 0; 1 of 2"),
        (lambda: Raster([[1, np.nan]], [(0, 1), (0, 1)]), "Where there is no data, give 0"),
        (lambda: Raster([1e308, 1e308], [(0, 1)]), "too large"),
        (lambda: Raster(["a"], [(0, 1)]), "must be numbers"),
        (lambda: Raster([], [(0, 1)]), "one number for each"),
        (lambda: Raster(1.0, [(0, 1)]), "one number for each"),
        (lambda: Raster([1.0, 2.0]), "A raster needs bounds"),
        (lambda: Raster([[1.0, 2.0]], [(0, 1)]), "2 axes, and its bounds have 1 pairs"),
        (lambda: Raster([1.0, 2.0], [(1, 0)]), "below the highest"),
        (lambda: Raster.of_centres([[0, 0], [0, 1]], [1, 1]), "same coordinate on axis 1"),
        (lambda: Raster.of_centres([[0.0], [1.0], [2.4]], [1, 1, 1]), "not on a regular grid"),
        (lambda: Raster.of_centres([[0.0], [1.0], [1.0]], [1, 1, 1]), "same centre"),
        (lambda: Raster.of_centres([[0.0], [1.0]], [0, 0]), "all 0"),
        (lambda: Raster.of_centres([[0.0], [1.0]], [1]), "2 numbers"),
        (lambda: Raster.of_centres(np.empty((0, 2)), []), "no pixels"),
        (lambda: Raster.of_centres([[0.0, 0.0], [1e-6, 1e-6], [1.0, 1.0]], [1, 1, 1]), "the most are"),
        (lambda: Raster.of_centres([[0.0, 0.0], [1.0, 1.0], [90.0, 90.0]], [1, 1, 1]), "3 of the 8,281 pixels"),
        (lambda: Raster.of_centres([[np.nan], [1.0]], [1, 1]), "NaN"),
    ],
)
def test_wrong_rasters_are_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        make()


def test_the_curve_through_a_small_grid() -> None:
    index = np.argwhere(np.ones((2, 4), dtype=bool))
    walked = [tuple(map(int, index[row])) for row in curve_order(index)]
    assert walked == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3), (1, 2), (1, 3)]


@given(hnp.arrays(np.int64, st.tuples(st.integers(1, 20), st.integers(1, 6)), elements=st.integers(0, 2**40)))
def test_the_curve_visits_every_tile_of_any_grid(index: np.ndarray) -> None:
    assert sorted(curve_order(index)) == list(range(len(index)))


# --- what is no model


class Synthesizer:
    def sample(self, n: int) -> np.ndarray:
        return np.zeros((n, 1))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (stats.norm, "no parameters yet"),
        (stats.lognorm, "no parameters yet"),
        (stats.multivariate_normal, "no parameters yet"),
        (stats.Normal, "no parameters yet"),
        ([stats.norm(), stats.multivariate_normal([0, 0])], "Distribution 2 of 2 is not univariate"),
        ([stats.norm(), 3], "Distribution 2 of 2 is not univariate"),
        (stats.wishart(5, np.eye(2)), "not points"),
        (stats.norm(0, -1), "NaN"),
        (GaussianMixture(2), "not fitted yet"),
        (KernelDensity(), "not fitted yet"),
        (KernelDensity, "the class KernelDensity, not a model"),
        (KernelDensity(kernel="cosine").fit([[0.0], [1.0]]), r"could not be drawn from \(NotImplementedError\)"),
        (Synthesizer(), r"lambda n, rng: model.sample\(n\)"),
        (lambda n, rng: 3, "gave no array"),
        (lambda n, rng: rng.random((n + 1, 2)), "asked for 50 samples and gave 51"),
        (lambda n, rng: rng.random(n), "1 dimension"),
    ],
)
def test_what_is_no_model_is_refused(source: Any, words: str) -> None:
    with pytest.raises(WrongUse, match=words):
        Quantizer.fit(source, cells=2, samples=50, seed=0)
