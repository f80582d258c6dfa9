"""Section 4.2: applications that the paper names and does not measure, and theorem 4, which covers them.

Agents, reviewers and hospitals are fixed centres with prescribed shares of the work. Two frequencies, one for the
distortion and one for the cell probabilities, are the paper's generalisation at the end of that section.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.reproduction.experiments import SEED
from benchmarks.reproduction.page import write_section
from benchmarks.reproduction.pictures import save
from shoal import Partition, allocate
from shoal.release.pages.cell_plots import side_by_side_figure

ALLOCATION_HEAD = (
    "| application | n | centres | way | mean squared distance | ÷ allocate | largest share ÷ asked "
    "| smallest share ÷ asked |",
    "|---|---|---|---|---|---|---|---|",
)
TWO_HEAD = (
    "| cell probabilities by | distortion by | D, weighted by frequency | share of the diverse in a cell: least | "
    "greatest | asked | rounds |",
    "|---|---|---|---|---|---|---|",
)
N_CELLS, ROUNDS = 8, 100
QUICK_RECORDS, RECORDS = 500, 3_000


@dataclass(frozen=True)
class Application:
    """Records, fixed centres, the share of each, and the work that a record makes (1 each when None)."""

    name: str
    points: np.ndarray
    centers: np.ndarray
    shares: np.ndarray
    workloads: np.ndarray | None = None

    @property
    def work(self) -> np.ndarray:
        """Of every record."""
        return np.ones(len(self.points)) if self.workloads is None else self.workloads

    @property
    def squared(self) -> np.ndarray:
        """Distances of all records to all centres."""
        square: np.ndarray = ((self.points[:, None, :] - self.centers[None, :, :]) ** 2).sum(axis=2)
        return square


def applications(n_records: int) -> list[Application]:
    """Hospitals with beds, reviewers by keywords, and agents whose clients take unequal time."""
    rng = np.random.default_rng(SEED)
    towns = rng.uniform(0, 100, size=(12, 2))
    homes = towns[rng.choice(12, n_records, p=rng.dirichlet(np.ones(12)))] + 5 * rng.standard_normal((n_records, 2))
    beds = np.array([900, 600, 450, 300, 150, 100], dtype=float)
    topics = rng.gamma(0.4, 4.0, size=(8, 20))
    papers = rng.poisson(topics[rng.integers(8, size=n_records)] + 0.2).astype(float)
    clients = rng.standard_normal((n_records, 4))
    hours = rng.lognormal(size=n_records)
    return [
        Application("hospitals and beds", homes, towns[:6], beds / beds.sum()),
        Application("reviewers and keywords", papers, topics, np.full(8, 1 / 8)),
        Application("agents and hours", clients, rng.standard_normal((6, 4)), np.full(6, 1 / 6), hours),
    ]


def nearest(case: Application) -> np.ndarray:
    """Every record at its nearest centre, whatever the shares."""
    found: np.ndarray = np.argmin(case.squared, axis=1)
    return found


def first_come(case: Application) -> np.ndarray:
    """In the order of the rows, every record at the nearest centre that still has room."""
    squared, room = case.squared, case.shares * case.work.sum()
    cell_of = np.empty(len(squared), dtype=np.int64)
    for record, work in enumerate(case.work):
        open_cells = np.flatnonzero(room >= min(work, room.max()))
        cell_of[record] = open_cells[np.argmin(squared[record, open_cells])]
        room[cell_of[record]] -= work
    return cell_of


def least_cost(case: Application, loads: np.ndarray) -> float:
    """The linear program of these loads: the least total squared distance, even if records may be split."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, kron, vstack

    n_records, n_cells = case.squared.shape
    whole = kron(csr_array(np.eye(n_records)), np.ones((1, n_cells)))
    by_centre = kron(csr_array(case.work[None, :]), np.eye(n_cells))
    asked = np.concatenate([np.ones(n_records), loads])
    solved = linprog(case.squared.ravel(), A_eq=vstack([whole, by_centre]), b_eq=asked, method="highs")
    return float(solved.fun)


