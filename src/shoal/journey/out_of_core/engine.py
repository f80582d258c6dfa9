"""The engine of one machine: reads batches, sorts records into boxes on disk, and runs passes on whole boxes.

It computes nothing of its own. What a pass does is in `journey/passes/`, and the same passes run on a cluster.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Protocol, TypeVar

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.journey.out_of_core.own_stages import Stage
from shoal.journey.out_of_core.spill import Spill
from shoal.journey.passes.beginning import census_by
from shoal.journey.passes.census import Census, Task, census_of, members_in, merged
from shoal.journey.passes.counted.households import HouseholdFacts, household_boxes, placed_households
from shoal.journey.passes.counted.tallies import Members
from shoal.journey.passes.forming import CELL, LEAF, formed, keeps_promises, leaves_of, next_leaves
from shoal.journey.passes.placing.blocks import BlockLeaves, Leaves
from shoal.journey.passes.plan import BlockPlan, LocatedRecords
from shoal.journey.passes.releasing import PART, ReleaseTerms, Shown, Sums, evidence_of, released
from shoal.journey.passes.twins import TwinSums, released_twins, together
from shoal.journey.passes.values.value_times import ValueTimes
from shoal.journey.passes.values.whole_figures import Pair, pair_times
from shoal.partition.control import GivenUpError, awaited, n_threads
from shoal.partition.problem import Progress, no_progress
from shoal.table.frames.table import Table

Item = TypeVar("Item")
Found = TypeVar("Found")
Batches = Callable[[], Iterable[Table]]  # the table, batch by batch, as often as it is asked for
Boxed = tuple[pl.DataFrame, IntArray, Any]  # records, the box of each in the next stage, and a fact

PLACED = "blocks-0"  # the stage of records in their leaves of the first pass
AHEAD = 1  # tasks that wait for each thread: it never idles, and few results wait in memory


@dataclass(frozen=True)
class PartedRelease:
    """The release, sorted into parts on disk; what it cost; and the records that the report looks at."""

    stages: tuple[Stage, Stage]  # of heavy points, and of blocks
    sums: Sums
    evidence: pl.DataFrame
    households: HouseholdFacts | None  # if members of households stay together


def side_by_side(work: Callable[[Item], Found], items: Iterable[Item], stopped: Event | None = None) -> Iterator[Found]:
    """``work`` of every item on all cores, in the order of the items; only a few are taken in advance.

    stopped: is set when nobody waits for more, as after an interrupt. Work that takes long looks at it.
    """
    threads = n_threads()
    waiting: deque[Future[Found]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > threads + AHEAD:
                    yield awaited(waiting.popleft())
            while waiting:
                yield awaited(waiting.popleft())
        finally:
            if stopped is not None:
                stopped.set()
            for future in waiting:
                future.cancel()


def ending_with(stopped: Event) -> Progress:
    """Progress of work on one block: it ends the work when nobody waits for it."""

    def look(_: int, __: int) -> None:
        if stopped.is_set():
            raise GivenUpError

    return look


@dataclass(frozen=True)
class OwnReadings:
    """See `passes/beginning.py`."""

    batches: Batches

    def census(self, task: Task) -> Census:
        """Batch by batch."""
        return merged(self._of(lambda table: census_of(task.layout.frame(table), task)), task)

    def members(self, crowding: frozenset[int], task: Task) -> Iterable[Members]:
        """Of each batch."""
        return self._of(lambda table: members_in(task.layout.frame(table), crowding, task))

    def pairs(self, pairs: Sequence[Pair], task: Task) -> Iterable[Mapping[Pair, ValueTimes]]:
        """Of each batch."""
        return self._of(lambda table: pair_times(task.layout.frame(table), pairs, task))

    def _of(self, work: Callable[[Table], Found]) -> Iterator[Found]:
        return side_by_side(work, self.batches())


def census(batches: Batches, task: Task) -> Census:
    """What is known of the whole table."""
    return census_by(OwnReadings(batches), task)


class LastPass(Protocol):
    """What becomes of the records when their cells are final."""

    def of_block(self, block: int, ordered: pl.DataFrame, located: LocatedRecords) -> Boxed:
        """The records of a block."""
        ...

    def of_twins(self, point: int, twins: pl.DataFrame) -> Boxed:
        """Some records of a heavy point."""
        ...

    def of_point(self, facts: Sequence[Any]) -> Any:
        """One fact about all records of the point."""
        ...


@dataclass(frozen=True)
class BlockPasses:
    """From records to final cells, block by block. Whatever is finished in the folder is not done again."""

    batches: Batches
    plan: BlockPlan
    folder: Path
    done: Done
    name: str = ""  # before the names of stages, if there are others
    read: Sequence[Stage] = ()  # the stages that the batches are read from: they go when all records are placed

    def stage(self, name: str) -> Stage:
        """A stage of these passes."""
        return Stage(self.folder, f"{self.name}{name}")

    def through(self, last: LastPass, into: str) -> tuple[Stage, Stage]:
        """The stages of heavy points, and of blocks. Each pass reads the stage before it, which then goes."""
        n_passes = self.plan.way.n_passes
        placed, twins = self.stage(PLACED), self.stage("twins")
        if not placed.is_finished:
            self._place(placed)
        for stage in self.read:
            stage.drop()
        for number in range(n_passes):
            is_last = number == n_passes - 1
            onwards = self.stage(into if is_last else f"blocks-{number + 1}")
            if not (onwards.is_finished and twins.is_finished):
                self._one_pass(number, placed, twins, onwards, last)
            else:
                self.done.before(onwards.n_records)
            if number == 0:
                self.done.before(twins.n_records * n_passes)
            placed.drop()
            placed = onwards
        self.done.more(0)
        return twins, placed

    def fill(
        self, stage: Stage, items: Sequence[int], work: Callable[[int], Boxed], stopped: Event | None = None
    ) -> None:
        """Do the items of a stage that are not finished."""
        self.done.before(stage.n_records)
        for frame, box_of, fact in side_by_side(work, items[stage.n_done :], stopped):
            stage.boxes.put(frame, box_of)
            stage.one_more(fact, len(items))
            self.done.more(frame.height)
        stage.finish()

    def _place(self, placed: Stage) -> None:
        if self.plan.what.gathers_households:
            self._place_households(placed)
            return
        for frame, leaf in side_by_side(self._with_leaf, self.batches()):
            placed.boxes.put(frame, leaf)
        placed.finish()

    def _place_households(self, placed: Stage) -> None:
        """Members of a household are brought together first. The facts: about the households of each box."""
        households = self.stage("households")
        if not households.is_finished:
            for frame, box in side_by_side(self._with_household, self.batches()):
                households.boxes.put(frame, box)
            households.finish()

        def work(box: int) -> Boxed:
            frame, facts = placed_households(records_of(households.boxes, [box]), self.plan)
            return frame.drop(LEAF), frame[LEAF].to_numpy(), facts

        self.fill(placed, sorted(households.counts), work)
        households.drop()

    def _with_household(self, table: Table) -> tuple[pl.DataFrame, IntArray]:
        frame = self.plan.layout.frame(table)
        return frame, household_boxes(frame, self.plan)

    def _with_leaf(self, table: Table) -> tuple[pl.DataFrame, IntArray]:
        frame = self.plan.layout.frame(table)
        return frame, leaves_of(frame, self.plan)

    def _one_pass(self, number: int, placed: Stage, twins: Stage, onwards: Stage, last: LastPass) -> None:
        """Cells are formed or improved; then they are final, or go to their blocks of the next pass."""
        plan, records = self.plan, placed.boxes
        leaves_in: Mapping[int, Leaves] = {leaf: (leaf,) for leaf in placed.counts}
        if number == 0:
            leaves_in = self._blocks_of(placed, twins, last)
        then = last.of_block if number == plan.way.n_passes - 1 else partial(_moved, number + 1, plan)
        stopped = Event()

        def work(block: int) -> Boxed:
            placed_there = records_of(records, leaves_in[block])
            return then(block, *formed(placed_there, block, number, plan, ending_with(stopped)))

        self.fill(onwards, sorted(leaves_in), work, stopped)

    def _blocks_of(self, placed: Stage, twins: Stage, last: LastPass) -> Mapping[int, Leaves]:
        """The leaves of each block of the first pass. The records of heavy points are one cell, which is final."""
        blocks = _blocks(placed.boxes, self.plan)
        for point in blocks.heavy[twins.n_done :]:
            found: list[Any] = []
            for frame, box_of, fact in side_by_side(partial(last.of_twins, point), placed.boxes.take(point)):
                twins.boxes.put(frame, box_of)
                found.append(fact)
            twins.one_more(last.of_point(found), len(blocks.heavy))
        twins.finish()
        return blocks.leaves_in


def parts_of(
    batches: Batches,
    plan: BlockPlan,
    terms: ReleaseTerms,
    folder: Path,
    progress: Progress = no_progress,
    name: str = "",
    read: Sequence[Stage] = (),
) -> PartedRelease:
    """Place all records, form cells block by block, and release them, in stages in ``folder`` that are called so.

    read: the stages that the batches come from, if they do.
    """
    n_passes = plan.way.n_passes + plan.what.gathers_households
    passes = BlockPasses(batches, plan, folder, Done(plan.n_records * n_passes, progress), name, read)
    twins, parts = passes.through(_Releasing(plan, terms), "parts")
    facts = [*twins.facts, *parts.facts]  # of heavy points, then of blocks, both in the order of their numbers
    households = HouseholdFacts.of_all(passes.stage(PLACED).facts) if plan.what.gathers_households else None
    evidence = evidence_of([shown for _, shown in facts])
    return PartedRelease((twins, parts), Sums.of_all([sums for sums, _ in facts]), evidence, households)


def _moved(number: int, plan: BlockPlan, _: int, ordered: pl.DataFrame, located: LocatedRecords) -> Boxed:
    """To the blocks of that pass."""
    cell_of = np.unique(ordered[CELL].to_numpy(), return_inverse=True)[1]
    return ordered, next_leaves(cell_of, located, number, plan), None


@dataclass(frozen=True)
class _Releasing:
    """The records are released, into their parts."""

    plan: BlockPlan
    terms: ReleaseTerms

    def of_block(self, _: int, ordered: pl.DataFrame, located: LocatedRecords) -> Boxed:
        found = released(ordered, located, self.plan, self.terms)
        return *_with_part(found.records), (found.sums, found.shown)

    def of_twins(self, _: int, twins: pl.DataFrame) -> Boxed:
        found = released_twins(twins, self.plan, self.terms)
        return *_with_part(found.records), (found.sums, found.shown)

    def of_point(self, facts: Sequence[tuple[TwinSums, Shown]]) -> tuple[Sums, Shown]:
        of_point, reserve = together(facts, self.plan, self.terms)
        return of_point.sums, reserve


class Done:
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


def records_of(placed: Spill, leaves: Iterable[int]) -> pl.DataFrame:
    return pl.concat([frame for leaf in leaves for frame in placed.take(leaf)])


def _blocks(placed: Spill, plan: BlockPlan) -> BlockLeaves:
    """Which leaves are worked on together, by how many records each has."""
    places = plan.placings[0]
    counts = np.array([placed.counts.get(leaf, 0) for leaf in range(places.n_leaves_in_all)], dtype=np.int64)

    def judged(sets: Sequence[Leaves]) -> list[bool]:
        return list(side_by_side(lambda leaves: keeps_promises(records_of(placed, leaves), plan), sets))

    return BlockLeaves.of(places, counts, plan.block_records, plan.k, judged if plan.judges_blocks else None)
