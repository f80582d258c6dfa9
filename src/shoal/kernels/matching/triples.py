"""Triples of records compared with their prices, without going through n³ of them.

With W the weights of the three records,

    SSE(i, j, r) = Σ over its pairs of (w_a + w_b)/W · SSE(a, b)  ≥  share_i·SSE(i, r) + share_j·SSE(j, r)

where share_i = (w_i + w_r)/(w_max + w_i + w_r). So with the score s_i = share_i·SSE(i, r) − price_i, a triple with r
whose reduced cost is at most ``most`` has s_i + s_j ≤ price_r + most. Few records have scores that low.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from shoal.kernels.distance import squared_distance
from shoal.kernels.jit import inner_kernel, kernel
from shoal.kernels.matching.pairs import pair_distortion, shared_price

Scored = namedtuple("Scored", "record score")  # ascending by score


@kernel
def triple_distortion(points, weight, i, j, h):  # IN
    """SSE of a cell of three records."""
    total = weight[i] * weight[j] * squared_distance(points[i], points[j])
    total += weight[i] * weight[h] * squared_distance(points[i], points[h])
    total += weight[j] * weight[h] * squared_distance(points[j], points[h])
    return total / (weight[i] + weight[j] + weight[h])


@inner_kernel
def triple_beyond(points, weight, price, i, j, h):  # IN
    """Reduced cost: distortion minus prices; an odd set with two or three of the records adds its price once."""
    cost = triple_distortion(points, weight, i, j, h) - price.record[i] - price.record[j] - price.record[h]
    first, second, third = shared_price(price, i, j), shared_price(price, i, h), shared_price(price, j, h)
    in_all = min(first, second, third)
    return cost + first + second + third - 2.0 * in_all


@inner_kernel
def score_others(points, weight, price, record, score):  # score OUT
    """Scores of all others for triples with this record."""
    heaviest = weight.max()
    for other in range(points.shape[0]):
        both = weight[other] + weight[record]
        share = both / (heaviest + both)
        score[other] = share * pair_distortion(points, weight, other, record) - price.record[other]
    score[record] = np.inf


@inner_kernel
def lowest_scores(score, room):  # IN
    """The records whose score may be part of a sum of at most ``room``."""
    record = np.flatnonzero(score <= room - score.min())
    order = np.argsort(score[record], kind="mergesort")
    return Scored(record[order], score[record[order]])


@inner_kernel
def is_among(tried, i, j, h):  # IN
    """Whether these three records, in any order, are a row of ``tried``."""
    for row in range(tried.shape[0]):
        count = 0
        for at in range(3):
            count += tried[row, at] == i or tried[row, at] == j or tried[row, at] == h
        if count == 3:
            return True
    return False


@inner_kernel
def first_guess(points, weight, price, record, score):  # IN; score is the same afterwards
    """The reduced cost of the triple of the two lowest scores."""
    one = np.argmin(score)
    kept, score[one] = score[one], np.inf
    other = np.argmin(score)
    score[one] = kept
    return triple_beyond(points, weight, price, record, one, other)


@kernel
def cheapest_triples(points, weight, price, tried, first, stop, triple, cost):  # triple, cost OUT
    """For each of these records the triple of least reduced cost that it is in and that was not tried.

    The first sums are compared with a guess, which grows until a triple is found. Infinite if all were tried.
    """
    score = np.empty(points.shape[0])
    for record in range(first, stop):
        score_others(points, weight, price, record, score)
        least, guess = np.inf, first_guess(points, weight, price, record, score)
        while True:
            scored = lowest_scores(score, price.record[record] + guess)
            for i in range(scored.record.shape[0]):
                for j in range(i + 1, scored.record.shape[0]):
                    if scored.score[i] + scored.score[j] > price.record[record] + min(least, guess):
                        break
                    one, other = scored.record[i], scored.record[j]
                    beyond = triple_beyond(points, weight, price, record, one, other)
                    if beyond < least and not is_among(tried, record, one, other):
                        least = beyond
                        triple[record, 0], triple[record, 1], triple[record, 2] = record, one, other
            if least <= guess or scored.record.shape[0] == points.shape[0] - 1:
                break
            guess = np.inf if guess == 0.0 else guess + abs(guess)
        cost[record] = least
