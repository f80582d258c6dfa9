"""Sines and cosines that are the same number on every machine, in Python and in JavaScript.

Libraries round the last digit of sin and cos their own way, and a point next to a border could then lie in one cell
here and in another there. These are made of additions and multiplications alone, each of which IEEE 754 rounds in one
way only. The angle is first reduced in degrees, which is exact, to at most 45 degrees from a multiple of 90; then a
polynomial is enough: the series of sine and cosine up to the powers 17 and 18, whose next term is below 2⁻⁵³ of the
result. `survey/browser/shoal-specification.js` repeats every step in the same order; change both or none.
"""

from __future__ import annotations

import math

import numpy as np

from shoal.arrays import FloatArray

QUARTER_TURN = 90.0
RADIANS_PER_DEGREE = math.pi / 180.0

# 1/3!, 1/5!, … and 1/2!, 1/4!, …, of alternating sign, the highest power first.
SINE_TERMS = tuple((-1.0) ** m / math.factorial(2 * m + 1) for m in range(8, 0, -1))
COSINE_TERMS = tuple((-1.0) ** m / math.factorial(2 * m) for m in range(9, 0, -1))


def sine_and_cosine(degrees: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sine and cosine of angles in degrees; exact at multiples of 90."""
    turns = np.floor(degrees / QUARTER_TURN + 0.5)
    angle = (degrees - turns * QUARTER_TURN) * RADIANS_PER_DEGREE
    square = angle * angle
    sine = angle + angle * (square * _horner(SINE_TERMS, square))
    cosine = 1.0 + square * _horner(COSINE_TERMS, square)
    quarter = np.mod(turns, 4.0)
    return (
        _by_quarter(quarter, sine, cosine, -sine, -cosine),
        _by_quarter(quarter, cosine, -sine, -cosine, sine),
    )


def _horner(terms: tuple[float, ...], at: FloatArray) -> FloatArray:
    total = np.full(len(at), terms[0])
    for term in terms[1:]:
        total = total * at + term
    return total


def _by_quarter(quarter: FloatArray, *values: FloatArray) -> FloatArray:
    return np.select([quarter == 0.0, quarter == 1.0, quarter == 2.0], list(values[:3]), values[3]) + 0.0
