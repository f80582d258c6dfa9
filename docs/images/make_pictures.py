"""The pictures of the documentation, from synthetic data only: python docs/images/make_pictures.py

Writes docs/images/shoal.png (left: records of a plane and their cells; right: loss against k for several methods),
cells.png (a town's homes in the cells of MDAV and of PCL) and convergence.png (PCL's loss by iteration, begun with
MDAV's cells). The same script gives the same pictures: every random number is seeded.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from scipy.spatial import ConvexHull

from shoal import PCL, microaggregate
from shoal.release.pages.cell_plots import history_figure, side_by_side_figure, write_png

FOLDER = Path(__file__).resolve().parent
INK = "#22313f"
FAINT = "#8a97a3"
CELL_COLOURS = ("#1b6ca8", "#e07a3f", "#3c8f6d", "#b8465a", "#7a5ea8", "#c49a1a", "#2f9aa0", "#8c6d5a")
K_OF_PLANE = 5
K_OF_TOWN = 60
KS = (2, 3, 4, 5, 7, 10, 15, 20)
SETS = 5  # losses are means over this many synthetic sets
METHODS = {
    "mdav": ("#9aa5b1", "MDAV"),
    "mdav+": ("#c49a1a", "MDAV⁺"),
    "vmdav(gain=0.2)": ("#e07a3f", "V-MDAV, γ = 0.2"),
    "mdav*": ("#1b6ca8", "MDAV*"),
}
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": "white",
}


def plane() -> np.ndarray:
    """Records in a plane: a few dense places and a thin scatter between them."""
    rng = np.random.default_rng(7)
    centres = np.array([[0.0, 0.0], [3.4, 1.0], [1.6, 3.1], [4.6, 3.6], [-0.6, 3.2]])
    dense = np.vstack([rng.normal(centre, (0.62, 0.48), size=(22, 2)) for centre in centres])
    return np.vstack([dense, rng.uniform((-2.0, -1.4), (6.0, 5.0), size=(26, 2))])


def town() -> np.ndarray:
    """Homes: a dense centre, four villages, and a thin scatter between them."""
    rng = np.random.default_rng(11)
    centre = rng.normal((0.0, 0.0), (1.0, 0.8), size=(1_600, 2))
    villages = np.array([[3.4, 1.9], [-3.2, 1.5], [2.6, -2.3], [-2.6, -2.2]])
    around = np.vstack([rng.normal(village, 0.38, size=(220, 2)) for village in villages])
    return np.vstack([centre, around, rng.uniform((-4.6, -3.4), (4.6, 3.2), size=(520, 2))])


def clustered(seed: int) -> np.ndarray:
    """SimC of the literature: 100 tight clusters in ten dimensions, and a third as many scattered records."""
    rng = np.random.default_rng(seed)
    tight = np.repeat(rng.uniform(size=(100, 10)), rng.integers(4, 22, size=100), axis=0)
    tight += rng.uniform(-0.005, 0.005, size=tight.shape)
    points = np.vstack([tight, rng.uniform(size=(len(tight) // 3, 10))])
    centred = points - points.mean(axis=0)
    return centred / centred.std(axis=0)


def draw_cells(axes: Axes) -> None:
    """Every record tied to the centroid that is released in its place."""
    points = plane()
    partition = microaggregate(points, K_OF_PLANE, method="mdav*")
    colours = [CELL_COLOURS[cell % len(CELL_COLOURS)] for cell in range(partition.n_cells)]
    members = [points[partition.cell_of == cell] for cell in range(partition.n_cells)]
    hulls = [inside[ConvexHull(inside).vertices] for inside in members]
    axes.add_collection(PolyCollection(hulls, facecolors=colours, edgecolors=colours, alpha=0.13, linewidths=1.2))
    ties = [(point, partition.centroids[cell]) for point, cell in zip(points, partition.cell_of, strict=True)]
    axes.add_collection(
        LineCollection(ties, colors=[colours[cell] for cell in partition.cell_of], linewidths=0.7, alpha=0.45)
    )
    axes.scatter(*points.T, s=15, c=[colours[cell] for cell in partition.cell_of], linewidths=0, zorder=3)
    axes.scatter(*partition.centroids.T, s=62, c="white", edgecolors=colours, linewidths=2.0, zorder=4)
    axes.set(xticks=[], yticks=[], aspect="equal")
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.autoscale_view()
    axes.set_title(
        f"{len(points)} records, k = {K_OF_PLANE}: each dot is released as its ring",
        loc="left",
        fontsize=11,
        fontweight="bold",
    )
    axes.text(
        0.0,
        -0.02,
        f"{partition.n_cells} cells of {partition.sizes.min()} to {partition.sizes.max()} records; "
        f"{100 * partition.loss:.1f} % of the variance is lost",
        transform=axes.transAxes,
        va="top",
        color=FAINT,
        fontsize=9,
    )


def draw_losses(axes: Axes) -> None:
    """Loss against k, the methods named at their lines' ends."""
    sets = [clustered(seed) for seed in range(SETS)]
    ends = {}
    for method, (colour, _) in METHODS.items():
        losses = [float(np.mean([100 * microaggregate(points, k, method=method).loss for points in sets])) for k in KS]
        axes.plot(KS, losses, color=colour, linewidth=2.0, marker="o", markersize=4)
        ends[method] = losses[-1]
    gap = 1.7  # so that names at neighbouring ends do not run into each other
    height = -np.inf
    for method in sorted(ends, key=lambda name: ends[name]):
        height = max(ends[method], height + gap)
        colour, name = METHODS[method]
        axes.annotate(name, (KS[-1] + 0.45, height), color=colour, va="center", fontsize=9.5, fontweight="bold")
    axes.set(xlabel="k", ylabel="loss, % of the variance", xticks=KS, xlim=(1.4, 25.5), ylim=(0, 33))
    axes.grid(axis="y", color="#e5e9ee", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_title(f"What k costs: means of {SETS} synthetic sets", loc="left", fontsize=11, fontweight="bold")


def draw_town() -> None:
    """The same homes in the cells of two methods, and how PCL came to its own."""
    points = town()
    mdav = microaggregate(points, K_OF_TOWN, method="mdav")
    pcl = microaggregate(points, K_OF_TOWN, method=PCL(), seed=0)
    write_png(side_by_side_figure(points, {"MDAV": mdav, "PCL": pcl}), FOLDER / "cells.png")
    from_mdav = microaggregate(points, K_OF_TOWN, method=PCL(start=mdav))
    write_png(history_figure(from_mdav, compared_with={"mdav": mdav}), FOLDER / "convergence.png")


def main() -> None:
    """Draw and write."""
    with mpl.rc_context(STYLE):
        figure, (left, right) = plt.subplots(
            1, 2, figsize=(11.6, 4.7), width_ratios=(1.12, 1), layout="constrained", gridspec_kw={"wspace": 0.08}
        )
        draw_cells(left)
        draw_losses(right)
        figure.savefig(FOLDER / "shoal.png", dpi=160, metadata={"Software": None})
        plt.close(figure)
    draw_town()


if __name__ == "__main__":
    main()
