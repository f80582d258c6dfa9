"""Plain JSON: text from a stranger as values that everything behind can hold, or a worded refusal.

JSON allows more than any quantizer needs and more than Python can carry on: numbers beyond all floats, halves of
characters, the same key twice, brackets without end. All of that is refused at the door.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any, NoReturn

from shoal.errors import WrongUse

DAMAGED = "Get the file again from where it came."
DEEPEST = 16  # brackets within brackets; a header has 7
SMALLEST_WHOLE, LARGEST_WHOLE = -(2**63), 2**64 - 1  # what a column of whole numbers can hold


class _NotFinite(Exception):
    """A number that no quantizer holds."""


class _Repeated(Exception):
    """A key that stands twice in one object."""


def parsed(text: str, where: str) -> Any:
    """JSON without NaN, infinities, overflowing numbers or keys given twice."""
    try:
        return DECODER.decode(text)
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


def is_plain(value: Any) -> bool:
    """Whether everything in a JSON value can be computed with and written down again."""
    waiting = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if depth > DEEPEST:
            return False
        if isinstance(item, dict):
            waiting += ((part, depth + 1) for pair in item.items() for part in pair)
        elif isinstance(item, (list, tuple)):
            waiting += ((part, depth + 1) for part in item)
        elif not _is_plain_leaf(item):
            return False
    return True


def _is_plain_leaf(item: Any) -> bool:
    if isinstance(item, str):
        return not any("\ud800" <= character <= "\udfff" for character in item)  # half a character
    if isinstance(item, int):
        return SMALLEST_WHOLE <= item <= LARGEST_WHOLE
    return item is None or (isinstance(item, float) and abs(item) <= sys.float_info.max)


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
