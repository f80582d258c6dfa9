"""Releases on Apache Spark: python -m benchmarks.scale.spark [--runs 2:points-7:mdav 10:parquet:mdav …]

The runs of `benchmarks.scale.local` on a standalone master and two workers of one core each, all on this machine; and
the same without Spark, out of core. A run is millions of records, a table and a method. Times are of the processors,
because machines are shared: of the driver, of its Java, and of the workers with their Pythons. Memory is the most that
one process had. Writes benchmarks/results/scale_spark.md.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.results import write_result
from benchmarks.scale.local import BLOCK_RECORDS, SEED, K, Run, lost, run_alone
from benchmarks.spark_cluster import Driver, SparkCluster

HEADER = (
    "records", "table", "where", "method", "s", "CPU s", "records/CPU s", "loss", "smallest class",
    "CPU s of workers' Pythons", "peak MB of a worker's Python", "peak MB of a worker's Java",
    "peak MB of the driver's Python, or of the run",
)  # fmt: skip
TICKS = os.sysconf("SC_CLK_TCK")
WATCH_S = 0.2


@dataclass
class Watched:
    """Processor time and memory of families of processes, read while they run."""

    families: list[int]
    cpu: dict[int, float] = field(default_factory=dict)
    peak: dict[int, float] = field(default_factory=dict)
    is_python: dict[int, bool] = field(default_factory=dict)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Watched:
        self.look()
        self.before = dict(self.cpu)
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()
        self.look()

    def watch(self) -> None:
        while not self.over.wait(WATCH_S):
            self.look()

    def look(self) -> None:
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            pid = int(entry.name)
            try:
                if os.getsid(pid) not in self.families and pid not in self.families:
                    continue
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                memory = (entry / "status").read_text()
                self.is_python[pid] = "python" in (entry / "cmdline").read_text().partition("\0")[0]
            except (OSError, ProcessLookupError):
                continue
            self.cpu[pid] = (int(fields[11]) + int(fields[12])) / TICKS
            for line in memory.splitlines():
                if line.startswith("VmHWM"):
                    self.peak[pid] = int(line.split()[1]) / 1_000

    def cpu_s(self, *, python: bool | None = None) -> float:
        """Seconds of all processes since the beginning."""
        return sum(
            used - self.before.get(pid, 0.0)
            for pid, used in self.cpu.items()
            if python is None or self.is_python.get(pid) == python
        )

    def peak_mb(self, *, python: bool) -> float:
        """Of the largest process."""
        return max((peak for pid, peak in self.peak.items() if self.is_python.get(pid) == python), default=0.0)


def one(session: Any, cluster: SparkCluster, java: int, run: Run, source: Path, scratch: Path) -> dict[str, Any]:
    """One run, from the files to the written and counted release."""
    import resource

    import shoal
    import shoal.spark

    warnings.simplefilter("ignore", shoal.ShoalWarning)
    asked = {**run.roles, "k": K, "seed": SEED, "block_records": BLOCK_RECORDS}
    begun, used = perf_counter(), process_time()
    workers = Watched([worker.family for worker in cluster.workers])
    with workers, Watched([java]) as driver:
        dataframe = session.read.parquet(source.as_uri())
        with shoal.spark.anonymize(dataframe, method=run.method, scratch=scratch / "stages", **asked) as release:
            release.write(scratch / "release.parquet")
    facts = release.report.facts
    return {
        "seconds": perf_counter() - begun,
        "cpu": process_time() - used + workers.cpu_s() + driver.cpu_s(),
        "loss": lost(run, source, scratch / "release.parquet"),
        "smallest": facts["promise"]["smallest_class"],
        "records": facts["promise"]["n_records"],
        "method": facts["promise"]["method"],
        "pythons": workers.cpu_s(python=True),
        "python": workers.peak_mb(python=True),
        "java": workers.peak_mb(python=False),
        "driver": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000,
    }


def main() -> None:
    """All sizes and methods."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", nargs="+", default=["2:points-7:mdav", "2:points-7:auto", "10:points-7:mdav"])
    parser.add_argument("--folder", type=Path, default=None, help="where the tables are made; a temporary one")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="shoal-scale-", dir=arguments.folder) as place:
        home = Path(place)
        cluster = SparkCluster(home / "cluster", java_options="").start()
        try:
            driver = Driver(cluster).start()
            java = _java_of(driver)
            for number, text in enumerate(arguments.runs):
                size, table, method = text.split(":", 2)
                run = Run(float(size), table, method)
                source, scratch = run.made(home), home / f"run-{number}"
                scratch.mkdir()
                on_spark = one(driver.session, cluster, java, run, source, scratch)
                here = run_alone(run, home)
                for where, found in (("Spark", on_spark), ("out of core", {**here, "driver": here["peak"]})):
                    rows.append(_row(run, where, found))
                    print(rows[-1], file=sys.stderr, flush=True)
            driver.stop()
        finally:
            cluster.stop()
    lines = [f"| {' | '.join(row)} |" for row in (HEADER, ("---",) * len(HEADER), *rows)]
    write_result("scale_spark", "Releases on Apache Spark", "python -m benchmarks.scale.spark", lines)


def _java_of(driver: Driver) -> int:
    """The process of the driver's Java."""
    from pyspark import SparkContext

    assert driver.session is not None
    return int(SparkContext._gateway.proc.pid)


def _row(run: Run, where: str, found: dict[str, Any]) -> tuple[str, ...]:
    return (
        f"{found['records']:,}",
        run.table,
        where,
        found["method"],
        f"{found['seconds']:.0f}",
        f"{found['cpu']:.0f}",
        f"{found['records'] / found['cpu']:,.0f}",
        f"{found['loss']:.6f}",
        str(found["smallest"]),
        _told(found, "pythons"),
        _told(found, "python"),
        _told(found, "java"),
        f"{found['driver']:,.0f}",
    )


def _told(found: dict[str, Any], name: str) -> str:
    return f"{found[name]:,.0f}" if name in found else "–"


if __name__ == "__main__":
    main()
