"""Predictions from totals: with the model of the design, against distributions that are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import betabinom, binom

from shoal.survey.design.frame import design_frame
from shoal.survey.participation.shares import Between, Earlier
from shoal.survey.repository.outlook import outlook
from shoal.survey.shared.scheme import Scheme
from shoal.survey.specification.scheme import scheme_of_specification

K, N = 3, 400
TOTAL = 160  # answers; the designs expect more


def scheme(**model: Any) -> Scheme:
    rng = np.random.default_rng(4)
    age = np.repeat(rng.integers(18, 90, N // 2), 2)  # couples are of one age, so they are in one cell
    frame = pl.DataFrame({"age": age, "home": np.arange(N) // 2})
    given: dict[str, Any] = {"k": K, "failure": 0.05, "participation": 0.6, "seed": 1, "method": "pcl(rounds=5)"}
    return scheme_of_specification(design_frame(frame, quasi_identifiers=["age"], **{**given, **model}).specification)


def few(pmf: Any) -> tuple[float, float]:
    """P(1 to k − 1 answers), and the answers expected there."""
    return float(sum(pmf(x) for x in range(1, K))), float(sum(x * pmf(x) for x in range(1, K)))


@pytest.mark.parametrize("participation", [0.6, Earlier(60, 100), Between(0.6, 0.8)])
def test_the_total_tells_the_share_whatever_was_known_of_it_before(participation: Any) -> None:
    own = scheme(participation=participation)
    told = outlook(own, TOTAL).predicted
    cells = [few(lambda x, n=n: binom.pmf(x, n, TOTAL / N)) for n in own.frame_counts]
    assert told is not None
    assert told.failing_cells == pytest.approx(sum(cell[0] for cell in cells), rel=1e-6)
    assert told.answers_withheld == pytest.approx(sum(cell[1] for cell in cells), rel=1e-6)


def test_couples_that_answer_together_fail_more_often_than_people_who_do_not() -> None:
    own = scheme(households="home")
    assert own.dependence is not None and own.dependence.in_cells is not None
    told, wanted = outlook(own, TOTAL).predicted, 0.0
    for households in own.dependence.in_cells:
        couples = households[1]
        pmf = np.zeros(2 * couples + 1)
        pmf[::2] = binom.pmf(np.arange(couples + 1), couples, TOTAL / N)
        wanted += np.convolve(pmf, binom.pmf(np.arange(households[0] + 1), households[0], TOTAL / N))[1:K].sum()
    assert told is not None and told.failing_cells == pytest.approx(wanted, rel=1e-9)
    alone = sum(few(lambda x, n=n: binom.pmf(x, n, TOTAL / N))[0] for n in own.frame_counts)
    assert told.failing_cells > 2 * alone


def test_cells_with_levels_of_their_own() -> None:
    own, share, rho = scheme(overdispersion=0.05), TOTAL / N, 0.05
    both = (1.0 - rho) / rho
    told = outlook(own, TOTAL).predicted
    cells = [few(lambda x, n=n: betabinom.pmf(x, n, share * both, (1 - share) * both))[0] for n in own.frame_counts]
    assert told is not None and told.failing_cells == pytest.approx(sum(cells), rel=1e-9)


def test_a_design_that_hides_its_households_predicts_nothing() -> None:
    """Members alone would be too few failing cells, and nobody could say how much too few."""
    own = scheme(households="home")
    assert own.dependence is not None
    hidden = type(own.dependence)(own.dependence.answering, None, None)
    seen = outlook(Scheme(**{**vars(own), "dependence": hidden}), TOTAL)
    assert seen.predicted is None and seen.as_few == 1.0
    assert outlook(own, 0).predicted == outlook(scheme(), 0).predicted
