"""Five starts of one method, each a dot beside MDAV's line: what figures 11, 13, 15, 17, 19 and 20 of the
microaggregation paper show.

One start is from MDAV's cells and four are from random records, as there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from shoal import PCL, NoisyPCL, Partition, PowerDiagram, microaggregate
from shoal.release.pages.cell_plots import STYLE
from shoal.release.pages.plots import AFTER, LINE, NEGATIVE

RANDOM_STARTS = 4
STARTS = (("mdav", 0), *(("random", seed) for seed in range(RANDOM_STARTS)))
IN_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
GOLD = "#b8860b"

Run = Callable[[np.ndarray, int, str, int], Partition]  # points, k, 'mdav' or 'random', seed → cells
HEAD = (
    "| points | k | cells | MDAV | from MDAV | random, least | random, greatest | best ÷ MDAV | greatest ÷ least "
    "| smallest cell | seconds a start |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class StartsRow:
    """D = SSE/(d·n) of MDAV and of every start; the seconds of every start."""

    setting: str
    k: int
    n_cells: int
    mdav: float
    from_mdav: float
    from_random: tuple[float, ...]
    smallest: int
    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The least distortion of all starts."""
        return min(self.from_mdav, *self.from_random)

    @property
    def ratio(self) -> float:
        """Best start ÷ MDAV."""
        return self.best / self.mdav

    @property
    def spread(self) -> float:
        """Greatest ÷ least distortion over the starts."""
        return max(self.from_mdav, *self.from_random) / self.best

    @property
    def mdav_start_is_best(self) -> bool:
        """Whether no random start ended lower than the start from MDAV."""
        return self.from_mdav <= min(self.from_random)

    @property
    def markdown(self) -> str:
        """As a line of the page."""
        return (
            f"| {self.setting} | {self.k:,} | {self.n_cells} | {self.mdav:.4g} | {self.from_mdav:.4g} "
            f"| {min(self.from_random):.4g} | {max(self.from_random):.4g} | {self.ratio:.3f} | {self.spread:.3f} "
            f"| {self.smallest:,} | {np.mean(self.seconds):.2f} |"
        )


def with_start(method: PCL | NoisyPCL) -> Run:
    """The method itself, from the asked start."""
    return lambda points, k, start, seed: microaggregate(points, k, method=replace(method, start=start), seed=seed)


def as_printed(iterations: int, speed: float = 1.0) -> Run:
    """PCL as the papers ran it for large cells: from MDAV's cells, or from records as sites and costs 0, and never
    stopped before its iterations are over, or nothing changes."""

    def run(points: np.ndarray, k: int, start: str, seed: int) -> Partition:
        begin: str | PowerDiagram = start
        n_cells = len(points) // k
        if start == "random":
            sites = points[np.random.default_rng(seed).choice(len(points), n_cells, replace=False)]
            begin = PowerDiagram(sites, np.zeros(n_cells))
        method = PCL(start=begin, cells=n_cells, iterations=iterations, speed=speed, tolerance=0.0)
        return microaggregate(points, k, method=method)

    return run


def measured_starts(
    setting: str, points: np.ndarray, k: int, run: Run, starts: Sequence[tuple[str, int]] = STARTS
) -> StartsRow:
    """All starts, the one from MDAV first, one after the other; every cell of every start is counted."""
    distortions, seconds, smallest = [], [], len(points)
    for start, seed in starts:
        began = perf_counter()
        partition = run(points, k, start, seed)
        seconds.append(perf_counter() - began)
        distortions.append(partition.sse / points.size)
        smallest = min(smallest, int(partition.sizes.min()))
        if smallest < k:
            raise SystemExit(f"{setting}, k = {k}, start {start}: the promise is not kept")
    mdav = microaggregate(points, k, method="mdav").sse / points.size
    from_mdav, *from_random = distortions
    n_cells = partition.n_cells
    return StartsRow(setting, k, n_cells, mdav, from_mdav, tuple(from_random), smallest, tuple(seconds))


def starts_summary(rows: Sequence[StartsRow]) -> str:
    """In words, for each kind of points: reductions, spread, and whether MDAV's cells are a good start."""
    words = []
    for setting in dict.fromkeys(row.setting for row in rows):
        own = [row for row in rows if row.setting == setting]
        reductions = [100 * (1 - row.ratio) for row in own]
        best = sum(row.mdav_start_is_best for row in own)
        n_starts, above = IN_WORDS[len(own[0].seconds)], 100 * (np.mean([row.spread for row in own]) - 1)
        words.append(
            f"{setting}: {min(reductions):.0f} to {max(reductions):.0f} % below MDAV, {np.mean(reductions):.1f} % on "
            f"average; the greatest of {n_starts} starts is {above:.1f} % above the least on average; the start from "
            f"MDAV is the best in {best} of {len(own)} cases."
        )
    return " ".join(words)


def starts_figure(
    rows: Sequence[StartsRow], across: str, others: dict[str, dict[tuple[str, int], float]] | None = None
) -> Figure:
    """One pair of axes for each kind of points: MDAV as a line, every start a dot; ``others`` as crosses by (setting,
    k)."""
    kinds = list(dict.fromkeys(row.setting for row in rows))
    with rc_context(STYLE):
        figure = Figure(figsize=(4.4 * len(kinds) + 0.6, 3.4), layout="constrained")
        for number, kind in enumerate(kinds):
            axes = figure.add_subplot(1, len(kinds), number + 1)
            _draw_dots(axes, [row for row in rows if row.setting == kind], across)
            for name, values in (others or {}).items():
                own = {row.k: row for row in rows if row.setting == kind and (kind, row.k) in values}
                places = [_place(row, across) for row in own.values()]
                axes.plot(places, [values[kind, k] for k in own], "x", color=GOLD, markersize=6, label=name)
            axes.set_title(kind, loc="left", fontsize=10)
            axes.set(xlabel=across, ylabel="D", ylim=(0, None))
            tidy(axes)
            if number == 0:
                axes.legend(frameon=False, fontsize=8)
    return figure


def _draw_dots(axes: Axes, rows: Sequence[StartsRow], across: str) -> None:
    places = [_place(row, across) for row in rows]
    axes.plot(places, [row.mdav for row in rows], color=NEGATIVE, linewidth=1.6, label="MDAV")
    for place, row in zip(places, rows, strict=True):
        axes.plot([place] * len(row.from_random), row.from_random, "o", color=AFTER, markersize=3.5, alpha=0.7)
    axes.plot([], [], "o", color=AFTER, markersize=3.5, label="random start")
    from_mdav = [row.from_mdav for row in rows]
    axes.plot(places, from_mdav, "D", color=AFTER, markersize=5.5, fillstyle="none", label="start from MDAV")


def _place(row: StartsRow, across: str) -> int:
    return row.n_cells if across == "cells" else row.k


def tidy(axes: Axes) -> None:
    """Light horizontal lines, no frame above or to the right."""
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
