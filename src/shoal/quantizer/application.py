"""Application: releases new records with a finished quantizer, and counts the result.

The cells had k design records each, but the new records may be distributed differently. So they are counted again:
cells with fewer than k of them are refused, or their records withheld.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.encode.gaps import release_with_gaps
from shoal.errors import PromiseNotKept, RolesError, Setting
from shoal.quantizer.design_counts import drift_between, drift_by_chance
from shoal.quantizer.intake.batches import batched
from shoal.quantizer.intake.intake import Intake, Located
from shoal.quantizer.model import QuantizerModel
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.roles.disclosures import disclosures, refuse_doubtful_header, refuse_telling_columns
from shoal.table.roles.roles import ColumnRole, Role, Roles, complete_roles
from shoal.table.sources import table_of
from shoal.table.wording import found, listed

STRANGE = 0.5  # of the records in other cells than by the shares of the design, and …
BEYOND_CHANCE = 2.0  # … so many times what chance does


@dataclass(frozen=True)
class Applied:
    """The result. ``cell_of`` has the cell of each input row (−1: dropped or withheld) and is never published."""

    released: Table = field(repr=False)
    cell_of: IntArray = field(repr=False)
    n_dropped: int  # for a missing value, as in design
    n_withheld: int  # because fewer than k records fell into their cells
    warnings: tuple[str, ...] = ()

    @property
    def table(self) -> Any:
        """The released table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()


def assigned(model: QuantizerModel, table: Any) -> IntArray:
    """See `Quantizer.assign`."""
    source = batched(table, model.intake)
    if source is None:
        return _assigned(model, table_of(table))
    return np.concatenate([_assigned(model, part) for part in source.tables()])


def _assigned(model: QuantizerModel, table: Table) -> IntArray:
    located = model.locate(table)
    cell_of = np.full(located.n_records, -1, dtype=np.int64)
    cell_of[located.kept] = model.cells_of(located)
    return cell_of


def apply_to(
    model: QuantizerModel,
    given: Any,
    *,
    withhold: bool = False,
    keep_order: bool = False,
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    quote_formulas: bool = False,
) -> Applied:
    """See `Quantizer.release`."""
    source = batched(given, model.intake)
    table = table_of(given) if source is None else source.whole()
    located = model.locate(table)
    intake = known_intake(model)
    roles = checked_roles(intake, table, identifiers, confidential, insensitive)
    cell_of = model.cells_of(located)
    counts = np.bincount(cell_of, minlength=model.n_cells)
    small = small_cells(model, counts)
    require_large_cells(model, counts, table.origin.name, withhold=withhold)
    stays = ~small[cell_of]
    released = released_records(model, located, cell_of, stays, roles)
    if not keep_order:
        order = np.random.default_rng(secrets.randbits(128)).permutation(released.n_records)
        released = released.taken(order.astype(np.int64))
    formulas = formula_counts(released)
    released = (quoted(released) if quote_formulas else released).trimmed()
    sizes = class_sizes(released, counted_columns(intake))
    model.guarantee.require_kept(sizes, "the released table")
    by_row = np.full(table.n_records, -1, dtype=np.int64)
    by_row[located.kept[stays]] = cell_of[stays]
    n_kept = len(located.kept)
    said = (
        *population_warnings(model, counts),
        *warnings_of(table, roles),
        *formula_warnings(released.columns, formulas, were_quoted=quote_formulas),
    )
    return Applied(released, by_row, table.n_records - n_kept, int(n_kept - stays.sum()), said)


def known_intake(model: QuantizerModel) -> Intake:
    """The intake of a quantizer that `locate` has accepted a table for."""
    if model.intake is None:
        raise RolesError("The quantizer was made from bare points, so it does not know the columns of a table.")
    return model.intake


