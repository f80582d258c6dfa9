"""How large a cell must be when all records take part with one probability π.

The failure q̄(n) = P(0 < K_n < k) is not monotone in n: an empty cell is fine, so a small cell of people who hardly ever
take part fails less than a larger one. But it rises and falls only once, because

    q̄(n + 1) − q̄(n) = π·(p_n(0) − p_n(k − 1))

and p_n(k − 1)/p_n(0) only grows with n. Hence, if n = k is not acceptable, the acceptable sizes are all n from some
number on, and bisection beyond the peak finds it.
"""

from __future__ import annotations

from math import log

from shoal.errors import InfeasiblePromise, Setting
from shoal.guarantee.binomial import failing_terms, more_only_helps
from shoal.guarantee.parameters import largest_acceptable

LARGEST_TABLE = 10**12  # records: several for everybody who ever lived


def acceptable(n_records: int, k: int, participation: float, failure: float) -> bool:
    """Whether a cell of n ≥ k records fails with at most this probability, rounding apart."""
    return failing_terms(n_records, k, participation).log_failure <= log(largest_acceptable(failure))


def effective_size(k: int, participation: float, failure: float) -> int:
    """n_min, the smallest acceptable size of at least k."""
    if acceptable(k, k, participation, failure):
        return k
    too_small, step = k, k
    while not acceptable(too_small + step, k, participation, failure):
        too_small += step
        step *= 2
    return _bisect(too_small, too_small + step, k, participation, failure)


def lasting_size(k: int, participation: float, failure: float, n_records: int, where: str = "the table") -> int:
    """The smallest size from which on every cell is acceptable, up to one that holds all ``n_records``.

    It is n_min wherever a larger cell fails less, that is for every survey that expects k answers in a cell. Only where
    hardly anybody takes part can n_min itself be acceptable and a larger cell not.
    """
    require_one_cell(k, participation, failure, n_records, where)
    if not more_only_helps(n_records, k, participation):
        return k  # the failure rises with n all the way to n_records, where it still is acceptable
    peak = _first_beyond_peak(k, participation, n_records)
    if acceptable(peak, k, participation, failure):
        return k
    return _bisect(peak, n_records, k, participation, failure)


def first_lasting_size(k: int, participation: float, failure: float) -> int | None:
    """The smallest size from which on every cell of any table is acceptable; None where no table is that large."""
    enough = effective_size(k, participation, failure)
    if more_only_helps(enough, k, participation):
        return enough
    while not (more_only_helps(enough, k, participation) and acceptable(enough, k, participation, failure)):
        enough *= 2
        if enough > LARGEST_TABLE:
            return None
    return lasting_size(k, participation, failure, enough)


def require_one_cell(k: int, participation: float, failure: float, n_records: int, where: str) -> None:
    """Refuse when not even all records together make an acceptable cell; say what would."""
    if n_records >= k and acceptable(n_records, k, participation, failure):
        return
    records = f"{n_records} record{'s' if n_records != 1 else ''}"
    if n_records < k:
        raise InfeasiblePromise(
            Setting("k"),
            f" is {k}, but {where} holds {records}: no cell can reach k.",
            count=n_records,
            hint="Lower k, or add records.",
        )
    possible = failing_terms(n_records, k, participation).failure
    needed = advice(n_records, k, participation, failure)
    raise InfeasiblePromise(
        f"Even one cell of all {records} in {where} fails with probability {possible:.3g} for k = {k} and a "
        f"participation of {participation:g}, and only {failure:g} is acceptable.",
        parameter="failure",
        count=n_records,
        hint=f"{needed}.",
    )


def advice(n_records: int, k: int, participation: float, failure: float) -> str:
    """What would make all records together an acceptable cell."""
    smallest = failing_terms(n_records, k, participation).failure
    words = f"Accept a failure of at least {_rounded_up(smallest)}" if smallest < 1.0 else "Use more records"
    largest_k = _largest_k(n_records, k, participation, failure)
    return f"{words}, or lower k to {largest_k}" if largest_k else f"{words}; no smaller k is enough"


def _largest_k(n_records: int, k: int, participation: float, failure: float) -> int | None:
    """The largest smaller k for which all records together are acceptable: the failure grows with k."""
    good, bad = 1, k
    while bad - good > 1:
        middle = (good + bad) // 2
        if acceptable(n_records, middle, participation, failure):
            good = middle
        else:
            bad = middle
    return good if good > 1 else None


def _rounded_up(value: float) -> str:
    """Three digits, never below the value."""
    return f"{value * 1.005:.3g}"


def _first_beyond_peak(k: int, participation: float, n_records: int) -> int:
    """The first size from which on larger is better; ``n_records`` is known to lie beyond it."""
    low, high = k - 1, n_records
    while high - low > 1:
        middle = (low + high) // 2
        if more_only_helps(middle, k, participation):
            high = middle
        else:
            low = middle
    return high


def _bisect(too_small: int, enough: int, k: int, participation: float, failure: float) -> int:
    """The smallest acceptable size in (too_small, enough], where acceptable sizes follow on unacceptable ones."""
    while enough - too_small > 1:
        middle = (too_small + enough) // 2
        if acceptable(middle, k, participation, failure):
            enough = middle
        else:
            too_small = middle
    return enough
