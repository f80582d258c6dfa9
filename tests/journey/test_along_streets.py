"""Cells along streets: what is released are crossings of a network that everybody knows, counted as any release."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError, RolesError, ShoalError, WrongUse
from shoal.journey import repeat
from shoal.release.wording import cells_short

SIDE = 6  # crossings of a grid along each side
BLOCK = 100.0
RIVER = 2  # no street but the one in the north crosses between this column and the next


def pieces():
    """A grid of streets with a river: one bridge, in the north."""
    rows = []
    for x in range(SIDE):
        for y in range(SIDE):
            here = (BLOCK * x, BLOCK * y)
            if x + 1 < SIDE and (x != RIVER or y == SIDE - 1):
                rows.append((*here, here[0] + BLOCK, here[1]))
            if y + 1 < SIDE:
                rows.append((*here, here[0], here[1] + BLOCK))
    return pl.DataFrame(rows, schema=["from_x", "from_y", "to_x", "to_y"], orient="row")


def town():
    return shoal.Graph.from_pieces(pieces())


def people(n_records=150, seed=0):
    rng = np.random.default_rng(seed)
    along, street = rng.uniform(0.0, BLOCK * (SIDE - 1), n_records), BLOCK * rng.integers(0, SIDE, n_records)
    return pl.DataFrame(
        {
            "x": (street + rng.normal(0, 3, n_records)).round(1),
            "y": along.round(1),
            "answer": rng.integers(0, 2, n_records).astype(str),
            "district": rng.choice(["a", "b"], n_records),
        }
    )


def released(table=None, graph=None, **settings):
    given = {"k": 5, "quasi_identifiers": ["x", "y"], "insensitive": ["answer", "district"], "seed": 1}
    return shoal.anonymize(people() if table is None else table, distance=graph or town(), **{**given, **settings})


def crossings_of(graph):
    return {tuple(position) for position in graph.positions.tolist()}


def test_every_class_has_k_records_at_a_crossing():
    release = released()
    assert release.table.group_by("x", "y").len()["len"].min() >= 5
    assert set(release.table.select("x", "y").rows()) <= crossings_of(town())
    assert release.partition.method.endswith("distance=graph)")


def test_the_crossing_of_a_cell_is_the_one_of_least_total_way():
    """Compared with Dijkstra from every crossing, by scipy."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import dijkstra

    graph, table = town(), people()
    release = released(table, graph, keep_order=True)
    a, b = graph.edges.T
    one_way = coo_array((graph.lengths, (a, b)), shape=(graph.n_vertices,) * 2)
    between = dijkstra(one_way + one_way.T)
    points = table.select("x", "y").to_numpy()
    ways = np.full((len(points), graph.n_vertices), np.inf)
    for point, (x, y) in enumerate(points):
        near = np.inf
        for edge, (one, other) in enumerate(graph.edges):  # the nearest piece, by hand
            begin, along = graph.positions[one], graph.positions[other] - graph.positions[one]
            share = np.clip(((x, y) - begin) @ along / (along @ along), 0.0, 1.0)
            apart = np.hypot(*((x, y) - begin - share * along))
            if apart < near - 1e-9:
                near, length = apart, graph.lengths[edge]
                ways[point] = np.minimum(share * length + between[one], (1.0 - share) * length + between[other])
    got = release.table.select("x", "y").to_numpy()
    number = {tuple(position): vertex for vertex, position in enumerate(graph.positions.tolist())}
    for cell in range(release.partition.n_cells):
        own = np.flatnonzero(release.partition.cell_of == cell)
        (crossing,) = set(map(tuple, got[own].tolist()))
        totals = ways[own].sum(axis=0)
        assert totals[number[crossing]] == pytest.approx(totals.min(), rel=1e-9)


def test_the_river_divides_cells_that_straight_lines_would_not():
    straight = shoal.anonymize(
        people(), k=5, quasi_identifiers=["x", "y"], insensitive=["answer", "district"], seed=1, method="pcl"
    )
    banks = people()["x"].to_numpy() > BLOCK * (RIVER + 0.5)

    def mixed(release):
        share = np.bincount(release.partition.cell_of, weights=banks) / release.partition.sizes
        return int(((share > 0) & (share < 1)).sum())

    assert mixed(released()) < mixed(straight)


def test_whole_numbers_stay_whole_and_others_have_the_digits_of_the_streets():
    whole = people().with_columns(pl.col("x", "y").round(0).cast(pl.Int64))
    assert released(whole).table["x"].dtype == pl.Int64  # every crossing of this town is at whole metres
    shifted = pieces().with_columns(pl.all() + 0.125)
    release = released(whole, shoal.Graph.from_pieces(shifted))
    assert set(release.table["x"].to_list()) <= {BLOCK * x + 0.125 for x in range(SIDE)}


def test_strata_weights_and_missing_positions():
    table = people()
    by = released(table, by=["district"], insensitive=["answer"])
    assert by.table.group_by("x", "y", "district").len()["len"].min() >= 5
    weighted = released(
        table.with_columns(w=pl.Series(np.random.default_rng(2).integers(1, 4, len(table)))), weight="w"
    )
    assert weighted.table.group_by("x", "y").len()["len"].min() >= 5
    gaps = table.with_columns(x=pl.when(pl.int_range(pl.len()) < 9).then(None).otherwise("x"))
    assert len(released(gaps, missing="drop").table) == len(table) - 9
    with pytest.raises(RolesError, match="on no street"):
        released(gaps, missing="own-cell")


