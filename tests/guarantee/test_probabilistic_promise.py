"""The probabilistic promise as a type: what it counts, what it refuses, how wrong the participation may be."""

from __future__ import annotations

import numpy as np
import pytest

from shoal import ProbabilisticAnonymity
from shoal.errors import InfeasiblePromise, ParameterError, PromiseNotKept
from shoal.guarantee.approximations import approximations
from shoal.guarantee.participation import LogisticParticipation, StratumParticipation, lowered
from shoal.guarantee.safety import breaking_factor, safety_margin


def test_two_cells_by_hand() -> None:
    """k = 2: a cell fails when exactly one takes part."""
    promise = ProbabilisticAnonymity(2, 0.4, np.array([0.5, 0.5, 0.9, 0.9, 0.9]))
    cell_of = np.array([0, 0, 1, 1, 1])
    assert promise.cell_failures(cell_of) == pytest.approx([0.5, 3 * 0.9 * 0.01])
    assert promise.broken_by(cell_of).tolist() == [0]
    assert not promise.kept_by(cell_of)
    assert promise.kept_by(np.zeros(5, dtype=int))
    assert promise.table_failure(cell_of) == pytest.approx(1 - 0.5 * (1 - 0.027))
    assert promise.record_failures(cell_of) == pytest.approx([0.25, 0.25, 0.009, 0.009, 0.009])
    with pytest.raises(PromiseNotKept, match=r"here: 1 cell breaks .*largest failure 0\.5, smallest cell 2"):
        promise.require_kept(cell_of, "here")


def test_a_cell_below_k_breaks_the_promise_even_if_it_hardly_ever_fails() -> None:
    promise = ProbabilisticAnonymity(3, 0.1, np.array([1e-6, 2e-6, 0.99, 0.99, 0.99, 0.99]))
    assert promise.broken_by(np.array([0, 0, 1, 1, 1, 1])).tolist() == [0]


def test_equal_participation_is_one_for_all() -> None:
    listed = ProbabilisticAnonymity(10, 1e-5, np.full(100, 0.75))
    assert listed.constant == 0.75
    assert listed.n_min == listed.cell_size(100) == 27
    cell_of = np.repeat(np.arange(3), [27, 28, 45])
    assert listed.kept_by(cell_of)
    assert listed.broken_by(np.repeat([0, 1], [26, 74])).tolist() == [0]
    assert listed.cell_failures(np.repeat([0, 1], [1, 99]))[0] == pytest.approx(0.75)


def test_uneven_promise_has_no_size_and_the_fewest_are_the_most_likely() -> None:
    promise = ProbabilisticAnonymity(5, 1e-3, np.r_[np.full(50, 0.3), np.full(50, 0.95)])
    assert promise.constant is None
    assert promise.n_min == ProbabilisticAnonymity(5, 1e-3, 0.95).n_min
    with pytest.raises(ParameterError, match="no size"):
        promise.cell_size(100)
    assert promise.of(np.arange(50)).constant == 0.3
    assert "from 0.3 to 0.95" in promise.describe()


def test_what_was_promised_cannot_be_changed_afterwards() -> None:
    shares = np.array([0.5, 0.9, 0.9, 0.9])
    promise = ProbabilisticAnonymity(2, 0.2, shares)
    shares[:] = 1.0
    assert promise.participation[0] == 0.5  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        promise.participation[0] = 1.0  # type: ignore[index]


def test_infeasible_promises_are_refused() -> None:
    with pytest.raises(InfeasiblePromise, match="no cell can reach k"):
        ProbabilisticAnonymity(5, 0.1, 0.9).require_feasible(4)
    with pytest.raises(InfeasiblePromise, match="Even one cell of all 12 records"):
        ProbabilisticAnonymity(5, 1e-9, np.linspace(0.5, 0.9, 12)).require_feasible(12)
    with pytest.raises(ParameterError, match="12 probabilities, and there are 13 records"):
        ProbabilisticAnonymity(5, 0.1, np.linspace(0.5, 0.9, 12)).require_feasible(13)


def test_safety_margin_says_where_cells_break() -> None:
    margin = safety_margin(10, 0.75, 1e-5, 0.1)
    assert (margin.size, margin.size_if_lowered) == (27, 32)
    assert margin.breaks_at is not None
    assert margin.breaks_at_if_lowered is not None
    assert margin.breaks_at_if_lowered < 0.75 * 0.9 < margin.breaks_at < 0.75
    for size, share in ((27, margin.breaks_at), (32, margin.breaks_at_if_lowered)):
        cell = np.zeros(size, dtype=int)
        assert ProbabilisticAnonymity(10, 1e-5, share).kept_by(cell)
        assert not ProbabilisticAnonymity(10, 1e-5, share * 0.9999).kept_by(cell)


