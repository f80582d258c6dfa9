"""Several sets of promises about confidential values in one comparison, and what each is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shoal.cli.shared import words
from shoal.errors import ParameterError, Setting

if TYPE_CHECKING:
    from shoal.release.confidential.asked import AskedPromises

NOTHING = "none"
NO_PROMISE = "no promise"


def sets_in(also: Sequence[str] | None, columns: Sequence[str], missing: str) -> list[AskedPromises]:
    """Sets as they are written: 'diversity diagnosis=3; closeness income=0.2', or 'none'."""
    from shoal.release.confidential.asked import NO_PROMISES

    return [NO_PROMISES if text.strip() == NOTHING else _read(text, columns, missing) for text in also or ()]


def require_different(sets: Sequence[AskedPromises]) -> None:
    """Refuse a set that is named twice."""
    for position, given in enumerate(sets):
        if given.rules in [known.rules for known in sets[:position]]:
            raise ParameterError(
                Setting("also"), f" names the same promises twice: {name_of(given)}.", hint="Name each set once."
            )


def _read(text: str, columns: Sequence[str], missing: str) -> AskedPromises:
    from shoal.release.confidential.asked import RULES, AskedPromises

    given: dict[str, list[str]] = {door: [] for door in RULES}
    for part in text.split(";"):
        door, _, rules = part.strip().partition(" ")
        if door not in given or not rules.strip():
            raise ParameterError(
                Setting("also"),
                f" is '{NOTHING}', or rules such as 'diversity diagnosis=3; closeness income=0.2'.",
                hint="Begin each part with diversity or closeness.",
            )
        given[door].append(rules)
    by_door = {door: words.rules_by_column(rules, columns, door) for door, rules in given.items()}
    return AskedPromises.of(by_door["diversity"], by_door["closeness"], missing)


def name_of(asked: AskedPromises) -> str:
    """What a set is called in tables and pictures."""
    return asked.in_a_line() or NO_PROMISE
