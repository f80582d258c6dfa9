"""Promises about confidential values in sentences, for report, audit and screen.

Input: the facts of `RuleCount.to_dict`.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from shoal.table.wording import listed

REACHED = {  # what was counted, by the name of the rule
    "distinct": "the class with fewest has {:.0f}",
    "entropy": "the class with least has {:.2f}",
    "recursive": "with this c every class reaches l = {:.0f}",
    "largest": "the largest share is {:.3f}",
    "close": "the largest distance is {:.3f}",
    "delta": "the largest δ is {:.3f}",
    "beta": "the largest β is {:.3f}",
}
RECORDS_COUNT = "Shares and numbers of values count records: neither weights nor persons change them."


def promise_sentence(promise: Mapping[str, Any]) -> str:
    """What was promised, whether it is kept, and how strongly."""
    counted = REACHED[promise["name"]].format(promise["reached"])
    verdict = "Kept" if promise["kept"] else f"NOT kept in {promise['n_broken']:,} of {promise['n_classes']:,} classes"
    return f"{promise['text']} {verdict}: {counted}."


def promises_short(promises: Sequence[Mapping[str, Any]]) -> str:
    """The same of all promises, for a line on the screen."""
    return "\n".join(
        f"{promise['column']}: {promise['rule']}, {'kept' if promise['kept'] else 'NOT kept'} "
        f"({REACHED[promise['name']].format(promise['reached'])})"
        for promise in promises
    )


def headline_of(promises: Sequence[Mapping[str, Any]]) -> str:
    """For the verdict; empty without promises."""
    if not promises:
        return ""
    n_broken = sum(not promise["kept"] for promise in promises)
    if n_broken:
        return f"{n_broken} of {len(promises)} promises about confidential values are NOT kept."
    columns = listed(list(dict.fromkeys(promise["column"] for promise in promises)))
    return f"Kept on confidential values, too: what was promised of {columns}."


def limits_of(
    promises: Sequence[Mapping[str, Any]], *, counts_persons: bool, is_weighted: bool, beside_households: bool = False
) -> list[str]:
    """What these promises do not promise."""
    if not promises:
        return []
    known = "several households" if beside_households else "some members"
    said = [
        "The promises about confidential values compare values as they stand. Values that differ can mean nearly the "
        "same (two kinds of cancer), and a class still shows which values its members have together.",
        f"Somebody who knows the confidential values of {known} of a class can exclude these, and then knows more "
        "about the others than was promised.",
        "The promises hold for this release alone. With a second release of the same people they do not.",
    ]
    if counts_persons or is_weighted:
        said.append(RECORDS_COUNT)
    return said


def bound_note(promises: Sequence[Mapping[str, Any]]) -> str:
    """Which cells a bound of the loss is about; empty without promises."""
    if not promises:
        return ""
    return "The bound is about cells that keep the promises about confidential values as well."


def one_class_warning(promises: Sequence[Mapping[str, Any]], n_cells: int, n_blocks: int, enough: bool) -> list[str]:
    """A sentence if the promises left nothing to choose; ``enough``: there are records for more than one cell."""
    if not promises or n_cells > n_blocks or not enough:
        return []
    where = "one class of all records" if n_blocks == 1 else "one class in each group that is anonymised separately"
    return [
        f"The promises about confidential values left {where}: its quasi-identifiers say nothing about anybody. Ask "
        "for less to keep more."
    ]


def remedy(column: str) -> str:
    """What to ask for if classes have a single value."""
    option = shlex.quote(f"{column}=2")
    return f"To have at least two values in every class, ask for diversity={{{column!r}: 2}} (--diversity {option})."
