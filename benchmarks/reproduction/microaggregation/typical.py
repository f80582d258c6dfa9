"""What was printed for one sample, against fresh samples: figures 3, 12, 14, 16, 18 and the location paper's 6 and 7;
and the typical and largest reductions of the abstract and the conclusion.

The papers' samples are not published, so a printed number is compared with the scatter of ours: it agrees when it lies
within two standard deviations of our mean, plus half a unit of its last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from pathlib import Path

import numpy as np

from benchmarks.published_figures import (
    PCL_CLUSTERS,
    PCL_GAUSSIAN_16_CELLS,
    PCL_LOCATIONS,
    PCL_SMALL_CELLS,
    PLANAR_MDAV,
    PLANAR_PCL,
    TYPICAL_REDUCTION,
    WAYS_TO_PAIR_100,
)
from benchmarks.reproduction.experiments import PLANE, gaussian
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.start_dots import Run, as_printed, with_start
from shoal import PCL, microaggregate

SAMPLES, TYPICAL_SAMPLES, QUICK_SAMPLES = 12, 6, 2
DEVIATIONS = 2.0
FIRST_SEED = 1  # seed 0 is the sample of the tables
RATIO = "PCL ÷ MDAV"
SAMPLES_HEAD = (
    "| printed figure | points | what | printed | samples | mean | standard deviation | least | greatest | within |",
    "|---|---|---|---|---|---|---|---|---|---|",
)
TYPICAL_HEAD = (
    "| experiment | points | typical, printed | mean of ours | standard deviation | within | largest, printed | mean "
    "of ours | standard deviation | within |",
    "|---|---|---|---|---|---|---|---|---|---|",
)


Measure = Callable[[np.ndarray, int, int], float]  # points, k, seed → SSE


def best_of(run: Run, starts: Sequence[str]) -> Measure:
    """The least SSE over the starts, each with a seed of its own."""

    def measure(points: np.ndarray, k: int, seed: int) -> float:
        return min(run(points, k, start, 10 * seed + number).sse for number, start in enumerate(starts))

    return measure


def mdav_sse(points: np.ndarray, k: int, _: int = 0) -> float:
    """MDAV draws nothing."""
    return microaggregate(points, k, method="mdav").sse


FIVE = ("mdav", "random", "random", "random", "random")
CLUSTERS = best_of(as_printed(50), FIVE)  # microaggregation paper, section 5.2
SMALL_CELLS = best_of(with_start(PCL()), ("mdav", "stirred"))  # the exact assignment in place of noise
CORRELATED = best_of(as_printed(40, speed=0.5), ("mdav",))  # quantization paper, section 7.1
LOCATIONS = best_of(as_printed(30), ("random",))  # location paper, section 5


@dataclass(frozen=True)
class PrintedNumber:
    """A number of the papers that stands for one sample, and how one of ours is measured."""

    figure: str
    points: str
    what: str
    printed: float
    half_unit: float  # of its last digit
    draw: Callable[[int], np.ndarray]  # from a seed
    k: int
    measure: Measure

    def measured(self, seed: int) -> float:
        """D of a fresh sample, or its ratio to MDAV's."""
        points = self.draw(seed)
        unit = mdav_sse(points, self.k) if self.what == RATIO else points.size
        return self.measure(points, self.k, seed) / unit


def is_within(printed: float, values: Sequence[float], half_unit: float) -> bool:
    """Within two standard deviations of the mean of the values, and half a unit."""
    away = abs(printed - float(np.mean(values)))
    return bool(away <= DEVIATIONS * float(np.std(values, ddof=1)) + half_unit)


def printed_numbers() -> list[PrintedNumber]:
    """All of them."""
    return [*_correlated_numbers(), *_cluster_numbers(), *_small_cell_numbers(), *_location_numbers()]


def _correlated_numbers() -> Iterator[PrintedNumber]:
    for correlation, ratio in PCL_GAUSSIAN_16_CELLS.items():
        name = f"Gaussian, ρ = {'½' if correlation else '0'}, 16 cells"

        def draw(seed: int, correlation: float = correlation) -> np.ndarray:
            return gaussian(65_536, 2, correlation, seed)

        yield PrintedNumber("3, quantization", name, RATIO, ratio, 0.005, draw, 4_096, CORRELATED)