def repeat_workloads(page: Path, quick: bool, options: str) -> None:
    """The three applications, and the two frequencies."""
    n_records = QUICK_RECORDS if quick else RECORDS
    lines = list(ALLOCATION_HEAD)
    for case in applications(n_records):
        lines += _allocation_lines(case)
    lines += ["", *TWO_HEAD]
    points, frequency, diversity = two_frequencies(n_records)
    found = {
        "frequency": design_by_two(points, frequency, frequency),
        "diversity": design_by_two(points, frequency, diversity),
    }
    for name, (cells, rounds) in found.items():
        lines.append(_two_line(name, cells, frequency, diversity, rounds))
    print("\n".join(lines), flush=True)
    # The diagram of records with uneven workloads differs from record to record: no borders, but the cells' hulls.
    shown = {f"equal {name}": replace(cells, sites=None, costs=None) for name, (cells, _) in found.items()}
    caption = "Eight cells of equal frequency, and of equal diversity, at least distortion by frequency"
    picture = save(
        side_by_side_figure(points, shown), page.parent / "images" / "reproduction", "two-frequencies", caption
    )
    write_section(page, "workloads", [*lines, "", picture], options)


def _allocation_lines(case: Application) -> list[str]:
    exact = allocate(case.points, case.centers, case.shares, workloads=case.workloads)
    ways: dict[str, Callable[[Application], np.ndarray]] = {
        "nearest centre": nearest,
        "first come, first served": first_come,
        "`allocate`": lambda _: exact.cell_of,
    }
    best = exact.sse / len(case.points)
    lines = []
    for way, assign in ways.items():
        cell_of = assign(case)
        mean = float(case.squared[np.arange(len(cell_of)), cell_of].mean())
        loads = np.bincount(cell_of, weights=case.work, minlength=len(case.centers))
        got = loads / case.work.sum() / case.shares
        shares = f"{got.max():.3f} | {got.min():.3f}"
        lines.append(_allocation_line(case, way, mean, mean / best, shares))
    program = least_cost(case, loads) / len(case.points)  # the loads of the last way
    return [*lines, _allocation_line(case, "linear program, loads of `allocate`", program, program / best, shares)]


def _allocation_line(case: Application, way: str, mean: float, ratio: float, shares: str) -> str:
    return f"| {case.name} | {len(case.points):,} | {len(case.centers)} | {way} | {mean:.6g} | {ratio:.6f} | {shares} |"


def two_frequencies(n_records: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gaussian points of a plane; how often each combination occurs; how much it contributes to diversity.

    Diversity rises to the right, so cells of equal diversity have more records on the left.
    """
    rng = np.random.default_rng([SEED, n_records])
    points = rng.standard_normal((n_records, 2))
    frequency = rng.integers(1, 6, size=n_records).astype(float)
    return points, frequency, frequency * np.exp(0.7 * points[:, 0])


def design_by_two(points: np.ndarray, frequency: np.ndarray, counted: np.ndarray) -> tuple[Partition, int]:
    """PCL with one frequency for the distortion and another for the cell probabilities, equal in all cells.

    The alternation of PCL in two lines: best cells for the sites (`allocate`), then best sites for the cells.
    """
    rng = np.random.default_rng(SEED)
    sites = points[rng.choice(len(points), N_CELLS, replace=False)]
    cells, before = allocate(points, sites, weights=frequency, workloads=counted), np.inf
    for turn in range(1, ROUNDS + 1):
        if cells.sse >= before:
            return cells, turn
        before = cells.sse
        cells = allocate(points, cells.centroids, weights=frequency, workloads=counted)
    return cells, ROUNDS


def _two_line(name: str, cells: Partition, frequency: np.ndarray, diversity: np.ndarray, rounds: int) -> str:
    share = np.bincount(cells.cell_of, weights=diversity, minlength=N_CELLS) / diversity.sum()
    distortion = cells.sse / (2 * frequency.sum())
    return (
        f"| {name} | frequency | {distortion:.4g} | {share.min():.4f} | {share.max():.4f} "
        f"| {1 / N_CELLS:g} | {rounds} |"
    )
