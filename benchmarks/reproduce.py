"""The experiments of the papers, repeated: python -m benchmarks.reproduce [--only census,locations] [--quick]

Writes the tables into docs/reproduction.md and the pictures beside it. Real data sets are skipped, and said to be,
when their files are not where SHOAL_DATA points. ``--quick`` takes every fourth case and three gains of V-MDAV: to
see whether everything runs, with ``--page`` on a copy of the page.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.data import data_folder
from benchmarks.published import GAINS
from benchmarks.reproduction.clustering import CLUSTERING_PAPER
from benchmarks.reproduction.experiments import EXPERIMENTS, Case, Experiment, gaussian
from benchmarks.reproduction.ledger_page import repeat_ledger
from benchmarks.reproduction.measuring import HEAD, Row, best_pcl, measure
from benchmarks.reproduction.microaggregation import MICROAGGREGATION_PAPER
from benchmarks.reproduction.noisy import repeat_noisy
from benchmarks.reproduction.page import PAGE, write_section
from benchmarks.reproduction.pictures import cells_picture, curves_picture, save
from benchmarks.reproduction.prepartition import repeat_prepartition
from benchmarks.reproduction.probabilistic import PROBABILISTIC_PAPER
from benchmarks.reproduction.quantization import QUANTIZATION_PAPER
from benchmarks.reproduction.summary import repeat_summary
from shoal import microaggregate
from shoal.release.pages.cell_plots import history_figure

QUICK_GAINS = [0.0, 0.2, 1.1]
CORES = 2
CONVERGENCE = Case("d = 2, ρ = ½", lambda: gaussian(65_536, 2, 0.5), 2048)


def repeat(experiment: Experiment, page: Path, quick: bool, options: str) -> None:
    """One table with its curves and cells."""
    if experiment.file and not (data_folder() / experiment.file).exists():
        skipped = f"Skipped: {experiment.file} is not where SHOAL_DATA points."
        print(f"{experiment.name}: {skipped}", flush=True)
        write_section(page, experiment.name, [skipped], options)
        return
    cases = [case for place, case in enumerate(experiment.cases) if not quick or case.picture or place % 4 == 0]
    rows = []
    with ProcessPoolExecutor(CORES) as pool:
        for case in cases:
            rows.append(measure(case, experiment.starts, QUICK_GAINS if quick else GAINS, pool))
            print(rows[-1].markdown, flush=True)
    lines = [
        experiment.note,
        "",
        *HEAD,
        *(row.markdown for row in rows),
        "",
        _summary(rows),
        "",
        *_pictures(experiment, rows, page),
    ]
    write_section(page, experiment.name, lines, options)


def _summary(rows: list[Row]) -> str:
    ratios = [row.ratio for row in rows]
    seconds = sum(row.pcl_seconds for row in rows)
    return f"PCL ÷ MDAV: {min(ratios):.3f} to {max(ratios):.3f}. PCL's seconds for all {len(rows)} rows: {seconds:.1f}."


def _pictures(experiment: Experiment, rows: list[Row], page: Path) -> list[str]:
    folder = page.parent / "images" / "reproduction"
    lines = []
    if experiment.curve:
        figure = curves_picture(rows, experiment.curve)
        lines += [
            save(figure, folder, experiment.name, f"{experiment.title}: distortion against {experiment.curve}"),
            "",
        ]
    for row in rows:
        if row.case.picture:
            name = row.case.picture.replace(" of the ", "-").replace(" ", "-")
            name += "-half" if "½" in row.case.setting else ""
            caption = f"As {row.case.picture}: {row.case.setting}, k = {row.case.k:,}"
            lines += [f"{caption}.", "", save(cells_picture(row), folder, name, caption), ""]
    return lines


def repeat_convergence(page: Path, options: str) -> None:
    """The fall of the distortion, iteration by iteration, from MDAV's cells."""
    points = CONVERGENCE.points()
    mdav = microaggregate(points, CONVERGENCE.k, method="mdav")
    pcl, seconds = best_pcl(points, CONVERGENCE.k, ("mdav",))
    caption = "32 cells of 65,536 Gaussian points, ρ = ½: loss by outer iteration"
    figure = history_figure(pcl, compared_with={"mdav": mdav})
    line = save(figure, page.parent / "images" / "reproduction", "convergence", caption)
    words = f"{caption}; {len(pcl.history)} iterations in {seconds:.2f} s."
    write_section(page, "convergence", [words, "", line], options)


OTHERS = {
    "prepartition": repeat_prepartition,
    "noisy": repeat_noisy,
    **MICROAGGREGATION_PAPER,
    **QUANTIZATION_PAPER,
    **CLUSTERING_PAPER,
    **PROBABILISTIC_PAPER,
    "ledger": repeat_ledger,
    "summary": repeat_summary,
}


def main() -> None:
    """Repeat all of them, or those named."""
    names = [*(experiment.name for experiment in EXPERIMENTS), "convergence", *OTHERS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(names), help=f"some of {', '.join(names)}")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--page", type=Path, default=PAGE)
    arguments = parser.parse_args()
    wanted = arguments.only.split(",")
    if unknown := set(wanted) - set(names):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    options = " --quick" if arguments.quick else ""
    for experiment in EXPERIMENTS:
        if experiment.name in wanted:
            print(f"== {experiment.title}", flush=True)
            repeat(experiment, arguments.page, arguments.quick, options)
    if "convergence" in wanted:
        repeat_convergence(arguments.page, options)
    for name, repeat_other in OTHERS.items():
        if name in wanted:
            print(f"== {name}", flush=True)
            repeat_other(arguments.page, arguments.quick, options)


if __name__ == "__main__":
    main()
