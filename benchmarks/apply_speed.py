"""Cells of newcomers per second, with loss and smallest cell of the design: python -m benchmarks.apply_speed [--full]

Gaussian newcomers and designs on Gaussian points: 64 cells of a plane by PCL, then 10,000 cells in ten dimensions,
where a search tree prunes little, by MDAV (its centroids, without costs; ``--full``: also by PCL, which takes minutes).
A machine that others use shows its speed by the processor time: cores ÷ processor time, computed and not measured, is
what idle cores would do. Compiled before the clock starts; best of several turns.

Then `shoal apply` on Parquet files of two sizes, each in a process of its own, with the peak of its memory: a file is
read in batches, so the second must need little more than the first. Writes benchmarks/results/apply_speed.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.results import write_result

SEED = 0
TURNS = 3
DESIGN_ITERATIONS = 3  # the cells are as many and as large after three as after all


class Row(NamedTuple):
    """Method, records designed on, their dimensions, k, and newcomers."""

    method: str
    n_records: int
    n_dims: int
    k: int
    newcomers: int


ROWS = (Row("pcl", 65_536, 2, 1_024, 4_000_000), Row("mdav", 100_000, 10, 10, 400_000))
FULL_ROW = Row("pcl", 100_000, 10, 10, 400_000)
FILES = (1_000_000, 8_000_000)  # newcomers
IN_A_PROCESS = """
import json, sys, time
from pathlib import Path
from shoal.cli import main

began = time.perf_counter()
try:
    main()
except SystemExit as ended:
    code = ended.code or 0
seconds = time.perf_counter() - began
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
peak = int(status["VmHWM"].split()[0]) / 1024  # rusage would count the parent too
print(json.dumps({"code": code, "seconds": seconds, "peak_mb": peak}), file=sys.stderr)
"""


def measure(row: Row) -> dict[str, Any]:
    """Design, then assign."""
    from shoal import PCL, PowerDiagram, microaggregate

    rng = np.random.default_rng(SEED)
    points = rng.standard_normal((row.n_records, row.n_dims))
    method = PCL(iterations=DESIGN_ITERATIONS, tolerance=0.0) if row.method == "pcl" else row.method
    partition = microaggregate(points, row.k, method=method, seed=SEED)
    if partition.sites is None or partition.costs is None:
        diagram = PowerDiagram(partition.centroids, np.zeros(partition.n_cells))
    else:
        diagram = PowerDiagram(partition.sites, partition.costs)
    newcomers = rng.standard_normal((row.newcomers, row.n_dims))
    diagram.assign(newcomers[:1_000])
    clock, processor = np.inf, np.inf
    for _ in range(TURNS):
        began, began_processor = perf_counter(), process_time()
        diagram.assign(newcomers)
        clock = min(clock, perf_counter() - began)
        processor = min(processor, process_time() - began_processor)
    return {
        "cells": partition.n_cells,
        "loss": 100 * partition.loss,
        "smallest": int(partition.sizes.min()),
        "per_second": row.newcomers / clock,
        "microseconds": 1e6 * processor / row.newcomers,
    }


def streamed() -> list[str]:
    """`shoal apply` on files of several sizes."""
    import polars as pl

    import shoal

    lines = [
        "",
        "| newcomers in the file | file, MB | seconds | newcomers a second | peak memory, MB |",
        "|---|---|---|---|---|",
    ]
    rng = np.random.default_rng(SEED)

    def people(n: int) -> pl.DataFrame:
        columns = rng.standard_normal((2, n))
        return pl.DataFrame({"east": columns[0], "north": columns[1], "answer": rng.integers(0, 9, n)})

    with tempfile.TemporaryDirectory() as folder:
        made = shoal.anonymize(
            people(65_536),
            k=1_024,
            quasi_identifiers=["east", "north"],
            confidential=["answer"],
            method="pcl",
            seed=SEED,
        )
        made.quantizer.save(Path(folder) / "quantizer.json")
        for n in FILES:
            file = Path(folder) / f"{n}.parquet"
            people(n).write_parquet(file)
            command = ["apply", f"{folder}/quantizer.json", str(file), "-o", f"{folder}/out.parquet", "--quiet"]
            done = subprocess.run(
                [sys.executable, "-c", IN_A_PROCESS, *command, "--confidential", "answer"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            got = json.loads(done.stderr.splitlines()[-1])
            if got["code"]:
                sys.exit(done.stderr)
            lines.append(
                f"| {n:,} | {file.stat().st_size / 1e6:.0f} | {got['seconds']:.1f} | {n / got['seconds']:,.0f} "
                f"| {got['peak_mb']:.0f} |"
            )
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measure every row and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="10,000 cells in ten dimensions by PCL as well")
    arguments = parser.parse_args()
    lines = [
        "| design | cells | d | design loss, 100·SSE/SST | smallest cell | newcomers | per second, on the clock "
        "| processor µs | cores ÷ processor time |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    n_cores = len(os.sched_getaffinity(0))
    for row in (*ROWS, FULL_ROW) if arguments.full else ROWS:
        got = measure(row)
        lines.append(
            f"| {row.method} | {got['cells']:,} | {row.n_dims} | {got['loss']:.2f} | {got['smallest']:,} "
            f"| {row.newcomers:,} | {got['per_second']:,.0f} | {got['microseconds']:.2f} "
            f"| {1e6 * n_cores / got['microseconds']:,.0f} per second |"
        )
        print(lines[-1], flush=True)
    lines += streamed()
    command = "python -m benchmarks.apply_speed" + (" --full" if arguments.full else "")
    write_result("apply_speed", "Cells of newcomers, Gaussian points", command, lines)


if __name__ == "__main__":
    main()
