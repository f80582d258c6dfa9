"""The three trust modes on the same people: `python -m benchmarks.trust_modes`.

A frame of people, of whom each answers with probability π. The same answers are released three ways: remotely trusted
(one party gets the raw answers and microaggregates them), locally trusted (cells designed on the frame, found by each
respondent), untrusted (boxes designed on the frame, found with a pencil). Distortion is SSE/SST over the answers that
are released, in standardised coordinates of the frame. Design times are CPU seconds, compilation excluded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

import numpy as np
import polars as pl

from benchmarks.data import adult, standardised
from benchmarks.results import write_result
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.microaggregate import microaggregate
from shoal.survey.boxes.from_frame import design_boxes
from shoal.survey.design.frame import design_frame

K, FAILURE, PARTICIPATION = 5, 1e-4, 0.75
N_MEMBERS = 2000
SURVEYS = 5  # of each frame; the distortion is their mean
SMALL = 400  # members of a frame that everything is compiled on first


@dataclass(frozen=True)
class Cells:
    """Where each member of a frame stands, and where the cell is released; ``seconds`` of design."""

    cell_of: np.ndarray
    centroids: np.ndarray
    seconds: float


def gaussian(n_members: int) -> np.ndarray:
    """Independent normal attributes."""
    return standardised(np.random.default_rng(0).normal(size=(n_members, 4)))


def adults(n_members: int) -> np.ndarray:
    """Whole numbers with many ties: age, years of education, hours a week."""
    points = adult()
    return standardised(points[np.random.default_rng(0).choice(len(points), n_members, replace=False)])


def means(points: np.ndarray, cell_of: np.ndarray) -> np.ndarray:
    """The centroids of the cells."""
    count = np.bincount(cell_of)[:, None]
    sums = [np.bincount(cell_of, weights=column) for column in points.T]
    return np.column_stack(sums) / np.maximum(count, 1)


def local(points: np.ndarray) -> Cells:
    """Cells by sites and costs, in a specification."""
    frame = pl.DataFrame({f"v{column}": values for column, values in enumerate(points.T)})
    begun = process_time()
    design = design_frame(
        frame, k=K, failure=FAILURE, participation=PARTICIPATION, quasi_identifiers=frame.columns, seed=0
    )
    return Cells(design.cell_of, means(points, design.cell_of), process_time() - begun)


def untrusted(points: np.ndarray) -> Cells:
    """Boxes on paper."""
    frame = pl.DataFrame({f"v{column}": values for column, values in enumerate(points.T)})
    begun = process_time()
    design = design_boxes(
        frame, promise=ProbabilisticAnonymity(K, FAILURE, PARTICIPATION), quasi_identifiers=frame.columns, seed=0
    )
    seconds = process_time() - begun
    cell_of = np.asarray(design.assign(frame), dtype=np.int64)
    return Cells(cell_of, means(points, cell_of), seconds)


def remote(points: np.ndarray) -> Cells:
    """The answers themselves, microaggregated when they are in."""
    begun = process_time()
    partition = microaggregate(points, K, method="pcl", seed=0)
    return Cells(partition.cell_of, partition.centroids, process_time() - begun)


def released(points: np.ndarray, cells: Cells, answers: np.ndarray) -> tuple[float, int, int]:
    """Distortion of the released answers, the smallest class, and how many answers are withheld."""
    own = cells.cell_of[answers]
    stays = np.bincount(own, minlength=len(cells.centroids))[own] >= K
    at = points[answers][stays]
    sse = float(((at - cells.centroids[own[stays]]) ** 2).sum())
    sst = float(((at - at.mean(axis=0)) ** 2).sum())
    return sse / sst, int(np.bincount(own[stays])[np.unique(own[stays])].min()), int((~stays).sum())


def surveyed(points: np.ndarray) -> list[str]:
    """One row for each mode."""
    rng = np.random.default_rng(1)
    surveys = [np.flatnonzero(rng.random(len(points)) < PARTICIPATION) for _ in range(SURVEYS)]
    designs = {"locally trusted": local(points), "untrusted": untrusted(points)}
    rows = [_remote_row(points, surveys)]
    trust = {"locally trusted": "own machine", "untrusted": "nobody, a pencil"}
    for mode, cells in designs.items():
        found = [released(points, cells, answers) for answers in surveys]
        rows.append(_row(mode, trust[mode], f"k = {K}, a cell fails with at most {FAILURE:g}", cells, found))
    return rows


def _remote_row(points: np.ndarray, surveys: list[np.ndarray]) -> str:
    found, cells = [], None
    for answers in surveys:
        cells = remote(points[answers])
        found.append(released(points[answers], cells, np.arange(len(answers))))
    assert cells is not None
    return _row("remotely trusted", "the collector", f"k = {K}, always", cells, found)


def _row(mode: str, trust: str, promise: str, cells: Cells, found: list[tuple[float, int, int]]) -> str:
    losses, smallest, withheld = zip(*found, strict=True)
    return (
        f"| {mode} | {trust} | {promise} | {len(cells.centroids)} | {np.bincount(cells.cell_of).min()} "
        f"| {min(smallest)} | {sum(withheld)} | {100 * np.mean(losses):.2f} | {cells.seconds:.1f} |"
    )


def main() -> None:
    """All frames, all modes."""
    for way in (local, untrusted, remote):
        way(gaussian(SMALL))  # compile
    frames: dict[str, Callable[[int], np.ndarray]] = {"Gaussian, 4 attributes": gaussian, "Adult, 3 attributes": adults}
    head = [
        "| mode | who is trusted | promise | cells | smallest cell by design | smallest released | withheld answers "
        f"({SURVEYS} surveys) | distortion, % | design, s |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    asked = f"k = {K}, π = {PARTICIPATION}, p̄ = {FAILURE:g}, {N_MEMBERS:,} members of the frame."
    lines: list[str] = ["<!-- --8<-- [start:table] -->", asked, ""]
    for title, make in frames.items():
        lines += [f"**{title}**", "", *head, *surveyed(make(N_MEMBERS)), ""]
    lines.append("<!-- --8<-- [end:table] -->")
    write_result("trust_modes", "Three trust modes", "python -m benchmarks.trust_modes", lines)


if __name__ == "__main__":
    main()
