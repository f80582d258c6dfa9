"""Blocks: records that may share a cell. A cell never crosses a stratum nor mixes records with and without a value.

A record whose quasi-identifier is missing is dropped, or (policy 'own-cell') set apart with the records that miss the
same columns. If fewer than k records miss the same columns, those of one stratum are pooled, and all their
quasi-identifiers are released as missing, so that no original value is released. A pool of fewer than k records cannot
be released: its records are the left-overs. They are left out, or refused if no record may be left out.

The same is done where records that miss the same columns cannot keep a promise about confidential values, not even as
one cell. If the pool cannot keep it, others that miss something join it, those first of whom fewest values are removed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.errors import InfeasiblePromise, Setting, TableError
from shoal.guarantee import ClassPromise, HouseholdAnonymity, KAnonymity
from shoal.guarantee.confidential import ConfidentialPromise
from shoal.table.frames.table import Table
from shoal.table.roles.checks import missing_by_policy, missing_in, strata_of
from shoal.table.roles.roles import Roles
from shoal.table.wording import found


@dataclass(frozen=True)
class Blocks:
    """Which records are kept, and the block of each of them."""

    kept: IntArray  # rows of the table, ascending
    block_of: IntArray  # (kept records,) numbered from 0
    n_blocks: int
    stratum_of: IntArray  # (kept records,)
    void: dict[str, BoolArray]  # quasi-identifier → which kept records have it released as missing; absent: none
    pooled: BoolArray  # (kept records,) whose quasi-identifiers were all removed
    n_without_value: int  # left out, because a quasi-identifier with the policy 'drop' is missing
    n_left_over: int  # left out, because even the pool of their stratum has fewer than k records
    n_set_apart: int  # kept records that miss a quasi-identifier and are not pooled

    @property
    def n_dropped(self) -> int:
        """How many records are left out, for whatever reason."""
        return self.n_without_value + self.n_left_over

    @property
    def n_pooled(self) -> int:
        """How many records had all their quasi-identifiers removed."""
        return int(np.count_nonzero(self.pooled))

    def of(self, rows: IntArray) -> Blocks:
        """Some of the kept records, ascending, with at least one of every block."""
        void = {name: row[rows] for name, row in self.void.items() if row[rows].any()}
        pooled = self.pooled[rows]
        is_void = np.any([np.zeros(len(rows), dtype=np.bool_), *void.values()], axis=0)
        return replace(
            self,
            kept=self.kept[rows],
            block_of=self.block_of[rows],
            stratum_of=self.stratum_of[rows],
            void=void,
            pooled=pooled,
            n_set_apart=int(np.count_nonzero(is_void & ~pooled)),
        )


# Rows of the table → what is promised of their confidential values, None for nothing.
PromisedValues = Callable[[IntArray], ConfidentialPromise | None]


def split_into_blocks(
    table: Table,
    roles: Roles,
    promise: ClassPromise,
    *,
    may_leave_out: bool = False,
    promised_values: PromisedValues | None = None,
) -> Blocks:
    """Form the blocks.

    promise: for all records of the table. Where it counts persons, "fewer than k" means too few for its cells.
    may_leave_out: whether left-overs are left out and counted. If not, they are refused: a survey cannot leave out
    a member who will be asked.
    promised_values: for blocks that cannot keep it to be pooled; if the pool cannot keep it either, it is a block that
    the caller has to refuse.
    """
    dropped, _ = missing_by_policy(table, roles)
    kept = np.flatnonzero(~dropped).astype(np.int64)
    if len(kept) == 0:
        raise TableError(
            f"Every record of {table.origin.name} misses a quasi-identifier, so dropping them leaves nothing.",
            parameter="missing",
            hint=("Choose other quasi-identifiers, or ", Setting("missing", "own-cell"), "."),
        )
    promise = promise.of(kept)
    promise.require_feasible(len(kept), table.origin.name)
    stratum_of = strata_of(table, roles.stratum)[0][kept]
    _refuse_small_strata(stratum_of, roles, promise)
    void = _void_together(table, roles, kept)
    pattern, is_void = _patterns(void, len(kept))
    pooled = _too_few(stratum_of, pattern, promise)
    secret = None if promised_values is None or not is_void.any() else promised_values(kept)
    if secret is not None:
        pooled |= _without_promise(stratum_of, pattern, is_void, pooled, secret)
    left_over = np.zeros(len(kept), dtype=np.bool_)
    if pooled.any():
        is_void[:, pooled] = True
        pattern = np.unique(is_void, axis=1, return_inverse=True)[1].ravel()
        left_over = _too_few(stratum_of, pattern, promise)
    if not may_leave_out:
        _refuse_left_overs(left_over, promise)
    stays = ~left_over
    stratum_of, pattern, is_void, pooled = stratum_of[stays], pattern[stays], is_void[:, stays], pooled[stays]
    block_of = _numbered(stratum_of, pattern)
    return Blocks(
        kept=kept[stays],
        block_of=block_of,
        n_blocks=int(block_of.max()) + 1,
        stratum_of=stratum_of,
        void={name: row for name, row in zip(void, is_void, strict=True) if row.any()},
        pooled=pooled,
        n_without_value=int(dropped.sum()),
        n_left_over=int(left_over.sum()),
        n_set_apart=int((is_void.any(axis=0) & ~pooled).sum()),
    )


def _void_together(table: Table, roles: Roles, kept: IntArray) -> dict[str, BoolArray]:
    """Where each quasi-identifier is missing; half a position is no position, so a pair is void together."""
    pair_of = {name: pair for pair in roles.positions for name in pair}
    return {name: missing_in(table, pair_of.get(name, (name,)))[kept] for name in roles.quasi_identifiers}


def _patterns(void: dict[str, BoolArray], n_kept: int) -> tuple[IntArray, BoolArray]:
    """A number for the set of columns that a record misses, and the sets themselves (columns × records)."""
    is_void = np.array(list(void.values()), dtype=np.bool_).reshape(len(void), n_kept)
    if not is_void.any():
        return np.zeros(n_kept, dtype=np.int64), is_void
    return np.unique(is_void, axis=1, return_inverse=True)[1].ravel().astype(np.int64), is_void


def _without_promise(
    stratum_of: IntArray, pattern: IntArray, is_void: BoolArray, pooled: BoolArray, secret: ConfidentialPromise
) -> BoolArray:
    """Records that miss something and cannot keep the promise among themselves, and those whom their pool needs."""
    block_of = _numbered(stratum_of, pattern)
    misses = is_void.any(axis=0)
    joins: BoolArray = misses & secret.broken(block_of)[block_of]
    removed = np.bincount(block_of, weights=(~is_void).sum(axis=0))
    for stratum in np.unique(stratum_of[joins | pooled]):
        inside = stratum_of == stratum
        while True:
            pool = np.flatnonzero(inside & (joins | pooled | is_void.all(axis=0)))
            others = np.unique(block_of[inside & misses & ~joins & ~pooled & ~is_void.all(axis=0)])
            if len(others) == 0 or secret.of(pool).kept_by(np.zeros(len(pool), dtype=np.int64)):
                break
            joins |= block_of == others[np.argmin(removed[others])]
    return joins


def _too_few(stratum_of: IntArray, pattern: IntArray, promise: ClassPromise) -> BoolArray:
    """Which records stand in a block of too few."""
    block_of = _numbered(stratum_of, pattern)
    return np.asarray(promise.broken(block_of)[block_of])


def _numbered(stratum_of: IntArray, pattern: IntArray) -> IntArray:
    """The block of every record: one for each pair of stratum and pattern that occurs."""
    return np.unique(stratum_of * (pattern.max() + 1) + pattern, return_inverse=True)[1].astype(np.int64)


def _refuse_small_strata(stratum_of: IntArray, roles: Roles, promise: ClassPromise) -> None:
    n_small = int(np.count_nonzero(promise.broken(stratum_of)))
    if n_small and roles.stratum:
        columns = ", ".join(f"'{name}'" for name in roles.stratum)
        raise InfeasiblePromise(
            f"{found(n_small, 'stratum', 'strata')} of {columns} hold{'s' if n_small == 1 else ''} "
            f"{_short_of(promise, stratum_of)}, so no cell inside can reach k.",
            parameter="by",
            column=roles.stratum,
            count=n_small,
            hint="Merge strata, lower k, or make the column a quasi-identifier.",
        )


def _short_of(promise: ClassPromise, stratum_of: IntArray) -> str:
    if isinstance(promise, KAnonymity):
        return f"fewer than k = {promise.k} records (the smallest {int(np.bincount(stratum_of).min())})"
    if isinstance(promise, HouseholdAnonymity):
        return f"too few records for k = {promise.k}, because one household has more than 1/{promise.k} of them"
    return f"fewer than k = {promise.k} persons, or one record of more than 1/{promise.fewest_records} of its persons"


def _refuse_left_overs(left_over: BoolArray, promise: ClassPromise) -> None:
    n_left_over = int(left_over.sum())
    if n_left_over:
        raise InfeasiblePromise(
            f"{found(n_left_over, 'record', 'records')} with missing quasi-identifiers cannot be put into cells of "
            f"their own: fewer than k = {promise.k} of a stratum are alike in what they miss, even pooled.",
            parameter="missing",
            count=n_left_over,
            hint=("Use ", Setting("missing", "drop"), ", or fill the gaps."),
        )
