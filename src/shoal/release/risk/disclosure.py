"""Disclosure: how much finding the class of a person teaches about the confidential value.

p is the share of a value in the whole table (belief before), q its share in a class (belief after).
"""

from __future__ import annotations

import math

import numpy as np

from shoal.arrays import IntArray
from shoal.release.risk.value_counts import ValueCounts

RISK_UNIT_BITS = 52  # digits of a double after the point: no coarser than rounding is
HALF_BITS = 29  # |log₂(q/p)| < 2^6 for any table, so each half has 29 bits, and 2^33 records of a part need 62


def risk_units(counts: ValueCounts) -> int:
    """Σ log₂(q/p) over all records, in whole units of 2^−52 bits.

    So the sum over several sets of classes is the same in whatever order they are added.
    """
    gain = np.rint(np.log2(counts.inside / counts.overall) * 2.0**RISK_UNIT_BITS).astype(np.int64)
    high = gain >> HALF_BITS  # in two halves, whose products with counts stay within 64 bits
    low = gain & ((1 << HALF_BITS) - 1)
    return (int(np.dot(counts.count, high)) << HALF_BITS) + int(np.dot(counts.count, low))


def average_risk_bits(n_units: int, n_records: int) -> float:
    """Average privacy risk: KL(q‖p) of a class, averaged over the records, in bits; ``n_units`` as `risk_units` has it.

    This is the mutual information of class and value (Rebollo-Monedero, Forné & Domingo-Ferrer 2010): 0 when
    classes teach nothing, at most the entropy of the confidential attribute.
    """
    return max(n_units / (n_records << RISK_UNIT_BITS), 0.0)


def entropy_bits(value_totals: IntArray) -> float:
    """Entropy of the confidential attribute in the whole table, in bits: all that there is to learn."""
    share = value_totals / value_totals.sum()
    return max(0.0, -math.fsum(share * np.log2(share)))  # in this order, so that nothing is −0


def delta(counts: ValueCounts) -> float:
    """δ of δ-disclosure privacy: the largest |ln(q/p)| over the values that occur in a class.

    Brickell & Shmatikov 2008 ask every value to occur in every class, which no attribute with more values
    than the smallest class has records can satisfy. As in common practice absent values are left out.
    """
    return float(np.abs(np.log(counts.inside / counts.overall)).max())


def basic_beta(counts: ValueCounts) -> float:
    """β of basic β-likeness (Cao & Karras 2012): the largest relative gain (q − p)/p in a class."""
    return float(max((counts.inside / counts.overall - 1.0).max(), 0.0))


def enhanced_beta(counts: ValueCounts) -> float | None:
    """β of enhanced β-likeness, or None when no β can satisfy it.

    The condition is (q − p)/p ≤ min(β, −ln p). The second bound does not depend on β: where a class breaks
    it, the table is not enhanced β-like for any β; elsewhere the smallest β is the basic one.
    """
    gain = counts.inside / counts.overall - 1.0
    tolerance = 1e-12  # equality is allowed; rounding must not turn it into a violation
    if bool(np.any(gain > -np.log(counts.overall) + tolerance)):
        return None
    return basic_beta(counts)
