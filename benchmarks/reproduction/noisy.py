"""PCL by noisy copies, as the microaggregation paper ran it, beside MDAV and the exact PCL on the same points.

Samples and iterations are those of its sections 5.2 and 5.3. It took one start from MDAV and four from random records;
here it is one of each, because a start takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.data import casc, data_folder
from benchmarks.published_figures import PCL_CENSUS, PCL_CENSUS_ITERATIONS, PCL_SMALL_CELLS
from benchmarks.reproduction.experiments import FIVE_STARTS, PLANE, SEED
from benchmarks.reproduction.measuring import best_pcl
from benchmarks.reproduction.page import write_section
from shoal import NoisyPCL, microaggregate

PLANE_RECORDS = 250
PLANE_SETTINGS = {("uniform", 3): (4_000, 150), ("Gaussian", 4): (5_000, 300)}  # samples a record, iterations
CENSUS_SAMPLES = 1_000  # a cell
STARTS = ("mdav", "random")
QUICK_SAMPLES, QUICK_ITERATIONS = 200, 5
HEAD = (
    "| points | k | samples a cell | iterations | MDAV | noisy-pcl | ÷ MDAV | printed | pcl | noisy ÷ pcl | smallest "
    "cell | noisy-pcl s | pcl s |",
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class NoisyCase:
    """One run of the paper."""

    setting: str
    points: Callable[[], np.ndarray]
    k: int
    method: NoisyPCL
    printed: float  # PCL ÷ MDAV


def _plane_case(source: str, k: int) -> NoisyCase:
    a_record, iterations = PLANE_SETTINGS[source, k]
    method = NoisyPCL(samples_per_cell=a_record * PLANE_RECORDS // (PLANE_RECORDS // k), iterations=iterations)
    return NoisyCase(source, lambda: PLANE[source](PLANE_RECORDS), k, method, PCL_SMALL_CELLS[source, k])


def _census_case(k: int) -> NoisyCase:
    mdav, pcl, _ = PCL_CENSUS[k]
    method = NoisyPCL(samples_per_cell=CENSUS_SAMPLES, iterations=PCL_CENSUS_ITERATIONS[k])
    return NoisyCase("Census", lambda: casc("census"), k, method, pcl / mdav)


def repeat_noisy(page: Path, quick: bool, options: str) -> None:
    """One line for each case, and what was skipped."""
    cases = [_plane_case(source, k) for source, k in PLANE_SETTINGS]
    skipped = []
    if (data_folder() / "census.csv").exists():
        cases += [_census_case(k) for k in PCL_CENSUS]
    else:
        skipped = ["", "Skipped: census.csv is not where SHOAL_DATA points."]
    lines = list(HEAD)
    for case in cases:
        hurried = replace(case.method, samples_per_cell=QUICK_SAMPLES, iterations=QUICK_ITERATIONS)
        lines.append(_measured(replace(case, method=hurried) if quick else case))
        print(lines[-1], flush=True)
    write_section(page, "noisy", [*lines, *skipped], options)


def _measured(case: NoisyCase) -> str:
    points = case.points()
    mdav = microaggregate(points, case.k, method="mdav")
    began = perf_counter()
    tried = [microaggregate(points, case.k, method=replace(case.method, start=start), seed=SEED) for start in STARTS]
    noisy, noisy_s = min(tried, key=lambda partition: partition.sse), perf_counter() - began
    pcl, pcl_s = best_pcl(points, case.k, FIVE_STARTS)
    if noisy.sizes.min() < case.k:
        raise SystemExit(f"{case.setting}, k = {case.k}: the promise is not kept")
    return (
        f"| {case.setting} | {case.k} | {case.method.samples_per_cell:,} | {case.method.iterations} "
        f"| {mdav.sse / points.size:.4g} | {noisy.sse / points.size:.4g} | {noisy.sse / mdav.sse:.3f} "
        f"| {case.printed:.3f} | {pcl.sse / points.size:.4g} | {noisy.sse / pcl.sse:.3f} | {noisy.sizes.min()} "
        f"| {noisy_s:.1f} | {pcl_s:.1f} |"
    )
