"""Tables II, III and IV of the p-probabilistic paper: n_min, q̄, u, r̄, r̄′ and t̄, each beside the printed figure."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.published_figures import TABLE_II, TABLE_II_SETTING, TABLE_III, TABLE_IV
from benchmarks.reproduction.page import write_section
from shoal import effective_anonymity

N_CELLS, QUICK_CELLS = 100_000, 10_000  # the paper simulates 10⁵
SEED = 20
SHARE_OF_TABLE_IV = 0.75


def simulated_cells(n: int, k: int, share: float, n_cells: int) -> dict[str, tuple[float, float]]:
    """q̄, u and r̄ of so many simulated cells of n records, each with its standard error."""
    active = np.random.default_rng(SEED).binomial(n, share, n_cells)
    failed = (active > 0) & (active < k)
    unprotected = active[failed]
    return {
        "q̄": (failed.mean(), failed.std() / n_cells**0.5),
        "u": (unprotected.mean(), unprotected.std() / len(unprotected) ** 0.5),
        "r̄": ((active * failed).mean() / n, (active * failed).std() / n / n_cells**0.5),
    }


def repeat_failure_tables(page: Path, quick: bool, options: str) -> None:
    """All three tables, and how many entries agree to every printed digit."""
    agreeing: list[bool] = []

    def beside(ours: float, printed: str) -> str:
        agreeing.append(f"{ours:.3g}" == printed)
        return f"{ours:.4e} ({printed})" if abs(ours) < 1e-2 else f"{ours:.4f} ({printed})"

    third = ["| k | π | p̄ | n_min | q̄ | u | r̄ | r̄′ |", "|---|---|---|---|---|---|---|---|"]
    for k, share, failure, n_min, *printed in TABLE_III:
        found = effective_anonymity(k, share, failure)
        agreeing.append(found.n_min == n_min)
        values = (found.cell_failure, found.unprotected, found.record_failure, found.participant_failure)
        entries = " | ".join(beside(value, text) for value, text in zip(values, printed, strict=True))
        third.append(f"| {k} | {share:g} | {failure:g} | {found.n_min} ({n_min}) | {entries} |")
    n_third = f"{sum(agreeing)} of {len(agreeing)} entries agree to every printed digit."
    agreeing.clear()
    fourth = ["| k | N | p̄ | t̄ |", "|---|---|---|---|"]
    for k, records, failure, printed_failure in TABLE_IV:
        table = effective_anonymity(k, SHARE_OF_TABLE_IV, failure, records).table_failure
        assert table is not None
        fourth.append(f"| {k} | {records:,} | {failure:g} | {beside(table, printed_failure)} |")
    n_fourth = f"{sum(agreeing)} of {len(agreeing)} entries agree to every printed digit."
    lines = [
        *("Table II: k = 20, π = 0.5, p̄ = 0.1.", "", *second_table(QUICK_CELLS if quick else N_CELLS), ""),
        *("Table III. Each entry: ours (printed).", "", *third, "", n_third, ""),
        *("Table IV: π = 0.75. Its r̄ and r̄′ are those of table III.", "", *fourth, "", n_fourth),
    ]
    write_section(page, "failure-tables", lines, options)


def second_table(n_cells: int) -> list[str]:
    """Computed and simulated."""
    k, share, failure, printed_n_min = TABLE_II_SETTING
    found = effective_anonymity(k, share, failure)
    ours = {"q̄": found.cell_failure, "u": found.unprotected, "r̄": found.record_failure}
    simulated = simulated_cells(found.n_min, k, share, n_cells)
    lines = [
        "| | ours (printed) | simulated here ± standard error | from ours, % | printed simulation | from ours, % |",
        "|---|---|---|---|---|---|",
        f"| n_min | {found.n_min} ({printed_n_min}) | | | | |",
    ]
    for name, (printed, printed_simulation) in TABLE_II.items():
        mean, error = simulated[name]
        lines.append(
            f"| {name} | {ours[name]:.4g} ({printed}) | {mean:.4g} ± {error:.1g} | {_off(mean, ours[name])} "
            f"| {printed_simulation} | {_off(float(printed_simulation), ours[name])} |"
        )
    return lines


def _off(value: float, computed: float) -> str:
    return f"{100 * (value / computed - 1):+.2f}"
