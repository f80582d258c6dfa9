"""The closed forms of section VI of the p-probabilistic paper beside the exact n_min. It prints no figures for them."""

from __future__ import annotations

from itertools import product
from math import isnan, log, log1p
from pathlib import Path

from benchmarks.reproduction.page import write_section
from shoal.guarantee.approximations import Approximation, approximations

KS, SHARES, FAILURES = (2, 5, 10, 50), (0.25, 0.5, 0.75), (1e-4, 1e-6, 1e-9)
GENERAL = ("Markov", "Chebyshev", "Chernoff", "ñ1′, quadratic", "ñ1″, large k", "ñ2, anchored")
PAIRS = ("ñ0, logarithm", "ñ1, first order", "ñ2, second order", "Lambert W")


def limit_form(share: float, failure: float) -> float:
    """ln p̄/ln π̄, what the paper's limit D(0‖π) gives for every k."""
    return log(failure) / log1p(-share)


def row(found: dict[str, Approximation], names: tuple[str, ...]) -> str:
    """The values of these forms, and where one is a bound, whether it is one here."""
    return " | ".join("" if isnan(found[name].value) else f"{found[name].value:.2f}" for name in names)


def broken(found: dict[str, Approximation]) -> list[str]:
    """Bounds that are on the wrong side of n_min. An upper bound, rounded up, is a size that is large enough."""
    return [
        name
        for name, form in found.items()
        if (form.kind == "lower bound" and form.value > form.n_min + 1e-6)
        or (form.kind == "upper bound" and form.value < form.n_min - 1)
    ]


def repeat_bounds(page: Path, _: bool, options: str) -> None:
    """One table for any k, one for k = 2."""
    general = [
        "| k | π | p̄ | n_min | ln p̄/ln π̄ | " + " | ".join(GENERAL) + " |",
        "|---|---|---|---|---|" + "---|" * len(GENERAL),
    ]
    pairs = ["| π | p̄ | n_min | " + " | ".join(PAIRS) + " |", "|---|---|---|" + "---|" * len(PAIRS)]
    n_broken = 0
    for k, share, failure in product(KS, SHARES, FAILURES):
        found = {form.name: form for form in approximations(k, share, failure)}
        n_min = found["Markov"].n_min
        n_broken += len(broken(found))
        limit = f"{limit_form(share, failure):.2f}"
        general.append(f"| {k} | {share:g} | {failure:g} | {n_min} | {limit} | {row(found, GENERAL)} |")
        if k == 2:
            pairs.append(f"| {share:g} | {failure:g} | {n_min} | {row(found, PAIRS)} |")
    words = f"Bounds on the wrong side of n_min: {n_broken}. The column Chernoff is also the paper's ñ1 for any k."
    write_section(page, "bounds", [*general, "", words, "", "For k = 2:", "", *pairs], options)
