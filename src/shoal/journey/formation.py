"""Points → cells; and, with a budget for suppression, who is left out.

The records that are left out are chosen together with the cells (`partition/trimming.py`). From here on nobody knows
them: the rest of the journey sees the records that stay, as if no others had come in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from shoal.encode.encoded import Encoded, fitted_anew
from shoal.errors import ParameterError, Setting, WrongUse
from shoal.guarantee import PersonAnonymity
from shoal.journey.run import Run
from shoal.journey.table_distance import in_the_table
from shoal.partition.dominance import refuse_dominance
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.partition.strata import microaggregate_blocks
from shoal.partition.trimming import FORMINGS, trimmed
from shoal.quantizer.warm_start import begun_anew
from shoal.release.utility.suppressed import Suppressed


@dataclass(frozen=True)
class FormedCells:
    """The cells of all blocks, the method that made those of each block, and the seconds that it took."""

    partition: Partition
    methods_used: tuple[str, ...]
    seconds: float
    suppressed: Suppressed | None = None
    formings: tuple[tuple[str, ...], ...] = ()  # with suppression: the methods of every time that cells were formed


def formed(encoded: Encoded, run: Run, progress: Progress) -> tuple[Encoded, FormedCells]:
    """The records that stay, and their cells."""
    settings = run.settings
    began = perf_counter()
    if settings.suppress is None:
        partition, used = _cells(encoded, run, settings.methods, settings.budget_s, progress)
        cells = FormedCells(partition, used, perf_counter() - began)
    else:
        encoded, cells = _without_the_costliest(encoded, run, settings.suppress, progress)
        cells = replace(cells, seconds=perf_counter() - began)
    if encoded.weights is not None:
        refuse_dominance(cells.partition, encoded.weights)
    return encoded, cells


def _cells(
    encoded: Encoded, run: Run, methods: Sequence[Partitioner], budget_s: float | None, progress: Progress
) -> tuple[Partition, tuple[str, ...]]:
    settings, blocks = run.settings, encoded.blocks
    if len(methods) not in (1, blocks.n_blocks):  # of a manifest: every other run names one
        raise WrongUse(
            f"{len(methods)} methods are named for {blocks.n_blocks} blocks of records.",
            count=len(methods),
            hint="Name one for each.",
        )
    return microaggregate_blocks(
        encoded.points,
        blocks.block_of,
        settings.promise.k,
        methods=[
            in_the_table(begun_anew(each, encoded.kept, encoded.points, blocks.n_blocks), encoded.encoding)
            for each in methods
        ],
        seed=settings.seed,
        budget_s=budget_s,
        weights=encoded.weights,
        persons=encoded.promise if isinstance(encoded.promise, PersonAnonymity) else None,
        progress=progress,
    )


def _without_the_costliest(encoded: Encoded, run: Run, share: float, progress: Progress) -> tuple[Encoded, FormedCells]:
    """A budget of seconds is divided among the times that cells are formed."""
    settings, n_records = run.settings, len(encoded.points)
    if isinstance(encoded.promise, PersonAnonymity):
        raise ParameterError(
            Setting("suppress"),
            " counts records, and k counts persons here: a household would be left out like a single person.",
            hint=("Leave ", Setting("suppress"), " or ", Setting("mass"), " out."),
        )
    budget_s = None if settings.budget_s is None else settings.budget_s / (FORMINGS + 1)
    used: list[tuple[str, ...]] = []

    def form(of: Encoded) -> Partition:
        methods = settings.formings[len(used)] if settings.formings else settings.methods
        partition, made_by = _cells(of, run, methods, budget_s, no_progress if used else progress)
        used.append(made_by)
        return partition

    found = trimmed(
        encoded.points,
        encoded.blocks.block_of,
        int(share * n_records),
        settings.promise.k,
        lambda rows: form(encoded.of(rows)),
        encoded.weights,
    )
    suppressed = Suppressed.of(encoded, found, share, settings.promise.k)
    if suppressed.n_records == 0:
        return encoded, FormedCells(found.partition, used[found.forming], 0.0, suppressed, tuple(used))
    # A scale that an outlier has decided would tell how far out it is.
    staying = fitted_anew(encoded.of(found.kept), run.roles)
    partition = form(staying)
    return staying, FormedCells(partition, used[-1], 0.0, suppressed, tuple(used))
