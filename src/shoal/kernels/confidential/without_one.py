"""How far cells miss their rules without the records of any one household.

A cell of c records of h households is judged h times, in O(h · c log c). Most of these are not needed: a household is a
share a of its cell, and a bound says how much its leaving can cost at most. Where the cell keeps a rule by more than
that, the household is passed over. q is the share of a value in the cell, q′ that in what is left, so q = (1 − a)·q′ +
a·r, where r is the share in the household:

    distances    at most a more: the variation distance of q and q′ is at most a, and no ground is longer than 1
    shares       q′ ≤ q/(1 − a)
    entropy      H(q) ≤ h(a) + (1 − a)·H(q′) + a·ln m for m members, with h(a) = −a ln a − (1 − a) ln(1 − a)
    counts       m members are at most m values fewer, and the tail of recursive diversity is at most m records shorter
"""

from __future__ import annotations

import numpy as np

from shoal.kernels.confidential.judge import (
    APART,
    BETA,
    DISTINCT,
    ENTROPY,
    EQUAL,
    FACTOR_APART,
    HIERARCHICAL,
    LARGEST,
    ORDERED,
    RECURSIVE,
    shortfall,
)
from shoal.kernels.jit import inner_kernel, kernel


@inner_kernel
def _missed_at_most(judge, rule, missed, members, size):
    """By how much the cell can miss the rule without a household of so many members."""
    kind, limit = judge.kinds[rule], judge.limits[rule, 0]
    a = members / size
    if kind in (DISTINCT, APART, FACTOR_APART):
        return missed + members
    if kind == RECURSIVE:
        return missed + limit * members
    if kind in (ORDERED, EQUAL, HIERARCHICAL):
        return missed + a
    if kind == LARGEST:
        return (missed + limit) / (1.0 - a) - limit
    if kind == BETA:
        return missed + a / (1.0 - a) * (1.0 + limit + max(missed, 0.0))
    if kind == ENTROPY:
        mixing = -a * np.log(a) - (1.0 - a) * np.log(1.0 - a)
        return limit - (limit - missed - a * np.log(members) - mixing) / (1.0 - a)
    return np.inf


@kernel
def shortfalls_without_one(judge, records, first, home, missed):  # missed OUT, the rest IN
    """Raises ``missed[cell, rule]`` to that of the household without which it is largest, where that is above 0.

    ``records[first[cell]:first[cell + 1]]`` are the members of a cell, household by household; ``home[at]`` is the
    household of ``records[at]``. A cell of a single household misses everything.
    """
    values = np.empty(records.shape[0], dtype=np.int64)
    for cell in range(first.shape[0] - 1):
        begin, end = first[cell], first[cell + 1]
        for rule in range(judge.kinds.shape[0]):
            with_all = missed[cell, rule]
            start = begin
            while start < end:
                stop = start + 1
                while stop < end and home[stop] == home[start]:
                    stop += 1
                if stop - start == end - begin:
                    missed[cell, rule] = np.inf
                elif _missed_at_most(judge, rule, with_all, stop - start, end - begin) > max(missed[cell, rule], 0.0):
                    count = 0
                    for at in range(begin, end):
                        if at < start or at >= stop:
                            values[count] = judge.codes[records[at], rule]
                            count += 1
                    missed[cell, rule] = max(missed[cell, rule], shortfall(judge, rule, values, count))
                start = stop
