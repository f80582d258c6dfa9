"""Leaving on a cluster: cells of all records are formed, blocks offer who costs most, and the others are a stage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from shoal.journey.passes.census import Census
from shoal.journey.passes.forming import CELL
from shoal.journey.passes.leaving.budget import taken, worth_offering
from shoal.journey.passes.leaving.group import GroupSums
from shoal.journey.passes.leaving.offers import MOVED, STEP
from shoal.spark.cell_passes import CellPasses
from shoal.spark.leaving_work import FormingCells, KeepingOthers, KeepingTwins, Offering
from shoal.spark.sending import in_boxes, mapped
from shoal.spark.shapes import BOX


@dataclass(frozen=True)
class StagedStaying:
    """The records that stay, in a stage, and what is known of those who left."""

    records: Any
    group: GroupSums


def staying(passes: CellPasses, counted: Census, most: int) -> StagedStaying | None:
    """Without the records that cost most, at most so many. None if all records are at heavy points."""
    plan, scratch, shape = passes.plan, passes.scratch, passes.shape
    passes = passes.called("all-")
    blocks = passes.blocks()
    order = sorted(blocks.leaves_in)
    if not order:
        return None
    placed, read = passes.moved(blocks, order)
    last = plan.way.n_passes - 1
    numbers = order if last == 0 else passes.leaves(last)
    whole = in_boxes(placed, len(numbers), BOX)
    with_cells = shape.with_numbers(**{CELL: "long", BOX: "integer"})
    forming = FormingCells(plan, last, numbers, most)
    cells, facts = scratch.stage("all-cells", "form the cells", partial(mapped, whole, forming, with_cells), with_cells)
    passes.steps.one_more()
    passes.require_same_table(counted, [*read, *facts.get("content", ())])
    with_steps = shape.with_numbers(**{STEP: "integer", MOVED: "double", BOX: "integer"})
    offering = Offering(plan, numbers, most, worth_offering(facts["bins"], most))
    made = partial(mapped, in_boxes(cells, len(numbers), BOX), offering, with_steps)
    steps, facts = scratch.stage("all-steps", "find who costs most", made, with_steps)
    passes.steps.one_more()
    n_taken = np.zeros(len(numbers), dtype=np.int64)
    box_of = {block: box for box, block in enumerate(numbers)}
    for block, count in taken(facts["offers"], most).items():
        n_taken[box_of[block]] = count

    def others() -> Any:
        stay = mapped(steps, KeepingOthers(plan, n_taken), shape)
        twins = mapped(passes.records, KeepingTwins(plan, blocks.heavy), shape)
        return stay.union(twins) if blocks.heavy else stay

    records, facts = scratch.stage("staying", "leave out who costs most", others, shape)
    passes.steps.one_more()
    return StagedStaying(records, GroupSums.of_all(facts["group"]))
