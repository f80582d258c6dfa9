"""Attacks on what is published beside a release: figures of the report must not give back what the release removed.

The attacker has the released table, the report and the manifest, knows every record but one, and solves for that one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import InfeasiblePromise, ParameterError

K = 5
N_RECORDS = 120
RANGE = 1_000.0
TABLES = 8
QI = ["income", "height"]


def table_with_a_pool(seed: int, income: float | None = None) -> tuple[pl.DataFrame, float]:
    """Four records miss everything and one misses its height: the pool of five. The income of that one is removed."""
    rng = np.random.default_rng(seed)
    incomes = rng.uniform(0, RANGE, N_RECORDS)
    heights = 150 + 0.03 * incomes + rng.normal(0, 9, N_RECORDS)
    if income is not None:
        incomes[4] = income
    frame = pl.DataFrame({"income": incomes, "height": heights, "ill": rng.integers(0, 3, N_RECORDS)})
    row = pl.int_range(pl.len())
    gaps = frame.with_columns(
        income=pl.when(row < 4).then(None).otherwise("income"),
        height=pl.when(row < 5).then(None).otherwise("height"),
    )
    return gaps, float(incomes[4])


def released(frame: pl.DataFrame, **settings: Any) -> shoal.Release:
    # In their order: the order that is drawn depends on all of the table, and the last digit of a sum on the order.
    usual: dict[str, Any] = {"missing": "own-cell", "method": "mdav", "seed": 1, "keep_order": True}
    return shoal.anonymize(frame, k=K, quasi_identifiers=QI, confidential="ill", **(usual | settings))


def figures(facts: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Every number of a report, by its place."""

    def inside(place: str, value: Any) -> Iterator[tuple[str, float]]:
        if isinstance(value, dict):
            for key, part in value.items():
                yield from inside(f"{place}.{key}", part)
        elif isinstance(value, list):
            for key, part in enumerate(value):
                yield from inside(f"{place}.{key}", part)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            yield place, float(value)

    return inside("", facts)


def without_digests(release: shoal.Release) -> dict[str, Any]:
    return {key: value for key, value in release.report.facts.items() if key != "digests"}


@pytest.mark.parametrize("settings", [{}, {"rounding": {"income": -1}}, {"types": {"income": "integer"}}])
def test_no_figure_depends_on_a_removed_value(settings: dict[str, Any]) -> None:
    """Whatever income the pooled person has, report and manifest are the same, to the last digit."""
    one, other = (released(table_with_a_pool(3, income)[0], **settings) for income in (12.0, 988.0))
    assert without_digests(one) == without_digests(other)
    assert one.manifest["achieved"] == other.manifest["achieved"]
    assert one.table.equals(other.table)


@pytest.mark.parametrize("policy", ["drop", "own-cell"])
def test_no_figure_depends_on_a_record_that_was_left_out(policy: str) -> None:
    """The same for a record that is dropped, by its policy or as a left-over."""

    def without(income: float) -> dict[str, Any]:
        frame, _ = table_with_a_pool(3, income)
        return without_digests(released(frame[4:], missing=policy))

    assert without(12.0) == without(988.0)
    assert without(12.0)["table"]["n_records_out"] == N_RECORDS - 5


def test_no_figure_depends_on_a_removed_value_with_weights_and_strata() -> None:
    def facts(income: float) -> dict[str, Any]:
        frame, _ = table_with_a_pool(5, income)
        mass = np.random.default_rng(1).integers(1, 4, N_RECORDS)
        frame = frame.with_columns(mass=pl.Series(mass), half=pl.Series(["a"] * 60 + ["b"] * 60))
        return without_digests(released(frame, weight="mass", by="half"))

    assert facts(12.0) == facts(988.0)


