"""Pictures of cells: what they show, and that without the points they show no record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection, PolyCollection

from shoal.errors import ParameterError
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.release.pages.cell_plots import (
    POINTS_DRAWN,
    cells_figure,
    history_figure,
    inline_svg,
    side_by_side_figure,
    write_png,
)

SITES = np.array([[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]])


def in_quarters(n_records: int = 200) -> tuple[np.ndarray, Partition]:
    """Points of a square in its four quarters, as an iterative method would leave them."""
    points = np.random.default_rng(3).uniform(size=(n_records, 2))
    cell_of = PowerDiagram(SITES, np.zeros(4)).assign(points)
    partition = Partition.from_cells(
        points, cell_of, method="pcl(speed=0.5)", costs=np.zeros(4), sites=SITES, history=(12.0, 9.0, 8.5)
    )
    return points, partition


def drawn_points(axes: Axes) -> set[tuple[float, float]]:
    """Every place that anything in the axes is drawn at: corners of shapes and middles of dots."""
    places: list[np.ndarray] = []
    for each in axes.collections:
        if isinstance(each, PolyCollection):
            places += [path.vertices for path in each.get_paths()]
        elif isinstance(each, PathCollection):
            places.append(np.asarray(each.get_offsets()))
    return {(float(x), float(y)) for x, y in np.vstack(places)}


def outlines(axes: Axes) -> list[np.ndarray]:
    (lines,) = [
        each for each in axes.collections if isinstance(each, PolyCollection) and len(each.get_facecolor()) == 0
    ]
    return [path.vertices for path in lines.get_paths()]


def test_cells_without_points_show_borders_and_centroids_only() -> None:
    points, partition = in_quarters()
    (axes,) = cells_figure(partition).axes
    assert len(outlines(axes)) == 4
    seen = drawn_points(axes)
    assert {tuple(centroid) for centroid in partition.centroids.tolist()} <= seen
    assert not {tuple(point) for point in points.tolist()} & seen


def test_the_frame_without_points_is_that_of_the_centroids() -> None:
    points, partition = in_quarters()
    (axes,) = cells_figure(partition).axes
    assert not set(points.ravel()) & {*axes.get_xlim(), *axes.get_ylim()}
    far = partition.centroids.copy()
    far[3] += 50.0
    assert max(cells_figure(replace(partition, centroids=far)).axes[0].get_xlim()) > 50.0
    assert min(axes.get_xlim()) < partition.centroids[:, 0].min()


def test_a_greedy_partition_without_points_shows_centroids_alone() -> None:
    points, _ = in_quarters()
    greedy = microaggregate(points, 10, method="mdav")
    (axes,) = cells_figure(greedy).axes
    assert drawn_points(axes) == {tuple(centroid) for centroid in greedy.centroids.tolist()}


def test_a_greedy_partition_with_points_shows_the_hulls_of_its_cells() -> None:
    points = np.array([[0, 0], [2, 0], [0, 2], [0.5, 0.5], [9, 9], [9, 9], [8, 8], [7, 7]], dtype=float)
    greedy = Partition.from_cells(points, np.array([0, 0, 0, 0, 1, 1, 1, 1]), method="mdav")
    triangle, segment = outlines(cells_figure(greedy, points=points).axes[0])
    assert {(0, 0), (2, 0), (0, 2)} == {tuple(corner) for corner in triangle}
    assert {(9, 9), (7, 7)} == {tuple(corner) for corner in segment}


def test_points_are_thinned_out_evenly() -> None:
    points, partition = in_quarters(3 * POINTS_DRAWN)
    dots = [each for each in cells_figure(partition, points=points).axes[0].collections if len(each.get_offsets()) > 4]
    np.testing.assert_array_equal(dots[0].get_offsets(), points[::3])


def test_one_cell_and_identical_points_can_be_drawn() -> None:
    alone = Partition.from_cells(np.full((5, 2), 7e8), np.zeros(5, dtype=np.int64), method="mdav")
    cells_figure(alone)
    cells_figure(alone, points=np.full((5, 2), 7e8))


def test_axis_names_and_title_are_there() -> None:
    (axes,) = cells_figure(in_quarters()[1], axis_names=("age", "income"), title="Four cells").axes
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left")) == ("age", "income", "Four cells")


def test_side_by_side_has_one_scale_and_the_losses_in_the_titles() -> None:
    points, partition = in_quarters()
    halves = Partition.from_cells(points, partition.cell_of // 2, method="halves")
    left, right = side_by_side_figure(points, {"Halves": halves, "Quarters": partition}).axes
    assert (left.get_xlim(), left.get_ylim()) == (right.get_xlim(), right.get_ylim())
    change = 100 * (partition.loss / halves.loss - 1)
    assert left.get_title(loc="left").startswith(f"Halves: loss {100 * halves.loss:.2f} %\n2 cells of ")
    assert f"{100 * partition.loss:.2f} % (−{-change:.0f} %)\n4 cells of " in right.get_title(loc="left")


def test_history_falls_to_the_loss_beside_the_others_level() -> None:
    points, partition = in_quarters()
    mdav = microaggregate(points, 40, method="mdav")
    (axes,) = history_figure(partition, compared_with={"MDAV": mdav}).axes
    falling, level = axes.lines
    np.testing.assert_allclose(falling.get_ydata(), 100 * np.array([12.0, 9.0, 8.5]) / partition.sst)
    assert set(level.get_ydata()) == {100 * mdav.loss}
    own, other = (text.get_text() for text in axes.texts)
    assert own == f"pcl: {850 / partition.sst:.2f} %"
    assert other == f"MDAV: {100 * mdav.loss:.2f} %"


def test_inline_pictures_are_well_formed_and_stable_and_share_no_id() -> None:
    partition = in_quarters()[1]
    cells = inline_svg(cells_figure(partition, axis_names=("a & b", "c")), 'Cells of "a" & b')
    history = inline_svg(history_figure(partition), "Loss by iteration")
    assert cells == inline_svg(cells_figure(partition, axis_names=("a & b", "c")), 'Cells of "a" & b')
    page = ElementTree.fromstring(f"<div>{cells}{history}</div>")
    assert [picture.get("aria-label") for picture in page] == ['Cells of "a" & b', "Loss by iteration"]
    assert all(picture.get("viewBox") for picture in page)
    ids = [element.get("id") for picture in page for element in picture.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    wanted = {name[1:] for element in page.iter() for key, name in element.items() if key.endswith("href")}
    assert wanted <= set(ids)


def test_the_same_cells_give_the_same_png(tmp_path: Path) -> None:
    points, partition = in_quarters()
    for name in ("one", "other"):
        write_png(cells_figure(partition, points=points), tmp_path / name)
    written = (tmp_path / "one").read_bytes()
    assert written.startswith(b"\x89PNG")
    assert written == (tmp_path / "other").read_bytes()


def test_cells_of_space_are_refused() -> None:
    space = microaggregate(np.random.default_rng(0).normal(size=(20, 3)), 5, method="mdav")
    for draw in (lambda: cells_figure(space), lambda: side_by_side_figure(np.zeros((20, 3)), {"MDAV": space})):
        with pytest.raises(ParameterError, match="3 coordinates"):
            draw()


def test_a_history_that_is_not_there_is_refused() -> None:
    points, partition = in_quarters()
    with pytest.raises(ParameterError, match="'mdav' left no history"):
        history_figure(microaggregate(points, 10, method="mdav"))
    with pytest.raises(ParameterError, match="left no history"):
        history_figure(replace(partition, sst=0.0))


def test_nothing_to_stand_side_by_side_is_refused() -> None:
    with pytest.raises(ParameterError, match="no partition to draw"):
        side_by_side_figure(np.zeros((4, 2)), {})
