"""Plain JSON: reads untrusted text as values that the rest of the code can use, or refuses it in words.

JSON allows more than a quantizer needs and more than Python can process: numbers beyond all floats, halves of
characters, repeated keys, very deep brackets. All of that is refused here.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from shoal.errors import WrongUse
from shoal.table.plain_values import is_plain

__all__ = ["DAMAGED", "is_plain", "parsed", "parsed_beginning"]

DAMAGED = "Get the file again from where it came."
MOST_LEVELS = 64  # of brackets; our files have about ten, and Python's 1,000 calls (sys.getrecursionlimit) end at 330


class _NotFinite(Exception):
    """A number that no quantizer holds."""


class _Repeated(Exception):
    """A key that stands twice in one object."""


def parsed(text: str, where: str) -> Any:
    """JSON without NaN, infinities, overflowing numbers, keys given twice or brackets without end."""
    try:
        value = DECODER.decode(text)
        if _has_few_levels(value):
            return value
        problem = f"{where} has more than {MOST_LEVELS} brackets inside each other. {DAMAGED}"
    except _NotFinite:
        problem = f"{where} holds NaN or infinite numbers. {DAMAGED}"
    except _Repeated:
        problem = f"{where} gives a key twice, so nobody can tell which one counts. {DAMAGED}"
    except (ValueError, RecursionError):
        problem = f"{where} cannot be read as JSON: it is cut off, damaged, or something else. {DAMAGED}"
    raise WrongUse(problem)


def parsed_beginning(text: str, start: int) -> Any:
    """The value that begins at ``start``, whatever follows; None when it is not whole, or not plain."""
    try:
        return DECODER.raw_decode(text, start)[0]
    except (ValueError, RecursionError, _NotFinite, _Repeated):
        return None


def _has_few_levels(value: Any) -> bool:
    """Whether code that calls itself once for each level can walk through a value."""
    level = [value]
    for _ in range(MOST_LEVELS):
        inside = (own.values() if isinstance(own, dict) else own for own in level if isinstance(own, (dict, list)))
        level = [item for items in inside for item in items if isinstance(item, (dict, list))]
        if not level:
            return True
    return False


def _refused(_: str) -> NoReturn:
    raise _NotFinite


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _NotFinite
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        raise _Repeated
    return unique


DECODER = json.JSONDecoder(parse_constant=_refused, parse_float=_finite, object_pairs_hook=_once)


def schema_problem(validator: Any, document: Any) -> str | None:
    """Where a document first does not fit its schema, and by which rule; None: it fits. No value is in it."""
    wrong = next(iter(validator.iter_errors(document)), None)
    if wrong is None:
        return None
    place = ".".join(str(step) for step in wrong.absolute_path) or "its top level"
    return f"{place}: {wrong.validator}"
