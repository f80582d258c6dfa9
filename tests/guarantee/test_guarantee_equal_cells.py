"""How many equal cells a later table can fill: a twin with scipy's binomial, and wrong input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import shoal
from shoal.errors import WrongUse
from shoal.guarantee.equal_cells import equal_cells


def failure_of(n_cells: int, k: int, n_records: int) -> float:
    """P(0 < K < k) for a binomial K."""
    return float(stats.binom.pmf(np.arange(1, k), n_records, 1 / n_cells).sum())


@given(st.integers(2, 12), st.integers(0, 400), st.sampled_from([1e-6, 1e-3, 0.01, 0.1, 0.3, 0.6]))
def test_it_is_the_largest_number_that_a_search_finds(k: int, more: int, failure: float) -> None:
    n_records = k + more
    fine = [m for m in range(1, n_records // k + 1) if failure_of(m, k, n_records) <= failure * (1 + 1e-9)]
    assert shoal.most_cells(k, n_records, failure) == max(fine)
    assert fine == list(range(1, max(fine) + 1))  # the failure only rises with the number of cells


def test_what_is_expected_of_the_cells() -> None:
    n_cells = shoal.most_cells(k=10, records=4_000, failure=0.01)
    assert n_cells == 213
    expected = equal_cells(n_cells, 10, 4_000)
    assert expected.cell_failure == pytest.approx(failure_of(n_cells, 10, 4_000), rel=1e-9)
    counts = np.arange(1, 10)
    withheld = n_cells * (counts * stats.binom.pmf(counts, 4_000, 1 / n_cells)).sum() / 4_000
    assert expected.share_withheld == pytest.approx(withheld, rel=1e-9)
    assert equal_cells(1, 10, 4_000).cell_failure == 0.0


def test_a_mean_of_k_is_not_enough() -> None:
    """Story: with ⌊N/k⌋ cells of a design ahead, nearly half of the cells fall below k."""
    assert equal_cells(400, 10, 4_000).cell_failure == pytest.approx(0.458, abs=0.001)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"k": 1}, "smallest k"),
        ({"records": 9}, "no cell can reach k"),
        ({"records": 0}, "at least 1"),
        ({"records": 2.5}, "whole number"),
        ({"records": True}, "whole number"),
        ({"failure": 0}, "strictly between"),
        ({"failure": 5}, "If you mean per cent, give 0.05"),
        ({"failure": "x"}, "number between 0 and 1"),
    ],
)
def test_wrong_input_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongUse, match=words):
        shoal.most_cells(**{"k": 10, "records": 100, "failure": 0.1, **arguments})
