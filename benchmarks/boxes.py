"""Boxes for paper forms against median-split Mondrian with the same promise: python -m benchmarks.boxes

Mondrian (LeFevre, DeWitt and Ramakrishnan 2006): cut the attribute of widest normalised range at its median, for as
long as both sides keep the promise; where the median is a repeated value, at the cut beside it that balances better.
Loss, boxes, smallest box and CPU seconds in one row. ``--effort`` also shows how the loss falls with the effort.
Writes benchmarks/results/boxes.md.
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np
import polars as pl

from benchmarks.data import adult, casc
from benchmarks.results import write_result
from shoal import effective_anonymity
from shoal.guarantee import ProbabilisticAnonymity
from shoal.survey.boxes.from_frame import design_boxes

PROMISES = [(10, 0.75, 1e-5), (10, 0.5, 1e-5), (50, 0.75, 1e-5)]
EFFORTS = (0, 5, 20, 80, 320)


def mondrian(points: np.ndarray, n_min: int) -> np.ndarray:
    """The cell of every record."""
    spans = np.ptp(points, axis=0)
    cell_of = np.empty(len(points), dtype=np.int64)
    waiting, n_cells = [np.arange(len(points))], 0
    while waiting:
        records = waiting.pop()
        widths = np.ptp(points[records], axis=0) / spans
        for attribute in np.argsort(-widths, kind="stable"):
            left = _median_side(points[records, attribute], n_min)
            if left is not None:
                waiting += [records[left], records[~left]]
                break
        else:
            cell_of[records] = n_cells
            n_cells += 1
    return cell_of


def _median_side(values: np.ndarray, n_min: int) -> np.ndarray | None:
    median = np.sort(values)[len(values) // 2]
    sides = sorted((values < median, values <= median), key=lambda left: abs(2 * left.sum() - len(values)))
    return next((left for left in sides if min(left.sum(), (~left).sum()) >= n_min), None)


def loss_of(points: np.ndarray, cell_of: np.ndarray) -> float:
    """SSE/SST."""
    sizes = np.bincount(cell_of)
    sums = np.array([np.bincount(cell_of, column) for column in points.T]).T
    total = ((points - points.mean(axis=0)) ** 2).sum()
    return float(((points - (sums / sizes[:, None])[cell_of]) ** 2).sum() / total)


def data_sets() -> dict[str, np.ndarray]:
    """Real numbers of few people, whole numbers with many ties, independent attributes."""
    gaussian = np.random.default_rng(0).standard_normal((10_000, 5))
    return {"Census": casc("census"), "Adult": adult(), "Gaussian 1e4×5": gaussian}


def row(name: str, points: np.ndarray, promise: tuple[int, float, float]) -> str:
    """One line of the table."""
    k, participation, failure = promise
    n_min = effective_anonymity(k, participation, failure).n_min
    started = process_time()
    cell_of = mondrian(points, n_min)
    seconds = process_time() - started
    base, sizes = loss_of(points, cell_of), np.bincount(cell_of)
    cells = [name, f"{k}, {participation:g}, {failure:g}", str(n_min)]
    cells.append(f"{100 * base:.3f} | {len(sizes)} | {sizes.min()} | {seconds:.2f}")
    ratio = 0.0
    for layout in ("flow", "grid"):
        design, seconds = designed(points, promise, layout=layout)
        ratio = ratio or design.loss / base
        cells.append(f"{100 * design.loss:.3f} | {design.n_boxes} | {design.counts.min()} | {seconds:.2f}")
    return f"| {' | '.join(cells)} | {ratio:.3f} |"


def designed(points: np.ndarray, promise: tuple[int, float, float], **settings: object):
    """A design, and the CPU seconds it took."""
    k, participation, failure = promise
    frame = pl.DataFrame(points, schema=[f"x{number}" for number in range(points.shape[1])])
    started = process_time()
    design = design_boxes(
        frame,
        promise=ProbabilisticAnonymity(k, failure, participation),
        quasi_identifiers=frame.columns,
        **settings,
    )
    return design, process_time() - started


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--effort", action="store_true", help="also the loss by effort")
    arguments = parser.parse_args()
    designed(np.random.default_rng(1).standard_normal((300, 2)), (2, 0.9, 1e-2), layout="flow")  # compiles
    designed(np.random.default_rng(1).standard_normal((300, 2)), (2, 0.9, 1e-2), layout="grid")
    lines = [
        "loss: 100·SSE/SST; s: CPU seconds; smallest: people of the frame in the smallest box.",
        "",
        "| data | k, π, p̄ | n_min | Mondrian loss | boxes | smallest | s | flow loss | boxes | smallest | s "
        "| grid loss | boxes | smallest | s | flow ÷ Mondrian |",
        "|" + "---|" * 16,
    ]
    for name, points in data_sets().items():
        for promise in PROMISES:
            lines.append(row(name, points, promise))
            print(lines[-1], flush=True)
    command = "python -m benchmarks.boxes"
    if arguments.effort:
        command += " --effort"
        lines += ["", "Loss of the flow by effort (visits a record), first promise; CPU seconds in brackets.", ""]
        lines += ["| data | " + " | ".join(map(str, EFFORTS)) + " |", "|---" * (len(EFFORTS) + 1) + "|"]
        for name, points in data_sets().items():
            found = [designed(points, PROMISES[0], effort=effort) for effort in EFFORTS]
            lines.append(f"| {name} | " + " | ".join(f"{100 * d.loss:.3f} ({s:.1f})" for d, s in found) + " |")
            print(lines[-1], flush=True)
    write_result("boxes", "Boxes for paper forms", command, lines)


if __name__ == "__main__":
    main()
