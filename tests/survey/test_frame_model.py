"""Frames as a model: people are combined by a rule that is stated, and cells keep their promise under this model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom
from survey_toys import designed
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.errors import ParameterError, RolesError, TableError, WrongUse
from shoal.survey.collection.dependent_attained import as_few_together
from shoal.survey.design.margins import ModelledFrame
from shoal.survey.participation.answering import Answering
from shoal.survey.participation.shares import Between, Earlier, Known
from shoal.survey.shared.canonical import digest_of
from shoal.survey.shared.scheme import Dependence
from shoal.survey.specification.specification import Specification

AGES = pl.DataFrame({"age": list(range(20, 40)), "n": [50] * 20})
SEXES = pl.DataFrame({"sex": ["f", "m"], "n": [520, 480]})


def model(*tables: pl.DataFrame) -> ModelledFrame:
    return ModelledFrame.from_margins(tables or (AGES, SEXES), count="n")


def cells_of(frame: ModelledFrame) -> dict[tuple[Any, ...], int]:
    return dict(zip(frame.table.native().rows(), frame.counts.tolist(), strict=True))


def test_tables_without_a_common_column_are_independent() -> None:
    made = model(pl.DataFrame({"a": ["x", "y"], "n": [300, 700]}), pl.DataFrame({"b": [1, 2, 3], "n": [100, 500, 400]}))
    assert cells_of(made) == {
        ("x", 1): 30, ("x", 2): 150, ("x", 3): 120, ("y", 1): 70, ("y", 2): 350, ("y", 3): 280,
    }  # fmt: skip
    assert made.share_lost == 0.0 and made.source.people == 1000
    assert made.source.margins == (("a",), ("b",))


def test_tables_with_a_common_column_are_independent_given_it() -> None:
    """By hand: n(a, b, c) = n(a, b)·n(b, c)/n(b). Rows that repeat a combination are summed; their order is free."""
    one = pl.DataFrame({"b": ["q", "p", "p", "p"], "a": ["x", "x", "y", "x"], "n": [60, 10, 30, 10]})
    two = pl.DataFrame({"c": [True, False, True], "b": ["p", "p", "q"], "n": [40, 10, 60]})
    assert cells_of(model(one, two)) == {
        ("p", "x", False): 4, ("p", "x", True): 16, ("p", "y", False): 6, ("p", "y", True): 24, ("q", "x", True): 60,
    }  # fmt: skip


def test_a_loop_of_tables_fits_all_of_them() -> None:
    """Three tables of two columns each have no formula; scaling finds numbers with all three margins."""
    rng = np.random.default_rng(1)
    true = rng.integers(20_000, 90_000, (2, 3, 2))
    people = [(f"a{a}", f"b{b}", f"c{c}", int(true[a, b, c])) for a, b, c in np.ndindex(true.shape)]
    whole = pl.DataFrame(people, schema=["a", "b", "c", "n"], orient="row")
    pairs = [["a", "b"], ["b", "c"], ["a", "c"]]
    made = model(*(whole.group_by(pair, maintain_order=True).agg(pl.sum("n")) for pair in pairs))
    fitted = made.table.native().with_columns(n=pl.Series(made.counts))
    for pair in pairs:
        both = whole.group_by(pair).agg(pl.sum("n")).join(fitted.group_by(pair).agg(pl.sum("n").alias("m")), on=pair)
        assert (both["n"] - both["m"]).abs().max() <= 3  # rounded down, of two or three combinations


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ((AGES, pl.DataFrame({"sex": ["f", "m"], "n": [520, 300]})), "do not count the same people"),
        ((AGES, pl.DataFrame({"age": [20, 21], "sex": ["f", "m"], "n": [500, 500]})), "18 values are in one of them"),
        (
            (
                pl.DataFrame({"a": ["x", "y"], "b": ["p", "q"], "n": [500, 500]}),
                pl.DataFrame({"a": ["x", "y"], "b": ["q", "p"], "n": [500, 500]}),
            ),
            "contradict each other",
        ),
        (
            (AGES, pl.DataFrame({"sex": ["f", "m", "d"], "n": [520, 470, 10]})),
            "1 value of 'sex' would be expected less",
        ),
        ([pl.DataFrame({name: range(91), "n": [100] + [10] * 90}) for name in "ab"], "81% of them would be lost"),
        ((pl.DataFrame({f"c{at}": range(500), "n": [9] * 500}) for at in range(3)), "125,000,000 combinations"),
        ((pl.DataFrame({"n": [1000]}),), "no column but 'n'"),
        ((pl.DataFrame({"sex": ["f", None], "n": [500, 500]}),), "1 missing value"),
        ((pl.DataFrame({"sex": ["f", "m"], "n": [-1.0, 500]}),), "missing or negative"),
    ],
)
def test_tables_that_make_no_model_are_refused(tables: Any, words: str) -> None:
    with pytest.raises(TableError, match=words):
        model(*tables)


def test_the_answers_of_a_modelled_cell_are_binomial() -> None:
    """Of N people each is in the cell with n/N and answers with π: one draw of N with π·n/N."""
    answering = Answering(Known(0.6), people=5000)
    counted = Answering(Known(0.6))
    drawn = binom(5000, 0.6 * 40 / 5000)
    assert answering.failure(40, 5) == pytest.approx(drawn.cdf(4) - drawn.pmf(0), rel=1e-10)
    assert answering.failure(40, 5) > 10 * counted.failure(40, 5)
    low, high = binom(5000, 0.5 * 40 / 5000), binom(5000, 0.7 * 40 / 5000)
    between = Answering(Between(0.5, 0.7), people=5000).failure(40, 5)
    assert between == pytest.approx(low.cdf(4) - high.pmf(0), rel=1e-10)
    assert answering.failure(6, 5) >= 1.0  # 3.6 answers are expected: with more members it could fail more often
    few = binom(5000, 0.6 * 6 / 5000)
    assert answering.cell(np.array([6]), 5).below == pytest.approx(few.pmf(np.arange(5)), rel=1e-10)


def test_more_members_than_the_model_has_only_help() -> None:
    """Numbers are rounded down, so the model has at least as many. Checked from where k − 1 answers are expected."""
    answering = Answering(Known(0.3), people=400)
    failures = [answering.failure(size, 4) for size in range(10, 200)]
    assert failures == sorted(failures, reverse=True)


@pytest.mark.parametrize("participation", [0.6, Between(0.55, 0.7), {"n": 0.6, "s": Between(0.5, 0.6)}])
def test_every_cell_keeps_the_promise_of_the_model(participation: Any, tmp_path: Path) -> None:
    """Counted again without the code of the design: expected members by the fitted numbers, not by the rounded ones."""
    is_strata = isinstance(participation, dict)
    regions = pl.DataFrame({"region": ["n", "s"], "n": [610, 390]})
    tables = (AGES, SEXES, regions) if is_strata else (AGES, SEXES)
    made = model(*tables)
    design = designed(made, quasi_identifiers=["age", "sex"], by=["region"] * is_strata, participation=participation)
    specification = design.specification
    expected = AGES.select("age", a=pl.col("n") / 1000).join(SEXES.select("sex", s=pl.col("n") / 1000), how="cross")
    if is_strata:
        expected = expected.join(regions.select("region", r=pl.col("n") / 1000), how="cross")
    weight = expected["a"].to_numpy() * expected["s"].to_numpy() * (expected["r"].to_numpy() if is_strata else 1.0)
    cell_of = specification.assign(expected)
    mean = 1000 * np.bincount(cell_of, weights=weight)
    assert (mean >= specification.frame_counts - 1e-6).all() and specification.n_cells > 5
    for cell in range(specification.n_cells):
        share = participation
        if is_strata:
            share = participation[expected["region"][int(np.argmax(cell_of == cell))]]
        low, high = (share.low, share.high) if isinstance(share, Between) else (share, share)
        one, two = binom(1000, low * mean[cell] / 1000), binom(1000, high * mean[cell] / 1000)
        assert one.cdf(2) - two.pmf(0) <= 0.01
    specification.save(tmp_path / "s.json")
    again = Specification.load(tmp_path / "s.json")
    assert again.digest == specification.digest and again.source == made.source and again.verify().ok
    assert {check.name for check in again.verify().checks if check.open} == {"signature", "source"}
    assert "as often as the model says" in again.describe()


def test_a_file_that_hides_its_model_or_makes_it_smaller_is_noticed(tmp_path: Path) -> None:
    specification = designed(model(), quasi_identifiers=["age", "sex"]).specification
    specification.save(tmp_path / "s.json")
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))

    def found_in(frame: dict[str, Any]) -> str:
        changed = {**document, "frame": frame}
        digest = digest_of({key: value for key, value in changed.items() if key not in ("digest", "signature")})
        (tmp_path / "t.json").write_text(json.dumps({**changed, "digest": digest}), encoding="utf-8")
        try:
            findings = Specification.load(tmp_path / "t.json").verify()
        except WrongUse as error:
            return str(error)
        return " ".join(check.words for check in findings.checks if not check.ok)

    frame = document["frame"]
    bare = {name: frame[name] for name in ("n_records", "n_cells")}
    assert "format number" in found_in(bare) or "promise in words" in found_in(bare)
    assert "promise in words" in found_in({**bare, "source": "counts"})
    assert "schema" in found_in({**bare, "source": "counts", "people": 1000})
    assert "does not fit" in found_in({**frame, "people": 10})
    words = document["promise"]["words"].replace("1,000", "2,000")
    document["promise"]["words"] = words
    assert "wrong" in found_in({**frame, "people": 2000})


def test_what_a_model_cannot_say_is_refused() -> None:
    made = model()
    columns = {"quasi_identifiers": ["age", "sex"]}
    with pytest.raises(ParameterError, match="a number, an interval"):
        designed(made, **columns, participation=Earlier(70, 100))
    with pytest.raises(ParameterError, match="a number, an interval"):
        designed(made, **columns, participation="age")
    with pytest.raises(ParameterError, match="cannot be combined with a model"):
        designed(made, **columns, overdispersion=0.02)
    with pytest.raises(ParameterError, match="needs a row for each person"):
        designed(made, **columns, households="sex")
    with pytest.raises(RolesError, match="no cell depends on: 'sex'"):
        designed(made, quasi_identifiers=["age"])
    with pytest.raises(WrongUse, match="A model knows how many"):
        designed(made, **columns, count="n")
    with pytest.raises(ParameterError, match="at least one table"):
        ModelledFrame.from_margins([], count="n")


def test_few_answers_are_judged_by_the_model() -> None:
    """Chernoff's bound of ten cells; a simulation of the model stays below it."""
    answering = Answering(Known(0.5), people=1000)
    dependence = Dependence((answering,) * 10, ((100,),) * 10, None)
    drawn = binom(1000, 0.5).cdf(450)
    assert drawn <= as_few_together(450, dependence) <= 0.1


def test_the_command_takes_margins(tmp_path: Path) -> None:
    AGES.write_csv(tmp_path / "ages.csv")
    SEXES.write_csv(tmp_path / "sexes.csv")
    common = (
        f"--k 3 --participation .6 --failure .01 --qi age,sex --seed 1 --method pcl(rounds=20) -o {tmp_path}/s.json"
    )
    margins = f"--margin {tmp_path}/ages.csv --margin {tmp_path}/sexes.csv"
    made = CliRunner().invoke(app, f"design {margins} --count n {common}".split())
    assert made.exit_code == 0, made.output
    assert "of a model; rounding down lost 0.0% of the people" in " ".join(made.output.split())
    assert Specification.load(tmp_path / "s.json").source.people == 1000
    without = CliRunner().invoke(app, f"design {margins} {common} --force".split())
    assert without.exit_code == 2 and "needs the column that counts people" in " ".join(without.output.split())
    both = CliRunner().invoke(app, f"design {tmp_path}/ages.csv {margins} --count n {common} --force".split())
    assert both.exit_code == 2 and "takes the place of a frame" in " ".join(both.output.split())
