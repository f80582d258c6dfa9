"""Numbers as people write them: ASCII digits, a decimal point, perhaps an exponent.

float() and int() read much more: digits of every alphabet, 1_000, nan, infinity. These are refused here.
"""

from __future__ import annotations

import re
from math import isfinite

NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
WHOLE = re.compile(r"[0-9]+")
BLANKS = " \t"  # about a field, as many programs write them after a comma


def plain_number(text: str) -> float | None:
    """The number; None if it is written otherwise, or beyond what a float can hold."""
    text = text.strip(BLANKS)
    if not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if isfinite(value) else None


def plain_whole(text: object) -> object:
    """For pydantic, before it reads a whole number: a text that int() would read too kindly is refused."""
    if isinstance(text, str) and not WHOLE.fullmatch(text):
        raise ValueError("must be a whole number in the digits 0 to 9")
    return text


def plain_setting(text: object) -> object:
    """The same for a number of either kind in the environment."""
    if isinstance(text, str) and text and plain_number(text) is None:
        raise ValueError("must be a number in the digits 0 to 9")
    return text
