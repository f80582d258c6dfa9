"""The plots of shoal compare with a front: loss against time, a panel for each k; loss against risk, all k in one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.cli.release.comparison.loss_plot import COLOURS, GRID, INK, MARKERS, figure_written, methods_of, plain_axes

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from shoal.cli.release.comparison.runs import Comparison, LeastLoss

PANELS_ACROSS = 3
PANEL_INCHES = (4.2, 3.7)
LEGEND_INCHES = 2.2
RISK_INCHES = (8.0, 4.8)
FRONT, BOUND = "#9aa4b1", "#8a5a00"
ROOM = 0.08  # of the spread of losses, above and below
TIME_ROOM = 1.7  # factor of time left and right of the outermost runs
SHORTEST_S = 1e-4  # a logarithm needs more than nothing


def write_pareto_plot(path: Path, results: Sequence[Comparison], bounds: Sequence[LeastLoss], table_name: str) -> None:
    """Draw and write, whole or not at all; the suffix chooses the format."""
    across = min(PANELS_ACROSS, len(bounds))
    down = -(-len(bounds) // across)
    with figure_written(path, PANEL_INCHES[0] * across + LEGEND_INCHES, PANEL_INCHES[1] * down) as figure:
        panels = figure.subplots(down, across, squeeze=False).ravel()
        names = methods_of(results)
        for axes, bound in zip(panels, bounds, strict=False):
            own = [run for run in results if (run.k, run.promises) == (bound.k, bound.promises)]
            draw_panel(axes, own, bound, names)
        for axes in panels[len(bounds) :]:
            axes.set_visible(False)
        figure.suptitle(f"Loss against time, {table_name}", x=0.01, ha="left", color=INK, fontweight="bold")
        entries: dict[str, Artist] = {}
        for axes in panels:
            handles, labels = axes.get_legend_handles_labels()
            entries |= dict(zip(labels, handles, strict=True))
        figure.legend(entries.values(), entries.keys(), loc="outside right upper", frameon=False, labelcolor=INK)


def draw_panel(axes: Axes, runs: Sequence[Comparison], bound: LeastLoss, names: Sequence[str]) -> None:
    """The runs of one k, each method with its own mark; the front as a stair; the bound as a line."""
    times = [max(run.seconds, SHORTEST_S) for run in runs]
    lowest, highest = min(times) / TIME_ROOM, max(times) * TIME_ROOM
    _draw_front(axes, runs, highest)
    for position, name in enumerate(names):
        own = sorted((max(run.seconds, SHORTEST_S), 100 * run.loss) for run in runs if run.kind == name)
        if not own:
            continue
        axes.plot(
            *zip(*own, strict=True),
            ":",
            label=name,
            zorder=4,
            **_mark(position),
        )
    for run in runs:
        if run.is_interrupted:
            at = (max(run.seconds, SHORTEST_S), 100 * run.loss)
            axes.annotate("interrupted", at, (0, 8), textcoords="offset points", ha="center", color=INK, fontsize=9)
    losses = [100 * run.loss for run in runs]
    if bound.loss is not None:
        losses.append(100 * bound.loss)
        axes.axhline(100 * bound.loss, color=BOUND, linewidth=1.4, linestyle="--", label="no cells lose less")
    spread = max(losses) - min(losses) or max(losses) or 1.0
    axes.set_ylim(max(0.0, min(losses) - ROOM * spread), max(losses) + ROOM * spread)
    axes.set_xscale("log")
    axes.set_xlim(lowest, highest)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_title(
        f"k = {bound.k}, {bound.promises}" if bound.promises else f"k = {bound.k}", loc="left", color=INK, fontsize=11
    )
    axes.set_xlabel("seconds", color=INK)
    axes.set_ylabel("loss, % of the variance", color=INK)
    plain_axes(axes)
    axes.tick_params(which="minor", colors=GRID)
    axes.grid(axis="x", color=GRID)


def write_risk_plot(path: Path, results: Sequence[Comparison], table_name: str) -> None:
    """Draw loss against risk and write, whole or not at all; the suffix chooses the format."""
    with figure_written(path, RISK_INCHES[0], RISK_INCHES[1]) as figure:
        axes = figure.add_subplot()
        draw_risk(axes, results)
        axes.set_title(f"Loss against risk, {table_name}", loc="left", color=INK, fontweight="bold")
        figure.legend(loc="outside right upper", frameon=False, labelcolor=INK)


def draw_risk(axes: Axes, runs: Sequence[Comparison]) -> None:
    """All runs, each method with its own mark and each point with its k; the front as a line."""
    front = sorted((100 * run.risk, 100 * run.loss) for run in runs if run.on_risk_front)
    if front:
        axes.plot(*zip(*front, strict=True), color=FRONT, linewidth=5, alpha=0.45, label="risk front", zorder=2)
    for position, name in enumerate(methods_of(runs)):
        own = [run for run in runs if run.kind == name]
        axes.plot(
            [100 * run.risk for run in own],
            [100 * run.loss for run in own],
            linestyle="",
            label=name,
            zorder=4,
            **_mark(position),
        )
    for run in runs:
        if run.is_recommended:
            at = (100 * run.risk, 100 * run.loss)
            axes.plot(*at, "o", markersize=17, markerfacecolor="none", color=BOUND, label="recommended", zorder=5)
            # Above the circle, towards the middle, so that no text is struck through or leaves the picture.
            is_left = run.risk <= max(other.risk for other in runs) / 2
            axes.annotate(
                # A set of promises has a long name, which the mark has in the legend.
                f"recommended: k = {run.k}" if run.promises else f"recommended: {run.title}, k = {run.k}",
                at,
                (10 if is_left else -10, 12),
                textcoords="offset points",
                ha="left" if is_left else "right",
                color=BOUND,
                fontsize=9,
                zorder=6,
            )
    for k in sorted({run.k for run in runs if run.on_risk_front}):
        # One label for each k, at its least loss, on the empty side of the front.
        least = min((run for run in runs if run.on_risk_front and run.k == k), key=lambda run: run.loss)
        axes.annotate(
            f"k = {k}",
            (100 * least.risk, 100 * least.loss),
            (-12, -9) if least.is_recommended else (-9, -5),  # outside the circle
            textcoords="offset points",
            ha="right",
            va="top",
            color=INK,
            fontsize=9,
        )
    axes.set_xlabel("risk, % right guesses of an attacker", color=INK)
    axes.set_ylabel("loss, % of the variance", color=INK)
    axes.set_ylim(bottom=0)
    axes.set_xlim(left=0)
    plain_axes(axes)
    axes.grid(axis="x", color=GRID)


def _mark(position: int) -> dict[str, Any]:
    """The mark and the colour of a method, the same in both plots."""
    colour = COLOURS[position % len(COLOURS)]
    return {
        "marker": MARKERS[position % len(MARKERS)],
        "color": colour,
        "markerfacecolor": colour if position < len(COLOURS) else "white",
        "markersize": 7,
    }


def _draw_front(axes: Axes, runs: Sequence[Comparison], until: float) -> None:
    """The least loss that each time buys."""
    front = sorted((max(run.seconds, SHORTEST_S), 100 * run.loss) for run in runs if run.on_front)
    if not front:
        return  # the only run was interrupted
    seconds, losses = zip(*front, strict=True)
    axes.step(
        [*seconds, until],
        [*losses, losses[-1]],
        where="post",
        color=FRONT,
        linewidth=5,
        alpha=0.45,
        label="least loss in this time",
        zorder=2,
    )
