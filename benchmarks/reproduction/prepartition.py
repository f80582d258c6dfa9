"""What a prepartition costs: PCL with macrocells and without them, from the same seeds.

The microaggregation paper divides Census into two or three parts, and records never leave theirs: at k = 25 that costs
5 % of the distortion (.192 instead of .182). Here records cross the borders of macrocells in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.data import casc, data_folder
from benchmarks.published_figures import PCL_CENSUS_PREPARTITIONED
from benchmarks.reproduction.experiments import SEED, gaussian
from benchmarks.reproduction.page import write_section
from shoal import PCL, Partition, microaggregate

STARTS = 5
LARGE = ((20_000, 2, 10), (20_000, 4, 10), (65_536, 2, 512), (65_536, 4, 512))  # n, d, k: one start
HEAD = (
    "| points | k | levels | D without | D with | with ÷ without | printed D | seconds without | seconds with |",
    "|---|---|---|---|---|---|---|---|---|",
)


def repeat_prepartition(page: Path, quick: bool, options: str) -> None:
    """Census as in the paper, and sets that are large enough for the rule to choose macrocells by itself."""
    lines, skipped = list(HEAD), []
    if (data_folder() / "census.csv").exists():
        for k, printed in PCL_CENSUS_PREPARTITIONED.items():
            lines.append(_compared("Census", lambda: casc("census"), k, 1, STARTS, f"{printed:g}"))
            print(lines[-1], flush=True)
    else:
        skipped = ["", "Skipped: census.csv is not where SHOAL_DATA points."]
    for n_records, n_dims, k in LARGE[:1] if quick else LARGE:
        setting = f"Gaussian, n = {n_records:,}, d = {n_dims}"
        for levels in (1, 2):
            lines.append(_compared(setting, lambda n=n_records, d=n_dims: gaussian(n, d), k, levels, 1, ""))
            print(lines[-1], flush=True)
    write_section(page, "prepartition", [*lines, *skipped], options)


def _compared(setting: str, draw: Callable[[], np.ndarray], k: int, levels: int, starts: int, printed: str) -> str:
    points = draw()

    def timed(levels: int) -> tuple[Partition, float]:
        began = perf_counter()
        partition = microaggregate(points, k, method=PCL(starts=starts, levels=levels), seed=SEED)
        if partition.sizes.min() < k:
            raise SystemExit(f"{setting}, k = {k}: the promise is not kept")
        return partition, perf_counter() - began

    (flat, flat_s), (parted, parted_s) = timed(0), timed(levels)
    return (
        f"| {setting} | {k} | {levels} | {flat.sse / points.size:.4g} | {parted.sse / points.size:.4g} "
        f"| {parted.sse / flat.sse:.3f} | {printed} | {flat_s:.2f} | {parted_s:.2f} |"
    )
