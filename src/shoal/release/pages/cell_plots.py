"""Pictures of cells in a plane, of the way the distortion fell, and of two partitions side by side (matplotlib).

A picture for strangers shows borders and centroids only: a quantizer publishes both anyway. Records' points, and the
convex hulls of cells without a diagram (whose corners are records' points), are drawn only for a caller who gives the
points; even the frame is taken from the centroids otherwise, because the outermost records are points as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shoal.arrays import FloatArray, records_by_cell
from shoal.errors import ParameterError
from shoal.partition.partition import Partition
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.power_polygons import power_polygons
from shoal.release.pages.plots import AFTER, LINE, NEGATIVE, TEXT
from shoal.release.wording import AUTO, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

# Paul Tol's muted scheme (2021), which people with any colour vision can tell apart, without its palest colour.
CELL_COLOURS = ("#332288", "#88ccee", "#44aa99", "#117733", "#999933", "#ddcc77", "#cc6677", "#882255", "#aa4499")
SIDE_INCHES = 4.6
TITLE_INCHES = 0.6  # two lines
SHAPES = (0.4, 1.6)  # height by width: beyond, a picture fills its page with nothing
MARGIN = 0.04  # of the range, around the points
OPEN_MARGIN = 0.6  # of a typical cell's width: outer centroids stand about half a cell inside the border of the data
POINTS_DRAWN = 8_000  # more cannot be told apart in a picture of this size, and make its file large
PNG_DPI = 110
PNG_COLOURS = 96  # enough for nine colours of cells, their tints and the greys of the letters
XML_NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
GROUP_ID = re.compile(r'<g id="[^"]*">')  # matplotlib numbers its groups from 1 in every figure; nothing refers to them
VIEW_BOX = re.compile(r'viewBox="[^"]*"')
STYLE: dict[Any, Any] = {
    "font.size": 10,
    "text.color": TEXT,
    "axes.edgecolor": LINE,
    "axes.labelcolor": TEXT,
    "axes.titlecolor": TEXT,
    "xtick.color": TEXT,
    "ytick.color": TEXT,
    "figure.constrained_layout.h_pad": 0.1,
    "svg.fonttype": "none",
    "svg.hashsalt": "shoal",  # the same cells give the same file
}


def cells_figure(
    partition: Partition, *, points: FloatArray | None = None, axis_names: tuple[str, str] = ("", ""), title: str = ""
) -> Figure:
    """The cells of a plane: borders and centroids; with ``points``, the records as well.

    A partition without a diagram shows its centroids, by size, and with ``points`` the convex hulls of its cells.
    """
    _check_plane(partition)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        frame = _frame(partition, points)
        size = (SIDE_INCHES, _height(frame) + (TITLE_INCHES if title else 0.0))
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        _draw_cells(axes, partition, points, frame)
        axes.set(xlabel=axis_names[0], ylabel=axis_names[1])
        axes.set_title(title, loc="left", fontsize=11)
    return figure


def side_by_side_figure(points: FloatArray, partitions: Mapping[str, Partition]) -> Figure:
    """The same records in the cells of several methods, at one scale, the losses in the titles.

    Every title after the first says by how much its loss differs from the first's. Shows records' points: not for a
    report.
    """
    for partition in partitions.values():
        _check_plane(partition)
    if not partitions:
        raise ParameterError("there is no partition to draw. Give at least one, by name.")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        first = next(iter(partitions.values()))
        frame = _frame(first, points)
        size = (SIDE_INCHES * len(partitions), _height(frame) + TITLE_INCHES)
        figure = Figure(figsize=size, layout="constrained")
        row = figure.subplots(1, len(partitions), sharex=True, sharey=True, squeeze=False)[0]
        for axes, (name, partition) in zip(row, partitions.items(), strict=True):
            _draw_cells(axes, partition, points, frame)
            axes.set_title(_loss_title(name, partition, first.loss), loc="left", fontsize=11)
    return figure


def history_figure(partition: Partition, *, compared_with: Mapping[str, Partition] | None = None) -> Figure:
    """Loss after each outer iteration of an iterative method, with the losses of other partitions as level lines."""
    if not partition.history or partition.sst == 0.0:
        raise ParameterError(
            f"method {partition.method!r} left no history of its iterations. Give the partition of an iterative "
            "method, such as 'pcl', on records that are not all alike."
        )
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with rc_context(STYLE):
        figure = Figure(figsize=(1.4 * SIDE_INCHES, 0.75 * SIDE_INCHES), layout="constrained")
        axes = figure.add_subplot()
        losses = 100 * np.array(partition.history) / partition.sst
        axes.plot(np.arange(1, len(losses) + 1), losses, color=AFTER, linewidth=2, marker="o", markersize=3.5)
        name = partition.method.removeprefix(AUTO).split("(")[0]  # its settings would run out of the picture
        _write_above(axes, losses[-1], f"{name}: {percent(losses[-1] / 100, 2)}", AFTER)
        for other_name, other in (compared_with or {}).items():
            axes.axhline(100 * other.loss, color=NEGATIVE, linewidth=1.4, linestyle="--")
            _write_above(axes, 100 * other.loss, f"{other_name}: {percent(other.loss, 2)}", NEGATIVE)
        axes.set(xlabel="iteration or step", ylabel="loss, % of the variance")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.ticklabel_format(axis="y", useOffset=False)  # whole percentages, however little they differ
        axes.margins(y=0.12)
        axes.grid(axis="y", color=LINE, linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def _write_above(axes: Axes, height: float, text: str, colour: str) -> None:
    """Name a line at its right end."""
    place, gap = ("axes fraction", "data"), (-2, 7)
    axes.annotate(text, (1, height), xycoords=place, xytext=gap, textcoords="offset points", ha="right", color=colour)


def inline_svg(figure: Figure, title: str) -> str:
    """A figure as an SVG element for a page: the same figure gives the same text, and two of them share no id."""
    from matplotlib import rc_context

    sink = StringIO()
    with rc_context(STYLE):
        figure.savefig(sink, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    element = sink.getvalue()
    element = GROUP_ID.sub("<g>", element[element.index("<svg") :])
    size, drawing = element.split(">", 1)
    view = VIEW_BOX.search(size)
    box = view.group() if view else ""
    name = escape(title)
    return f'<svg {XML_NAMES} {box} role="img" aria-label="{escape(title, quote=True)}"><title>{name}</title>{drawing}'


def write_png(figure: Figure, path: Path) -> None:
    """A figure as a PNG with a palette: thousands of dots in a third of the bytes; the same figure, the same file."""
    from PIL import Image

    sink = BytesIO()
    figure.savefig(sink, format="png", dpi=PNG_DPI, facecolor="white")
    few_colours = Image.open(sink).convert("RGB").quantize(PNG_COLOURS, dither=Image.Dither.NONE)
    few_colours.save(path, format="PNG", optimize=True)


def _loss_title(name: str, partition: Partition, reference: float) -> str:
    sizes = f"{partition.n_cells} cells of {partition.sizes.min():,}"
    if partition.sizes.max() > partition.sizes.min():
        sizes += f" to {partition.sizes.max():,}"
    loss = f"loss {percent(partition.loss, 2)}"
    if reference > 0.0 and partition.loss != reference:
        loss += f" ({100 * (partition.loss / reference - 1):+.0f} %)".replace("-", "−")
    return f"{name}: {loss}\n{sizes}"


def _frame(partition: Partition, points: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Lower and upper corner of the picture."""
    shown = partition.centroids if points is None else points
    lower, upper = shown.min(axis=0), shown.max(axis=0)
    spread = max(float((upper - lower).max()), np.finfo(np.float64).tiny)
    around = spread * (MARGIN if points is not None else OPEN_MARGIN / float(np.sqrt(partition.n_cells)))
    if not np.all(upper + around > lower - around):  # one centroid, or points too far out for so small a margin
        around = max(1.0, float(np.abs(shown).max()))
    return lower - around, upper + around


