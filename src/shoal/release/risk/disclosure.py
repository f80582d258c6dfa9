"""Disclosure: how much finding the class of a person teaches about the confidential value.

p is the share of a value in the whole table (belief before), q its share in a class (belief after).
"""

from __future__ import annotations

import numpy as np

from shoal.release.risk.value_counts import ValueCounts


def average_risk_bits(counts: ValueCounts) -> float:
    """Average privacy risk: KL(q‖p) of a class, averaged over the records, in bits.

    This is the mutual information of class and value (Rebollo-Monedero, Forné & Domingo-Ferrer 2010): 0 when
    classes teach nothing, at most the entropy of the confidential attribute.
    """
    gain = np.log2(counts.inside / counts.overall)
    return float(max(np.dot(counts.count, gain) / counts.n_records, 0.0))


def entropy_bits(counts: ValueCounts) -> float:
    """Entropy of the confidential attribute in the whole table, in bits: all that there is to learn."""
    share = counts.value_totals / counts.n_records
    return float(max(-np.dot(share, np.log2(share)), 0.0))


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
