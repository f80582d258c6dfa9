"""The verdict of a report: whether the promise is kept, and what has still to be judged before publishing.

A kept promise looks safe. So if the uniqueness on all columns is a warning, the headline says so.
"""

from __future__ import annotations

from typing import Any

from shoal.release.confidential.wording import headline_of
from shoal.release.risk.uniqueness import Tier
from shoal.release.wording import count, plural
from shoal.table.wording import listed

READ_WARNINGS = "Read the warnings before you publish."


def is_doubtful(facts: dict[str, Any]) -> bool:
    """Whether the promise is kept and is not enough."""
    return bool(facts["promise"]["kept"]) and facts["uniqueness"]["tier"] == Tier.WARNING


def stamp(facts: dict[str, Any]) -> str:
    """The verdict in one or two words, so that it does not depend on a colour."""
    if not facts["promise"]["kept"]:
        return "Not kept"
    return "Warning" if is_doubtful(facts) else "Kept"


def headline(facts: dict[str, Any]) -> str:
    """The promise, whether it is kept, and whether that is enough."""
    promise = facts["promise"]
    size = plural(promise["smallest_class"], "record", "records")
    secret = headline_of(promise["confidential"])
    if not promise["kept"]:
        said = f"NOT kept: the smallest class holds {size}, {promised(promise)} promised."
        return " ".join(part for part in (said, secret, "Do not publish this table.") if part)
    said = f"Kept on the quasi-identifiers: the smallest class holds {size}."
    if promise["counts_persons"]:
        said = f"Kept on the quasi-identifiers: {promised(promise)} promised, and the smallest class holds {size}."
    said = f"{said} {secret}".rstrip()
    return f"{said} {but_unique(facts['uniqueness'])}" if is_doubtful(facts) else said


def promised(promise: dict[str, Any]) -> str:
    """What every class was promised to hold: '5 were', '20 persons in 3 records or more were'."""
    k = count(promise["k"])
    return (
        f"{k} persons in {promise['fewest_records']} records or more were" if promise["counts_persons"] else f"{k} were"
    )


def but_unique(uniqueness: dict[str, Any]) -> str:
    """What the promise does not cover, and what to do: for the report, the screen and Python."""
    found = f"{count(uniqueness['n_unique'])} of {plural(uniqueness['n_records'], 'record', 'records')}"
    are = "is" if uniqueness["n_unique"] == 1 else "are"
    return f"But {found} {are} unique on all published columns. {READ_WARNINGS}"


def to_judge(facts: dict[str, Any]) -> str:
    """What the steward has to judge, in one sentence; empty if the headline already says what to do."""
    if not facts["promise"]["kept"] or is_doubtful(facts):
        return ""
    asked = f"is k = {count(facts['promise']['k'])} enough for these people"
    unchanged = facts["uniqueness"]["unchanged"]
    if unchanged:
        asked += f", and can an outsider know what is published unchanged ({listed(unchanged)})"
    return f"You have to judge before you publish: {asked}?"
