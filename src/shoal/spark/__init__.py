"""Apache Spark as the engine of a journey: a DataFrame goes in, an anonymous one with its report comes out.

It computes nothing of its own: `journey/passes/` has the passes, and the cells are those of the engine of one machine.
It uses the DataFrame API alone, so it runs in a classic session and in one of Spark Connect. What you open first is
`entrance.py`.

entrance.py        `anonymize`, and the source of the command line
release.py         `SparkRelease`: the frame, the report, the manifest, and how they are written and counted
engine.py          the passes, one after the other
cell_passes.py     those that form cells
leaving.py leaving_work.py   without the records that cost most
work.py            what workers do with their records
sending.py         how work gets to the workers, and results and errors come back
notes.py           facts and errors on their way
shapes.py          the columns of frames that travel through Spark
scratch.py         finished stages on shared storage
faults.py          errors of Spark, without the values that they quote
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {"anonymize": "shoal.spark.entrance", "SparkRelease": "shoal.spark.release"}

__all__ = ["SparkRelease", "anonymize"]

if TYPE_CHECKING:
    from shoal.spark.entrance import anonymize
    from shoal.spark.release import SparkRelease


def __getattr__(name: str) -> Any:
    """Load what is asked for: a worker needs less than a driver."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
