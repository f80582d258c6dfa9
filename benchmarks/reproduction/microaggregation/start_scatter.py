"""Figures 11 and 13: 10,000 points of a plane in 2 to 10 cells, five starts of PCL as dots beside MDAV."""

from __future__ import annotations

from pathlib import Path

from benchmarks.reproduction.experiments import PLANE
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from benchmarks.reproduction.start_dots import HEAD, as_printed, measured_starts, starts_figure, starts_summary

N_RECORDS = 10_000
CELLS = tuple(range(2, 11))
QUICK_CELLS = (2, 7)
ITERATIONS = 50  # section 5.2


def repeat_starts(page: Path, quick: bool, options: str) -> None:
    """Both kinds of points, every number of cells, every start."""
    run = as_printed(ITERATIONS)
    rows = []
    for source, draw in PLANE.items():
        for cells in QUICK_CELLS if quick else CELLS:
            rows.append(measured_starts(source, draw(N_RECORDS), N_RECORDS // cells, run))
            print(rows[-1].markdown, flush=True)
    caption = "10,000 points of a plane: every start a dot, MDAV a line (as figures 11 and 13)"
    picture = save(starts_figure(rows, "cells"), page.parent / "images" / "reproduction", "starts", caption)
    write_section(
        page, "starts", [*HEAD, *(row.markdown for row in rows), "", starts_summary(rows), "", picture], options
    )
