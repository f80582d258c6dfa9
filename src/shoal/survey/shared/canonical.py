"""One spelling for the content of a specification, byte for byte the same in Python and in JavaScript.

The spelling is that of RFC 8785 (JSON Canonicalization Scheme): no spaces, keys in the order of their UTF-16 code
units, texts with the shortest escapes, and every number as ECMAScript prints the double that it is, so that 1e-05, 1E-5
and 0.00001 in a file are one and the same number. JavaScript gets it from `JSON.stringify`; here it is spelled out.

A double holds whole numbers up to 2⁵³ only. Larger ones (nanoseconds since 1970, say) are written in the file as
``{"$integer": "1700000000000000001"}``, which is plain data to both languages.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from shoal.errors import WrongUse

LARGEST_SAFE = 2**53 - 1  # Number.MAX_SAFE_INTEGER
INTEGER_KEY = "$integer"  # no column may be called so
NOT_COVERED = ("digest", "signature")  # by the digest; everything else is

# Number.prototype.toString writes digits without an exponent while the decimal point is at most so many places to the
# right, or so many zeros to the left, of the first digit (ECMA-262, Number::toString).
MOST_PLACES = 21
MOST_ZEROS = -6


def canonical_bytes(value: Any) -> bytes:
    """The one spelling of plain data, as UTF-8. `exact` must have been applied to whole numbers beyond 2⁵³."""
    try:
        return _spelled(value).encode("utf-8")
    except UnicodeEncodeError:
        raise WrongUse("A text holds half a character (a lone surrogate), which cannot be written down.") from None


def digest_of(document: Mapping[str, Any]) -> str:
    """sha256 of the canonical spelling of a document, without what it says about its own digest and signature."""
    covered = {name: value for name, value in document.items() if name not in NOT_COVERED}
    return f"sha256:{hashlib.sha256(canonical_bytes(covered)).hexdigest()}"


def exact(value: Any) -> Any:
    """Plain data in which whole numbers beyond 2⁵³ are written as texts."""
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST_SAFE:
        return {INTEGER_KEY: str(value)}
    return value


def restored(value: Any) -> Any:
    """What `exact` was given."""
    if isinstance(value, dict):
        if set(value) == {INTEGER_KEY} and isinstance(value[INTEGER_KEY], str):
            return _integer(value[INTEGER_KEY])
        return {key: restored(item) for key, item in value.items()}
    if isinstance(value, list):
        return [restored(item) for item in value]
    return value


def _integer(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and str(int(text)) == text and abs(int(text)) > LARGEST_SAFE):
        raise WrongUse("A whole number that is written as a text is none, or could have been written as a number.")
    return int(text)


def _spelled(value: Any) -> str:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(key)}:{_spelled(value[key])}" for key in keys) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_spelled(item) for item in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _text(value)
    return number_text(value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def number_text(value: float) -> str:
    """A number as ECMAScript prints it: the fewest digits that bring the double back."""
    if isinstance(value, int) and abs(value) > LARGEST_SAFE:
        raise WrongUse("A whole number is too large to be the same in every language.")
    number = float(value)
    if not math.isfinite(number):
        raise WrongUse("NaN and infinite numbers cannot be written down.")
    if number == 0.0:
        return "0"
    _, figures, power = Decimal(repr(abs(number))).as_tuple()
    if not isinstance(power, int):  # of NaN and infinities, which are gone by now
        raise WrongUse("NaN and infinite numbers cannot be written down.")
    all_digits = "".join(map(str, figures))
    digits = all_digits.rstrip("0")
    point = len(all_digits) + power  # places from the first digit to the decimal point
    return ("-" if number < 0 else "") + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    if len(digits) <= point <= MOST_PLACES:
        return digits + "0" * (point - len(digits))
    if 0 < point <= MOST_PLACES:
        return f"{digits[:point]}.{digits[point:]}"
    if MOST_ZEROS < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent)}"