def test_the_report_says_how_long_the_ways_are_and_pictures_are_drawn(tmp_path):
    release = released()
    facts = release.report.facts
    assert 0.0 < facts["loss"]["mean_way"] < BLOCK * SIDE
    assert "Along the streets" in " ".join(release.report.to_text().split())
    assert [row["type"] for row in facts["columns"]] == ["crossing", "crossing", None, None]
    assert "<svg" in release.report.to_html()
    assert facts["certificate"]["absent"]
    release.save(tmp_path / "out")
    assert (tmp_path / "out" / "report.html").stat().st_size > 0


@pytest.mark.parametrize("n_records", [24, 150])
def test_a_mean_way_of_few_records_or_mostly_of_one_is_not_told(n_records):
    """It would be an equation for the position of one person."""
    rng = np.random.default_rng(3)
    x = np.zeros(n_records)
    y = rng.uniform(0, 0.2, n_records)  # everybody lives at one crossing …
    y[0] = 49.0 if n_records > 24 else y[0]  # … but for one person
    table = pl.DataFrame({"x": x, "y": y, "answer": ["0"] * n_records, "district": ["a"] * n_records})
    assert "mean_way" not in released(table).report.facts["loss"]


def test_a_run_along_streets_is_repeated_with_the_same_streets_only(tmp_path):
    table = people()
    release = released(table)
    release.save(tmp_path / "out")
    again, identical = repeat(tmp_path / "out", table=table, graph=town())
    assert identical
    assert again.table.equals(release.table)
    with pytest.raises(WrongUse, match="came from memory"):
        repeat(tmp_path / "out", table=table)
    longer = pieces().with_columns(length=pl.lit(150.0))
    with pytest.raises(WrongUse, match="not those of this run"):
        repeat(tmp_path / "out", table=table, graph=longer)
    manifest = next((tmp_path / "private-out").glob("*.json"))
    assert json.loads(manifest.read_text())["settings"]["graph"].startswith("sha256:")


def test_no_streets_for_a_run_without_them(tmp_path):
    release = shoal.anonymize(people(), k=5, quasi_identifiers=["x", "y"], insensitive=["answer", "district"], seed=1)
    release.save(tmp_path / "out")
    with pytest.raises(WrongUse, match="did not measure along streets"):
        repeat(tmp_path / "out", table=people(), graph=town())


def test_the_graph_may_also_be_that_of_the_method():
    method = shoal.PCL(distance=town(), starts=2)
    release = shoal.anonymize(
        people(), k=5, quasi_identifiers=["x", "y"], insensitive=["answer", "district"], seed=1, method=method
    )
    assert set(release.table.select("x", "y").rows()) <= crossings_of(town())


def test_a_distance_by_its_name_is_that_of_pcl():
    table, roles = people(), {"k": 5, "quasi_identifiers": ["x", "y"], "insensitive": ["answer", "district"]}
    named = shoal.anonymize(table, **roles, seed=1, distance="manhattan")
    assert named.table.equals(shoal.anonymize(table, **roles, seed=1, method="pcl(distance=manhattan)").table)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"quasi_identifiers": ["x", "y", "district"], "insensitive": ["answer"]}, "exactly two quasi-identifiers"),
        ({"quasi_identifiers": ["x"], "identifiers": ["y"]}, "exactly two quasi-identifiers"),
        ({"quasi_identifiers": ["x", "district"], "insensitive": ["answer"], "identifiers": ["y"]}, "are no numbers"),
        ({"rounding": {"x": 1}}, "have no use"),
        ({"attribute_weights": {"y": 2.0}}, "have no use"),
        ({"method": "mdav"}, "Only PCL"),
        ({"method": "pcl(distance=manhattan)"}, "Only PCL"),
        ({"certify_s": 1.0}, "no bound for cells along streets"),
    ],
)
def test_what_has_no_meaning_along_streets_is_refused(settings, words):
    with pytest.raises(ShoalError, match=words):
        released(**settings)


def test_positions_far_from_every_street_are_counted_and_not_shown():
    table = people().with_columns(x=pl.when(pl.int_range(pl.len()) < 4).then(123456.5).otherwise("x"))
    with pytest.raises(ShoalError, match="4 of 150") as caught:
        released(table)
    assert "123456" not in str(caught.value)


def test_a_graph_without_coordinates_and_a_name_without_a_graph_are_refused():
    with pytest.raises(ParameterError, match="no coordinates"):
        released(graph=shoal.Graph([(0, 1), (1, 2)], [1.0, 1.0]))
    with pytest.raises(ParameterError, match="no graph was given"):
        released(graph="graph")


def test_there_is_no_quantizer_of_cells_along_streets():
    with pytest.raises(WrongUse, match="straight lines"):
        released().quantizer  # noqa: B018 - made when asked for


def test_a_report_says_why_there_is_no_quantizer_and_how_many_classes_there_are():
    release = released(k=3)
    told, promise = " ".join(release.report.to_text().split()), release.report.facts["promise"]
    assert "these cells lie along streets" in told
    assert "You can ask for one" not in told
    assert "means were rounded" not in told
    assert "With its mean in the place of its crossing" in told
    assert not any("same centroid" in warning for warning in release.report.facts["warnings"])
    assert promise["n_classes"] < promise["n_cells"]  # some cells share a crossing, and the report says both
    assert f"{promise['n_cells']} cells, {promise['n_classes']} classes" in told
    short = cells_short(promise["n_cells"], promise["n_classes"], along_streets=True)
    assert short == f"{promise['n_cells']}, released as {promise['n_classes']} classes (some cells share a crossing)"
