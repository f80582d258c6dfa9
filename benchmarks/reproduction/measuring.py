"""One row: MDAV, the best V-MDAV and PCL on the same points, with smallest cell and seconds."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from benchmarks.reproduction.experiments import SEED, Case
from shoal import PCL, VMDAV, Partition, microaggregate

FRESH_STARTS = 4


@dataclass(frozen=True)
class Row:
    """What one case gave; distortions are D = SSE/(d·n)."""

    case: Case
    mdav: Partition
    pcl: Partition
    pcl_seconds: float
    mdav_distortion: float
    vmdav_distortion: float
    pcl_distortion: float

    @property
    def ratio(self) -> float:
        """PCL ÷ MDAV."""
        return self.pcl_distortion / self.mdav_distortion

    @property
    def markdown(self) -> str:
        """As a line of the page."""
        return (
            f"| {self.case.setting} | {self.case.k:,} | {self.pcl.n_cells} | {self.mdav_distortion:.4g} "
            f"| {self.vmdav_distortion:.4g} | {self.pcl_distortion:.4g} | {self.ratio:.3f} | {self.case.printed} "
            f"| {self.pcl_distortion / self.vmdav_distortion:.3f} | {self.pcl.sizes.min():,} "
            f"| {self.pcl_seconds:.2f} |"
        )


HEAD = (
    "| points | k | cells | MDAV | V-MDAV | PCL | PCL ÷ MDAV | printed | PCL ÷ V-MDAV | smallest cell | seconds |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
)


def measure(case: Case, starts: tuple[str, ...], gains: list[float], pool: ProcessPoolExecutor) -> Row:
    """PCL alone on the machine, so that its seconds are its own; then the scan of V-MDAV on all cores."""
    points = case.points()
    per_sse = 1 / points.size
    mdav = microaggregate(points, case.k, method="mdav")
    pcl, seconds = best_pcl(points, case.k, starts)
    scan = [pool.submit(vmdav_sse, points, case.k, gain) for gain in gains]
    vmdav_sse_least = min(future.result() for future in scan)
    for partition in (mdav, pcl):
        if partition.sizes.min() < case.k or partition.sizes.sum() != len(points):
            raise SystemExit(f"{case.setting}, k = {case.k}, {partition.method}: the promise is not kept")
    return Row(case, mdav, pcl, seconds, mdav.sse * per_sse, vmdav_sse_least * per_sse, pcl.sse * per_sse)


def best_pcl(points: np.ndarray, k: int, starts: tuple[str, ...]) -> tuple[Partition, float]:
    """The least distortion over the starts, and the seconds of all of them, MDAV's start included."""
    began = perf_counter()
    tried = []
    for start in starts:
        method = PCL(start=start, starts=1 if start == "mdav" else FRESH_STARTS, cells=len(points) // k)
        tried.append(microaggregate(points, k, method=method, seed=SEED))
    return min(tried, key=lambda partition: partition.sse), perf_counter() - began


def vmdav_sse(points: np.ndarray, k: int, gain: float) -> float:
    """One gain of the scan."""
    return microaggregate(points, k, method=VMDAV(gain)).sse
