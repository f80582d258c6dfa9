"""Figures 7 to 10 of the p-probabilistic paper: n_min against p̄ and k, and the errors of its approximations."""

from __future__ import annotations

from math import ceil
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save, tidy
from shoal import effective_anonymity
from shoal.guarantee.approximations import approximations, logarithmic_1, logarithmic_2
from shoal.release.pages.cell_plots import CELL_COLOURS, STYLE
from shoal.release.pages.plots import AFTER, NEGATIVE, TEXT

PRICE_K, SHARE = 50, 0.5  # figure 7; π of figures 8 and 9
PRICE_FAILURES = {
    "one in ten": 0.1,
    "one in a thousand": 1e-3,
    "six sigma": 3.40e-6,
    "five standard deviations": 2.87e-7,
    "the end of figure 7": 1e-8,
}
LARGE_FAILURE = 1e-6  # figures 8 and 9
FORMS = ("ñ1, divergence", "ñ1′, quadratic", "ñ1″, large k", "ñ2, anchored")
TOLD_KS = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
PAIR_SHARES = (0.25, 0.5, 0.75)  # figure 10 does not state its π
EXPONENTS = (-7.0, -3.0)


def pair_errors(share: float, step: float) -> dict[str, list[tuple[float, int]]]:
    """For k = 2: by form (exponent of p̄, how many records ⌈form⌉ is off), over the range of figure 10."""
    errors: dict[str, list[tuple[float, int]]] = {"⌈ñ1⌉": [], "⌈ñ2⌉": []}
    for exponent in np.arange(EXPONENTS[0], EXPONENTS[1] + step / 2, step):
        failure = float(10.0**exponent)
        n_min = effective_anonymity(2, share, failure).n_min
        for name, form in (("⌈ñ1⌉", logarithmic_1), ("⌈ñ2⌉", logarithmic_2)):
            errors[name].append((float(exponent), ceil(form(2, share, failure)) - n_min))
    return errors


def counted(errors: list[tuple[float, int]]) -> str:
    """How often a form is below n_min, equal to it, and above it."""
    off = np.array([error for _, error in errors])
    return " | ".join(f"{100 * part.mean():.1f} %" for part in (off < 0, off == 0, off > 0))


def repeat_sizes(page: Path, quick: bool, options: str) -> None:
    """One picture with the four figures, and their figures as tables."""
    caption = "As figures 7 to 10 of the p-probabilistic paper: n_min and its approximations"
    name = "figures-7-to-10-p-probabilistic-paper"
    step = 0.05 if quick else 0.001  # as printed
    pairs = {share: pair_errors(share, step) for share in PAIR_SHARES}
    picture = save(sizes_picture(pairs[SHARE], quick), page.parent / "images" / "reproduction", name, caption)
    price = ["| k = 50, π = 0.5 | p̄ | n_min | n_min/k |", "|---|---|---|---|"]
    for words, failure in PRICE_FAILURES.items():
        n_min = effective_anonymity(PRICE_K, SHARE, failure).n_min
        price.append(f"| {words} | {failure:g} | {n_min} | {n_min / PRICE_K:.2f} |")
    by_k = [
        "| k | n_min | " + " | ".join(f"{form}, error %" for form in FORMS) + " |",
        "|---|---|" + "---|" * len(FORMS),
    ]
    for k in TOLD_KS:
        forms = {form.name: form for form in approximations(k, SHARE, LARGE_FAILURE)}
        errors = " | ".join(f"{100 * forms[form].relative_error:+.2f}" for form in FORMS)
        by_k.append(f"| {k} | {forms[FORMS[0]].n_min} | {errors} |")
    logarithms = ["| π | form | below n_min | n_min | above |", "|---|---|---|---|---|"]
    for share, errors_of in pairs.items():
        logarithms += [f"| {share:g} | {form} | {counted(errors)} |" for form, errors in errors_of.items()]
    lines = [
        *(picture, "", *price, ""),
        *("Figures 8 and 9: π = 0.5, p̄ = 10⁻⁶.", "", *by_k, ""),
        *(f"Figure 10: k = 2, p̄ from 10⁻⁷ to 10⁻³ in steps of {step:g} of the exponent.", "", *logarithms),
    ]
    write_section(page, "sizes", lines, options)


def sizes_picture(pair: dict[str, list[tuple[float, int]]], quick: bool) -> Figure:
    """The four figures of the paper."""
    with rc_context(STYLE):
        figure = Figure(figsize=(9.0, 6.2), layout="constrained")
        price, size, error, logarithm = (figure.add_subplot(2, 2, place) for place in range(1, 5))
        _draw_price(price, 20 if quick else 160)
        ks = np.unique(np.logspace(np.log10(3), 3, 12 if quick else 120).astype(int)).tolist()
        forms = [{form.name: form for form in approximations(k, SHARE, LARGE_FAILURE)} for k in ks]
        size.plot(ks, [each[FORMS[0]].n_min for each in forms], color=TEXT, linewidth=2.4, label="n_min")
        size.plot(ks, [each[FORMS[0]].value for each in forms], color=AFTER, linewidth=1.0, label="ñ1")
        size.set(xscale="log", yscale="log")
        _label(size, "figure 8: π = 0.5, p̄ = 10⁻⁶", "k", "cell size")
        for name, colour in zip(FORMS, CELL_COLOURS[::2], strict=False):
            values = [100 * each[name].relative_error for each in forms]
            error.semilogx(ks, values, color=colour, linewidth=1.0, label=name)
        _label(error, "figure 9: π = 0.5, p̄ = 10⁻⁶", "k", "relative error, %")
        for (name, errors), colour in zip(pair.items(), (NEGATIVE, AFTER), strict=True):
            exponents = [exponent for exponent, _ in errors]
            sizes = [effective_anonymity(2, SHARE, 10.0**exponent).n_min for exponent in exponents]
            shares = [100 * off / n_min for (_, off), n_min in zip(errors, sizes, strict=True)]
            logarithm.plot(exponents, shares, color=colour, linewidth=0.8, label=name)
        _label(logarithm, "figure 10: k = 2, π = 0.5", "log₁₀ of the acceptable failure", "relative error, %")
        for axes in (size, error, logarithm):
            axes.legend(frameon=False, fontsize=8)
    return figure


def _draw_price(axes: Axes, n_points: int) -> None:
    near_one = 1.0 - np.logspace(-1, -15, n_points)  # there n_min falls to k
    failures = np.concatenate([np.logspace(-8, -0.05, n_points), near_one])
    sizes = [effective_anonymity(PRICE_K, SHARE, float(failure)).n_min for failure in failures]
    axes.semilogx(failures, sizes, color=AFTER, linewidth=1.6)
    axes.set_ylim(0, None)
    for name, failure in (("six sigma", 3.40e-6), ("5 σ", 2.87e-7)):
        axes.axvline(failure, color="grey", linewidth=0.8, linestyle=":")
        axes.annotate(name, (failure, 10), rotation=90, ha="right", fontsize=8)
    _label(axes, f"figure 7: k = {PRICE_K}, π = {SHARE}", "acceptable failure", "n_min")


def _label(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.set(xlabel=x, ylabel=y)
    tidy(axes)
