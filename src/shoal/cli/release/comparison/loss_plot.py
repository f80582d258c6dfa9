"""A plot of shoal compare: loss against k, one line a method, each named at its own end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.table.atomic import atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from shoal.cli.release.comparison.runs import Comparison

# Okabe and Ito's colours (2008), which people with any colour vision can tell apart; yellow is too pale for a line.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = "osD^vPX"
LINES = ("-", "--", "-.", ":")  # of one method with several budgets
INK, GRID = "#4a5563", "#e3e7ec"
LABEL_GAP = 0.055  # of the height of the plot: two labels closer than this would overlap
RESOLUTION_DPI = 160
WIDE_RANGE = 8  # beyond this ratio of the largest to the smallest k, the small ones crowd on a linear axis


def write_loss_plot(path: Path, results: Sequence[Comparison], table_name: str) -> None:
    """Draw and write, whole or not at all; the suffix chooses the format."""
    with figure_written(path, 8.0, 4.8) as figure:
        draw(figure.add_subplot(), results, table_name)


@contextmanager
def figure_written(path: Path, width: float, height: float) -> Iterator[Figure]:
    """A figure of so many inches to draw on; written at the end, whole or not at all."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    # The same results give the same file: no date inside, and no random names in SVG.
    with rc_context({"svg.hashsalt": "shoal", "font.size": 11, "svg.fonttype": "none"}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        stamp = {".png": "Creation Time", ".svg": "Date", ".pdf": "CreationDate"}[path.suffix.lower()]
        with atomically(path) as draft:
            figure.savefig(
                draft, format=path.suffix[1:].lower(), dpi=RESOLUTION_DPI, metadata={stamp: None}, facecolor="white"
            )


def plain_axes(axes: Axes) -> None:
    """Quiet axes: the lines are what is looked at."""
    axes.grid(axis="y", color=GRID)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INK)
    axes.tick_params(colors=INK)


def draw(axes: Axes, results: Sequence[Comparison], table_name: str) -> None:
    """The lines, each with its name, and the axes."""
    names = list(dict.fromkeys(result.named for result in results))
    methods = methods_of(results)
    drawn = dict.fromkeys(methods, 0)
    ks = sorted({result.k for result in results})
    ends: list[tuple[float, str, str]] = []
    for name in names:
        method = next(result.kind for result in results if result.named == name)
        position = methods.index(method)
        colour = COLOURS[position % len(COLOURS)]
        marker = MARKERS[position % len(MARKERS)]
        inside = colour if position < len(COLOURS) else "white"
        line = LINES[drawn[method] % len(LINES)]
        drawn[method] += 1
        own = sorted(_losses(results, name).items())
        axes.plot(
            *zip(*own, strict=True),
            line,
            marker=marker,
            color=colour,
            markerfacecolor=inside,
            linewidth=2,
            markersize=6,
        )
        ends.append((own[-1][1], name, colour))
    axes.set_title(f"Loss against k, {table_name}", loc="left", color=INK, fontweight="bold")
    axes.set_xlabel("k: the fewest records that look alike", color=INK)
    axes.set_ylabel("loss, % of the variance", color=INK)
    if ks[-1] > WIDE_RANGE * ks[0]:
        axes.set_xscale("log")
        axes.minorticks_off()
    axes.set_xticks(ks, [str(k) for k in ks])
    axes.set_ylim(bottom=0, top=max(1e-9, 1.06 * max(100 * result.loss for result in results)))
    if len(ks) == 1:
        axes.set_xlim(ks[0] - 1, ks[0] + 1)
    plain_axes(axes)
    _name_lines(axes, ends, ks[-1])


def methods_of(results: Sequence[Comparison]) -> list[str]:
    """In the order in which they get their colours: the same in every picture."""
    return sorted({result.kind for result in results})


def _losses(results: Sequence[Comparison], title: str) -> dict[int, float]:
    """Loss by k. A method that had ended by itself was not run with a larger budget: it would lose the same."""
    shown = next(result for result in results if result.named == title)
    losses = {}
    for result in sorted(results, key=lambda run: run.budget_s or 0.0):
        is_shorter = not result.is_interrupted and (result.budget_s or 0.0) < (shown.budget_s or 0.0)
        if result.named == title or (result.kind == shown.kind and is_shorter):
            losses[result.k] = 100 * result.loss
    return losses


def _name_lines(axes: Axes, ends: Sequence[tuple[float, str, str]], last_k: int) -> None:
    """Names to the right of the last points, moved apart where they would overlap."""
    height = axes.get_ylim()[1]
    ascending = sorted(ends)
    positions = moved_apart([loss for loss, _, _ in ascending], LABEL_GAP * height, height)
    for (_, name, colour), position in zip(ascending, positions, strict=True):
        axes.annotate(
            name,
            xy=(last_k, position),
            xytext=(12, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            annotation_clip=False,
            fontweight="bold",
        )


def moved_apart(ascending: Sequence[float], gap: float, top: float) -> list[float]:
    """Places at least a gap apart: pushed up where they crowd, then down again from the top."""
    positions: list[float] = []
    for value in ascending:
        positions.append(max(value, positions[-1] + gap) if positions else value)
    limit = top
    for position in reversed(range(len(positions))):
        positions[position] = min(positions[position], limit)
        limit = positions[position] - gap
    return positions
