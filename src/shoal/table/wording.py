"""Words that the messages of this folder share. None of them is ever handed a record's value."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

import numpy as np

from shoal.arrays import BoolArray
from shoal.errors import Setting, Text, Words, in_a_row

CLOSE_ENOUGH = 0.7  # of difflib's likeness; at its own default, 0.6, "income" would be a slip for "name"
SHORTEST_BEGINNING = 3  # letters: "lat" may mean "latitude"
LIKELY_DELIMITERS = (",", ";", "\t", "|")
DELIMITER_WORDS = {
    ",": "a comma",
    ";": "a semicolon",
    "\t": "a tab",
    "|": "a bar",
    ":": "a colon",
    " ": "a space",
}
NAMES_SHOWN = 8  # more names than this make a message unreadable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """“ Did you mean 'age'?”, or nothing when no known name is close."""
    by_lower = {candidate.strip().lower(): candidate for candidate in known}
    asked = name.strip().lower()
    close = difflib.get_close_matches(asked, list(by_lower), n=1, cutoff=CLOSE_ENOUGH)
    if not close:  # two letters exchanged: in a short name that is unlike by difflib's measure
        close = [candidate for candidate in by_lower if len(asked) > 1 and sorted(candidate) == sorted(asked)]
    if not close and len(asked) >= SHORTEST_BEGINNING:
        close = [candidate for candidate in by_lower if candidate.startswith(asked)]
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""


def right_column(name: str, columns: Sequence[str], *, shown: bool = True) -> Words:
    """The hint for a name that is no column; `shown`: the names of the columns may stand in it."""
    if len(columns) == 1 and (mark := next((mark for mark in LIKELY_DELIMITERS if mark in columns[0]), None)):
        read = f"It was read as a single column whose name has {DELIMITER_WORDS[mark]} in it: leave the "
        return Words((read, Setting("delimiter"), " out, or give that one."))
    if shown:
        return Words.of(did_you_mean(name, columns).strip() or f"Its columns are {listed(columns)}.")
    return Words.of(
        f"Its {found(len(columns), 'column holds', 'columns all hold')} text, so its first row may be a record "
        "and is not shown here. Look at that row: it must hold the column names."
    )


def listed(names: Sequence[str]) -> str:
    """'a', 'b' and 3 more."""
    shown = ", ".join(f"'{name}'" for name in names[:NAMES_SHOWN])
    more = len(names) - NAMES_SHOWN
    return f"{shown} and {more} more" if more > 0 else shown


def said_together(problems: Iterable[Text], most: int = NAMES_SHOWN) -> Words:
    """One problem as it is; of several their number first, and as many as a message can hold."""
    fresh = list(dict.fromkeys(map(Words.of, problems)))
    if len(fresh) == 1:
        return fresh[0]
    more = len(fresh) - most
    numbered = [Words((f"({number}) ", *problem)) for number, problem in enumerate(fresh[:most], 1)]
    rest = f"And {more} more." if more > 0 else ""
    return in_a_row([f"{len(fresh)} things are wrong.", *numbered, rest], " ")


def found(count: int, one: str, many: str) -> str:
    """“1 record” or “3 records”."""
    return f"{count} {one if count == 1 else many}"


def row_words(index: int, *, header: bool) -> str:
    """“row 3”, counted from 1; where a header row holds the names, also as a spreadsheet counts."""
    return f"row {index + 1} ({index + 2} with the header)" if header else f"row {index + 1}"


def first_row(where: BoolArray, *, header: bool) -> str:
    """The first row at which `where` holds."""
    return row_words(int(np.argmax(where)), header=header)
