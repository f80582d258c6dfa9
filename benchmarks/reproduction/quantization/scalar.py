"""Section 7.1's scalar case: one attribute, where MDAV and PCL both cut the line into runs of k records.

The paper leaves it out because the two are identical. `optimal-1d` may use cells of k to 2k − 1 records and can only be
lower; its work grows with n·k, so it is left out for the largest cells.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.reproduction.experiments import SEED, gaussian
from benchmarks.reproduction.page import write_section
from shoal import PCL, microaggregate

N_RECORDS = 65_536
POWERS = tuple(range(1, 7))
QUICK_POWERS = (6,)
LARGEST_OPTIMAL_K = 4_096  # 2·n·k = 5·10⁸ steps
HEAD = (
    "| k | cells | runs of k | MDAV | PCL from MDAV | PCL from random records | the same cells | optimal-1d "
    "| optimal-1d ÷ MDAV |",
    "|---|---|---|---|---|---|---|---|---|",
)


def runs(values: np.ndarray, k: int) -> np.ndarray:
    """The cell of every record when the sorted line is cut into runs of k; the records are a multiple of k."""
    cell_of = np.empty(len(values), dtype=np.int64)
    cell_of[np.argsort(values, kind="stable")] = np.arange(len(values)) // k
    return cell_of


def are_same_cells(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two assignments put the same records together, whatever the numbers of the cells."""
    pairs = np.unique(np.stack([one, other]), axis=1).shape[1]
    return pairs == len(np.unique(one)) == len(np.unique(other))


def repeat_scalar(page: Path, quick: bool, options: str) -> None:
    """2 to 64 cells of 65,536 Gaussian numbers."""
    points = gaussian(N_RECORDS, 1)
    lines = list(HEAD)
    for power in QUICK_POWERS if quick else POWERS:
        lines.append(_line(points, N_RECORDS >> power))
        print(lines[-1], flush=True)
    write_section(page, "scalar", lines, options)


def _line(points: np.ndarray, k: int) -> str:
    cut = runs(points[:, 0], k)
    by_cell = [points[cut == cell, 0] for cell in range(int(cut.max()) + 1)]
    of_runs = sum(float(((own - own.mean()) ** 2).sum()) for own in by_cell)
    methods = ("mdav", PCL(start="mdav"), PCL(start="random"))
    found = [microaggregate(points, k, method=method, seed=SEED) for method in methods]
    same = all(are_same_cells(cut, partition.cell_of) for partition in found)
    distortions = " | ".join(f"{sse / points.size:.6g}" for sse in (of_runs, *(partition.sse for partition in found)))
    line = f"| {k:,} | {len(by_cell)} | {distortions} | {'yes' if same else 'no'} |"
    if k > LARGEST_OPTIMAL_K:
        return f"{line} | |"
    optimal = microaggregate(points, k, method="optimal-1d").sse
    return f"{line} {optimal / points.size:.6g} | {optimal / found[0].sse:.6f} |"
