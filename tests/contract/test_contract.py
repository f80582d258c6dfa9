"""The contract every partitioner keeps, whatever the data look like."""

from __future__ import annotations

import numpy as np
import pytest
from data_shapes import data_shapes
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from shoal import MDAV, VMDAV, PersonAnonymity, microaggregate
from shoal.errors import InfeasiblePromise, Outcome, ParameterError
from shoal.partition.methods import METHODS, find_method
from shoal.partition.partition import Partition

SHAPES = data_shapes()
ONE_COLUMN_ONLY = {"optimal-1d"}
PAIRS_ONLY = {"matching"}
AT_MOST_2K_1 = {
    "mdav",
    "mst",
    "mu-approx",
    "optimal-1d",
    "matching",
    "pcl",
    "pcl(start=mdav)",
    "best(steps=[anneal(60, level=2), recombine, anneal(30)])",
    "auto",
    "noisy-pcl(samples_per_cell=50, iterations=3)",
}  # the others give their last records to finished cells
NOISY = "noisy-pcl(samples_per_cell=50, iterations=3)"  # as few copies as it allows: its default takes seconds a case
BEST = "best(steps=[anneal(60, level=2), recombine, anneal(30)])"  # its default takes ten seconds
DRAWS_RANDOM_NUMBERS = {"pcl", NOISY}  # which records they begin with depends on where these stand in the table
IN_SHORT = {"noisy-pcl": NOISY, "best": BEST}
METHODS_TRIED = [IN_SHORT.get(name, name) for name in METHODS] + [
    "vmdav(gain=1.1)",
    "vmdav(gain=0)",
    "vmdav(gain=scan)",
    "pcl(start=mdav)",
]
OF_POINTS_ALONE = [
    method for method in METHODS_TRIED if method not in {*DRAWS_RANDOM_NUMBERS, *ONE_COLUMN_ONLY, BEST, "auto"}
]
SEED = 1  # of the methods that draw


def as_sets(cell_of: np.ndarray) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(cell_of == cell).tolist()) for cell in range(cell_of.max() + 1)}


def k_for(method: str, k: int) -> int:
    """k, or 2 for a method that makes pairs."""
    return 2 if method in PAIRS_ONLY else k


def fits(method: str, points: np.ndarray) -> bool:
    return points.shape[1] == 1 or method.split("(")[0] not in ONE_COLUMN_ONLY


CASES = [
    pytest.param(method, shape, id=f"{method}-{shape}")
    for method in METHODS_TRIED
    for shape in SHAPES
    if fits(method, SHAPES[shape][0])
]


@pytest.mark.parametrize(("method", "shape"), CASES)
def test_promise_and_accounts(method: str, shape: str) -> None:
    points, k = SHAPES[shape][0], k_for(method, SHAPES[shape][1])
    partition = microaggregate(points, k, method=method, seed=SEED)
    assert partition.cell_of.shape == (len(points),)
    assert partition.cell_of.min() == 0
    sizes = np.bincount(partition.cell_of)
    assert sizes.tolist() == partition.sizes.tolist()
    assert sizes.min() >= k
    if method in AT_MOST_2K_1:
        assert sizes.max() <= 2 * k - 1
    assert 0.0 <= partition.loss <= 1.0
    assert partition.outcome is Outcome.COMPLETE
    centroids = np.array([points[partition.cell_of == cell].mean(axis=0) for cell in range(len(sizes))])
    np.testing.assert_allclose(partition.centroids, centroids, rtol=1e-12, atol=1e-9)
    assert partition.sse == pytest.approx(((points - centroids[partition.cell_of]) ** 2).sum(), rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("method", "shape"), [case for case in CASES if "auto" not in case.values and case.values[0] not in PAIRS_ONLY]
)
def test_k_persons_whatever_the_method(method: str, shape: str) -> None:
    points, k = SHAPES[shape]
    masses = 1 + np.arange(len(points)) * 7 % 3  # one to three persons
    promise = PersonAnonymity(2 * k, masses)
    if not promise.kept_by(np.zeros(len(points), dtype=np.int64)):
        with pytest.raises(InfeasiblePromise):
            microaggregate(points, 2 * k, method=method, seed=SEED, masses=masses)
        return
    partition = microaggregate(points, 2 * k, method=method, seed=SEED, masses=masses)
    cells = [masses[partition.cell_of == cell] for cell in range(partition.n_cells)]
    assert all(cell.sum() >= 2 * k and cell.sum() >= 3 * cell.max() for cell in cells)
    assert partition.sizes.tolist() == [len(cell) for cell in cells]
    assert 0.0 <= partition.loss <= 1.0
    again = microaggregate(points, 2 * k, method=method, seed=SEED, masses=masses)
    np.testing.assert_array_equal(again.cell_of, partition.cell_of)


@pytest.mark.parametrize("method", sorted(PAIRS_ONLY))
def test_pairs_of_records_are_too_few_for_persons(method: str) -> None:
    with pytest.raises(ParameterError, match="cells of two records"):
        microaggregate(np.arange(20.0)[:, None], 2, method=method, masses=np.full(20, 2))


