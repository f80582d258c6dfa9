"""Releases on one machine, out of core and in memory: python -m benchmarks.scale.local [--only SECTION …]

Every run goes from files to a counted release and its report, in a process of its own, so that its memory can be told.
Compiled code is at hand. Times of the processor stand beside those of the clock, because machines are shared. The loss
is the share of the variance that the released table lacks, as a mean over its quasi-identifiers: it is computed from
the two tables, with all digits. "÷ frame" is what a run in memory added to the process, over the size of the table as a
frame. Sections:

- `blocks`: the price of borders. The same method and trials a record, in memory and out of core.
- `exact`: 1,000,000 × 10 against the exact MDAV in memory.
- `memory`: what a journey in memory takes. `mixed`: numbers, dates and categories from CSV and Parquet.
- `large`: 10,000,000 records. `huge`: 100,000,000 records; needs 40 GB of disk.

Writes benchmarks/results/scale_local_SECTION.md.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import polars as pl

from benchmarks.results import write_result
from benchmarks.scale.data import MIXED_ROLES, mixed, mixture

K, SEED = 5, 1
MILLION = 1_000_000
BLOCK_RECORDS = 100_000
IN_MEMORY = {
    "auto": "best(start=mdav, steps=[anneal(100, level=2.0), anneal(50, level=0.5)])"
}  # what `auto` is on disk
HEADER = (
    "records", "table", "where", "method", "s", "CPU s", "records/CPU s", "loss", "smallest class", "peak MB",
    "÷ frame",
)  # fmt: skip


@dataclass(frozen=True)
class Run:
    """One release: millions of records of a table, the method, and whether it is made in memory."""

    millions: float
    table: str  # points-7, points-10, csv or parquet (mixed columns)
    method: str
    where: str = "disk"

    def made(self, folder: Path) -> Path:
        """The input, made once for all runs that need it."""
        target = folder / f"{self.table}-{self.millions:g}"
        n_records = int(self.millions * MILLION)
        if self.table.startswith("points"):
            return target if target.exists() else mixture(n_records, target, int(self.table.partition("-")[2]))
        found = target / "table.csv" if self.table == "csv" else target
        return found if found.exists() else mixed(n_records, target, self.table)

    def scanned(self, source: Path) -> pl.LazyFrame:
        """The input, as polars reads it."""
        return pl.scan_csv(source) if self.table == "csv" else pl.scan_parquet(source / "*.parquet")

    @property
    def roles(self) -> dict[str, Any]:
        """Which columns identify, and how they are released."""
        if not self.table.startswith("points"):
            return MIXED_ROLES
        columns = [f"x{axis}" for axis in range(int(self.table.partition("-")[2]))]
        return {"quasi_identifiers": columns, "rounding": dict.fromkeys(columns, "none")}


SECTIONS = {
    "blocks": [Run(2, "points-7", method, where) for method in ("mdav", "auto") for where in ("disk", "memory")],
    "exact": [Run(1, "points-10", "mdav", "memory"), Run(1, "points-10", "mdav"), Run(1, "points-10", "auto")],
    "memory": [Run(1, table, "mdav", "memory") for table in ("csv", "points-7")],
    "mixed": [Run(10, table, "mdav") for table in ("csv", "parquet")],
    "large": [Run(10, "points-7", "mdav"), Run(10, "points-7", "best(start=mdav, steps=[anneal(20, level=0.5)])")],
    "huge": [Run(100, "points-7", "mdav")],
}


def one(run: Run, source: Path, scratch: Path) -> dict[str, object]:
    """One run, from the files to the written and counted release."""
    import shoal

    warnings.simplefilter("ignore", shoal.ShoalWarning)
    base, begun, used = _peak(), perf_counter(), process_time()
    asked = {**run.roles, "k": K, "seed": SEED}
    if run.where == "memory":
        release = shoal.anonymize(source, method=IN_MEMORY.get(run.method, run.method), memory="1TB", **asked)
    else:
        asked |= {"block_records": BLOCK_RECORDS, "scratch": scratch}
        release = shoal.anonymize(source, method=run.method, **asked)
    release.save(scratch / "release", suffix=".parquet")
    ended, cpu, peak = perf_counter() - begun, process_time() - used, _peak()
    facts = release.report.facts["promise"]
    return {
        "seconds": ended,
        "cpu": cpu,
        "loss": lost(run, source, scratch / "release" / "release.parquet"),
        "smallest": facts["smallest_class"],
        "records": facts["n_records"],
        "peak": peak / MILLION,
        "factor": (peak - base) / run.scanned(source).collect().estimated_size() if run.where == "memory" else None,
        "method": facts["method"],
    }


def _peak() -> int:
    """The most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def lost(run: Run, source: Path, release: Path) -> float:
    """The share of the variance that the release lacks, as a mean over the quasi-identifiers that are numbers."""
    released = pl.scan_parquet(release)
    schema = released.collect_schema()
    numbers = [name for name in run.roles["quasi_identifiers"] if schema[name].is_numeric()]
    after, before = (
        table.select(pl.col(numbers).cast(pl.Float64).var()).collect(engine="streaming").row(0)
        for table in (released, run.scanned(source))
    )
    return 1.0 - sum(left / whole for left, whole in zip(after, before, strict=True)) / len(numbers)


def main() -> None:
    """All sections that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=[name for name in SECTIONS if name != "huge"])
    parser.add_argument("--folder", type=Path, help="where tables are made; a temporary folder if not given")
    parser.add_argument("--one", nargs=2, metavar=("RUN", "SOURCE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        if arguments.one:
            run, source = arguments.one
            print(json.dumps(one(Run(**json.loads(run)), Path(source), Path(scratch))))
            return
        for section in arguments.only:
            rows = [_row(run, Path(scratch)) for run in SECTIONS[section]]
            lines = [f"| {' | '.join(map(str, row))} |" for row in (HEADER, ("---",) * len(HEADER), *rows)]
            command = f"python -m benchmarks.scale.local --only {section}"
            write_result(f"scale_local_{section}", f"Releases on one machine: {section}", command, lines)


def run_alone(run: Run, folder: Path) -> dict[str, Any]:
    """In a process of its own, because its memory is told by the most that the process ever had."""
    call = [sys.executable, "-m", "benchmarks.scale.local", "--folder", str(folder)]
    call += ["--one", json.dumps(asdict(run)), str(run.made(folder))]
    ran = subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def _row(run: Run, folder: Path) -> tuple[object, ...]:
    found = run_alone(run, folder)
    row = (
        f"{found['records']:,}",
        run.table,
        run.where,
        found["method"],
        round(found["seconds"], 1),
        round(found["cpu"], 1),
        f"{found['records'] / found['cpu']:,.0f}",
        f"{found['loss']:.6f}",
        found["smallest"],
        round(found["peak"]),
        "" if found["factor"] is None else round(found["factor"], 1),
    )
    print(row, flush=True)
    return row


if __name__ == "__main__":
    main()
