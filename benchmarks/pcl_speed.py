"""Speed of PCL, with loss and smallest cell: python -m benchmarks.pcl_speed [--full]

Gaussian points, one start. Every row runs in a fresh process, so that the peak memory is its own. Kernels are compiled
before the clock starts, and processor time is given beside the seconds. Rows:

- the experiment of figure 3 of the quantization paper, section 7.1 (``PAPER``): 65,536 points of a plane, 16 cells,
  started from MDAV's cells, speed ½, 40 outer iterations. The paper reports about 44 s for it;
- the same points in 64 cells, from the default start. The paper reports no time for these;
- growth with n at k = 1000, with the fitted exponent (1.87 in the paper).

``--full`` goes to a million records. `apply_speed.py` measures how a quantizer is applied. Writes
benchmarks/results/pcl_speed.md.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from time import perf_counter, process_time
from typing import Any

import numpy as np

from benchmarks.growth import fitted_exponent
from benchmarks.published_figures import GROWTH_EXPONENTS, PCL_GAUSSIAN_SECONDS
from benchmarks.results import write_result

SEED = 0
PAPER_SETTINGS = {"start": "mdav", "speed": 0.5, "iterations": 40, "tolerance": 0.0}  # its start, speed and length
PAPER = {"n": 65_536, "d": 2, "k": 4_096, "settings": PAPER_SETTINGS}  # 16 cells
MORE_CELLS = {"n": 65_536, "d": 2, "k": 1_024, "settings": {"iterations": 40, "tolerance": 0.0}}  # 64 cells
GROWTH_K = 1_000
GROWTH_SIZES = (30_000, 100_000, 300_000)
FULL_SIZE = 1_000_000
SMALL_CELLS = {"n": 100_000, "d": 2, "k": 10}
FULL_SMALL_CELLS = {"n": FULL_SIZE, "d": 2, "k": 10}
WARM_CELLS = 8


Row = dict[str, Any]


def measure(row: Row) -> dict[str, float]:
    """One row, in this process."""
    from shoal import PCL, microaggregate

    method = PCL(**row.get("settings", {}))
    rng = np.random.default_rng(SEED)
    microaggregate(rng.standard_normal((WARM_CELLS * row["k"], row["d"])), row["k"], method=method, seed=SEED)
    points = rng.standard_normal((row["n"], row["d"]))
    began, cpu_began = perf_counter(), process_time()
    partition = microaggregate(points, row["k"], method=method, seed=SEED)
    seconds = perf_counter() - began
    return {
        "seconds": seconds,
        "cpu_s": process_time() - cpu_began,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,  # KiB on Linux
        "loss": 100 * partition.loss,
        "smallest": int(partition.sizes.min()),
        "cells": partition.n_cells,
        "iterations": len(partition.history),
    }


def in_fresh_process(row: Row) -> dict[str, float]:
    """Measure a row where nothing else was measured before."""
    command = [sys.executable, "-m", "benchmarks.pcl_speed", "--row", json.dumps(row)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def design_line(row: Row, got: dict[str, float]) -> str:
    """One design as a line of the table."""
    return (
        f"| {row['n']:,} | {row['d']} | {row['k']:,} | {got['cells']:,} "
        f"| {row.get('settings', {}).get('start', 'auto')} | {got['iterations']} "
        f"| {got['seconds']:.2f} ({got['cpu_s']:.2f}) "
        f"| {got['loss']:.4f} | {got['smallest']:,} | {got['peak_mb']:.0f} |"
    )


def main() -> None:
    """Measure every row and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="also n = 1,000,000")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.row:
        print(json.dumps(measure(json.loads(arguments.row))))
        return
    sizes = (*GROWTH_SIZES, FULL_SIZE) if arguments.full else GROWTH_SIZES
    growth = [{"n": n_records, "d": 2, "k": GROWTH_K} for n_records in sizes]
    lines = [
        "| n | d | k | cells | start | iterations | seconds (cpu) | loss, 100·SSE/SST | smallest cell | peak MB |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    seconds: list[float] = []  # of the processor: other programs may use the cores at the same time
    for row in [PAPER, MORE_CELLS, *growth, SMALL_CELLS, *([FULL_SMALL_CELLS] if arguments.full else [])]:
        got = in_fresh_process(row)
        seconds.append(got["cpu_s"])
        lines.append(design_line(row, got))
        print(lines[-1], flush=True)
    exponent, _ = fitted_exponent(sizes, seconds[2 : 2 + len(growth)])
    lines += [
        "",
        f"First row: the experiment of figure 3 of the quantization paper, which took about {PCL_GAUSSIAN_SECONDS} s "
        f"on the authors' computer of 2013, {PCL_GAUSSIAN_SECONDS / seconds[0]:.0f} times the processor seconds. "
        f"Growth at k = {GROWTH_K:,}: processor seconds ∝ n^{exponent:.2f} (printed {GROWTH_EXPONENTS['pcl']}).",
        "Where seconds exceed processor seconds (cpu), other programs used the cores at the same time.",
    ]
    command_line = "python -m benchmarks.pcl_speed" + (" --full" if arguments.full else "")
    write_result("pcl_speed", "PCL, Gaussian points, one start", command_line, lines)


if __name__ == "__main__":
    main()