@pytest.mark.parametrize("method", OF_POINTS_ALONE)
def test_row_order_does_not_matter(method: str) -> None:
    rng = np.random.default_rng(3)
    points = rng.standard_normal((300, 3))
    order = rng.permutation(len(points))
    straight = microaggregate(points, k_for(method, 5), method=method)
    shuffled = microaggregate(points[order], k_for(method, 5), method=method)
    back = np.empty(len(points), dtype=np.int64)
    back[order] = shuffled.cell_of
    assert as_sets(straight.cell_of) == as_sets(back)


@pytest.mark.parametrize("method", OF_POINTS_ALONE)
def test_column_order_shift_and_scale_do_not_matter(method: str) -> None:
    points = np.random.default_rng(4).standard_normal((200, 4))
    straight = microaggregate(points, k_for(method, 4), method=method)
    moved = microaggregate(points[:, ::-1] * 8.0 + 1024.0, k_for(method, 4), method=method)
    assert as_sets(straight.cell_of) == as_sets(moved.cell_of)
    assert moved.loss == pytest.approx(straight.loss, rel=1e-9)


@pytest.mark.parametrize("method", OF_POINTS_ALONE)
def test_whole_numbers_full_of_ties_may_be_moved(method: str) -> None:
    rng = np.random.default_rng(6)
    for n_records in (20, 37, 60):
        points = rng.integers(0, 4, (n_records, 2)).astype(float)
        straight = microaggregate(points, k_for(method, 3), method=method)
        for moved_by in (7.0, -1.0, 1e6):
            moved = microaggregate(points + moved_by, k_for(method, 3), method=method)
            np.testing.assert_array_equal(straight.cell_of, moved.cell_of)


@pytest.mark.parametrize("method", METHODS_TRIED)
def test_same_call_same_cells(method: str) -> None:
    points = np.random.default_rng(5).integers(0, 6, (150, 1)).astype(float)
    first = microaggregate(points, k_for(method, 3), method=method, seed=1)
    second = microaggregate(points, k_for(method, 3), method=method, seed=1)
    np.testing.assert_array_equal(first.cell_of, second.cell_of)


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(),
    k=st.integers(2, 6),
    method=st.sampled_from([method for method in METHODS_TRIED if method != "optimal-1d"]),
)
def test_any_small_integer_grid_keeps_the_promise(data: st.DataObject, k: int, method: str) -> None:
    n_records = data.draw(st.integers(k, 40))
    points = data.draw(arrays(np.int8, (n_records, 2), elements=st.integers(-3, 3))).astype(float)
    k = k_for(method, k)
    partition = microaggregate(points, k, method=method, seed=SEED)
    assert partition.sizes.min() >= k
    assert partition.sizes.sum() == n_records
    assert 0.0 <= partition.loss <= 1.0


@pytest.mark.parametrize(
    "method", [BEST if method == "best" else method for method in METHODS if method != "optimal-1d"]
)
def test_equal_weights_change_nothing(method: str) -> None:
    points = np.random.default_rng(6).standard_normal((120, 3))
    plain = microaggregate(points, k_for(method, 5), method=method, seed=SEED)
    doubled = microaggregate(points, k_for(method, 5), method=method, seed=SEED, weights=np.full(120, 2.0))
    assert as_sets(plain.cell_of) == as_sets(doubled.cell_of)
    assert doubled.sse == pytest.approx(2 * plain.sse)
    assert doubled.loss == pytest.approx(plain.loss)


def test_weight_m_weighs_like_m_records_in_centroids_and_distortion() -> None:
    rng = np.random.default_rng(8)
    points = rng.standard_normal((40, 2))
    times = rng.integers(1, 5, 40)
    weighted = microaggregate(points, 4, method="mdav*", weights=times)
    repeated = Partition.from_cells(np.repeat(points, times, axis=0), np.repeat(weighted.cell_of, times), method="")
    np.testing.assert_allclose(weighted.centroids, repeated.centroids)
    assert weighted.sse == pytest.approx(repeated.sse)
    assert weighted.loss == pytest.approx(repeated.loss)


def test_weights_never_count_towards_k() -> None:
    points = np.arange(12.0).reshape(-1, 1)
    partition = microaggregate(points, 4, method="mdav", weights=np.full(12, 100.0))
    assert np.bincount(partition.cell_of).min() >= 4


def test_weights_pull_the_centre_of_mdav() -> None:
    # Unweighted, the centre is 4.5 and both ends are equally far: the lower index opens the first cell. A heavy last
    # record pulls the centre to itself, and so the same end still opens it; a heavy first record turns that round.
    points = np.arange(10.0).reshape(-1, 1)
    heavy = np.ones(10)
    heavy[0] = 50.0
    assert microaggregate(points, 3, method="mdav").cell_of[0] == 0
    assert microaggregate(points, 3, method="mdav", weights=heavy).cell_of[9] == 0


