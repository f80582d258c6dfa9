"""How much a packed file may unpack to: a small file that fills the memory (a "zip bomb") is refused while it is read.

Real tables shrink to between a third and a fiftieth of their size. A bomb of gzip shrinks a thousandfold, the most that
its format (DEFLATE) can do, and one of zstd or of Parquet further still. So a packed file may unpack to a hundred times
its own size, and a small one to more than that: `ALWAYS_ALLOWED`. A larger table is read after the user has said how
large it may be.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from shoal.errors import ParameterError, TableError
from shoal.table.foreign_errors import attempt

MEGABYTE = 1 << 20
LARGEST_RATIO = 100  # unpacked to packed: twice that of the most repetitive tables seen, a tenth of a bomb of gzip
ALWAYS_ALLOWED = 256 * MEGABYTE  # fits into the memory of any machine, however small the file
LIMIT_VARIABLE = "SHOAL_MAX_UNPACKED_MB"
READ_AT_ONCE = MEGABYTE
WHOLE = re.compile(r"[1-9][0-9]{0,8}")


def limit_of(path: Path) -> int:
    """How many bytes a packed file may unpack to."""
    said = os.environ.get(LIMIT_VARIABLE)
    if said is None:
        return max(ALWAYS_ALLOWED, LARGEST_RATIO * path.stat().st_size)
    if not WHOLE.fullmatch(said):
        raise ParameterError(f"{LIMIT_VARIABLE} must be a whole number of megabytes, of at most 9 digits.")
    return int(said) * MEGABYTE


def too_large(path: Path, limit: int) -> TableError:
    """The error for a file that unpacks to more than it may."""
    return TableError(
        f"{path.name} has {path.stat().st_size:,} bytes and unpacks to more than {limit // MEGABYTE:,} MB, so it was "
        f"not read further. A file may unpack to {LARGEST_RATIO} times its size, or to {ALWAYS_ALLOWED // MEGABYTE} MB."
        f" If it is really so large, allow it: set the environment variable {LIMIT_VARIABLE} to its megabytes, or "
        "unpack it yourself."
    )


def require_sound_archive(path: Path, look: Callable[[str, bytes], None]) -> None:
    """Unpack an archive (ZIP) once without keeping anything, and refuse it if it is damaged or unpacks to too much.

    What the archive says about its own sizes is not trusted. `look` sees every part: its name and some of its bytes.
    """
    limit = limit_of(path)

    def unpacked() -> int:
        total = 0
        with zipfile.ZipFile(path) as archive:
            for part in archive.infolist():
                with archive.open(part) as stream:
                    while chunk := stream.read(READ_AT_ONCE):
                        total += len(chunk)
                        if total > limit:
                            return total
                        look(part.filename, chunk)
        return total

    total = attempt(
        unpacked,
        lambda error: TableError(
            f"{path.name} cannot be unpacked ({type(error).__name__}). It may be damaged or protected by a password, "
            "or its suffix may be wrong."
        ),
    )
    if total > limit:
        raise too_large(path, limit)