def _height(frame: tuple[FloatArray, FloatArray]) -> float:
    """How tall a picture of the usual width is, within reason."""
    width, height = frame[1] - frame[0]
    return SIDE_INCHES * float(np.clip(height / width, *SHAPES))


def _draw_cells(
    axes: Axes, partition: Partition, points: FloatArray | None, frame: tuple[FloatArray, FloatArray]
) -> None:
    """Borders, records if they may be seen, centroids on top."""
    colours = np.array(CELL_COLOURS)[np.arange(partition.n_cells) % len(CELL_COLOURS)]
    if partition.sites is not None and partition.costs is not None:
        polygons = power_polygons(PowerDiagram(partition.sites, partition.costs), *frame)
        _draw_borders(axes, polygons, np.full_like(colours, AFTER) if points is None else colours, TEXT)
    elif points is not None:
        _draw_borders(axes, _hulls(partition, points), colours, None)
    if points is not None:
        _draw_points(axes, partition, points, colours)
    _draw_centroids(axes, partition)
    (left, bottom), (right, top) = frame
    axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal", xticks=[], yticks=[])


def _draw_borders(axes: Axes, shapes: Sequence[FloatArray], colours: NDArray[np.str_], line: str | None) -> None:
    """Shapes filled lightly with their colours; the line has one colour for all, or that of its shape."""
    from matplotlib.collections import PolyCollection

    seen = [cell for cell, shape in enumerate(shapes) if len(shape)]
    corners = [shapes[cell] for cell in seen]
    axes.add_collection(PolyCollection(corners, facecolors=colours[seen], alpha=0.12, linewidths=0, zorder=1))
    edges = colours[seen] if line is None else line
    axes.add_collection(PolyCollection(corners, facecolors="none", edgecolors=edges, linewidths=0.9, zorder=3))


