"""What workers do: a pass of `journey/passes/` on the records of one partition.

Frames come in; frames, and facts for the driver, go out.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import ShoalError, place_of
from shoal.journey.passes.account import part_facts
from shoal.journey.passes.auditing import AuditPlan
from shoal.journey.passes.census import Task, census_of, members_in, merged
from shoal.journey.passes.counted.households import household_boxes, placed_households
from shoal.journey.passes.counted.what_counts import WhatCounts, with_numbers
from shoal.journey.passes.forming import CELL, formed, keeps_promises, leaves_of, next_leaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import PART, ReleaseTerms, Shown, released
from shoal.journey.passes.resuming import own_versions
from shoal.journey.passes.row_keys import TableContent
from shoal.journey.passes.telling.standing_out import StandingOut
from shoal.journey.passes.telling.unique import UniquePlan
from shoal.journey.passes.twins import TwinSums, released_twins, together
from shoal.journey.passes.values.value_times import ValueTimes
from shoal.journey.passes.values.whole_figures import Pair, pair_times
from shoal.spark.notes import fact, foreign, worded
from shoal.spark.shapes import BOX, NOTE, oldest
from shoal.table.arrow import pyarrow
from shoal.table.batches.sizes import records_at_once, regrouped
from shoal.table.foreign_errors import ANYTHING

BATCH_RECORDS = 1 << 16  # that are handed to Spark at once: its Java holds a batch of a task in memory
KEPT_PARCELS = 2  # a worker forms cells while another task of its process places records

Made = pl.DataFrame | bytes  # records, or a note


class Work(Protocol):
    """Something to be done with the records of a partition."""

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """What it makes of them."""
        ...


def done_by_worker(parcel: bytes, versions: Mapping[str, str], batches: Iterable[Any], schema: Any) -> Iterator[Any]:
    """The work of a parcel. Whatever happens is told in a note."""
    failed: bytes | None = None
    try:
        own = own_versions()
        if own != versions:
            found = [(name, own[name], versions[name]) for name in own if own[name] != versions[name]]
            failed = foreign("versions", found=found)
        else:
            waiting: list[bytes] = []  # notes of earlier work, which go on
            frames = _frames(batches, waiting)
            for made in _unpacked(parcel)(frames):
                yield from _batches(made, schema)
            for note in waiting:
                yield _rows(note, schema)
    except ShoalError as error:
        failed = worded(error)
    except ANYTHING as error:
        failed = foreign(type(error).__name__, place=place_of(error))
    if failed is not None:  # behind the handlers, so that nothing is chained to what is raised here
        yield _rows(failed, schema)


@lru_cache(KEPT_PARCELS)
def _unpacked(parcel: bytes) -> Work:
    work: Work = pickle.loads(parcel)
    return work


def _frames(batches: Iterable[Any], notes: list[bytes]) -> Iterator[pl.DataFrame]:
    """The records of all batches, some at a time; notes among them are put aside."""

    def plain() -> Iterator[pl.DataFrame]:
        for batch in batches:
            frame = pl.DataFrame(pl.from_arrow(batch))
            if NOTE in frame.columns:
                notes.extend(frame[NOTE].drop_nulls())
                frame = frame.filter(pl.col(NOTE).is_null()).drop(NOTE)
            if frame.height:
                yield frame

    return _regrouped(plain())


def _regrouped(frames: Iterator[pl.DataFrame]) -> Iterator[pl.DataFrame]:
    first = next(frames, None)
    if first is not None:
        yield from regrouped(chain([first], frames), records_at_once(first.width))


def _batches(made: Made, schema: Any) -> list[Any]:
    if isinstance(made, bytes):
        return [_rows(made, schema)]
    names = [name for name in schema.names if name != NOTE]
    table = oldest(made.select(names))
    if NOTE in schema.names:
        table = table.append_column(NOTE, pyarrow().nulls(made.height, pyarrow().binary()))
    batches: list[Any] = table.cast(schema).to_batches(max_chunksize=BATCH_RECORDS)
    return batches


def _rows(note: bytes, schema: Any) -> Any:
    """A row with a note. It travels to the first box."""
    if NOTE not in schema.names:  # nobody would read it
        raise RuntimeError("A worker failed.")
    arrays = [
        pyarrow().array([note if field.name == NOTE else 0 if field.name == BOX else None], field.type)
        for field in schema
    ]
    return pyarrow().RecordBatch.from_arrays(arrays, schema=schema)


@dataclass(frozen=True)
class Nothing:
    """To find out whether a worker can do anything."""

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Look at no record."""
        for _ in frames:
            pass
        return iter(())


