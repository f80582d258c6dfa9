"""Notes: what a worker tells the driver beside records: a fact, an error of ours in its words, or another fault."""

from __future__ import annotations

import json
import pickle
from typing import Any

from shoal.errors import ShoalError

FACT, WORDED, FOREIGN = b"F", b"W", b"E"  # the first letter of a note


def fact(kind: str, found: Any) -> bytes:
    """A note with a fact."""
    return FACT + pickle.dumps((kind, found))


def worded(error: ShoalError) -> bytes:
    """A note with an error of ours: names and counts only."""
    return WORDED + pickle.dumps(error)


def foreign(kind: str, **more: Any) -> bytes:
    """A note with anything else."""
    return FOREIGN + json.dumps({"kind": kind, **more}).encode()
