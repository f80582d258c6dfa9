"""Figures 9 and 10: ten points of the unit square, k = 2 and 3, where PCL is 42 and 43 % below MDAV.

The paper's points are drawn, not listed. So many sets of ten points are drawn here, and the question is how often such
a reduction is found, and how far PCL is from the best partition of the same sizes, which ten points allow to find by
trying all.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from benchmarks.published_figures import TEN_POINTS
from benchmarks.reproduction.experiments import SEED
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from shoal import NoisyPCL, Partition, microaggregate
from shoal.partition.sizes import even_sizes
from shoal.release.pages.cell_plots import side_by_side_figure

N_POINTS = 10
SETS, QUICK_SETS = 25, 5
CORES = 2
NOISY = NoisyPCL(iterations=50)  # section 5.1: 50 iterations from random records
AS_GOOD = 1e-9  # of the distortion: rounding
HEAD = (
    "| k | printed, PCL ÷ MDAV | noisy-pcl ÷ MDAV: least | median | greatest | as low as printed | above MDAV "
    "| noisy-pcl finds the optimum | pcl finds it | pcl ÷ MDAV, median |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class TenPoints:
    """One set of points, its cells by three ways, and the least SSE of these sizes."""

    points: np.ndarray
    mdav: Partition
    noisy: Partition
    pcl: Partition
    least_sse: float

    @property
    def ratio(self) -> float:
        """Noisy PCL ÷ MDAV."""
        return self.noisy.sse / self.mdav.sse


def groupings(records: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to put the records into cells of these sizes, each once."""
    if not sizes:
        yield ()
        return
    first, *rest = records
    for size in sorted(set(sizes)):
        others = list(sizes)
        others.remove(size)
        for mates in combinations(rest, size - 1):
            free = tuple(record for record in rest if record not in mates)
            for cells in groupings(free, tuple(others)):
                yield ((first, *mates), *cells)


def least_sse(points: np.ndarray, sizes: tuple[int, ...]) -> float:
    """The least distortion of all partitions into cells of these sizes."""
    known: dict[tuple[int, ...], float] = {}

    def sse(cell: tuple[int, ...]) -> float:
        if cell not in known:
            own = points[list(cell)]
            known[cell] = float(((own - own.mean(axis=0)) ** 2).sum())
        return known[cell]

    return min(sum(map(sse, cells)) for cells in groupings(tuple(range(len(points))), sizes))


def measure_set(k: int, seed: int) -> TenPoints:
    """One set of ten points."""
    points = np.random.default_rng([SEED, N_POINTS, seed]).uniform(size=(N_POINTS, 2))
    mdav, noisy, pcl = (microaggregate(points, k, method=method, seed=seed) for method in ("mdav", NOISY, "pcl"))
    if min(noisy.sizes.min(), pcl.sizes.min()) < k:
        raise SystemExit(f"ten points, k = {k}: the promise is not kept")
    sizes = tuple(even_sizes(N_POINTS, N_POINTS // k).tolist())
    return TenPoints(points, mdav, noisy, pcl, least_sse(points, sizes))


def repeat_ten_points(page: Path, quick: bool, options: str) -> None:
    """Both k over all sets; a picture of the set whose reduction is closest to the printed one."""
    folder = page.parent / "images" / "reproduction"
    lines, pictures = list(HEAD), []
    for k, printed in TEN_POINTS.items():
        n_sets = QUICK_SETS if quick else SETS
        with ProcessPoolExecutor(CORES) as pool:
            sets = list(pool.map(measure_set, [k] * n_sets, range(n_sets)))
        lines.append(_line(k, printed, sets))
        print(lines[-1], flush=True)
        shown = min(sets, key=lambda one, printed=printed: abs(one.ratio - printed))
        figure = side_by_side_figure(shown.points, {"MDAV": shown.mdav, "noisy-pcl": shown.noisy})
        caption = f"As figure {7 + k} of the microaggregation paper: ten points, k = {k}"
        pictures += ["", f"{caption}.", "", save(figure, folder, f"ten-points-{k}", caption)]
    write_section(page, "ten-points", [*lines, *pictures], options)


def _line(k: int, printed: float, sets: list[TenPoints]) -> str:
    ratios = np.array([one.ratio for one in sets])
    optimal = [np.mean([_is_least(getattr(one, name).sse, one) for one in sets]) for name in ("noisy", "pcl")]
    exact = np.median([one.pcl.sse / one.mdav.sse for one in sets])
    return (
        f"| {k} | {printed:.2f} | {ratios.min():.3f} | {np.median(ratios):.3f} | {ratios.max():.3f} "
        f"| {100 * np.mean(ratios <= printed):.1f} % | {100 * np.mean(ratios > 1 + AS_GOOD):.1f} % "
        f"| {100 * optimal[0]:.0f} % | {100 * optimal[1]:.0f} % | {exact:.3f} |"
    )


def _is_least(sse: float, one: TenPoints) -> bool:
    return bool(sse <= one.least_sse * (1 + AS_GOOD))
