"""The best way to split a box in two: every question, every cut, by exact reduction of the SSE.

A cell of mass M whose points sum up to S leaves an SSE of Σ m‖x‖² − ‖S‖²/M. So a partition is as good as the sum of
‖S‖²/M over its cells is large (its *score*), and a cut gains ‖S_l‖²/M_l + ‖S_r‖²/M_r − ‖S‖²/M. Running sums along the
sorted records give the gain of every cut in one pass.

``share`` says what part of a cell's need a record brings (1/n_min when all take part alike), so a box has room for
⌊Σ share⌋ cells. A cut is *thrifty* when its two sides together have as much room as the box had. Greedy splitting
wastes most on sides of nearly twice the need that nothing can split any more; thrifty cuts avoid them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shoal.kernels.jit import FIRST, inner_kernel
from shoal.kernels.participation.poisson_binomial import SCALE, failing_mass, nobody_yet, one_more

ORDERED, NOMINAL, NESTED = 0, 1, 2  # a question splits by a threshold, by a set of levels, by a branch of a tree

# Sums of shares such as 27 · (1/27) are a whole number only up to rounding.
WHOLE = 1e-9

LEAST_BITS = 4  # of a digit of the sort: a smaller base would only add passes

# The order of categories only steers which sets are tried: a direction of large spread is enough.
POWER_ROUNDS = 12


class Frame(NamedTuple):
    """The people of a frame as the search sees them."""

    point: npt.NDArray[np.float64]  # (n, d)
    mass: npt.NDArray[np.float64]  # (n,) weight of a record in centroid and distortion
    share: npt.NDArray[np.float64]  # (n,) part of a cell's need
    participation: npt.NDArray[np.float64]  # (n,) π where it is uneven; empty where a cell is judged by its size alone
    level: npt.NDArray[np.int64]  # (q, n) each record's level in each question
    kind: npt.NDArray[np.int64]  # (q,) ORDERED, NOMINAL or NESTED
    n_levels: npt.NDArray[np.int64]  # (q,)
    above: npt.NDArray[np.int64]  # (q, most levels of a set) the level above in a NESTED question; −1 at the root
    least: npt.NDArray[np.int64]  # (2,) fewest records of a cell; k
    failure: npt.NDArray[np.float64]  # (1,) the most that a cell may fail, where participation is uneven


class BestSplit(NamedTuple):
    """The best cut of a box: [0] among the thrifty ones, [1] among all."""

    gain: npt.NDArray[np.float64]  # (2,) −inf: there is none
    question: npt.NDArray[np.int64]  # (2,)
    cut: npt.NDArray[np.int64]  # (2,) lower levels go left (ORDERED)
    left: npt.NDArray[np.bool_]  # (2, most levels of a set) levels that go left (NOMINAL, NESTED)


@inner_kernel
def random_unit(state):  # state OUT
    """A number in [0, 1), by splitmix64 (Steele, Lea and Flood 2014): the same on every machine and thread."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = state[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ (mixed >> np.uint64(31))
    return np.float64(mixed >> np.uint64(11)) / 9007199254740992.0


@inner_kernel
def acceptable(frame, pmf, band, size):  # IN
    """Whether a cell of this many records, with this distribution of those who take part, keeps the promise."""
    if size < frame.least[0]:
        return False
    return len(frame.participation) == 0 or failing_mass(pmf, band) <= frame.failure[0] * SCALE


@inner_kernel
def _keeps(frame, records, inside, wanted):  # IN
    """Whether the records for which ``inside`` is as wanted can be a cell of their own."""
    pmf = np.empty(frame.least[1])
    band = np.empty(2, dtype=np.int64)
    nobody_yet(pmf, band)
    size = FIRST
    for at in range(len(records)):
        if inside[at] == wanted:
            size += 1
            if len(frame.participation) > 0:
                one_more(pmf, band, frame.participation[records[at]])
    return acceptable(frame, pmf, band, size)


@inner_kernel
def _sides_kept(frame, ordered, kept):  # frame, ordered IN; kept OUT
    """After which records both the beginning and the rest can be cells of their own; returns the last, or −1."""
    size = len(ordered)
    least = frame.least[0]
    if len(frame.participation) == 0:
        for at in range(size):
            kept[at] = at + 1 >= least and size - 1 - at >= least
        return size - 1 - least if size >= 2 * least else -1
    pmf = np.empty(frame.least[1])
    band = np.empty(2, dtype=np.int64)
    nobody_yet(pmf, band)
    for at in range(size):
        one_more(pmf, band, frame.participation[ordered[at]])
        kept[at] = acceptable(frame, pmf, band, at + 1)
    nobody_yet(pmf, band)
    last = -1
    for at in range(size - 1, -1, -1):
        kept[at] = kept[at] and acceptable(frame, pmf, band, size - 1 - at)
        if kept[at] and last < 0:
            last = at
        one_more(pmf, band, frame.participation[ordered[at]])
    return last


