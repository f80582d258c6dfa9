"""Effective anonymity: the tables of the paper to every printed digit, exact twins, the search, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from benchmarks.published_figures import TABLE_II, TABLE_II_SETTING, TABLE_III, TABLE_IV
from shoal import effective_anonymity
from shoal.errors import InfeasiblePromise, ParameterError
from shoal.guarantee.cell_sizes import acceptable, lasting_size


def exact_failure(n: int, k: int, share: float) -> Fraction:
    one = Fraction(share)
    return sum((comb(n, i) * one**i * (1 - one) ** (n - i) for i in range(1, k)), start=Fraction(0))


def test_table_ii() -> None:
    k, share, failure, n_min = TABLE_II_SETTING
    found = effective_anonymity(k, share, failure)
    assert found.n_min == n_min
    values = (found.cell_failure, found.unprotected, found.record_failure)
    assert [f"{value:.4g}" for value in values] == [computed for computed, _ in TABLE_II.values()]


@pytest.mark.parametrize(("k", "share", "failure", "n_min", "cell", "unprotected", "record", "participant"), TABLE_III)
def test_table_iii(
    k: int, share: float, failure: float, n_min: int, cell: str, unprotected: str, record: str, participant: str
) -> None:
    found = effective_anonymity(k, share, failure)
    assert found.n_min == n_min
    printed = (found.cell_failure, found.unprotected, found.record_failure, found.participant_failure)
    assert [f"{value:.3g}" for value in printed] == [cell, unprotected, record, participant]


@pytest.mark.parametrize(("k", "records", "failure", "table"), TABLE_IV)
def test_table_iv(k: int, records: int, failure: float, table: str) -> None:
    assert f"{effective_anonymity(k, 0.75, failure, records).table_failure:.3g}" == table


def test_monte_carlo_of_the_paper_again() -> None:
    """10⁵ cells, as in Table II; the tolerance is four standard errors."""
    found = effective_anonymity(20, 0.5, 0.1)
    active = np.random.default_rng(20).binomial(found.n_min, 0.5, 100_000)
    failed = (active > 0) & (active < 20)
    assert failed.mean() == pytest.approx(found.cell_failure, abs=4 * np.sqrt(0.0967 * 0.9033 / 1e5))
    assert active[failed].mean() == pytest.approx(found.unprotected, abs=4 * active[failed].std() / failed.sum() ** 0.5)
    assert (active * failed).mean() / found.n_min == pytest.approx(found.record_failure, rel=0.03)


def test_monte_carlo_of_uneven_participation() -> None:
    rng = np.random.default_rng(5)
    shares = rng.uniform(0.1, 0.95, 60)
    found = effective_anonymity(8, shares, 0.05)
    takes_part = rng.random((100_000, found.n_min)) < shares[: found.n_min]
    active = takes_part.sum(axis=1)
    failed = (active > 0) & (active < 8)
    assert failed.mean() == pytest.approx(found.cell_failure, abs=4 * np.sqrt(0.05 / 1e5))
    by_record = (takes_part & failed[:, None]).mean(axis=0)
    assert by_record == pytest.approx(found.record_failures(), abs=4 * np.sqrt(0.05 / 1e5))
    assert found.record_failures().mean() == pytest.approx(found.record_failure, rel=1e-12)
    assert (found.record_failures() / shares[: found.n_min]).mean() == pytest.approx(found.participant_failure)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.integers(2, 8), st.integers(1, 99), st.sampled_from([0.5, 0.25, 0.1, 0.03, 0.01, 1e-3, 1e-5, 1e-9]))
def test_n_min_is_the_true_minimum(k: int, percent: int, failure: float) -> None:
    """Against a scan in exact fractions; also where a cell of k is acceptable because it is nearly always empty."""
    share = percent / 100
    found = effective_anonymity(k, share, failure)
    assert exact_failure(found.n_min, k, share) <= Fraction(failure) * (1 + Fraction(1, 10**10))
    if found.n_min < 300:
        assert all(exact_failure(n, k, share) > Fraction(failure) for n in range(k, found.n_min))
    else:
        assert exact_failure(found.n_min - 1, k, share) > Fraction(failure) < exact_failure(k, k, share)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 30), st.floats(0.02, 0.98), st.floats(-300, -1))
def test_one_for_all_and_the_same_for_each_agree(k: int, share: float, exponent: float) -> None:
    failure = 10.0**exponent
    one = effective_anonymity(k, share, failure)
    shares = np.full(one.n_min + 1, share)
    shares[-1] = share / 2  # never reached; it only makes the list uneven
    each = effective_anonymity(k, shares, failure)
    assert each.n_min == one.n_min
    for name in ("cell_failure", "unprotected", "record_failure", "participant_failure"):
        assert getattr(each, name) == pytest.approx(getattr(one, name), rel=1e-11, abs=0.0)


@pytest.mark.parametrize(("k", "share"), [(2, 0.5), (10, 0.75), (20, 0.9), (5, 0.3)])
def test_exact_down_to_1e_300(k: int, share: float) -> None:
    found = effective_anonymity(k, share, 1e-300)
    exact = exact_failure(found.n_min, k, share)
    assert found.cell_failure == pytest.approx(float(exact), rel=1e-12, abs=0.0)
    assert exact <= Fraction(1e-300) < exact_failure(found.n_min - 1, k, share)


def test_rare_participation_makes_small_cells_acceptable_and_larger_ones_not() -> None:
    """π = 10⁻⁶: a pair fails twice in a million surveys, two hundred records a hundred times as often."""
    assert effective_anonymity(2, 1e-6, 1e-4).n_min == 2
    assert not acceptable(200, 2, 1e-6, 1e-4)
    assert lasting_size(2, 1e-6, 1e-4, 90) == 2
    with pytest.raises(InfeasiblePromise, match="200 records"):
        lasting_size(2, 1e-6, 1e-4, 200)
    enough = lasting_size(2, 1e-6, 1e-4, 10**9)
    assert acceptable(enough, 2, 1e-6, 1e-4)
    assert not acceptable(enough - 1, 2, 1e-6, 1e-4)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 6), st.integers(1, 99), st.sampled_from([0.45, 0.3, 0.1, 0.01, 1e-4]), st.integers(0, 150))
def test_lasting_size_holds_for_every_larger_cell(k: int, percent: int, failure: float, more: int) -> None:
    n_records = k + more
    share = percent / 100
    try:
        size = lasting_size(k, share, failure, n_records)
    except InfeasiblePromise:
        assert not acceptable(n_records, k, share, failure)
        return
    assert all(acceptable(n, k, share, failure) for n in range(size, n_records + 1))
    assert size == k or not acceptable(size - 1, k, share, failure)


def test_certain_participation_needs_k() -> None:
    found = effective_anonymity(7, 1.0, 1e-9, 100)
    assert (found.n_min, found.cell_failure, found.unprotected, found.table_failure) == (7, 0.0, 0.0, 0.0)


def test_a_hundred_thousand_shares_of_their_own() -> None:
    """In the mean 1.25 % of them answer, so 1,000 answers need 80,000 members and some to spare."""
    shares = np.random.default_rng(0).uniform(0.005, 0.02, 100_000)
    found = effective_anonymity(1000, shares, 1e-5)
    assert found.n_min > 80_000
    assert found.cell_failure <= 1e-5


@pytest.mark.parametrize("failure", [0.0, 1.0, -0.1, 2, float("nan"), "much", True, None])
def test_wrong_failure_is_refused(failure: object) -> None:
    with pytest.raises(ParameterError, match="failure"):
        effective_anonymity(5, 0.5, failure)  # type: ignore[arg-type]


@pytest.mark.parametrize("share", [0.0, -0.5, 1.01, float("nan"), "half", [[0.5]], []])
def test_wrong_participation_is_refused(share: object) -> None:
    with pytest.raises(ParameterError, match="participation"):
        effective_anonymity(5, share, 0.1)  # type: ignore[arg-type]


def test_per_cent_are_noticed() -> None:
    with pytest.raises(ParameterError, match=r"Perhaps you mean 0\.75"):
        effective_anonymity(10, 75, 1e-5)


def test_missing_participation_is_counted_and_located() -> None:
    with pytest.raises(ParameterError, match=r"missing for 2 record\(s\), the first in row 2"):
        effective_anonymity(2, np.array([0.5, np.nan, np.nan]), 0.1)


@pytest.mark.parametrize("k", [1, 0, 2.5, True])
def test_wrong_k_is_refused(k: object) -> None:
    with pytest.raises(ParameterError, match="k "):
        effective_anonymity(k, 0.5, 0.1)  # type: ignore[arg-type]


@pytest.mark.parametrize("records", [0, -3, 2.5, True])
def test_wrong_number_of_records_is_refused(records: object) -> None:
    with pytest.raises(ParameterError, match="records"):
        effective_anonymity(5, 0.5, 0.1, records)  # type: ignore[arg-type]


def test_too_few_records_say_what_would_work() -> None:
    with pytest.raises(InfeasiblePromise, match=r"failure of at least 0\.00396, or lower k to 6"):
        effective_anonymity(10, 0.75, 1e-5, 20)
    assert effective_anonymity(10, 0.75, 0.00396, 20).n_min <= 20
    assert effective_anonymity(6, 0.75, 1e-5, 20).n_min <= 20
    with pytest.raises(InfeasiblePromise):
        effective_anonymity(7, 0.75, 1e-5, 20)


def test_too_few_uneven_records_say_what_would_work() -> None:
    shares = np.linspace(0.3, 0.9, 20)
    with pytest.raises(InfeasiblePromise, match=r"or lower k to (\d+)") as refused:
        effective_anonymity(10, shares, 1e-5)
    largest = int(str(refused.value).split("lower k to ")[-1].rstrip("."))
    assert effective_anonymity(largest, shares, 1e-5).n_min <= 20
    with pytest.raises(InfeasiblePromise):
        effective_anonymity(largest + 1, shares, 1e-5)


def test_a_table_of_uneven_records_needs_its_cells() -> None:
    with pytest.raises(ParameterError, match="table_failure"):
        effective_anonymity(2, np.array([0.5, 0.9, 0.9, 0.9]), 0.4, 100)


def test_public_names() -> None:
    assert shoal.effective_anonymity is effective_anonymity
    assert shoal.EffectiveAnonymity is type(effective_anonymity(2, 0.9, 0.1))