def _cluster_numbers() -> Iterator[PrintedNumber]:
    for (source, cells), ratio in PCL_CLUSTERS.items():
        figure, name = f"{12 if source == 'uniform' else 14}, microaggregation", f"{source}, {cells} cells"
        draw = _drawing(source, 10_000)
        yield PrintedNumber(figure, name, RATIO, ratio, 0.005, draw, 10_000 // cells, CLUSTERS)


def _small_cell_numbers() -> Iterator[PrintedNumber]:
    for (source, k), ratio in PCL_SMALL_CELLS.items():
        figure, name = f"{16 if source == 'uniform' else 18}, microaggregation", f"{source}, k = {k}"
        draw = _drawing(source, 250)
        half_mdav, half_pcl = {"uniform": (5e-6, 5e-7), "Gaussian": (5e-5, 2e-4)}[source]  # the last from 26 % ± ½
        mdav, pcl = PLANAR_MDAV[source, k], PLANAR_PCL[source, k]
        yield PrintedNumber(figure, name, "D of MDAV", mdav, half_mdav, draw, k, mdav_sse)
        yield PrintedNumber(figure, name, "D of PCL", pcl, half_pcl, draw, k, SMALL_CELLS)
        yield PrintedNumber(figure, name, RATIO, ratio, 0.005, draw, k, SMALL_CELLS)


def _location_numbers() -> Iterator[PrintedNumber]:
    for source, (distortion, _) in PCL_LOCATIONS.items():
        figure, draw = f"{6 if source == 'Gaussian' else 7}, location", _drawing(source, 32_768)
        yield PrintedNumber(figure, f"{source}, 32 cells", "D of PCL", distortion, 5e-5, draw, 1_024, LOCATIONS)


def _drawing(source: str, n_records: int) -> Callable[[int], np.ndarray]:
    return lambda seed: PLANE[source](n_records, seed=seed)


def repeat_samples(page: Path, quick: bool, options: str) -> None:
    """Every printed number over fresh samples."""
    seeds = range(FIRST_SEED, FIRST_SEED + (QUICK_SAMPLES if quick else SAMPLES))
    lines = list(SAMPLES_HEAD)
    for one in printed_numbers():
        values = [one.measured(seed) for seed in seeds]
        within = "yes" if is_within(one.printed, values, one.half_unit) else "no"
        lines.append(
            f"| {one.figure} | {one.points} | {one.what} | {one.printed:g} | {len(values)} | {np.mean(values):.4g} "
            f"| {np.std(values, ddof=1):.2g} | {min(values):.4g} | {max(values):.4g} | {within} |"
        )
        print(lines[-1], flush=True)
    write_section(page, "samples", lines, options)


def reductions(experiment: str, source: str, seed: int) -> list[float]:
    """Reduction against MDAV in % for 2 to 10 cells, or k = 2 to 10, on one sample."""
    found = []
    for number in range(2, 11):
        n_records, k, measure = (10_000, 10_000 // number, CLUSTERS)
        if experiment == "small cells":
            n_records, k, measure = 250, number, SMALL_CELLS
        points = PLANE[source](n_records, seed=seed)
        found.append(100 * (1 - measure(points, k, seed) / mdav_sse(points, k)))
    return found


def repeat_typical(page: Path, quick: bool, options: str) -> None:
    """The mean and the largest of the nine reductions of a sample, over the samples; and the count of note 2."""
    seeds = range(FIRST_SEED, FIRST_SEED + (QUICK_SAMPLES if quick else TYPICAL_SAMPLES))
    lines = list(TYPICAL_HEAD)
    for (experiment, source), printed in TYPICAL_REDUCTION.items():
        by_sample = [reductions(experiment, source, seed) for seed in seeds]
        line = f"| {experiment} | {source} |"
        for number, values in zip(printed, (np.mean(by_sample, axis=1), np.max(by_sample, axis=1)), strict=True):
            within = "yes" if is_within(number, values, 0.5) else "no"
            line += f" {number} % | {values.mean():.1f} % | {values.std(ddof=1):.1f} | {within} |"
        lines.append(line)
        print(line, flush=True)
    words = f"{len(seeds)} samples. {_pairing_words()}"
    write_section(page, "typical", [*lines, "", words], options)


def ways(n_records: int, k: int) -> int:
    """Ways to put the records into numbered cells of k: n!/(k!)^(n/k)."""
    return prod(comb(left, k) for left in range(n_records, 0, -k))


def _pairing_words() -> str:
    mantissa, power = WAYS_TO_PAIR_100
    numbered = ways(100, 2)
    unnumbered = numbered // prod(range(1, 51))
    return (
        f"Note 2 of the paper counts {mantissa} · 10^{power} ways to put 100 records into cells of 2; ours: "
        f"{numbered:.1e} with numbered cells, and {unnumbered:.1e} if their order does not count."
    )
