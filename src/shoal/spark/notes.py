"""Notes: what a worker tells the driver beside records: a fact, an error of ours in its words, or another fault."""

from __future__ import annotations

import json
import pickle
import platform
from importlib.metadata import version
from typing import Any

from shoal import __version__
from shoal.errors import ShoalError

LIBRARIES = ("numpy", "numba", "polars", "pyarrow", "scipy")  # whose versions decide the last bit of a cell
FACT, WORDED, FOREIGN = b"F", b"W", b"E"  # the first letter of a note


def own_versions() -> dict[str, str]:
    """What has to be the same on all machines."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "shoal": __version__, **{name: version(name) for name in LIBRARIES}}


def fact(kind: str, found: Any) -> bytes:
    """A note with a fact."""
    return FACT + pickle.dumps((kind, found))


def worded(error: ShoalError) -> bytes:
    """A note with an error of ours: names and counts only."""
    return WORDED + pickle.dumps(error)


def foreign(kind: str, **more: Any) -> bytes:
    """A note with anything else."""
    return FOREIGN + json.dumps({"kind": kind, **more}).encode()
