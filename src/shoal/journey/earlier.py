"""Earlier releases of the same people: what links them to a newer table, and cells that protect against both together.

A manifest repeats its run, so it gives the class of every record of the earlier table. A column that both original
tables have tells which records are the same person. Nothing else links people exactly: a release alone has classes, and
no people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from shoal.arrays import BoolArray, IntArray, numbered
from shoal.encode.encoded import Encoded, encoded_points
from shoal.errors import InfeasiblePromise, ParameterError, RolesError, Setting, TableError
from shoal.guarantee.releases.hidden_origins import NOBODY
from shoal.guarantee.releases.several_releases import JointAnonymity, SeenRelease
from shoal.journey.formation import FormedCells, share_of_budget
from shoal.journey.other_names import require_own_names, unchanged
from shoal.journey.past import Changes, Past, PastRelease
from shoal.journey.run import Run
from shoal.journey.table_distance import in_the_table
from shoal.partition.conditions.several_releases import earlier_cells, joint_cells
from shoal.partition.conditions.strata import microaggregate_blocks
from shoal.partition.confidential.by_block import merged_by_block
from shoal.partition.methods import find_method
from shoal.partition.partition import Partition
from shoal.partition.problem import Progress
from shoal.release.confidential.values import promise_of
from shoal.release.report.several_releases import ComparedReleases
from shoal.table.frames.table import Table
from shoal.table.people_in_common import numbered_people, traces
from shoal.table.roles.roles import Roles
from shoal.table.wording import found, listed


@dataclass(frozen=True, eq=False)
class LinkedPeople:
    """Everybody of the earlier releases, and their records in the newer table."""

    joint: JointAnonymity  # for all records of the newer table
    class_of: IntArray = field(repr=False)  # (people, releases) NOBODY: not in that release
    past: Past = field(repr=False)


def linked_people(original: Table, roles: Roles, k: int, past: Past) -> LinkedPeople:
    """Find the people of earlier releases in the newer table."""
    _check_roles(original, roles, past)
    tables = [release.original for release in past.releases]
    (*earlier, newer), n_people = numbered_people([*tables, original], past.person)
    record_of = np.full(n_people, NOBODY, dtype=np.int64)
    record_of[newer] = np.arange(original.n_records)
    seen = [
        _seen(release, people, original, roles, record_of, past.person)
        for release, people in zip(past.releases, earlier, strict=True)
    ]
    class_of = np.column_stack([release.class_of for release in seen])
    known: BoolArray = np.any(class_of >= 0, axis=1)
    joint = JointAnonymity.of_releases(k, original.n_records, record_of[known], [release.of(known) for release in seen])
    return LinkedPeople(joint, class_of[known], past)


def _seen(
    release: PastRelease, people: IntArray, original: Table, roles: Roles, record_of: IntArray, person: str
) -> SeenRelease:
    """What an earlier release and this one show of everybody; ``people`` are those of its records."""
    was_in = np.flatnonzero(release.class_of >= 0)
    here = was_in[record_of[people[was_in]] >= 0]
    if not len(here):
        raise TableError(
            f"No person of {release.original.origin.name} is in {original.origin.name}, by column '{person}': "
            "the two releases have no people in common, or the column names them otherwise.",
            parameter="earlier",
            column=person,
            hint=("Leave this release out, or name another column (", Setting("person"), ")."),
        )
    there = record_of[people[here]]
    require_own_names(release, original, roles, here, there)
    columns = published_by_both(release, original, roles)
    class_of, shown, shown_now, changes = (np.full(len(record_of), NOBODY, dtype=np.int64) for _ in range(4))
    then, now = traces([release.original, original], columns)
    class_of[people[was_in]], shown[people[was_in]] = release.class_of[was_in], then[was_in]
    shown_now[people[here]] = now[there]
    is_other = [np.zeros(len(here), dtype=np.bool_)]
    for name in columns:
        before, after = traces([release.original, original], [name])
        is_other.append(before[here] != after[there])
    changes[people[here]] = changed_sets(is_other)
    return SeenRelease(class_of, shown, shown_now, changes)


def changed_sets(is_other: Sequence[BoolArray]) -> IntArray:
    """A number for the set of columns in which each person changed, from 1; 0: in none."""
    sets = numbered(*(column.astype(np.int64) for column in is_other))
    return np.where(np.any(is_other, axis=0), sets + 1, 0).astype(np.int64)


def published_by_both(release: PastRelease, original: Table, roles: Roles) -> list[str]:
    """Columns whose values both releases show unchanged, record by record; strata of both only show the class."""
    both = set(unchanged(release.original, release.roles)) & set(unchanged(original, roles))
    shared_strata = set(release.roles.stratum) & set(roles.stratum)
    return [name for name in original.columns if name in both - shared_strata]


def entered(original: Table, run: Run) -> tuple[Encoded, LinkedPeople | None]:
    """The table as points, without the records that no cells could hide from who has the earlier releases."""
    settings, past = run.settings, run.settings.past
    encoded = _encoded(original, run)
    if past is None:
        return encoded, None
    linked = linked_people(original, run.roles, settings.promise.k, past)
    rows = np.arange(original.n_records, dtype=np.int64)
    while (out := _unhidden(encoded, linked.joint, past)).any():
        rows = np.setdiff1d(rows, encoded.blocks.kept[out])
        if not len(rows):
            raise InfeasiblePromise(
                "No record of this table can be hidden from somebody who has the earlier release.",
                parameter="earlier",
                hint="Publish fewer columns unchanged, or wait until more people have changed.",
            )
        # Blocks and scales are made anew: nothing that is said about the release may depend on who is not in it.
        encoded = _encoded(original.alone(rows), run)
        encoded = encoded._replace(blocks=replace(encoded.blocks, kept=rows[encoded.blocks.kept]))
    return encoded, linked


def _encoded(table: Table, run: Run) -> Encoded:
    settings = run.settings
    return encoded_points(
        table,
        run.roles,
        settings.promise,
        fewest_records=settings.fewest_records,
        may_leave_out=True,
        promised_values=lambda rows: promise_of(table.taken(rows), run.roles, settings.confidential),
    )


def in_input_rows(of_kept: IntArray, kept: IntArray, n_records: int) -> IntArray:
    """A number for each row that came in, −1 where the record was left out."""
    of_row = np.full(n_records, -1, dtype=np.int64)
    of_row[kept] = of_kept
    return of_row


def _unhidden(encoded: Encoded, everybody: JointAnonymity, past: Past) -> BoolArray:
    """Which of the kept records have to be left out; refused unless the steward asked for it."""
    joint, block_of = everybody.of(encoded.blocks.kept), encoded.blocks.block_of
    if past.changes is Changes.LEAVE_OUT:
        return joint.unhidden(earlier_cells(block_of, joint))
    out = joint.unhidden(block_of)
    count = int(np.count_nonzero(out))
    if count:
        raise InfeasiblePromise(
            f"{found(count, 'record', 'records')} cannot be hidden, whatever cells are merged: somebody who has the "
            f"earlier release too could narrow people down to fewer than k = {joint.k} records. Too few people came, "
            "went or changed, or what is published unchanged links their records.",
            parameter="earlier",
            count=count,
            hint=(
                "Leave such records out (",
                Setting("changes", "leave-out"),
                "), publish fewer columns unchanged, or wait until more people have changed.",
            ),
        )
    return out


def repaired(encoded: Encoded, free: FormedCells, joint: JointAnonymity, run: Run, progress: Progress) -> FormedCells:
    """The cells themselves if they keep the joint promise, else cells that do; each forming shares the budget."""
    if joint.kept_by(free.partition.cell_of):
        return free
    settings, weights = run.settings, encoded.weights
    method = in_the_table(find_method(settings.method_asked), encoded.encoding)
    formings = [free.methods_used]

    def form(records: IntArray, group_of: IntArray) -> IntArray:
        known = settings.formings[len(formings)] if settings.formings else ()
        part, used = microaggregate_blocks(
            np.ascontiguousarray(encoded.points[records]),
            group_of,
            settings.promise.k,
            methods=[in_the_table(each, encoded.encoding) for each in known] or [method],
            seed=settings.seed,
            budget_s=share_of_budget(settings),
            weights=None if weights is None else weights[records],
            progress=progress,
        )
        formings.append(used if len(set(used)) > 1 else used[:1])
        return part.cell_of

    cell_of = joint_cells(encoded.points, encoded.blocks.block_of, joint, form, weights)
    if free.confidential is not None:
        cell_of = merged_by_block(encoded.points, encoded.blocks.block_of, cell_of, free.confidential, weights)
    joint.require_kept(cell_of, "the cells")
    fresh = Partition.from_cells(
        encoded.points, cell_of, method=free.partition.method, weights=weights, outcome=free.partition.outcome
    )
    fresh = replace(fresh, promise=free.partition.promise)
    return replace(free, partition=fresh, formings=tuple(formings))


def compared(
    original: Table, encoded: Encoded, free: Partition, class_of: IntArray, linked: LinkedPeople, run: Run
) -> ComparedReleases:
    """What the report says about earlier releases. ``free``: the cells that would be formed without them."""
    roles, kept, past = run.roles, encoded.blocks.kept, linked.past
    columns = {name for release in past.releases for name in published_by_both(release, original, roles)}
    units = encoded.units()
    points = units.points(encoded.points, encoded.blocks.void)
    return ComparedReleases(
        joint=linked.joint.of(kept),
        n_releases=len(past.releases),
        smallest_before=min(release.smallest_class for release in past.releases),
        linked_by=tuple(name for name in original.columns if name in columns),
        free=free.measured_on(points, encoded.weights),
        n_left_out=original.n_records - len(kept) - encoded.blocks.n_dropped,
        one_value_left=alone_together(linked, original, roles, kept, class_of),
    )


def alone_together(
    linked: LinkedPeople, original: Table, roles: Roles, kept: IntArray, class_of: IntArray
) -> dict[str, int]:
    """By confidential column, how many records have one possible value left by all classes together, but by none alone.

    ``class_of`` are the classes of the records ``kept``. Whoever changed is not counted: their value may be another.
    """
    counts = {}
    for name in roles.confidential:
        at = [
            number
            for number, release in enumerate(linked.past.releases)
            if name in unchanged(release.original, release.roles)
        ]
        if at:
            counts[name] = _left_with_one(linked, original, name, at, kept, class_of)
    return counts


def _left_with_one(
    linked: LinkedPeople, original: Table, name: str, at: Sequence[int], kept: IntArray, class_of: IntArray
) -> int:
    """Records whose possible values, those of every class that their person is in, are one."""
    joint, releases = linked.joint.of(kept), [linked.past.releases[number] for number in at]
    *then, now = traces([*(release.original for release in releases), original], [name])
    values = [_values_by_class(release.class_of, codes) for release, codes in zip(releases, then, strict=True)]
    values.append(_values_by_class(class_of, now[kept]))
    stays = ~joint.gone & ~joint.changed
    homes = np.column_stack([linked.class_of[stays][:, at], class_of[joint.record_of[stays]]])
    count = 0
    for part, size in zip(*np.unique(homes, axis=0, return_counts=True), strict=True):
        sets = [of[home] for of, home in zip(values, part.tolist(), strict=True) if home != NOBODY]
        if min(map(len, sets)) > 1 and len(set.intersection(*sets)) == 1:
            count += int(size)
    return count


def _values_by_class(class_of: IntArray, codes: IntArray) -> dict[int, set[int]]:
    values: dict[int, set[int]] = {}
    for home, code in np.unique(np.column_stack([class_of, codes]), axis=0).tolist():
        values.setdefault(home, set()).add(code)
    return values


def _check_roles(original: Table, roles: Roles, past: Past) -> None:
    counted = roles.mass or roles.household
    if counted is not None:
        raise ParameterError(
            Setting("earlier"),
            f" counts records, and k counts {'households' if roles.mass is None else 'persons'} here.",
            column=counted,
            hint="Leave one of the two out.",
        )
    weighted = [table for table in (roles, *(release.roles for release in past.releases)) if table.weight is not None]
    if weighted:
        raise ParameterError(
            Setting("earlier"),
            " protects plain means. Two means of the same people with other weights are equations for single records.",
            column=[table.weight for table in weighted if table.weight is not None],
            hint=("Release without ", Setting("weight"), ", or do not publish both releases."),
        )
    if past.person not in original.columns:
        raise original.unknown_column(past.person, parameter="person")
    if past.person not in roles.identifiers:
        raise RolesError(
            Setting("person"),
            f": column '{past.person}' names people, so it must be dropped.",
            column=past.person,
            hint=("Name it in ", Setting("identifiers"), "."),
        )
    for release in past.releases:
        for here, there, what in (
            (roles.quasi_identifiers, unchanged(release.original, release.roles), "was published unchanged by"),
            (
                release.roles.quasi_identifiers,
                unchanged(original, roles),
                "is to be published unchanged, and is hidden by",
            ),
        ):
            both = sorted(set(here) & (set(there) - set(roles.stratum) - set(release.roles.stratum)))
            if both:
                raise RolesError(
                    f"{listed(both)}: a quasi-identifier {what} the other release. Anybody who knows it finds the "
                    "record itself, so no classes of the two can protect it.",
                    parameter="earlier",
                    column=both,
                    hint="Give it the same role in both releases.",
                )
