"""How work gets to the workers, and how facts and errors come back.

Spark sends a function of an installed package by its name, and one that is defined inside another function as it is.
The latter is what is sent here, so that a worker without our package can say so. No exception leaves our code on a
worker: Spark would write its message, and the values that it quotes, into its logs. An error is a note instead.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoal import __version__
from shoal.errors import ShoalError, WrongUse
from shoal.journey.passes.resuming import own_versions
from shoal.spark.faults import ClusterError, asked_of_spark
from shoal.spark.notes import FACT, WORDED
from shoal.spark.shapes import NOTE, NOTES_ALONE, Shape, quoted

PACKAGE = "shoal-anonymity"
PROBES = 16  # tasks that do nothing, so that most workers of a small cluster are seen; they take a second in all

Batches = Iterator[Any]
Facts = Mapping[str, Sequence[Any]]  # by kind


def sent(parcel: bytes, schema: Any) -> Callable[[Batches], Batches]:
    """The function for `mapInArrow`. ``parcel``: the packed work; ``schema``: of its results."""
    versions = own_versions()

    def work(batches: Batches) -> Batches:
        import json
        from importlib import import_module

        pyarrow = import_module("pyarrow")
        try:
            from shoal.spark.work import done_by_worker
        except ImportError as error:
            missing = error.name or "shoal"
        else:
            yield from done_by_worker(parcel, versions, batches, schema)
            return
        if schema.names[-1] != "\x1fnote":
            raise RuntimeError(f"A worker has no {missing}.")
        told = b"E" + json.dumps({"kind": "missing", "name": missing}).encode()
        nothing = [pyarrow.array([None], field.type) for field in list(schema)[:-1]]
        yield pyarrow.RecordBatch.from_arrays([*nothing, pyarrow.array([told], pyarrow.binary())], schema=schema)

    return work


def mapped(frame: Any, work: Any, shape: Shape, *, notes: bool = True) -> Any:
    """A frame of Spark with the records and notes that the work makes of every partition of another one."""
    return frame.mapInArrow(sent(pickle.dumps(work), shape.arrow(notes=notes)), shape.spark(notes=notes))


def facts_of(what: str, frame: Any, work: Any) -> Facts:
    """The facts that the work finds in all partitions; this runs it."""
    return notes_of(what, mapped(frame, work, NOTES_ALONE))


def notes_of(what: str, frame: Any) -> Facts:
    """The facts in a frame that has some. An error among them is raised."""
    named = quoted(NOTE)
    told = asked_of_spark(what, lambda: frame.where(f"{named} IS NOT NULL").selectExpr(named).toArrow().column(0))
    return facts_in(what, told.to_pylist())


def facts_in(what: str, notes: Sequence[bytes]) -> Facts:
    """What the notes say. An error among them is raised."""
    found: dict[str, list[Any]] = {}
    for note in notes:
        if not note.startswith(FACT):
            raise _error(what, note)
        kind, value = pickle.loads(note[1:])
        found.setdefault(kind, []).append(value)
    return found


def records_in(frame: Any) -> Any:
    """The rows of a frame of Spark that hold records, without the column for notes."""
    return frame.where(f"{quoted(NOTE)} IS NULL").drop(NOTE)


def in_boxes(frame: Any, n_boxes: int, box: str) -> Any:
    """The frame with one partition for each box; ``box``: the column that has its number."""
    return frame.repartitionById(max(1, n_boxes), quoted(box))


def require_workers(session: Any) -> None:
    """Refuse a cluster whose workers lack our package, or have other versions than the driver, before any record moves.

    A worker that comes later is refused by the work itself.
    """
    from shoal.spark.work import Nothing

    facts_of("run a first task", session.range(0, PROBES, 1, PROBES), Nothing())


def _error(what: str, text: bytes) -> ShoalError:
    if text.startswith(WORDED):
        error: ShoalError = pickle.loads(text[1:])
        return error
    told = json.loads(text[1:])
    if told["kind"] == "missing":
        return WrongUse(
            f"A worker of the cluster has no {told['name']}.",
            hint=f"Install {PACKAGE}=={__version__} on all workers, or send an environment that has it with the "
            "session (docs/how-to/spark.md).",
        )
    if told["kind"] == "versions":
        return WrongUse(
            f"A worker of the cluster has other versions than the driver: {_differences(told['found'])}.",
            hint="Install the same on all machines, or the cells could differ in the last bit.",
        )
    return ClusterError(f"A worker could not {what}: {told['kind']} at {told['place']}.")


def _differences(found: Iterable[Iterable[str]]) -> str:
    return ", ".join(f"{name} {there} instead of {here}" for name, there, here in found)
