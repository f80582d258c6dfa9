"""Tables 3 and 4 of the clustering paper: MDAV* beside the other methods, and the γ at which V-MDAV loses least."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.published import GAINS
from benchmarks.published_figures import BEST_GAINS, KS, PRINTED, PRINTED_DIFFERENCES
from benchmarks.reproduction.clustering.losses import (
    METHOD_TITLES,
    TITLES,
    MethodLosses,
    is_simulated,
    measured_losses,
    missing_files,
    skipped_lines,
)
from benchmarks.reproduction.page import write_section
from shoal.arrays import FloatArray

PRINTED_SETS = 25
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


def error_of_difference(losses: FloatArray, others: FloatArray) -> float:
    """Standard deviation of the difference of one set, in per cent: of a mean of n sets it is smaller by √n.

    Both methods run on the same sets, so what the sets have in common cancels (the delta method for a ratio of means).
    """
    ratio = losses.mean() / others.mean()
    return 100.0 * float((losses - ratio * others).std(ddof=1) / others.mean())


def deviation(printed: float, ours: float, error: float, n_sets: int, unit: float) -> float:
    """How many standard errors a printed mean of 25 sets is away from ours, beyond the rounding of the print."""
    beyond = max(0.0, abs(printed - ours) - unit / 2)
    return beyond / (error * np.sqrt(1 / PRINTED_SETS + 1 / n_sets))


def chance_table(found: dict[tuple[str, int], MethodLosses]) -> list[str]:
    """Whether chance alone explains the differences between simulated sets of the paper and ours."""
    lines = [
        "| data | k | table 3 (a) | ours | away | table 3 (b) | ours | away |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (source, k), measured in found.items():
        if not is_simulated(source):
            continue
        entries = []
        for part, others, digits in (("a", measured.mdav, 1), ("b", measured.by_gain.min(axis=1), 2)):
            printed = PRINTED_DIFFERENCES[part][source][KS.index(k)]
            ours = difference(measured.mdav_star.mean(), others.mean())
            error = error_of_difference(measured.mdav_star, others)
            away = deviation(printed, ours, error, len(others), 10.0**-digits)
            entries.append(f"{printed:+.{digits}f} % | {ours:+.{digits}f} % | {away:.1f}")
        lines.append(f"| {source} | {k} | {' | '.join(entries)} |")
    return lines


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
    away = (
        "Simulated sets once more. *away*: the distance between the printed mean of 25 sets and our mean, beyond the "
        "rounding of the print, in standard errors of that distance."
    )
    lines += ["", away, "", *chance_table(measured_losses(quick))]
    write_section(page, "differences", [*lines, *skipped_lines(missing_files())], options)


def repeat_gains(page: Path, quick: bool, options: str) -> None:
    """Table 4."""
    real = [
        "| data | k | printed γ | loss there | least loss of the scan | γ of the least loss |",
        "|---|---|---|---|---|---|",
    ]
    drawn = [
        "| data | k | printed mean of the best γ | ours | away | lowest and highest best γ of a set |",
        "|---|---|---|---|---|---|",
    ]
    n_agreeing, n_sets = 0, 0
    for (source, k), measured in measured_losses(quick).items():
        printed = BEST_GAINS[source][KS.index(k)]
        if is_simulated(source):
            best = np.array([gains_of_least_loss(by_gain)[0] for by_gain in measured.by_gain])
            n_sets = len(best)
            away = deviation(printed, best.mean(), best.std(ddof=1), n_sets, 0.001)
            drawn.append(
                f"| {source} | {k} | {printed:.3f} | {best.mean():.3f} | {away:.1f} "
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
        f"Simulated sets: the mean over {n_sets} sets of the lowest γ with the least loss. *away* as for table 3.",
        "",
    ]
    write_section(page, "gains", [*real, *words, *drawn, *skipped_lines(missing_files())], options)
