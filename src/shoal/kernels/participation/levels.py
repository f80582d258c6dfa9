"""Levels of a Beta distribution: points and probabilities that give the mean of every polynomial exactly.

How many of n members answer, given their level s, is a polynomial in s of degree n. Gauss's rule for Beta(a, b) with m
points gives its mean exactly if 2m − 1 ≥ n; m points and m positive weights stand for the whole distribution then.

The points are the eigenvalues of a symmetric tridiagonal matrix, the coefficients of the orthonormal polynomials p_j of
Beta(a, b). They are found by bisection with Sturm's count. A weight is 1/Σ_j p_j(x)², a sum of squares, so that small
weights have small relative errors too.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

HALVINGS = 1080  # 1 cannot be halved more often (the least double is 2^-1074); bisection ends long before
TINY = 1e-300  # stands for a pivot that is exactly 0


@inner_kernel
def _coefficients(a, b, n_points):  # IN
    """Diagonal and squared side diagonal: those of the Jacobi polynomials (Abramowitz and Stegun, 22.7), on [0, 1]."""
    diagonal = np.empty(n_points)
    squared = np.empty(n_points)  # squared[j] stands between j and j + 1
    total = a + b
    diagonal[0] = a / total
    squared[0] = a * b / (total * total * (total + 1.0))
    for j in range(1, n_points):
        s = 2.0 * j + total
        # (1 + (a² − b² − 2a + 2b)/((s − 2)·s))/2, put together so that nothing cancels
        diagonal[j] = (2.0 * j * (j + total - 1.0) + a * (total - 2.0)) / ((s - 2.0) * s)
        i = j + 1.0
        t = 2.0 * i + total - 2.0
        squared[j] = i * (i + a - 1.0) * (i + b - 1.0) * (i + total - 2.0) / (t * t * (t + 1.0) * (t - 1.0))
    return diagonal, squared


@inner_kernel
def _n_below(diagonal, squared, x):  # IN
    """How many eigenvalues lie below x (Sturm's count)."""
    count = 0
    pivot = 1.0
    for j in range(diagonal.shape[0]):
        before = squared[j - 1] / pivot if j > 0 else 0.0
        pivot = diagonal[j] - x - before
        if pivot == 0.0:
            pivot = TINY
        if pivot < 0.0:
            count += 1
    return count


@inner_kernel
def _eigenvalue(diagonal, squared, number):  # IN
    """Between 0 and 1, to the last bit: until no double lies between the bounds."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if middle <= low or middle >= high:
            break
        if _n_below(diagonal, squared, middle) > number:
            high = middle
        else:
            low = middle
    return high


@inner_kernel
def _weight(diagonal, squared, x):  # IN
    """1/Σ p_j(x)²; the sum may overflow where the weight is nothing."""
    before, own, total = 0.0, 1.0, 1.0
    for j in range(diagonal.shape[0] - 1):
        side = np.sqrt(squared[j - 1]) if j > 0 else 0.0
        following = ((x - diagonal[j]) * own - side * before) / np.sqrt(squared[j])
        before, own = own, following
        total += own * own
        if total > 1.0 / TINY:
            return 0.0
    return 1.0 / total


@inner_kernel
def _coefficients_of(points, weights, n_points):  # IN
    """The same for a distribution of many points, from its orthogonal polynomials (T. J. Stieltjes's procedure)."""
    diagonal = np.empty(n_points)
    squared = np.zeros(n_points)
    before = np.zeros(points.shape[0])
    own = np.ones(points.shape[0])
    side = 0.0
    norm = np.sum(weights)
    for j in range(n_points):
        diagonal[j] = np.sum(weights * points * own * own) / norm
        following = (points - diagonal[j]) * own - side * before
        before = own
        own = following
        after = np.sum(weights * own * own)
        side = after / norm
        squared[j] = side
        norm = after
    return diagonal, squared


@inner_kernel
def _rule(diagonal, squared):  # IN
    """Points and weights; the weights add up to 1."""
    n_points = diagonal.shape[0]
    points = np.empty(n_points)
    weights = np.empty(n_points)
    for number in range(n_points):
        points[number] = _eigenvalue(diagonal, squared, number)
        weights[number] = _weight(diagonal, squared, points[number])
    return points, weights


@kernel
def beta_levels(a, b, n_points):  # IN
    """Points and weights for Beta(a, b)."""
    diagonal, squared = _coefficients(a, b, n_points)
    return _rule(diagonal, squared)


@kernel
def fewer_levels(points, weights, n_points):  # IN
    """The rule of n points for a distribution of many: it has the same moments up to 2n − 1."""
    diagonal, squared = _coefficients_of(points, weights, n_points)
    return _rule(diagonal, squared)
