"""Figures 15 and 17: 250 points of a plane, k = 2 to 10, every start of noisy PCL as a dot beside MDAV.

The paper has four random starts, and draws 4,000 samples a record for uniform points and 5,000 for Gaussian ones. Here
there are two random starts, and a cell has 400 samples: with the paper's numbers the ninety runs would take hours. The
section on noisy samples has the two printed cases with all samples.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from benchmarks.reproduction.experiments import PLANE
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from benchmarks.reproduction.start_dots import (
    HEAD,
    STARTS,
    StartsRow,
    measured_starts,
    starts_figure,
    starts_summary,
    with_start,
)
from shoal import NoisyPCL

CORES = 2
N_RECORDS = 250
KS = tuple(range(2, 11))
QUICK_KS = (3, 10)
N_STARTS = 3  # one from MDAV
SAMPLES = 400  # a cell
QUICK_SAMPLES, QUICK_ITERATIONS = 200, 5
ITERATIONS = {"uniform": 150, "Gaussian": 300}  # section 5.2


def repeat_noisy_starts(page: Path, quick: bool, options: str) -> None:
    """All eighteen cases with all starts; large cells are quick and come first, and the page is written after each."""
    cases = list(product(reversed(QUICK_KS if quick else KS), PLANE))
    rows: list[StartsRow] = []
    with ProcessPoolExecutor(CORES) as pool:
        for row in pool.map(_measured, cases, [quick] * len(cases)):
            rows.append(row)
            print(row.markdown, flush=True)
            _write(page, sorted(rows, key=lambda row: (list(PLANE).index(row.setting), row.k)), options)


def _write(page: Path, rows: list[StartsRow], options: str) -> None:
    caption = "250 points of a plane: every start of noisy PCL a dot, MDAV a line (as figures 15 and 17)"
    picture = save(starts_figure(rows, "k"), page.parent / "images" / "reproduction", "noisy-starts", caption)
    lines = [*HEAD, *(row.markdown for row in rows), "", starts_summary(rows), "", picture]
    write_section(page, "noisy-starts", lines, options)


def _measured(case: tuple[int, str], quick: bool) -> StartsRow:
    k, source = case
    method = NoisyPCL(samples_per_cell=SAMPLES, iterations=ITERATIONS[source])
    if quick:
        method = NoisyPCL(samples_per_cell=QUICK_SAMPLES, iterations=QUICK_ITERATIONS)
    return measured_starts(source, PLANE[source](N_RECORDS), k, with_start(method), STARTS[:N_STARTS])
