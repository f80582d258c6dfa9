"""The audit of a table: facts, forms, and every wrong input."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pandas as pd
import polars as pl
import pyreadstat
import pytest

from shoal.errors import ParameterError, RolesError, TableError
from shoal.journey.audit import audit

CANARY = "zanzibar-canary"


@pytest.fixture
def people() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "age": [30, 30, 30, 40, 40, None, None],
            "town": ["a", "a", "a", "b", "b", "b", "b"],
            "illness": ["flu", "flu", CANARY, "flu", None, "flu", "cold"],
            "income": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 987654.25],
            "since": [date(2020, 1, day) for day in range(1, 8)],
        }
    )


def test_classes_and_shares(people):
    result = audit(people, quasi_identifiers=["age", "town"])
    assert (result.n_records, result.n_classes, result.k, result.n_unique) == (7, 3, 2, 0)
    assert result.share_below == pytest.approx({2: 0.0, 3: 4 / 7, 5: 1.0, 10: 1.0})
    assert result.largest_class == 3
    assert result.kept is None


def test_missing_is_a_value_of_its_own(people):
    facts = audit(people, quasi_identifiers=["age"], confidential=["illness"]).confidential[0]
    assert (facts.n_values, facts.n_missing, facts.distinct_l, facts.kind) == (4, 1, 2, "nominal")


def test_the_reach_of_single_values_is_told():
    table = pl.DataFrame({"town": list("aaabbbbc"), "illness": ["flu"] * 3 + ["flu", "cold"] * 2 + ["cold"]})
    result = audit(table, quasi_identifiers="town", confidential="illness")
    facts = result.confidential[0]
    assert (facts.n_single_classes, facts.n_single_records) == (2, 4)
    assert (facts.share_single_classes, facts.share_single_records) == pytest.approx((2 / 3, 4 / 8))
    assert json.loads(result.to_json())["confidential"][0]["n_single_records"] == 4
    for form in (result.to_text(), result.to_html()):
        assert "single-valued classes" in form
        assert "66.7 %" in form
        assert "In 2 classes with 4 records (50.0 % of all)" in form


def test_no_single_values_are_told_too(people):
    result = audit(people, quasi_identifiers=["age"], confidential=["illness"])
    assert result.confidential[0].n_single_classes == 0
    assert "There is no class in which all records have the same value." in result.to_html()


def test_numbers_and_dates_are_ordered(people):
    result = audit(people, quasi_identifiers="town", confidential=["income", "since"])
    assert [facts.kind for facts in result.confidential] == ["ordered", "ordered"]
    # seven values in two halves: class a holds the 3 lowest of 7
    expected = sum(abs(min(rank / 3, 1) - rank / 7) for rank in range(1, 8)) / 6
    assert result.confidential[0].t == pytest.approx(expected)


def test_numbers_called_nominal(people):
    ordered = audit(people, quasi_identifiers="town", confidential="income")
    nominal = audit(people, quasi_identifiers="town", confidential="income", nominal=["income"])
    assert nominal.confidential[0].kind == "nominal"
    assert nominal.confidential[0].t == pytest.approx(4 / 7)
    assert ordered.confidential[0].t != nominal.confidential[0].t


def test_a_given_order_is_used():
    table = pl.DataFrame({"town": list("aabb"), "grade": ["low", "mid", "high", "high"]})
    facts = audit(table, quasi_identifiers="town", confidential="grade", orders={"grade": ["low", "mid", "high"]})
    # cumulative: table 1/4 1/2 1; town a 1/2 1 1; town b 0 0 1
    assert facts.confidential[0].t == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert facts.confidential[0].kind == "ordered"


def test_an_incomplete_order_is_refused_without_showing_values(people):
    with pytest.raises(RolesError, match=r"leaves out 2 of its 3 values") as refusal:
        audit(people, quasi_identifiers="town", confidential="illness", orders={"illness": ["flu"]})
    assert CANARY not in str(refusal.value)


def test_strata_split_classes(people):
    together = audit(people, quasi_identifiers=["age"])
    apart = audit(people, quasi_identifiers=["age"], by=["since"])
    assert (together.k, apart.k) == (2, 1)


def test_infinities_are_counted_like_any_value():
    table = pl.DataFrame({"x": [float("inf"), float("inf"), 1.0, 1.0]})
    assert audit(table, quasi_identifiers="x").k == 2


def test_large_integers_are_not_merged_by_floats():
    table = pl.DataFrame({"x": [2**60, 2**60 + 1]})
    assert audit(table, quasi_identifiers="x").n_classes == 2


@pytest.mark.parametrize(
    "table",
    [
        pl.DataFrame({"x": [1.0, None, float("nan")]}),
        pl.DataFrame({"x": [Decimal("0.10000000000000000001"), Decimal("0.10000000000000000002"), Decimal(1)]}).cast(
            pl.Decimal(30, 20)
        ),
        pd.DataFrame({"x": pd.Series([1, "1", 2], dtype=object)}),
    ],
    ids=["NaN and null", "long decimals", "1 and the text 1"],
)
def test_what_a_reader_can_tell_apart_is_apart(table):
    """The audit read these as two records of three being alike, and called singled-out records hidden."""
    result = audit(table, quasi_identifiers="x")
    assert (result.k, result.n_classes, result.n_unique) == (1, 3, 3)


@pytest.mark.parametrize(
    "fields", [("1.5", "1.50", "2.5"), ("NA", ".", "7"), ("", "NA", "7")], ids=["zeros", "missing", "empty"]
)
def test_a_text_file_is_audited_as_it_is_written(tmp_path: Path, fields):
    """Anybody who opens the file sees 1.5 and 1.50: two records, although they are one number."""
    path = tmp_path / "table.csv"
    path.write_text("x,y\n" + "".join(f"{field},1\n" * times for field, times in zip(fields, (2, 1, 3), strict=True)))
    result = audit(path, quasi_identifiers="x")
    assert (result.k, result.n_classes, result.n_unique) == (1, 3, 1)


def test_codes_of_missing_answers_are_told_apart(tmp_path: Path):
    """98 'refused' and 99 'does not know' are both missing to SPSS, and two different answers to a reader."""
    path = tmp_path / "table.sav"
    frame = pd.DataFrame({"x": [1.0, 1.0, 98.0, 99.0]})
    pyreadstat.write_sav(frame, str(path), missing_ranges={"x": [98, 99]})
    result = audit(path, quasi_identifiers="x")
    assert (result.k, result.n_unique) == (1, 2)


@pytest.mark.parametrize(("k", "kept"), [(2, True), (3, False)])
def test_k_asked_for(people, k, kept):
    assert audit(people, quasi_identifiers=["age"], k=k).kept is kept


def test_all_forms_say_the_same_and_show_no_value(people):
    result = audit(people, quasi_identifiers=["age", "town"], confidential=["illness", "income"], k=3)
    facts = json.loads(result.to_json())
    assert facts == json.loads(json.dumps(result.to_dict()))
    assert facts["schema_version"] == 1
    assert (facts["k"], facts["kept"]) == (2, False)
    for form in (result.to_json(), result.to_text(), result.to_html()):
        assert CANARY not in form
        assert "987654" not in form
        assert "illness" in form
    assert "NOT reached" in result.to_text()
    assert "not reached" in result.to_html()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"quasi_identifiers": ["agee"]}, RolesError, "Did you mean 'age'?"),
        ({"quasi_identifiers": []}, RolesError, "No quasi-identifiers"),
        ({"quasi_identifiers": ["age", "age"]}, RolesError, "named twice"),
        (
            {"quasi_identifiers": ["age"], "confidential": ["age"]},
            RolesError,
            "both quasi-identifier and confidential",
        ),
        ({"quasi_identifiers": ["age"], "by": ["age"]}, RolesError, "both quasi-identifier and stratum"),
        ({"quasi_identifiers": ["age"], "k": 1}, ParameterError, "k is 1"),
        ({"quasi_identifiers": ["age"], "c": 0.0}, ParameterError, "above 0"),
        ({"quasi_identifiers": ["age"], "nominal": ["town"]}, ParameterError, "not among the confidential"),
        (
            {
                "quasi_identifiers": ["age"],
                "confidential": ["town"],
                "nominal": ["town"],
                "orders": {"town": ["a", "b"]},
            },
            ParameterError,
            "Choose one",
        ),
    ],
)
def test_wrong_use_is_worded(people, arguments, error, message):
    with pytest.raises(error) as refusal:
        audit(people, **arguments)
    assert message in str(refusal.value)


def test_the_first_record_of_a_file_without_header_is_not_listed(tmp_path: Path):
    path = tmp_path / "bare.csv"
    path.write_text(f"red,{CANARY},tall\n" * 2 + "blue,other,small\n" * 2)
    with pytest.raises(RolesError, match="Column 'age' is not in") as refusal:
        audit(path, quasi_identifiers="age")
    assert CANARY not in str(refusal.value)


def test_an_empty_table_is_refused(people):
    with pytest.raises(TableError, match="no records"):
        audit(people.head(0), quasi_identifiers=["age"])
