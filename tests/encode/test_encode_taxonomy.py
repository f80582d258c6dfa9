"""Taxonomies: squared distance is tree distance, and a cell becomes the node nearest to its records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from encode_toys import centroids_of, fitted, is_near_one, released, role, total_variance
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode import Taxonomy, TaxonomyTree, read_tree
from shoal.errors import RolesError, TableError
from shoal.table import ColumnRole, ColumnType, table_of

FOOD = """value,parent,weight
food,,
fruit,food,2
meat,food,3
apple,fruit,1
pear,fruit,0.5
quince,fruit,1
beef,meat,1
lamb,meat,4
"""


@pytest.fixture
def food(tmp_path: Path) -> ColumnRole:
    return taxonomy(tmp_path, FOOD)


def taxonomy(folder: Path, text: str) -> ColumnRole:
    path = folder / "taxonomy.csv"
    path.write_text(text, encoding="utf-8")
    return role("dish", type=ColumnType.TAXONOMY, taxonomy=path)


def path_to_root(tree: TaxonomyTree, node: int) -> list[int]:
    above = [node]
    while tree.parent[above[-1]] >= 0:
        above.append(tree.parent[above[-1]])
    return above


def tree_distance(tree: TaxonomyTree, one: str, other: str) -> float:
    """By walking: the weights of the edges above one of the two, but not above both."""
    first, second = (set(path_to_root(tree, tree.nodes.index(node))) for node in (one, other))
    return sum(tree.edge_weight[node] for node in first ^ second)


def test_squared_distance_is_tree_distance(food: ColumnRole) -> None:
    dishes = ["apple", "pear", "quince", "beef", "lamb", "fruit", "food"]  # leaves and inner nodes
    table, encoding = fitted({"dish": dishes}, food)
    points = encoding.points(table)
    (attribute,) = encoding.attributes
    assert isinstance(attribute, Taxonomy)
    squared = ((points[:, None] - points[None]) ** 2).sum(axis=2) / attribute.scale**2
    tree = read_tree(food.taxonomy)
    expected = [[tree_distance(tree, one, other) for other in dishes] for one in dishes]
    assert np.allclose(squared, expected, rtol=1e-13, atol=1e-13)
    assert expected[0][4] == 1 + 2 + 3 + 4  # apple – fruit – food – meat – lamb
    assert is_near_one(total_variance(points))


def test_released_node_by_hand(food: ColumnRole) -> None:
    dishes = ["apple", "apple", "pear", "apple", "pear", "apple", "beef", "lamb", "lamb", "lamb"]
    cells = [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]
    out = released({"dish": dishes}, cells, food)["dish"].to_list()
    # majority apple; half and half under fruit; half and half under food; all the same
    assert out == ["apple"] * 3 + ["fruit"] * 2 + ["food"] * 2 + ["lamb"] * 3


@st.composite
def trees_with_records(draw: st.DrawFn) -> tuple[str, list[str], list[int]]:
    n_nodes = draw(st.integers(2, 12))
    parents = [draw(st.integers(0, node - 1)) for node in range(1, n_nodes)]
    weights = [draw(st.sampled_from([0.5, 1.0, 2.0, 3.5])) for _ in parents]
    edges = zip(range(1, n_nodes), parents, weights, strict=True)
    rows = [f"n{node},n{parent},{weight}" for node, parent, weight in edges]
    order = draw(st.permutations(rows))  # the file need not be sorted
    records = draw(st.lists(st.integers(0, n_nodes - 1), min_size=1, max_size=20))
    cells = [draw(st.integers(0, 1)) for _ in records]
    return "\n".join(["value,parent,weight", *order]), [f"n{node}" for node in records], cells


@given(trees_with_records())
def test_released_node_has_least_total_distance(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[str, list[str], list[int]]
) -> None:
    text, records, cells = case
    column = taxonomy(tmp_path_factory.mktemp("tree"), text)
    tree = read_tree(column.taxonomy)
    cell_of = np.unique(cells, return_inverse=True)[1]
    table, encoding = fitted({"dish": records}, column)
    decoded = encoding.decode(centroids_of(encoding.points(table), cell_of))["dish"]
    for cell, node in enumerate(decoded):
        own = [record for record, at in zip(records, cell_of, strict=True) if at == cell]
        totals = {other: sum(tree_distance(tree, other, record) for record in own) for other in tree.nodes}
        nearest = [other for other in tree.nodes if totals[other] <= min(totals.values()) + 1e-9]
        assert node in nearest
        # the most general one: every other nearest node lies below it
        assert all(tree.nodes.index(node) in path_to_root(tree, tree.nodes.index(other)) for other in nearest)


def test_edges_that_separate_nobody_have_no_coordinate(food: ColumnRole) -> None:
    table, encoding = fitted({"dish": ["apple", "pear", "apple"]}, food)
    assert encoding.points(table).shape == (3, 2)  # neither fruit, above all, nor meat, above none
    table, encoding = fitted({"dish": ["pear"] * 3}, food)
    assert (encoding.points(table) == 0.0).all()
    assert encoding.decode(np.zeros((1, 1)))["dish"].tolist() == ["pear"]


def test_new_record_elsewhere_in_the_tree_is_nearest_to_the_right_cell(food: ColumnRole) -> None:
    table, encoding = fitted({"dish": ["apple", "apple", "beef", "beef"]}, food)
    centroids = centroids_of(encoding.points(table), [0, 0, 1, 1])
    newcomer = encoding.points(table_of(pl.DataFrame({"dish": ["quince", "lamb"]})))
    nearest = ((newcomer[:, None] - centroids[None]) ** 2).sum(axis=2).argmin(axis=1)
    assert nearest.tolist() == [0, 1]


def test_weighted_fit_is_repetition(food: ColumnRole) -> None:
    dishes, times = ["apple", "pear", "beef"], [4, 1, 2]
    weighted, encoding_weighted = fitted({"dish": dishes}, food, weights=times)
    repeated, encoding_repeated = fitted({"dish": np.repeat(dishes, times).tolist()}, food)
    points = np.repeat(encoding_weighted.points(weighted), times, axis=0)
    assert np.allclose(points, encoding_repeated.points(repeated), rtol=1e-14)


def test_number_column_and_root_that_is_only_a_parent(tmp_path: Path) -> None:
    column = taxonomy(tmp_path, "\ufeffValue, Parent\n11,north\n12,north\n21,south\nnorth,all\nsouth,all\n\n")
    out = released({"dish": [11, 12, 21, 21]}, [0, 0, 1, 1], column)["dish"]
    assert out.to_list() == ["north", "north", "21", "21"]


def test_value_outside_the_taxonomy_is_refused_without_being_shown(food: ColumnRole) -> None:
    with pytest.raises(TableError, match=r"'dish' .* has 2 values \(the first in row 2\) outside its") as refusal:
        fitted({"dish": ["apple", "tofu", "tofu"]}, food)
    assert "tofu" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a;b\nx;y\n", "must begin with the header"),
        ("", "must begin with the header"),
        ("value,parent\n", "no rows"),
        ("value,parent\nx,y,3\n", "3 fields instead of 2 in line 2"),
        ("value,parent\n,y\n", "value is empty in line 2"),
        ("value,parent\nx,y\nx,z\n", "in line 3 .* already given in line 2"),
        ("value,parent\nx,y\nu,v\n", "2 roots"),
        ("value,parent\nx,y\ny,x\n", "circle: 2 values .* line 2"),
        ("value,parent\nb,a\nx,y\ny,x\n", "circle: 2 values .* line 3"),
        ("value,parent\nx,x\n", "circle"),
        ("value,parent,weight\nx,y,-1\n", "positive number in line 2"),
        ("value,parent,weight\nx,y,nan\n", "positive number in line 2"),
        ("value,parent,weight\nx,y,heavy\n", "positive number in line 2"),
        ("value,parent,weight\nx,y,1\ny,,1\n", "weight without a parent in line 3"),
        ('value,parent\n"x,y\n', "not well-formed"),
    ],
)
def test_what_is_no_tree_is_refused(tmp_path: Path, text: str, words: str) -> None:
    column = taxonomy(tmp_path, text)
    with pytest.raises(RolesError, match=words):
        read_tree(column.taxonomy)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RolesError, match="does not exist"):
        read_tree(tmp_path / "nowhere.csv")
    with pytest.raises(RolesError, match="cannot be read"):
        read_tree(tmp_path)
    (tmp_path / "latin.csv").write_bytes("value,parent\nKöln,alle\n".encode("latin-1"))
    with pytest.raises(RolesError, match="not UTF-8"):
        read_tree(tmp_path / "latin.csv")
    with pytest.raises(RolesError, match="names no taxonomy file"):
        fitted({"dish": ["apple"]}, role("dish", type=ColumnType.TAXONOMY))
