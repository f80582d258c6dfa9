"""Collecting: what respondents sent back, counted by cell, and released where at least k answered.

Cells with 1..k−1 answers are withheld. The organiser learns how many, but not which. (The design is public, so
everybody sees which cells a release lacks, but not which of these had answers.) Released answers get the values of
their cell's centroid, and the promise is counted again on the file as it is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, ParameterError, PromiseNotKept, RolesError, Setting, TableError
from shoal.guarantee import KAnonymity
from shoal.journey.audit import audit
from shoal.quantizer.application import class_sizes, warnings_of
from shoal.release.release import write_counted
from shoal.release.report.audit_facts import Audit
from shoal.release.wording import single_value_warning
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.collection.answering import roles_beside, spelled_frame
from shoal.survey.collection.attained import Attained, attained_of, warnings_about
from shoal.survey.collection.earlier_releases import grown_by_few
from shoal.survey.collection.issued import GUESSED_BELOW, NOT_ISSUED, IssuedTokens, issued_tokens, spelled_alike
from shoal.survey.collection.release_note import write_note
from shoal.survey.collection.respondents import (
    REMEDY,
    CountedBy,
    Duplicates,
    counted_words,
    once_each,
    people_in,
    refuse_forgotten_tokens,
    require_token_column,
)
from shoal.survey.collection.schemes import scheme_of
from shoal.survey.shared.few_answers import mean_share
from shoal.survey.shared.scheme import NO_CELL, Scheme
from shoal.survey.specification.specification import Specification
from shoal.table.formulas import formula_counts, formula_warnings, quoted
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles
from shoal.table.sources import table_of
from shoal.table.wording import first_row, found, listed


class WrongCells(StrEnum):
    """What happens to an answer that names no cell, or one that does not exist."""

    REFUSE = "refuse"
    LEAVE_OUT = "leave-out"


class Overfull(StrEnum):
    """What happens when a cell has more answers than the frame has members there."""

    REFUSE = "refuse"
    WITHHOLD = "withhold"


@dataclass(frozen=True)
class Collected:
    """The release of a survey."""

    released: Table = field(repr=False)
    attained: Attained
    privacy: Audit = field(repr=False)  # what an attacker learns about the answers who finds a class
    warnings: tuple[str, ...]
    counted_columns: tuple[str, ...]
    k: int
    counted_by: CountedBy
    design: str  # its digest

    @property
    def table(self) -> Any:
        """The released table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()

    def write(self, path: str | Path) -> tuple[Path, Path]:
        """Write the table, and beside it a file that says how its answers were counted.

        A table that does not keep the promise as it is written never gets its final name.
        """
        target = Path(path)
        write_counted(self.released, target, KAnonymity(self.k), self.counted_columns)
        return target, write_note(target, self.k, self.design, self.attained, self.counted_by)


