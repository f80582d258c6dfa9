"""Table 2 and figures 19 and 20: noisy PCL on Census from five starts, with the paper's parts, samples and iterations;
and what parts cost whose borders no record may cross.

The paper divides Census by PCL itself (1,500 samples a cell, 150 iterations) into three parts for k = 5 and into two
for k = 10 and, once, k = 25, and then works inside each part alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from benchmarks.data import casc, data_folder
from benchmarks.published_figures import CENSUS_TABLE_2, CensusLine
from benchmarks.reproduction.experiments import SEED
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from benchmarks.reproduction.start_dots import (
    GOLD,
    STARTS,
    Run,
    StartsRow,
    measured_starts,
    starts_summary,
    tidy,
    with_start,
)
from shoal import PCL, NoisyPCL, Partition, microaggregate
from shoal.release.pages.cell_plots import STYLE
from shoal.release.pages.plots import AFTER, NEGATIVE

SAMPLES = 1_000  # a cell
PART_SAMPLES, PART_ITERATIONS = 1_500, 150
QUICK_SAMPLES, QUICK_ITERATIONS = 100, 5
STARTED = CENSUS_TABLE_2[1:]  # the first line, k = 5, takes half an hour; `repeat_parts` has it by the exact `pcl`
SKIPPED = "Skipped: census.csv is not where SHOAL_DATA points."
TABLE_HEAD = (
    "| k | parts | iterations | MDAV | noisy-pcl, best | printed | difference | from MDAV | random, least "
    "| random, greatest | best start | smallest cell | printed | seconds a start | printed |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
)
PARTS_HEAD = (
    "| k | parts | MDAV | MDAV inside parts | pcl, no parts | macrocells, borders crossed | parts, borders closed "
    "| crossed ÷ none | closed ÷ none | printed, closed ÷ none |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class InParts:
    """A method applied inside each of the parts that another makes."""

    divide: Run
    inside: Run
    part_size: int

    def __call__(self, points: np.ndarray, k: int, start: str, seed: int) -> Partition:
        """Cells that never cross the border of a part."""
        part_of = self.divide(points, self.part_size, start, seed).cell_of
        return inside_parts(points, part_of, lambda own: self.inside(own, k, start, seed))


def inside_parts(points: np.ndarray, part_of: np.ndarray, make: Callable[[np.ndarray], Partition]) -> Partition:
    """Cells of every part alone, numbered on."""
    cell_of = np.empty(len(points), dtype=np.int64)
    n_cells = 0
    for part in range(int(part_of.max()) + 1):
        rows = np.flatnonzero(part_of == part)
        cells = make(points[rows])
        cell_of[rows] = n_cells + cells.cell_of
        n_cells += cells.n_cells
    return Partition.from_cells(points, cell_of, method="inside parts")


def repeat_census_starts(page: Path, quick: bool, options: str) -> None:
    """The lines of table 2 but k = 5, all starts. The last lines take seconds and the first minutes: so the last come
    first, and the page is written after every line."""
    if not (data_folder() / "census.csv").exists():
        write_section(page, "census-starts", [SKIPPED], options)
        return
    points = casc("census")
    shown: dict[CensusLine, StartsRow] = {}
    for line in reversed(STARTED[-2:] if quick else STARTED):
        row = measured_starts(_setting(line), points, line.k, _as_printed(line, quick))
        shown = {line: row, **shown}
        print(_line(line, row), flush=True)
        _write_starts(page, shown, options)


def _write_starts(page: Path, shown: dict[CensusLine, StartsRow], options: str) -> None:
    lines = [*TABLE_HEAD, *(_line(line, row) for line, row in shown.items())]
    caption = "Census: every start of noisy PCL a dot, its distortion and its seconds (as figures 19 and 20)"
    picture = save(_figure(shown), page.parent / "images" / "reproduction", "census-starts", caption)
    write_section(page, "census-starts", [*lines, "", _summary(shown), "", picture], options)


def _setting(line: CensusLine) -> str:
    return "in parts" if line.part_size else "in one"


def _as_printed(line: CensusLine, quick: bool) -> Run:
    samples = QUICK_SAMPLES if quick else SAMPLES
    inside = with_start(NoisyPCL(samples_per_cell=samples, iterations=QUICK_ITERATIONS if quick else line.iterations))
    if not line.part_size:
        return inside
    divide = with_start(NoisyPCL(samples_per_cell=PART_SAMPLES, iterations=PART_ITERATIONS))
    return InParts(divide, inside, line.part_size)


def _line(line: CensusLine, row: StartsRow) -> str:
    best = "MDAV" if row.mdav_start_is_best else "random"
    return (
        f"| {line.k} | {line.parts} | {line.iterations} | {row.mdav:.4g} | {row.best:.4g} | {line.distortion:g} "
        f"| {100 * (row.best / line.distortion - 1):+.1f} % | {row.from_mdav:.4g} | {min(row.from_random):.4g} "
        f"| {max(row.from_random):.4g} | {best} | {row.smallest} | {line.smallest} "
        f"| {np.mean(row.seconds):.1f} | {line.seconds} |"
    )


def _summary(shown: dict[CensusLine, StartsRow]) -> str:
    reductions = [100 * (1 - row.ratio) for row in shown.values()]
    random = sum(not row.mdav_start_is_best for row in shown.values())
    return (
        f"{min(reductions):.1f} to {max(reductions):.1f} % below MDAV (printed: 10.1 to 17.3 %). A random start is the "
        f"best in {random} of {len(shown)} lines (printed: in all). {starts_summary(list(shown.values()))}"
    )


def _figure(shown: dict[CensusLine, StartsRow]) -> Figure:
    with rc_context(STYLE):
        figure = Figure(figsize=(9.4, 3.6), layout="constrained")
        left, right = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
        flat = {line.k: row.mdav for line, row in shown.items()}
        left.plot(list(flat), list(flat.values()), color=NEGATIVE, linewidth=1.6, label="MDAV")
        for line, row in shown.items():
            marker = "s" if line.part_size else "o"
            for place, (start, _) in enumerate(STARTS):
                style = {"color": AFTER, "markersize": 4.5, "fillstyle": "none" if start == "mdav" else "full"}
                left.plot(line.k, (row.from_mdav, *row.from_random)[place], marker, **style)
                right.plot(line.k, row.seconds[place], marker, **style)
            left.plot(line.k, line.distortion, "x", color=GOLD, markersize=6)
            right.plot(line.k, line.seconds, "x", color=GOLD, markersize=6)
        left.plot([], [], "s", color=AFTER, label="noisy-pcl in parts")
        left.plot([], [], "o", color=AFTER, label="noisy-pcl in one")
        left.plot([], [], "o", color=AFTER, fillstyle="none", label="hollow: start from MDAV")
        left.plot([], [], "x", color=GOLD, label="printed, best of five")
        left.legend(frameon=False, fontsize=8)
        left.set(xlabel="k", ylabel="D", ylim=(0, None))
        right.set(xlabel="k", ylabel="seconds", yscale="log")
        for axes in (left, right):
            tidy(axes)
    return figure


def repeat_parts(page: Path, quick: bool, options: str) -> None:
    """`pcl`, the best of five starts each: no parts, macrocells whose borders are crossed, parts that stay closed."""
    if not (data_folder() / "census.csv").exists():
        write_section(page, "parts", [SKIPPED], options)
        return
    points = casc("census")
    lines = list(PARTS_HEAD)
    divided = [line for line in CENSUS_TABLE_2 if line.part_size]
    began = perf_counter()
    for line in divided[-1:] if quick else divided:
        lines.append(_parts_line(points, line))
        print(lines[-1], flush=True)
    write_section(page, "parts", [*lines, "", f"All lines: {perf_counter() - began:.0f} s."], options)


def _parts_line(points: np.ndarray, line: CensusLine) -> str:
    """The parts are those of `pcl`, the best of five starts, and so are the cells inside each."""
    five, size = PCL(starts=len(STARTS), levels=0), points.size
    part_of = microaggregate(points, line.part_size, method=five, seed=SEED).cell_of
    mdav = microaggregate(points, line.k, method="mdav").sse / size
    mdav_parts = inside_parts(points, part_of, lambda own: microaggregate(own, line.k, method="mdav")).sse / size
    none = microaggregate(points, line.k, method=five, seed=SEED).sse / size
    crossed = microaggregate(points, line.k, method=PCL(starts=len(STARTS), levels=1), seed=SEED).sse / size
    closed = inside_parts(points, part_of, lambda own: microaggregate(own, line.k, method=five, seed=SEED))
    if closed.sizes.min() < line.k:
        raise SystemExit(f"Census, k = {line.k}: the promise is not kept")
    whole = next((other for other in CENSUS_TABLE_2 if other.k == line.k and not other.part_size), None)
    printed = f"{line.distortion / whole.distortion:.3f}" if whole else ""
    return (
        f"| {line.k} | {part_of.max() + 1} | {mdav:.4g} | {mdav_parts:.4g} | {none:.4g} | {crossed:.4g} "
        f"| {closed.sse / size:.4g} | {crossed / none:.3f} | {closed.sse / size / none:.3f} | {printed} |"
    )
