"""Secret codes that people type: invitations in letters and e-mails, and answers on paper.

20 signs in five groups of four: 19 are random (95 bits, too many to try), the last one checks the others. The signs
are those of D. Crockford's base 32: the letters I, L, O and U are left out, and I, L and O are read as the figures
that they look like. The signs are numbers of the field with 32 elements, and Σ αⁱ·signᵢ = 0, where i counts from the
end. The powers αⁱ differ, so any single wrong sign and any two signs that changed places are noticed.
"""

from __future__ import annotations

import secrets
import unicodedata

from shoal.errors import WrongUse

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOK_ALIKE = str.maketrans("OIL", "011")
CODE_SIGNS, GROUP = 20, 4  # 19·5 = 95 random bits; people copy groups of four
DASHES = "-‐‑‒–—−"  # what programs make of a hyphen
FIELD_BITS, FIELD_POLYNOMIAL = 5, 0b100101  # x⁵ + x² + 1 has no roots and no factors over two elements
_VALUE = {sign: value for value, sign in enumerate(SIGNS)}


class CodeError(WrongUse):
    """A code that cannot be one: somebody made an error in typing."""


def new_code() -> str:
    """A random code, as it is printed."""
    drawn = [secrets.randbelow(len(SIGNS)) for _ in range(CODE_SIGNS - 1)]
    return shown("".join(SIGNS[value] for value in (*drawn, _check_value([*drawn, 0]))))


def new_codes(n_codes: int) -> list[str]:
    """So many different codes."""
    drawn: dict[str, None] = {}
    while len(drawn) < n_codes:
        drawn[new_code()] = None
    return list(drawn)


def shown(code: str) -> str:
    """In groups of four."""
    return "-".join(code[at : at + GROUP] for at in range(0, CODE_SIGNS, GROUP))


def read_code(typed: str) -> str:
    """The 20 signs of a code as somebody typed it; what is wrong with it is said, the code itself is not repeated."""
    folded = unicodedata.normalize("NFKC", typed).upper().translate(LOOK_ALIKE)
    code = "".join(sign for sign in folded if not sign.isspace() and sign not in DASHES)
    if len(code) != CODE_SIGNS:
        raise CodeError(f"A code has {CODE_SIGNS} letters and figures, and this one has {len(code)}. Compare the two.")
    unknown = [at for at, sign in enumerate(code) if sign not in _VALUE]
    if unknown:
        raise CodeError(
            f"The sign in group {unknown[0] // GROUP + 1} at position {unknown[0] % GROUP + 1} is in no code. Codes "
            "have figures and capital letters without I, L, O and U."
        )
    if _check_value([_VALUE[sign] for sign in code]) != 0:
        raise CodeError(
            "This code was mistyped: a sign is wrong, or two have changed places. Compare it with your letter or card."
        )
    return code


def _check_value(values: list[int]) -> int:
    """Σ αⁱ·valueᵢ by Horner's rule; α is the element 2 = x."""
    total = 0
    for value in values:
        total = _times_x(total) ^ value
    return total


def _times_x(value: int) -> int:
    doubled = value << 1
    return doubled ^ FIELD_POLYNOMIAL if doubled >> FIELD_BITS else doubled