def checked_roles(
    intake: Intake,
    table: Table,
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
) -> Roles:
    """The roles of the design, for the columns that are here, and those said now; the same refusals as in design.

    Columns that the design did not know and nobody named are published as they are, unless they look identifying or
    tell a quasi-identifier.
    """
    known = {column.name: column.role for column in intake.columns}
    said = {
        name: role
        for names, role in (
            (identifiers, Role.IDENTIFYING),
            (confidential, Role.CONFIDENTIAL),
            (insensitive, Role.INSENSITIVE),
        )
        for name in names
    }
    clash = [name for name, role in said.items() if known.get(name, role) != role]
    if clash:
        raise RolesError(
            f"{listed(clash)} had another role when the quantizer was designed.",
            column=clash,
            hint="Leave it as it was.",
        )
    given = [ColumnRole(name, Role.QUASI_IDENTIFYING) for name in intake.encoding.columns]
    others = {name: role for name, role in {**known, **said}.items() if role is not Role.QUASI_IDENTIFYING}
    given += [ColumnRole(name, role) for name, role in others.items() if name in table.columns or name in said]
    roles = complete_roles(table, given)
    refuse_doubtful_header(table, roles)
    refuse_telling_columns(table, roles, cells_exist=True)
    return roles


def released_records(
    model: QuantizerModel, located: Located, cell_of: IntArray, stays: BoolArray, roles: Roles
) -> Table:
    """The records that stay, with the released values of their cells and without identifiers."""
    rows = np.flatnonzero(stays).astype(np.int64)
    table = located.table if len(rows) == len(stays) else located.table.taken(rows)
    void = {name: mask[rows] for name, mask in located.void.items()}
    encoding = known_intake(model).encoding
    anonymous = release_with_gaps(encoding, table, cell_of[rows], model.centroids, void)
    return anonymous.dropped(roles.identifiers).respelled(roles.stratum)


def small_cells(model: QuantizerModel, counts: IntArray) -> BoolArray:
    """Which cells have records, but fewer than k."""
    small: BoolArray = (counts > 0) & (counts < model.guarantee.k)
    return small


def require_large_cells(model: QuantizerModel, counts: IntArray, where: str, *, withhold: bool) -> None:
    """Raise when a cell has records, but fewer than k; with ``withhold``, when nothing would be left."""
    small = small_cells(model, counts)
    k, n_small, n_records = model.guarantee.k, int(small.sum()), int(counts[small].sum())
    if n_records == int(counts.sum()):
        raise PromiseNotKept(
            f"{where}: no cell would get k = {k} records, so there is nothing to release. Add records."
        )
    if n_small and not withhold:
        raise PromiseNotKept(
            f"{where}: {found(n_small, 'cell', 'cells')} of {model.n_cells} would get fewer than k = {k} records "
            f"({found(n_records, 'record', 'records')} in all), so nothing was released.",
            count=n_small,
            hint=("Withhold these records (", Setting("withhold", True), "), or add records."),
        )


def counted_columns(intake: Intake) -> tuple[str, ...]:
    """The columns in which records of a class must be alike."""
    return (*intake.encoding.columns, *intake.strata)


def class_sizes(table: Table, columns: Sequence[str]) -> IntArray:
    """How many records share each combination of what stands in these columns."""
    if table.n_records == 0:
        return np.empty(0, dtype=np.int64)
    codes = np.column_stack([table.faithful_codes(name) for name in columns])
    sizes: IntArray = np.unique(codes, axis=0, return_counts=True)[1].astype(np.int64)
    return sizes


def population_warnings(model: QuantizerModel, counts: IntArray) -> tuple[str, ...]:
    """Whether these records seem to come from another population, so that their loss may be large."""
    of_design, total = model.design_counts, model.origin.n_records
    drift = drift_between(counts, of_design, total)
    if of_design is None or drift is None or drift < STRANGE:
        return ()
    if drift < BEYOND_CHANCE * drift_by_chance(int(counts.sum()), of_design, total):
        return ()
    return (
        f"{100 * drift:.0f} % of the records stand elsewhere than by the shares of the design. This seems to be "
        "another population, or a column is in another unit: are the released values near the records' own?",
    )


def warnings_of(table: Table, roles: Roles, n_in_all: int | None = None) -> tuple[str, ...]:
    """What the steward should know before publishing; names and counts only.

    ``n_in_all``: how many records there are, where ``table`` may be a sample of them.
    """
    unnamed = (f"Published unchanged although nobody gave them a role: {', '.join(roles.unnamed)}.",)
    judged = (
        ""
        if n_in_all in (None, table.n_records)
        else f" (Judged by a sample of {table.n_records:,} of the {n_in_all:,} records.)"
    )
    return (*(unnamed if roles.unnamed else ()), *(said + judged for said in disclosures(table, roles)))
