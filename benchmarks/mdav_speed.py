"""Speed of exact MDAV and its family, with loss and smallest cell in the same row: python -m benchmarks.mdav_speed

Gaussian points, k = 10. NumPy twins (distances as one writes them, and the faster column-wise way) run in the same
process right after ours, at sizes they can bear. Every row gets a fresh process, so that peak memory is its own.
``--full`` adds n = 1,000,000. Writes benchmarks/results/mdav_speed.md.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from time import perf_counter

import numpy as np

from benchmarks.results import write_result

K = 10
# (method, n, d, with the NumPy twin)
QUICK = [
    ("mdav", 10_000, 10, True),
    ("mdav", 50_000, 10, True),
    ("mdav", 100_000, 10, False),
    ("mdav", 65_536, 2, False),
    ("mdav", 262_144, 2, False),
    ("mdav+", 100_000, 10, False),
    ("vmdav", 100_000, 10, False),
    ("vmdav(gain=1.1)", 100_000, 10, False),
    ("mdav*", 100_000, 10, False),
    ("auto", 20_000, 10, False),
]
FULL = [("mdav", 1_000_000, 10, False), ("mdav", 1_000_000, 2, False)]


def measure(method: str, n_records: int, n_dims: int, twin: bool) -> dict[str, float | bool]:
    """One row, in this process. The kernels are compiled before the clock starts."""
    from benchmarks.twins import numpy_mdav, plain_squared_distances, squared_distances
    from shoal import microaggregate

    rng = np.random.default_rng(0)
    microaggregate(rng.standard_normal((500, n_dims)), K, method=method)
    points = rng.standard_normal((n_records, n_dims))
    started = perf_counter()
    partition = microaggregate(points, K, method=method)
    row: dict[str, float | bool] = {"seconds": perf_counter() - started}
    # ru_maxrss counts KiB on Linux; it is taken before the twin can add to it
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row |= {"loss": 100 * partition.loss, "smallest": int(partition.sizes.min())}
    if twin:
        centred = points - points.mean(axis=0)
        centred -= centred.mean(axis=0)
        row["same_cells"] = True
        for name, distances in (("plain", plain_squared_distances), ("columns", squared_distances)):
            started = perf_counter()
            cell_of = numpy_mdav(np.ascontiguousarray(centred), K, distances_to=distances)
            row[f"{name}_seconds"] = perf_counter() - started
            row["same_cells"] &= bool(np.array_equal(cell_of, partition.cell_of))
    return row


def main() -> None:
    """Measure every row in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="also n = 1,000,000")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.row:
        print(json.dumps(measure(*json.loads(arguments.row))))
        return
    lines = [
        "| method | n | d | seconds | plain NumPy ÷ ours | column-wise NumPy ÷ ours | same cells | loss, 100·SSE/SST "
        "| smallest cell | peak MB |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in QUICK + (FULL if arguments.full else []):
        command = [sys.executable, "-m", "benchmarks.mdav_speed", "--row", json.dumps(row)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        got = json.loads(done.stdout.splitlines()[-1])
        plain = f"{got['plain_seconds'] / got['seconds']:.1f}" if row[3] else ""
        columns = f"{got['columns_seconds'] / got['seconds']:.1f}" if row[3] else ""
        same = {True: "yes", False: "NO", None: ""}[got.get("same_cells")]
        lines.append(
            f"| {row[0]} | {row[1]:,} | {row[2]} | {got['seconds']:.2f} | {plain} | {columns} | {same} "
            f"| {got['loss']:.4f} "
            f"| {got['smallest']} | {got['peak_mb']:.0f} |"
        )
        print(lines[-1], flush=True)
    command_line = "python -m benchmarks.mdav_speed" + (" --full" if arguments.full else "")
    write_result("mdav_speed", f"Exact MDAV and its family, Gaussian points, k = {K}", command_line, lines)


if __name__ == "__main__":
    main()
