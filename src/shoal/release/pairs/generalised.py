"""What a cell of a generalised table says: ``[20-30)``, ``20–29``, ``>=65``, ``2*``, ``{a, b}``, ``941**``, ``*``.

Other tools write ranges, cut numbers, sets and cut texts. A range stands for the numbers between its ends, a cut value
for all values that begin like it, a set for its members, and ``*`` for nothing at all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?"
RANGE = re.compile(rf"^[\[(\]]?\s*({NUMBER}|-inf)\s*(?:-|–|—|,|;|\.\.+|:|\s+to\s+)\s*({NUMBER}|\+?inf)\s*[\])\[]?$")
BELOW = re.compile(rf"^(?:<=?|≤)\s*({NUMBER})$")
ABOVE = re.compile(rf"^(?:>=?|≥)\s*({NUMBER})$|^({NUMBER})\s*\+$")
CUT_NUMBER = re.compile(r"^([+-]?\d+)(\*+)$")
CUT_TEXT = re.compile(r"^(.+?)(\*+)$")
SET = re.compile(r"^\{(.*)\}$")
BETWEEN = re.compile(r"[,;|]")
NOTHING = frozenset({"*", "**", "***", "****", "*****"})  # a value that was suppressed


def interval_of(text: str, lowest: float, highest: float) -> tuple[float, float] | None:
    """The least and the largest number that a text stands for, or None if it is no number and no range of numbers.

    An open side ends where the numbers of the original end.
    """
    said = text.strip()
    try:
        number = float(said)
    except ValueError:
        return _range_of(said, lowest, highest)
    return (number, number) if math.isfinite(number) else None


def _range_of(said: str, lowest: float, highest: float) -> tuple[float, float] | None:
    low, high = lowest, highest
    if found := RANGE.match(said):
        low = max(float(found[1]), lowest) if "inf" in found[1] else float(found[1])
        high = min(float(found[2]), highest) if "inf" in found[2] else float(found[2])
    elif found := BELOW.match(said):
        high = float(found[1])
        low = min(low, high)
    elif found := ABOVE.match(said):
        low = float(found[1] or found[2])
        high = max(low, high)
    elif found := CUT_NUMBER.match(said):
        width = 10 ** len(found[2])
        first, sign = abs(int(found[1])) * width, -1 if said.startswith("-") else 1
        low, high = sorted((sign * first, sign * (first + width - 1)))
    else:
        return None
    return (low, high) if low <= high else None


def members_of(text: str, categories: Sequence[str], position: Mapping[str, int]) -> list[int] | None:
    """The categories that a text stands for, by position, or None if that cannot be read from it."""
    said = text.strip()
    if said in position:
        return [position[said]]
    if found := SET.match(said):
        names = [part.strip() for part in BETWEEN.split(found[1]) if part.strip()]
        return [position[name] for name in names] if names and all(name in position for name in names) else None
    if found := CUT_TEXT.match(said):
        begin, n_cut = found[1], len(found[2])
        alike = [
            position[name]
            for name in categories
            if name.startswith(begin) and (n_cut == 1 or len(name) == len(begin) + n_cut)
        ]
        return alike or None
    return None
