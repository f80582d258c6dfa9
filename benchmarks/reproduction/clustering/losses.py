"""100·SSE/SST of MDAV, MDAV⁺, MDAV* and of V-MDAV with each γ, on the data sets of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from benchmarks.data import data_folder
from benchmarks.published import GAINS, METHODS, losses
from benchmarks.published_figures import KS, PRINTED
from shoal.arrays import FloatArray

SETS = 25  # as in the paper; `benchmarks.published` averages 100 for tables 1 and 2
QUICK_SETS = 2
QUICK_KS = (3, 10)
CORES = 2
TITLES = {"census": "Census", "tarragona": "Tarragona", "eia": "EIA", "SimU": "SimU", "SimC": "SimC"}
METHOD_TITLES = {"mdav": "MDAV", "mdav+": "MDAV⁺", "vmdav": "V-MDAV", "mdav*": "MDAV\\*"}


@dataclass(frozen=True)
class MethodLosses:
    """One data set at one k. The first axis is the sets drawn (one for a real data set)."""

    mdav: FloatArray
    mdav_star: FloatArray
    by_gain: FloatArray  # (sets, gains)

    def means(self) -> dict[str, float]:
        """The mean over the sets of each method; V-MDAV at the best γ of each set, MDAV⁺ is γ = 0."""
        figures = {
            "mdav": self.mdav,
            "mdav+": self.by_gain[:, 0],
            "vmdav": self.by_gain.min(axis=1),
            "mdav*": self.mdav_star,
        }
        return {method: float(np.mean(figures[method])) for method in METHODS}


def is_simulated(source: str) -> bool:
    """Whether the paper draws this data set; the others are files."""
    return source.startswith("Sim")


def missing_files(sources: Sequence[str] = tuple(PRINTED)) -> list[str]:
    """The files of real data sets that are not where SHOAL_DATA points."""
    files = [f"{source}.csv" for source in sources if not is_simulated(source)]
    return [file for file in files if not (data_folder() / file).exists()]


def skipped_lines(files: Sequence[str]) -> list[str]:
    """What the page says about them."""
    return ["", f"Skipped, not where SHOAL_DATA points: {', '.join(files)}."] if files else []


@lru_cache(maxsize=1)
def measured_losses(quick: bool) -> dict[tuple[str, int], MethodLosses]:
    """By data set and k, in the order of the paper."""
    absent = {file.removesuffix(".csv") for file in missing_files()}
    sources = [source for source in PRINTED if source not in absent]
    n_sets = QUICK_SETS if quick else SETS
    jobs = {
        (source, k): range(n_sets if is_simulated(source) else 1)
        for source, k in product(sources, QUICK_KS if quick else KS)
    }
    found = {}
    with ProcessPoolExecutor(CORES) as pool:
        waiting = {
            (job, method): [pool.submit(losses, job[0], seed, method, job[1]) for seed in seeds]
            for job, seeds in jobs.items()
            for method in ("mdav", "mdav*", "vmdav")
        }
        for job in jobs:
            by_method = {
                method: np.array([future.result() for future in waiting[job, method]])
                for method in ("mdav", "mdav*", "vmdav")
            }
            found[job] = MethodLosses(by_method["mdav"][:, 0], by_method["mdav*"][:, 0], by_method["vmdav"])
            print(job, {method: round(mean, 3) for method, mean in found[job].means().items()}, flush=True)
    assert all(each.by_gain.shape[1] == len(GAINS) for each in found.values())
    return found
