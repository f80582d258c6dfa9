"""Does a survey fail as seldom as promised? python -m benchmarks.attained_failure

1,000 Gaussian records in five dimensions, k = 5, acceptable failure 10⁻³; three models of who takes part, three
algorithms; 100,000 simulated surveys each. Every cell is watched: how often some, but fewer than k, of its records took
part. A cell is above the promise when so many failures would happen to a cell that fails with exactly the acceptable
probability less than once in a hundred runs of this benchmark (one-sided binomial test, Bonferroni over the cells).
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import binom

from benchmarks.data import REPOSITORY
from benchmarks.results import write_result
from shoal import Partition, ProbabilisticAnonymity, microaggregate
from shoal.guarantee.participation import LogisticParticipation, StratumParticipation
from shoal.release.pages.cell_plots import write_png

N_RECORDS, N_DIMS, K, FAILURE = 1_000, 5, 5, 1e-3
N_SURVEYS, SURVEYS_AT_ONCE = 100_000, 1_000
SIGNIFICANCE = 0.01
METHODS = ("mdav", "mdav*", "pcl")
PICTURE = REPOSITORY / "docs" / "images" / "attained-failure.png"


def models(points: np.ndarray, rng: np.random.Generator) -> dict[str, float | np.ndarray]:
    """One rate for all; four strata; a logistic model fitted to who answered a past survey of the same people."""
    strata = np.digitize(points[:, 0], [-0.7, 0.0, 0.7])
    truth = 1.0 / (1.0 + np.exp(-(0.8 + 0.9 * points[:, 1] - 0.6 * points[:, 2])))
    past = rng.random(N_RECORDS) < truth
    return {
        "constant": 0.75,
        "strata": StratumParticipation({0: 0.35, 1: 0.6, 2: 0.8, 3: 0.95}).of(strata),
        "logistic": LogisticParticipation.fit(points, past).of(points),
    }


def simulated(shares: float | np.ndarray, cell_of: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """How many of the surveys failed in each cell."""
    n_cells = int(cell_of.max()) + 1
    member = np.zeros((len(cell_of), n_cells), dtype=np.float32)
    member[np.arange(len(cell_of)), cell_of] = 1.0
    failures = np.zeros(n_cells, dtype=np.int64)
    for _ in range(N_SURVEYS // SURVEYS_AT_ONCE):
        takes_part = rng.random((SURVEYS_AT_ONCE, len(cell_of))) < shares
        active = takes_part.astype(np.float32) @ member
        failures += ((active > 0) & (active < K)).sum(axis=0)
    return failures


def row(model: str, method: str, partition: Partition, failures: np.ndarray, seconds: float) -> str:
    """One line of the table; the designed failures are exact, the attained ones simulated."""
    designed = partition.promise.cell_failures(partition.cell_of)
    limit = binom.isf(SIGNIFICANCE / partition.n_cells, N_SURVEYS, FAILURE)
    return (
        f"| {model} | {method} | {partition.n_cells} | {partition.sizes.min()} to {partition.sizes.max()} | "
        f"{100 * partition.loss:.3f} | {designed.mean():.3g} | {failures.mean() / N_SURVEYS:.3g} | "
        f"{designed.max():.3g} | {failures.max() / N_SURVEYS:.3g} | {limit / N_SURVEYS:.3g} | "
        f"{int((failures > limit).sum())} | {seconds:.2f} |"
    )


def picture(points_of: dict[str, list[tuple[np.ndarray, np.ndarray]]]) -> Figure:
    """Attained against designed failure, one dot a cell."""
    figure = Figure(figsize=(9.0, 3.2), layout="constrained")
    for place, (model, pairs) in enumerate(points_of.items()):
        axes = figure.add_subplot(1, len(points_of), place + 1)
        for method, (designed, attained) in zip(METHODS, pairs, strict=True):
            axes.plot(designed, attained, ".", markersize=4, label=method)
        low = min(designed.min() for designed, _ in pairs) * 0.8
        axes.plot([low, FAILURE], [low, FAILURE], color="grey", linewidth=0.8)
        axes.axvline(FAILURE, color="black", linewidth=0.8, linestyle=":")
        axes.set_title(model, loc="left", fontsize=10)
        axes.set_xlabel("designed failure of a cell")
        axes.set_ylabel("attained in 100,000 surveys" if place == 0 else "")
        axes.ticklabel_format(style="sci", scilimits=(0, 0))
    axes.legend(frameon=False, fontsize=8)
    return figure


def main() -> None:
    """Design, simulate, compare."""
    rng = np.random.default_rng(4)
    points = rng.standard_normal((N_RECORDS, N_DIMS))
    head = (
        "| participation | method | cells | sizes | loss, % | designed, mean | attained, mean | designed, worst | "
        "attained, worst | still chance | cells above | design s |"
    )
    lines = [head, "|" + "---|" * 12]
    pairs: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {}
    design: Callable[..., Partition] = microaggregate
    for method in METHODS:
        design(points[:200], K, method=method, participation=np.linspace(0.5, 0.9, 200), failure=FAILURE, seed=0)
    for model, shares in models(points, rng).items():
        for method in METHODS:
            began = perf_counter()
            partition = design(points, K, method=method, participation=shares, failure=FAILURE, seed=0)
            seconds = perf_counter() - began
            failures = simulated(shares, partition.cell_of, rng)
            lines.append(row(model, method, partition, failures, seconds))
            print(lines[-1], flush=True)
            designed = ProbabilisticAnonymity(K, FAILURE, shares).cell_failures(partition.cell_of)
            pairs.setdefault(model, []).append((designed, failures / N_SURVEYS))
    write_png(picture(pairs), PICTURE)
    write_result(
        "attained_failure",
        "Attained failure of simulated surveys",
        "python -m benchmarks.attained_failure",
        lines,
    )


if __name__ == "__main__":
    main()
