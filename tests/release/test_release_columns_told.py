"""What a report tells the steward: every column's fate, weighted statistics, numbers that can be read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.encode.encoding import Encoding
from shoal.release.column_facts import column_facts
from shoal.release.pages.column_wording import column_rows, published_rows, table_reading
from shoal.release.pages.plots import linkage_plot, marginal_plot
from shoal.release.report.report import Report
from shoal.release.wording import cells_reading, percent, single_value_warning, times
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K = 5
N_RECORDS = 300
CANARY = "zanzibar-canary"


def people() -> pl.DataFrame:
    """Ages rise with the weights, so that weighted and plain means differ."""
    rng = np.random.default_rng(11)
    age = np.sort(rng.integers(18, 90, N_RECORDS))
    return pl.DataFrame(
        {
            "name": [f"person {record}" for record in range(N_RECORDS)],
            "age": age,
            "height": rng.normal(170, 10, N_RECORDS) + age / 5,
            "grade": rng.choice(["low", "mid", "high"], N_RECORDS),
            "town": rng.choice(["Aachen", "Bern"], N_RECORDS),
            "region": np.repeat(["north", "south"], N_RECORDS // 2),
            "illness": rng.choice(["flu", "cold"], N_RECORDS, p=[0.8, 0.2]),
            "shoe": rng.integers(36, 46, N_RECORDS),
            "note": ["n"] * N_RECORDS,
            "stands_for": 1.0 + np.arange(N_RECORDS) / 100,
        }
    )


def report_of(frame: pl.DataFrame, **changes) -> Report:
    arguments = {
        "quasi_identifiers": ["age", "height", "grade", "town"],
        "identifiers": ["name"],
        "confidential": ["illness"],
        "insensitive": ["shoe"],
        "weight": "stands_for",
        "by": ["region"],
        "orders": {"grade": ["low", "mid", "high"]},
        "attribute_weights": {"height": 2.0},
        "rounding": {"height": -1},
        "missing": {"age": "drop"},
    }
    return shoal.anonymize(frame, k=K, seed=0, **(arguments | changes)).report


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(people())


def test_every_column_of_the_original_has_its_facts(report):
    columns = {column["name"]: column for column in report.facts["columns"]}
    assert list(columns) == people().columns
    assert columns["height"] == {
        "name": "height",
        "role": "quasi_identifying",
        "type": "numeric",
        "weight": 2.0,
        "rounding": -1,
        "missing": "refuse",
        "order_given": False,
        "taxonomy": False,
        "named": True,
    }
    assert (columns["grade"]["type"], columns["grade"]["order_given"]) == ("ordinal", True)
    assert columns["age"]["missing"] == "drop"
    assert (columns["name"]["role"], columns["name"]["type"], columns["name"]["weight"]) == ("identifying", None, None)
    assert (columns["note"]["role"], columns["note"]["named"]) == ("insensitive", False)
    assert columns["stands_for"]["role"] == "weight"
    assert columns["region"]["role"] == "stratum"


def test_the_type_is_the_one_that_was_encoded():
    frame = people().with_columns(
        born=pl.date(1990, 1, 1) + pl.duration(days=pl.int_range(N_RECORDS)),
        smokes=pl.col("shoe") > 40,
        size=pl.Series(["S", "L"] * (N_RECORDS // 2), dtype=pl.Enum(["S", "L"])),
    )
    table = table_of(frame)
    looks = ["age", "height", "town", "born", "smokes", "size"]
    roles = roles_from_arguments(table, quasi_identifiers=looks, identifiers=["name"])
    told = {column["name"]: column["type"] for column in column_facts(table, roles)}
    kinds = {attribute.name: attribute.KIND for attribute in Encoding.fit(table, roles).attributes}
    kind_of_type = {"date": kinds["born"], "boolean": kinds["smokes"]}  # both have kinds of another name
    assert [told[name] for name in looks] == ["numeric", "numeric", "nominal", "date", "boolean", "ordinal"]
    assert all(kind_of_type.get(told[name], told[name]) == kinds[name] for name in looks)


def test_text_and_page_say_what_was_done(report):
    for form in (report.to_text(), report.to_html()):
        assert "What was done to which column" in form
        assert "Published as they are" in form
        assert "UNNAMED" in form
        assert "quasi-identifier" in form
        assert "The table has 300 records. All of them are in the release." in form
    assert "- Unnamed (nobody gave them a role): note" in report.to_text()
    rows = {name: (role, done) for name, role, _, done in column_rows(report.facts["columns"])}
    assert rows["name"] == ("identifier", "dropped")
    assert rows["height"][1] == (
        "replaced by the mean of its cell; rounded to multiples of 10; counts 2 times in the distance"
    )
    assert rows["age"][1].endswith("records without it left out")
    assert rows["note"] == ("UNNAMED", "published as it is, although nobody gave it a role")


def test_what_is_published_as_it_is_stands_apart(report):
    assert published_rows(report.facts["columns"]) == [
        ("Confidential", ["illness"]),
        ("Insensitive", ["shoe"]),
        ("Unnamed (nobody gave them a role)", ["note"]),
        ("Record weight", ["stands_for"]),
        ("Strata", ["region"]),
    ]


def test_dropped_records_are_told():
    told = table_reading({"name": "people.csv", "n_records_in": 1_200, "n_records_out": 1_150})
    assert told == "people.csv has 1,200 records. The release has 1,150 of them; 50 were left out."


def test_names_that_may_be_values_are_not_told(tmp_path: Path):
    path = tmp_path / "bare.csv"
    path.write_text(f"red,{CANARY},tall\n" * 2 + "blue,other,small\n" * 9)
    table = table_of(path)
    assert table.origin.header_in_doubt
    told = column_facts(table, roles_from_arguments(table, quasi_identifiers=[table.columns[0]]))
    assert [column["name"] for column in told] == ["red", "column 2", "column 3"]


def test_statistics_are_weighted_before_and_after():
    frame = people()
    report = report_of(frame, rounding={"height": -1, "age": "none"})
    age = next(row for row in report.facts["statistics"] if row["name"] == "age")
    mean = np.average(frame["age"], weights=frame["stands_for"])
    assert age["mean_before"] == pytest.approx(mean, abs=0.01)
    assert age["mean_after"] == pytest.approx(mean, abs=0.01)  # what centroids with weights preserve
    assert abs(age["mean_before"] - frame["age"].mean()) > 1
    matrix = np.cov(frame["age"], frame["height"], aweights=frame["stands_for"])
    expected = matrix[0, 1] / np.sqrt(matrix[0, 0] * matrix[1, 1])
    assert report.facts["correlations"]["before"][0][1] == pytest.approx(expected, abs=0.001)
    assert report.facts["weighted_by"] == "stands_for"
    assert "Before and after, weighted by 'stands_for'" in report.to_text()
    assert "Means and deviations, weighted by stands_for" in report.to_html()
    assert "They are not weighted" in report.to_html()


def test_statistics_that_few_heavy_records_carry_are_not_shown():
    """Ten records with nearly all of the weight: the weighted mean would be theirs."""
    heavy = pl.int_range(N_RECORDS) < 2 * K
    frame = people().with_columns(
        stands_for=pl.when(heavy).then(1e6).otherwise(1.0),
        region=pl.when(heavy).then(pl.lit("islands")).otherwise("region"),
    )
    facts = report_of(frame).facts
    assert facts["detail_shown"] is False
    assert (facts["statistics"], facts["correlations"]) == ([], None)


def test_without_weights_nothing_is_called_weighted():
    plain = report_of(people(), weight=None, confidential=["stands_for"], insensitive=["shoe"])
    assert plain.facts["weighted_by"] is None
    assert "weighted" not in plain.to_text() + plain.to_html()


def test_a_warning_tells_the_size_of_the_problem(report):
    facts = report.facts["privacy"]["confidential"][0]
    assert facts["n_single_classes"] > 1
    told = f"of the classes ({facts['n_single_records']} records) all records have the same value of 'illness'"
    for form in (" ".join(report.to_text().split()), report.to_html().replace("&#39;", "'")):
        assert told in form


@pytest.mark.parametrize(
    ("n_classes", "n_records", "share", "expected"),
    [
        (1_770, 18_043, 0.391, "In 39 % of the classes (18,043 records) all records have the same value of 'x'. Any"),
        (3, 15, 0.0004, "In less than 0.1 % of the classes (15 records) all"),
        (9, 15, 0.012, "In 1.2 % of the classes (15 records) all"),
        (1, 5, 0.5, "In one class (5 records) all records have the same value of 'x'. Anybody who finds that class "),
        (9, 50, 1.0, "In 100 % of the classes (50 records) all"),
    ],
)
def test_the_warning_by_hand(n_classes, n_records, share, expected):
    facts = {"name": "x", "n_single_classes": n_classes, "n_single_records": n_records, "share_single_classes": share}
    assert single_value_warning(facts).startswith(expected)


@pytest.mark.parametrize(
    ("factor", "expected"), [(2_804.3, "2,800"), (123_456.0, "123,000"), (99.96, "100"), (1.25, "1.25"), (0.0, "0")]
)
def test_factors_are_written_out(factor, expected):
    assert times(factor) == expected


@pytest.mark.parametrize(
    ("share", "decimals", "expected"),
    [
        (0.0, 1, "0.0 %"),
        (2e-5, 1, "< 0.1 %"),
        (2e-5, 2, "< 0.01 %"),
        (2e-3, 0, "< 1 %"),
        (0.001, 1, "0.1 %"),
        (1e-300, 1, "< 0.1 %"),
    ],
)
def test_small_shares_are_not_called_nothing(share, decimals, expected):
    assert percent(share, decimals) == expected


def test_pictures_do_not_call_small_shares_nothing():
    linkage = {"baseline": 1e-5, "success": 2e-4, "success_low": 1e-4, "success_high": 4e-4, "ceiling": 4e-4}
    marginal = {
        "kind": "category",
        "name": "town",
        "labels": ["a", "b"],
        "borders": [],
        "before": [0.9997, 3e-4],
        "after": [0.9997, 3e-4],
    }
    for drawing in (linkage_plot(linkage), marginal_plot(marginal)):
        assert "&lt; 0.1 %" in drawing
        assert ">0.0 %" not in drawing


def test_fewer_classes_than_cells_are_explained():
    assert cells_reading({"n_cells": 4_528, "n_classes": 3_817}) == (
        "4,528 cells, 3,817 classes: cells with the same released values form one class."
    )
    assert cells_reading({"n_cells": 12, "n_classes": 12}) == ""
    coarse = report_of(
        people(),
        rounding={"height": -3},
        quasi_identifiers=["height"],
        insensitive=["age", "shoe"],
        orders=None,
        attribute_weights=None,
        missing="refuse",
    )
    promise = coarse.facts["promise"]
    assert promise["n_classes"] == 2 < promise["n_cells"]
    for form in (coarse.to_text(), coarse.to_html()):
        assert f"{promise['n_cells']} cells, 2 classes: cells with the same released values" in " ".join(form.split())