@dataclass(frozen=True)
class Counting:
    """The census of a partition."""

    task: Task

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact, or none of an empty partition."""
        parts = [census_of(frame.select(self.task.layout.columns), self.task) for frame in frames]
        if parts:
            yield fact("census", merged(parts, self.task).packed())


@dataclass(frozen=True)
class CountingMembers:
    """How many members some households have in each group of a partition."""

    task: Task
    crowding: frozenset[int]

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact for some records at a time."""
        for frame in frames:
            yield fact("members", members_in(frame.select(self.task.layout.columns), self.crowding, self.task))


@dataclass(frozen=True)
class CountingPairs:
    """How often pairs of values occur in a partition."""

    task: Task
    pairs: tuple[Pair, ...]

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact, or none of an empty partition."""
        parts = [pair_times(frame.select(self.task.layout.columns), self.pairs, self.task) for frame in frames]
        if parts:
            yield fact("pairs", {pair: ValueTimes.of_all([part[pair] for part in parts]) for pair in self.pairs})


@dataclass(frozen=True)
class ToHouseholds:
    """Send every record to the box of its household."""

    plan: BlockPlan

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with their boxes."""
        for frame in frames:
            yield frame.with_columns(pl.Series(BOX, household_boxes(frame, self.plan).astype(np.int32)))


@dataclass(frozen=True)
class PlacingHouseholds:
    """Find the leaf of each household. The facts: about the households of each box."""

    plan: BlockPlan

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with their leaves."""
        for _, frame in boxes(frames):
            placed, facts = placed_households(frame, self.plan)
            yield placed
            yield fact("households", facts)


@dataclass(frozen=True)
class LeafCounts:
    """How many records each leaf has, in columns "leaf" and "records"."""

    plan: BlockPlan

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One frame for a partition."""
        counts = np.zeros(self.plan.placings[0].n_leaves_in_all, dtype=np.int64)
        for frame in frames:
            leaf = leaves_of(frame, self.plan)
            counts += np.bincount(leaf[leaf >= 0], minlength=len(counts))
        found = np.flatnonzero(counts)
        yield pl.DataFrame({"leaf": found, "records": counts[found]})


@dataclass(frozen=True)
class ToBoxes:
    """Send every record to the box of its leaf; a leaf with the box −1 goes nowhere. The fact: what has been read."""

    plan: BlockPlan
    box_of: IntArray

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with their boxes."""
        content = TableContent()
        for frame in frames:
            content = content.and_also(TableContent.of(frame, self.plan.layout.travelling))
            leaf = leaves_of(frame, self.plan)
            box = np.where(leaf >= 0, self.box_of[leaf], -1).astype(np.int32)
            yield frame.with_columns(pl.Series(BOX, box)).filter(pl.col(BOX) >= 0)
        yield fact("content", content)


@dataclass(frozen=True)
class Judging:
    """Whether the records of a box keep the promises about confidential values. The fact: the box, and whether."""

    plan: BlockPlan

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact for each box."""
        for box, frame in boxes(frames):
            yield fact("kept", (box, keeps_promises(frame, self.plan)))