def collect(
    specification: Specification | BoxDesign,
    answers: Any,
    *,
    token: str | None = None,
    issued: Any = None,
    trust_answers: bool = False,
    duplicates: str | Duplicates = Duplicates.REFUSE,
    wrong_cells: str | WrongCells = WrongCells.REFUSE,
    overfull: str | Overfull = Overfull.REFUSE,
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

    Parameters
    ----------
    answers : a table with a column 'cell' (of a paper form: 'code'). If it has a column 'specification' (of a paper
        form: 'form'), every digest in it must be that of the design. All other columns are published, except
        ``identifiers``; a column that looks identifying needs a role.
    token : the column that tells respondents apart. It is not published.
    issued : the list of issued tokens: the issued.json of `shoal issue`, the code-ids.json of `shoal tokens codes`, or
        a table of tokens. Answers without an issued token are left out and counted. Without a list nobody can tell
        invented answers from real ones, so such tables are refused.
    trust_answers : collect without a list of issued tokens all the same. Invented answers then count towards k.
    duplicates : when a token comes twice, count the 'first' or the 'last' answer, or 'refuse' the table.
    wrong_cells : 'refuse' answers without a cell that exists, or 'leave-out': they are left out and counted.
    overfull : 'refuse' a table with more answers in a cell than the frame has members there, or 'withhold' such cells.
    earlier : tables that were released from the same survey before. A class is withheld if fewer than k of its answers
        have changed since, because the difference would show them.
    quote_formulas : put an apostrophe before texts that a spreadsheet program would run as formulas.
    """
    scheme = scheme_of(specification)
    policy = _overfull_policy(overfull)
    table = table_of(answers, encoding=encoding, delimiter=delimiter, na=na, sheet=sheet)
    _refuse_own_values(scheme, table)
    if issued is None and not trust_answers:
        _refuse_unlisted(scheme, token)
    counted = _counted(scheme, table, token, issued, duplicates, wrong_cells)
    if token is None:
        refuse_forgotten_tokens(table, (*identifiers, *confidential, *insensitive))
    has_digests = scheme.digest_column in table.columns
    table, cell_of = table.taken(counted.rows), counted.cell_of[counted.rows]
    counts = np.bincount(cell_of, minlength=scheme.n_cells)
    stays = np.flatnonzero(_releasable(scheme, counts, policy)[cell_of])
    _require_something(scheme, len(stays), table, cell_of, counted.left_out)
    gone = [name for name in (scheme.cell_column, scheme.digest_column, token) if name is not None]
    whole = _with_values(scheme, table, gone, cell_of)
    roles = roles_beside(scheme, whole, identifiers, confidential, insensitive)
    shuffled = np.random.default_rng(secrets.randbits(128)).permutation(stays).astype(np.int64)
    released = whole.taken(shuffled).dropped(roles.identifiers).trimmed()
    for table_before in earlier:
        few = grown_by_few(released, table_before, scheme.columns, scheme.k)
        shuffled = np.delete(shuffled, few)
        released = released.taken(np.delete(np.arange(released.n_records, dtype=np.int64), few))
    _require_something(scheme, released.n_records, table, cell_of, counted.left_out)
    sizes = class_sizes(released, scheme.columns)
    KAnonymity(scheme.k).require_kept(sizes, "the released table")
    attained = attained_of(scheme, counts, cell_of[shuffled], int(sizes.min()), counted.left_out)
    privacy = _privacy(released, roles, scheme.k)
    said = (
        *_token_warnings(scheme, counted),
        *warnings_of(whole.taken(shuffled), roles),
        *_privacy_warnings(privacy),
        *warnings_about(attained, has_digests=has_digests, is_dependent=scheme.dependence is not None),
        *formula_warnings(released.columns, formula_counts(released), were_quoted=quote_formulas),
    )
    released = quoted(released) if quote_formulas else released
    return Collected(released, attained, privacy, said, scheme.columns, scheme.k, counted.by, scheme.digest)


def _overfull_policy(policy: str | Overfull) -> Overfull:
    try:
        return Overfull(policy)
    except ValueError:
        raise ParameterError(Setting("overfull"), " must be 'refuse' or 'withhold'.") from None


def _refuse_unlisted(scheme: Scheme, token: str | None) -> None:
    """Without a list of issued tokens k counts rows, and anybody who can add rows can fill a cell."""
    by = CountedBy.NOTHING if token is None else CountedBy.ANY_TOKEN
    raise ParameterError(
        f"There is no list of issued tokens. {counted_words(by, scheme.k)}",
        parameter="issued",
        hint=(REMEDY, " If you trust everybody who could have added answers, say so (", Setting("trust_answers"), ")."),
    )


def _releasable(scheme: Scheme, counts: IntArray, policy: Overfull) -> BoolArray:
    """The cells with k answers or more; cells with more answers than members are refused, or are none of them."""
    overfull = counts > scheme.frame_counts
    if overfull.any() and policy is Overfull.REFUSE:
        raise TableError(
            f"{found(int(overfull.sum()), 'cell has', 'cells have')} more answers than members of the frame. Somebody "
            "answered twice, chose a wrong cell, is not in the frame, or invented answers. So nobody knows how many "
            "people stand behind these answers.",
            count=overfull.sum(),
            hint=("Withhold such cells (", Setting("overfull", "withhold"), "), or find out what happened."),
        )
    releasable: BoolArray = (counts >= scheme.k) & ~overfull
    return releasable


@dataclass(frozen=True)
class _Counted:
    """The rows that count, the cell of every row, and how many rows were left out for which reason."""

    rows: IntArray
    cell_of: IntArray
    left_out: dict[str, int]
    by: CountedBy
    issued: IssuedTokens | None


def _counted(
    scheme: Scheme,
    table: Table,
    token: str | None,
    issued: Any,
    duplicates: str,
    wrong_cells: str,
) -> _Counted:
    """Tokens first: an answer that does not count cannot stop the others, whatever it holds."""
    require_token_column(scheme, table, token, duplicates, has_list=issued is not None)
    by, tokens, people = CountedBy.NOTHING, None, None
    counts = np.ones(table.n_records, dtype=np.bool_)
    if token is not None:
        tokens = None if issued is None else issued_tokens(issued, scheme, token)
        by = CountedBy.ANY_TOKEN if tokens is None else CountedBy.ISSUED
        people = people_in(table, token, tokens)
        counts = people != NOT_ISSUED
    n_not_issued = int((~counts).sum())
    _refuse_other_digests(scheme, table, counts)  # in another design the same number is another cell, or none
    cell_of = _cells(scheme, table, counts, wrong_cells)
    n_wrong = int((counts & (cell_of == NO_CELL)).sum())
    counts &= cell_of != NO_CELL
    rows = np.flatnonzero(counts).astype(np.int64)
    if token is not None and people is not None:
        rows = once_each(table, token, people, counts, duplicates)
    n_again = int(counts.sum()) - len(rows)
    left_out = {"n_duplicates": n_again, "n_wrong_cells": n_wrong, "n_not_issued": n_not_issued}
    return _Counted(rows, cell_of, left_out, by, tokens)


def _token_warnings(scheme: Scheme, counted: _Counted) -> list[str]:
    """What the organiser should know about how people were told apart."""
    tokens, n_out = counted.issued, counted.left_out["n_not_issued"]
    if tokens is None:
        return [f"{counted_words(counted.by, scheme.k)} {REMEDY}"]
    said = []
    if n_out:
        said.append(
            f"{found(n_out, 'answer was', 'answers were')} left out because the token was not issued, or is missing: "
            "a token was miscopied, or somebody invented answers."
        )
    n_frame = int(scheme.frame_counts.sum())
    if tokens.n_tokens > n_frame:
        said.append(
            f"{tokens.n_tokens:,} tokens were issued, and the frame has {n_frame:,} members. Spare tokens can be used "
            "for invented answers."
        )
    if tokens.n_short:
        said.append(
            f"{found(tokens.n_short, 'token has', 'tokens have')} fewer than {GUESSED_BELOW} signs and can be guessed, "
            "so invented answers may have been counted. shoal issue makes tokens that cannot be guessed."
        )
    return said


def _require_something(
    scheme: Scheme, n_released: int, table: Table, cell_of: IntArray, left_out: dict[str, int]
) -> None:
    if n_released == 0:
        n_frame, share, n_out = int(scheme.frame_counts.sum()), mean_share(scheme), left_out["n_not_issued"]
        raise PromiseNotKept(
            f"{table.origin.name}: no cell got k = {scheme.k} answers that may be shown, so there is nothing to "
            f"release. {len(cell_of):,} of {n_frame:,} members of the frame answered, a share of "
            f"{len(cell_of) / n_frame:.3g}; the cells were designed for {share:.3g}."
            + (f" {found(n_out, 'answer', 'answers')} without an issued token did not count." if n_out else "")
            + " Wait for more answers."
        )


def _refuse_own_values(scheme: Scheme, table: Table) -> None:
    """Respondents keep their quasi-identifiers to themselves: a table that has them must not even be here."""
    own = {spelled_alike(name) for name in scheme.columns}
    shown = [name for name in table.columns if spelled_alike(name) in own]
    if shown:
        raise RolesError(
            f"{table.origin.name} holds {listed(shown)}. Respondents are not to send these values: the cell takes "
            "their place.",
            column=shown,
            hint="Delete these columns, and tell the respondents.",
        )


def _cells(scheme: Scheme, table: Table, counts: BoolArray, policy: str | WrongCells) -> IntArray:
    """The cell of every answer, −1 where it names none that exists; such answers are refused if the policy says so."""
    try:
        chosen = WrongCells(policy)
    except ValueError:
        raise ParameterError(Setting("wrong_cells"), " must be 'refuse' or 'leave-out'.") from None
    if scheme.cell_column not in table.columns:
        raise table.unknown_column(scheme.cell_column)
    cell_of = scheme.cells_in(table)
    if chosen is WrongCells.LEAVE_OUT:
        return cell_of
    header, void = table.origin.has_header_row, table.missing(scheme.cell_column) & counts
    unknown = (cell_of == NO_CELL) & counts
    if void.any():
        raise MissingValuesError(
            f"{found(int(void.sum()), 'answer', 'answers')} of {table.origin.name} "
            f"{'names' if void.sum() == 1 else 'name'} no cell, the first in {first_row(void, header=header)}.",
            count=void.sum(),
            hint=("Leave such answers out (", Setting("wrong_cells", "leave-out"), "), or ask again."),
        )
    if unknown.any():
        raise TableError(
            f"{found(int(unknown.sum()), 'answer names', 'answers name')} a cell that does not exist, the first in "
            f"{first_row(unknown, header=header)}.",
            count=unknown.sum(),
            hint=scheme.why_not(table, np.flatnonzero(unknown)),
        )
    return cell_of


def _refuse_other_digests(scheme: Scheme, table: Table, counts: BoolArray) -> None:
    if scheme.digest_column not in table.columns:
        return
    codes, values = table.codes(scheme.digest_column)
    same = np.array([*(str(value).strip() in scheme.digests for value in values), False], dtype=np.bool_)[codes]
    other = ~same & counts
    if other.any():
        raise TableError(
            f"{found(int(other.sum()), 'answer does', 'answers do')} not carry the digest of this design, the "
            f"first in {first_row(other, header=table.origin.has_header_row)}. They belong to another design, "
            "which has other cells.",
            count=other.sum(),
            hint="Collect them with that design.",
        )


def _with_values(scheme: Scheme, table: Table, gone: Sequence[str], cell_of: IntArray) -> Table:
    """The answers, without the columns in ``gone``, and with the values of their cells in front."""
    values = scheme.released[cell_of.tolist()]
    others = [name for name in table.columns if name not in gone]  # may be none: a slip can hold the code alone
    return table_of(pl.concat([values, spelled_frame(table).select(others)], how="horizontal") if others else values)


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
