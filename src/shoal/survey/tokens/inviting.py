"""Invitations for a list of people: a code for each, in the organiser's file for letters and e-mails.

Two files come out, and they are kept apart. The organiser has names and codes. The issuer has hashes of codes, and sees
later which of them were used. Neither ever sees a token.
"""

from __future__ import annotations

import polars as pl

from shoal.errors import RolesError, TableError, WrongUse
from shoal.survey.tokens.codes import new_codes
from shoal.table.wording import found

CODE_COLUMN, LINK_COLUMN = "invitation", "link"
FRAGMENT = "#invitation="  # what follows # stays in the browser: no server on the way sees the code


def invited(people: pl.DataFrame, link: str | None = None) -> pl.DataFrame:
    """The people with a secret invitation each, and with a link that holds it, if there is a page."""
    written = (CODE_COLUMN, *(() if link is None else (LINK_COLUMN,)))
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
    codes = pl.Series(CODE_COLUMN, new_codes(people.height))
    columns = [codes] if link is None else [codes, (f"{link}{FRAGMENT}" + codes).alias(LINK_COLUMN)]
    return people.with_columns(columns)
