"""MDAV by Shoal and by PyPI's anonypyx, in the same run: python -m benchmarks.peer_mdav --peer-python path/to/python

Gaussian points, d = 10, k = 10. The peer keeps an n × n matrix of distances, so n stays small here. Time is taken
around its own calls only; its cells are measured by Shoal. Writes benchmarks/results/peer_mdav.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.data import standardised
from benchmarks.results import write_result

K = 10
SIZES = (1_000, 2_000, 4_000)

PEER = """
import json, resource, sys, time
import numpy as np, pandas as pd
from anonypyx.microaggregation import MDAVGeneric

points = np.load(sys.argv[1])
frame = pd.DataFrame(points, columns=[f"x{i}" for i in range(points.shape[1])])
begin = time.perf_counter()
cells = MDAVGeneric(frame, list(frame.columns)).partition(int(sys.argv[2]))
seconds = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "peak_mb": peak, "cells": [[int(r) for r in cell] for cell in cells]}))
"""


def measure(n_records: int, peer_python: str) -> str:
    """One row of the table."""
    from shoal import microaggregate
    from shoal.partition.partition import Partition

    points = standardised(np.random.default_rng(0).standard_normal((n_records, 10)))
    microaggregate(points[:500], K, method="mdav")  # compiles, once
    started = perf_counter()
    ours = microaggregate(points, K, method="mdav")
    seconds = perf_counter() - started
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "points.npy"
        np.save(path, points)
        done = subprocess.run([peer_python, "-c", PEER, str(path), str(K)], capture_output=True, text=True, check=True)
    peer = json.loads(done.stdout.splitlines()[-1])
    cell_of = np.empty(n_records, dtype=np.int64)
    for cell, records in enumerate(peer["cells"]):
        cell_of[records] = cell
    theirs = Partition.from_cells(points, cell_of, method="anonypyx")
    return (
        f"| {n_records:,} | {seconds:.3f} | {peer['seconds']:.2f} | {peer['seconds'] / seconds:.0f} "
        f"| {100 * ours.loss:.4f} | {100 * theirs.loss:.4f} | {ours.sizes.min()} | {theirs.sizes.min()} "
        f"| {peer['peak_mb']:.0f} |"
    )


def main() -> None:
    """Measure every size and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable)
    arguments = parser.parse_args()
    lines = [
        "| n | shoal s | anonypyx s | ratio | shoal loss | anonypyx loss | smallest cell | theirs | their peak MB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for n_records in SIZES:
        lines.append(measure(n_records, arguments.peer_python))
        print(lines[-1], flush=True)
    write_result("peer_mdav", f"MDAV, Gaussian points, d = 10, k = {K}", "python -m benchmarks.peer_mdav", lines)


if __name__ == "__main__":
    main()
