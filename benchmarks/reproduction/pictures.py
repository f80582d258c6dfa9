"""The papers' pictures from our own cells: power diagrams beside MDAV, distortion curves, convergence, running time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, StrMethodFormatter

from benchmarks.growth import fitted_exponent
from benchmarks.reproduction.measuring import Row
from shoal.release.pages.cell_plots import STYLE, side_by_side_figure, write_png
from shoal.release.pages.plots import AFTER, BEFORE, LINE, NEGATIVE

METHOD_LINES = {"MDAV": NEGATIVE, "V-MDAV": "#7d8794", "PCL": AFTER}
CURVES_IN_A_ROW = 3


def save(figure: Figure, folder: Path, name: str, alt: str) -> str:
    """Write a picture beside the page; the line of Markdown that shows it."""
    folder.mkdir(parents=True, exist_ok=True)
    write_png(figure, folder / f"{name}.png")
    return f"![{alt}](images/reproduction/{name}.png)"


def cells_picture(row: Row) -> Figure:
    """MDAV beside PCL."""
    return side_by_side_figure(row.case.points(), {"MDAV": row.mdav, "PCL": row.pcl})


def curves_picture(rows: Sequence[Row], against: str) -> Figure:
    """Distortion against k or the number of cells, one pair of axes for each kind of points."""
    kinds = list(dict.fromkeys(row.case.setting for row in rows))
    n_across = min(len(kinds), CURVES_IN_A_ROW)
    n_down = -(-len(kinds) // n_across)
    with rc_context(STYLE):
        figure = Figure(figsize=(3.6 * n_across + 0.8, 2.9 * n_down + 0.3), layout="constrained")
        for place, kind in enumerate(kinds):
            axes = figure.add_subplot(n_down, n_across, place + 1)
            _draw_curves(axes, [row for row in rows if row.case.setting == kind], against)
            axes.set_title(kind, loc="left", fontsize=10)
            if place == 0:
                axes.legend(frameon=False, fontsize=9)
    return figure


def _draw_curves(axes: Axes, rows: Sequence[Row], against: str) -> None:
    across = [row.case.k if against == "k" else row.pcl.n_cells for row in rows]
    heights = {
        "MDAV": [row.mdav_distortion for row in rows],
        "V-MDAV": [row.vmdav_distortion for row in rows],
        "PCL": [row.pcl_distortion for row in rows],
    }
    for name, values in heights.items():
        style = {"linewidth": 1.2, "linestyle": "--"} if name == "V-MDAV" else {"linewidth": 1.8}
        axes.plot(across, values, color=METHOD_LINES[name], marker="o", markersize=3.5, label=name, **style)
    if max(across) > 12 * min(across):
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set(xlabel=against, ylabel="D", ylim=(0, None))
    tidy(axes)


def growth_picture(seconds: Mapping[str, Mapping[int, float]]) -> Figure:
    """Seconds against n on doubly logarithmic axes, with the fitted power laws."""
    with rc_context(STYLE):
        figure = Figure(figsize=(6.4, 3.8), layout="constrained")
        axes = figure.add_subplot()
        for (name, measured), colour in zip(seconds.items(), (NEGATIVE, AFTER), strict=True):
            sizes = list(measured)
            exponent, factor = fitted_exponent(sizes, list(measured.values()))
            axes.plot(sizes, [factor * n**exponent for n in sizes], color=BEFORE, linewidth=1.5, zorder=1)
            label = f"{name}: seconds ∝ n^{exponent:.2f}"
            axes.plot(sizes, list(measured.values()), "o", color=colour, markersize=5, label=label)
        axes.set(xscale="log", yscale="log", xlabel="records n", ylabel="seconds")
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.legend(frameon=False, fontsize=9)
        tidy(axes)
    return figure


def tidy(axes: Axes) -> None:
    """Light lines across, no frame at the top and the right."""
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