def test_a_constant_column_does_not_tell_a_removed_value() -> None:
    """“Constant” was said of the original: where the release showed one value, it told whether the pool has it too."""
    frame, _ = table_with_a_pool(2)
    row = pl.int_range(pl.len())
    same = frame.with_columns(income=pl.when(row < 4).then(None).otherwise(pl.lit(7.0)))
    other = same.with_columns(income=pl.when(row == 4).then(8.0).otherwise("income"))
    said = [released(made).report.facts["warnings"] for made in (same, other)]
    assert said[0] == said[1]
    assert any("only one value" in warning for warning in said[0])


def test_solving_the_mean_for_the_pooled_value_finds_nothing() -> None:
    """(n + 1) · mean_before − Σ released gave the pooled person's value to 1.6 on a range of 1,000, in all 8."""
    errors = []
    for seed in range(TABLES):
        frame, truth = table_with_a_pool(seed)
        release = released(frame)
        known = release.table["income"].drop_nulls().to_numpy()
        told = next(row for row in release.report.facts["statistics"] if row["name"] == "income")
        found = (len(known) + 1) * told["mean_before"] - known.sum()
        errors.append(abs(np.clip(found, 0, RANGE) - truth))
    assert np.mean(errors) > 0.15 * RANGE  # guessing the middle of the range is off by a quarter of it


def test_every_figure_of_a_report_is_tried_as_an_equation() -> None:
    """For each figure: which of many possible incomes makes the report say exactly this? All of them, or the true one.

    The attacker repeats the run with other incomes for the one person. A figure that changes with the income would
    single out the truth; none does.
    """
    truth = dict(figures(without_digests(released(table_with_a_pool(1)[0]))))
    tried = [
        dict(figures(without_digests(released(table_with_a_pool(1, income)[0])))) for income in (0.0, 333.3, 1e6, -5e8)
    ]
    telling = {place for guess in tried for place in truth | guess if truth.get(place) != guess.get(place)}
    assert telling == set()


# --- a value that dominates its class


