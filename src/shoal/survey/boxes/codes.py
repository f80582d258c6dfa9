"""Codes of boxes: short, easy to copy by hand, and copying errors are noticed.

The number of a box in base 23, then a check sign. Signs that look alike (0 O, 1 I, 8 B, …) and vowels are left out.
23 is a prime, so the weighted sum mod 23 changes with any single wrong sign and with any two neighbours swapped.
"""

from __future__ import annotations

from collections.abc import Sequence

SIGNS = "23456789CDFHJKLMNPRTWXY"
BASE = len(SIGNS)
_VALUE = {sign: value for value, sign in enumerate(SIGNS)}


def codes_of(n_boxes: int) -> tuple[str, ...]:
    """One code for each box, all of the same length."""
    n_signs = 1
    while BASE**n_signs < n_boxes:
        n_signs += 1
    return tuple(_with_check(_digits(box, n_signs)) for box in range(n_boxes))


def cleaned(code: object) -> str:
    """A code as somebody typed it: small letters, spaces and hyphens do not matter.

    One of figures alone may have been read as a number.
    """
    if isinstance(code, float) and code.is_integer():
        code = int(code)
    return "".join(str(code).split()).replace("-", "").upper()


def is_well_formed(code: str) -> bool:
    """Whether the signs are known and the check sign fits; a code that does not exist may still be well formed."""
    values = [_VALUE.get(sign, -1) for sign in code]
    return len(values) > 1 and min(values) >= 0 and _checked(values[:-1]) == values[-1]


def _digits(number: int, n_signs: int) -> list[int]:
    return [number // BASE**power % BASE for power in reversed(range(n_signs))]


def _with_check(values: Sequence[int]) -> str:
    return "".join(SIGNS[value] for value in (*values, _checked(values)))


def _checked(values: Sequence[int]) -> int:
    """Σ (position + 1)·value mod 23, positions from 1. The check character has the weight 1, so all weights differ."""
    return sum((position + 1) * value for position, value in enumerate(values, start=1)) % BASE
