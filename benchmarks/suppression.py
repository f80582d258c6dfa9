"""What leaving out a few records saves: python -m benchmarks.suppression

Real sets, k = 3 and 10, 1 % and 5 % of the records, `auto`, seed 0. Figures are 100·SSE/SST of the released records,
with the SST of all records divided by how many there are, so that a lower figure is not owed to a smaller spread.

- all: nobody is left out
- farthest: those farthest from the mean of the table are left out
- 2, 3, 4, 6 formings: `partition/conditions/trimming.py` with so many formings of cells (it has 4)
- 4 cells: the same with 4 cells around a record instead of 16

Writes benchmarks/results/suppression.md.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np

import shoal.partition.conditions.trimming as trimming
from benchmarks.data import casc
from benchmarks.results import write_result
from shoal import microaggregate
from shoal.partition.partition import Partition

FORMINGS = (2, 3, 4, 6)


def main() -> None:
    """Every set, k and share in turn."""
    heads = [
        "set",
        "k",
        "left out",
        "all",
        "farthest",
        *(f"{n} formings" for n in FORMINGS),
        "4 cells",
        "s (4 formings)",
    ]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for name in ("census", "tarragona", "eia"):
        points = casc(name)
        for k in (3, 10):
            for share in (0.01, 0.05):
                cells = _line(points, k, int(share * len(points)))
                lines.append(f"| {name} | {k} | {share:.0%} | {' | '.join(cells)} |")
                print(lines[-1], flush=True)
    write_result("suppression", "What leaving out a few records saves", "python -m benchmarks.suppression", lines)


def _line(points: np.ndarray, k: int, most: int) -> list[str]:
    n_records = len(points)
    spread = ((points - points.mean(axis=0)) ** 2).sum() / n_records

    def form(rows: np.ndarray) -> Partition:
        return microaggregate(points[rows], k, seed=0)

    def told(sse: float, n_kept: int) -> str:
        return f"{100 * sse / n_kept / spread:.3f}"

    near = np.argsort(((points - points.mean(axis=0)) ** 2).sum(axis=1), kind="stable")[: n_records - most]
    found = [told(form(np.arange(n_records)).sse, n_records), told(form(np.sort(near)).sse, n_records - most)]
    seconds = 0.0
    for count, around in (*((count, 16) for count in FORMINGS), (trimming.FORMINGS, 4)):
        began = perf_counter()
        trimmed = _with(count, around, points, most, k, form)
        if (count, around) == (trimming.FORMINGS, trimming.CELLS_AROUND):
            seconds = perf_counter() - began
        found.append(told(trimmed.partition.sse, len(trimmed.kept)))
    return [*found, f"{seconds:.1f}"]


def _with(
    formings: int, around: int, points: np.ndarray, most: int, k: int, form: Callable[[np.ndarray], Partition]
) -> trimming.Trimmed:
    """With other constants, for the time of one run."""
    before = trimming.CELLS_AROUND
    trimming.CELLS_AROUND = around  # type: ignore[misc]
    try:
        return trimming.trimmed(points, np.zeros(len(points), dtype=np.int64), most, k, form, formings=formings)
    finally:
        trimming.CELLS_AROUND = before  # type: ignore[misc]


if __name__ == "__main__":
    main()
