"""Risk of single records: individual risk against its definition, special uniques against brute force."""

from __future__ import annotations

import stat
from itertools import combinations
from math import log
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.errors import MissingValuesError, ParameterError, RolesError, TableError, WriteError
from shoal.release.record_risk import refuse_release_folder
from shoal.release.risk.individual import expected_inverse_size
from shoal.release.risk.special_uniques import intrusion_scores, special_uniques


def inverse_size_by_sum(f: int, p: float) -> float:
    """E[1/F | f], summed over the negative-binomial probabilities."""
    total, probability, size = 0.0, p**f, f
    while probability * size > 1e-18 or size < 10 * f / p:
        total += probability / size
        probability *= size / (size - f + 1) * (1 - p)  # C(h, f−1)/C(h−1, f−1) = h/(h − f + 1)
        size += 1
    return total


@pytest.mark.parametrize("p", [0.01, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("f", [1, 2, 3, 7, 40])
def test_individual_risk_is_the_mean_of_one_over_the_size(f: int, p: float) -> None:
    [risk] = expected_inverse_size(np.array([f]), np.array([p]))
    assert risk == pytest.approx(inverse_size_by_sum(f, p), rel=1e-9)


def test_individual_risk_in_the_closed_forms_of_the_literature() -> None:
    """Benedetti & Franconi: p/(1−p)·log(1/p) for f = 1, and p/(1−p) − (p/(1−p))²·log(1/p) for f = 2."""
    p = 0.05
    odds = p / (1 - p)
    risk = expected_inverse_size(np.array([1, 2]), np.array([p, p]))
    assert risk == pytest.approx([odds * log(1 / p), odds - odds**2 * log(1 / p)])
    assert expected_inverse_size(np.array([1, 4]), np.array([1.0, 1.0])) == pytest.approx([1, 0.25])
    tiny = expected_inverse_size(np.array([1, 1000]), np.array([1e-9, 1e-9]))
    assert tiny[0] == pytest.approx(1e-9 * log(1e9), rel=1e-6)
    assert 0 < tiny[1] < 1e-9 / 999


def test_individual_risk_of_the_published_example() -> None:
    """The table francdat of the Franconi tutorial, with the risks that sdcMicro prints for it.

    M. Templ, A. Kowarik, B. Meindl, Statistical disclosure control for micro-data using the R package sdcMicro, JSS 67
    (2015). Records 1 and 8, and 2 and 3, share their keys.
    """
    table = pl.DataFrame({"key": [1, 2, 2, 3, 4, 5, 6, 1], "w": [18.0, 45.5, 39, 17, 541, 8, 5, 92]})
    found = shoal.record_risk(table, quasi_identifiers="key", weight="w")
    assert found.population_size == pytest.approx([110, 84.5, 84.5, 17, 541, 8, 5, 110])
    published = [0.01714426, 0.02204233, 0.02204233, 0.17707583, 0.01165448, 0.29706308, 0.40235948, 0.01714426]
    assert found.risk == pytest.approx(published, abs=5e-9)


def minimal_sets(columns: list[list[int]], most: int) -> list[set[frozenset[int]]]:
    """All minimal sample uniques by trying every set of columns, and counting."""
    n_records = len(columns[0])
    unique: list[set[frozenset[int]]] = [set() for _ in range(n_records)]
    for size in range(1, most + 1):
        for chosen in combinations(range(len(columns)), size):
            rows = [tuple(columns[column][record] for column in chosen) for record in range(n_records)]
            for record in range(n_records):
                if rows.count(rows[record]) == 1:
                    unique[record].add(frozenset(chosen))
    return [{one for one in sets if not any(other < one for other in sets)} for sets in unique]


some_columns = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 2), min_size=n, max_size=n), min_size=1, max_size=14)
)


@given(some_columns, st.integers(1, 5))
def test_special_uniques_are_those_of_brute_force(rows: list[list[int]], most: int) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = special_uniques([np.array(column) for column in columns], most)
    expected = minimal_sets(columns, min(most, len(columns)))
    assert found.n_minimal.tolist() == [len(sets) for sets in expected]
    assert found.smallest.tolist() == [min(map(len, sets), default=0) for sets in expected]
    in_all = max(sum(map(len, expected)), 1)
    for column in range(len(columns)):
        assert found.by_column[column] == pytest.approx(
            sum(column in one for sets in expected for one in sets) / in_all
        )


def test_scores_count_the_supersets() -> None:
    """Four columns, sets of up to three: 3·2·1 for one column, 2·1 for two, 1 for three."""
    codes = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 0]])
    found = special_uniques(list(codes.T), 3)
    assert found.score.tolist() == [1, 6, 2, 2, 2]  # by hand: {0,1,2}; {0}; {1,2}; {1,2}; {1,2}


