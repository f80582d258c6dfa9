"""Plain values: what a JSON, TOML or YAML file may hold so that everything behind can compute with it.

A parser accepts more than that: numbers of thousands of digits, halves of characters, brackets without end.
"""

from __future__ import annotations

import sys
from typing import Any

DEEPEST = 16  # brackets within brackets; the header of a quantizer has 7, a roles file 4
SMALLEST_WHOLE, LARGEST_WHOLE = -(2**63), 2**64 - 1  # what a column of whole numbers can hold


def is_plain(value: Any) -> bool:
    """Whether everything in a parsed value can be computed with and written down again."""
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
