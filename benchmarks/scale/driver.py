"""What the driver holds and does for billions of records: python -m benchmarks.scale.driver [--records 1e10]

The workers' part is not run. Each partition of a million records is simulated: its census is made of as many records as
a partition sends to the driver, and then told that it counted a million. Merging, planning, the division into blocks
and the sums of the report are then the driver's own code at full size. The sums of one real block stand for those of
all. Writes benchmarks/results/scale_driver.md.
"""

from __future__ import annotations

import argparse
import pickle
import resource
from collections.abc import Callable
from dataclasses import replace
from time import process_time
from typing import TypeVar

import numpy as np

from benchmarks.results import write_result
from benchmarks.scale.data import N_COORDINATES, points
from shoal.journey.passes.beginning import layout_of, plan_of, task_of, terms_of
from shoal.journey.passes.census import TIMES, Census, Task, census_of, merged
from shoal.journey.passes.forming import formed
from shoal.journey.passes.placing.blocks import BlockLeaves
from shoal.journey.passes.plan import BlockPlan
from shoal.journey.passes.releasing import Sums, released
from shoal.journey.run import Run, Settings
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K, SEED, MILLION = 5, 1, 1_000_000
PARTITION = MILLION  # records that one task of a worker reads
Made = TypeVar("Made")


class Ledger:
    """Rows of the table: what the driver did, how long it took, and the most memory until then."""

    def __init__(self) -> None:
        self.rows: list[str] = []

    def timed(self, what: str, work: Callable[[], Made], size: Callable[[Made], int | None] = lambda _: None) -> Made:
        """Do it and note it."""
        begun = process_time()
        made = work()
        took = process_time() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
        n_bytes = size(made)
        held = "" if n_bytes is None else f"{n_bytes / MILLION:,.1f}"
        self.rows.append(f"| {what} | {took:,.1f} | {held} | {peak:,.0f} |")
        print(self.rows[-1], flush=True)
        return made


def simulated_parts(task: Task, n_records: int, sent: int) -> list[bytes]:
    """What the workers send: the census of each partition, packed, with so many records."""
    packed = []
    for number in range(-(-n_records // PARTITION)):
        frame = task.layout.frame(table_of(points(np.random.default_rng((SEED, number)), sent)))
        found = census_of(frame, task)
        counts = {name: count * PARTITION // sent for name, count in found.groups.items()}
        packed.append(replace(found, groups=counts, content=found.content._replace(n_records=PARTITION)).packed())
    return packed


def main() -> None:
    """The driver's part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=float, default=1e10)
    parser.add_argument("--block-records", type=int, default=MILLION)
    arguments = parser.parse_args()
    n_records = int(arguments.records)
    ledger = Ledger()
    beginning = table_of(points(np.random.default_rng(SEED), 1_000))
    columns = [f"x{axis}" for axis in range(N_COORDINATES)]
    roles = roles_from_arguments(beginning, quasi_identifiers=columns, rounding=dict.fromkeys(columns, "none"))
    settings = Settings.checked(k=K, method="mdav", seed=SEED, block_records=arguments.block_records)
    run = Run(settings, roles, {}, "")
    layout = layout_of(beginning, roles)
    task = task_of(layout, run, n_records)
    sent = max(1, round(PARTITION * task.looked_share))  # records of a partition whose keys are looked at
    task = replace(task, looked_share=1.0)  # which are all that are simulated
    packed = simulated_parts(task, n_records, sent)
    n_parts = len(packed)

    counted = ledger.timed(
        f"merge the counts of {n_parts:,} partitions; sample of {task.most_sampled:,} records",
        lambda: merged(map(Census.unpacked, packed), task),
        lambda made: len(made.packed()),
    )
    received = sum(map(len, packed))
    packed.clear()
    plan = ledger.timed(
        "decide scales and space",
        lambda: plan_of(counted, task, run),
        lambda made: len(pickle.dumps(made)),
    )
    places = plan.placings[0]
    sample = plan.located(counted.sample)
    leaf = places.leaf_of(sample.points, sample.group_of)
    counts = np.bincount(leaf, minlength=places.n_leaves_in_all) * n_records // len(leaf)
    blocks = ledger.timed(
        f"divide {places.n_leaves:,} leaves into blocks",
        lambda: BlockLeaves.of(places, counts, plan.block_records, plan.k, None),
        lambda made: len(pickle.dumps(made)),
    )
    sums = sums_of_one(plan, counted)
    n_blocks = len(blocks.leaves_in)
    of_block = pickle.dumps(sums)
    ledger.timed(
        f"add the sums of {n_blocks:,} blocks",
        lambda: Sums.of_all([pickle.loads(of_block) for _ in range(n_blocks)]),
        lambda made: len(pickle.dumps(made)),
    )
    largest = max(sum(int(counts[leaf]) for leaf in leaves) for leaves in blocks.leaves_in.values())
    row_bytes = counted.sample.estimated_size() / counted.sample.height
    passes = plan.way.n_passes + 1  # to the blocks of each pass, and to the parts of the release
    lines = [
        f"{n_records:,} records of {N_COORDINATES} numbers, blocks of {arguments.block_records:,}, k = {K}.",
        "",
        "| what the driver does | CPU s | MB of the result | peak MB of the process |",
        "|---|---|---|---|",
        *ledger.rows,
        "",
        "| | |",
        "|---|---|",
        f"| blocks | {n_blocks:,} |",
        f"| records of the largest block, by the sample | {largest:,} |",
        f"| parts of the release | {terms_of(plan).n_parts:,} |",
        f"| sent to the driver by the census | {received / MILLION:,.0f} MB |",
        f"| sent to the driver by the blocks | {n_blocks * len(of_block) / MILLION:,.0f} MB |",
        f"| records that a shuffle moves, uncompressed | {n_records * row_bytes / 1e12:,.2f} TB |",
        f"| shuffles of all records | {passes} |",
    ]
    write_result("scale_driver", "The driver's part of ten billion records", "python -m benchmarks.scale.driver", lines)


def sums_of_one(plan: BlockPlan, counted: Census) -> Sums:
    """What a block of sampled records sends."""
    frame = counted.sample.drop(TIMES).head(10_000)
    ordered, located = formed(frame, 0, 0, plan)
    return released(ordered, located, plan, terms_of(plan)).sums


if __name__ == "__main__":
    main()
