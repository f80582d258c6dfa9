"""What an earlier survey says about who answers, and what it cannot say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.errors import MissingValuesError, ParameterError, TableError
from shoal.survey.participation.fitting import fit_participation
from shoal.survey.participation.likelihood import PastAnswers

SHARE, TOGETHER, OVERDISPERSION = 0.7, 0.6, 0.05


def past(together: float = TOGETHER, over: float = OVERDISPERSION, n_groups: int = 80, seed: int = 2) -> pl.DataFrame:
    """Who answered, drawn from the model."""
    rng, rows, home = np.random.default_rng(seed), [], 0
    both = (1.0 - over) / over if over else 0.0
    for village in range(n_groups):
        level = rng.beta(SHARE * both, (1.0 - SHARE) * both) if over else SHARE
        for _ in range(12):
            size, home = int(rng.integers(1, 4)), home + 1
            said = [rng.random() < level] * size if rng.random() < together else list(rng.random(size) < level)
            rows += [(village, home, int(yes)) for yes in said]
    return pl.DataFrame(rows, schema=["village", "home", "answered"], orient="row")


def test_the_model_that_made_the_answers_is_found() -> None:
    found = fit_participation(past(), answered="answered", households="home", cells="village")
    assert found.together is not None and found.overdispersion is not None
    for estimate, truth in ((found.share, SHARE), (found.together, TOGETHER), (found.overdispersion, OVERDISPERSION)):
        assert estimate.low <= truth <= estimate.high
        assert estimate.low <= estimate.value <= estimate.high
    assert found.earlier.asked < found.n_people  # people who depend on each other say less about the share
    assert found.earlier.expected == pytest.approx(found.share.value, abs=0.01)


def test_independent_people_are_worth_all_of_themselves() -> None:
    table = past(0.0, 0.0)
    found = fit_participation(table, answered="answered")
    assert (found.earlier.answered, found.earlier.asked) == (table["answered"].sum(), len(table))
    dependent = fit_participation(table, answered="answered", households="home")
    assert dependent.together is not None and dependent.together.low == 0.0


def test_it_says_what_the_table_cannot_tell() -> None:
    words = " ".join(fit_participation(past(), answered="answered").notes)
    assert "cannot tell whether households" in words and "no groups" in words
    assert "from one survey to the next" in words
    few = past().head(12).with_columns(village=pl.arange(0, 12) // 6)
    small = fit_participation(few, answered="answered", households="home", cells="village")
    words = " ".join(small.notes)
    assert "cannot tell how often members decide together" in words
    assert "2 groups cannot tell" in words


def test_intervals_hold_as_often_as_they_say() -> None:
    """A 95 % interval misses in about one of twenty tables; more than 4 of 20 happen once in 400 such tests."""
    missed = 0
    for seed in range(20):
        table = past(over=0.0, n_groups=10, seed=seed)
        found = fit_participation(table, answered="answered", households="home").together
        assert found is not None
        missed += not found.low <= TOGETHER <= found.high
    assert missed <= 4


def test_likelihood_of_a_small_survey_by_hand() -> None:
    """Two households of two: both of one answered, one of the other did."""
    counted = PastAnswers.of(np.array([True, True, True, False]), np.array([0, 0, 1, 1]), None)
    share, together = 0.7, 0.4
    both = together * share + (1 - together) * share**2
    one = (1 - together) * 2 * share * (1 - share)
    assert counted.log_likelihood(share, together, 0.0) == pytest.approx(np.log(both) + np.log(one), rel=1e-12)
    assert (counted.n_people, counted.n_answers, counted.n_together, counted.n_groups) == (4, 3, 2, 1)


def test_everybody_or_nobody_teaches_nothing() -> None:
    with pytest.raises(ParameterError, match="everybody answered, or nobody did"):
        fit_participation(pl.DataFrame({"answered": [1, 1, 1]}), answered="answered")


def test_other_words_than_yes_and_no_are_refused_without_showing_them() -> None:
    with pytest.raises(TableError, match="in row") as error:
        fit_participation(pl.DataFrame({"answered": ["yes", "no", "Zyxwina"]}), answered="answered")
    assert "Zyxwina" not in str(error.value)
    with pytest.raises(MissingValuesError, match="empty for 1 person"):
        fit_participation(past().with_columns(home=pl.when(pl.arange(0, pl.len()) > 0).then("home")),
                          answered="answered", households="home")  # fmt: skip


def shell(*words: str | Path) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_command_line_gives_the_options_of_the_design(tmp_path: Path) -> None:
    past().write_csv(tmp_path / "past.csv")
    words = ["participation", "fit", tmp_path / "past.csv", "--answered", "answered", "--households", "home"]
    facts = json.loads(shell(*words, "--json").output)
    assert facts["overdispersion"] is None
    assert facts["options"][0] == "--participation" and "/" in facts["options"][1]
    assert float(facts["options"][-1]) == pytest.approx(facts["together"]["high"], rel=0.01)
    told = shell(*words)
    assert told.exit_code == 0 and "decide together" in told.output
    assert shell(*words, "--cells", "nowhere").exit_code == 2
