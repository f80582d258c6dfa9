"""The blossom algorithm against all perfect matchings, and against its own proof, in whole numbers."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from shoal.kernels.jit import NOBODY
from shoal.kernels.matching.blossom import UNUSED, BlossomState, SparseGraph, match_free, match_tight, unmatched_state

ALL = 10_000  # stages: more than any graph here needs


def solved(n_records: int, cost: dict[tuple[int, int], int]) -> tuple[BlossomState, int]:
    """The final state, and how many records are free, or −1."""
    arcs = sorted([*((i, j, c) for (i, j), c in cost.items()), *((j, i, c) for (i, j), c in cost.items())])
    one, other, price = np.array(arcs, dtype=np.int64).reshape(-1, 3).T.copy()
    graph = SparseGraph(np.searchsorted(one, np.arange(n_records + 1)), other, price)
    state = unmatched_state(n_records)
    match_tight(graph, state)
    return state, int(match_free(graph, state, ALL))


def least_cost(n_records: int, cost: dict[tuple[int, int], int]) -> float:
    """Over all perfect matchings; infinite if there is none."""

    @cache
    def least(free: frozenset[int]) -> float:
        if not free:
            return 0.0
        first = min(free)
        rest = free - {first}
        pairs = [(cost[first, other], other) for other in rest if (first, other) in cost]
        return min((price + least(rest - {other}) for price, other in pairs), default=np.inf)

    return least(frozenset(range(n_records)))


def blossoms(state: BlossomState) -> dict[int, set[int]]:
    """The records of every blossom that is in use."""
    n_records = len(state.mate)
    unused = set(state.unused[: state.count[UNUSED]].tolist())
    members: dict[int, set[int]] = {node: set() for node in range(n_records, 2 * n_records) if node not in unused}
    for record in range(n_records):
        node = state.parent[record]
        while node != NOBODY:
            members[int(node)].add(record)
            node = state.parent[node]
    return members


def random_graph(rng: np.random.Generator) -> tuple[int, dict[tuple[int, int], int]]:
    """Up to twelve records, sparse or dense, with many equal costs or few. Every record has an edge."""
    n_records = 2 * int(rng.integers(1, 7))
    highest, share = int(rng.choice([3, 12, 10**9])), rng.uniform(0.3, 1.0)
    edges = [pair for pair in combinations(range(n_records), 2) if rng.random() < share]
    bare = set(range(n_records)) - {record for pair in edges for record in pair}
    edges += [tuple(sorted((record, (record + 1) % n_records))) for record in sorted(bare)]
    return n_records, {pair: 2 * int(rng.integers(0, highest)) for pair in edges}


@pytest.mark.parametrize("seed", range(300))
def test_least_of_all_perfect_matchings_with_its_proof(seed: int) -> None:
    n_records, cost = random_graph(np.random.default_rng(seed))
    state, n_free = solved(n_records, cost)
    best = least_cost(n_records, cost)
    if n_free != 0:
        assert n_free == NOBODY
        assert best == np.inf
        return
    pairs = {(record, int(mate)) for record, mate in enumerate(state.mate) if record < mate}
    assert sorted(record for pair in pairs for record in pair) == list(range(n_records))
    found = sum(cost[pair] for pair in pairs)
    assert found == best
    odd_sets = {node: members for node, members in blossoms(state).items() if state.price[node] != 0}
    for node, members in odd_sets.items():
        assert state.price[node] > 0
        assert len(members) % 2 == 1
        assert sum(set(pair) <= members for pair in pairs) == (len(members) - 1) // 2
    for (one, other), price in cost.items():
        shared = sum(int(state.price[node]) for node, members in odd_sets.items() if {one, other} <= members)
        slack = price - int(state.price[one]) - int(state.price[other]) + shared
        assert slack >= 0
        assert slack == 0 or (one, other) not in pairs
    room = sum(int(state.price[node]) * (len(members) - 1) // 2 for node, members in odd_sets.items())
    assert int(state.price[:n_records].sum()) - room == found


def test_two_triangles_with_a_bridge() -> None:
    """The pairs inside are 1, the bridge is 10: two odd circles become blossoms, and the bridge is taken."""
    inside = dict.fromkeys([(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)], 2)
    state, n_free = solved(6, {**inside, (2, 3): 20})
    assert n_free == 0
    assert state.mate.tolist() == [1, 0, 3, 2, 5, 4]
    assert {frozenset(members) for members in blossoms(state).values()} == {frozenset({0, 1, 2}), frozenset({3, 4, 5})}


def test_a_graph_without_a_perfect_matching() -> None:
    star = {(0, 1): 2, (0, 2): 2, (0, 3): 2}
    assert solved(4, star)[1] == NOBODY
