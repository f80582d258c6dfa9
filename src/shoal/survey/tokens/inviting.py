"""Invitations for a list of people: a code for each, in the organiser's file for letters and e-mails.

Two files come out, and they are kept apart. The organiser has names and codes. The issuer has hashes of codes, and sees
later which of them were used. Neither ever sees a token.
"""

from __future__ import annotations

import polars as pl

from shoal.errors import RolesError, TableError, WrongUse
from shoal.survey.tokens.codes import new_codes
from shoal.survey.tokens.survey_digest import digest_bytes
from shoal.table.wording import found

CODE_COLUMN, LINK_COLUMN, SURVEY_COLUMN = "invitation", "link", "survey"
FRAGMENT = "#invitation="  # what follows # stays in the browser: no server on the way sees the code
SURVEY_PART = "&survey="  # the page compares it with the survey that a server gave it


def invited(people: pl.DataFrame, link: str | None = None, survey_digest: str | None = None) -> pl.DataFrame:
    """The people with a secret invitation each; with a link that holds it, if there is a page; with the digest."""
    given = {LINK_COLUMN: link, SURVEY_COLUMN: survey_digest}
    written = (CODE_COLUMN, *(name for name, value in given.items() if value is not None))
    for name in written:
        if name in people.columns:
            raise RolesError(f"The list has a column '{name}' already, which is written here.", column=name)
    if people.height == 0:
        raise TableError("The list has no rows, so nobody is invited.")
    n_twice = people.height - people.unique().height
    if n_twice:
        raise TableError(
            f"{found(n_twice, 'row repeats', 'rows repeat')} another one. A person who is in the list twice would get "
            "two invitations, and could answer twice.",
            count=n_twice,
            hint="Delete the rows, or add a column in which they differ.",
        )
    if link is not None and ("#" in link or not link.startswith(("https://", "http://"))):
        raise WrongUse("The link must be the address of the survey's page: https://…, without a # in it.")
    digest = None if survey_digest is None else digest_bytes(survey_digest).hex()
    codes = pl.Series(CODE_COLUMN, new_codes(people.height))
    columns: list[pl.Series | pl.Expr] = [codes]
    if link is not None:
        end = "" if digest is None else f"{SURVEY_PART}{digest}"
        columns.append((f"{link}{FRAGMENT}" + codes + end).alias(LINK_COLUMN))
    if digest is not None:
        columns.append(pl.lit(digest).alias(SURVEY_COLUMN))
    return people.with_columns(columns)
