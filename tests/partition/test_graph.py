"""Distances along a graph: against subdivided graphs, linear programs, and each other."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, kron, vstack
from scipy.sparse.csgraph import dijkstra

import shoal
from shoal import PCL, Graph
from shoal.errors import ParameterError
from shoal.partition.distances.graphs.all_pairs import AllPairs
from shoal.partition.distances.graphs.building import network_of, quantum_of
from shoal.partition.distances.graphs.positions import at_vertices
from shoal.partition.distances.graphs.searches import Searches
from shoal.partition.pcl.lloyd import LloydOptions, LloydProblem, LloydState, alternate
from shoal.partition.sizes import even_sizes
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.distance import Distance

ROUNDING = 1e-9
FAR = 1e6


@cache
def town(seed, n_vertices=12, n_more=8, whole=False):
    """A random connected graph in the plane; lengths are whole numbers with many ties, or a little above straight."""
    rng = np.random.default_rng(seed)
    edges = [(rng.integers(0, v), v) for v in range(1, n_vertices)]
    edges += [tuple(rng.choice(n_vertices, 2, replace=False)) for _ in range(n_more)]
    positions = rng.uniform(0.0, 10.0, size=(n_vertices, 2))
    edges = np.array(edges)
    straight = np.hypot(*(positions[edges[:, 0]] - positions[edges[:, 1]]).T)
    lengths = rng.integers(1, 4, len(edges)) if whole else straight * rng.uniform(1.0, 1.5, len(edges))
    return Graph(edges, lengths, positions, farthest=FAR)


def homes(seed, n_records, *, tied=False):
    """Points of the square, several of them equal if ``tied``."""
    rng = np.random.default_rng(seed + 1)
    points = rng.uniform(-1.0, 11.0, size=(n_records, 2))
    return points[rng.integers(0, max(1, n_records // 3), n_records)] if tied else points


def searches_of(graph):
    return Searches(network_of(graph.edges, graph.lengths, graph.n_vertices), quantum_of(graph.lengths))


def nearest_place(graph, point):
    """The nearest edge, by comparing all, and the share of its length at which the nearest place is."""
    best = (np.inf, 0, 0.0)
    for number, (a, b) in enumerate(graph.edges):
        one, along = graph.positions[a], graph.positions[b] - graph.positions[a]
        share = float(np.clip((point - one) @ along / (along @ along), 0.0, 1.0))
        best = min(best, (float(np.hypot(*(point - one - share * along))), number, share))
    return best[1:]


def subdivided(graph, points):
    """Distances of all points, each of which is made a vertex of its edge."""
    on_edge = [[] for _ in graph.edges]
    for number, point in enumerate(points):
        edge, share = nearest_place(graph, point)
        on_edge[edge].append((share, graph.n_vertices + number))
    rows = []
    for (a, b), length, inside in zip(graph.edges, graph.lengths, on_edge, strict=True):
        stops = [(0.0, a), *sorted(inside), (1.0, b)]
        rows += [(u, v, (to - at) * length) for (at, u), (to, v) in itertools.pairwise(stops)]
    n = graph.n_vertices + len(points)
    ways = np.full((n, n), np.inf)
    for u, v, length in rows:
        ways[u, v] = ways[v, u] = min(ways[u, v], length)
    for middle in range(n):  # Floyd and Warshall: edges of length 0, between equal points, are no problem to it
        ways = np.minimum(ways, ways[:, [middle]] + ways[[middle]])
    np.fill_diagonal(ways, 0.0)
    return ways


def least_by_program(distance, sizes):
    n_records, n_cells = distance.shape
    each_record = kron(csr_array(np.eye(n_records)), csr_array(np.ones((1, n_cells))))
    each_cell = kron(csr_array(np.ones((1, n_records))), csr_array(np.eye(n_cells)))
    asked = np.concatenate([np.ones(n_records), sizes])
    solution = linprog(distance.reshape(-1), A_eq=vstack([each_record, each_cell]), b_eq=asked)
    assert solution.success
    return solution.fun


# --- distances


def test_distances_computed_by_hand():
    """A square of streets of 10 with a detour: along one street, and around the corner."""
    graph = Graph([(0, 1), (1, 2), (2, 3), (3, 0)], [10, 10, 10, 10], [(0, 0), (10, 0), (10, 10), (0, 10)])
    at = graph.embedded(np.array([(2.0, 1.0), (9.0, -1.0), (5.0, 10.5), (10.0, 10.0)]))
    assert at[:, :2].tolist() == [[0, 1], [0, 1], [2, 3], [2, 2]]
    assert graph.between(at, at).tolist() == [[0, 7, 17, 18], [7, 0, 16, 11], [17, 16, 0, 5], [18, 11, 5, 0]]
    assert graph.original(at).tolist() == [[2, 0], [9, 0], [5, 10], [10, 10]]


def test_the_way_around_may_be_shorter_than_the_edge():
    """Two homes at the ends of a long winding street: the short street beside it joins them."""
    graph = Graph([(0, 1), (0, 2), (2, 1)], [100, 3, 4], [(0, 0), (10, 0), (5, -1)])
    at = graph.embedded(np.array([(1.0, 0.5), (9.0, 0.5)]))
    assert graph.between(at, at).tolist() == [[0, 27], [27, 0]]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), whole=st.booleans())
def test_distances_are_those_of_a_subdivided_graph(seed, whole):
    graph, points = town(seed, whole=whole), homes(seed, 9)
    ways = subdivided(graph, points)
    at = graph.embedded(points)
    expected = ways[graph.n_vertices :, graph.n_vertices :]
    assert graph.between(at, at) == pytest.approx(expected, abs=ROUNDING)
    assert graph.original(at) == pytest.approx(
        np.array(
            [
                graph.positions[graph.edges[edge][0]] * (1.0 - share) + graph.positions[graph.edges[edge][1]] * share
                for edge, share in (nearest_place(graph, point) for point in points)
            ]
        )
    )
    vertices = at_vertices(np.arange(graph.n_vertices))
    assert graph.between(at, vertices) == pytest.approx(ways[graph.n_vertices :, : graph.n_vertices], abs=ROUNDING)
    cell_of = np.arange(9) % 4
    assert graph.to_own(at, at[:4], cell_of) == pytest.approx(expected[np.arange(9), cell_of], abs=ROUNDING)


def test_vertices_are_found_again_by_their_coordinates():
    graph = town(5, 200, 150)
    at = graph.embedded(graph.positions)
    assert np.array_equal(at, at_vertices(np.arange(200)))
    assert np.array_equal(graph.original(at), graph.positions)


# --- large-graph code against small-graph code


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), whole=st.booleans(), weighted=st.booleans())
def test_searches_and_all_pairs_agree(seed, whole, weighted):
    """The same distances to the last digit, and vertices of the same total."""
    graph = town(seed, 40, 25, whole)
    at = graph.embedded(homes(seed, 60, tied=seed % 2 == 0))
    searches = searches_of(graph)
    pairs = AllPairs.of(searches.network)
    sites = np.vstack([at[:3], at_vertices(np.arange(5))])
    assert np.array_equal(pairs.between(at, sites), searches.between(at, sites))
    rng = np.random.default_rng(seed)
    cell_of = rng.integers(0, 8, 60)
    assert np.array_equal(pairs.to_own(at, sites, cell_of), searches.to_own(at, sites, cell_of))
    weights = rng.uniform(0.5, 2.0, 60) if weighted else None
    for start in (None, rng.integers(0, 40, 8)):
        totals = []
        for ways in (pairs, searches):
            best = at_vertices(ways.best_vertices(at, cell_of, 8, weights, start))
            mass = pairs.to_own(at, best, cell_of) * (1.0 if weights is None else weights)
            totals.append(np.bincount(cell_of, weights=mass, minlength=8))
        assert totals[0] == pytest.approx(totals[1], rel=1e-12)


def test_best_vertex_is_the_best_of_all():
    """Cells of many records on a larger graph, against the totals of all vertices."""
    graph = town(3, 400, 300)
    at = graph.embedded(homes(3, 900))
    cell_of = np.random.default_rng(0).integers(0, 6, 900)
    cell_of[np.argsort(at[:, 0])[:300]] = 6  # one compact cell
    ways = graph.between(at, at_vertices(np.arange(400)))
    least = [ways[cell_of == cell].sum(axis=0).min() for cell in range(7)]
    for found in (graph._ways, searches_of(graph)):
        best = found.best_vertices(at, cell_of, 7, None, None)
        totals = [ways[cell_of == cell, best[cell]].sum() for cell in range(7)]
        assert totals == pytest.approx(least, rel=1e-12)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    whole=st.booleans(),
    weighting=st.sampled_from(["none", "equal", "uneven"]),
    room=st.integers(1, 6),
    reach=st.sampled_from([0.0, 0.5, 2.0, 100.0]),
    present=st.booleans(),
)
def test_candidates_are_those_of_all_distances(seed, whole, weighting, room, reach, present):
    """One search from all sites, or one from each record, finds what comparing all pairs finds."""
    graph = town(seed, 40, 25, whole)
    at = graph.embedded(homes(seed, 50, tied=seed % 2 == 0))
    rng = np.random.default_rng(seed)
    n_cells = 7
    sites = np.vstack([at[:3], at_vertices(rng.choice(40, n_cells - 3, replace=False))])
    costs = rng.integers(-3, 4, n_cells) * 0.5 if whole else rng.normal(size=n_cells)
    weights = {"none": None, "equal": np.full(50, 2.0), "uneven": rng.uniform(0.5, 2.0, 50)}[weighting]
    cell_of = rng.integers(0, n_cells, 50) if present else None
    more = {"weights": weights, "cell_of": cell_of, "reach": np.full(n_cells, reach), "room": room, "threads": 1}
    found = graph.gather(at, sites, costs, **more)
    prices = graph.between(at, sites) * (1.0 if weights is None else weights[:, None])
    every = np.arange(50)
    best = (prices + costs).min(axis=1)
    assert (prices + costs)[every, found.best_of] == pytest.approx(best)
    owner = np.repeat(found.record, np.diff(found.start))
    assert found.distance == pytest.approx(prices[owner, found.cell])
    assert len(set(zip(owner.tolist(), found.cell.tolist(), strict=True))) == len(owner)
    for record in every:
        cells = found.cell[owner == record] if record in found.record else np.array([found.best_of[record]])
        kept = np.sort((prices + costs)[record, cells])
        within = np.sort((prices + costs)[record][(prices + costs)[record] <= best[record] + reach + ROUNDING])[:room]
        if cell_of is not None:
            assert cell_of[record] in cells
            assert len(kept) in (len(within), len(within) + 1)
            kept = kept[: len(within)]
        assert kept == pytest.approx(within)
    by_blocks = Distance.best_cells(graph, at, sites, costs, weights, 1)
    chosen = graph.best_cells(at, sites, costs, weights, 1)
    assert (prices + costs)[every, chosen] == pytest.approx((prices + costs)[every, by_blocks])
    assert graph.scales(sites, at, weights) == pytest.approx(Distance.scales(graph, sites, at, weights))


# --- PCL and allocation


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    whole=st.booleans(),
    tied=st.booleans(),
    weighted=st.booleans(),
    n_records=st.integers(6, 40),
    n_cells=st.integers(1, 5),
)
def test_assignment_is_the_best_of_all_with_these_sizes(seed, whole, tied, weighted, n_records, n_cells):
    graph = town(seed, whole=whole)
    at = graph.embedded(homes(seed, n_records, tied=tied))
    rng = np.random.default_rng(seed)
    sites = at[rng.choice(n_records, n_cells, replace=False)]  # inside edges, and perhaps several at one place
    weights = rng.uniform(0.5, 2.0, n_records) if weighted else None
    sizes = even_sizes(n_records, n_cells)
    cell_of, costs = SizedAssignment(sizes, weights, 1, graph).proven(at, sites, np.zeros(n_cells))
    assert np.bincount(cell_of, minlength=n_cells).tolist() == sizes.tolist()
    pairs = graph.between(at, sites) * (1.0 if weights is None else weights[:, None])
    own = pairs[np.arange(n_records), cell_of]
    scale = max(1.0, pairs.max())
    assert own.sum() == pytest.approx(least_by_program(pairs, sizes), rel=1e-7, abs=1e-7 * scale)
    assert (own + costs[cell_of] <= (pairs + costs).min(axis=1) + ROUNDING * scale).all()


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), whole=st.booleans(), n_records=st.integers(12, 60), k=st.integers(2, 6))
def test_distortion_never_rises_and_sizes_are_exact(seed, whole, n_records, k):
    graph = town(seed, whole=whole)
    points = homes(seed, n_records, tied=seed % 2 == 0)
    at = graph.embedded(points)
    sizes = even_sizes(n_records, n_records // k)
    records = np.sort(np.random.default_rng(seed).choice(n_records, len(sizes), replace=False))
    start = LloydState(graph.first_sites(at, records), np.zeros(len(sizes)))
    state = alternate(LloydProblem(at, sizes, measure=graph), start, LloydOptions(tolerance=0.0))
    assert np.bincount(state.cell_of).tolist() == sizes.tolist()
    assert all(later <= earlier * (1.0 + ROUNDING) for earlier, later in itertools.pairwise(state.history))
    partition = shoal.microaggregate(points, k, method=PCL(distance=graph), seed=seed % 7)
    assert partition.sizes.min() >= k
    assert partition.sizes.tolist() == sizes.tolist()
    assert partition.distance == "graph"
    sites = graph.embedded_sites(partition.centroids)
    assert (sites[:, 0] == sites[:, 1]).all()  # every representative is a vertex
    pairs = graph.between(at, sites)
    own = pairs[np.arange(n_records), partition.cell_of]
    assert partition.sse == pytest.approx(own.sum(), abs=ROUNDING)
    if partition.costs is not None:
        prices = pairs + partition.costs
        assert (own + partition.costs[partition.cell_of] <= prices.min(axis=1) + ROUNDING * max(1, pairs.max())).all()


def grid(side, seed=0):
    """A city of side × side crossings whose blocks differ in length."""
    rng = np.random.default_rng(seed)
    number = np.arange(side * side).reshape(side, side)
    edges = np.vstack(
        [np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()]),
         np.column_stack([number[:-1].ravel(), number[1:].ravel()])]
    )  # fmt: skip
    where = np.stack(np.meshgrid(np.arange(side), np.arange(side), indexing="ij"), axis=-1).reshape(-1, 2)
    positions = 100.0 * (where + rng.uniform(-0.3, 0.3, size=where.shape))
    straight = np.hypot(*(positions[edges[:, 0]] - positions[edges[:, 1]]).T)
    return Graph(edges, straight * rng.uniform(1.0, 1.3, len(edges)), positions)


def test_a_large_graph_keeps_k():
    """More vertices than all pairs are computed for; less is lost than with cells by straight lines."""
    graph = grid(60)
    assert graph.n_vertices > 3_000
    rng = np.random.default_rng(1)
    points = rng.uniform(0.0, 5900.0, size=(2_000, 2))
    partition = shoal.microaggregate(points, 50, method=PCL(distance=graph), seed=0)
    assert partition.sizes.tolist() == [50] * 40
    at = graph.embedded(points)
    straight = shoal.microaggregate(points, 50, method=PCL(distance="euclidean"), seed=0)
    best = graph.representatives(at, straight.cell_of, straight.n_cells)
    assert partition.sse < graph.distortion(at, best, straight.cell_of)
    prices = graph.between(at, graph.embedded(partition.centroids)) + partition.costs
    assert (prices[np.arange(2_000), partition.cell_of] <= prices.min(axis=1) + 1e-6).all()


def test_records_of_different_weight_on_a_large_graph():
    graph = grid(60)
    rng = np.random.default_rng(2)
    points, weights = rng.uniform(0.0, 5900.0, size=(400, 2)), rng.uniform(0.5, 2.0, 400)
    centres = rng.uniform(0.0, 5900.0, size=(5, 2))
    answer = shoal.allocate(points, centres, [0.4, 0.3, 0.1, 0.1, 0.1], weights=weights, distance=graph)
    assert answer.sizes.tolist() == [160, 120, 40, 40, 40]
    pairs = graph.between(graph.embedded(points), graph.embedded(centres)) * weights[:, None]
    assert answer.sse == pytest.approx(least_by_program(pairs, answer.sizes), rel=1e-9)


def test_workloads_along_streets():
    graph = town(8, 60, 40)
    rng = np.random.default_rng(8)
    points, load = homes(8, 90), rng.uniform(0.5, 2.0, 90)
    answer = shoal.allocate(points, homes(9, 4), [0.4, 0.3, 0.2, 0.1], workloads=load, distance=graph)
    got = np.bincount(answer.cell_of, weights=load, minlength=4) / load.sum()
    assert np.abs(got - [0.4, 0.3, 0.2, 0.1]).max() <= load.max() / load.sum()


# --- trees


def balanced(depth):
    """A binary tree; its leaves are the last 2^depth nodes."""
    return Graph.from_tree([-1, *((node - 1) // 2 for node in range(1, 2 ** (depth + 1) - 1))])


def test_a_taxonomy_is_a_tree_of_numbers():
    """Two siblings and a cousin: released as their common parents."""
    tree = Graph.from_tree([-1, 0, 0, 1, 1, 2, 2])
    leaves = np.array([[3.0], [4.0], [6.0]])
    assert tree.between(tree.embedded(leaves), tree.embedded(leaves)).tolist() == [[0, 2, 4], [2, 0, 4], [4, 4, 0]]
    points = np.array([[3.0]] * 2 + [[4.0]] * 2 + [[5.0]] * 2 + [[6.0]] * 2)
    partition = shoal.microaggregate(points, 4, method=PCL(distance=tree, starts=4), seed=0)
    assert partition.sse == 8.0
    assert sorted(map(tuple, np.sort(np.split(points[np.argsort(partition.cell_of), 0], 2)))) == [
        (3, 3, 4, 4),
        (5, 5, 6, 6),
    ]


@pytest.mark.parametrize(
    ("concentration", "annealed"),  # the least totals of 3 million exchanges of two records, annealed; seeds 0 and 1
    [(None, (157, 170)), (0.3, (124, 107)), (0.1, (73, 73))],
)
def test_generalisation_in_a_taxonomy(concentration, annealed):
    """64 leaves, 240 records in 48 cells of 5: near the least that any exchange of records finds."""
    tree = balanced(6)
    for seed, least in enumerate(annealed):
        rng = np.random.default_rng(seed)
        leaf = rng.integers(0, 64, 240)
        if concentration is not None:
            rng = np.random.default_rng(seed)
            leaf = rng.choice(64, 240, p=rng.dirichlet(np.full(64, concentration)))
        method = PCL(distance=tree, starts=20)
        partition = shoal.microaggregate(63.0 + leaf[:, None], 5, method=method, seed=seed)
        assert partition.sizes.tolist() == [5] * 48
        assert least * 0.99 <= partition.sse <= least * 1.10


# --- pieces of streets


def test_pieces_are_joined_where_they_meet():
    pieces = {
        "from_x": [0.0, 1.0, 1.0 + 1e-9],
        "from_y": [0.0, 0.0, 0.0],
        "to_x": [1.0, 1.0, 2.0],
        "to_y": [0.0, 1.0, 0.0],
        "length": [1.0, 1.5, 1.0],
    }
    graph = Graph.from_pieces(pieces)
    assert graph.n_vertices == 4
    assert sorted(graph.lengths.tolist()) == [1.0, 1.0, 1.5]
    straight = Graph.from_pieces([(0, 0, 3, 4), (3, 4, 3, 4), (3, 4, 0, 0)])
    assert straight.lengths.tolist() == [5.0]  # a piece without length, and one that is there twice
    import polars as pl

    assert np.array_equal(Graph.from_pieces(pl.DataFrame(pieces)).edges, graph.edges)


def test_an_island_is_refused_or_left_out():
    pieces = [(0, 0, 1, 0), (1, 0, 2, 0), (9, 9, 9, 8)]
    with pytest.raises(ParameterError, match=r"2 parts.* to 2 of its 5 vertices"):
        Graph.from_pieces(pieces)
    assert Graph.from_pieces(pieces, largest_part=True).n_vertices == 3


@pytest.mark.parametrize(
    ("edges", "lengths", "words"),
    [
        ([], [], "at least one edge"),
        ([(0, 1)], [1, 2], "1 edges and 2 lengths"),
        ([(0, 1), (1, 2)], [1, 0], "1 of 2 edges have a length that is missing, infinite, zero or negative"),
        ([(0, 1), (1, 2)], [-1, np.nan], "2 of 2 edges have a length"),
        ([(0, 1), (1, 5)], [1, 1], "1 of 2 edges name a vertex that does not exist; there are 3"),
        ([(0, 1), (-1, 2)], [1, 1], "1 of 2 edges name a vertex"),
        ([(0, 0), (1, 1)], [1, 1], "leads back to where it begins"),
        ([(0, 1), (1, 0.5)], [1, 1], "whole numbers"),
        ([("a", "b")], [1], "whole numbers"),
        ([(0, 1)], [1], "no way leads from its largest part to 1 of its 3 vertices"),
    ],
)
def test_bad_graphs_are_refused_in_words(edges, lengths, words):
    with pytest.raises(ParameterError, match=words):
        Graph(edges, lengths, [(0, 0), (1, 0), (2, 0)])


def test_points_that_are_not_on_the_graph_are_refused():
    graph = Graph([(0, 1), (1, 2)], [1, 1], [(0, 0), (1, 0), (2, 0)])
    with pytest.raises(ParameterError, match=r"1 of 2 points are more than 10 from every street") as refused:
        graph.embedded(np.array([(0.5, 9.9), (0.5, 10.1)]))
    assert "10.1" not in str(refused.value)
    assert len(Graph(graph.edges, graph.lengths, graph.positions, farthest=11).embedded(np.array([(0.5, 10.1)]))) == 1
    with pytest.raises(ParameterError, match="two; found 3"):
        graph.embedded(np.zeros((2, 3)))
    tree = Graph.from_tree([-1, 0, 0])
    for wrong in ([[3.0]], [[-1.0]], [[0.5]], [[0.0, 1.0]]):
        with pytest.raises(ParameterError, match="The graph has 3 vertices"):
            tree.embedded(np.array(wrong))


@pytest.mark.parametrize("parents", [[-1], [0, 0], [-1, -1, 0], [-1, 2, 1], [-1, 7], [-1.5, 0], [[-1, 0]]])
def test_what_is_no_tree_is_refused(parents):
    with pytest.raises(ParameterError, match=r"parent|parts"):
        Graph.from_tree(parents)


def test_loops_do_not_count_and_the_shorter_of_two_edges_does():
    graph = Graph([(0, 1), (1, 0), (1, 1)], [5, 3, 1])
    assert graph.lengths.tolist() == [3.0]


# --- real streets


def test_incidents_share_crossings(street_data):
    """Cells of 10 incidents and more, each released as a crossing, at less loss than from straight lines."""
    pieces, incidents, _ = street_data
    graph = Graph.from_pieces(pieces)
    assert graph.n_vertices == 230
    partition = shoal.microaggregate(incidents, 10, method=PCL(distance=graph, starts=4), seed=0)
    assert partition.sizes.min() >= 10
    crossings = {tuple(position) for position in graph.positions}
    assert all(tuple(where) in crossings for where in partition.centroids)
    at = graph.embedded(incidents)
    straight = shoal.microaggregate(incidents, 10, method=PCL(distance="euclidean", starts=4), seed=0)
    best = graph.representatives(at, straight.cell_of, straight.n_cells)
    assert partition.sse < graph.distortion(at, best, straight.cell_of)


def test_incidents_are_allocated_to_schools_along_streets(street_data):
    pieces, incidents, schools = street_data
    graph = Graph.from_pieces(pieces)
    answer = shoal.allocate(incidents, schools, distance=graph)
    pairs = graph.between(graph.embedded(incidents), graph.embedded(schools))
    assert answer.sizes.tolist() == even_sizes(len(incidents), len(schools)).tolist()
    assert answer.sse == pytest.approx(least_by_program(pairs, answer.sizes), rel=1e-9)
    ends = np.vstack([pieces[:, :2], pieces[:, 2:4]])
    places, vertex = np.unique(ends, axis=0, return_inverse=True)
    ways = coo_array((pieces[:, 4], vertex.reshape(2, -1)), shape=(len(places), len(places)))
    own = {tuple(place): number for number, place in enumerate(places)}
    order = [own[tuple(position)] for position in graph.positions]
    vertices = at_vertices(np.arange(230))
    expected = dijkstra(ways.tocsr(), directed=False)[np.ix_(order, order)]
    assert graph.between(vertices, vertices) == pytest.approx(expected)