@dataclass(frozen=True)
class MovingCells:
    """A pass that is not the last: cells are formed or improved, and go to their boxes of the next pass.

    The fact: how many records.
    """

    plan: BlockPlan
    number: int
    blocks: Sequence[int]  # by box

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Records with their cells and the leaves of the next pass."""
        for box, frame in boxes(frames):
            ordered, located = formed(frame, self.blocks[box], self.number, self.plan)
            cell_of = np.unique(ordered[CELL].to_numpy(), return_inverse=True)[1]
            leaf = next_leaves(cell_of, located, self.number + 1, self.plan)
            yield ordered.with_columns(pl.Series(BOX, leaf.astype(np.int32)))
            yield fact("moved", ordered.height)


@dataclass(frozen=True)
class Releasing:
    """The last pass: cells are final, and their records are released. The fact: block, sums, and what is shown."""

    plan: BlockPlan
    terms: ReleaseTerms
    number: int
    blocks: Sequence[int]  # by box

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Released records with their parts."""
        for box, frame in boxes(frames):
            ordered, located = formed(frame, self.blocks[box], self.number, self.plan)
            found = released(ordered, located, self.plan, self.terms)
            yield found.records
            yield fact("block", (self.blocks[box], found.sums, found.shown))


@dataclass(frozen=True)
class ReleasingTwins:
    """The records of heavy points, which stay where they are. The fact: point, sums, and what is shown."""

    plan: BlockPlan
    terms: ReleaseTerms
    heavy: tuple[int, ...]

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Released records with their parts."""
        found: dict[int, list[tuple[TwinSums, Shown]]] = {}
        for frame in frames:
            leaf = leaves_of(frame, self.plan)
            for point in sorted({*np.unique(leaf).tolist()} & {*self.heavy}):
                some = released_twins(frame.filter(pl.Series(leaf == point)), self.plan, self.terms)
                yield some.records
                found[point] = [together([*found.get(point, ()), (some.sums, some.shown)], self.plan, self.terms)]
        for point, (both,) in found.items():
            yield fact("point", (point, both))


@dataclass(frozen=True)
class SortedParts:
    """The records of a part in the order of what they show: first of a class, then of the rest."""

    columns: tuple[str, ...]
    order: tuple[str, ...]

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """Released records, part after part."""
        for _, frame in boxes(frames, PART):
            yield frame.select(self.columns).sort(self.order, nulls_last=True)


@dataclass(frozen=True)
class CountingParts:
    """Count the classes of whole parts. The fact: content, and what the classes say.

    ``standing``: those in which one value stands out; their original values must be there.
    """

    counting: AuditPlan
    what: WhatCounts
    unique: UniquePlan
    standing: StandingOut

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact for each part."""
        for _, frame in boxes(frames, PART):
            yield fact("part", part_facts(frame, self.counting, self.what, self.unique))
            yield fact("dominated", self.standing.dominated_in(frame))


@dataclass(frozen=True)
class CountingWritten:
    """Count the classes of written files, each as its readers see it. The fact: content, and what the classes say.

    What k counts is in no file. So the records that were released travel with those of the file that has them, and each
    of the latter gets the number of a released one that is equal to it.
    """

    counting: AuditPlan
    what: WhatCounts
    file: str  # the column with the name of the file; it is missing in records that were released

    def __call__(self, frames: Iterator[pl.DataFrame]) -> Iterator[Made]:
        """One fact for each file."""
        for _, both in boxes(frames):
            written = both.filter(pl.col(self.file).is_not_null())
            if self.what.beside:
                written = with_numbers(written, both.filter(pl.col(self.file).is_null()), self.counting.layout)
            for _, frame in boxes(iter([written]), self.file):
                yield fact("part", part_facts(frame, self.counting, self.what))


def boxes(frames: Iterator[pl.DataFrame], name: str = BOX) -> Iterator[tuple[Any, pl.DataFrame]]:
    """The boxes of a partition, each as a whole. Usually it is one."""
    waiting = list(frames)
    if not waiting:
        return
    whole = pl.concat(waiting)
    waiting.clear()
    for box in whole[name].unique().sort().to_list():
        yield box, whole.filter(pl.col(name) == box).drop(name)