def test_loss_survives_a_far_origin() -> None:
    points = np.random.default_rng(9).standard_normal((200, 3))
    near = microaggregate(points, 5, method="mdav")
    far = microaggregate(np.round(points, 6) + 1e9, 5, method="mdav")
    assert far.loss == pytest.approx(microaggregate(np.round(points, 6), 5, method="mdav").loss, rel=1e-6)
    assert near.loss == pytest.approx(far.loss, rel=1e-4)


def test_settings_objects_and_names_mean_the_same() -> None:
    points = np.random.default_rng(10).standard_normal((100, 2))
    by_object = microaggregate(points, 3, method=VMDAV(gain=1.1))
    by_name = microaggregate(points, 3, method="vmdav(gain=1.1)")
    np.testing.assert_array_equal(by_object.cell_of, by_name.cell_of)
    assert by_object.method == "vmdav(gain=1.1)"


@pytest.mark.parametrize("method", METHODS)
def test_every_description_can_be_read_back(method: str) -> None:
    from shoal.partition.method_text import describe

    settings_object = find_method(method)
    assert find_method(describe(settings_object)) == settings_object


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"k": 1}, "smallest k"),
        ({"k": 0}, "smallest k"),
        ({"k": 2.5}, "whole number"),
        ({"k": True}, "whole number"),
        ({"k": "5"}, "whole number"),
        ({"k": 21}, "holds 20 records"),
        ({"k": 3, "method": "mdaav"}, "Did you mean 'mdav'"),
        ({"k": 3, "method": MDAV}, "give an object"),
        ({"k": 3, "method": 7}, "name or a settings object"),
        ({"k": 3, "method": "vmdav(gain=-1)"}, "at least 0"),
        ({"k": 3, "method": "vmdav(speed=1)"}, "no setting 'speed'"),
        ({"k": 3, "method": "optimal-1d"}, "one"),
        ({"k": 3, "method": "matching"}, "every cell needs 3"),
        ({"k": 2, "method": "matching", "budget_s": 1.0}, "cannot use budget_s"),
        ({"k": 3, "method": "mdav", "budget_s": 1.0}, "cannot use budget_s"),
        ({"k": 3, "budget_s": 0}, "positive"),
        ({"k": 3, "seed": -1}, "seed"),
        ({"k": 3, "weights": [1.0]}, "one number for each"),
        ({"k": 3, "weights": [0.0] * 20}, "positive and finite"),
        ({"k": 3, "weights": ["a"] * 20}, "must be numbers"),
    ],
)
def test_wrong_parameters_are_refused_in_words(arguments: dict[str, object], words: str) -> None:
    points = np.random.default_rng(11).standard_normal((20, 2))
    with pytest.raises(ValueError, match=words):
        microaggregate(points, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (np.zeros(10), "reshape"),
        (np.zeros((10, 0)), "no columns"),
        (np.zeros((0, 2)), "holds 0 records"),
        (np.array([[1.0, np.nan]] * 10), "first in row 1"),
        (np.array([[0.0]] * 6 + [[np.inf]]), "first in row 7"),
        (np.array([["secret"]] * 10), "must be numbers"),
        (np.array([[1e200]] * 10), "Rescale"),
    ],
)
def test_wrong_points_are_refused_without_showing_values(points: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words) as refusal:
        microaggregate(points, 3)
    assert "secret" not in str(refusal.value)
    assert isinstance(refusal.value, (ParameterError, InfeasiblePromise))


def test_auto_gives_a_greedy_start_when_there_is_no_time_at_all() -> None:
    points = np.random.default_rng(12).standard_normal((400, 3))
    hurried = microaggregate(points, 5, budget_s=1e-9)
    assert hurried.outcome is Outcome.BUDGET_SPENT
    assert hurried.method.startswith("auto: best(")
    assert hurried.sizes.min() >= 5


def test_auto_is_better_than_everything_greedy() -> None:
    points = np.random.default_rng(13).standard_normal((400, 3))
    tried = [microaggregate(points, 5, method=name).sse for name in ("mdav", "mdav*", "vmdav(gain=1.1)", "vmdav")]
    assert microaggregate(points, 5, seed=SEED).sse < 0.95 * min(tried)


def test_auto_gives_one_column_its_optimum() -> None:
    points = np.random.default_rng(14).standard_normal((200, 1))
    chosen = microaggregate(points, 5, seed=SEED)
    assert chosen.method == "auto: optimal-1d"
    assert chosen.sse == microaggregate(points, 5, method="optimal-1d").sse


def test_methods_that_draw_keep_sizes_whatever_the_order_of_the_rows() -> None:
    rng = np.random.default_rng(3)
    points = rng.standard_normal((103, 3))
    for method in sorted(DRAWS_RANDOM_NUMBERS):
        for order in (np.arange(103), rng.permutation(103)):
            partition = microaggregate(points[order], 5, method=method, seed=SEED)
            assert sorted(partition.sizes.tolist()) == [5] * 17 + [6] * 3


def test_progress_reaches_the_end_and_an_interrupt_gets_through() -> None:
    seen: list[tuple[int, int]] = []
    points = np.random.default_rng(14).standard_normal((500, 2))
    microaggregate(points, 5, method="mdav", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (500, 500)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        microaggregate(points, 5, method="mdav", progress=interrupt)
