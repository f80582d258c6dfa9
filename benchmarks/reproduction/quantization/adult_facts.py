"""Section 7.2's facts about Adult, and the noise that the paper adds to its repeated points.

The cells start from MDAV's with the paper's speed and iterations: 35 for the largest k to 70 for the smallest. The
noise makes room for borders between identical records while cells are designed; the cells then hold for the true
points. The paper states that this changes the distortion by at most 0.1 %. Our assignment needs no noise.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.data import data_folder, standardised
from benchmarks.published_figures import ADULT_DISTINCT, ADULT_MOMENTS, ADULT_NOISE_CHANGE, ADULT_RECORDS, PCL_ADULT
from benchmarks.reproduction.experiments import ADULT_KS, SEED
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.start_dots import as_printed
from shoal import microaggregate

FILE = "adult.csv.gz"
KS, QUICK_KS = ADULT_KS, (4000,)
MOST_ITERATIONS, LEAST_ITERATIONS, SPEED = 70, 35, 0.5
NOISE = 1e-3  # half the width of the uniform noise, in standard deviations; the paper says 'negligible'
FACTS_HEAD = ("| attribute | mean | printed | standard deviation | printed |", "|---|---|---|---|---|")
NOISE_HEAD = (
    "| k | iterations | PCL ÷ MDAV | printed | smallest cell | D of the noisy points | D of the true points "
    "| change, % | printed, at most |",
    "|---|---|---|---|---|---|---|---|---|",
)


def repeat_adult_facts(page: Path, quick: bool, options: str) -> None:
    """Moments, distinct records, correlations, and the change by noise."""
    if not (data_folder() / FILE).exists():
        write_section(page, "adult-facts", [f"Skipped: {FILE} is not where SHOAL_DATA points."], options)
        return
    raw = _raw()
    lines = [*FACTS_HEAD]
    for column, (name, (mean, deviation)) in zip(raw.T, ADULT_MOMENTS.items(), strict=True):
        lines.append(f"| {name} | {column.mean():.1f} | {mean} | {column.std():.3g} | {deviation} |")
    correlation = np.corrcoef(raw.T)[np.triu_indices(3, 1)]
    words = (
        f"{len(raw):,} records (printed {ADULT_RECORDS:,}), {len(np.unique(raw, axis=0)):,} of them distinct (printed "
        f"{ADULT_DISTINCT:,}); correlations {', '.join(f'{value:.2f}' for value in correlation)} (printed: weak)."
    )
    lines += ["", words, "", *NOISE_HEAD]
    for k in QUICK_KS if quick else KS:
        lines.append(_noise_line(standardised(raw), k))
        print(lines[-1], flush=True)
    write_section(page, "adult-facts", lines, options)


def _raw() -> np.ndarray:
    import polars as pl

    frame = pl.read_csv(data_folder() / FILE, columns=list(ADULT_MOMENTS))
    return frame.select(list(ADULT_MOMENTS)).to_numpy().astype(np.float64)


def _noise_line(points: np.ndarray, k: int) -> str:
    iterations = round(np.interp(k, (KS[0], KS[-1]), (MOST_ITERATIONS, LEAST_ITERATIONS)))
    run = as_printed(iterations, SPEED)
    noise = np.random.default_rng(SEED).uniform(-NOISE, NOISE, size=points.shape)
    designed = run(points + noise, k, "mdav", SEED)
    applied = designed.measured_on(points)
    plain = run(points, k, "mdav", SEED)
    ratio = plain.sse / microaggregate(points, k, method="mdav").sse
    printed = f"{PCL_ADULT[k]:g}" if k in PCL_ADULT else ""
    return (
        f"| {k:,} | {iterations} | {ratio:.3f} | {printed} | {plain.sizes.min():,} | {designed.sse / points.size:.5g} "
        f"| {applied.sse / points.size:.5g} | {100 * (applied.sse / designed.sse - 1):+.3f} "
        f"| {100 * ADULT_NOISE_CHANGE:g} |"
    )
