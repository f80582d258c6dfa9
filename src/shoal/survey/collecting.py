"""Collecting: what respondents sent back, counted by cell, and released where at least k answered.

Cells with 1..k−1 answers are withheld; how many, is said, and not which. (Whoever has the public design sees which
cells a release lacks, but not which of these had answers.) What is released stands in the file with the values of the
cell's centroid, and the promise is counted again on the file as it is written.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import MissingValuesError, ParameterError, PromiseNotKept, RolesError, TableError
from shoal.guarantee import KAnonymity
from shoal.partition.partition import IntArray
from shoal.quantizer.application import class_sizes, warnings_of
from shoal.release.audit import Audit, audit
from shoal.release.release import write_counted
from shoal.release.wording import single_value_warning
from shoal.survey.answering import roles_beside, spelled_frame
from shoal.survey.attained import Attained, attained_of, mean_share, warnings_about
from shoal.survey.boxes import BoxDesign
from shoal.survey.earlier import grown_by_few
from shoal.survey.scheme import NO_CELL, Scheme, scheme_of
from shoal.survey.specification import Specification
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames import Table
from shoal.table.roles import Roles
from shoal.table.wording import first_row, found, listed


class Duplicates(StrEnum):
    """What happens when a respondent's token comes twice."""

    REFUSE = "refuse"
    FIRST = "first"
    LAST = "last"


class WrongCells(StrEnum):
    """What happens to an answer that names no cell, or one that does not exist."""

    REFUSE = "refuse"
    LEAVE_OUT = "leave-out"


