"""Audits of tables that do not fit into memory: processor time and peak memory, against the audit in memory.

    python -m benchmarks.scale.audit [--records 10000000 100000000] [--memory 4GB] [--folder FOLDER]
    python -m benchmarks.scale.audit --only memory

The table has seven columns of whole numbers, in Parquet: five quasi-identifiers of 50, 18, 2, 8 and 6 values, of which
some are rare, and two confidential ones, a nominal one of 200 values and an ordered one of 1,000. It is written in
pieces and removed afterwards. Each audit runs in a process of its own: k, distinct l, entropy l, t and all other
figures of both confidential columns. Where the table has at most 10 million records it is audited in memory as well,
and the two must have the same figures.

`--only memory` measures how much an audit in memory takes for each byte of the frame, for frames of several kinds: the
source of `AUDIT_FACTOR`.

Fails if figures differ, or if an audit takes more than the memory that it was given.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.results import write_result

LOOKS = {"region": 50, "age": 18, "sex": 2, "education": 8, "household": 6}
SECRETS = {"diagnosis": 200, "income": 1000}
RARE = ("region", "education", "household", "diagnosis")  # columns whose values have shares of 1/rank
PIECE = 2_000_000  # records that are drawn and written at a time
MOST_IN_MEMORY = 10_000_000  # records
KINDS = ("7 x 64 bits", "7 x 8 bits", "2 x 64 bits", "7 x 64 bits, no value twice", "5 x text")
KIND_RECORDS = 2_000_000

AUDIT = """
import json, resource, sys, time
import shoal

path, memory, asked = json.loads(sys.argv[1])
begin = time.process_time()
found = shoal.audit(path, memory=memory, **asked)
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([found.to_dict(), time.process_time() - begin, used.ru_maxrss * 1024]))
"""

IN_MEMORY = """
import json, resource, sys
import polars as pl
import shoal

path, asked = json.loads(sys.argv[1])
shoal.audit(pl.read_parquet(path, n_rows=100), **asked)
frame = pl.read_parquet(path)
page = resource.getpagesize()
before = int(open("/proc/self/statm").read().split()[1]) * page
shoal.audit(frame, **asked)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([frame.estimated_size(), peak - before + frame.estimated_size()]))
"""


def write_table(path: Path, n_records: int, seed: int = 0) -> None:
    """The table that the heading describes."""
    import numpy as np
    import polars as pl
    from pyarrow import parquet

    lot = np.random.default_rng(seed)
    writer = None
    for start in range(0, n_records, PIECE):
        size = min(PIECE, n_records - start)
        columns: dict[str, Any] = {}
        for name, n_values in (LOOKS | SECRETS).items():
            shares = 1.0 / np.arange(1, n_values + 1) if name in RARE else np.ones(n_values)
            columns[name] = np.searchsorted(np.cumsum(shares) / shares.sum(), lot.random(size)).astype(np.int64)
        table = pl.DataFrame(columns).to_arrow()
        writer = writer or parquet.ParquetWriter(path, table.schema, compression="zstd")
        writer.write_table(table)
    if writer is not None:
        writer.close()


def answer_of(code: str, given: list[Any]) -> Any:
    """What a program prints in the end, run in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code, json.dumps(given)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def scale_rows(sizes: list[int], memory: str, folder: Path) -> tuple[list[str], bool]:
    """A row for each audit; and whether one failed."""
    lines = [
        "| records | audit | k | l, t of diagnosis | l, t of income | CPU s | records/CPU s | peak memory |",
        "|---|---|---|---|---|---|---|---|",
    ]
    failed = False
    asked = {"quasi_identifiers": list(LOOKS), "confidential": list(SECRETS), "nominal": ["diagnosis"], "k": 5}
    for n_records in sizes:
        path = folder / "table.parquet"
        write_table(path, n_records)
        ways = [("in parts", memory), *([("in memory", "1TB")] if n_records <= MOST_IN_MEMORY else [])]
        seen = []
        for way, allowed in ways:
            facts, seconds, peak = answer_of(AUDIT, [str(path), allowed, asked])
            seen.append(facts)
            failed |= facts != seen[0] or (way == "in parts" and peak > bytes_of(memory))
            told = " | ".join(f"{each['distinct_l']}, {each['t']:.4f}" for each in facts["confidential"])
            speed = f"{seconds:.1f} | {n_records / seconds:,.0f} | {peak / 1e9:.2f} GB"
            lines.append(f"| {n_records:,} | {way} | {facts['k']} | {told} | {speed} |")
            print(lines[-1], flush=True)
        path.unlink()
    return lines, failed


def bytes_of(memory: str) -> int:
    """As the option says it."""
    from shoal.journey.machine import Machine

    return Machine.of(memory).memory


def memory_rows(folder: Path) -> list[str]:
    """How much an audit in memory takes for each byte of a frame."""
    lines = ["| frame | bytes a record | memory / frame |", "|---|---|---|"]
    for kind in KINDS:
        path = folder / "frame.parquet"
        names = write_frame(path, kind)
        looks, secrets = (names[:1], names[1:]) if len(names) == 2 else (names[:-2], names[-2:])
        asked = {"quasi_identifiers": looks, "confidential": secrets}
        size, taken = answer_of(IN_MEMORY, [str(path), asked])
        lines.append(f"| {kind} | {size / KIND_RECORDS:.0f} | {taken / size:.1f} |")
        print(lines[-1], flush=True)
    return lines


def write_frame(path: Path, kind: str) -> list[str]:
    """A frame of one of the kinds; the names of its columns."""
    import numpy as np
    import polars as pl

    lot = np.random.default_rng(0)
    n_columns = int(kind[0])
    if "no value twice" in kind:
        columns = [lot.normal(size=KIND_RECORDS) for _ in range(n_columns)]
    else:
        columns = [lot.integers(0, 5 if n_columns > 2 else KIND_RECORDS // 5, KIND_RECORDS) for _ in range(n_columns)]
    frame = pl.DataFrame({f"c{number}": column for number, column in enumerate(columns)})
    if "8 bits" in kind:
        frame = frame.cast(pl.Int8)
    if "text" in kind:
        frame = frame.select(pl.format("value {}", pl.col(name)).alias(name) for name in frame.columns)
    frame.write_parquet(path)
    return frame.columns


def main() -> None:
    """Print a row for each audit and write the table; exit with 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[10_000_000, 100_000_000])
    parser.add_argument("--memory", default="4GB")
    parser.add_argument("--folder", type=Path, help="where the tables are written (100 million records: 1 GB)")
    parser.add_argument("--only", choices=["memory"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        if arguments.only == "memory":
            lines = memory_rows(Path(folder))
            command = "python -m benchmarks.scale.audit --only memory"
            write_result("scale_audit_memory", "Memory of an audit", command, lines)
            return
        lines, failed = scale_rows(arguments.records, arguments.memory, Path(folder))
    command = f"python -m benchmarks.scale.audit --records {' '.join(map(str, arguments.records))}"
    write_result(
        "scale_audit", "Audits of tables that do not fit into memory", f"{command} --memory {arguments.memory}", lines
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
