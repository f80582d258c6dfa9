"""The machine: how much memory a run may use, and whether a table fits into it.

Rule. A journey in memory takes about `JOURNEY_FACTOR` times what the table takes as a frame. Where that is more than
the memory allowed, the journey goes out of core. Without a limit of the user's, half of the machine's memory is
allowed. What a file would take is told without reading it: a text file about as much as it has bytes, and a compressed
one `UNPACKED` times as much; of Parquet and Arrow the first batch tells what a record takes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.errors import ParameterError, Setting
from shoal.table.batches.expectation import expected_bytes
from shoal.table.batches.members import PATTERN_MARKS
from shoal.table.batches.source import can_be_batched

JOURNEY_FACTOR = 23  # the larger of the two tables of `benchmarks.scale.local --only memory`
USUAL_SHARE = 0.5  # of the machine's memory: other programs need some
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")  # of a container; "max" where there is none
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
AMOUNT = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]I?)?B?\s*", re.IGNORECASE)
LEAST_MEMORY = 10**8  # bytes: the libraries alone take more than that


@dataclass(frozen=True)
class Machine:
    """``memory``: bytes that may be used. ``scratch``: the folder for what does not fit; None: that of the system."""

    memory: int
    scratch: Path | None = None

    @classmethod
    def of(cls, memory: str | int | None = None, scratch: str | Path | None = None) -> Machine:
        """From what the user allows, such as "4GB"."""
        folder = None if scratch is None else Path(scratch)
        if folder is not None and not folder.is_dir():
            raise ParameterError(
                f"There is no folder {folder} for records that do not fit into memory (", Setting("scratch"), ")."
            )
        return cls(_bytes_of(memory), folder)

    def holds(self, source: Any, reading: Mapping[str, Any], factor: int = JOURNEY_FACTOR) -> bool:
        """Whether a source is read into memory at once: it is there already, or it is a file that has room.

        The work on a table takes ``factor`` times as much as the table does.
        """
        if not can_be_batched(source):
            return True
        if not isinstance(source, (str, Path)) or Path(source).is_dir():
            return False
        path = Path(source)
        if not path.is_file():
            return not any(mark in str(path) for mark in PATTERN_MARKS)  # the reader says that there is no such file
        text = {name: reading.get(name) for name in ("encoding", "delimiter")}
        return self.has_room_for(expected_bytes(path, **text), factor)

    def has_room_for(self, n_bytes: int, factor: int = JOURNEY_FACTOR) -> bool:
        """Whether the work on a table of this size, as a frame, fits."""
        return factor * n_bytes <= self.memory


def _bytes_of(memory: str | int | None) -> int:
    if memory is None:
        return int(USUAL_SHARE * _machine_memory())
    said = AMOUNT.fullmatch(str(memory)) if not isinstance(memory, bool) else None
    amount = 0 if said is None else int(float(said[1]) * UNITS[(said[2] or "").upper()])
    if amount < LEAST_MEMORY:
        raise ParameterError(
            Setting("memory"),
            ' is an amount of at least 100 MB with its unit, such as "4GB".',
            hint="Leave it out for half of the machine's memory.",
        )
    return amount


def _machine_memory() -> int:
    """What the machine has, or its container may use."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = CGROUP_LIMIT.read_text().strip()
    except OSError:
        return whole
    return min(whole, int(limit)) if limit.isdigit() else whole
