"""What a column probably is to an attacker: its role, the reason, and whether somebody has to judge it first.

A column about which nothing is known is proposed as quasi-identifying: hiding it needlessly costs some loss, publishing
it by mistake costs somebody's privacy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import IntArray
from shoal.table.frames.columns import TEMPORAL, ColumnKind
from shoal.table.frames.table import Table
from shoal.table.roles.checks import MEASURED_WORDS, looks_measured, stray_texts
from shoal.table.roles.column_words import Meanings, meanings_of
from shoal.table.roles.identifying import FEWEST_RECORDS, distinct_share, looks_identifying, shared_by_few
from shoal.table.roles.roles import Role
from shoal.table.wording import found

JOIN_KEY_SHARE = 0.5  # of the records have a value of their own: more people are found by it for certain than not
USUAL_K = 5  # the k that guidelines name most often; a number that fewer records share is a household's or a person's
FEWEST_FOR_NUMBERS = 20 * USUAL_K  # records; in a smaller table a count of something repeats as little as a number
# Records that share the number of a household, on average. The largest mean size of households in any country is 8.3
# (United Nations, Database on Household Size and Composition, 2019).
MOST_MEMBERS = 10
LIGHTEST_ADULT_KG = 25.0  # whole tables of adults have a median far above it; sample weights are mostly scaled to 1


@dataclass(frozen=True)
class Judgement:
    """A proposed role and its reason. ``unjudged``: no strong reason, so the steward has to judge it."""

    role: Role
    why: str
    unjudged: bool = False


def judge(table: Table, column: str) -> Judgement:
    """The role that name and values of a column speak for."""
    meanings = meanings_of(column)
    if table.kind(column) == ColumnKind.OTHER:
        why = "Mixed or nested values cannot be judged, so it is dropped unless you say otherwise."
        return Judgement(Role.IDENTIFYING, why, unjudged=True)
    return (
        _as_weight(table, column, meanings)
        or _as_household(table, column, meanings)
        or _as_identifying(table, column, meanings)
        or _as_known(table, column, meanings)
        or _as_unknown(table, column)
    )


def is_join_key(codes: IntArray) -> bool:
    """Whether most records have a unique value, so that anybody who knows the value finds the record.

    ``codes`` are the faithful codes of the column.
    """
    return shared_by_few(codes, 2) >= JOIN_KEY_SHARE * len(codes)


def _as_weight(table: Table, column: str, meanings: Meanings) -> Judgement | None:
    """A weight is that of a body, which others see, or how many people the record stands for."""
    if "sample_weight" in meanings.sure and _positive(table, column):
        return Judgement(Role.WEIGHT, "Its name says that it counts the people a record stands for.")
    if "weight" not in meanings.sure:
        return None
    if "unit_of_mass" in meanings.sure:
        return Judgement(Role.QUASI_IDENTIFYING, "The weight of a body (its unit is in the name): others can see it.")
    if any("height" in meanings_of(other).sure for other in table.columns):
        return Judgement(Role.QUASI_IDENTIFYING, "The weight of a body (a height stands beside it): others can see it.")
    if _positive(table, column) and np.median(table.numbers(column)) < LIGHTEST_ADULT_KG:
        why = (
            "A record weight, it seems: too small for the weights of adults. It is published as it is. If it is the "
            "weight of a body, make it quasi_identifying."
        )
        return Judgement(Role.WEIGHT, why, unjudged=True)
    why = "The weight of a body, or the number of people that the record stands for? In that case make it weight."
    return Judgement(Role.QUASI_IDENTIFYING, why, unjudged=True)


def _as_household(table: Table, column: str, meanings: Meanings) -> Judgement | None:
    """Numbers of households: several records have one, and no more than live together."""
    by_name = "household_number" in meanings.sure
    alone = "household_alone" in meanings.sure and table.n_records >= FEWEST_FOR_NUMBERS
    if not (by_name or alone) or table.missing(column).any():
        return None
    if not 1 / MOST_MEMBERS <= distinct_share(table, column) < 1.0:
        return None
    why = (
        "It says who lives together, it seems. It is dropped, k counts households, and their members stay together; "
        'with members = "counted" they may be in different classes, which costs less where they differ. If k is to '
        "count records, make it identifying."
    )
    return Judgement(Role.HOUSEHOLD, why, unjudged=not by_name)


def one_household(table: Table, judged: dict[str, Judgement]) -> dict[str, Judgement]:
    """The same with at most one column of households: the one with fewest of them. Others are dropped."""
    columns = [column for column, judgement in judged.items() if judgement.role is Role.HOUSEHOLD]
    if len(columns) < 2:
        return judged
    chosen = min(columns, key=lambda column: distinct_share(table, column))
    why = "It says who belongs together, as another column does, whose groups are larger. k can count one of the two."
    dropped = Judgement(Role.IDENTIFYING, why, unjudged=True)
    return {**judged, **{column: dropped for column in columns if column != chosen}}


def _as_identifying(table: Table, column: str, meanings: Meanings) -> Judgement | None:
    if "birth_date" in meanings.sure:
        return None  # a date of birth can be hidden among others
    reason = looks_identifying(table, column)
    by_name = meanings.identifies or meanings.identifies_if_distinct
    known = meanings.with_role(Role.QUASI_IDENTIFYING) or meanings.with_role(Role.CONFIDENTIAL)
    if reason is not None and (by_name or not known):
        # Read as texts, 12 % and 12 are two values, and measurements look as different as names.
        signs = f" {MEASURED_WORDS}: write plain numbers and ask again." if looks_measured(table, column) else ""
        return Judgement(Role.IDENTIFYING, f"{reason[0].upper()}{reason[1:]}.{signs}")
    is_number = not meanings.sure.isdisjoint(("record_number", "household_number"))
    if is_number and table.n_records >= FEWEST_FOR_NUMBERS and distinct_share(table, column) > 1 / USUAL_K:
        why = (
            f"A number that fewer than {USUAL_K} records share on average: it identifies a household, if not a person."
        )
        return Judgement(Role.IDENTIFYING, why)
    return None


def _as_known(table: Table, column: str, meanings: Meanings) -> Judgement | None:
    quasi, confidential = meanings.with_role(Role.QUASI_IDENTIFYING), meanings.with_role(Role.CONFIDENTIAL)
    if quasi and confidential:
        why = "Its name speaks of something that others know and of something that they should not: judge it."
        return Judgement(Role.QUASI_IDENTIFYING, why, unjudged=True)
    if quasi:
        return Judgement(Role.QUASI_IDENTIFYING, "Outsiders often know this about a person.")
    if table.kind(column) in TEMPORAL:
        return Judgement(Role.QUASI_IDENTIFYING, "A time in a person's life: others were there, or have it on file.")
    if confidential and table.n_records >= FEWEST_RECORDS and is_join_key(table.faithful_codes(column)):
        why = (
            "Its name says that a person would not want it known. But most records have a value of their own. "
            "Published as it is, it would be a join key: anybody who knows a value (from a bill, say) finds the "
            "record. So it is hidden until you judge it. Round it in the table and make it confidential, or leave it, "
            "or drop it."
        )
        return Judgement(Role.QUASI_IDENTIFYING, why, unjudged=True)
    if confidential:
        return Judgement(Role.CONFIDENTIAL, "Its name says that a person would not want it known.")
    return None


def _as_unknown(table: Table, column: str) -> Judgement:
    if not table.missing(column).any() and len(table.codes(column)[1]) == 1:
        return Judgement(Role.INSENSITIVE, "The same in every record, so it distinguishes nobody.")
    kind = _kind_words(table, column)
    why = f"Shoal does not know what it is ({kind}). It is hidden like what outsiders know: judge it."
    return Judgement(Role.QUASI_IDENTIFYING, why, unjudged=True)


def _kind_words(table: Table, column: str) -> str:
    stray = int(stray_texts(table, column).sum())
    if stray:
        return f"numbers, except for {found(stray, 'value', 'values')}"
    return f"{table.kind(column).value}, {len(table.codes(column)[1])} distinct values"


def _positive(table: Table, column: str) -> bool:
    if table.kind(column) not in (ColumnKind.INTEGER, ColumnKind.NUMBER):
        return False
    values = table.codes(column)[1]
    return bool(values) and not table.missing(column).any() and float(str(values[0])) > 0