def test_intrusion_scores_share_the_expected_matches() -> None:
    sizes = np.array([1, 1, 1, 1, 2, 2, 5])
    scores = np.array([6.0, 2, 1, 1, 0, 0, 0])
    theta = 0.1 * 4 / (0.1 * 4 + 2 * 0.9 * 2)
    shared = intrusion_scores(scores, sizes, 0.1)
    assert shared == pytest.approx(4 * theta * scores / 10)
    everybody = intrusion_scores(scores, sizes, 1.0)  # the sample is the population: every unique match is right
    assert everybody.tolist() == [1, 1, 1, 1, 0, 0, 0]
    capped = intrusion_scores(np.array([96.0, 2, 1, 1]), np.array([1, 1, 1, 1, 2, 2]), 0.5)
    theta = 2 / (2 + 2)
    assert capped.sum() == pytest.approx(4 * theta)
    assert capped[0] == 1
    assert capped[1:] == pytest.approx((4 * theta - 1) * np.array([2, 1, 1]) / 4)


TABLE = pl.DataFrame({"a": [1, 1, 1, 2], "b": ["x", "x", "y", "y"], "w": [10.0, 30, 5, 1]})


def test_weights_give_the_size_of_the_class_in_the_population() -> None:
    found = shoal.record_risk(TABLE, quasi_identifiers=["a", "b"], weight="w")
    assert found.table["class_size"].to_list() == [2, 2, 1, 1]
    assert found.table["population_size"].to_list() == pytest.approx([40, 40, 5, 1])
    assert found.table["individual_risk"].to_list() == pytest.approx(
        [inverse_size_by_sum(2, 2 / 40)] * 2 + [inverse_size_by_sum(1, 1 / 5), 1.0]
    )
    assert found.table.columns[0] == "row"
    assert not set(found.table.columns) & set(TABLE.columns)
    assert found.summary()["sampling_fraction"] == pytest.approx(4 / 46)
    assert found.summary()["expected_found"] == pytest.approx(found.risk.sum())


def test_a_table_that_is_the_population_has_the_risk_of_its_classes() -> None:
    found = shoal.record_risk(TABLE, quasi_identifiers="a", by="b")
    assert found.risk.tolist() == [0.5, 0.5, 1, 1]
    assert found.summary()["by_size"] == {"1": 1, "2": 1}
    assert "Do not publish" in found.to_text()


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"sampling_fraction": 0}, ParameterError, "above 0 and at most 1"),
        ({"sampling_fraction": 1.5}, ParameterError, "above 0 and at most 1"),
        ({"sampling_fraction": 0.5, "weight": "w"}, ParameterError, "beside weights"),
        ({"weight": "nothing"}, RolesError, "nothing"),
        ({"weight": "a"}, RolesError, "both a quasi-identifier and the weight"),
        ({"weight": "low"}, TableError, "below 1 in 1 record, the first in row"),
        ({"weight": "gap"}, MissingValuesError, "missing in 1 record"),
        ({"most_columns": 0}, ParameterError, "whole number of at least 1"),
        ({"quasi_identifiers": []}, RolesError, "No quasi-identifiers"),
    ],
)
def test_wrong_use_is_refused(options: dict, kind: type[Exception], words: str) -> None:
    table = TABLE.with_columns(low=pl.Series([1.0, 2, 0.5, 3]), gap=pl.Series([1.0, None, 2, 3]))
    with pytest.raises(kind, match=words):
        shoal.record_risk(table, **{"quasi_identifiers": ["a", "b"], **options})


def test_too_many_sets_of_columns_are_refused() -> None:
    table = pl.DataFrame({f"c{number}": [1, 2] for number in range(60)})
    with pytest.raises(ParameterError, match="60 columns have"):
        shoal.record_risk(table, quasi_identifiers=table.columns, most_columns=5)
    with pytest.raises(TableError, match="no records"):
        shoal.record_risk(table.head(0), quasi_identifiers=table.columns)


def test_everything_missing_is_one_class() -> None:
    table = pl.DataFrame({"a": [None] * 3, "b": [None] * 3}, schema={"a": pl.Int64, "b": pl.String})
    found = shoal.record_risk(table, quasi_identifiers=["a", "b"])
    assert found.risk == pytest.approx([1 / 3] * 3)
    assert found.n_minimal.tolist() == [0, 0, 0]


def test_the_file_is_for_its_owner_alone_and_never_in_a_release(tmp_path: Path) -> None:
    found = shoal.record_risk(TABLE, quasi_identifiers=["a", "b"])
    target = tmp_path / "private-risk.csv"
    found.save(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert pl.read_csv(target)["row"].to_list() == [1, 2, 3, 4]
    people = shoal.anonymize(
        pl.DataFrame({"a": range(20), "b": [1, 2] * 10}), k=3, quasi_identifiers=["a", "b"], method="mdav", seed=0
    )
    people.save(tmp_path / "release")
    for place in (tmp_path / "release" / "risk.csv", tmp_path / "release" / "deeper" / "risk.csv"):
        with pytest.raises(WriteError, match="holds a release"):
            found.save(place)
    refuse_release_folder(tmp_path / "private-release" / "risk.csv")
    for name in ("report.html", "report.json"):
        (tmp_path / "release" / name).unlink()
    with pytest.raises(WriteError, match="holds a release"):  # its manifest is beside it
        found.save(tmp_path / "release" / "risk.csv")
    (tmp_path / "release.csv").write_text("a\n1\n")  # a single released file in a folder of work
    (tmp_path / "report.html").write_text("")
    refuse_release_folder(tmp_path / "risk.csv")