@inner_kernel
def sorted_by(key, n_keys):  # IN
    """Positions in ascending order of their keys, equal keys in their order: digit by digit."""
    size = len(key)
    bits = LEAST_BITS
    while (1 << bits) < size:
        bits += 1
    mask = (1 << bits) - 1
    position = np.arange(size)
    other = np.empty(size, dtype=np.int64)
    begin = np.empty((1 << bits) + 1, dtype=np.int64)
    shift = 0
    while n_keys >> shift > 0:
        begin[:] = 0
        for at in range(size):
            begin[((key[at] >> shift) & mask) + 1] += 1
        for digit in range(mask + 1):
            begin[digit + 1] += begin[digit]
        for at in range(size):
            digit = (key[position[at]] >> shift) & mask
            other[begin[digit]] = position[at]
            begin[digit] += 1
        position, other = other, position
        shift += bits
    return position


@inner_kernel
def _sorted_by_rank(frame, records, question, rank):  # IN
    """The records in ascending order of the rank of their level, equal ranks in their order; and these ranks."""
    size = len(records)
    begin = np.zeros(len(rank) + 1, dtype=np.int64)
    for record in records:
        begin[rank[frame.level[question, record]] + 1] += 1
    for each in range(len(rank)):
        begin[each + 1] += begin[each]
    ordered = np.empty(size, dtype=np.int64)
    key = np.empty(size, dtype=np.int64)
    for record in records:
        own = rank[frame.level[question, record]]
        ordered[begin[own]] = record
        key[begin[own]] = own
        begin[own] += 1
    return ordered, key


@inner_kernel
def _jitter(noise, state):  # noise IN, state OUT
    return 1.0 if noise == 0.0 else np.exp(noise * (2.0 * random_unit(state) - 1.0))


@inner_kernel
def _square(vector):  # IN
    total = 0.0
    for each in range(vector.shape[0]):
        total += vector[each] * vector[each]
    return total


@inner_kernel
def _gain(left, left_mass, total, mass):  # IN
    """n_l·n_r/n ‖mean_l − mean_r‖², written without differences of large sums."""
    right_mass = mass - left_mass
    by_left = 1.0 / left_mass
    by_right = 1.0 / right_mass
    distance = 0.0
    for each in range(total.shape[0]):
        gap = left[each] * by_left - (total[each] - left[each]) * by_right
        distance += gap * gap
    return distance * left_mass * right_mass / mass


@inner_kernel
def _scan(frame, ordered, key, total, mass, room, noise, state, found):  # state, found OUT, others IN
    """Every cut between different keys. ``found``: gain and key behind the best cut, thrifty then any."""
    size = len(ordered)
    kept = np.empty(size, dtype=np.bool_)
    last = _sides_kept(frame, ordered, kept)
    whole_room = np.floor(room + WHOLE)
    most_jitter = np.exp(noise)
    left = np.zeros(total.shape[0])
    left_mass = 0.0
    left_room = 0.0
    found[0, 0] = found[1, 0] = -np.inf
    for at in range(last + 1):
        record = ordered[at]
        weight = frame.mass[record]
        for each in range(left.shape[0]):
            left[each] += weight * frame.point[record, each]
        left_mass += weight
        left_room += frame.share[record]
        if not kept[at] or key[at] == key[at + 1]:
            continue
        thrifty = np.floor(left_room + WHOLE) + np.floor(room - left_room + WHOLE) >= whole_room
        gain = _gain(left, left_mass, total, mass)
        # the best thrifty cut is never better than the best of all, and no jitter lifts a gain further than this
        if gain * most_jitter <= found[0 if thrifty else 1, 0]:
            continue
        gain *= _jitter(noise, state)
        if thrifty and gain > found[0, 0]:
            found[0, 0] = gain
            found[0, 1] = key[at + 1]
        if gain > found[1, 0]:
            found[1, 0] = gain
            found[1, 1] = key[at + 1]


@inner_kernel
def _ranks_of_categories(frame, records, question, total, mass):  # IN
    """Categories along a direction in which their means spread widely (power iteration on the scatter between them).

    Cutting the categories in the order of such a direction is the usual way to search sets without trying all 2^L
    (Coppersmith, Hong and Hosking 1999).
    """
    n_levels, d = frame.n_levels[question], total.shape[0]
    weight = np.zeros(n_levels)
    mean = np.zeros((n_levels, d))
    for record in records:
        level = frame.level[question, record]
        weight[level] += frame.mass[record]
        for each in range(d):
            mean[level, each] += frame.mass[record] * frame.point[record, each]
    heaviest = 0
    for level in range(n_levels):
        if weight[level] > 0.0:
            for each in range(d):
                mean[level, each] = mean[level, each] / weight[level] - total[each] / mass
        if weight[level] > weight[heaviest]:
            heaviest = level
    direction = mean[heaviest].copy()
    along = np.zeros(n_levels)
    for _ in range(POWER_ROUNDS):
        length = np.sqrt(_square(direction))
        if length == 0.0:
            break
        for level in range(n_levels):
            along[level] = 0.0
            for each in range(d):
                along[level] += mean[level, each] * direction[each] / length
        direction[:] = 0.0
        for level in range(n_levels):
            for each in range(d):
                direction[each] += weight[level] * along[level] * mean[level, each]
    rank = np.zeros(n_levels, dtype=np.int64)
    for level in range(n_levels):
        for other in range(n_levels):
            if along[other] < along[level] or (along[other] == along[level] and other < level):
                rank[level] += 1
    return rank


