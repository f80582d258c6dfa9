"""Bugs that were found by attacking a release, each with its story."""

from __future__ import annotations

import itertools
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import InfeasiblePromise, ParameterError
from shoal.journey import repeat
from shoal.release.manifest import salted_digest
from shoal.table.frames import Table


@pytest.fixture
def people() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "age": rng.integers(20, 80, 60),
            "income": rng.normal(50, 9, 60).round(2),
            "illness": rng.choice(["a", "b", "c"], 60),
        }
    )


ROLES = {"quasi_identifiers": ["age", "income"], "confidential": ["illness"]}


def test_two_releases_of_one_table_cannot_be_laid_side_by_side(people: pd.DataFrame) -> None:
    """Story: with one seed, releases for k = 5 and k = 7 came out in the same order, and together they were unique."""
    variants = [
        shoal.anonymize(people, k=5, seed=1, **ROLES),
        shoal.anonymize(people, k=7, seed=1, **ROLES),
        shoal.anonymize(people, k=5, seed=1, method="mdav", **ROLES),
        shoal.anonymize(people, k=5, seed=1, quasi_identifiers="income", identifiers="age", confidential="illness"),
    ]
    orders = [release.table["illness"].tolist() for release in variants]
    assert all(one != other for one, other in itertools.combinations(orders, 2))


def test_the_digest_of_the_input_confirms_no_guess(people: pd.DataFrame) -> None:
    """Story: a table of four was found again from its release by trying ages until the printed digest fitted."""
    first = shoal.anonymize(people, k=5, seed=1, **ROLES)
    second = shoal.anonymize(people, k=5, seed=1, **ROLES)
    raw = Table.of(people).digest()
    assert first.report.facts["digests"]["input"] != second.report.facts["digests"]["input"]
    assert salted_digest(raw, first.manifest["input"]["salt"]) == first.report.facts["digests"]["input"]
    for form in (first.report.to_html(), first.report.to_json(), first.report.to_text()):
        assert first.manifest["input"]["salt"] not in form
        assert raw not in form


def test_a_dominating_weight_is_refused(people: pd.DataFrame) -> None:
    """Story: a record with nearly all the weight of its cell was released nearly as it was."""
    heavy = people.assign(weight=np.where(np.arange(60) == 7, 1000.0, 1.0))
    with pytest.raises(InfeasiblePromise, match=r"In 1 of .* cells one record carries more than 80%"):
        shoal.anonymize(heavy, k=5, weight="weight", **ROLES)
    absurd = people.assign(weight=np.where(np.arange(60) == 7, 1e300, 1.0))
    with pytest.raises(ParameterError, match="largest weight"):
        shoal.anonymize(absurd, k=5, weight="weight", **ROLES)
    level = people.assign(weight=1.0 + np.arange(60) % 3)
    assert shoal.anonymize(level, k=5, weight="weight", **ROLES).partition.sizes.min() >= 5


def test_replay_reads_the_file_as_the_first_run_did(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: the manifest forgot delimiter and encoding, so the run could not be repeated."""
    source = tmp_path / "people.csv"
    people.assign(town="Málaga").to_csv(source, sep=";", encoding="latin-1", index=False)
    release = shoal.anonymize(
        source, k=5, encoding="latin-1", delimiter=";", seed=2, **(ROLES | {"insensitive": ["town"]})
    )
    assert repeat(release.save(tmp_path / "out")["manifest"])[1]


def test_replay_finds_the_table_beside_the_manifest(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: a folder that was moved as a whole could not be replayed."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    people.to_csv(before / "people.csv", index=False)
    shoal.anonymize(before / "people.csv", k=5, **ROLES).save(before)
    before.rename(after)
    assert repeat(after / "manifest.json")[1]


def test_nothing_is_written_when_the_report_cannot_be(
    people: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Story: a report that failed left a release without its explanation."""
    release = shoal.anonymize(people, k=5, **ROLES)
    monkeypatch.setattr(type(release.report), "to_html", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        release.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_printing_an_object_shows_no_record(people: pd.DataFrame) -> None:
    """Story: the repr of a release listed who is in which cell."""
    release = shoal.anonymize(people, k=5, **ROLES)
    for text in (repr(release), repr(release.partition), str(release.report)):
        assert "array" not in text
        assert len(text) < 20_000
    assert "cell_of" not in repr(release.partition)


def test_transform_of_the_fitted_records_is_fit_transform_even_with_equal_records() -> None:
    """Story: equal records in different cells were all given the first one's cell, which emptied the other below k."""
    for seed in range(20):
        points = np.random.default_rng(seed).integers(0, 4, (30, 2)).astype(float)
        estimator = shoal.Microaggregator(k=3, method="mdav")
        released = estimator.fit_transform(points)
        np.testing.assert_array_equal(estimator.transform(points), released)
        assert np.unique(released, axis=0, return_counts=True)[1].min() >= 3


def test_a_pickled_estimator_holds_no_record_in_the_clear() -> None:
    """Story: the fitted rows lay in the pickle, byte by byte."""
    points = np.random.default_rng(0).normal(size=(30, 2)).round(4)
    blob = pickle.dumps(shoal.Microaggregator(k=3).fit(points))
    assert not [row for row in points if row.tobytes() in blob]


def test_text_given_to_the_estimator_is_not_quoted() -> None:
    """Story: scikit-learn's message repeated the name it could not turn into a number."""
    with pytest.raises(ValueError, match="X holds text") as refusal:
        shoal.Microaggregator(k=2).fit(pd.DataFrame({"name": ["Alice Canary", "Bob", "Carol"]}))
    assert "Canary" not in str(refusal.value)
    assert refusal.value.__context__ is None


def test_pooled_records_are_charged_to_the_loss() -> None:
    """Story: records whose values were all removed cost nothing in the published loss."""
    rng = np.random.default_rng(3)
    frame = pl.DataFrame(
        {"age": rng.normal(40, 9, 100), "height": rng.normal(170, 9, 100), "ill": rng.integers(0, 3, 100)}
    )
    row = pl.int_range(pl.len())
    gaps = frame.with_columns(
        age=pl.when(row < 4).then(None).otherwise("age"),
        height=pl.when((row >= 4) & (row < 8)).then(None).otherwise("height"),
    )
    release = shoal.anonymize(
        gaps, k=5, quasi_identifiers=["age", "height"], confidential=["ill"], missing="own-cell", method="mdav"
    )
    assert release.report.facts["loss"]["overall"] > release.partition.loss
