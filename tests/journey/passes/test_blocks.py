"""Which records share a block does not depend on who read which part of the table."""

from __future__ import annotations

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from shoal.journey.passes.beginning import layout_of, plan_of, task_of
from shoal.journey.passes.census import census_of, merged
from shoal.journey.passes.forming import keeps_promises, leaves_of
from shoal.journey.passes.placing.blocks import BlockLeaves
from shoal.journey.run import Run, Settings
from shoal.table.frames.table import Origin, Table
from shoal.table.roles.roles_arguments import roles_from_arguments

N_RECORDS = 6_000


def people() -> pl.DataFrame:
    """Frequent places and rare ones; in this order, a place is frequent in one part of the table and rare in others."""
    chance = np.random.default_rng(0)
    age = np.minimum(chance.geometric(0.02, N_RECORDS), 300)
    age[:400] = 1
    weight = chance.integers(0, 4, N_RECORDS)
    weight[age < 4] = 0
    illness = chance.choice(["none", "asthma", "gout"], N_RECORDS, p=[0.6, 0.3, 0.1])
    return pl.DataFrame({"age": age, "weight": weight, "illness": illness}).sort("age")


def block_of_records(n_parts: int, diversity: dict[str, int] | None) -> list[int]:
    """The block of each record, or −1 − the leaf of its heavy point, when so many parts were counted."""
    frame = people()
    table = Table(nw.from_native(frame, eager_only=True), Origin("polars"))
    roles = roles_from_arguments(table, quasi_identifiers=["age", "weight"], confidential=["illness"])
    settings = Settings.checked(k=3, seed=1, method="mdav", block_records=600).promising(diversity, None, "value")
    run = Run(settings.for_roles(roles), roles, {}, "salt")
    task = task_of(layout_of(table, roles), run, N_RECORDS)
    parts = frame.iter_slices(-(-N_RECORDS // n_parts))
    plan = plan_of(merged([census_of(part, task) for part in parts], task), task, run)
    leaf = leaves_of(frame, plan)
    places = plan.placings[0]
    counts = np.bincount(leaf, minlength=places.n_leaves_in_all).astype(np.int64)

    def judged(sets: object) -> list[bool]:
        return [keeps_promises(frame.filter(pl.Series(np.isin(leaf, leaves))), plan) for leaves in sets]  # type: ignore[attr-defined]

    blocks = BlockLeaves.of(places, counts, plan.block_records, plan.k, judged if diversity else None)
    block_of = {own: block for block, leaves in blocks.leaves_in.items() for own in leaves}
    point_of = {own: -1 - number for number, own in enumerate(blocks.heavy)}
    assert point_of or diversity, "no point is heavy"
    return [{**block_of, **point_of}[own] for own in leaf.tolist()]


@pytest.mark.parametrize("diversity", [None, {"illness": 3}])
def test_the_division_of_the_table_changes_no_block(diversity: dict[str, int] | None) -> None:
    """Places that were frequent in some part alone were left out where the cuts of the space were learnt."""
    whole = block_of_records(1, diversity)
    assert block_of_records(7, diversity) == whole
    assert block_of_records(60, diversity) == whole
