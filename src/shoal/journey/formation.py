"""Points → cells; and, with a budget for suppression, who is left out.

The records that are left out are chosen together with the cells (`partition/conditions/trimming.py`). From here on
nobody knows them: the rest of the journey sees the records that stay, as if no others had come in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter

from shoal.arrays import FloatArray
from shoal.encode.attributes.crossing import Crossing
from shoal.encode.encoded import Encoded, fitted_anew
from shoal.errors import ParameterError, Setting, WrongUse
from shoal.guarantee import HouseholdAnonymity, PersonAnonymity
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.journey.along_streets import encoded_graph, released_crossings
from shoal.journey.run import Run, Settings, most_suppressed
from shoal.journey.table_distance import in_the_table
from shoal.partition.conditions.households import microaggregate_households
from shoal.partition.conditions.leaving_households import trimmed_households
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.conditions.trimming import FORMINGS, trimmed
from shoal.partition.distances.graph import Graph
from shoal.partition.dominance import refuse_dominance
from shoal.partition.partition import Partition
from shoal.partition.problem import Partitioner, Progress, no_progress
from shoal.quantizer.warm_start import begun_anew
from shoal.release.confidential.values import promise_of, require_orders, require_possible
from shoal.release.utility.suppressed import Suppressed
from shoal.table.roles.roles_file import worded_for_file

FORMINGS_AFTER_EARLIER = 3  # without regard to earlier releases, those who stayed, and newcomers


@dataclass(frozen=True)
class FormedCells:
    """The cells of all blocks, the method that made those of each block, and the seconds that it took.

    ``ways``: along streets, how long the way of each record to its crossing is.
    """

    partition: Partition
    methods_used: tuple[str, ...]
    seconds: float
    confidential: ConfidentialPromise | None  # about the values of the records that stay
    suppressed: Suppressed | None = None
    ways: FloatArray | None = None
    formings: tuple[tuple[str, ...], ...] = ()  # the methods of every time that cells were formed, if several times


def formed(encoded: Encoded, run: Run, progress: Progress) -> tuple[Encoded, FormedCells]:
    """The records that stay, and their cells."""
    settings = run.settings
    began = perf_counter()
    if settings.suppress is None:
        cells = _cells(encoded, run, settings.methods, share_of_budget(settings), progress)
    else:
        encoded, cells = _without_the_costliest(encoded, run, settings.suppress, progress)
    cells = replace(cells, seconds=perf_counter() - began)
    if encoded.weights is not None:
        refuse_dominance(cells.partition.cell_of, encoded.weights)
    streets = _streets(encoded, run)
    if streets is not None:
        partition, ways = released_crossings(cells.partition, encoded.points, streets, encoded.weights)
        cells = replace(cells, partition=partition, ways=ways)
    return encoded, cells


def share_of_budget(settings: Settings) -> float | None:
    """The seconds for one of the times that cells are formed, if earlier releases want cells of their own."""
    if settings.budget_s is None or settings.past is None:
        return settings.budget_s
    return settings.budget_s / FORMINGS_AFTER_EARLIER


def _streets(encoded: Encoded, run: Run) -> Graph | None:
    """The streets in the coordinates of the encoding."""
    position = encoded.encoding.attributes[0]
    if run.settings.graph is None or not isinstance(position, Crossing):
        return None
    return encoded_graph(run.settings.graph, position)


def _cells(
    encoded: Encoded, run: Run, methods: Sequence[Partitioner], budget_s: float | None, progress: Progress
) -> FormedCells:
    settings, blocks = run.settings, encoded.blocks
    if len(methods) not in (1, blocks.n_blocks):  # of a manifest: every other run names one
        raise WrongUse(
            f"{len(methods)} methods are named for {blocks.n_blocks} blocks of records.",
            count=len(methods),
            hint="Name one for each.",
        )
    streets = _streets(encoded, run)
    with worded_for_file(run.roles.file):
        require_orders(encoded.kept, run.roles)
        confidential = promise_of(encoded.kept, run.roles, settings.confidential)
        require_possible(confidential, blocks, run.roles)
    bound = [
        in_the_table(begun_anew(each, encoded.kept, encoded.points, blocks.n_blocks), encoded.encoding, streets)
        for each in methods
    ]
    if isinstance(encoded.promise, HouseholdAnonymity):
        _refuse_with_households(run)
        partition, used = microaggregate_households(
            encoded.points,
            blocks.block_of,
            encoded.promise,
            methods=bound,
            seed=settings.seed,
            budget_s=budget_s,
            weights=encoded.weights,
            confidential=confidential,
            progress=progress,
        )
        return FormedCells(partition, used, 0.0, confidential)
    partition, used = microaggregate_blocks(
        encoded.points,
        blocks.block_of,
        settings.promise.k,
        methods=bound,
        seed=settings.seed,
        budget_s=budget_s,
        weights=encoded.weights,
        persons=encoded.promise if isinstance(encoded.promise, PersonAnonymity) else None,
        confidential=confidential,
        progress=progress,
    )
    return FormedCells(partition, used, 0.0, confidential)


def _refuse_with_households(run: Run) -> None:
    """Cells along streets and cells that hide people in several releases are formed of single records."""
    asked = {
        "earlier": (run.settings.past, "counts records, and k counts households here"),
        "distance": (run.settings.graph, "puts single records on streets, and k counts households here"),
    }
    for name, (given, why) in asked.items():
        if given is not None:
            raise ParameterError(
                Setting(name), f" {why} (", Setting("household"), ").", hint="Leave one of the two out."
            )


def persons_are_not_left_out() -> ParameterError:
    """The refusal to suppress records that stand for several persons."""
    return ParameterError(
        Setting("suppress"),
        " counts records, and k counts persons here: a household would be left out like a single person.",
        hint=("Leave ", Setting("suppress"), " or ", Setting("mass"), " out."),
    )


def _without_the_costliest(encoded: Encoded, run: Run, share: float, progress: Progress) -> tuple[Encoded, FormedCells]:
    """A budget of seconds is divided among the times that cells are formed."""
    settings, n_records = run.settings, len(encoded.points)
    if isinstance(encoded.promise, PersonAnonymity):
        raise persons_are_not_left_out()
    if settings.graph is not None:
        raise ParameterError(
            Setting("suppress"),
            " compares squared distances, and cells are formed along streets here.",
            hint=("Leave ", Setting("suppress"), " or the streets (", Setting("distance"), ") out."),
        )
    budget_s = None if settings.budget_s is None else settings.budget_s / (FORMINGS + 1)
    made: list[FormedCells] = []

    def form(of: Encoded) -> Partition:
        methods = settings.formings[len(made)] if settings.formings else settings.methods
        made.append(_cells(of, run, methods, budget_s, no_progress if made else progress))
        return made[-1].partition

    promise = encoded.promise
    leave_out = (
        partial(trimmed_households, households=promise)
        if isinstance(promise, HouseholdAnonymity)
        else partial(trimmed, least=settings.promise.k)
    )
    found = leave_out(
        encoded.points,
        encoded.blocks.block_of,
        most_suppressed(share, n_records),
        form=lambda rows: form(encoded.of(rows)),
        weights=encoded.weights,
        # A run that was interrupted had fewer; the last one of a run that left somebody out is the one below.
        formings=max(1, len(settings.formings) - 1) if settings.formings else FORMINGS,
    )
    suppressed = Suppressed.of(encoded, found, share, settings.promise.k)
    staying, cells = encoded, made[found.forming]
    if suppressed.n_records:  # a scale that an outlier has decided would tell how far out it is
        staying = fitted_anew(encoded.of(found.kept), run.roles)
        form(staying)
        cells = made[-1]
    return staying, replace(cells, suppressed=suppressed, formings=tuple(each.methods_used for each in made))
