"""Figure 13 of the p-probabilistic paper: (a) what the promise costs in distortion, (b) how cells of k records fail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure

from benchmarks.data import standardised
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.participation import N_RECORDS, QUICK_RECORDS, SEED
from benchmarks.reproduction.pictures import save, tidy
from shoal import ProbabilisticAnonymity, effective_anonymity, microaggregate
from shoal.arrays import FloatArray
from shoal.release.pages.cell_plots import CELL_COLOURS, STYLE

SHARE, FAILURE = 0.75, 1e-5
DIMENSIONS = (2, 5, 10)
PRICE_KS = (2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100)
QUICK_PRICE_KS = (2, 10, 50)
CELL_KS = (2, 3, 5, 10, 20)
N_SHARES = 401


def price_ratios(n_records: int, n_dims: int, ks: tuple[int, ...]) -> FloatArray:
    """D(π = 0.75)/D(π = 1) of MDAV for these k."""
    points = standardised(np.random.default_rng([SEED, n_dims]).standard_normal((n_records, n_dims)))
    ratios = []
    for k in ks:
        promised = microaggregate(points, k, method="mdav", participation=SHARE, failure=FAILURE)
        ratios.append(promised.loss / microaggregate(points, k, method="mdav").loss)
    return np.array(ratios)


def failure_of_k(k: int, share: Any) -> Any:
    """q̄ of a cell of exactly k records, 1 − (π̄^k + π^k), for one π or an array of them."""
    return 1.0 - ((1.0 - share) ** k + share**k)


def repeat_price(page: Path, quick: bool, options: str) -> None:
    """Figure 13 (a)."""
    ks = QUICK_PRICE_KS if quick else PRICE_KS
    n_records = QUICK_RECORDS if quick else N_RECORDS
    by_dims = {n_dims: price_ratios(n_records, n_dims, ks) for n_dims in DIMENSIONS}
    lines = [
        "| k | n_min | " + " | ".join(f"m = {n_dims}" for n_dims in by_dims) + " |",
        "|---|---|" + "---|" * len(by_dims),
    ]
    for place, k in enumerate(ks):
        n_min = effective_anonymity(k, SHARE, FAILURE).n_min
        lines.append(f"| {k} | {n_min} | " + " | ".join(f"{ratios[place]:.3f}" for ratios in by_dims.values()) + " |")
    along_k = np.array([np.diff(ratios) for ratios in by_dims.values()])
    along_m = np.diff(np.array(list(by_dims.values())), axis=0)
    words = (
        f"The ratio falls from one k to the next in {(along_k < 0).sum()} of {along_k.size} steps, and from one m to "
        f"the next in {(along_m < 0).sum()} of {along_m.size}."
    )
    caption = "As figure 13 (a) of the p-probabilistic paper: D(π = 0.75)/D(π = 1), p̄ = 10⁻⁵"
    figure = _lines_picture(ks, {f"m = {n_dims}": ratios for n_dims, ratios in by_dims.items()}, "o")
    figure.axes[0].set(xlabel="k", ylabel="D(π = 0.75)/D(π = 1)", ylim=(1, None))
    picture = save(figure, page.parent / "images" / "reproduction", "figure-13a-p-probabilistic-paper", caption)
    write_section(page, "price", [*lines, "", words, "", picture], options)


def repeat_cells_of_k(page: Path, quick: bool, options: str) -> None:
    """Figure 13 (b)."""
    shares = np.linspace(0.0, 1.0, 41 if quick else N_SHARES)[1:-1]
    lines = [
        "| k | largest q̄ | at π | 1 − 2^(1 − k) | q̄ at π = 0.75 | at 0.9 | at 0.99 | π for q̄ = 10⁻⁵, near 1 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    by_k = {k: np.array([_counted_failure(k, float(share)) for share in shares]) for k in CELL_KS}
    for k, counted in by_k.items():
        at = " | ".join(f"{failure_of_k(k, share):.4f}" for share in (0.75, 0.9, 0.99))
        lines.append(
            f"| {k} | {counted.max():.6f} | {shares[counted.argmax()]:.3g} | {1 - 2.0 ** (1 - k):.6f} | {at} "
            f"| {_share_for(k, FAILURE):.8f} |"
        )
    worst = max(np.abs(counted - failure_of_k(k, shares)).max() for k, counted in by_k.items())
    caption = "As figure 13 (b) of the p-probabilistic paper: q̄ of cells of n = k records"
    figure = _lines_picture(shares, {f"k = {k}": counted for k, counted in by_k.items()}, "")
    figure.axes[0].set(xlabel="participation π", ylabel="failure of a cell of k records", ylim=(0, 1.02))
    picture = save(figure, page.parent / "images" / "reproduction", "figure-13b-p-probabilistic-paper", caption)
    words = f"Largest difference between Shoal's count and 1 − (π̄^k + π^k): {worst:.1g}."
    write_section(page, "cells-of-k", [*lines, "", words, "", picture], options)


def _lines_picture(across: Sequence[float] | FloatArray, by_label: dict[str, FloatArray], marker: str) -> Figure:
    with rc_context(STYLE):
        figure = Figure(figsize=(5.6, 3.4), layout="constrained")
        axes = figure.add_subplot()
        for (label, values), colour in zip(by_label.items(), CELL_COLOURS[::2], strict=False):
            axes.plot(across, values, color=colour, marker=marker, markersize=3.5, label=label)
        axes.legend(frameon=False, fontsize=9)
        tidy(axes)
    return figure


def _counted_failure(k: int, share: float) -> float:
    return ProbabilisticAnonymity(k, FAILURE, share).cell_failure(np.full(k, share))


def _share_for(k: int, failure: float) -> float:
    """The π near 1 at which a cell of k records fails with just this probability."""
    from scipy.optimize import brentq

    return float(brentq(lambda share: failure_of_k(k, share) - failure, 0.5, 1.0, xtol=1e-14))
