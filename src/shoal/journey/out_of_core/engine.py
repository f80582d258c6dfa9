"""The engine of one machine: reads batches, sorts records into boxes on disk, and runs passes on whole boxes.

It computes nothing of its own. What a pass does is in `journey/passes/`, and the same passes run on a cluster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.census import Census, Task, census_of, looking_at_all, merged, shows_enough
from shoal.journey.passes.forming import CELL, formed, keeps_promises, leaves_of, next_leaves
from shoal.journey.passes.placing.blocks import BlockLeaves, Leaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import PART, Released, ReleaseTerms, Shown, Sums, evidence_of, released
from shoal.journey.passes.twins import TwinSums, released_twins, together
from shoal.journey.passes.values.whole_figures import doubtful_pairs, pair_times, with_pairs
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

    spill: Spill
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
    """One reading of the whole table; another one where it has few different records, or columns may fix each other."""
    counted = merged(side_by_side(lambda table: census_of(task.layout.frame(table), task), batches()), task)
    if not shows_enough(counted, task):
        return census(batches, looking_at_all(task))
    pairs = doubtful_pairs(counted, task)
    tables = batches() if pairs else ()
    return with_pairs(counted, side_by_side(lambda table: pair_times(task.layout.frame(table), pairs, task), tables))


class CellBlocks(NamedTuple):
    """The blocks of the last pass: their records, with the cells of earlier passes, and the leaves of each."""

    placed: Spill
    leaves_in: Mapping[int, tuple[int, ...]]


def cell_blocks(
    batches: Batches,
    plan: BlockPlan,
    scratch: Path,
    files: ExitStack,
    twins: Callable[[int, Iterable[pl.DataFrame]], None],
    done: Done,
) -> CellBlocks:
    """Place all records, and form cells block by block, but for the last pass. ``twins``: what to do with the records
    of a heavy point."""
    placed = files.enter_context(Spill(scratch / "blocks-0"))
    for frame, leaf in side_by_side(lambda table: _with_leaf(plan.layout.frame(table), plan), batches()):
        placed.put(frame, leaf)
    placed.close_boxes()
    blocks = _blocks(placed, plan)
    leaves_in: Mapping[int, tuple[int, ...]] = blocks.leaves_in
    for point in blocks.heavy:
        twins(point, placed.take(point))
    for number in range(plan.way.n_passes - 1):
        onwards = files.enter_context(Spill(scratch / f"blocks-{number + 1}"))
        for frame, next_leaf in side_by_side(_Moving(placed, leaves_in, number, plan), sorted(leaves_in)):
            onwards.put(frame, next_leaf)
            done.more(frame.height)
        onwards.close_boxes()
        placed.remove()
        placed, leaves_in = onwards, {leaf: (leaf,) for leaf in onwards.counts}
    return CellBlocks(placed, leaves_in)


def parts_of(
    batches: Batches,
    plan: BlockPlan,
    terms: ReleaseTerms,
    scratch: Path,
    keep: ExitStack,
    progress: Progress = no_progress,
) -> PartedRelease:
    """Place all records, form cells block by block, and release them. ``keep`` owns the parts on disk."""
    done = Done(plan.n_records * plan.way.n_passes, progress)
    parts = keep.enter_context(Spill(scratch / "parts"))
    sums: list[Sums] = []  # of heavy points, then of blocks; in the last pass both may have the same numbers
    shown: list[Shown] = []

    def put(records: pl.DataFrame) -> None:
        parts.put(records, records[PART].to_numpy().astype(np.int64))

    def release(_: int, frames: Iterable[pl.DataFrame]) -> None:
        twins: list[tuple[TwinSums, Shown]] = []
        for some in side_by_side(lambda frame: released_twins(frame, plan, terms), frames):
            put(some.records)
            twins.append((some.sums, some.shown))
        of_point, reserve = together(twins, plan, terms)
        sums.append(of_point.sums)
        shown.append(reserve)

    with ExitStack() as files:
        placed, leaves_in = cell_blocks(batches, plan, scratch, files, release, done)
        work = _Releasing(placed, leaves_in, plan.way.n_passes - 1, plan, terms)
        for found in side_by_side(work, sorted(leaves_in)):
            put(found.records)
            sums.append(found.sums)
            shown.append(found.shown)
            done.more(found.sums.n_records)
    parts.close_boxes()
    return PartedRelease(parts, Sums.of_all(sums), evidence_of(shown))


@dataclass(frozen=True)
class _Moving:
    """A pass that is not the last: cells are formed or improved, and go to their blocks of the next pass."""

    placed: Spill
    leaves_in: Mapping[int, tuple[int, ...]]
    number: int
    plan: BlockPlan

    def __call__(self, block: int) -> tuple[pl.DataFrame, IntArray]:
        frame, located = formed(records_of(self.placed, self.leaves_in[block]), block, self.number, self.plan)
        cell_of = np.unique(frame[CELL].to_numpy(), return_inverse=True)[1]
        return frame, next_leaves(cell_of, located, self.number + 1, self.plan)


@dataclass(frozen=True)
class _Releasing:
    """The last pass: cells are final, and their records are released."""

    placed: Spill
    leaves_in: Mapping[int, tuple[int, ...]]
    number: int
    plan: BlockPlan
    terms: ReleaseTerms

    def __call__(self, block: int) -> Released:
        frame, located = formed(records_of(self.placed, self.leaves_in[block]), block, self.number, self.plan)
        return released(frame, located, self.plan, self.terms)


class Done:
    """Progress over all passes."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total, self._progress, self._done = total, progress, 0

    def more(self, n_records: int) -> None:
        self._done += n_records
        self._progress(min(self._done, self._total), self._total)


def _with_leaf(frame: pl.DataFrame, plan: BlockPlan) -> tuple[pl.DataFrame, IntArray]:
    return frame, leaves_of(frame, plan)


def records_of(placed: Spill, leaves: Iterable[int]) -> pl.DataFrame:
    return pl.concat([frame for leaf in leaves for frame in placed.take(leaf)])


def _blocks(placed: Spill, plan: BlockPlan) -> BlockLeaves:
    """Which leaves are worked on together, by how many records each has."""
    places = plan.placings[0]
    counts = np.array([placed.counts.get(leaf, 0) for leaf in range(places.n_leaves_in_all)], dtype=np.int64)

    def judged(sets: Sequence[Leaves]) -> list[bool]:
        return list(side_by_side(lambda leaves: keeps_promises(records_of(placed, leaves), plan), sets))

    return BlockLeaves.of(places, counts, plan.block_records, plan.k, None if plan.promised is None else judged)
