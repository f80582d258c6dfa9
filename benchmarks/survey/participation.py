"""Does a survey whose members depend on each other keep its promise? python -m benchmarks.survey.participation

A frame of 1,200 people in households of one to three; k = 5, acceptable failure 10⁻³. Cells by `design_frame`. For each
way of answering, 100,000 surveys are drawn person by person and household by household, and every cell is watched. Each
way is simulated twice: with cells that were designed for it, and with cells that were designed for independent members
with the same share. A cell is above the promise when so many failures would happen to a cell that fails with exactly
the acceptable probability less than once in a hundred runs (one-sided binomial test, Bonferroni over the cells); above
its own stated failure by the same test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import binom

from benchmarks.results import write_result
from benchmarks.survey.simulated_people import drawn_answers
from shoal.survey.design.frame import Design, design_frame
from shoal.survey.participation.shares import Between, Earlier

N_PEOPLE, K, FAILURE, SHARE = 1_200, 5, 1e-3, 0.7
N_SURVEYS, AT_ONCE = 100_000, 1_000
SIGNIFICANCE = 0.01
OVERDISPERSION, TOGETHER = 0.03, 0.8
ASKED = 60  # people in the earlier survey; so few that its uncertainty matters
LOW, HIGH = 0.6, 0.8

Draw = Callable[[np.random.Generator, int], np.ndarray]


@dataclass(frozen=True)
class Way:
    """A way of answering: what the design is told, and how people are drawn."""

    name: str
    told: dict[str, Any]
    together: float = 0.0
    overdispersion: float = 0.0
    shares: Draw = lambda rng, n: np.full(n, SHARE)  # noqa: ARG005 - a known share


def ways() -> list[Way]:
    """Three models, then one of all of them, then an interval."""
    a, b = Earlier(SHARE * ASKED, ASKED).beta
    earlier: Draw = lambda rng, n: rng.beta(a, b, n)  # noqa: E731
    anywhere: Draw = lambda rng, n: np.where(rng.random(n) < 0.5, LOW, rng.uniform(LOW, HIGH, n))  # noqa: E731
    households = {"households": "home", "together": TOGETHER}
    known = Earlier(SHARE * ASKED, ASKED)
    return [
        Way("households", {"participation": SHARE, **households}, TOGETHER),
        Way("overdispersion", {"participation": SHARE, "overdispersion": OVERDISPERSION}, 0.0, OVERDISPERSION),
        Way("earlier survey", {"participation": known}, shares=earlier),
        Way(
            "all three",
            {"participation": known, "overdispersion": OVERDISPERSION, **households},
            TOGETHER,
            OVERDISPERSION,
            earlier,
        ),
        Way("interval", {"participation": Between(LOW, HIGH)}, shares=anywhere),
    ]


def frame(rng: np.random.Generator) -> pl.DataFrame:
    """Members of a household have similar values, so they often share a cell."""
    sizes = rng.integers(1, 4, N_PEOPLE)
    home = np.repeat(np.arange(N_PEOPLE), sizes)[:N_PEOPLE]
    place = rng.standard_normal((N_PEOPLE, 3))[home] + 0.3 * rng.standard_normal((N_PEOPLE, 3))
    return pl.DataFrame({f"v{axis}": place[:, axis] for axis in range(3)} | {"home": home})


def simulated(way: Way, home: np.ndarray, cell_of: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """How many of the surveys failed in each cell."""
    n_cells = int(cell_of.max()) + 1
    member = np.zeros((len(cell_of), n_cells), dtype=np.float32)
    member[np.arange(len(cell_of)), cell_of] = 1.0
    failures = np.zeros(n_cells, dtype=np.int64)
    for _ in range(N_SURVEYS // AT_ONCE):
        shares = way.shares(rng, AT_ONCE)
        answers = drawn_answers(rng, shares, home, cell_of, way.together, way.overdispersion)
        active = answers.astype(np.float32) @ member
        failures += ((active > 0) & (active < K)).sum(axis=0)
    return failures


def row(way: Way, told: str, design: Design, failures: np.ndarray, seconds: float) -> str:
    """One line of the table; stated failures are exact, attained ones simulated."""
    stated, sizes = design.specification.failures, design.specification.frame_counts
    limit = binom.isf(SIGNIFICANCE / len(stated), N_SURVEYS, FAILURE)
    own = binom.isf(SIGNIFICANCE / len(stated), N_SURVEYS, np.minimum(stated, FAILURE))
    return (
        f"| {way.name} | {told} | {len(stated)} | {sizes.min()} to {sizes.max()} | {100 * design.loss:.2f} | "
        f"{stated.mean():.3g} | {failures.mean() / N_SURVEYS:.3g} | {stated.max():.3g} | "
        f"{failures.max() / N_SURVEYS:.3g} | {int((failures > limit).sum())} | {int((failures > own).sum())} | "
        f"{seconds:.1f} |"
    )


def main() -> None:
    """Design, simulate, compare."""
    rng = np.random.default_rng(5)
    table = frame(rng)
    home = table["home"].to_numpy()
    about: dict[str, Any] = {"k": K, "failure": FAILURE, "quasi_identifiers": ["v0", "v1", "v2"], "seed": 0}
    lines = [
        "| how people answer | cells designed for | cells | sizes | loss, % | stated, mean | attained, mean | "
        "stated, worst | attained, worst | cells above the promise | cells above their stated failure | design CPU s |",
        "|" + "---|" * 12,
    ]
    for way in ways():
        for told, participation in (("this", way.told), ("independent members", {"participation": SHARE})):
            began = process_time()
            design = design_frame(table, **about, **participation)
            seconds = process_time() - began
            failures = simulated(way, home, design.cell_of, rng)
            lines.append(row(way, told, design, failures, seconds))
            print(lines[-1], flush=True)
    write_result(
        "survey_participation",
        "Attained failure of surveys whose members depend on each other",
        "python -m benchmarks.survey.participation",
        lines,
    )


if __name__ == "__main__":
    main()
