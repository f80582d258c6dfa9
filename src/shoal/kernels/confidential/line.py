"""The earth mover's distance between a cell and the table where values are places on a line.

The j-th of c members, in the order of their values, stands for the j-th c-th part of the table: on a line the monotone
coupling is optimal. So the distance is a sum over members: how far the quantiles of its part are from its place. If two
records change places, only the members between them stand for another part than before.
"""

from __future__ import annotations

from shoal.kernels.jit import lean_kernel

LISTED = 128  # cells of up to so many records find what is below a part of the table in a list; others search


@lean_kernel
def _first_from(below, begin, end, share):
    """The first value from begin on up to which the table has at least this share; end when there is none before."""
    while begin < end:
        middle = (begin + end) // 2
        if below[middle] < share:
            begin = middle + 1
        else:
            end = middle
    return begin


@lean_kernel
def _filled(judge, rule, parts, count):
    """The integral of the table's quantiles over the first so many of its ``count`` parts."""
    if parts == 0:
        return 0.0
    if count <= LISTED:
        return judge.parts[rule, count * (count - 1) // 2 + parts - 1]
    first, end = judge.first[rule], judge.first[rule + 1]
    value = min(_first_from(judge.below, first, end, parts / count), end - 1)
    return judge.filled[value] - judge.place[value] * (judge.below[value] - parts / count)


@lean_kernel
def _gap(judge, rule, code, at, count):
    """How far the quantiles of a part of the table are from a value: the integral over the part of this number."""
    value = judge.first[rule] + code
    begin, end = at / count, (at + 1) / count
    before, upto = _filled(judge, rule, at, count), _filled(judge, rule, at + 1, count)
    turn = min(max(judge.below[value], begin), end)  # up to here quantiles are lower than the value, or equal
    turned = min(max(judge.filled[value], before), upto)
    return judge.place[value] * (2.0 * turn - begin - end) + before + upto - 2.0 * turned


@lean_kernel
def distance_on_line(judge, rule, values, count):
    """Of a cell with these values, in ascending order."""
    distance = 0.0
    for at in range(count):
        distance += _gap(judge, rule, values[at], at, count)
    return distance


@lean_kernel
def distance_in_order(judge, members, size):
    """By the first rule, of a cell whose members are in its order."""
    distance = 0.0
    for at in range(size):
        distance += _gap(judge, 0, judge.codes[members[at], 0], at, size)
    return distance


@lean_kernel
def distance_without(judge, members, size, slot):
    """The same without the member of this slot."""
    distance = 0.0
    for at in range(slot):
        distance += _gap(judge, 0, judge.codes[members[at], 0], at, size - 1)
    for at in range(slot + 1, size):
        distance += _gap(judge, 0, judge.codes[members[at], 0], at - 1, size - 1)
    return distance


@lean_kernel
def distance_with(judge, members, size, record):
    """The same with another record."""
    code = judge.codes[record, 0]
    distance = 0.0
    at = 0
    while at < size and judge.codes[members[at], 0] < code:
        distance += _gap(judge, 0, judge.codes[members[at], 0], at, size + 1)
        at += 1
    distance += _gap(judge, 0, code, at, size + 1)
    for later in range(at, size):
        distance += _gap(judge, 0, judge.codes[members[later], 0], later + 1, size + 1)
    return distance


@lean_kernel
def distance_grows(judge, members, size, slot, record):
    """By how much, when a record takes the place of the member of this slot."""
    codes = judge.codes
    code = codes[record, 0]
    grows = -_gap(judge, 0, codes[members[slot], 0], slot, size)
    at = slot
    while at + 1 < size and codes[members[at + 1], 0] < code:
        other = codes[members[at + 1], 0]
        grows += _gap(judge, 0, other, at, size) - _gap(judge, 0, other, at + 1, size)
        at += 1
    while at > 0 and codes[members[at - 1], 0] > code:
        other = codes[members[at - 1], 0]
        grows += _gap(judge, 0, other, at, size) - _gap(judge, 0, other, at - 1, size)
        at -= 1
    return grows + _gap(judge, 0, code, at, size)
