"""How many members of a cell answer when households answer together: convolution of block distributions, below k.

A block is the part of a household that is in the cell. Given the level s, which all blocks of the cell share, blocks
are independent. With probability c a block of h members decides as one: all of them answer (probability s) or none.
Otherwise each member decides alone. So the number that answer has the distribution

    b_h(i) = c·((1 − s)·[i = 0] + s·[i = h]) + (1 − c)·C(h, i)·s^i·(1 − s)^(h−i)

and each member answers with probability s. All blocks of one size are convolved by repeated squaring. All terms are
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
def _power(block, n_blocks):  # IN
    """The distribution of the sum of so many equal blocks, below k."""
    total = np.zeros(block.shape[0])
    total[0] = 1.0
    square = block
    left = n_blocks
    while left > 0:
        if left % 2 == 1:
            total = _convolved(total, square)
        left //= 2
        if left > 0:
            square = _convolved(square, square)
    return total


@inner_kernel
def _block(size, level, together, k):  # IN
    """How many of one block answer, below k; a single member is a block that has nobody to decide with."""
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
def answers_below(blocks, levels, weights, together, k):  # IN
    """P(0 answer), …, P(k − 1 answer); ``blocks[h − 1]`` blocks have h members, levels have these probabilities."""
    mixed = np.zeros(k)
    for number in range(levels.shape[0]):
        total = np.zeros(k)
        total[0] = 1.0
        for at in range(blocks.shape[0]):
            if blocks[at] > 0:
                block = _block(at + 1, levels[number], together, k)
                total = _convolved(total, _power(block, blocks[at]))
        for i in range(k):
            mixed[i] += weights[number] * total[i]
    return mixed


@kernel
def uneven_answers_below(shares, begin, together, k):  # IN
    """The same for members who differ: block b has the members begin[b]..begin[b + 1] − 1, the likeliest first.

    When a block decides as one, the members answer whose share is above one common random number. Each member answers
    with the own share then, and exactly i of the block with the difference of the i-th share and the next.
    """
    total = np.zeros(k)
    total[0] = 1.0
    for at in range(begin.shape[0] - 1):
        own = shares[begin[at] : begin[at + 1]]
        size = own.shape[0]
        block = np.zeros(k)
        block[0] = 1.0
        alone = np.zeros(k)
        for member in range(size):
            alone[0] = 1.0 - own[member]
            alone[1] = own[member]
            block = _convolved(block, alone)
        if size > 1:
            block *= 1.0 - together
            block[0] += together * (1.0 - own[0])
            for i in range(1, min(size, k - 1) + 1):
                following = own[i] if i < size else 0.0
                block[i] += together * (own[i - 1] - following)
        total = _convolved(total, block)
    return total
