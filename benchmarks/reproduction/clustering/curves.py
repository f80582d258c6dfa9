"""Figure 6 of the clustering paper: the loss of the four methods for every k from 2 to 100.

The paper draws SimC and says that the others look alike; all five are drawn here, the others for fewer k. V-MDAV is the
best γ of the scan, as in its tables. Simulated sets: the mean of three (the paper does not say how many; three scatter
by about 2.3 % on SimC, one standard error).
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from benchmarks.published import METHODS, losses
from benchmarks.published_figures import PRINTED
from benchmarks.reproduction.clustering.bars import COLOURS
from benchmarks.reproduction.clustering.losses import (
    CORES,
    METHOD_TITLES,
    TITLES,
    is_simulated,
    missing_files,
    skipped_lines,
)
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save, tidy
from shoal.arrays import FloatArray
from shoal.release.pages.cell_plots import STYLE

CURVE_KS = tuple(range(2, 101))
OTHER_CURVE_KS = (*range(2, 11), 15, *range(20, 101, 10))
QUICK_CURVE_KS = (2, 5, 10, 50, 100)
CURVE_SETS = 3
QUICK_CURVE_SETS = 1
TOLD_KS = (2, 5, 10, 20, 50, 100)  # rows of the table; the picture has all
FIGURE_6 = "SimC"

Curves = dict[str, FloatArray]  # method: loss by k


def repeat_curves(page: Path, quick: bool, options: str) -> None:
    """SimC as in the paper, and the four data sets that it leaves out."""
    n_sets = QUICK_CURVE_SETS if quick else CURVE_SETS
    absent = {file.removesuffix(".csv") for file in missing_files()}
    by_source: dict[str, Curves] = {}
    ks_of: dict[str, tuple[int, ...]] = {}
    with ProcessPoolExecutor(CORES) as pool:
        for source in [FIGURE_6, *(source for source in PRINTED if source not in {FIGURE_6, *absent})]:
            seeds = range(n_sets if is_simulated(source) else 1)
            ks = ks_of[source] = QUICK_CURVE_KS if quick else CURVE_KS if source == FIGURE_6 else OTHER_CURVE_KS
            rows = list(pool.map(partial(losses_at, source, seeds), ks))
            by_source[source] = {method: np.array([row[method] for row in rows]) for method in METHODS}
            print(
                source, {method: round(float(curve[-1]), 2) for method, curve in by_source[source].items()}, flush=True
            )
    folder = page.parent / "images" / "reproduction"
    first = "As figure 6 of the clustering paper: SimC, loss against k"
    others = "The other data sets: loss against k"
    rest = {source: curves for source, curves in by_source.items() if source != FIGURE_6}
    lines = [
        save(curves_picture(ks_of, {FIGURE_6: by_source[FIGURE_6]}), folder, "figure-6-clustering-paper", first),
        "",
        save(curves_picture(ks_of, rest), folder, "loss-against-k", others),
        "",
        *curve_table(ks_of, by_source),
        "",
        falls_of(by_source),
    ]
    write_section(page, "loss-against-k", [*lines, *skipped_lines(missing_files())], options)


def losses_at(source: str, seeds: Iterable[int], k: int) -> dict[str, float]:
    """The mean over the sets, V-MDAV at the best γ of each. γ = 0, the first of the scan, is MDAV⁺."""
    sums = dict.fromkeys(METHODS, 0.0)
    n_sets = 0
    for seed in seeds:
        scan = losses(source, seed, "vmdav", k)
        of_set = {"vmdav": min(scan), "mdav+": scan[0]}
        for method in METHODS:
            sums[method] += of_set[method] if method in of_set else losses(source, seed, method, k)[0]
        n_sets += 1
    return {method: total / n_sets for method, total in sums.items()}


def curve_table(ks_of: dict[str, tuple[int, ...]], by_source: dict[str, Curves]) -> list[str]:
    """Some of the points of the curves."""
    told = [k for k in TOLD_KS if k in ks_of[FIGURE_6]]
    lines = ["| data | method | " + " | ".join(f"k = {k}" for k in told) + " |", "|---|---|" + "---|" * len(told)]
    for source, curves in by_source.items():
        for method in METHODS:
            figures = " | ".join(f"{curves[method][ks_of[source].index(k)]:.3f}" for k in told)
            lines.append(f"| {TITLES[source]} | {METHOD_TITLES[method]} | {figures} |")
    return lines


def falls_of(by_source: dict[str, Curves]) -> str:
    """Whether the loss grows with k: how often a curve falls from one k to the next, and by how much at most."""
    told = []
    for source, curves in by_source.items():
        steps = np.array([np.diff(curve) / curve[:-1] for curve in curves.values()])
        n_falls = int((steps < 0).sum())
        deepest = f", by at most {-100 * steps.min():.1f} %" if n_falls else ""
        told.append(f"{TITLES[source]} {n_falls} of {steps.size}{deepest}")
    return f"Steps from one k to the next at which a loss falls: {'; '.join(told)}."


def curves_picture(ks_of: dict[str, tuple[int, ...]], by_source: dict[str, Curves]) -> Figure:
    """One pair of axes for each data set."""
    n_across = min(len(by_source), 2)
    n_down = -(-len(by_source) // n_across)
    with rc_context(STYLE):
        figure = Figure(figsize=(4.2 * n_across + 1.4, 3.0 * n_down + 0.3), layout="constrained")
        for place, (source, curves) in enumerate(by_source.items()):
            axes = figure.add_subplot(n_down, n_across, place + 1)
            for method, curve in curves.items():
                label = METHOD_TITLES[method].replace("\\", "")
                axes.plot(ks_of[source], curve, color=COLOURS[method], linewidth=1.4, label=label)
            axes.set(xlabel="k", ylabel="loss, %", ylim=(0, None))
            axes.set_title(TITLES[source], loc="left", fontsize=10)
            if place == 0:
                axes.legend(frameon=False, fontsize=9)
            tidy(axes)
    return figure
