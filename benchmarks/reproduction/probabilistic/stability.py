"""Figure 6 of the p-probabilistic paper: the digits of q̄ that Algorithm A keeps as p̄ falls to 10⁻¹⁷.

The algorithm as printed subtracts twice: P_n(k − 1) = P_{n−1}(k − 1) − π·p_{n−1}(k − 1), and q̄ = P_n(k − 1) − p_n(0).
Ours adds up p_n(1) … p_n(k − 1).
The paper compares with Matlab's binocdf(k − 1, n_min, π) − π̄^n_min; `scipy.stats.binom.cdf` takes its place, and exact
fractions (π = ½ is one) judge both.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from scipy.stats import binom

from benchmarks.published_figures import STABILITY_ERROR, STABILITY_SETTING
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save, tidy
from shoal import effective_anonymity
from shoal.arrays import FloatArray
from shoal.release.pages.cell_plots import STYLE
from shoal.release.pages.plots import AFTER, NEGATIVE

LONGEST = 200  # records; n_min is 144 at p̄ = 10⁻²⁰
POWERS = (1, 5, 10, 12, 14, 15, 16, 17, 18, 19, 20)  # rows: p̄ = 10⁻ᵖ; the paper ends at 17
DRAWN_UP_TO = 18
PRINTED_END = 1e-17  # p̄ down to which the paper measures


def failures_by_difference(k: int, share: float, longest: int) -> FloatArray:
    """q̄ of a cell of n = 0, 1, … records by Algorithm A as printed, in double precision."""
    active = np.zeros(k)
    active[0] = 1.0
    at_most = 1.0  # P_n(k − 1)
    failures = np.zeros(longest + 1)
    for n in range(1, longest + 1):
        at_most -= share * active[k - 1]
        active = (1.0 - share) * active + share * np.concatenate([[0.0], active[:-1]])
        failures[n] = at_most - active[0]
    return failures


def exact_failure(n: int, k: int, share: Fraction) -> Fraction:
    """P(0 < K_n < k) without any rounding."""
    return sum((comb(n, i) * share**i * (1 - share) ** (n - i) for i in range(1, k)), start=Fraction(0))


def first_acceptable(failures: FloatArray, k: int, failure: float) -> int:
    """n_min by these q̄: the first n from k on with q̄ ≤ p̄."""
    return k + int(np.argmax(failures[k:] <= failure))


def reference(n: int) -> float:
    """q̄ of n records as the paper computes its reference."""
    k, share = STABILITY_SETTING
    return float(binom.cdf(k - 1, n, share) - (1.0 - share) ** n)


def exact(n: int) -> float:
    """q̄ of n records, rounded once."""
    k, share = STABILITY_SETTING
    return float(exact_failure(n, k, Fraction(share)))


def stability_row(power: int, by_difference: FloatArray) -> str:
    """One line of the table: p̄ = 10⁻ᵖ."""
    k, share = STABILITY_SETTING
    failure = 10.0**-power
    exact_n = next(n for n in range(k, LONGEST) if exact_failure(n, k, Fraction(share)) <= Fraction(failure))
    n = first_acceptable(by_difference, k, failure)
    found = effective_anonymity(k, share, failure)
    assert found.n_min == exact_n
    off = [by_difference[n] / reference(n), by_difference[n] / exact(n), found.cell_failure / exact(exact_n)]
    errors = " | ".join(f"{100 * (ratio - 1):+.2g}" for ratio in off)
    return f"| 1e-{power} | {exact_n} | {n} | {errors} |"


def drawn_errors(by_difference: FloatArray, step: float) -> dict[str, dict[float, float]]:
    """Errors in per cent by p̄: the printed algorithm against the paper's reference, Shoal against exact fractions."""
    k, share = STABILITY_SETTING
    errors: dict[str, dict[float, float]] = {"as printed": {}, "Shoal": {}}
    for exponent in np.arange(-1.0, -DRAWN_UP_TO - step / 2, -step):
        failure = float(10.0**exponent)
        n = first_acceptable(by_difference, k, failure)
        found = effective_anonymity(k, share, failure)
        errors["as printed"][failure] = 100 * (by_difference[n] / reference(n) - 1)
        errors["Shoal"][failure] = 100 * (found.cell_failure / exact(found.n_min) - 1)
    return errors


def repeat_stability(page: Path, quick: bool, options: str) -> None:
    """The errors as a table and as a picture."""
    by_difference = failures_by_difference(*STABILITY_SETTING, LONGEST)
    lines = [
        "| p̄ | n_min, exact | n_min, Algorithm A as printed | its error against binocdf, % "
        "| its error, % | error of Shoal, % |",
        "|---|---|---|---|---|---|",
        *(stability_row(power, by_difference) for power in POWERS),
    ]
    errors = drawn_errors(by_difference, 0.5 if quick else 0.02)
    worst = min(error for failure, error in errors["as printed"].items() if failure > PRINTED_END * 0.99)
    caption = "As figure 6 of the p-probabilistic paper: relative error of q̄, k = 20, π = 0.5"
    name = "figure-6-p-probabilistic-paper"
    picture = save(stability_picture(errors), page.parent / "images" / "reproduction", name, caption)
    words = (
        f"Largest error down to p̄ = 10⁻¹⁷, Algorithm A as printed against binocdf: {worst:.2f} % (printed "
        f"{STABILITY_ERROR:.2f} %)."
    )
    write_section(page, "stability", [*lines, "", words, "", picture], options)


def stability_picture(errors: dict[str, dict[float, float]]) -> Figure:
    """Relative error against the acceptable failure."""
    with rc_context(STYLE):
        figure = Figure(figsize=(6.4, 3.2), layout="constrained")
        axes = figure.add_subplot()
        for (label, by_failure), colour in zip(errors.items(), (NEGATIVE, AFTER), strict=True):
            axes.semilogx(list(by_failure), list(by_failure.values()), color=colour, linewidth=1.5, label=label)
        axes.axvline(PRINTED_END, color="grey", linewidth=0.8, linestyle=":")
        axes.invert_xaxis()
        axes.set(xlabel="acceptable failure", ylabel="relative error of q̄, %")
        axes.legend(frameon=False, fontsize=9)
        tidy(axes)
    return figure
