"""Figures 11 and 12 of the p-probabilistic paper: what the promise costs in distortion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.data import casc, data_folder, standardised
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from shoal import effective_anonymity, microaggregate

N_RECORDS, N_DIMS = 10_000, 10  # the Gaussian set of the paper
K_VALUES = (5, 10, 20, 50)
DEFAULT_K, DEFAULT_SHARE, DEFAULT_FAILURE = 10, 0.75, 1e-5
FAILURES = tuple(10.0**-power for power in range(3, 8))
SHARES = (1.0, 0.9, 0.75, 0.5, 0.25, 0.1)
QUICK_RECORDS = 2_000
SEED = 4


def _label(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def census_resampled(n_records: int) -> np.ndarray:
    """Census drawn with replacement; a hundredth of a standard deviation of noise keeps copies apart."""
    rng = np.random.default_rng(SEED)
    census = casc("census")
    drawn = census[rng.integers(0, len(census), n_records)]
    return standardised(drawn + 0.01 * rng.standard_normal(drawn.shape))


def price_of_promise(points: np.ndarray, name: str) -> tuple[list[str], Figure]:
    """MDAV's distortion against p̄ and against π, as in the paper, for several k; and a table of the same."""
    figure = Figure(figsize=(8.0, 3.3), layout="constrained")
    left, right = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
    lines = ["| k | π | p̄ | n_min | smallest cell | loss, % | seconds |", "|---|---|---|---|---|---|---|"]
    for k in K_VALUES:
        over_failures = [_one(points, k, DEFAULT_SHARE, failure, lines) for failure in FAILURES]
        left.semilogx(FAILURES, over_failures, ".-", label=f"k = {k}")
        over_shares = [_one(points, k, share, DEFAULT_FAILURE, lines) for share in SHARES]
        right.plot(SHARES, over_shares, ".-", label=f"k = {k}")
    _label(left, f"{name}, π = {DEFAULT_SHARE}", "acceptable failure", "loss, %")
    _label(right, f"{name}, p̄ = 10⁻⁵", "participation", "loss, %")
    right.legend(frameon=False, fontsize=8)
    return lines, figure


def _one(points: np.ndarray, k: int, share: float, failure: float, lines: list[str]) -> float:
    n_min = effective_anonymity(k, share, failure).n_min
    began = perf_counter()
    partition = microaggregate(points, k, method="mdav", participation=share, failure=failure)
    seconds = perf_counter() - began
    loss = 100 * partition.loss
    line = f"| {k} | {share:g} | {failure:g} | {n_min} | {partition.sizes.min()} | {loss:.3f} | {seconds:.2f} |"
    if line.rsplit("|", 2)[0] not in [known.rsplit("|", 2)[0] for known in lines]:
        lines.append(line)
    return loss


def repeat_participation(page: Path, quick: bool, options: str) -> None:
    """Both figures, into their section of the page."""
    folder = page.parent / "images" / "reproduction"
    n_records = QUICK_RECORDS if quick else N_RECORDS
    lines: list[str] = []
    sets: dict[str, Callable[[], np.ndarray]] = {
        "Gaussian": lambda: standardised(np.random.default_rng(SEED).standard_normal((n_records, N_DIMS)))
    }
    if (data_folder() / "census.csv").exists():
        sets["Census"] = lambda: census_resampled(n_records)
    else:
        lines += ["Census is skipped: census.csv is not where SHOAL_DATA points.", ""]
    for name, points in sets.items():
        table, figure = price_of_promise(points(), name)
        caption = f"{name}, {n_records:,} records: MDAV's loss against the acceptable failure and the participation"
        lines += [f"{caption}.", "", save(figure, folder, f"participation-{name.lower()}", caption), "", *table, ""]
        print("\n".join(table), flush=True)
    write_section(page, "participation", lines, options)
