"""How many of a cell's records take part: the distribution of a sum of independent yes-or-noes, below k.

Record j takes part with probability π_j. With p_n(i) = P(i of the first n records take part), i < k, one more record
turns p_n into

    p_{n+1}(i) = (1 − π)·p_n(i) + π·p_n(i − 1),        p_0 = (1, 0, …)

(Algorithm A of Rebollo-Monedero, Forné and Soriano). All terms are positive, so every p_n(i) keeps its relative
precision: the error is at most (2n + k) units of 2⁻⁵³. Underflow is kept away by working with 2⁵⁰⁰·p: what is dropped
is below 2⁻¹⁵⁰⁰ ≈ 1e-452 a step, which no failure down to 1e-300 can notice. What lies below is not carried along
either, since arithmetic on denormal numbers is a hundred times slower; a PMF of this kind rises and falls once (it is
log-concave), so what is carried is one band of counts.
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.jit import inner_kernel, kernel

SCALE = 2.0**500  # products of two scaled numbers still fit; see above
FLOOR = 2.0**-1000  # smallest scaled number that is carried


@inner_kernel
def empty_distribution(pmf, band):  # pmf, band OUT
    """The distribution for a cell without records: nobody takes part, for certain."""
    for i in range(pmf.shape[0]):
        pmf[i] = 0.0
    pmf[0] = SCALE
    band[0] = 0
    band[1] = 0


@inner_kernel
def one_more(pmf, band, share):  # pmf, band OUT
    """Add a record that takes part with probability ``share``; ``band``: the least and the largest count carried."""
    low, high = band[0], band[1]
    rest = 1.0 - share
    if high + 1 < pmf.shape[0] and share * pmf[high] >= FLOOR:
        high += 1
    _mix(pmf[low : high + 1], rest, share)
    while low < high and pmf[low] < FLOOR:
        pmf[low] = 0.0
        low += 1
    band[0] = low
    band[1] = high


@inner_kernel
def _mix(carried, rest, share):  # carried OUT
    """carried(i) ← rest·carried(i) + share·carried(i − 1), upwards; a slice from 0 on lets the compiler use vectors."""
    previous = carried[0]
    carried[0] = rest * previous
    for i in range(1, carried.shape[0]):
        current = carried[i]
        carried[i] = rest * current + share * previous
        previous = current


@inner_kernel
def failing_mass(pmf, band):  # IN
    """Scaled probability that somebody, but fewer than k, take part."""
    total = 0.0
    for i in range(max(1, band[0]), band[1] + 1):
        total += pmf[i]
    return total


@inner_kernel
def settled(pmf):  # IN
    """Whether more records only lower the failure: it changes by π·(p(0) − p(k − 1)), and p(k − 1)/p(0) only grows."""
    return pmf[pmf.shape[0] - 1] >= pmf[0]


@inner_kernel
def fill(participation, members, n_members, pmf, band):  # pmf, band OUT, the rest IN
    """The distribution for the first ``n_members`` of these records."""
    empty_distribution(pmf, band)
    for at in range(n_members):
        one_more(pmf, band, participation[members[at]])


@inner_kernel
def _everybody(participation, k):  # IN
    """The distribution for all of these records, below k."""
    pmf = np.empty(k)
    band = np.empty(2, dtype=np.int64)
    empty_distribution(pmf, band)
    for record in range(participation.shape[0]):
        one_more(pmf, band, participation[record])
    return pmf, band


@kernel
def active_counts(participation, k):  # IN
    """p(0), …, p(k − 1) for a cell of records that take part with these probabilities."""
    pmf, _ = _everybody(participation, k)
    for i in range(k):
        pmf[i] /= SCALE
    return pmf


@kernel
def cell_failure(participation, k):  # IN
    """P(0 < records that take part < k) for a cell of these records."""
    pmf, band = _everybody(participation, k)
    return failing_mass(pmf, band) / SCALE


@kernel
def failing_sums(participation, k):  # IN
    """Scaled Σ p(i) and Σ i·p(i) over 0 < i < k for a cell of these records."""
    pmf, band = _everybody(participation, k)
    moment = 0.0
    for i in range(max(1, band[0]), band[1] + 1):
        moment += i * pmf[i]
    return failing_mass(pmf, band), moment


@kernel
def is_settled(participation, k):  # IN
    """Whether more records can only lower the failure of a cell of these."""
    pmf, _ = _everybody(participation, k)
    return settled(pmf)


@kernel
def failures_by_cell(participation, order, begin, k):  # IN
    """The failure of every cell; cell c holds the records order[begin[c]:begin[c + 1]]."""
    n_cells = begin.shape[0] - 1
    failure = np.empty(n_cells)
    pmf = np.empty(k)
    band = np.empty(2, dtype=np.int64)
    for cell in range(n_cells):
        fill(participation, order[begin[cell] :], begin[cell + 1] - begin[cell], pmf, band)
        failure[cell] = failing_mass(pmf, band) / SCALE
    return failure


@kernel
def shortest_prefix(participation, k, failure):  # IN
    """The fewest records, in this order and at least k, whose failure is acceptable; −1 when all are too few.

    A single p(i) above what is acceptable settles the question without summing. The one that was largest at the last
    sum serves as this witness, so sums are rare.
    """
    acceptable = failure * SCALE
    pmf = np.empty(k)
    band = np.empty(2, dtype=np.int64)
    empty_distribution(pmf, band)
    witness = k - 1
    for record in range(participation.shape[0]):
        one_more(pmf, band, participation[record])
        if record + 1 < k or pmf[witness] > acceptable:
            continue
        total = 0.0
        for i in range(max(1, band[0]), band[1] + 1):
            total += pmf[i]
            if pmf[i] > pmf[witness]:
                witness = i
        if total <= acceptable:
            return record + 1
    return -1


@kernel
def record_failures(participation, k):  # IN
    """P(record j takes part, and fewer than k do), for every record of one cell: π_j·P(at most k − 2 of the others).

    The others of record j are those before it and those after it, and

        P(at most k − 2 others) = Σ_a P(a before j)·P(at most k − 2 − a after j),

    which has positive terms only; dividing the record out of the whole distribution would subtract. The distributions
    of the beginnings are kept at every √n-th record and made again between them: 3·n·k steps, 2·√n·k numbers.
    """
    n_records = participation.shape[0]
    stride = int(np.sqrt(n_records)) + 1
    n_stops = (n_records + stride - 1) // stride
    kept = np.empty((n_stops, k))
    kept_band = np.empty((n_stops, 2), dtype=np.int64)
    pmf = np.empty(k)
    band = np.empty(2, dtype=np.int64)
    empty_distribution(pmf, band)
    for record in range(n_records):
        if record % stride == 0:
            kept[record // stride] = pmf
            kept_band[record // stride] = band
        one_more(pmf, band, participation[record])
    before = np.empty((stride, k))
    before_band = np.empty((stride, 2), dtype=np.int64)
    after = np.full(k - 1, SCALE)  # after[b]: scaled P(at most b of those after j)
    lowest = np.zeros(1, dtype=np.int64)  # below it, after is zero
    failure = np.empty(n_records)
    for stop in range(n_stops - 1, -1, -1):
        first = stop * stride
        last = min(first + stride, n_records) - 1
        before[0] = kept[stop]
        before_band[0] = kept_band[stop]
        for record in range(first, last):
            at = record - first
            before[at + 1] = before[at]
            before_band[at + 1] = before_band[at]
            one_more(before[at + 1], before_band[at + 1], participation[record])
        for record in range(last, first - 1, -1):
            at = record - first
            failure[record] = participation[record] * _at_most(before[at], before_band[at], after, lowest[0])
            _one_more_after(after, lowest, participation[record])
    return failure


@inner_kernel
def _at_most(before, band, after, lowest):  # IN
    """Σ_a before(a)·after(k − 2 − a), unscaled; in four sums, which do not wait for each other."""
    most = after.shape[0] - 1
    first, last = band[0], min(band[1], most - lowest)
    if last < first:
        return 0.0
    ahead = before[first : last + 1]
    behind = after[most - last : most - first + 1]
    n = ahead.shape[0]
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    for quad in range(n // 4):
        a = 4 * quad
        one += ahead[a] * behind[n - 1 - a]
        two += ahead[a + 1] * behind[n - 2 - a]
        three += ahead[a + 2] * behind[n - 3 - a]
        four += ahead[a + 3] * behind[n - 4 - a]
    for a in range(4 * (n // 4), n):
        one += ahead[a] * behind[n - 1 - a]
    return ((one + two) + (three + four)) / (SCALE * SCALE)


@inner_kernel
def _one_more_after(after, lowest, share):  # after, lowest OUT
    """P(at most b) with one record more: (1 − π)·P(at most b) + π·P(at most b − 1)."""
    _mix(after[lowest[0] :], 1.0 - share, share)
    while lowest[0] < after.shape[0] - 1 and after[lowest[0]] < FLOOR:
        after[lowest[0]] = 0.0
        lowest[0] += 1
