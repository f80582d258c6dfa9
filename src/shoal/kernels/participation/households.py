"""How many members of a cell answer when households answer together: convolution of their distributions, below k.

Of a household only the members in the cell count. Given the level s, which all of the cell have, households are
independent. With probability c a household of h members decides as one: all of them answer (probability s) or none.
Otherwise each member decides alone. So the number that answer has the distribution

    b_h(i) = c·((1 − s)·[i = 0] + s·[i = h]) + (1 − c)·C(h, i)·s^i·(1 − s)^(h−i)

and each member answers with probability s. All households of one size are convolved by repeated squaring. All terms are
positive and are only added and multiplied, so each has a small relative error; terms below 1e-300 may be lost.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel


@inner_kernel
def _convolved(one, two):  # IN
    """The distribution of a sum, below k."""
    k = one.shape[0]
    total = np.zeros(k)
    for i in range(k):
        if one[i] > 0.0:
            for j in range(k - i):
                total[i + j] += one[i] * two[j]
    return total


@inner_kernel
def _power(household, n_alike):  # IN
    """The distribution of the sum of so many equal households, below k."""
    total = np.zeros(household.shape[0])
    total[0] = 1.0
    square = household
    left = n_alike
    while left > 0:
        if left % 2 == 1:
            total = _convolved(total, square)
        left //= 2
        if left > 0:
            square = _convolved(square, square)
    return total


@inner_kernel
def _household(size, level, together, k):  # IN
    """How many of one household answer, below k; a single member is a household that has nobody to decide with."""
    one = np.zeros(k)
    one[0] = 1.0
    alone = np.zeros(k)
    alone[0] = 1.0 - level
    alone[1] = level
    for _ in range(size):
        one = _convolved(one, alone)
    if size == 1:
        return one
    one *= 1.0 - together
    one[0] += together * (1.0 - level)
    if size < k:
        one[size] += together * level
    return one


@kernel
def answers_below(households, levels, weights, together, k):  # IN
    """P(0 answer), …, P(k − 1 answer); ``households[h − 1]`` of them have h members, levels these probabilities."""
    mixed = np.zeros(k)
    for number in range(levels.shape[0]):
        total = np.zeros(k)
        total[0] = 1.0
        for at in range(households.shape[0]):
            if households[at] > 0:
                household = _household(at + 1, levels[number], together, k)
                total = _convolved(total, _power(household, households[at]))
        for i in range(k):
            mixed[i] += weights[number] * total[i]
    return mixed


@kernel
def uneven_answers_below(shares, begin, together, k):  # IN
    """The same for members who differ: household b has the members begin[b]..begin[b + 1] − 1, the likeliest first.

    When a household decides as one, the members answer whose share is above one common random number. Each member
    answers with the own share then, and exactly i of them with the difference of the i-th share and the next.
    """
    total = np.zeros(k)
    total[0] = 1.0
    for at in range(begin.shape[0] - 1):
        own = shares[begin[at] : begin[at + 1]]
        size = own.shape[0]
        household = np.zeros(k)
        household[0] = 1.0
        alone = np.zeros(k)
        for member in range(size):
            alone[0] = 1.0 - own[member]
            alone[1] = own[member]
            household = _convolved(household, alone)
        if size > 1:
            household *= 1.0 - together
            household[0] += together * (1.0 - own[0])
            for i in range(1, min(size, k - 1) + 1):
                following = own[i] if i < size else 0.0
                household[i] += together * (own[i - 1] - following)
        total = _convolved(total, household)
    return total
