"""Releases out of core on one machine: python -m benchmarks.scale.local [--sizes 1 2 10] [--folder FOLDER]

Seven coordinates of a Gaussian mixture, k = 5, from a folder of Parquet files to a counted release and its report: MDAV
in blocks, and `auto`. With --memory also the same cells in memory, for the loss of the borders. Every run is a process
of its own, so that its memory can be told. Times are of the processor, because machines are shared; compiled code is at
hand. Writes benchmarks/results/scale_local.md.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.results import write_result
from benchmarks.scale.data import N_COORDINATES, mixture

K, SEED = 5, 1
MILLION = 1_000_000
COLUMNS = [f"x{axis}" for axis in range(N_COORDINATES)]
IN_MEMORY = {"mdav": "mdav", "auto": "best(start=mdav, steps=[anneal(100, level=2.0), anneal(50, level=0.5)])"}
HEADER = ("records", "where", "method", "s", "CPU s", "records/CPU s", "loss", "smallest class", "peak MB")


def one(folder: Path, method: str, where: str, scratch: Path) -> dict[str, object]:
    """One run, from the files to the written and counted release."""
    import polars as pl

    import shoal

    warnings.simplefilter("ignore", shoal.ShoalWarning)
    begun, used = perf_counter(), process_time()
    asked = {"quasi_identifiers": COLUMNS, "rounding": dict.fromkeys(COLUMNS, "none"), "k": K, "seed": SEED}
    if where == "memory":
        release = shoal.anonymize(pl.read_parquet(folder), method=IN_MEMORY[method], **asked)
    else:
        release = shoal.anonymize(folder, method=method, block_records=100_000, scratch=scratch, **asked)
    release.write(scratch / "release.parquet")
    facts = release.report.facts
    return {
        "seconds": perf_counter() - begun,
        "cpu": process_time() - used,
        "loss": facts["loss"]["cells"],
        "smallest": facts["promise"]["smallest_class"],
        "records": facts["promise"]["n_records"],
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000,
        "method": facts["promise"]["method"],
    }


def main() -> None:
    """All sizes and methods."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=float, nargs="+", default=[1, 2, 10], help="millions of records")
    parser.add_argument("--memory", type=float, nargs="*", default=[], help="sizes that are run in memory as well")
    parser.add_argument("--methods", nargs="+", default=["mdav", "auto"])
    parser.add_argument("--folder", type=Path, help="where tables are made; a temporary folder if not given")
    parser.add_argument("--one", nargs=3, metavar=("FOLDER", "METHOD", "WHERE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        if arguments.one:
            folder, method, where = arguments.one
            print(json.dumps(one(Path(folder), method, where, Path(scratch))))
            return
        rows = []
        for size in arguments.sizes:
            table = mixture(int(size * MILLION), Path(scratch) / f"table-{size:g}")
            for method in arguments.methods:
                for where in ("disk", "memory") if size in arguments.memory else ("disk",):
                    call = [sys.executable, "-m", "benchmarks.scale.local", "--folder", scratch]
                    call += ["--one", str(table), method, where]
                    ran = subprocess.run(call, check=True, capture_output=True, text=True)
                    found = json.loads(ran.stdout.splitlines()[-1])
                    rows.append(_row(found, where))
                    print(rows[-1], flush=True)
    lines = [f"| {' | '.join(map(str, row))} |" for row in (HEADER, ("---",) * len(HEADER), *rows)]
    write_result("scale_local", "Releases out of core on one machine", "python -m benchmarks.scale.local", lines)


def _row(found: dict[str, object], where: str) -> tuple[object, ...]:
    records, cpu = int(str(found["records"])), float(str(found["cpu"]))
    return (
        f"{records:,}",
        where,
        found["method"],
        round(float(str(found["seconds"])), 1),
        round(cpu, 1),
        f"{records / cpu:,.0f}",
        found["loss"],
        found["smallest"],
        round(float(str(found["peak"]))),
    )


if __name__ == "__main__":
    main()
