"""Figures 3 to 5 of the clustering paper: the losses of the four methods as bars, with the printed figures as marks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from benchmarks.published import METHODS
from benchmarks.published_figures import KS, PRINTED
from benchmarks.reproduction.clustering.losses import (
    METHOD_TITLES,
    TITLES,
    MethodLosses,
    measured_losses,
    missing_files,
    skipped_lines,
)
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save, tidy
from shoal.release.pages.cell_plots import STYLE
from shoal.release.pages.plots import AFTER, BEFORE, NEGATIVE, TEXT

FIGURES = {"eia": 3, "SimU": 4, "SimC": 5}
COLOURS = {"mdav": NEGATIVE, "mdav+": BEFORE, "vmdav": "#7d8794", "mdav*": AFTER}
WIDTH = 0.2  # four bars for each k, and as much space between two k


def repeat_bars(page: Path, quick: bool, options: str) -> None:
    """A picture each."""
    found = measured_losses(quick)
    lines: list[str] = []
    for source, number in FIGURES.items():
        by_k = {k: each for (name, k), each in found.items() if name == source}
        if by_k:
            caption = f"As figure {number} of the clustering paper: {TITLES[source]}"
            name = f"figure-{number}-clustering-paper"
            lines += [save(bars_picture(source, by_k), page.parent / "images" / "reproduction", name, caption), ""]
    write_section(page, "bars", [*lines, *skipped_lines(missing_files(tuple(FIGURES)))], options)


def bars_picture(source: str, by_k: dict[int, MethodLosses]) -> Figure:
    """Four bars for each k: ours; a short line across each: the printed figure."""
    with rc_context(STYLE):
        figure = Figure(figsize=(6.4, 3.4), layout="constrained")
        axes = figure.add_subplot()
        across = np.arange(len(by_k))
        for place, method in enumerate(METHODS):
            left = across + (place - 1.5) * WIDTH
            ours = [each.means()[method] for each in by_k.values()]
            axes.bar(left, ours, WIDTH * 0.9, color=COLOURS[method], label=METHOD_TITLES[method].replace("\\", ""))
            printed = [PRINTED[source][method][KS.index(k)] for k in by_k]
            label = "printed" if place == 0 else None
            axes.hlines(printed, left - WIDTH / 2, left + WIDTH / 2, color=TEXT, linewidth=1.5, label=label)
        axes.set_xticks(across, [f"k = {k}" for k in by_k])
        axes.set_ylabel("loss, %")
        axes.set_title(TITLES[source], loc="left", fontsize=10)
        axes.legend(frameon=False, fontsize=8, ncols=2)
        tidy(axes)
    return figure
