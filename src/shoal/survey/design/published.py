"""What a specification tells of who will answer: nothing that fewer members have in common than a cell must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from shoal.arrays import IntArray
from shoal.guarantee import ProbabilisticAnonymity
from shoal.partition.partition import Partition
from shoal.survey.participation.answering import Answering, fewest_members
from shoal.survey.participation.promise import CellPromise, DependentAnonymity
from shoal.survey.shared.rounding import rounded_share
from shoal.survey.specification.participation import Model, Participation


@dataclass(frozen=True)
class Published:
    """``n_min`` of each block, none where cells of one size can differ; ``households`` of each cell, none if not told.

    ``is_rough``: the file does not tell all that failures are computed from, so failures are rounded up.
    """

    participation: Participation
    n_min: tuple[int, ...]
    households: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    is_rough: bool = False


def published(
    promise: CellPromise, block_of: IntArray, partitions: Sequence[Partition], *, tell_households: bool = False
) -> Published:
    """``block_of``: the block of each member; one partition for each block, of its members in their order.

    ``tell_households``: also where the households of a cell tell of few.
    """
    own = [promise.of(block_of == number) for number in range(len(partitions))]
    if isinstance(promise, DependentAnonymity) and not promise.is_uneven:
        return _dependent(promise, own, partitions, tell_households=tell_households)  # type: ignore[arg-type]  # parts of a dependent promise are such
    if isinstance(promise, ProbabilisticAnonymity):
        if promise.constant is not None:
            return Published(Participation(Model.CONSTANT, (promise.constant,)), (promise.n_min,) * len(own))
        constants = tuple(float(one.participation) for one in own if isinstance(one.participation, float))
        if len(constants) == len(own):
            return Published(Participation(Model.PER_STRATUM, constants), tuple(one.n_min for one in own))
    means = [
        np.bincount(partition.cell_of, weights=np.broadcast_to(one.participation, len(partition.cell_of)))
        / partition.sizes
        for one, partition in zip(own, partitions, strict=True)
    ]
    together = promise.together if isinstance(promise, DependentAnonymity) else 0.0
    shares = tuple(map(rounded_share, np.concatenate(means).tolist()))
    return Published(Participation(Model.UNEVEN, shares, together=together), (), is_rough=True)


def _dependent(
    promise: DependentAnonymity,
    own: Sequence[DependentAnonymity],
    partitions: Sequence[Partition],
    *,
    tell_households: bool,
) -> Published:
    is_constant = len(promise.shares) == 1
    assumed = promise.shares if is_constant else tuple(one.shares[0] for one in own)
    in_cells = [
        households
        for one, partition in zip(own, partitions, strict=True)
        for households in one.households_of_cells(partition.cell_of)
    ]
    is_frame_told = promise.household_of is not None and not _has_rare_size(promise)
    is_told = is_frame_told and (tell_households or not _tells_of_few(in_cells, promise.k))
    participation = Participation(
        Model.CONSTANT if is_constant else Model.PER_STRATUM,
        tuple(share.expected for share in assumed),
        assumed=assumed,
        together=promise.together,
        overdispersion=promise.overdispersion,
        households=promise.household_sizes if is_frame_told else (),
    )
    if promise.household_of is not None:
        return Published(participation, (), tuple(in_cells) if is_told else (), is_rough=not is_told)
    models = (Answering(one.shares[0], 0.0, promise.overdispersion, promise.people) for one in own)
    return Published(participation, tuple(fewest_members(model, promise.k, promise.failure) for model in models))


def _has_rare_size(promise: DependentAnonymity) -> bool:
    """Whether so few people, or fewer than k households, of the frame have one size that listing it would tell of them.

    Of people it is the rule for rare categories; of households that for cells.
    """
    counts = np.array(promise.household_sizes)
    members = counts * np.arange(1, len(counts) + 1)
    is_rare_among_people = bool(((members > 0) & (members < promise.n_min)).any())
    return is_rare_among_people or _tells_of_few([promise.household_sizes], promise.k)


def _tells_of_few(in_groups: Sequence[Sequence[int]], k: int) -> bool:
    """Whether a group has households of some size, but fewer than k: whoever knows one of them would find its group."""
    return any(0 < count < k for households in in_groups for count in households)
