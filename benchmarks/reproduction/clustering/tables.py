"""Tables 3 and 4 of the clustering paper: MDAV* beside the other methods, and the γ at which V-MDAV loses least."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.published import GAINS
from benchmarks.published_figures import BEST_GAINS, KS, PRINTED, PRINTED_DIFFERENCES
from benchmarks.reproduction.clustering.losses import (
    METHOD_TITLES,
    TITLES,
    is_simulated,
    measured_losses,
    missing_files,
    skipped_lines,
)
from benchmarks.reproduction.page import write_section
from shoal.arrays import FloatArray

SAME = 1e-9  # relative: sums of the same cells differ by less, different cells by more


def difference(loss: float, other: float) -> float:
    """How much smaller (negative) or larger a loss is than another one, in per cent."""
    return 100.0 * (loss / other - 1.0)


def gains_of_least_loss(by_gain: FloatArray) -> list[float]:
    """Every γ of the scan with the least loss: different γ often give the same cells."""
    return [gain for gain, loss in zip(GAINS, by_gain, strict=True) if loss <= by_gain.min() * (1.0 + SAME)]


def in_ranges(gains: list[float]) -> str:
    """Neighbouring γ as '0.3 to 0.5', others with commas."""
    runs: list[list[float]] = []
    for gain in gains:
        if runs and round(10 * (gain - runs[-1][-1])) == 1:
            runs[-1].append(gain)
        else:
            runs.append([gain])
    return ", ".join(f"{run[0]:.1f}" if len(run) == 1 else f"{run[0]:.1f} to {run[-1]:.1f}" for run in runs)


def repeat_differences(page: Path, quick: bool, options: str) -> None:
    """Table 3."""
    lines = [
        "| data | k | table 3 (a) | by tables 1 and 2: MDAV | MDAV⁺ | ours: MDAV | MDAV⁺ "
        "| table 3 (b) | by tables 1 and 2 | ours: V-MDAV |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    ours: dict[str, list[float]] = {"mdav": [], "mdav+": [], "vmdav": []}
    for (source, k), measured in measured_losses(quick).items():
        place = KS.index(k)
        means = measured.means()
        printed = {
            method: difference(PRINTED[source]["mdav*"][place], PRINTED[source][method][place]) for method in ours
        }
        for method, values in ours.items():
            values.append(difference(means["mdav*"], means[method]))
        said_plus, said_vmdav = (PRINTED_DIFFERENCES[part][source][place] for part in ("a", "b"))
        lines.append(
            f"| {TITLES[source]} | {k} | {said_plus:+.1f} % | {printed['mdav']:+.1f} % | {printed['mdav+']:+.1f} % "
            f"| {ours['mdav'][-1]:+.1f} % | {ours['mdav+'][-1]:+.1f} % "
            f"| {said_vmdav:+.2f} % | {printed['vmdav']:+.2f} % | {ours['vmdav'][-1]:+.2f} % |"
        )
    lines += ["", "| MDAV\\* against, ours | larger | on average | at best | at worst |", "|---|---|---|---|---|"]
    for method, values in ours.items():
        n_larger = sum(value > 0 for value in values)
        lines.append(
            f"| {METHOD_TITLES[method]} | {n_larger} of {len(values)} | {np.mean(values):+.1f} % "
            f"| {min(values):+.1f} % | {max(values):+.1f} % |"
        )
    write_section(page, "differences", [*lines, *skipped_lines(missing_files())], options)


def repeat_gains(page: Path, quick: bool, options: str) -> None:
    """Table 4."""
    real = [
        "| data | k | printed γ | loss there | least loss of the scan | γ of the least loss |",
        "|---|---|---|---|---|---|",
    ]
    drawn = [
        "| data | k | printed mean of the best γ | ours | standard error | lowest and highest best γ of a set |",
        "|---|---|---|---|---|---|",
    ]
    n_agreeing, n_sets = 0, 0
    for (source, k), measured in measured_losses(quick).items():
        printed = BEST_GAINS[source][KS.index(k)]
        if is_simulated(source):
            best = np.array([gains_of_least_loss(by_gain)[0] for by_gain in measured.by_gain])
            n_sets = len(best)
            error = best.std(ddof=1) / np.sqrt(n_sets)
            drawn.append(
                f"| {source} | {k} | {printed:.3f} | {best.mean():.3f} | {error:.3f} "
                f"| {best.min():.1f}, {best.max():.1f} |"
            )
            continue
        (by_gain,) = measured.by_gain
        tied = gains_of_least_loss(by_gain)
        n_agreeing += printed in tied
        there = by_gain[GAINS.index(printed)]
        real.append(
            f"| {TITLES[source]} | {k} | {printed:.1f} | {there:.4f} | {by_gain.min():.4f} | {in_ranges(tied)} |"
        )
    words = [
        "",
        f"The printed γ has the least loss of our scan in {n_agreeing} of {len(real) - 2} cases.",
        "",
        f"Simulated sets: the mean over {n_sets} sets of the lowest γ with the least loss.",
        "",
    ]
    write_section(page, "gains", [*real, *words, *drawn, *skipped_lines(missing_files())], options)