def with_a_rich_person(seed: int, value: float = 98_765_432.0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    incomes = rng.lognormal(10, 0.4, 1_000).round()
    incomes[17] = value
    return pl.DataFrame({"income": incomes, "height": rng.normal(170, 9, 1_000), "ill": rng.integers(0, 3, 1_000)})


@pytest.mark.parametrize("seed", range(3))
def test_moments_that_one_income_makes_are_withheld(seed: int) -> None:
    """The deviation before gave the income of 98,765,432 to 0.001 %."""
    release = shoal.anonymize(with_a_rich_person(seed), k=K, quasi_identifiers=QI, confidential="ill", method="mdav")
    facts = release.report.facts
    assert "income" in facts["withheld"]
    assert [row["name"] for row in facts["statistics"]] == ["height"]
    assert facts["correlations"] is None
    assert "income" not in [row["name"] for row in facts["loss"]["attributes"]]
    assert facts["loss"]["rough"] is True
    assert facts["certificate"]["at_most_above"] is None
    for form in (release.report.to_text(), release.report.to_html()):
        assert "not shown for income" in " ".join(form.split())
    shared = {round(value, 2) for value in (facts["loss"]["overall"], facts["loss"]["cells"])}
    assert shared == {facts["loss"]["overall"], facts["loss"]["cells"]}


def test_a_loss_that_one_person_makes_does_not_tell_the_person() -> None:
    """One income is large enough to make most of the loss, not of the variance: the deviation told its distance."""
    release = shoal.anonymize(
        with_a_rich_person(0, 400_000.0), k=K, quasi_identifiers=QI, confidential="ill", method="mdav", seed=1
    )
    assert "income" in release.report.facts["withheld"]


def test_an_outstanding_value_is_told_by_count_and_refused_when_asked() -> None:
    frame = with_a_rich_person(0)
    release = shoal.anonymize(frame, k=K, quasi_identifiers=QI, confidential="ill", method="mdav")
    dominance = release.report.facts["dominance"]
    assert dominance["attributes"] == [{"name": "income", "n_classes": 1}]
    assert dominance["share"] == 0.10
    warning = next(text for text in release.report.facts["warnings"] if "stands out" in text)
    assert f"'income' in 1 of {dominance['n_classes']:,} classes" in warning
    assert "top-coding" in warning
    assert "98" not in warning
    with pytest.raises(InfeasiblePromise, match=r"'income' in 1 of .* Cap the column"):
        shoal.anonymize(frame, k=K, quasi_identifiers=QI, confidential="ill", method="mdav", dominance=0.10)
    capped = frame.with_columns(pl.col("income").clip(upper_bound=60_000))
    safe = shoal.anonymize(capped, k=K, quasi_identifiers=QI, confidential="ill", method="mdav", dominance=0.10)
    assert safe.report.facts["dominance"]["attributes"] == []
    assert safe.manifest["settings"]["dominance"] == 0.10


def test_dominance_changes_nothing_in_the_release() -> None:
    frame = with_a_rich_person(0, 30_000.0)
    made = [
        shoal.anonymize(frame, k=K, quasi_identifiers=QI, confidential="ill", method="mdav", seed=2, dominance=share)
        for share in (None, 0.1, 0.2)
    ]
    assert made[0].table.equals(made[1].table)
    assert made[0].table.equals(made[2].table)


@pytest.mark.parametrize("share", [0, 1, -0.1, float("nan"), "10%", True])
def test_wrong_shares_are_refused(share: object) -> None:
    with pytest.raises(ParameterError, match="dominance must be a share"):
        shoal.anonymize(with_a_rich_person(0), k=K, quasi_identifiers=QI, dominance=share)  # type: ignore[arg-type]


@pytest.mark.parametrize(("option", "exit_code"), [([], 0), (["--dominance", "10%"], 2), (["--dominance", "0.1"], 2)])
def test_dominance_on_the_command_line(tmp_path: Path, option: list[str], exit_code: int) -> None:
    source, target = tmp_path / "people.csv", tmp_path / "release.csv"
    with_a_rich_person(0).write_csv(source)
    arguments = ["anonymize", str(source), "--k", "5", "--qi", "income,height", "--confidential", "ill"]
    result = CliRunner().invoke(app, [*arguments, "--method", "mdav", "-o", str(target), *option])
    assert result.exit_code == exit_code, result.output
    assert target.exists() is (exit_code == 0)
    said = " ".join((result.output + result.stderr).split())
    assert "One value stands out in its class: 'income' in 1 of" in said
    assert "98765432" not in said


@pytest.mark.parametrize("text", ["ten", "10%%", "%"])
def test_a_percentage_that_is_none_is_refused_on_the_command_line(tmp_path: Path, text: str) -> None:
    source = tmp_path / "people.csv"
    with_a_rich_person(0).write_csv(source)
    arguments = ["anonymize", str(source), "--k", "5", "--qi", "income", "-o", str(tmp_path / "r.csv")]
    result = CliRunner().invoke(app, [*arguments, "--dominance", text])
    assert result.exit_code == 2
    assert "--dominance must be a percentage such as 10%" in " ".join((result.output + result.stderr).split())


def test_a_column_that_few_records_have_tells_no_loss() -> None:
    """Story: the loss of a column present in four records gave both values of one class to a member of the other."""
    rng = np.random.default_rng(3)
    values = [1200.0, 1900.0, 5100.0, 6350.0, *[None] * 56]
    age = rng.integers(18, 90, 60).astype(float)
    age[:4] = [30, 31, 70, 72]
    table = pl.DataFrame({"age": age, "x": pl.Series(values, dtype=pl.Float64), "answer": rng.integers(0, 3, 60)})
    facts = shoal.anonymize(
        table, k=2, quasi_identifiers=["age", "x"], confidential=["answer"], missing="own-cell", method="mdav", seed=1
    ).report.facts
    assert "x" in facts["withheld"]
    assert "x" not in [attribute["name"] for attribute in facts["loss"]["attributes"]]
    assert facts["loss"]["rough"]