def _draw_points(axes: Axes, partition: Partition, points: FloatArray, colours: NDArray[np.str_]) -> None:
    every = -(-len(points) // POINTS_DRAWN)  # every so many-th: which ones does not depend on a random number
    drawn = slice(None, None, every)
    size = float(np.clip(16_000 / len(points), 2.6, 14.0))
    seen = colours[partition.cell_of[drawn]].tolist()
    axes.scatter(points[drawn, 0], points[drawn, 1], s=size, c=seen, linewidths=0, alpha=0.8, zorder=2, rasterized=True)


def _draw_centroids(axes: Axes, partition: Partition) -> None:
    largest = float(np.clip(1_800 / partition.n_cells, 3.0, 34.0))
    sizes = largest * partition.sizes / partition.sizes.max()
    edge = 0.8 if largest > 10 else 0.3
    across, up = partition.centroids.T
    axes.scatter(across, up, s=sizes, c=TEXT, edgecolors="white", linewidths=edge, zorder=4)


def _hulls(partition: Partition, points: FloatArray) -> list[FloatArray]:
    """The convex hull of each cell's points; a segment, or a dot, where they span no more."""
    from scipy.spatial import ConvexHull, QhullError

    hulls = []
    for inside in (points[members] for members in records_by_cell(partition.cell_of)):
        try:
            hulls.append(inside[ConvexHull(inside).vertices])
        except QhullError:  # fewer than three points, or all on one line
            hulls.append(inside[np.lexsort(inside.T)[[0, -1]]])
    return hulls


def _check_plane(partition: Partition) -> None:
    n_dims = partition.centroids.shape[1]
    if n_dims != 2:
        raise ParameterError(
            f"cells can be drawn in a plane only; these points have {n_dims} coordinates.",
            hint="Draw the partition of two columns.",
        )
