"""Individual risk: how probable it is that a record of a sample belongs to the person that it is taken for.

A class of f records of the sample has F members in the population, and F is not known. Somebody who knows that a person
is in the class, and only that, picks the right record with probability 1/F. Given f, the unknown F − f is
negative-binomial if each member of the class came into the sample with probability p (Skinner 1992; Polettini 2003):

    P(F = h | f) = C(h − 1, f − 1) p^f (1 − p)^(h − f),  h ≥ f

The individual risk of Benedetti & Franconi (1998) is E[1/F | f]. With q = 1 − p it is

    r = p^f · ∫₀¹ s^(f−1) (1 − q s)^(−f) ds = (p/f) · ₂F₁(1, 1; f + 1; q)

The second form follows from the first by Euler's transformation. Its terms are all positive, so no digits are lost
where p is small; sdcMicro uses approximations for f > 3 instead. Two cases show what it means: r = p ln(1/p)/(1 − p)
for f = 1, and r = 1/f for p = 1, when the sample is the population.

p is estimated by f/Σw, with the sampling weights w of the class (Benedetti & Franconi); with one sampling fraction for
all records p is that fraction.

* R. Benedetti, L. Franconi, Statistical and technological solutions for controlled data dissemination, NTTS 1998.
* S. Polettini, Some remarks on the individual risk methodology, UNECE/Eurostat work session, 2003.
* C. Skinner, On identification disclosure and prediction disclosure for microdata, Statistica Neerlandica 46 (1992).
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.release.classes import Classes

LARGE_CLASS = 20  # from here on scipy's hypergeometric function may fail near q = 1, and the series is short
TERMS = 60  # the last one is below 1/C(80, 20) = 3e-19


def expected_inverse_size(sizes: IntArray | FloatArray, fractions: FloatArray) -> FloatArray:
    """E[1/F | f] for classes of these sizes in the sample and these sampling fractions in (0, 1]."""
    from scipy.special import hyp2f1

    f, p = np.asarray(sizes, dtype=np.float64), np.asarray(fractions, dtype=np.float64)
    series = np.ones(len(f))  # ₂F₁(1, 1; f + 1; q); 1 at q = 0
    single, large = f == 1, f >= LARGE_CLASS
    small = ~single & ~large
    inside = single & (p < 1)
    series[inside] = np.log(p[inside]) / (p[inside] - 1)
    series[small] = hyp2f1(1.0, 1.0, f[small] + 1, 1 - p[small])
    series[large] = _summed(f[large], 1 - p[large])
    return np.minimum(p / f * series, 1 / f)  # rounding must not exceed the risk of a sample that is the population


def _summed(f: FloatArray, q: FloatArray) -> FloatArray:
    """Σ n!/((f + 1) … (f + n)) qⁿ. Its terms fall at least as quickly as 1/C(f + n, n)."""
    total, term = np.ones(len(f)), np.ones(len(f))
    for n in range(1, TERMS + 1):
        term = term * n / (f + n) * q
        total += term
    return total


def class_fractions(classes: Classes, weights: FloatArray | None, fraction: float | None) -> FloatArray:
    """(classes,) the sampling fraction of each class: f/Σw, or the same for all; 1 if the records are everybody."""
    if weights is not None:
        estimated = np.bincount(classes.class_of, weights=weights, minlength=classes.n_classes)
        return np.minimum(classes.sizes / estimated, 1.0)
    return np.full(classes.n_classes, 1.0 if fraction is None else float(fraction))


def individual_risk(classes: Classes, fractions: FloatArray) -> FloatArray:
    """(records,) the individual risk: that of the record's class."""
    return expected_inverse_size(classes.sizes, fractions)[classes.class_of]
