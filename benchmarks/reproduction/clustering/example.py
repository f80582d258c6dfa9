"""The worked example of the clustering paper with its figures 1 and 2: eleven values, k = 3, V-MDAV beside MDAV*."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.published_figures import EXAMPLE_VALUES, PRINTED_EXAMPLE
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from shoal import Partition, microaggregate
from shoal.release.pages.cell_plots import CELL_COLOURS, STYLE

K = 3
FIGURES = {"vmdav": ("V-MDAV", 1), "mdav*": ("MDAV\\*", 2)}


def example_partitions() -> dict[str, Partition]:
    """V-MDAV with the γ for scattered values, and MDAV*."""
    points = np.array(EXAMPLE_VALUES).reshape(-1, 1)
    return {method: microaggregate(points, K, method=method) for method in FIGURES}


def cells_in_words(partition: Partition) -> str:
    """The values of each cell, the smallest first."""
    values = np.array(EXAMPLE_VALUES)
    cells = sorted(values[partition.cell_of == cell].tolist() for cell in range(partition.n_cells))
    return "; ".join(" ".join(f"{value:g}" for value in cell) for cell in cells)


def repeat_example(page: Path, _: bool, options: str) -> None:
    """Figures 1 and 2, with the sums that the text states."""
    lines = [
        "| method | cells | SSE | printed | loss, % | printed |",
        "|---|---|---|---|---|---|",
    ]
    found = example_partitions()
    for method, partition in found.items():
        sse, loss = PRINTED_EXAMPLE[method]
        lines.append(
            f"| {FIGURES[method][0]} | {cells_in_words(partition)} | {partition.sse:.1f} | {sse:g} "
            f"| {100 * partition.loss:.3f} | {loss:g} |"
        )
    caption = "As figures 1 and 2 of the clustering paper: the cells of V-MDAV and of MDAV*"
    name = "figures-1-and-2-clustering-paper"
    picture = save(example_picture(found), page.parent / "images" / "reproduction", name, caption)
    write_section(page, "worked-example", [*lines, "", picture], options)


def example_picture(found: dict[str, Partition]) -> Figure:
    """A line of values for each method, a colour for each cell."""
    with rc_context(STYLE):
        figure = Figure(figsize=(7.6, 2.2), layout="constrained")
        for place, (method, partition) in enumerate(found.items()):
            axes = figure.add_subplot(len(found), 1, place + 1)
            _draw_line(axes, partition)
            axes.set_title(f"{FIGURES[method][0]}".replace("\\", ""), loc="left", fontsize=10)
    return figure


def _draw_line(axes: Axes, partition: Partition) -> None:
    values = np.array(EXAMPLE_VALUES)
    for cell in range(partition.n_cells):
        members = values[partition.cell_of == cell]
        colour = CELL_COLOURS[2 * cell]
        axes.plot(members, np.zeros(len(members)), "o", color=colour, markersize=6)
        axes.plot([members.min(), members.max()], [0, 0], color=colour, linewidth=1.5)
        axes.plot([partition.centroids[cell, 0]], [0], "|", color=colour, markersize=18, markeredgewidth=2)
    axes.set_yticks([])
    axes.set_ylim(-1, 1)
    axes.spines[["top", "right", "left"]].set_visible(False)
