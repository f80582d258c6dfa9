"""A release without the records that cost most: who is left out, and what is told of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import ParameterError
from shoal.journey.repeating import repeat
from shoal.table.people import synthetic_people

N_RECORDS = 400


def people(n_records: int = N_RECORDS) -> pl.DataFrame:
    return synthetic_people(n_records, 0).select("age", "sex", "income", "diagnosis")


def released(table: pl.DataFrame, **options: object) -> shoal.Release:
    given = {"k": 5, "quasi_identifiers": ["age", "sex", "income"], "confidential": ["diagnosis"], "seed": 1}
    return shoal.anonymize(table, **(given | options))


def with_an_outlier(income: float) -> pl.DataFrame:
    table = people()
    return table.with_columns(income=pl.Series([income, *table["income"].to_list()[1:]]))


def test_at_most_the_budget_is_left_out_and_the_loss_falls() -> None:
    everybody, most = released(people()), released(people(), suppress=0.1)
    facts = most.report.facts
    assert 0 < facts["suppressed"]["n_records"] <= 40
    assert most.table.height == N_RECORDS - facts["suppressed"]["n_records"]
    assert most.table.group_by("age", "sex", "income").len()["len"].min() >= 5
    assert facts["loss"]["overall"] < everybody.report.facts["loss"]["overall"]
    assert everybody.report.facts["suppressed"] is None
    assert "were left out, because they cost most" in most.report.to_text()
    assert "were left out, because they cost most" in most.report.to_html()


def test_the_cells_of_the_others_are_counted_in_every_stratum() -> None:
    table = people().with_columns(ward=pl.Series(["small"] * 5 + ["large"] * (N_RECORDS - 5)))
    found = released(table, by=["ward"], suppress=0.2)
    held = dict(found.table.group_by("ward").len().iter_rows())
    assert held["small"] == 5  # nobody of a stratum of k can be left out
    assert held["large"] >= N_RECORDS - 5 - 80
    assert found.table.group_by("ward", "age", "sex", "income").len()["len"].min() >= 5


def test_missing_values_stay_in_cells_of_their_own() -> None:
    table = people()
    some = np.random.default_rng(0).random(N_RECORDS) < 0.1
    table = table.with_columns(income=pl.when(pl.Series(some)).then(None).otherwise(pl.col("income")))
    found = released(table, missing="own-cell", suppress=0.05)
    assert found.table.height >= 0.95 * N_RECORDS
    assert found.table.group_by("age", "sex", "income").len()["len"].min() >= 5


def test_an_outlier_that_was_left_out_changes_nothing_that_is_published(tmp_path: Path) -> None:
    """Neither a released value nor the report nor the quantizer's scales tell how far out it was."""
    texts, rows, models = [], [], []
    for income in (3e6, 8e8):
        found = released(with_an_outlier(income), suppress=1 / N_RECORDS, method="pcl", keep_order=True)
        assert found.report.facts["suppressed"]["n_records"] == 1
        facts = {name: fact for name, fact in found.report.facts.items() if name not in ("digests", "linkage")}
        texts.append(json.dumps(facts, sort_keys=True))
        rows.append(found.table.rows())
        assert income not in found.table["income"].to_list()
        found.quantizer.save(tmp_path / f"{income}.json", disclose=True)
        models.append(json.loads((tmp_path / f"{income}.json").read_text()))
    assert texts[0] == texts[1]
    assert rows[0] == rows[1]
    assert models[0] == models[1]


def test_of_few_records_nothing_but_their_number_is_told() -> None:
    found = released(people(), suppress=0.02)
    told = found.report.facts["suppressed"]
    assert told["n_records"] <= 8
    assert told["saved"] is None
    assert told["differs"] is None
    assert "too few to say more" in " ".join(found.report.to_text().split())


def test_a_group_is_described_in_words() -> None:
    found = released(people(1_000), suppress=0.05)
    told = found.report.facts["suppressed"]
    assert 0.0 < told["saved"] < 1.0
    assert {row["name"]: row["words"] for row in told["differs"]}["income"] == "much higher"


@pytest.mark.parametrize("options", [{}, {"budget_s": 1.0}, {"method": "mdav"}])
def test_a_manifest_repeats_the_choice(tmp_path, options) -> None:
    people().write_csv(tmp_path / "people.csv")
    found = released(tmp_path / "people.csv", suppress=0.05, **options)
    found.save(tmp_path / "release")
    again, identical = repeat(tmp_path / "release")
    assert identical
    assert again.report.facts["suppressed"] == found.report.facts["suppressed"]


@pytest.mark.parametrize("share", [0, 0.5, 1, -0.1, float("nan"), True, "1%"])
def test_a_share_that_is_none_is_refused(share) -> None:
    with pytest.raises(ParameterError, match=r"suppress must be a share above 0 and below 0\.5"):
        released(people(), suppress=share)


def test_records_that_a_promise_needs_stay() -> None:
    """The only two smokers cost most, and without them no class has two values."""
    rng = np.random.default_rng(0)
    table = pl.DataFrame({"age": [*rng.normal(40, 1, 38), 400.0, 410.0], "smoker": ["no"] * 38 + ["yes"] * 2})
    options = {"quasi_identifiers": ["age"], "confidential": ["smoker"], "seed": 0, "diversity": {"smoker": 2}}
    found = shoal.anonymize(table, k=3, suppress=0.05, **options)
    assert found.table.group_by("age").agg(pl.col("smoker").n_unique())["smoker"].min() == 2
    assert found.table["smoker"].n_unique() == 2


def test_persons_are_refused() -> None:
    table = people().with_columns(persons=pl.lit(2))
    with pytest.raises(ParameterError, match="k counts persons here"):
        released(table, mass="persons", suppress=0.01)


def test_the_command_line_takes_a_percentage(tmp_path) -> None:
    people().write_csv(tmp_path / "people.csv")
    words = ["anonymize", tmp_path / "people.csv", "--k", 5, "--qi", "age,sex,income", "--confidential", "diagnosis"]
    words += ["--suppress", "5%", "-o", tmp_path / "release.csv", "--json"]
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exit_code == 0, result.output
    facts = json.loads(result.output)
    assert N_RECORDS - 20 <= facts["released"] < N_RECORDS


def test_the_screen_says_how_many_were_left_out_and_could_have_been(tmp_path: Path) -> None:
    people().write_csv(tmp_path / "people.csv")
    for share, words in (("10%", "(at most 10 % of the records could be)"), ("0.1%", "nobody (at most 0.1 %")):
        shown = CliRunner().invoke(
            app,
            ["anonymize", str(tmp_path / "people.csv"), "--k", "5", "--qi", "age,sex,income", "--seed", "1",
             "--method", "mdav", "--suppress", share, "-o", str(tmp_path / f"{share}.csv")],
        )  # fmt: skip
        assert shown.exit_code == 0, shown.output
        told = " ".join(shown.output.split())
        assert words in told
        assert "dropped" not in told
