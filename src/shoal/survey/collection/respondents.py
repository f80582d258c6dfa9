"""Respondents: which answers of a table count, so that every person counts once.

How sure it is that k answers come from k people depends on what the organiser has: a list of issued tokens, tokens
that nobody has a list of, or nothing. What that means for the release is said in words, on the screen and beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from shoal.arrays import BoolArray, IntArray
from shoal.errors import MissingValuesError, ParameterError, RolesError, Setting, TableError
from shoal.survey.collection.issued import NOT_ISSUED, IssuedTokens, spelled_alike
from shoal.survey.shared.scheme import Scheme
from shoal.table.frames.table import Table
from shoal.table.wording import found

TOKEN_NAMES = ("token", "tokens")  # what a column of tokens is usually called


class Duplicates(StrEnum):
    """What happens when a respondent's token comes twice."""

    REFUSE = "refuse"
    FIRST = "first"
    LAST = "last"


class CountedBy(StrEnum):
    """What tells one respondent from another."""

    ISSUED = "issued tokens"
    ANY_TOKEN = "any token"
    NOTHING = "nothing"


def require_token_column(scheme: Scheme, table: Table, token: str | None, duplicates: str, *, has_list: bool) -> None:
    """Refuse a column that cannot hold tokens, and options that need tokens when none are named."""
    if duplicates not in list(Duplicates):
        raise ParameterError(Setting("duplicates"), " must be 'refuse', 'first' or 'last'.")
    if token is None:
        if has_list:
            raise ParameterError(
                "There is a list of issued tokens, and no column of tokens is named.",
                parameter="token",
                hint=("Name it (", Setting("token"), ")."),
            )
        if duplicates != Duplicates.REFUSE:
            raise ParameterError(
                "Duplicates are found by a column of tokens, and none is named.",
                parameter="token",
                hint=("Name it (", Setting("token"), ")."),
            )
    elif token in (scheme.cell_column, scheme.digest_column) or token not in table.columns:
        raise table.unknown_column(token, parameter="token", kind=RolesError)


def refuse_forgotten_tokens(table: Table, named: Sequence[str]) -> None:
    """Without tokens: refuse a column that is called like one and has no other role."""
    likely = [name for name in table.columns if spelled_alike(name) in TOKEN_NAMES and name not in named]
    if likely:
        raise RolesError(
            f"{table.origin.name} has a column '{likely[0]}', and no column of tokens is named.",
            parameter="token",
            column=likely[0],
            hint=(
                "If it holds tokens, name it (",
                Setting("token"),
                "), so that everybody counts once. If not, give it a role, or rename it.",
            ),
        )


def people_in(table: Table, token: str, issued: IssuedTokens | None) -> IntArray:
    """A number for each answer's person; −1 where there is no token, or it was not issued.

    Somebody who adds a space or a capital letter to their token is still the same person.
    """
    if issued is not None:
        return issued.numbers(table, token)
    codes, values = table.codes(token)
    numbered: dict[str, int] = {}
    same = [numbered.setdefault(spelled_alike(value), len(numbered)) for value in values]
    people: IntArray = np.array([*same, NOT_ISSUED], dtype=np.int64)[codes]
    missing = people == NOT_ISSUED
    if missing.any():
        raise MissingValuesError(
            f"{found(int(missing.sum()), 'answer has', 'answers have')} no token in '{token}', "
            f"{table.first_at(missing)}.",
            column=token,
            count=missing.sum(),
            hint="Delete these rows, or collect without tokens.",
        )
    return people


def once_each(table: Table, token: str, people: IntArray, counts: BoolArray, duplicates: str) -> IntArray:
    """Of the rows that count so far, one for each person, in their order."""
    rows = np.flatnonzero(counts).astype(np.int64)
    order = rows[::-1] if duplicates == Duplicates.LAST else rows
    kept = np.sort(order[np.unique(people[order], return_index=True)[1]])
    if len(kept) < len(rows) and duplicates == Duplicates.REFUSE:
        again = counts.copy()
        again[kept] = False
        raise TableError(
            f"{found(int(again.sum()), 'answer was', 'answers were')} sent again by somebody who had answered "
            f"(column '{token}'), {table.first_at(again)}. One person "
            "must not count twice.",
            column=token,
            count=again.sum(),
            hint=(
                "Say which answer counts (",
                Setting("duplicates", "first"),
                " or ",
                Setting("duplicates", "last"),
                ").",
            ),
        )
    return kept


def counted_words(by: CountedBy, k: int) -> str:
    """How sure it is that k answers are k people: what readers of the release must know."""
    if by is CountedBy.ISSUED:
        return (
            f"Only answers with an issued token were counted, each token once. So at least {k} holders of tokens "
            "stand behind every released class. Somebody who holds the tokens of several people could still answer in "
            "their place."
        )
    checked = (
        "Tokens were not compared with a list of issued ones, so an invented token counted like a real one."
        if by is CountedBy.ANY_TOKEN
        else "No tokens were used, so somebody who answered twice counts twice."
    )
    return (
        f"{checked} Somebody who can add answers, for example a helper of the organiser, could invent {k - 1} answers "
        "for a cell in which one person answered: the cell would be released, and anybody who knows the invented "
        "answers would see the real one."
    )


REMEDY = (
    "Before the survey, issue secret tokens (shoal issue) and give one to each person. Then collect with --token and "
    "--issued."
)