@dataclass(frozen=True)
class Collected:
    """The release of a survey."""

    released: Table = field(repr=False)
    attained: Attained
    privacy: Audit = field(repr=False)  # what finding a class tells about the answers in it
    warnings: tuple[str, ...]
    counted_columns: tuple[str, ...]
    k: int

    @property
    def table(self) -> Any:
        """The released table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()

    def write(self, path: str | Path) -> None:
        """Write the table; if the written file does not keep the promise, it never takes its place."""
        write_counted(self.released, path, KAnonymity(self.k), self.counted_columns)


def collect(
    specification: Specification | BoxDesign,
    answers: Any,
    *,
    token: str | None = None,
    duplicates: str | Duplicates = Duplicates.REFUSE,
    wrong_cells: str | WrongCells = WrongCells.REFUSE,
    earlier: Sequence[Any] = (),
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Sequence[str] = (),
    sheet: str | int | None = None,
    quote_formulas: bool = False,
) -> Collected:
    """Count the answers to a survey by cell, and release those of cells with at least k.

    ``answers`` has a column 'cell' (of a paper form: 'code'). Where it has a column 'specification' (of a paper form:
    'form'), every digest in it must be that of the design. ``token`` names a column that tells respondents apart,
    dropped after that; of a token that comes twice, the 'first' or the 'last' answer counts, or the table is refused.
    Answers without a cell that exists are refused, or left out and counted (``wrong_cells`` 'leave-out'). ``earlier``:
    tables that were released from the same survey before; classes of which fewer than k answers have changed since are
    withheld, because the difference would show them. All other columns are published, unless they are ``identifiers``;
    a column that looks identifying needs a role. ``quote_formulas`` puts an apostrophe before texts that a spreadsheet
    program would run as formulas.
    """
    scheme = scheme_of(specification)
    table = Table.of(answers, encoding=encoding, delimiter=delimiter, na=na, sheet=sheet)
    _refuse_own_values(scheme, table)
    _refuse_other_digests(scheme, table)  # first: in another design the same number is another cell, or none
    table, cell_of, n_wrong = _with_cells(scheme, table, wrong_cells)
    has_digests = scheme.digest_column in table.columns
    rows = _once_each(scheme, table, token, duplicates)
    n_duplicates = table.n_records - len(rows)
    table, cell_of = table.taken(rows), cell_of[rows]
    counts = np.bincount(cell_of, minlength=scheme.n_cells)
    stays = np.flatnonzero((counts >= scheme.k)[cell_of])
    _require_something(scheme, len(stays), table, cell_of)
    gone = [name for name in (scheme.cell_column, scheme.digest_column, token) if name in table.columns]
    whole = _with_values(scheme, table.dropped([name for name in gone if name is not None]), cell_of)
    roles = roles_beside(scheme, whole, identifiers, confidential, insensitive)
    shuffled = np.random.default_rng(secrets.randbits(128)).permutation(stays).astype(np.int64)
    released = whole.taken(shuffled).dropped(roles.identifiers).trimmed()
    for table_before in earlier:
        few = grown_by_few(released, table_before, scheme.columns, scheme.k)
        shuffled = np.delete(shuffled, few)
        released = released.taken(np.delete(np.arange(released.n_records, dtype=np.int64), few))
    _require_something(scheme, released.n_records, table, cell_of)
    sizes = class_sizes(released, scheme.columns)
    KAnonymity(scheme.k).require_kept(sizes, "the released table")
    left_out = {"n_duplicates": n_duplicates, "n_wrong_cells": n_wrong}
    attained = attained_of(scheme, counts, cell_of[shuffled], int(sizes.min()), left_out)
    privacy = _privacy(released, roles, scheme.k)
    said = (
        *warnings_of(whole.taken(shuffled), roles),
        *_privacy_warnings(privacy),
        *warnings_about(attained, has_token=token is not None, has_digests=has_digests),
        *formula_warnings(released.columns, formula_counts(released), were_quoted=quote_formulas),
    )
    released = quoted(released) if quote_formulas else released
    return Collected(released, attained, privacy, said, scheme.columns, scheme.k)


def _require_something(scheme: Scheme, n_released: int, table: Table, cell_of: IntArray) -> None:
    if n_released == 0:
        n_frame, share = int(scheme.frame_counts.sum()), mean_share(scheme)
        raise PromiseNotKept(
            f"{table.origin.name}: no cell got k = {scheme.k} answers that may be shown, so there is nothing to "
            f"release. {len(cell_of):,} of {n_frame:,} members of the frame answered, a share of "
            f"{len(cell_of) / n_frame:.3g}; the cells were designed for {share:.3g}. Wait for more answers."
        )


def _refuse_own_values(scheme: Scheme, table: Table) -> None:
    """Respondents keep their quasi-identifiers to themselves: a table that has them must not even be here."""
    own = {_plain(name) for name in scheme.columns}
    shown = [name for name in table.columns if _plain(name) in own]
    if shown:
        raise RolesError(
            f"{table.origin.name} holds {listed(shown)}, which respondents keep to themselves: the cell takes their "
            "place. Delete these columns, and tell the respondents."
        )


def _plain(text: object) -> str:
    """What is left when case, spaces and ways to write the same sign do not count: so people type."""
    return "".join(unicodedata.normalize("NFKC", str(text)).split()).casefold()


def _with_cells(scheme: Scheme, table: Table, policy: str | WrongCells) -> tuple[Table, IntArray, int]:
    """The answers that name a cell, the cells, and how many answers were left out because they do not."""
    try:
        chosen = WrongCells(policy)
    except ValueError:
        raise ParameterError("wrong_cells must be 'refuse' or 'leave-out'.") from None
    if scheme.cell_column not in table.columns:
        raise TableError(table.unknown_column(scheme.cell_column))
    cell_of = scheme.cells_in(table)
    known = cell_of != NO_CELL
    if chosen is WrongCells.LEAVE_OUT:
        rows = np.flatnonzero(known).astype(np.int64)
        return table.taken(rows), cell_of[rows], table.n_records - len(rows)
    header, void = table.origin.has_header_row, table.missing(scheme.cell_column)
    if void.any():
        raise MissingValuesError(
            f"{found(int(void.sum()), 'answer', 'answers')} of {table.origin.name} "
            f"{'names' if void.sum() == 1 else 'name'} no cell, the first in {first_row(void, header=header)}. Leave "
            "such answers out (wrong_cells='leave-out'), or ask again."
        )
    if not known.all():
        raise TableError(
            f"{found(int((~known).sum()), 'answer names', 'answers name')} a cell that does not exist, the first in "
            f"{first_row(~known, header=header)}. {scheme.why_not(table, np.flatnonzero(~known))}"
        )
    return table, cell_of, 0


def _refuse_other_digests(scheme: Scheme, table: Table) -> None:
    if scheme.digest_column not in table.columns:
        return
    codes, values = table.codes(scheme.digest_column)
    same = np.array([*(str(value).strip() in scheme.digests for value in values), False], dtype=np.bool_)[codes]
    if not same.all():
        raise TableError(
            f"{found(int((~same).sum()), 'answer does', 'answers do')} not carry the digest of this design, the first "
            f"in {first_row(~same, header=table.origin.has_header_row)}. They belong to another one, in which the "
            "cells are others. Collect them with that."
        )


def _once_each(scheme: Scheme, table: Table, token: str | None, duplicates: str | Duplicates) -> IntArray:
    """The rows that count, in their order."""
    try:
        policy = Duplicates(duplicates)
    except ValueError:
        raise ParameterError("duplicates must be 'refuse', 'first' or 'last'.") from None
    everything = np.arange(table.n_records, dtype=np.int64)
    if token is None:
        if policy is not Duplicates.REFUSE:
            raise ParameterError("Duplicates are told by a token column, and none is named. Name it (token).")
        return everything
    if token in (scheme.cell_column, scheme.digest_column) or token not in table.columns:
        raise RolesError(f"The token cannot be column '{token}'. {table.unknown_column(token)}")
    codes = _people(table, token)
    header = table.origin.has_header_row
    if (codes < 0).any():
        raise MissingValuesError(
            f"{found(int((codes < 0).sum()), 'answer has', 'answers have')} no token in '{token}', the first in "
            f"{first_row(codes < 0, header=header)}. Delete these rows, or collect without tokens."
        )
    order = everything if policy is not Duplicates.LAST else everything[::-1]
    kept = np.sort(order[np.unique(codes[order], return_index=True)[1]])
    n_again = table.n_records - len(kept)
    if n_again and policy is Duplicates.REFUSE:
        again = np.ones(table.n_records, dtype=np.bool_)
        again[kept] = False
        raise TableError(
            f"{found(n_again, 'answer was', 'answers were')} sent again by somebody who had answered "
            f"(column '{token}'), the first in {first_row(again, header=header)}. Counted twice, nobody hides anybody: "
            "say which one counts (duplicates='first' or duplicates='last')."
        )
    return kept


def _people(table: Table, token: str) -> IntArray:
    """Codes of the tokens: whoever adds a space or a capital letter to their token is still the same person."""
    codes, values = table.codes(token)
    numbered: dict[str, int] = {}
    same = [numbered.setdefault(_plain(value), len(numbered)) for value in values]
    person_of: IntArray = np.array([*same, -1], dtype=np.int64)[codes]
    return person_of


def _with_values(scheme: Scheme, table: Table, cell_of: IntArray) -> Table:
    """The answers with the values of their cells in front."""
    values = scheme.released[cell_of.tolist()]
    return Table.of(pl.concat([values, spelled_frame(table)], how="horizontal"))


def _privacy(released: Table, roles: Roles, k: int) -> Audit:
    """Measured on what is released. Answers that nobody gave a role are what was asked: confidential until told."""
    return audit(
        released,
        quasi_identifiers=roles.quasi_identifiers,
        confidential=(*roles.confidential, *roles.unnamed),
        by=roles.stratum,
        k=k,
    )


def _privacy_warnings(privacy: Audit) -> list[str]:
    """Classes in which everybody gave the same answer; where the whole table did, that is said too."""
    return [single_value_warning(asdict(facts)) for facts in privacy.confidential if facts.n_single_classes]
