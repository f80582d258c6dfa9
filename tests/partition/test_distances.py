"""PCL and allocation in other distances than the squared Euclidean one: sizes, optimality, values, refusals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize
from scipy.sparse import csr_array, kron

import shoal
from shoal import PCL
from shoal.errors import ParameterError
from shoal.partition.distances.geometric_median import geometric_medians
from shoal.partition.distances.great_circle import EARTH_RADIUS_M, GreatCircle
from shoal.partition.distances.manhattan import medians_by_cell
from shoal.partition.distances.named import DISTANCES, find_distance
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, alternate
from shoal.partition.sizes import even_sizes
from shoal.partition.transport.assignment import SizedAssignment

NAMES = sorted(set(DISTANCES) - {"taxonomy"})  # which goes with tables only: tests/journey/test_table_distances.py
OTHERS = [name for name in NAMES if name != "squared-euclidean"]
ROUNDING = 1e-9


def absolute(points, sites):
    return np.abs(points[:, None, :] - sites[None, :, :]).max(axis=2)


def distance_for(kind, points):
    """A distance, and the points in the form in which it takes them."""
    if kind == "matrix":
        return find_distance(absolute(points, points)), np.arange(float(len(points)))[:, None]
    if kind == "function":
        return find_distance(absolute), points
    return find_distance(kind), points


KINDS = [*NAMES, "matrix", "function"]


def drawn(seed, n_records, n_dims=2):
    """Points that are also latitudes and longitudes of a region."""
    rng = np.random.default_rng(seed)
    return np.array([45.0, 7.0][:n_dims]) + rng.normal(size=(n_records, n_dims)) * 3.0


def least_by_program(distance, sizes):
    """The least total distance of all assignments with these sizes, by a linear program over all pairs."""
    n_records, n_cells = distance.shape
    each_record = kron(csr_array(np.eye(n_records)), csr_array(np.ones((1, n_cells))))
    each_cell = kron(csr_array(np.ones((1, n_records))), csr_array(np.eye(n_cells)))
    from scipy.sparse import vstack

    solution = linprog(
        distance.reshape(-1), A_eq=vstack([each_record, each_cell]), b_eq=np.concatenate([np.ones(n_records), sizes])
    )
    assert solution.success
    return solution.fun


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), n_records=st.integers(6, 40), n_cells=st.integers(1, 5), weighted=st.booleans())
def test_assignment_is_the_best_of_all_with_these_sizes(kind, seed, n_records, n_cells, weighted):
    """Equal to a linear program over all pairs, and the costs prove it: nobody would pay less elsewhere."""
    points = drawn(seed, n_records)
    distance, given_points = distance_for(kind, points)
    rng = np.random.default_rng(seed)
    embedded = distance.embedded(given_points)
    sites = distance.first_sites(embedded, np.sort(rng.choice(n_records, n_cells, replace=False)))
    weights = rng.uniform(0.5, 2.0, n_records) if weighted else None
    sizes = even_sizes(n_records, n_cells)
    cell_of, costs = SizedAssignment(sizes, weights, 1, distance).proven(embedded, sites, np.zeros(n_cells))
    assert np.bincount(cell_of, minlength=n_cells).tolist() == sizes.tolist()
    pairs = distance.between(embedded, sites) * (1.0 if weights is None else weights[:, None])
    total = pairs[np.arange(n_records), cell_of].sum()
    scale = pairs.max()
    assert total == pytest.approx(least_by_program(pairs, sizes), rel=1e-7, abs=1e-7 * scale)
    prices = pairs + costs
    assert (prices[np.arange(n_records), cell_of] <= prices.min(axis=1) + ROUNDING * scale).all()


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), n_records=st.integers(12, 60), k=st.integers(2, 6))
def test_distortion_never_rises_from_one_iteration_to_the_next(kind, seed, n_records, k):
    distance, given_points = distance_for(kind, drawn(seed, n_records))
    embedded = np.ascontiguousarray(distance.embedded(given_points))
    sizes = even_sizes(n_records, n_records // k)
    records = np.sort(np.random.default_rng(seed).choice(n_records, len(sizes), replace=False))
    start = LloydState(distance.first_sites(embedded, records), np.zeros(len(sizes)))
    lloyd = LloydProblem(embedded, sizes, measure=distance)
    history = alternate(lloyd, start, LloydOptions(tolerance=0.0)).history
    assert all(later <= earlier * (1.0 + ROUNDING) for earlier, later in itertools.pairwise(history))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("n_records", "k"), [(61, 5), (200, 60), (7, 7)])
def test_partition_keeps_k_and_states_its_distance(kind, n_records, k):
    distance, points = distance_for(kind, drawn(3, n_records))
    method = PCL(distance=None if kind == "squared-euclidean" else distance)
    partition = shoal.microaggregate(points, k, method=method, seed=0)
    assert partition.sizes.min() >= k
    assert partition.sizes.sum() == n_records
    assert partition.distance == distance.name
    assert 0.0 <= partition.loss <= 1.0
    if kind != "squared-euclidean":
        sites = distance.embedded_sites(partition.centroids)
        own = distance.distortion(distance.embedded(points), sites, partition.cell_of)
        assert partition.sse == pytest.approx(own, rel=1e-6, abs=1e-9)
    again = shoal.microaggregate(points, k, method=method, seed=0)
    assert np.array_equal(again.cell_of, partition.cell_of)


@pytest.mark.parametrize("name", OTHERS)
def test_a_distance_is_no_worse_in_itself_than_cells_of_another(name):
    """Cells of squared distances, with the best representatives, are a start that PCL can only improve."""
    points = drawn(5, 120)
    squared = shoal.microaggregate(points, 10, method=PCL(), seed=1)
    improved = shoal.microaggregate(points, 10, method=PCL(start=squared, distance=name), seed=1)
    distance = find_distance(name)
    embedded = distance.embedded(points)
    best = distance.representatives(embedded, squared.cell_of, squared.n_cells)
    assert improved.sse <= distance.distortion(embedded, best, squared.cell_of) * (1.0 + ROUNDING)


def test_the_method_text_names_the_distance_and_is_read_again():
    points = drawn(7, 50)
    partition = shoal.microaggregate(points, 5, method="pcl(distance=manhattan)", seed=2)
    assert "distance=manhattan" in partition.method
    again = shoal.microaggregate(points, 5, method=partition.method, seed=2)
    assert np.array_equal(again.cell_of, partition.cell_of)
    assert "distance" not in shoal.microaggregate(points, 5, method=PCL(distance="squared-euclidean"), seed=2).method


# --- representatives


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), n_records=st.integers(1, 12), n_dims=st.integers(1, 4))
@example(seed=9302, n_records=3, n_dims=4)  # a median near a record, which the iteration reaches slowly
def test_geometric_medians_are_the_least_sums_of_distances(seed, n_records, n_dims):
    rng = np.random.default_rng(seed)
    points = rng.integers(-3, 4, (n_records, n_dims)).astype(np.float64)  # twins, and medians at a record
    weights = rng.integers(1, 4, n_records).astype(np.float64)
    start = points.mean(axis=0, keepdims=True)
    median = geometric_medians(points, np.zeros(n_records, dtype=np.int64), 1, weights, start)[0]

    def total(at):
        return float((weights * np.sqrt(((points - at) ** 2).sum(axis=1))).sum())

    by_search = min(
        [total(point) for point in points] + [minimize(total, start[0], method="Nelder-Mead", tol=1e-10).fun]
    )
    assert total(median) <= by_search + 1e-6 * max(1.0, by_search)


def test_a_median_between_two_values_is_their_middle():
    values = np.array([1.0, 2.0, 10.0, 20.0, 5.0, 7.0, 9.0])
    cell_of = np.array([0, 0, 0, 0, 2, 2, 2])
    assert medians_by_cell(values, cell_of, 4, np.ones(7)).tolist() == [6.0, 0.0, 7.0, 0.0]
    assert medians_by_cell(values, cell_of, 4, np.array([5.0, 1, 1, 1, 1, 1, 2])).tolist() == [1.0, 0.0, 8.0, 0.0]


def test_great_circle_distances_of_known_positions():
    """A quarter of the globe, a degree of the equator, and the antipode."""
    distance = GreatCircle()
    places = distance.embedded(np.array([[0.0, 0.0], [90.0, 0.0], [0.0, 1.0], [0.0, 180.0], [0.0, 359.0]]))
    radians = distance.between(places[:1], places)[0] / EARTH_RADIUS_M
    assert radians == pytest.approx([0.0, np.pi / 2, np.pi / 180, np.pi, np.pi / 180], abs=1e-12)


def test_a_cell_across_the_date_line_has_its_representative_there():
    points = np.array([[10.0, 179.5], [10.0, -179.5], [10.2, 180.0]])
    partition = shoal.microaggregate(points, 3, method=PCL(distance="great-circle"), seed=0)
    assert abs(partition.centroids[0, 1]) > 179.4
    assert partition.centroids[0, 0] == pytest.approx(10.1, abs=0.1)


def test_great_circle_representatives_are_geometric_medians_on_the_sphere():
    rng = np.random.default_rng(4)
    points = np.column_stack([60.0 + 5.0 * rng.normal(size=9), 10.0 + 9.0 * rng.normal(size=9)])
    distance = GreatCircle()
    embedded = distance.embedded(points)
    together = np.zeros(9, dtype=np.int64)
    found = distance.representatives(embedded, together, 1)

    def total(at):
        return distance.distortion(embedded, distance.embedded(np.clip(at, -90, 90)[None]), together)

    searched = minimize(total, points.mean(axis=0), method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-6})
    assert distance.distortion(embedded, found, together) <= searched.fun + 1e-3  # a millimetre in all


def test_matrix_representatives_may_be_other_values_than_the_records():
    """Four records, three values to release: the second costs 1 for all, so it is the only one that is used."""
    matrix = np.array([[0.0, 1.0, 9.0], [0.0, 1.0, 9.0], [9.0, 1.0, 0.0], [9.0, 1.0, 0.0]])
    one = shoal.microaggregate(np.arange(4.0)[:, None], 4, method=PCL(distance=matrix))
    assert one.centroids.tolist() == [[1.0]]
    assert one.sse == 4.0
    two = shoal.microaggregate(np.arange(4.0)[:, None], 2, method=PCL(distance=matrix, starts=4), seed=0)
    assert sorted(two.centroids[:, 0].tolist()) == [0.0, 2.0]
    assert two.sse == 0.0


# --- allocation


@pytest.mark.parametrize("name", NAMES)
def test_allocation_is_optimal_in_its_distance(name):
    points, centers = drawn(11, 60), drawn(12, 4)
    shares = [0.1, 0.2, 0.3, 0.4]
    allocation = shoal.allocate(points, centers, shares, distance=name)
    distance = find_distance(name)
    pairs = distance.between(distance.embedded(points), distance.embedded(centers))
    assert allocation.sizes.tolist() == [6, 12, 18, 24]
    assert allocation.sse == pytest.approx(least_by_program(pairs, allocation.sizes), rel=1e-7)
    prices = pairs + allocation.costs
    assert (prices[np.arange(60), allocation.cell_of] <= prices.min(axis=1) + ROUNDING * pairs.max()).all()


def test_allocation_by_a_matrix_of_travel_times():
    rng = np.random.default_rng(0)
    minutes = rng.integers(1, 60, (40, 3)).astype(np.float64)
    allocation = shoal.allocate(None, None, [0.5, 0.25, 0.25], distance=minutes)
    assert allocation.sizes.tolist() == [20, 10, 10]
    assert allocation.sse == pytest.approx(least_by_program(minutes, allocation.sizes))


@pytest.mark.parametrize("name", OTHERS)
def test_workloads_are_met_within_one_record_in_every_distance(name):
    points, centers = drawn(21, 80), drawn(22, 3)
    hours = np.random.default_rng(1).lognormal(size=80)
    allocation = shoal.allocate(points, centers, [0.5, 0.3, 0.2], workloads=hours, distance=name)
    got = np.bincount(allocation.cell_of, weights=hours, minlength=3)
    assert np.abs(got - np.array([0.5, 0.3, 0.2]) * hours.sum()).max() < hours.max()


def test_sparse_documents_go_to_reviewers_by_their_keywords():
    """The same as dense vectors; a document shares keywords with its reviewer where shares allow it."""
    rng = np.random.default_rng(2)
    dense = (rng.random((60, 200)) < 0.05) * rng.integers(1, 5, (60, 200)) + np.eye(60, 200)
    reviewers = (rng.random((4, 200)) < 0.3) * 1.0 + np.eye(4, 200)
    sparse = shoal.allocate(csr_array(dense), csr_array(reviewers), distance="cosine")
    plain = shoal.allocate(dense, reviewers, distance="cosine")
    assert sparse.sizes.tolist() == [15, 15, 15, 15]
    assert sparse.sse == pytest.approx(plain.sse)


def test_a_centre_without_a_share_is_dearer_than_every_other():
    points, centers = drawn(31, 30), drawn(31, 3)
    allocation = shoal.allocate(points, centers, [0.5, 0.5, 0.0], distance="euclidean")
    assert allocation.sizes.tolist() == [15, 15, 0]
    prices = np.sqrt(((points[:, None] - centers) ** 2).sum(axis=2)) + allocation.costs
    assert (prices.argmin(axis=1) != 2).all()


# --- refusals

MANY = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 3.0], [4.0, 5.0]])


@pytest.mark.parametrize(
    ("distance", "points", "words"),
    [
        ("euclidian", MANY, "Did you mean 'euclidean'"),
        (3, MANY, "must be a name, a Graph, a matrix or a function, found int"),
        ("cosine", np.vstack([MANY, [[0.0, 0.0]]]), "no direction"),
        ("great-circle", np.column_stack([MANY, MANY]), "two coordinates"),
        ("great-circle", MANY + 88.0, "no latitude and longitude"),
        (np.ones((4, 4)) - 2.0, np.arange(4.0)[:, None], "negative"),
        (np.full((4, 4), np.nan), np.arange(4.0)[:, None], "missing"),
        (np.ones(4), np.arange(4.0)[:, None], "two dimensions"),
        (np.ones((3, 3)), np.arange(4.0)[:, None], "numbered from 0"),
        (np.ones((4, 4)), MANY, "one coordinate, a whole number"),
        (lambda a, b: np.ones((len(a), 1)), MANY, "returned the shape"),
        (lambda a, b: -absolute(a, b), MANY, "negative"),
        (lambda a, b: absolute(a, 2.0 * b), MANY, "not symmetric"),
        (lambda a, b: absolute(a, b) + 1.0, MANY, "not 0 between a record and itself"),
    ],
)
def test_what_a_distance_cannot_measure_is_refused_in_words(distance, points, words):
    with pytest.raises(ParameterError, match=words):
        shoal.microaggregate(points, 2, method=PCL(distance=distance), seed=0)


@pytest.mark.parametrize(
    ("settings_of", "words"),
    [
        ({"distance": absolute, "start": "stirred"}, "adds noise"),
        ({"distance": absolute, "rounds": 5}, "adds noise"),
        ({"distance": absolute, "speed": 0.5}, "must be 1"),
        ({"distance": "manhattan", "levels": 1}, "macrocells"),
    ],
)
def test_settings_that_a_distance_cannot_follow_are_refused(settings_of, words):
    with pytest.raises(ParameterError, match=words):
        PCL(**settings_of)


def test_sparse_points_go_with_the_cosine_distance_only():
    with pytest.raises(ParameterError, match="cosine"):
        shoal.allocate(csr_array(MANY), csr_array(MANY[:2]))


def test_far_too_many_distances_are_refused_before_the_work():
    points = np.zeros((200_000, 1))
    with pytest.raises(ParameterError, match="compares every record with every cell"):
        shoal.microaggregate(points, 2, method=PCL(distance="manhattan"))
