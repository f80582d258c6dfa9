"""Designing: from a population frame to a specification.

frame → roles → blocks → points → cells of enough members → the rule that finds them again → count → specification
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from shoal import __version__
from shoal.arrays import FloatArray, IntArray
from shoal.encode.encoded import Encoded, encoded_points
from shoal.errors import InfeasiblePromise, ParameterError, RolesError, Setting, TableError
from shoal.guarantee import SMALLEST_K, KAnonymity, ProbabilisticAnonymity, effective_anonymity
from shoal.guarantee.safety import breaking_factor
from shoal.partition.checks import check_seed
from shoal.partition.methods import find_method
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Partitioner
from shoal.quantizer.disclosures import rare_categories
from shoal.quantizer.intake.intake import Intake
from shoal.quantizer.model import BYTES_PER_VALUE, BlockCells, DesignOrigin
from shoal.quantizer.quantizer import Quantizer
from shoal.quantizer.rules.power import PowerRule
from shoal.survey.design.frame_cells import FrameCells, frame_cells
from shoal.survey.design.member_shares import GivenShares, promise_of_members
from shoal.survey.design.members import SurveyFrame
from shoal.survey.design.published import Published, published
from shoal.survey.participation.promise import CellPromise, DependentAnonymity
from shoal.survey.participation.shares import as_share
from shoal.survey.shared.canonical import INTEGER_KEY
from shoal.survey.shared.plain_means import loss_of_means
from shoal.survey.shared.question_wording import require_asked
from shoal.survey.shared.rounding import rounded_failure
from shoal.survey.specification.signing import require_key
from shoal.survey.specification.specification import Specification
from shoal.table.frames.columns import ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.checks import strata_of
from shoal.table.roles.roles import Decimals, MissingPolicy, Names, Role, Roles
from shoal.table.roles.roles_file import roles_of_named
from shoal.table.wording import found, listed

SEED_BITS = 53  # of a seed drawn by ourselves: a whole number that every language reads exactly
DEFAULT_METHOD = "pcl"
STRICTER = (1.0, 0.3, 0.1)  # shares of the acceptable failure that cells of uneven members are first made for
SIZES_TRIED = 5  # from what members need who live alone to what they need as a rule; the least loss decides
MOST_ITERATIONS = 1000  # of PCL until its sites are at rest; a hundred are usual
SHOWN_TO_RESPONDENTS = (Role.QUASI_IDENTIFYING, Role.STRATUM)
NOT_TYPED_IN = (ColumnKind.DURATION, ColumnKind.OTHER)  # nobody can be asked for these in one agreed spelling


@dataclass(frozen=True)
class Design:
    """The specification, and what the designer should know about it.

    ``cell_of`` follows the rows of the frame (−1: left out; those of ``ModelledFrame.table`` where that was given) and
    stays with the designer.
    """

    specification: Specification
    loss: float  # SSE/SST over the members of the frame, weighted by how likely they are to answer
    n_dropped: int  # members left out for a missing value
    n_mended: int
    n_dissolved: int
    breaks_at: float | None  # the share of the stated participation at which the first cell breaks the promise
    cell_of: IntArray = field(repr=False)

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return self.specification.n_cells


def design_frame(
    table: Any,
    *,
    k: int,
    failure: float,
    participation: GivenShares,
    count: str | None = None,
    households: str | None = None,
    together: float | None = None,
    overdispersion: float = 0.0,
    tell_households: bool = False,
    quasi_identifiers: Names = None,
    by: Names = (),
    roles: str | Path | None = None,
    types: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    taxonomies: Mapping[str, str | Path] | None = None,
    attribute_weights: Mapping[str, float] | None = None,
    rounding: Mapping[str, Decimals] | None = None,
    missing: str | Mapping[str, str] = MissingPolicy.REFUSE,
    method: str | Partitioner = DEFAULT_METHOD,
    seed: int | None = None,
    title: str = "",
    questions: Mapping[str, str] | None = None,
    sign: str | Path | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Names = (),
) -> Design:
    """Design cells for a survey from a population frame: everybody who may be asked, with their quasi-identifiers.

    Parameters
    ----------
    table : the frame, one row for each member. Columns that are not named here are not looked at. Or a
        `ModelledFrame`, which knows people only by tables of how many have which values.
    k, failure : the promise: the probability that some members of a cell, but fewer than k, answer is at most
        ``failure`` in each cell.
    participation : how likely a member is to answer: one share, the name of a column of the frame, or a share for
        each value of the one column in ``by``. A share is a number, ``Earlier(700, 1000)`` (so many of so many people
        answered an earlier survey), or ``Between(0.6, 0.8)`` (anything in between).
    count : the column that says how many people have the values of a row, where a row is not one person.
    households : the column of the frame that says who lives together. With the probability ``together`` (by default 1)
        members of a household in one cell decide as one whether to answer.
    tell_households : list the households of each cell in the specification, although a cell has fewer than k of a size.
        Respondents can then compute the failures again, and whoever knows such a household may find its cell.
    overdispersion : the correlation of any two members of a cell, because cells differ in how many answer.
    quasi_identifiers, by, types, orders, taxonomies, attribute_weights, rounding, missing : as in `shoal.anonymize`.
    roles : a roles file instead of these.
    method : makes the cells. PCL then finds sites and costs for them, so that respondents can find their cell.
    seed : of everything random; drawn and noted in the specification when not given.
    title : what the survey is called.
    questions : what respondents are asked for a column ({"age": "How old are you?"}); by default its name.
    sign : file of the private key to sign with.
    """
    check_seed(seed)
    partitioner = find_method(method)
    if sign is not None:
        require_key(sign)
    source = SurveyFrame.of(table, count, encoding=encoding, delimiter=delimiter, na=na)
    given = {
        "quasi_identifiers": quasi_identifiers, "by": by, "types": types, "orders": orders, "taxonomies": taxonomies,
        "attribute_weights": attribute_weights, "rounding": rounding, "missing": missing,
    }  # fmt: skip
    own_roles = _shown_roles(roles_of_named(source.table, roles, given))
    _refuse_untypable(source.table, own_roles)
    require_asked(questions or {}, (*own_roles.quasi_identifiers, *own_roles.stratum), "questions")
    dependence = (households, together, overdispersion)
    if tell_households and households is None:
        raise ParameterError(
            Setting("tell_households"), " is about households.", hint=("Name them with ", Setting("households"), ".")
        )
    row_of = source.row_of_members(own_roles, count)
    promise = promise_of_members(source, own_roles, k, failure, participation, *dependence)
    frame = source.members(row_of)
    promise = promise if row_of is None else promise.of(row_of)
    promise.require_feasible(frame.n_records, frame.origin.name)
    _require_large_strata(frame, own_roles, promise)
    fewest = _fewest_alike(promise, participation)
    encoded = encoded_points(frame, own_roles, KAnonymity(fewest))
    _refuse_rare(encoded, own_roles, fewest)
    promise = promise.of(encoded.blocks.kept)
    drawn = secrets.randbits(SEED_BITS) if seed is None else int(seed)
    blocks = [
        _block(encoded, rows, promise.of(rows), partitioner, drawn)
        for rows in (np.flatnonzero(encoded.blocks.block_of == number) for number in range(encoded.blocks.n_blocks))
    ]
    partitions = [block.partition for block in blocks]
    told = published(promise, encoded.blocks.block_of, partitions, tell_households=tell_households)
    specification = replace(
        _specification(encoded, own_roles, promise, told, blocks, drawn, title), source=source.source
    )
    specification = replace(specification, questions={name: words.strip() for name, words in (questions or {}).items()})
    if sign is not None:
        specification = specification.signed_with(sign)
    design = _design(specification, encoded, promise, blocks, frame.n_records)
    return design if row_of is None else replace(design, cell_of=_cells_of_rows(design.cell_of, row_of, source.table))


def _cells_of_rows(cell_of: IntArray, row_of: IntArray, table: Table) -> IntArray:
    """Everybody in a row has the same values, and so the same cell; a row that counts nobody has none."""
    cells = np.full(table.n_records, -1, dtype=np.int64)
    cells[row_of] = cell_of
    return cells


def _shown_roles(given: Roles) -> Roles:
    """Quasi-identifiers and strata; whatever else the frame holds plays no part."""
    if given.weight is not None:
        raise RolesError(
            f"Column '{given.weight}' has the role of a weight. Members of a frame have no weight: they count "
            "by how likely they are to answer.",
            column=given.weight,
            hint="Leave the weight out.",
        )
    if given.mass is not None:
        raise RolesError(
            f"Column '{given.mass}' has the role of a mass. Every member of a frame answers for itself, so k counts "
            "members.",
            column=given.mass,
            hint="Leave the mass out.",
        )
    if given.household is not None:
        raise RolesError(
            f"Column '{given.household}' has the role of a household. Every member of a frame answers for itself, so k "
            "counts members.",
            column=given.household,
            hint=(
                "Leave the role out. If members of a household answer together, say so with ",
                Setting("households"),
                ".",
            ),
        )
    shown = tuple(column for column in given.columns if column.role in SHOWN_TO_RESPONDENTS)
    return Roles(shown, given.quasi_identifiers)


def _refuse_untypable(frame: Table, roles: Roles) -> None:
    if INTEGER_KEY in (*roles.quasi_identifiers, *roles.stratum):
        raise RolesError(f"No column of a specification may be called '{INTEGER_KEY}'. Rename it.")
    odd = [name for name in roles.quasi_identifiers if frame.kind(name) in NOT_TYPED_IN]
    odd += [name for name in roles.stratum if frame.kind(name) in (*NOT_TYPED_IN, ColumnKind.DATETIME)]
    if odd:
        raise RolesError(
            f"{listed(odd)} holds times or durations that respondents cannot type in the same way everywhere.",
            column=odd,
            hint="Express them as numbers, dates or categories.",
        )


def _fewest_alike(promise: CellPromise, participation: GivenShares) -> int:
    """How many members must lack the same values to get cells of their own; fewer are pooled, everything missing."""
    if not isinstance(participation, Mapping) or isinstance(promise, DependentAnonymity):
        return promise.n_min
    lowest = min(as_share(share).expected for share in participation.values())
    return effective_anonymity(promise.k, lowest, promise.failure).n_min


def _require_large_strata(frame: Table, roles: Roles, promise: CellPromise) -> None:
    """Say in terms of the promise, not of its n_min, that a stratum is too small."""
    stratum_of, n_strata = strata_of(frame, roles.stratum)
    for stratum in np.argsort(np.bincount(stratum_of, minlength=n_strata), kind="stable") if roles.stratum else ():
        members = np.flatnonzero(stratum_of == stratum)
        promise.of(members).require_feasible(len(members), f"a stratum of {listed(roles.stratum)}")


def _refuse_rare(encoded: Encoded, roles: Roles, fewest: int) -> None:
    """The specification lists categories. One that fewer have than a cell may hold would tell of fewer people."""
    rare = rare_categories(encoded.encoding, encoded.kept, roles, fewest, encoded.blocks.void)
    if rare:
        said = "; ".join(f"'{name}' has {found(count, 'such value', 'such values')}" for name, count in rare.items())
        raise TableError(
            f"The specification is public and would list values that fewer than {fewest} members of the frame "
            f"have, while every cell has at least {fewest} members: {said}.",
            column=rare,
            hint="Merge them into others, or say which values there are by an order or a taxonomy.",
        )


def _block(encoded: Encoded, rows: IntArray, promise: CellPromise, method: Partitioner, seed: int) -> FrameCells:
    """The cells of one block, with sites and costs that find them again."""
    points = np.ascontiguousarray(encoded.points[rows])
    where = "the frame" if encoded.blocks.n_blocks == 1 else "a stratum, or the members who lack the same values,"
    promise.require_feasible(len(rows), where)
    if isinstance(promise, DependentAnonymity):
        return _dependent_block(points, promise, method, seed)
    if promise.constant is not None:
        made = _partition(points, promise, promise.failure, method, seed)
        ruled = _with_rule(points, made, seed, weighted=False)
        return frame_cells(points, ruled, promise, promise.cell_size(len(rows), where))
    # The rule moves members across borders, so a cell that just kept the promise may then just break it. A stricter
    # failure leaves room for that; too strict a one makes cells larger than they need to be. The least loss decides.
    tried = []
    for failure in (share * promise.failure for share in STRICTER):
        if failure == promise.failure or promise.cell_failure(promise.participation) <= failure:
            made = _partition(points, promise, failure, method, seed)
            ruled = _with_rule(points, made, seed, weighted=True)
            tried.append(frame_cells(points, ruled, promise, promise.k))
    return min(tried, key=lambda cells: cells.partition.sse)


def _dependent_block(points: FloatArray, promise: DependentAnonymity, method: Partitioner, seed: int) -> FrameCells:
    """Cells of the size that members need as a rule; each is then counted by its own households, and mended."""
    is_even = promise.household_of is None and not promise.is_uneven
    most = min(promise.usual_size(1.0 if is_even else STRICTER[1]), len(points))
    least = most if is_even else min(promise.n_min, most)
    tried = []
    for size in np.unique(np.linspace(least, most, SIZES_TRIED).astype(int)).tolist():
        ruled = _with_rule(points, microaggregate(points, size, method=method, seed=seed), seed, weighted=False)
        tried.append(frame_cells(points, ruled, promise, promise.n_min if is_even else promise.k))
    return min(tried, key=lambda cells: cells.partition.sse)


def _partition(
    points: FloatArray, promise: ProbabilisticAnonymity, failure: float, method: Partitioner, seed: int
) -> Partition:
    return microaggregate(
        points, promise.k, method=method, seed=seed, participation=promise.participation, failure=failure
    )


def _with_rule(points: FloatArray, partition: Partition, seed: int, *, weighted: bool) -> Partition:
    """With sites and costs that do without weights: a respondent knows no weight. PCL finds them, sizes stay."""
    at_rest = partition.sites is None or np.array_equal(partition.sites, partition.centroids)
    if partition.n_cells == 1 or (partition.costs is not None and at_rest and not weighted):
        return partition
    # Converged sites are the centroids and reveal nothing more, so the search continues where it would usually end.
    to_the_end = PCL(start=partition, tolerance=0.0, iterations=MOST_ITERATIONS)
    found_again = microaggregate(points, SMALLEST_K, method=to_the_end, seed=seed)
    has_rule = partition.costs is not None and not weighted
    return replace(found_again, method=partition.method if has_rule else f"{partition.method}, then pcl")


def _specification(
    encoded: Encoded,
    roles: Roles,
    promise: CellPromise,
    told: Published,
    blocks: Sequence[FrameCells],
    seed: int,
    title: str,
) -> Specification:
    failures = np.concatenate([block.failures for block in blocks])
    if told.is_rough:
        failures = np.array([rounded_failure(failure, promise.failure) for failure in failures.tolist()])
    quantizer = _quantizer(encoded, roles, promise.k, blocks, seed)
    made = Specification(
        quantizer, promise.failure, told.participation, told.n_min, failures, title, households=told.households
    )
    kept = [block.partition.sizes.min() >= promise.k for block in blocks]
    if not all(kept) or made.frame_counts.sum() != len(encoded.points):
        raise InfeasiblePromise("The cells do not hold all members of the frame. Nothing was designed.")
    return made


def _quantizer(encoded: Encoded, roles: Roles, k: int, blocks: Sequence[FrameCells], seed: int) -> Quantizer:
    intake = Intake.of(encoded.kept, roles, encoded.encoding, encoded.centre)
    keys = intake.block_keys_of(encoded.kept, encoded.blocks.block_of, encoded.blocks.void)
    centroids = np.concatenate([block.partition.centroids for block in blocks])
    sizes = np.concatenate([block.partition.sizes for block in blocks]).astype(np.int64)
    first = np.cumsum([0, *(block.partition.n_cells for block in blocks)])
    n_records, method = len(encoded.points), " and ".join(dict.fromkeys(block.partition.method for block in blocks))
    n_bytes = n_records * len(encoded.encoding.columns) * BYTES_PER_VALUE
    return Quantizer(
        centroids=centroids,
        sizes=sizes,
        blocks=tuple(
            BlockCells(key, int(start), PowerRule(block.sites, block.costs))
            for key, start, block in zip(keys, first, blocks, strict=False)
        ),
        guarantee=KAnonymity(k),
        origin=DesignOrigin(method, seed, __version__, n_records, 0, n_bytes),
        intake=intake,
    )


def _design(
    specification: Specification,
    encoded: Encoded,
    promise: CellPromise,
    blocks: Sequence[FrameCells],
    n_frame: int,
) -> Design:
    cell_of = np.full(n_frame, -1, dtype=np.int64)
    within = np.empty(len(encoded.points), dtype=np.int64)
    for number, block in enumerate(blocks):
        first = specification.quantizer.blocks[number].first_cell
        within[encoded.blocks.block_of == number] = block.partition.cell_of + first
    cell_of[encoded.blocks.kept] = within
    weights = None if isinstance(promise.participation, float) else promise.participation
    return Design(
        specification=specification,
        loss=loss_of_means(encoded.units().points(encoded.points, encoded.blocks.void), within, weights),
        n_dropped=n_frame - len(encoded.points),
        n_mended=sum(block.n_mended for block in blocks),
        n_dissolved=sum(block.n_dissolved for block in blocks),
        breaks_at=breaking_factor(promise, within),
        cell_of=cell_of,
    )
