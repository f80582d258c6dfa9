"""How far homes are from their places, in spacings: which reach covers them, so that the nearest answers are sure.

python -m benchmarks.service.reach [--records N] [--k 5 20 100]

A place's spacing is its mean distance to the nearest six other places. A device asks for everything within a margin
that follows from the spacing alone (docs/methods/nearest-answers.md). Here is the share of homes that a reach of so
many spacings covers.
"""

from __future__ import annotations

import argparse

import numpy as np

from benchmarks.results import write_result
from benchmarks.service.homes import homes
from shoal.service.design.design import DesignRequest, free_design
from shoal.service.geometry.sphere import metres_between, unit_vectors

REACHES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)  # spacings
DECIMALS = 3
K = [5, 20, 100]


def row(table: np.ndarray, k: int) -> str:
    """One line of the table: a free design with this k."""
    points = unit_vectors(table[:, 0], table[:, 1])
    made = free_design(points, DesignRequest(k=k, snap_decimals=DECIMALS))
    place_of = made.place_of[made.cell_of]
    metres = metres_between(points, unit_vectors(made.latitude, made.longitude)[place_of])
    spacing = made.spacing_m[place_of]
    shares = " | ".join(f"{100 * np.mean(metres <= reach * spacing):.2f}" for reach in REACHES)
    return f"| {k} | {len(made.latitude)} | {np.median(spacing):.0f} | {shares} |"


def main() -> None:
    """Design and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int)
    parser.add_argument("--k", type=int, nargs="+", default=K)
    options = parser.parse_args()
    table = homes(options.records)
    columns = " | ".join(f"{reach} spacings, % of homes" for reach in REACHES)
    lines = [
        f"| k | places | median spacing in m | {columns} |",
        f"|{'---|' * (len(REACHES) + 3)}",
        *(row(table, k) for k in options.k),
    ]
    command = "python -m benchmarks.service.reach" + (f" --records {options.records}" if options.records else "")
    command += "" if options.k == K else f" --k {' '.join(map(str, options.k))}"
    write_result("service_reach", "Homes within a reach of their place", command, lines)


if __name__ == "__main__":
    main()