def test_breaking_factor_of_uneven_cells() -> None:
    shares = np.random.default_rng(1).uniform(0.4, 0.9, 60)
    cell_of = np.repeat([0, 1], 30)
    promise = ProbabilisticAnonymity(5, 1e-3, shares)
    factor = breaking_factor(promise, cell_of)
    assert factor is not None
    assert ProbabilisticAnonymity(5, 1e-3, shares * factor).kept_by(cell_of)
    assert not ProbabilisticAnonymity(5, 1e-3, shares * factor * 0.9999).kept_by(cell_of)
    assert breaking_factor(ProbabilisticAnonymity(2, 0.999, shares), cell_of) is None
    with pytest.raises(PromiseNotKept):
        breaking_factor(ProbabilisticAnonymity(5, 1e-15, shares), cell_of)


def test_lowered() -> None:
    assert lowered(0.8, 0.25) == pytest.approx(0.6)
    assert lowered([0.8, 0.4], 0.5) == pytest.approx([0.4, 0.2])
    for wrong in (-0.1, 1.0, float("nan")):
        with pytest.raises(ParameterError, match="lowered"):
            lowered(0.5, wrong)


def test_rates_by_stratum() -> None:
    model = StratumParticipation.fit(["a", "a", "a", "b"], [1, 1, 0, 0])
    assert model.of(["b", "a"]) == pytest.approx([0.5 / 2, 2.5 / 4])
    assert "2 strata" in model.describe()
    assert "b" not in repr(model).removeprefix("StratumParticipation")
    with pytest.raises(ParameterError, match=r"1 record\(s\) are in a stratum without a rate, the first in row 2") as e:
        model.of(["a", "secret"])
    assert "secret" not in str(e.value)
    assert StratumParticipation({1: 0.5, 2: 1.0}).of(np.array([2, 1])).tolist() == [1.0, 0.5]
    with pytest.raises(ParameterError, match="participation"):
        StratumParticipation({1: 0.0, 2: 0.5})


def test_logistic_model_finds_who_answers() -> None:
    rng = np.random.default_rng(2)
    attributes = rng.standard_normal((20_000, 2)) * [3.0, 0.1] + [50.0, 0.0]
    logit = 0.4 + (attributes[:, 0] - 50) / 3 - 5 * attributes[:, 1]
    truth = 1 / (1 + np.exp(-logit))
    model = LogisticParticipation.fit(attributes, rng.random(20_000) < truth)
    assert np.abs(model.of(attributes) - truth).mean() < 0.01
    assert model.of(np.array([[1e9, 0.0]]))[0] < 1.0
    assert model.of(np.array([[-1e9, 0.0]]))[0] > 0.0
    with pytest.raises(ParameterError, match="fitted to 2 attributes"):
        model.of(np.zeros((3, 5)))


@pytest.mark.parametrize(
    ("attributes", "answered", "message"),
    [
        (np.zeros((3, 1)), [1, 1, 1], "everybody answered"),
        (np.zeros((3, 1)), [1, 0], "each of the 3 records"),
        (np.zeros((3, 1)), [1, 0, 7], "true or false"),
        ([["x"], ["y"]], [1, 0], "must be numbers"),
        (np.array([[1.0], [np.nan]]), [1, 0], "the first in row 2"),
        (np.zeros(3), [1, 0, 1], "one row a record"),
    ],
)
def test_past_surveys_that_cannot_be_used(attributes: object, answered: list[int], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        LogisticParticipation.fit(attributes, answered)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("k", "share", "failure"), [(2, 0.5, 1e-6), (10, 0.75, 1e-5), (50, 0.5, 1e-6), (2, 0.1, 1e-300)]
)
def test_bounds_bound_and_approximations_approximate(k: int, share: float, failure: float) -> None:
    for form in approximations(k, share, failure):
        if form.kind == "lower bound":
            assert form.value <= form.n_min
        elif form.kind == "upper bound":
            assert np.ceil(form.value) >= form.n_min
        elif form.name != "ñ1′, quadratic" and form.name != "ñ0, logarithm":
            assert abs(form.relative_error) < 0.08


def test_lambert_and_logarithms_for_k_2() -> None:
    """Figures of the paper: ñ1 rounded up is an upper bound, ñ2 is mostly right; W is exact."""
    for exponent in np.arange(-7.0, -3.0, 0.25):
        forms = {form.name: form for form in approximations(2, 0.5, 10.0**exponent)}
        n_min = forms["Lambert W"].n_min
        assert np.ceil(forms["Lambert W"].value) == n_min
        assert np.ceil(forms["ñ1, first order"].value) >= n_min
        assert abs(np.ceil(forms["ñ2, second order"].value) - n_min) <= 1


def test_divergence_root_solves_its_equation() -> None:
    n = next(form.value for form in approximations(20, 0.5, 1e-6) if form.name == "ñ1, divergence")
    kappa = 19 / n
    divergence = kappa * np.log(kappa / 0.5) + (1 - kappa) * np.log((1 - kappa) / 0.5)
    assert n * divergence == pytest.approx(-np.log(1e-6), rel=1e-9)
    with pytest.raises(ParameterError, match="below 1"):
        approximations(5, 1.0, 0.1)
