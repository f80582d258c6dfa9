"""The engine of one machine: reads batches, sorts records into boxes on disk, and runs passes on whole boxes.

It computes nothing of its own. What a pass does is in `journey/passes/`, and the same passes run on a cluster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.census import Census, Task, census_of, in_order, merged
from shoal.journey.passes.forming import CELL, formed, keeps_promises, leaves_of, next_leaves
from shoal.journey.passes.placing import blocks_of_leaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import PART, Released, ReleaseTerms, Sums, released, released_at_one_place
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
    n_blocks: int


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
    """One reading of the whole table."""
    return in_order(
        merged(side_by_side(lambda table: census_of(task.layout.frame(table), task), batches()), task), task
    )


def parts_of(
    batches: Batches,
    plan: BlockPlan,
    terms: ReleaseTerms,
    scratch: Path,
    keep: ExitStack,
    progress: Progress = no_progress,
) -> PartedRelease:
    """Place all records, form cells block by block, and release them. ``keep`` owns the parts on disk."""
    layout, n_passes = plan.layout, plan.way.n_passes
    done = _Done(plan.n_records * n_passes, progress)
    parts = keep.enter_context(Spill(scratch / "parts"))
    with ExitStack() as files:
        placed = files.enter_context(Spill(scratch / "blocks-0"))
        for frame, leaf in side_by_side(lambda table: _with_leaf(layout.frame(table), plan), batches()):
            placed.put(frame, leaf)
        placed.close_boxes()
        leaves_in, heavy = _blocks(placed, plan)
        results: dict[int, Sums] = {}
        evidence: list[pl.DataFrame] = []

        def keep_release(block: int, found: Released) -> None:
            parts.put(found.records, found.records[PART].to_numpy().astype(np.int64))
            results[block] = found.sums if block not in results else Sums.of_all([results[block], found.sums])
            evidence.append(found.evidence)

        for point in heavy:
            for found in side_by_side(lambda frame: released_at_one_place(frame, plan, terms), placed.take(point)):
                keep_release(point, found)
        for number in range(n_passes - 1):
            onwards = files.enter_context(Spill(scratch / f"blocks-{number + 1}"))
            for frame, next_leaf in side_by_side(_Moving(placed, leaves_in, number, plan), sorted(leaves_in)):
                onwards.put(frame, next_leaf)
                done.more(frame.height)
            onwards.close_boxes()
            placed.remove()
            placed, leaves_in = onwards, {leaf: (leaf,) for leaf in onwards.counts}
        work = _Releasing(placed, leaves_in, n_passes - 1, plan, terms)
        for block, release in side_by_side(work, sorted(leaves_in)):
            keep_release(block, release)
            done.more(release.sums.n_records)
    parts.close_boxes()
    return PartedRelease(
        parts, Sums.of_all([results[block] for block in sorted(results)]), pl.concat(evidence), len(results)
    )


@dataclass(frozen=True)
class _Moving:
    """A pass that is not the last: cells are formed or improved, and go to their blocks of the next pass."""

    placed: Spill
    leaves_in: Mapping[int, tuple[int, ...]]
    number: int
    plan: BlockPlan

    def __call__(self, block: int) -> tuple[pl.DataFrame, IntArray]:
        frame, located = formed(_records(self.placed, self.leaves_in[block]), block, self.number, self.plan)
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

    def __call__(self, block: int) -> tuple[int, Released]:
        frame, located = formed(_records(self.placed, self.leaves_in[block]), block, self.number, self.plan)
        return block, released(frame, located, self.plan, self.terms)


class _Done:
    """Progress over all passes."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._total, self._progress, self._done = total, progress, 0

    def more(self, n_records: int) -> None:
        self._done += n_records
        self._progress(min(self._done, self._total), self._total)


def _with_leaf(frame: pl.DataFrame, plan: BlockPlan) -> tuple[pl.DataFrame, IntArray]:
    return frame, leaves_of(frame, plan)


def _records(placed: Spill, leaves: Iterable[int]) -> pl.DataFrame:
    return pl.concat([frame for leaf in leaves for frame in placed.take(leaf)])


def _blocks(placed: Spill, plan: BlockPlan) -> tuple[dict[int, tuple[int, ...]], list[int]]:
    """The leaves of every block; and the leaves of heavy points, which are no blocks.

    A block whose records do not keep the promises about confidential values, not even as one cell, is joined with its
    neighbour, and a heavy point with the block around it.
    """
    places = plan.placings[0]
    n_leaves = places.n_leaves + len(places.heavy_leaf)
    counts = np.array([placed.counts.get(leaf, 0) for leaf in range(n_leaves)], dtype=np.int64)
    needy = {leaf for leaf in places.heavy_leaf.tolist() if counts[leaf] < plan.k}
    checked: dict[tuple[int, ...], bool] = {}
    while True:
        block_of = blocks_of_leaves(places, counts, plan.block_records, plan.k, needy)
        leaves_in: dict[int, tuple[int, ...]] = {}
        for leaf in np.flatnonzero(counts).tolist():
            block = int(block_of[leaf])
            leaves_in[block] = (*leaves_in.get(block, ()), leaf)
        fresh = [leaves for leaves in leaves_in.values() if leaves not in checked]
        kept = side_by_side(lambda leaves: keeps_promises(_records(placed, leaves), plan), fresh)
        checked.update(zip(fresh, kept if plan.promised is not None else (True for _ in fresh), strict=True))
        poor = {leaves[-1] for leaves in leaves_in.values() if not checked[leaves]} - needy
        if not poor:
            heavy = {leaf for leaf in places.heavy_leaf.tolist() if leaf in leaves_in}
            return {block: leaves for block, leaves in leaves_in.items() if block not in heavy}, sorted(heavy)
        needy |= poor
