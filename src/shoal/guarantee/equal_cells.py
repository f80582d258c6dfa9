"""How many cells of equal probability a table of N records can fill, before there is a table.

A design of m cells with the probability p₀ = 1/m each is p₀-anonymous: it bounds a probability, not a count. In a table
of N independent records of the population, the count K of a cell is binomial with the mean N·p₀. With m = ⌊N/k⌋ that
mean is k, and nearly half of the cells get fewer. So p₀ has to be larger: m is the largest number for which a cell gets
some, but fewer than k records with an acceptable probability only.

The failure q(p) = P(0 < K < k) falls as p grows from k/N on, so bisection over m ≤ ⌊N/k⌋ finds the number:

    q′(p) = N·(1 − p)^(N−1) − N·C(N−1, k−1)·p^(k−1)·(1 − p)^(N−k) ≤ 0  where  C(N−1, k−1)·(p/(1 − p))^(k−1) ≥ 1,

and at p = k/N the left side is at least ((N−1)/(k−1) · k/(N−k))^(k−1) > 1.

Papers: Rebollo-Monedero, Forné, Soriano 2011 (p₀-anonymity); the failure is that of p-probabilistic k-anonymity.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

from shoal.errors import ParameterError, Setting
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.k_anonymity import KAnonymity
from shoal.guarantee.parameters import check_failure, largest_acceptable


@dataclass(frozen=True)
class EqualCells:
    """What is expected of m cells of equal probability in a table of N records."""

    n_cells: int
    cell_failure: float  # the probability that a cell gets fewer than k records, but not none
    share_withheld: float  # of the records, on average


def most_cells(k: int, records: int, failure: float) -> int:
    """The most cells of equal probability such that a cell of a table gets fewer than k records, but not none, with at
    most the probability ``failure``.

    The table has so many ``records``, which are independent and of the very population of the design.
    """
    promise, n_records, acceptable = KAnonymity(k), check_records(records), largest_acceptable(check_failure(failure))
    promise.require_feasible(n_records)
    few, many = 1, n_records // promise.k  # one cell gets all records and never fails
    if equal_cells(many, promise.k, n_records).cell_failure <= acceptable:
        return many
    while many - few > 1:
        middle = (few + many) // 2
        if equal_cells(middle, promise.k, n_records).cell_failure <= acceptable:
            few = middle
        else:
            many = middle
    return few


def equal_cells(n_cells: int, k: int, n_records: int) -> EqualCells:
    """What is expected of so many cells."""
    terms = failing_terms(n_records, k, 1.0 / n_cells)
    return EqualCells(n_cells, terms.failure, min(1.0, terms.expected_unprotected * n_cells / n_records))


def check_records(records: object) -> int:
    """The number of records of a table that is still to come."""
    if isinstance(records, bool) or not isinstance(records, Integral) or records < 1:
        raise ParameterError(Setting("records"), " must be a whole number of at least 1.")
    return int(records)
