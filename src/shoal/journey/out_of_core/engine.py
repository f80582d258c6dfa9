"""The engine of one machine: reads batches, sorts records into boxes on disk, and runs passes on whole boxes.

It computes nothing of its own. What a pass does is in `journey/passes/`, and the same passes run on a cluster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.journey.out_of_core.own_stages import Stage
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.census import Census, Task, census_of, looking_at_all, merged, shows_enough
from shoal.journey.passes.forming import CELL, formed, keeps_promises, leaves_of, next_leaves
from shoal.journey.passes.placing.blocks import BlockLeaves, Leaves
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.releasing import PART, ReleaseTerms, Shown, Sums, evidence_of, released
from shoal.journey.passes.twins import TwinSums, released_twins, together
from shoal.partition.control import n_threads
from shoal.partition.problem import Progress, no_progress
from shoal.table.frames.table import Table

Item = TypeVar("Item")
Found = TypeVar("Found")
Batches = Callable[[], Iterable[Table]]  # the table, batch by batch, as often as it is asked for

AHEAD = 1  # tasks that wait for each thread: it never idles, and few results wait in memory


@dataclass(frozen=True)
class PartedRelease:
    """The release, sorted into parts on disk; what it cost; and the records that the report looks at."""

    stages: tuple[Stage, Stage]  # of heavy points, and of blocks
    sums: Sums
    evidence: pl.DataFrame


def side_by_side(work: Callable[[Item], Found], items: Iterable[Item]) -> Iterator[Found]:
    """``work`` of every item on all cores, in the order of the items; only a few are taken in advance."""
    threads = n_threads()
    waiting: deque[Future[Found]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > threads + AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def census(batches: Batches, task: Task) -> Census:
    """One reading of the whole table; two where it has few different records."""
    counted = merged(side_by_side(lambda table: census_of(task.layout.frame(table), task), batches()), task)
    return counted if shows_enough(counted, task) else census(batches, looking_at_all(task))


def parts_of(
    batches: Batches, plan: BlockPlan, terms: ReleaseTerms, folder: Path, progress: Progress = no_progress
) -> PartedRelease:
    """Place all records, form cells block by block, and release them, in stages in ``folder``."""
    return _BlockPasses(batches, plan, terms, folder, _Done(plan.n_records * plan.way.n_passes, progress)).parted()


@dataclass(frozen=True)
class _BlockPasses:
    """From records to released records. Whatever is finished in the folder is not done again."""

    batches: Batches
    plan: BlockPlan
    terms: ReleaseTerms
    folder: Path
    done: _Done

    def parted(self) -> PartedRelease:
        """Each pass reads the stage before it. That goes when it is not needed any more."""
        plan, last = self.plan, self.plan.way.n_passes - 1
        placed, twins, parts = (Stage(self.folder, name) for name in ("blocks-0", "twins", "parts"))
        if not placed.is_finished:
            self._place(placed)
        for number in range(last + 1):
            onwards = parts if number == last else Stage(self.folder, f"blocks-{number + 1}")
            if not (onwards.is_finished and twins.is_finished):
                leaves_in = self._blocks_of(placed, twins) if number == 0 else {leaf: (leaf,) for leaf in placed.counts}
                work = (_Releasing if number == last else _Moving)(placed.boxes, leaves_in, number, plan, self.terms)
                self._fill(onwards, sorted(leaves_in), work)
            else:
                self.done.before(onwards.n_records)
            if number == 0:
                self.done.before(twins.n_records * plan.way.n_passes)
            placed.drop()
            placed = onwards
        self.done.more(0)
        facts = [*twins.facts, *parts.facts]  # of heavy points, then of blocks, both in the order of their numbers
        return PartedRelease(
            (twins, parts), Sums.of_all([sums for sums, _ in facts]), evidence_of([s for _, s in facts])
        )

    def _place(self, placed: Stage) -> None:
        for frame, leaf in side_by_side(self._with_leaf, self.batches()):
            placed.boxes.put(frame, leaf)
        placed.finish()

    def _with_leaf(self, table: Table) -> tuple[pl.DataFrame, IntArray]:
        frame = self.plan.layout.frame(table)
        return frame, leaves_of(frame, self.plan)

    def _blocks_of(self, placed: Stage, twins: Stage) -> Mapping[int, Leaves]:
        """The leaves of each block of the first pass. The records of heavy points are released at once."""
        blocks = _blocks(placed.boxes, self.plan)
        plan, terms = self.plan, self.terms
        for point in blocks.heavy[twins.n_done :]:
            found: list[tuple[TwinSums, Shown]] = []
            for some in side_by_side(lambda frame: released_twins(frame, plan, terms), placed.boxes.take(point)):
                twins.boxes.put(*_with_part(some.records))
                found.append((some.sums, some.shown))
            of_point, reserve = together(found, plan, terms)
            twins.one_more((of_point.sums, reserve), len(blocks.heavy))
        twins.finish()
        return blocks.leaves_in

    def _fill(self, stage: Stage, blocks: Sequence[int], work: _Work) -> None:
        """Do the blocks of a pass that are not finished."""
        self.done.before(stage.n_records)
        for frame, box_of, fact in side_by_side(work, blocks[stage.n_done :]):
            stage.boxes.put(frame, box_of)
            stage.one_more(fact, len(blocks))
            self.done.more(frame.height)
        stage.finish()


@dataclass(frozen=True)
class _Work:
    """A pass over the blocks of a stage: records, their boxes in the next stage, and a fact."""

    placed: Spill
    leaves_in: Mapping[int, Leaves]
    number: int
    plan: BlockPlan
    terms: ReleaseTerms

    def __call__(self, block: int) -> tuple[pl.DataFrame, IntArray, Any]:
        """Of one block."""
        raise NotImplementedError

    def _formed(self, block: int) -> tuple[pl.DataFrame, LocatedRecords]:
        return formed(_records(self.placed, self.leaves_in[block]), block, self.number, self.plan)


class _Moving(_Work):
    """A pass that is not the last: cells are formed or improved, and go to their blocks of the next pass."""

    def __call__(self, block: int) -> tuple[pl.DataFrame, IntArray, Any]:
        frame, located = self._formed(block)
        cell_of = np.unique(frame[CELL].to_numpy(), return_inverse=True)[1]
        return frame, next_leaves(cell_of, located, self.number + 1, self.plan), None


class _Releasing(_Work):
    """The last pass: cells are final, and their records are released."""

    def __call__(self, block: int) -> tuple[pl.DataFrame, IntArray, Any]:
        frame, located = self._formed(block)
        found = released(frame, located, self.plan, self.terms)
        return *_with_part(found.records), (found.sums, found.shown)


class _Done:
    """Progress over all passes."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total, self._progress, self._done = total, progress, 0

    def before(self, n_records: int) -> None:
        """So many need no work, or had it."""
        self._done += n_records

    def more(self, n_records: int) -> None:
        self._done += n_records
        self._progress(min(self._done, self._total), self._total)


def _with_part(records: pl.DataFrame) -> tuple[pl.DataFrame, IntArray]:
    return records, records[PART].to_numpy().astype(np.int64)


def _records(placed: Spill, leaves: Iterable[int]) -> pl.DataFrame:
    return pl.concat([frame for leaf in leaves for frame in placed.take(leaf)])


def _blocks(placed: Spill, plan: BlockPlan) -> BlockLeaves:
    """Which leaves are worked on together, by how many records each has."""
    places = plan.placings[0]
    counts = np.array([placed.counts.get(leaf, 0) for leaf in range(places.n_leaves_in_all)], dtype=np.int64)

    def judged(sets: Sequence[Leaves]) -> list[bool]:
        return list(side_by_side(lambda leaves: keeps_promises(_records(placed, leaves), plan), sets))

    return BlockLeaves.of(places, counts, plan.block_records, plan.k, None if plan.promised is None else judged)
