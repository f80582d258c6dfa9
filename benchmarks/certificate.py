"""How far from the optimum can a partition be? Loss over lower bound: python -m benchmarks.certificate [--full]

CASC sets: half of the time goes to `best`, the other half at most to the bound of the linear program; the instant bound
beside it. Then the instant bound alone on Gaussian points. ``--full`` adds k = 5, 7 and 10 and a million records.
Compiled before the clock starts; CPU time is printed beside wall time, because a budget is wall time. Writes
benchmarks/results/certificate.md.
"""

from __future__ import annotations

import argparse
from time import perf_counter, process_time

import numpy as np

from benchmarks.data import casc
from benchmarks.results import write_result

SETS = ("census", "tarragona", "eia")
BUDGET_S = {3: 60.0, 4: 60.0, 5: 180.0, 7: 180.0, 10: 180.0}
EIA_BUDGET_S = 180.0
SEED = 1
QUICK_KS = (3, 4)
FULL_KS = (3, 4, 5, 7, 10)
QUICK_SIZES = ((100_000, 2, 10), (20_000, 10, 10))
FULL_SIZES = ((1_000_000, 2, 10), (100_000, 10, 10))


def casc_row(name: str, k: int) -> str:
    """One CASC set: partition, instant bound, bound under a budget."""
    from shoal import certificate, microaggregate

    points = casc(name)
    half_s = (EIA_BUDGET_S if name == "eia" else BUDGET_S[k]) / 2
    began = perf_counter()
    partition = microaggregate(points, k, method="best", budget_s=half_s, seed=SEED)
    partition_s = perf_counter() - began
    instant = certificate(points, k, partition.sse)
    began, cpu_began = perf_counter(), process_time()
    tight = certificate(points, k, partition.sse, budget_s=half_s)
    seconds, cpu_s = perf_counter() - began, process_time() - cpu_began
    share = 100 / partition.sst
    return (
        f"| {name} | {k} | {100 * partition.loss:.4f} | {int(partition.sizes.min())} | {partition_s:.1f} "
        f"| {share * instant.bound:.4f} | {share * tight.bound:.4f} | {tight.kind.value} | {seconds:.1f} | {cpu_s:.1f} "
        f"| {1 + tight.gap:.4f} |"
    )


def instant_row(n_records: int, n_dims: int, k: int) -> str:
    """The instant bound on Gaussian points, with the loss and time of MDAV beside it."""
    from shoal import lower_bound, microaggregate

    points = np.random.default_rng(0).standard_normal((n_records, n_dims))
    began = perf_counter()
    bound = lower_bound(points, k)
    seconds = perf_counter() - began
    began = perf_counter()
    partition = microaggregate(points, k, method="mdav")
    mdav_s = perf_counter() - began
    return (
        f"| {n_records} | {n_dims} | {k} | {seconds:.1f} | {100 * bound / partition.sst:.5f} "
        f"| {100 * partition.loss:.5f} | {int(partition.sizes.min())} | {mdav_s:.1f} | {partition.sse / bound:.3f} |"
    )


def main() -> None:
    """Run and write the tables."""
    from shoal import lower_bound

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="k = 5, 7, 10 and a million records as well")
    full = parser.parse_args().full
    lower_bound(np.random.default_rng(0).standard_normal((100, 2)), 3, budget_s=30.0)  # compiles
    lines = [
        "| set | k | loss of `best` | smallest cell | s | instant bound | bound | kind | s | CPU s | loss ÷ bound |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name in SETS:
        for k in FULL_KS if full else QUICK_KS:
            lines.append(casc_row(name, k))
            print(lines[-1], flush=True)
    lines += [
        "",
        "Instant bound, Gaussian points:",
        "",
        "| n | d | k | s | bound | loss of `mdav` | smallest cell | s of `mdav` | loss ÷ bound |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for n_records, n_dims, k in FULL_SIZES if full else QUICK_SIZES:
        lines.append(instant_row(n_records, n_dims, k))
        print(lines[-1], flush=True)
    command = "python -m benchmarks.certificate" + (" --full" if full else "")
    write_result("certificate", "Certificate: how far from the optimum", command, lines)


if __name__ == "__main__":
    main()
