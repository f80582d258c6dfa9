"""Figures 15 and 17: 250 points of a plane, k = 2 to 10, five starts of noisy PCL as dots beside MDAV.

The paper draws 4,000 samples a record for uniform points and 5,000 for Gaussian ones. Here a cell has 400 samples: with
the paper's numbers the ninety runs would take hours. The section on noisy samples has the two printed cases with all
samples.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.reproduction.experiments import FIVE_STARTS, PLANE
from benchmarks.reproduction.measuring import best_pcl
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from benchmarks.reproduction.start_dots import HEAD, five_starts, starts_figure, starts_summary, with_start
from shoal import NoisyPCL

N_RECORDS = 250
KS = tuple(range(2, 11))
QUICK_KS = (3, 10)
SAMPLES = 400  # a cell
QUICK_SAMPLES, QUICK_ITERATIONS = 200, 5
ITERATIONS = {"uniform": 150, "Gaussian": 300}  # section 5.2


def repeat_noisy_starts(page: Path, quick: bool, options: str) -> None:
    """All eighteen cases with all starts; beside them the best of five starts of `pcl`, which needs no samples."""
    rows, exact, lines = [], {}, [f"{HEAD[0]} pcl | noisy ÷ pcl |", f"{HEAD[1]}---|---|"]
    for source, draw in PLANE.items():
        iterations = QUICK_ITERATIONS if quick else ITERATIONS[source]
        run = with_start(NoisyPCL(samples_per_cell=QUICK_SAMPLES if quick else SAMPLES, iterations=iterations))
        points = draw(N_RECORDS)
        for k in QUICK_KS if quick else KS:
            rows.append(five_starts(source, points, k, run))
            exact[source, k] = best_pcl(points, k, FIVE_STARTS)[0].sse / points.size
            lines.append(f"{rows[-1].markdown} {exact[source, k]:.4g} | {rows[-1].best / exact[source, k]:.3f} |")
            print(lines[-1], flush=True)
    caption = "250 points of a plane: every start of noisy PCL a dot, MDAV a line (as figures 15 and 17)"
    figure = starts_figure(rows, "k", {"pcl, best of five": exact})
    picture = save(figure, page.parent / "images" / "reproduction", "noisy-starts", caption)
    write_section(page, "noisy-starts", [*lines, "", starts_summary(rows), "", picture], options)
