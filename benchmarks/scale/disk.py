"""How much disk a journey out of core takes: python -m benchmarks.scale.disk [--records N]

The scratch folder is looked at every twentieth of a second, and the most that its files ever had is compared with what
the table takes in memory as a frame. Releases are made as they are, without the records that cost most (`--suppress`),
and of households. A peak that is shorter than a twentieth of a second is missed.

Writes benchmarks/results/scale_disk.md.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.results import write_result
from benchmarks.scale.data import MIXED_ROLES, N_COORDINATES, mixed, mixture

K, SEED, BLOCK_RECORDS = 5, 1, 100_000
LOOK_S = 0.05
MEAN_MEMBERS = 2.5  # of a household
HEADER = ("records", "table", "asked for", "frame, MB", "most on disk, MB", "÷ frame")
CASES: tuple[tuple[str, str, dict[str, Any]], ...] = (  # the table, the option in words, and the setting
    ("numbers", "", {}),
    ("numbers", "--suppress 0.01", {"suppress": 0.01}),
    ("mixed", "", {}),
    ("mixed", "--suppress 0.01", {"suppress": 0.01}),
    ("mixed", "--household", {"household": "home"}),
)


class MostOnDisk:
    """The most bytes that the files below a folder have while this is entered."""

    def __init__(self, folder: Path) -> None:
        self.bytes = 0
        self._folder, self._ends = folder, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> MostOnDisk:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ends.wait(LOOK_S):
            self.bytes = max(self.bytes, sum(map(_size, self._folder.rglob("*"))))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:  # it went meanwhile
        return 0


def table_of(kind: str, n_records: int, folder: Path) -> Path:
    """Parquet files of seven numbers, or of seven mixed columns."""
    target = folder / kind
    if not target.exists():
        mixture(n_records, target) if kind == "numbers" else mixed(n_records, target, "parquet")
    return target


def with_homes(table: Path, folder: Path) -> Path:
    """The same records with a column of households."""
    frame = pl.read_parquet(table / "*.parquet")
    homes = np.random.default_rng(SEED).integers(0, int(frame.height / MEAN_MEMBERS), frame.height)
    target = folder / "homes.parquet"
    frame.with_columns(pl.Series("home", homes)).write_parquet(target)
    return target


def roles_of(kind: str) -> dict[str, Any]:
    """The roles of its columns."""
    if kind == "mixed":
        return dict(MIXED_ROLES)
    columns = [f"x{axis}" for axis in range(N_COORDINATES)]
    return {"quasi_identifiers": columns, "rounding": dict.fromkeys(columns, "none")}


def most_on_disk(table: Path, asked: dict[str, Any], folder: Path) -> int:
    """Of one run, up to the release that is not saved yet."""
    import shoal
    from shoal.journey.out_of_core.stored import StoredRelease

    with tempfile.TemporaryDirectory(dir=folder) as scratch, MostOnDisk(Path(scratch)) as most:
        settings: dict[str, Any] = {
            "k": K,
            "seed": SEED,
            "method": "mdav",
            "block_records": BLOCK_RECORDS,
            "scratch": scratch,
        }
        release = shoal.anonymize(table, **settings, **asked)
        if isinstance(release, StoredRelease):
            release.close()
    return most.bytes


def main() -> None:
    """All cases."""
    import shoal

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    n_records = parser.parse_args().records
    warnings.simplefilter("ignore", shoal.ShoalWarning)
    rows: list[tuple[object, ...]] = [HEADER, ("---",) * len(HEADER)]
    with tempfile.TemporaryDirectory() as name:
        for kind, said, more in CASES:
            table = table_of(kind, n_records, Path(name))
            table = with_homes(table, Path(name)) if "household" in more else table
            most = most_on_disk(table, {**roles_of(kind), **more}, Path(name))
            in_memory = pl.read_parquet(table / "*.parquet" if table.is_dir() else table).estimated_size()
            row = (n_records, kind, said, round(in_memory / 1e6), round(most / 1e6), f"{most / in_memory:.1f}")
            print(row, flush=True)
            rows.append((f"{n_records:,}", *row[1:]))
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    command = f"python -m benchmarks.scale.disk --records {n_records}"
    write_result("scale_disk", "The disk that a journey out of core takes", command, lines)


if __name__ == "__main__":
    main()
