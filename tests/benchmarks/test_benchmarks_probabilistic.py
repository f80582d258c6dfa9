"""The p-probabilistic paper repeated: helpers against brute force and against the printed figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from scipy.stats import binom

from benchmarks.published_figures import STABILITY_ERROR, STABILITY_SETTING
from benchmarks.reproduction.probabilistic.bounds import broken, limit_form
from benchmarks.reproduction.probabilistic.conditional import counts, expected_errors, taking_part_given
from benchmarks.reproduction.probabilistic.example import PRINTED_CELLS, K, released_patients
from benchmarks.reproduction.probabilistic.failures import simulated_cells
from benchmarks.reproduction.probabilistic.price import failure_of_k, price_ratios
from benchmarks.reproduction.probabilistic.relations import chain_holds, divergence, type_bounds_broken
from benchmarks.reproduction.probabilistic.sizes import counted, pair_errors
from benchmarks.reproduction.probabilistic.stability import exact_failure, failures_by_difference, first_acceptable
from shoal import effective_anonymity
from shoal.guarantee.approximations import Approximation

SHARES = np.array([0.2, 0.5, 0.9, 0.7])
POINTS = np.array([[0.0, 1.0], [2.0, 0.0], [5.0, 3.0], [1.0, 1.0]])


def outcomes() -> list[tuple[float, np.ndarray]]:
    """All sixteen ways to take part, with their probabilities."""
    return [
        (prod(share if active else 1 - share for share, active in zip(SHARES, way, strict=True)), np.array(way))
        for way in product([0, 1], repeat=len(SHARES))
    ]


def test_who_took_part_given_how_many_did() -> None:
    given = taking_part_given(SHARES)
    for n_active in range(1, 5):
        ways = [(chance, way) for chance, way in outcomes() if way.sum() == n_active]
        total = sum(chance for chance, _ in ways)
        assert counts(SHARES)[n_active] == pytest.approx(total)
        np.testing.assert_allclose(given[n_active - 1], sum(chance * way for chance, way in ways) / total)


def test_expected_errors_of_both_centroids() -> None:
    plain, conditioned = expected_errors(POINTS, SHARES)
    mean = SHARES @ POINTS / SHARES.sum()
    given = taking_part_given(SHARES)
    by_hand = [0.0, 0.0]
    for chance, way in outcomes():
        if n_active := way.sum():
            told = given[n_active - 1] @ POINTS / n_active
            for place, centroid in enumerate((mean, told)):
                by_hand[place] += chance * float(way @ ((POINTS - centroid) ** 2).sum(axis=1))
    assert [plain, conditioned] == pytest.approx(by_hand)
    assert conditioned < plain


def test_equal_participation_leaves_the_centroid_where_it_is() -> None:
    plain, conditioned = expected_errors(POINTS, np.full(4, 0.3))
    assert conditioned == pytest.approx(plain, rel=1e-12)
    np.testing.assert_allclose(taking_part_given(np.full(4, 0.3)), np.outer([1, 2, 3, 4], np.full(4, 0.25)))


def test_algorithm_a_as_printed_has_the_printed_error() -> None:
    k, share = STABILITY_SETTING
    failures = failures_by_difference(k, share, 200)
    n = first_acceptable(failures, k, 1e-17)
    assert n == 132
    reference = binom.cdf(k - 1, n, share) - share**n
    assert round(100 * (failures[n] / reference - 1), 2) == STABILITY_ERROR
    assert failures[48] == pytest.approx(float(exact_failure(48, k, Fraction(1, 2))), rel=1e-12)
    assert first_acceptable(failures, k, 1e-18) < effective_anonymity(k, share, 1e-18).n_min  # too small a cell


def test_simulated_cells_agree_with_the_computed_ones() -> None:
    found = effective_anonymity(20, 0.5, 0.1)
    simulated = simulated_cells(48, 20, 0.5, 20_000)
    computed = {"q̄": found.cell_failure, "u": found.unprotected, "r̄": found.record_failure}
    for name, (mean, error) in simulated.items():
        assert abs(mean - computed[name]) < 4 * error


def test_bounds_on_the_wrong_side_are_found() -> None:
    kinds = {"low": (9.0, "lower bound"), "high": (8.0, "upper bound"), "near": (5.0, "approximation")}
    found = {name: Approximation(name, value, kind, 10) for name, (value, kind) in kinds.items()}
    assert broken(found) == ["high"]
    assert broken({"low": Approximation("low", 10.5, "lower bound", 10)}) == ["low"]
    assert limit_form(0.5, 2.0**-20) == pytest.approx(20.0)


def test_the_logarithmic_forms_are_counted() -> None:
    errors = pair_errors(0.5, 0.1)
    assert [exponent for exponent, _ in errors["⌈ñ1⌉"]] == pytest.approx([-7 + step / 10 for step in range(41)])
    assert min(off for _, off in errors["⌈ñ1⌉"]) >= 0
    assert max(off for _, off in errors["⌈ñ2⌉"]) <= 0
    assert counted([(0.0, -1), (0.1, 0), (0.2, 0), (0.3, 2)]) == "25.0 % | 50.0 % | 25.0 %"


def test_relations_of_section_vi() -> None:
    assert divergence(np.array([0.25, 0.0]), 0.25) == pytest.approx([0.0, -np.log(0.75)])
    assert type_bounds_broken(1000, 0.9)[0] == 0  # P(K ≤ 0) is far below the smallest number here
    assert type_bounds_broken(10, 0.5) == (0, 12)
    assert chain_holds(effective_anonymity(10, 0.75, 1e-5), 1e-5)
    assert not chain_holds(effective_anonymity(10, 0.75, 1e-5), 1e-6)  # q̄ exceeds this p̄


def test_a_cell_of_k_records() -> None:
    assert failure_of_k(2, 0.5) == 0.5
    assert failure_of_k(3, 0.75) == pytest.approx(1 - (1 / 64 + 27 / 64))


def test_the_promise_costs_distortion() -> None:
    ratios = price_ratios(400, 2, (2, 10))
    assert ratios[0] > ratios[1] > 1.0


def test_the_six_patients_are_released_as_printed() -> None:
    released = [
        (row[0], row[1], round(row[2], 1)) for row in released_patients().select("sex", "age", "BMI").iter_rows()
    ]
    assert released == [cell for cell in PRINTED_CELLS for _ in range(K)]
