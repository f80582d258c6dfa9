"""Collecting: what respondents sent back, counted by cell, and released where at least k answered (`releasing.py`).

(The design is public, so everybody sees which cells a release lacks, but not which of these had answers.)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, ParameterError, RolesError, Setting, TableError
from shoal.release.confidential.asked import AskedPromises, ByColumn
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.collection.answer_files import answer_table
from shoal.survey.collection.facts import AboutSurvey
from shoal.survey.collection.issued import GUESSED_BELOW, NOT_ISSUED, IssuedTokens, issued_tokens, spelled_alike
from shoal.survey.collection.releasing import (
    Collected,
    CountedAnswers,
    Few,
    Overfull,
    ReleaseWishes,
    few_policy,
    overfull_policy,
    released_answers,
)
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
from shoal.survey.collection.saving import release_suffix
from shoal.survey.collection.schemes import scheme_of
from shoal.survey.shared.scheme import NO_CELL, Scheme
from shoal.survey.specification.specification import Specification
from shoal.table.frames.table import Table
from shoal.table.wording import found, listed

UNTITLED = "A survey"
NOT_COUNTED = {
    "n_not_issued": "its token was not issued, or is missing",
    "n_wrong_cells": "it names no cell of the design",
    "n_duplicates": "its token comes more than once",
}


class WrongCells(StrEnum):
    """What happens to an answer that names no cell, or one that does not exist."""

    REFUSE = "refuse"
    LEAVE_OUT = "leave-out"


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
    few: str | Few = Few.WITHHOLD,
    earlier: Sequence[Any] = (),
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    diversity: ByColumn | None = None,
    closeness: ByColumn | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Sequence[str] = (),
    sheet: str | int | None = None,
    quote_formulas: bool = False,
) -> Collected:
    """Count the answers to a survey by cell, and release those of cells with at least k.

    Parameters
    ----------
    answers : a table with a column 'cell' (of a paper form: 'code'): a frame, a file, a folder, a pattern, or a list
        of these. If it has a column 'specification' (of a paper form: 'form'), every digest in it must be that of the
        design. All other columns are published, except ``identifiers``; a column that looks identifying needs a role.
    token : the column that tells respondents apart. It is not published.
    issued : the list of issued tokens: the issued.json of `shoal issue`, the code-ids.json of `shoal tokens codes`, or
        a table of tokens. Answers without an issued token are left out and counted. Without a list nobody can tell
        invented answers from real ones, so such tables are refused.
    trust_answers : collect without a list of issued tokens all the same. Invented answers then count towards k.
    duplicates : when a token comes twice, count the 'first' or the 'last' answer, or 'refuse' the table.
    wrong_cells : 'refuse' answers without a cell that exists, or 'leave-out': they are left out and counted.
    overfull : 'refuse' a table with more answers in a cell than the frame has members there, or 'withhold' such cells.
    few : 'withhold' cells with fewer than k answers, or 'join' each with the nearest cell that has k or more.
    earlier : tables that were released from the same survey before. A class is withheld if fewer than k of its answers
        have changed since, because the difference would show them.
    diversity, closeness : promises about confidential answers, by column, as of `shoal.anonymize`. Classes that do not
        keep them are withheld.
    quote_formulas : put an apostrophe before texts that a spreadsheet program would run as formulas.
    """
    scheme = scheme_of(specification)
    asked = AskedPromises.of(diversity, closeness)
    named = {"identifiers": identifiers, "confidential": confidential, "insensitive": insensitive}
    named = asked.named_confidential(named)
    wishes = ReleaseWishes(
        overfull_policy(overfull),
        few_policy(few, asked, earlier),
        **named,
        earlier=earlier,
        asked=asked,
        quote_formulas=quote_formulas,
    )
    table = answer_table(answers, encoding=encoding, delimiter=delimiter, na=na, sheet=sheet)
    _refuse_own_values(scheme, table)
    if issued is None and not trust_answers:
        _refuse_unlisted(scheme, token)
    counted = _counted(scheme, table, token, issued, duplicates, wrong_cells)
    if token is None:
        refuse_forgotten_tokens(table, (*identifiers, *confidential, *insensitive))
    own = CountedAnswers(
        scheme,
        table.taken(counted.rows),
        counted.cell_of[counted.rows],
        counted.left_out,
        counted.by,
        tuple(name for name in (scheme.cell_column, scheme.digest_column, token) if name is not None),
        scheme.digest_column in table.columns,
    )
    settings = {
        "overfull": str(wishes.overfull),
        "few": str(wishes.few),
        "wrong_cells": str(wrong_cells),
        "duplicates": str(duplicates),
        "earlier": len(earlier),
        "quote_formulas": quote_formulas,
        "promises": asked.plain(),
    }
    about = _about(specification, table, counted, settings)
    order = np.random.default_rng(secrets.randbits(128))
    return released_answers(own, wishes, order, about, _token_warnings(scheme, counted))


def _about(design: Specification | BoxDesign, table: Table, counted: _Counted, settings: dict[str, Any]) -> AboutSurvey:
    refused = {
        NOT_COUNTED[reason]: int(count) for reason, count in counted.left_out.items() if reason in NOT_COUNTED and count
    }
    return AboutSurvey(
        digests={"specification": design.digest},
        said={"title": design.title or UNTITLED},
        refused=refused,
        source="answers",
        settings=settings,
        numbers={"entries": table.n_records, "answers": len(counted.rows)},
        suffix=release_suffix(table.origin.path),
    )


def _refuse_unlisted(scheme: Scheme, token: str | None) -> None:
    """Without a list of issued tokens k counts rows, and anybody who can add rows can fill a cell."""
    by = CountedBy.NOTHING if token is None else CountedBy.ANY_TOKEN
    raise ParameterError(
        f"There is no list of issued tokens. {counted_words(by, scheme.k)}",
        parameter="issued",
        hint=(REMEDY, " If you trust everybody who could have added answers, say so (", Setting("trust_answers"), ")."),
    )


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
    void = table.missing(scheme.cell_column) & counts
    unknown = (cell_of == NO_CELL) & counts
    if void.any():
        raise MissingValuesError(
            f"{found(int(void.sum()), 'answer', 'answers')} of {table.origin.name} "
            f"{'names' if void.sum() == 1 else 'name'} no cell, {table.first_at(void)}.",
            count=void.sum(),
            hint=("Leave such answers out (", Setting("wrong_cells", "leave-out"), "), or ask again."),
        )
    if unknown.any():
        raise TableError(
            f"{found(int(unknown.sum()), 'answer names', 'answers name')} a cell that does not exist, "
            f"{table.first_at(unknown)}.",
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
            f"{found(int(other.sum()), 'answer does', 'answers do')} not carry the digest of this design, "
            f"{table.first_at(other)}. They belong to another design, "
            "which has other cells.",
            count=other.sum(),
            hint="Collect them with that design.",
        )
