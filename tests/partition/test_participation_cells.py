"""Every method under a probabilistic promise: cells counted again here, by a twin that knows nothing of the kernels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal import MDAV, ProbabilisticAnonymity, microaggregate
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept
from shoal.guarantee import KAnonymity
from shoal.partition.greedy.optimal_1d import Optimal1D
from shoal.partition.methods import METHODS
from shoal.partition.partition import Partition
from shoal.partition.problem import Cells, Problem
from shoal.partition.repair import exchange, repair

RNG = np.random.default_rng(11)
POINTS = RNG.standard_normal((240, 2))
SHARES = np.where(RNG.random(240) < 0.5, RNG.uniform(0.15, 0.4, 240), RNG.uniform(0.7, 1.0, 240))
K, FAILURE = 4, 1e-3


def twin_failures(shares: np.ndarray, cell_of: np.ndarray, k: int) -> np.ndarray:
    """By plain convolution of the whole distribution."""
    failures = []
    for cell in range(cell_of.max() + 1):
        pmf = np.ones(1)
        for share in shares[cell_of == cell]:
            pmf = np.convolve(pmf, [1.0 - share, share])
        failures.append(pmf[1:k].sum())
    return np.array(failures)


def weighted_sse(points: np.ndarray, weights: np.ndarray, cell_of: np.ndarray) -> float:
    return Partition.from_cells(points, cell_of, method="", weights=weights).sse


# optimal-1d, noisy-pcl and best have tests of their own, auto is one of them, matching makes pairs only; fewer rounds
# of PCL show as much
ELSEWHERE = ("optimal-1d", "matching", "noisy-pcl", "best", "auto")
TESTED = [name if name != "pcl" else "pcl(rounds=20)" for name in METHODS if name not in ELSEWHERE]


@pytest.mark.parametrize("method", TESTED)
def test_every_method_keeps_an_uneven_promise(method: str) -> None:
    partition = microaggregate(POINTS, K, method=method, participation=SHARES, failure=FAILURE, seed=1)
    assert np.bincount(partition.cell_of).min() >= K
    assert twin_failures(SHARES, partition.cell_of, K).max() <= FAILURE * (1 + 1e-9)
    assert partition.n_cells > 5
    means = np.array(
        [np.average(POINTS[partition.cell_of == c], axis=0, weights=SHARES[partition.cell_of == c]) for c in range(3)]
    )
    assert partition.centroids[:3] == pytest.approx(means)
    assert isinstance(partition.promise, ProbabilisticAnonymity)
    again = microaggregate(POINTS, K, method=method, participation=SHARES, failure=FAILURE, seed=1)
    assert np.array_equal(partition.cell_of, again.cell_of)


def test_noisy_pcl_keeps_an_uneven_promise() -> None:
    """With few noisy copies, so that it takes no time; best has a test of its own."""
    method = "noisy-pcl(samples_per_cell=100)"
    partition = microaggregate(POINTS, K, method=method, participation=SHARES, failure=FAILURE, seed=1)
    assert np.bincount(partition.cell_of).min() >= K
    assert twin_failures(SHARES, partition.cell_of, K).max() <= FAILURE * (1 + 1e-9)
    assert partition.n_cells > 5


@pytest.mark.parametrize("method", ["mdav", "mdav+", "vmdav", "mdav*", "md", "tfrp", "pcl(rounds=20)"])
def test_one_participation_for_all_is_the_effective_size(method: str) -> None:
    promised = microaggregate(POINTS, K, method=method, participation=0.75, failure=FAILURE, seed=1)
    size = ProbabilisticAnonymity(K, FAILURE, 0.75).n_min
    plain = microaggregate(POINTS, size, method=method, seed=1)
    assert np.array_equal(promised.cell_of, plain.cell_of)
    assert promised.sse == plain.sse
    listed = microaggregate(POINTS, K, method=method, participation=np.full(240, 0.75), failure=FAILURE, seed=1)
    assert np.array_equal(listed.cell_of, plain.cell_of)
    assert plain.promise == KAnonymity(size)


def test_growing_takes_the_nearest_until_the_cell_keeps_the_promise() -> None:
    """On a line with k = 2 and failure 0.3, the outermost record takes its two unlikely neighbours."""
    points = np.array([[0.0], [1.0], [2.0], [3.0], [100.0], [101.0], [102.5], [104.0]])
    shares = np.array([0.9, 0.9, 0.9, 0.9, 0.9, 0.6, 0.6, 0.9])
    problem = Problem(points - points.mean(), 2, weights=shares, promise=ProbabilisticAnonymity(2, 0.3, shares))
    cell_of = METHODS["mdav+"]()(problem).cell_of
    # {.9, .6} fails with .9·.4 + .1·.6 = .42, {.9, .6, .6} with .9·.16 + 2·.1·.6·.4 = .192
    assert np.flatnonzero(cell_of == 0).tolist() == [5, 6, 7]


def test_exchange_lowers_the_distortion_and_keeps_the_promise() -> None:
    problem = Problem(
        POINTS - POINTS.mean(axis=0), K, weights=SHARES, promise=ProbabilisticAnonymity(K, FAILURE, SHARES)
    )
    grown = METHODS["mdav"]()(problem).cell_of
    assert twin_failures(SHARES, grown, K).max() <= FAILURE
    exchanged = exchange(problem.points, grown, SHARES, K, FAILURE)
    assert twin_failures(SHARES, exchanged, K).max() <= FAILURE
    assert weighted_sse(problem.points, SHARES, exchanged) < 0.98 * weighted_sse(problem.points, SHARES, grown)


def test_repair_leaves_good_cells_alone_and_mends_bad_ones() -> None:
    shares = np.r_[np.full(10, 0.9), np.full(10, 0.95), np.full(4, 0.5)]
    points = np.r_[np.arange(10.0), 100 + np.arange(10.0), 108.0, 109, 110, 111].reshape(-1, 1)
    good = np.repeat([0, 1, 1], [10, 10, 4])
    assert repair(points, good, shares, 4, 1e-3) is good
    bad = np.repeat([0, 1, 2], [10, 10, 4])
    mended = repair(points, bad, shares, 4, 1e-3)
    assert twin_failures(shares, mended, 4).max() <= 1e-3
    assert np.array_equal(mended[:10], np.zeros(10))  # far away and in order: not touched
    assert set(mended[10:]) <= {1, 2}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from([0.3, 0.05, 1e-3, 1e-6]), st.integers(1, 20))
def test_repair_of_anything_keeps_the_promise_or_is_refused(seed: int, k: int, failure: float, n_cells: int) -> None:
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(k, 60))
    points = rng.integers(0, 6, (n_records, 2)).astype(float)
    shares = rng.choice([0.02, 0.3, 0.6, 0.9, 1.0], n_records) * rng.uniform(0.9, 1.0, n_records)
    _, cell_of = np.unique(rng.integers(0, n_cells, n_records), return_inverse=True)
    try:
        mended = repair(points, cell_of, shares, k, failure)
    except InfeasiblePromise:
        assert twin_failures(shares, np.zeros(n_records, dtype=int), k)[0] > failure
        return
    assert np.array_equal(np.unique(mended), np.arange(mended.max() + 1))
    assert np.bincount(mended).min() >= k
    assert twin_failures(shares, mended, k).max() <= failure * (1 + 1e-9)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["mdav", "mdav+", "vmdav(gain=1.1)", "mdav*", "md", "mst", "mu-approx", "tfrp"]),
    st.integers(2, 4),
    st.sampled_from([0.4, 0.05, 1e-4]),
)
def test_any_data_any_participation(seed: int, method: str, k: int, failure: float) -> None:
    """Repeated points, certain and rare records included; refused only if not even one cell of all would do."""
    rng = np.random.default_rng(seed)
    n_records = int(rng.integers(k, 80))
    points = rng.integers(0, 5, (n_records, 2)).astype(float)
    shares = rng.choice([0.01, 0.3, 0.8, 1.0], n_records) * rng.uniform(0.95, 1.0, n_records)
    try:
        partition = microaggregate(points, k, method=method, participation=shares, failure=failure)
    except InfeasiblePromise:
        assert n_records < k or twin_failures(shares, np.zeros(n_records, dtype=int), k)[0] > failure
        return
    assert partition.sizes.min() >= k
    assert twin_failures(shares, partition.cell_of, k).max() <= failure * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_optimal_1d_is_the_best_cut_into_runs(seed: int) -> None:
    """Against every way to cut twelve records."""
    rng = np.random.default_rng(seed)
    values = np.sort(rng.standard_normal(12))
    values -= values.mean()
    shares = rng.uniform(0.6, 0.99, 12)
    promise = ProbabilisticAnonymity(2, 0.08, shares)
    best = np.inf
    for cuts in range(2**11):
        cell_of = np.cumsum([0, *((cuts >> bit) & 1 for bit in range(11))])
        if promise.kept_by(cell_of):
            best = min(best, weighted_sse(values[:, None], shares, cell_of))
    cells = Optimal1D()(Problem(values[:, None].copy(), 3, weights=shares, promise=promise)).cell_of
    assert promise.kept_by(cells)
    assert weighted_sse(values[:, None], shares, cells) == pytest.approx(best)


def test_hardly_anybody_takes_part_so_any_cell_of_k_will_do() -> None:
    shares = np.linspace(1e-8, 2e-8, 50)
    partition = microaggregate(POINTS[:50], 3, method="mdav", participation=shares, failure=1e-4)
    assert partition.sizes.min() == 3
    assert partition.promise.kept_by(partition.cell_of)  # type: ignore[union-attr, arg-type]


def test_weights_and_participation_multiply() -> None:
    weights = RNG.uniform(1.0, 3.0, 240)
    partition = microaggregate(POINTS, K, method="mdav", participation=SHARES, failure=FAILURE, weights=weights)
    assert partition.sse == pytest.approx(weighted_sse(POINTS, SHARES * weights, partition.cell_of))


def test_half_a_promise_and_wrong_lengths_are_refused() -> None:
    with pytest.raises(ParameterError, match="failure is given without participation"):
        microaggregate(POINTS, 3, failure=0.1)
    with pytest.raises(ParameterError, match="participation is given without failure"):
        microaggregate(POINTS, 3, participation=0.5)
    with pytest.raises(ParameterError, match="239 probabilities, and there are 240 records"):
        microaggregate(POINTS, 3, participation=SHARES[1:], failure=0.1)
    with pytest.raises(InfeasiblePromise, match="Accept a failure of at least"):
        microaggregate(POINTS[:12], 9, participation=0.6, failure=1e-6)
    with pytest.raises(InfeasiblePromise, match="Even one cell of all 12 records"):
        microaggregate(POINTS[:12], 9, participation=SHARES[:12], failure=1e-6)


class Pairs(MDAV):
    """A method that forgot the promise."""

    def __call__(self, problem: Problem) -> Cells:
        return Cells(np.arange(len(problem.points)) // 2)


def test_a_method_that_breaks_the_promise_is_repaired_or_caught() -> None:
    """Uneven cells are repaired at the entrance; what is left is counted, whatever a method says of itself."""
    repaired = microaggregate(POINTS, K, method=Pairs(), participation=SHARES, failure=FAILURE)
    assert twin_failures(SHARES, repaired.cell_of, K).max() <= FAILURE * (1 + 1e-9)
    with pytest.raises(PromiseNotKept, match="mdav"):
        microaggregate(POINTS, K, method=Pairs())


def test_borders_of_pcl_do_not_survive_a_repair() -> None:
    partition = microaggregate(POINTS, K, method="pcl(rounds=20)", participation=SHARES, failure=FAILURE, seed=0)
    assert partition.costs is None
    assert partition.sites is None
    same = microaggregate(POINTS, K, method="pcl(rounds=20)", participation=0.8, failure=FAILURE, seed=0)
    assert same.costs is not None


def test_an_interrupt_is_noticed_while_records_are_exchanged() -> None:
    calls: list[int] = []
    problem = Problem(POINTS, K, weights=SHARES, promise=ProbabilisticAnonymity(K, FAILURE, SHARES))
    grown = METHODS["mdav"]()(problem).cell_of
    exchange(POINTS, grown, SHARES, K, FAILURE, progress=lambda done, total: calls.append(done))
    assert calls
