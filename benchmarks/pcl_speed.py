"""Speed of PCL, with loss and smallest cell: python -m benchmarks.pcl_speed [--full]

Gaussian points, one start, every row in a fresh process so that peak memory is its own; compiled before the clock
starts; processor time beside the seconds. Rows: 65,536 points of a plane into 64 cells with 40 outer iterations (the
quantization paper took 44 s); growth with n at k = 1000, with the fitted exponent (there 1.87). ``--full`` goes to a
million records. Applying the quantizer is measured by `apply_speed.py`. Writes benchmarks/results/pcl_speed.md.
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
PAPER = {"n": 65_536, "d": 2, "k": 1_024, "iterations": 40}  # 64 cells, all 40 iterations
GROWTH_K = 1_000
GROWTH_SIZES = (30_000, 100_000, 300_000)
FULL_SIZE = 1_000_000
SMALL_CELLS = {"n": 100_000, "d": 2, "k": 10}
FULL_SMALL_CELLS = {"n": FULL_SIZE, "d": 2, "k": 10}
WARM_CELLS = 8


def measure(row: dict[str, int]) -> dict[str, float]:
    """One row, in this process."""
    from shoal import PCL, microaggregate

    limits: dict[str, Any] = {"iterations": row["iterations"], "tolerance": 0.0} if "iterations" in row else {}
    method = PCL(**limits)
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


def in_fresh_process(row: dict[str, int]) -> dict[str, float]:
    """Measure a row where nothing else was measured before."""
    command = [sys.executable, "-m", "benchmarks.pcl_speed", "--row", json.dumps(row)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


def design_line(row: dict[str, int], got: dict[str, float]) -> str:
    """One design as a line of the table."""
    return (
        f"| {row['n']:,} | {row['d']} | {row['k']:,} | {got['cells']:,} | {got['iterations']} "
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
        "| n | d | k | cells | iterations | seconds (cpu) | loss, 100·SSE/SST | smallest cell | peak MB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    seconds = []
    for row in [PAPER, *growth, SMALL_CELLS, *([FULL_SMALL_CELLS] if arguments.full else [])]:
        got = in_fresh_process(row)
        seconds.append(got["seconds"])
        lines.append(design_line(row, got))
        print(lines[-1], flush=True)
    exponent, _ = fitted_exponent(sizes, seconds[1 : 1 + len(growth)])
    lines += [
        "",
        f"First row: the paper took {PCL_GAUSSIAN_SECONDS} s, {PCL_GAUSSIAN_SECONDS / seconds[0]:.0f} times as long. "
        f"Growth at k = {GROWTH_K:,}: seconds ∝ n^{exponent:.2f} (printed {GROWTH_EXPONENTS['pcl']}).",
    ]
    command_line = "python -m benchmarks.pcl_speed" + (" --full" if arguments.full else "")
    write_result("pcl_speed", "PCL, Gaussian points, one start", command_line, lines)


if __name__ == "__main__":
    main()
