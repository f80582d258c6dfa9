"""Effective anonymity: how many records a cell needs, so that k take part (or nobody) with a stated probability.

Record j takes part with probability π_j, independently of the others. A cell fails when somebody takes part, but fewer
than k do. Symbols of Rebollo-Monedero, Forné and Soriano (docs/methods/probabilistic.md): n_min ↔ ``n_min``,
q̄ ↔ ``cell_failure``, u ↔ ``unprotected``, r̄ ↔ ``record_failure``, r̄′ ↔ ``participant_failure``,
t̄ ↔ ``table_failure``, p̄ ↔ ``failure``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import expm1, log1p
from numbers import Integral

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import InfeasiblePromise, ParameterError, Setting
from shoal.guarantee.binomial import failing_terms
from shoal.guarantee.cell_sizes import effective_size, require_one_cell
from shoal.guarantee.k_anonymity import KAnonymity
from shoal.guarantee.parameters import check_failure, check_participation, largest_acceptable


@dataclass(frozen=True)
class EffectiveAnonymity:
    """The size a cell needs, and how a cell of that size fails.

    Attributes
    ----------
    n_min : the fewest records, at least k, with an acceptable failure.
    cell_failure : probability that a cell of n_min records fails.
    unprotected : how many records of a failed cell take part, on average; 0 when no cell can fail.
    record_failure : probability that a record takes part and is unprotected, averaged over the cell.
    participant_failure : the same, given that the record takes part.
    table_failure : probability that any cell of a table fails; None unless the number of records was given.
    participation : of the n_min records, in their order; one number when it is the same for all.
    """

    n_min: int
    cell_failure: float
    unprotected: float
    record_failure: float
    participant_failure: float
    table_failure: float | None = None
    k: int = field(default=2, repr=False)
    participation: float | FloatArray = field(default=1.0, repr=False, compare=False)

    def record_failures(self) -> FloatArray:
        """Probability that record j takes part and is unprotected, for each of the n_min records."""
        if isinstance(self.participation, float):
            return np.full(self.n_min, self.record_failure)
        return record_failures(self.participation, self.k)


def effective_anonymity(
    k: int, participation: float | FloatArray, failure: float, records: int | None = None
) -> EffectiveAnonymity:
    """How many records a cell needs, so that k or none of them take part, except with probability ``failure``.

    Parameters
    ----------
    k : how many records have to take part in every cell that is not empty, at least 2.
    participation : probability of taking part: one for all, or one for each record, in the order in which records
        would be added to a cell; the cell then consists of the fewest first records that are enough.
    failure : acceptable probability that a cell fails, strictly between 0 and 1. Results are exact to eleven digits
        down to 1e-300.
    records : number of records in a table that is cut into cells of n_min (the last one takes the rest): asks for
        ``table_failure``. With one participation for all only; for other cells see `ProbabilisticAnonymity`.
    """
    k = KAnonymity(k).k
    failure = check_failure(failure)
    shares = check_participation(participation)
    if isinstance(shares, float):
        return _constant(k, shares, failure, _check_records(records))
    if records is not None:
        raise ParameterError(
            Setting("records"),
            " asks for the failure of a table of equal cells, which needs one participation for all. With uneven "
            "participation form the cells first and ask ProbabilisticAnonymity(…).table_failure(cell_of).",
        )
    return _uneven(k, shares, failure)


def record_failures(participation: FloatArray, k: int) -> FloatArray:
    """Probability that record j takes part in a failing cell, for every record of one cell."""
    from shoal.kernels.participation.poisson_binomial import record_failures as compiled

    failures: FloatArray = compiled(np.array(participation, dtype=np.float64), k)
    return failures


def any_of(failures: FloatArray) -> float:
    """Probability that at least one of several independent cells fails."""
    return float(-expm1(np.sum(np.log1p(-np.minimum(failures, 1.0 - 2.0**-53)))))


def _constant(k: int, participation: float, failure: float, records: int | None) -> EffectiveAnonymity:
    n_min = effective_size(k, participation, failure)
    terms = failing_terms(n_min, k, participation)
    record_failure = terms.expected_unprotected / n_min
    table_failure = None
    if records is not None:
        if records < n_min:
            require_one_cell(k, participation, failure, records, "the table")
        n_cells = records // n_min
        last = failing_terms(records - (n_cells - 1) * n_min, k, participation).failure
        table_failure = -expm1((n_cells - 1) * log1p(-terms.failure) + log1p(-last))
    return EffectiveAnonymity(
        n_min=n_min,
        cell_failure=terms.failure,
        unprotected=terms.moment / terms.mass if terms.mass > 0.0 else 0.0,
        record_failure=record_failure,
        participant_failure=record_failure / participation,
        table_failure=table_failure,
        k=k,
        participation=participation,
    )


def _uneven(k: int, participation: FloatArray, failure: float) -> EffectiveAnonymity:
    from shoal.kernels.participation.poisson_binomial import SCALE, failing_sums, shortest_prefix

    n_min = int(shortest_prefix(participation, k, largest_acceptable(failure)))
    if n_min < 0:
        refuse_uneven(k, participation, failure, "the list of participations")
    members = np.array(participation[:n_min])
    mass, moment = failing_sums(members, k)
    by_record = record_failures(members, k)
    members.flags.writeable = False
    return EffectiveAnonymity(
        n_min=n_min,
        cell_failure=mass / SCALE,
        unprotected=moment / mass if mass > 0.0 else 0.0,
        record_failure=moment / SCALE / n_min,
        participant_failure=float(np.mean(by_record / members)),
        k=k,
        participation=members,
    )


def refuse_uneven(k: int, participation: FloatArray, failure: float, where: str) -> None:
    """All these records together are not an acceptable cell: say so, and what would be."""
    from shoal.kernels.participation.poisson_binomial import active_counts

    n_records = len(participation)
    if n_records < k:
        raise InfeasiblePromise(
            Setting("k"),
            f" is {k}, but {where} holds {n_records} record{'s' if n_records != 1 else ''}: no cell can reach k.",
            count=n_records,
            hint="Lower k, or add records.",
        )
    by_k = np.cumsum(active_counts(np.array(participation), k)[1:])  # failure for k = 2, 3, …
    fitting = int(np.count_nonzero(by_k <= largest_acceptable(failure)))
    words = f", or lower k to {fitting + 1}" if fitting else "; no smaller k is enough"
    raise InfeasiblePromise(
        f"Even one cell of all {n_records} records in {where} fails with probability {by_k[-1]:.3g} for k = {k}, "
        f"and only {failure:g} is acceptable.",
        parameter="failure",
        count=n_records,
        hint=f"Accept a failure of at least {by_k[-1] * 1.005:.3g}{words}.",
    )


def _check_records(records: object) -> int | None:
    if records is None:
        return None
    if isinstance(records, bool) or not isinstance(records, Integral) or records < 1:
        raise ParameterError(
            Setting("records"), " must be a whole number of at least 1: how many records the table holds."
        )
    return int(records)