@inner_kernel
def _take(best, kind_of_cut, gain, question, cut):  # best OUT, others IN
    best.gain[kind_of_cut] = gain
    best.question[kind_of_cut] = question
    best.cut[kind_of_cut] = cut


@inner_kernel
def _best_threshold(frame, ordered, question, total, mass, room, noise, state, best):  # state, best OUT, others IN
    """``ordered``: the records by ascending level."""
    key = np.empty(len(ordered), dtype=np.int64)
    for at, record in enumerate(ordered):
        key[at] = frame.level[question, record]
    found = np.empty((2, 2))
    _scan(frame, ordered, key, total, mass, room, noise, state, found)
    for which in range(2):
        if found[which, 0] > best.gain[which]:
            _take(best, which, found[which, 0], question, np.int64(found[which, 1]))


@inner_kernel
def _best_set(frame, records, question, total, mass, room, noise, state, best):  # state, best OUT, others IN
    rank = _ranks_of_categories(frame, records, question, total, mass)
    ordered, key = _sorted_by_rank(frame, records, question, rank)
    found = np.empty((2, 2))
    _scan(frame, ordered, key, total, mass, room, noise, state, found)
    for which in range(2):
        if found[which, 0] > best.gain[which]:
            _take(best, which, found[which, 0], question, np.int64(found[which, 1]))
            for level in range(len(rank)):
                best.left[which, level] = rank[level] < found[which, 1]


@inner_kernel
def _below(frame, question, branch, level):  # IN
    while level > branch:
        level = frame.above[question, level]
    return level == branch


@inner_kernel
def _best_branch(frame, records, question, total, mass, room, noise, state, best):  # state, best OUT, others IN
    """Every branch of a tree of levels against everything else. Levels stand behind the level above them."""
    n_levels, d = frame.n_levels[question], total.shape[0]
    weight = np.zeros(n_levels)
    share = np.zeros(n_levels)
    sums = np.zeros((n_levels, d))
    for record in records:
        level = frame.level[question, record]
        weight[level] += frame.mass[record]
        share[level] += frame.share[record]
        for each in range(d):
            sums[level, each] += frame.mass[record] * frame.point[record, each]
    whole_room = np.floor(room + WHOLE)
    inside = np.empty(len(records), dtype=np.bool_)
    for branch in range(n_levels - 1, 0, -1):
        upper = frame.above[question, branch]
        weight[upper] += weight[branch]
        share[upper] += share[branch]
        for each in range(d):
            sums[upper, each] += sums[branch, each]
        if weight[branch] <= 0.0 or weight[branch] >= mass:
            continue
        gain = _gain(sums[branch], weight[branch], total, mass) * _jitter(noise, state)
        if gain <= best.gain[0] and gain <= best.gain[1]:
            continue
        for at, record in enumerate(records):
            inside[at] = _below(frame, question, branch, frame.level[question, record])
        if not (_keeps(frame, records, inside, True) and _keeps(frame, records, inside, False)):
            continue
        thrifty = np.floor(share[branch] + WHOLE) + np.floor(room - share[branch] + WHOLE) >= whole_room
        for which in range(2):
            if gain > best.gain[which] and (which == 1 or thrifty):
                _take(best, which, gain, question, 0)
                for level in range(n_levels):
                    best.left[which, level] = _below(frame, question, branch, level)


@inner_kernel
def best_split(frame, lists, begin, size, thrift, noise, state, best):  # state, best OUT, others IN
    """Find the best cut of a box. Returns 0 or 1 (which of ``best``), or −1 when no cut keeps the promise.

    ``lists[question, begin : begin + size]`` are its records, by ascending level where the question is ORDERED. Boxes
    with room for at most ``thrift`` cells are cut thriftily where that is possible.
    """
    best.gain[:] = -np.inf
    if size < 2 * frame.least[0]:
        return -1
    d = frame.point.shape[1]
    total = np.zeros(d)
    mass = 0.0
    room = 0.0
    for record in lists[0, begin : begin + size]:
        for each in range(d):
            total[each] += frame.mass[record] * frame.point[record, each]
        mass += frame.mass[record]
        room += frame.share[record]
    for question in range(len(frame.kind)):
        if frame.n_levels[question] < 2:
            continue
        records = lists[question, begin : begin + size]
        if frame.kind[question] == ORDERED:
            _best_threshold(frame, records, question, total, mass, room, noise, state, best)
        elif frame.kind[question] == NOMINAL:
            _best_set(frame, records, question, total, mass, room, noise, state, best)
        else:
            _best_branch(frame, records, question, total, mass, room, noise, state, best)
    if best.gain[0] > -np.inf and np.floor(room + WHOLE) <= thrift:
        return 0
    return 1 if best.gain[1] > -np.inf else -1
