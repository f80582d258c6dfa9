"""Bugs that were found by attacking a release, each with its story."""

from __future__ import annotations

import itertools
import json
import pickle
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import (
    InfeasiblePromise,
    MissingValuesError,
    Outcome,
    ParameterError,
    RolesError,
    TableError,
    WriteError,
    WrongUse,
)
from shoal.journey import repeat
from shoal.release.manifest import salted_digest
from shoal.table.sources import table_of


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
    raw = table_of(people).digest()
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
    with pytest.raises(ParameterError, match="largest of the weights"):
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
    release = shoal.anonymize(before / "people.csv", k=5, **ROLES)
    release.save(before / "out")
    release.write_manifest(before / "manifest.json")
    before.rename(after)
    assert repeat(after / "private-out" / "manifest.json")[1]
    assert repeat(after / "manifest.json")[1]


def test_nothing_is_written_when_the_report_cannot_be(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: a report that failed left a release without its explanation."""
    release = shoal.anonymize(people, k=5, **ROLES)
    without_facts = replace(release, report=replace(release.report, facts={}))
    with pytest.raises(KeyError):
        without_facts.save(tmp_path)
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


def test_replay_does_not_depend_on_the_order_of_the_quasi_identifiers(tmp_path: Path) -> None:
    """Story: the manifest listed roles in table order; in a table full of ties the replay then formed other cells."""
    rng = np.random.default_rng(4)
    source = tmp_path / "ties.csv"
    pl.DataFrame({name: rng.integers(0, 4, 400) for name in ("a", "b", "c", "ill")}).write_csv(source)
    for names in (["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]):
        release = shoal.anonymize(source, k=4, quasi_identifiers=names, confidential="ill")
        assert repeat(release.save(tmp_path / "".join(names))["manifest"])[1]


def test_replay_finds_the_taxonomy_and_notices_when_it_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Story: the taxonomy was sought in the current folder, and a changed one only showed as 'not identical'."""
    home = tmp_path / "home"
    home.mkdir()
    tree = home / "jobs.csv"
    tree.write_text("value,parent\nany,\nnurse,any\nmason,any\nbaker,any\n")
    rng = np.random.default_rng(5)
    jobs = rng.choice(["nurse", "mason", "baker"], 60)
    pl.DataFrame({"job": jobs, "age": rng.integers(20, 60, 60), "ill": rng.integers(0, 3, 60)}).write_csv(
        home / "t.csv"
    )
    monkeypatch.chdir(home)
    release = shoal.anonymize(
        "t.csv", k=4, quasi_identifiers=["job", "age"], confidential="ill", taxonomies={"job": "jobs.csv"}
    )
    release.write_manifest(home / "manifest.json")
    monkeypatch.chdir(tmp_path)
    assert repeat(home / "manifest.json")[1]
    tree.write_text(tree.read_text() + "cook,any\n")
    with pytest.raises(WrongUse, match=r"taxonomy jobs\.csv of column 'job' has changed"):
        repeat(home / "manifest.json")


def test_a_column_that_tells_a_quasi_identifier_is_refused_or_at_least_told() -> None:
    """Story: 'education' was published beside the perturbed 'education-num', of which it is the name."""
    rng = np.random.default_rng(6)
    years = rng.integers(0, 5, 100)
    frame = pl.DataFrame(
        {"years": years, "level": [f"level {y}" for y in years], "age": rng.integers(20, 60, 100), "ill": years % 2}
    )
    with pytest.raises(RolesError, match=r"'level' has no role .* determines the quasi-identifier 'years'"):
        shoal.anonymize(frame, k=5, quasi_identifiers=["years", "age"], confidential="ill")
    named = shoal.anonymize(frame, k=5, quasi_identifiers=["years", "age"], confidential="ill", insensitive="level")
    assert any("'level' is published as it is and determines" in warning for warning in named.report.facts["warnings"])


def test_records_that_are_unique_as_published_are_counted() -> None:
    """Story: nearly everybody was unique on the columns beside the quasi-identifiers, and nothing said how many."""
    rng = np.random.default_rng(7)
    frame = pl.DataFrame(
        {"age": rng.integers(20, 60, 100), "ill": rng.integers(0, 2, 100), "hours": rng.normal(40, 5, 100)}
    )
    with pytest.raises(RolesError, match=r"'hours' .* is called insensitive, but 100 of 100 records"):
        shoal.anonymize(frame, k=5, quasi_identifiers="age", confidential="ill", insensitive="hours")
    shifts = frame.with_columns(hours=pl.col("hours").round(0), shift=pl.Series(range(100)) % 17)
    release = shoal.anonymize(shifts, k=5, quasi_identifiers="age", confidential="ill", insensitive=["hours", "shift"])
    n_unique = shifts.group_by("hours", "shift").len().filter(pl.col("len") == 1).height
    said = f"{n_unique} of 100 records are unique on the columns that are neither"
    assert any(warning.startswith(said) for warning in release.report.facts["warnings"])


def test_a_folder_with_a_release_is_not_used_again_unless_asked(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: a second release replaced report and manifest of the first and left the first table beside its own."""
    home = tmp_path / "home"
    manifest = shoal.anonymize(people, k=5, **ROLES).save(home, suffix=".csv")["manifest"]
    before = manifest.read_bytes()
    other = shoal.anonymize(people, k=7, **ROLES)
    with pytest.raises(WriteError, match="holds a release already"):
        other.save(home)
    assert manifest.read_bytes() == before
    other.save(home, overwrite=True)
    assert manifest.read_bytes() != before
    assert sorted(path.name for path in home.iterdir()) == [
        "release.parquet",
        "report.html",
        "report.json",
    ]


def test_spellings_of_missing_values_are_repeated_too(tmp_path: Path) -> None:
    """Story: a file that writes '?' for unknown could only be anonymised with '?' as one more category."""
    rng = np.random.default_rng(8)
    source = tmp_path / "adult.csv"
    age = [str(value) if rng.random() > 0.2 else "?" for value in rng.integers(20, 60, 200)]
    pl.DataFrame({"age": age, "ill": rng.integers(0, 2, 200), "work": rng.choice(["a", "?"], 200)}).write_csv(source)
    arguments = {"quasi_identifiers": "age", "confidential": "ill", "insensitive": "work", "na": "?"}
    with pytest.raises(MissingValuesError, match="'age'"):
        shoal.anonymize(source, k=5, **arguments)
    release = shoal.anonymize(source, k=5, missing="own-cell", types={"age": "integer"}, **arguments)
    assert release.table["age"].null_count() == age.count("?")
    assert release.table["age"].dtype.is_integer()
    assert repeat(release.save(tmp_path / "out")["manifest"])[1]


def test_replacing_a_release_removes_nothing_but_that_release(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: everything called release.something in the folder was deleted, the raw input included."""
    home = tmp_path / "home"
    home.mkdir()
    source = home / "release.raw.parquet"
    people.to_parquet(source)
    (home / "release.notes.md").write_text("mine")
    (home / "release.d").mkdir()
    shoal.anonymize(source, k=5, **ROLES).save(home, suffix=".csv")
    shoal.anonymize(source, k=7, **ROLES).save(home, suffix=".feather", overwrite=True)
    assert sorted(path.name for path in home.iterdir()) == [
        "release.d",
        "release.feather",
        "release.notes.md",
        "release.raw.parquet",
        "report.html",
        "report.json",
    ]
    with pytest.raises(WriteError, match="is the table that was read"):
        shoal.anonymize(source, k=5, **ROLES).write(source)


def test_a_budget_that_leads_to_other_cells_leads_to_another_order(people: pd.DataFrame) -> None:
    """Story: budget_s was left out of the key of the order, although it can decide the cells."""
    rng = np.random.default_rng(9)
    frame = pd.DataFrame(rng.exponential(size=(300, 6)) ** 3, columns=list("abcdef")).assign(mark=range(300))
    roles = {"quasi_identifiers": list("abcdef"), "confidential": "mark", "seed": 1}
    patient, hurried = (shoal.anonymize(frame, k=5, budget_s=budget, **roles) for budget in (None, 1e-9))
    assert patient.partition.method != hurried.partition.method  # otherwise this test shows nothing
    assert patient.table["mark"].tolist() != hurried.table["mark"].tolist()


def test_a_file_without_a_header_is_refused(tmp_path: Path) -> None:
    """Story: the first record of such a file was published word for word, as the names of the columns."""
    source = tmp_path / "headless.csv"
    source.write_text("Alicia,Lisbon,HIVpos,x31\n" + "".join(f"Bo,Lisbon,HIVneg,x3{i % 4}\n" for i in range(40)))
    with pytest.raises(TableError, match="seems to hold a record") as refusal:
        shoal.anonymize(source, k=5, quasi_identifiers="x31", types={"x31": "nominal"})
    assert "Alicia" not in str(refusal.value)


@pytest.mark.parametrize("copy", ["same", "rescaled", "with slips"])
def test_copies_of_a_quasi_identifier_are_refused(people: pd.DataFrame, copy: str) -> None:
    """Story: an exact copy of a continuous column, and a code with two wrong entries, passed as harmless."""
    if copy == "with slips":
        people["other"] = people["age"] // 10
        people["age"] = people["age"] // 10 * 10 + 5
        people.loc[:1, "other"] = 99
        people = pd.concat([people] * 5, ignore_index=True)
    else:
        people["other"] = people["income"] * (1.2 if copy == "rescaled" else 1.0)
    with pytest.raises(RolesError, match=r"'other' .* determines the quasi-identifier"):
        shoal.anonymize(people, k=5, **ROLES)


def test_a_weight_that_tells_a_quasi_identifier_is_told(people: pd.DataFrame) -> None:
    """Story: each age could be read off the published weight."""
    release = shoal.anonymize(people.assign(w=people["age"] / 10), k=5, weight="w", **ROLES)
    assert any("'w' is published as it is and determines" in warning for warning in release.report.facts["warnings"])


def test_replay_notices_another_spelling(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: replay said identical although an untouched column was spelled otherwise in the file."""
    source = tmp_path / "people.csv"
    source.write_text(people.assign(pay="1.50").to_csv(index=False))
    manifest = shoal.anonymize(source, k=5, insensitive="pay", **ROLES).save(tmp_path / "out")["manifest"]
    source.write_text(people.assign(pay="1.500").to_csv(index=False))
    with pytest.raises(WrongUse, match="not the table of this run"):
        repeat(manifest)


def test_numbers_of_other_libraries_are_plain_numbers(people: pd.DataFrame, tmp_path: Path) -> None:
    """Story: a numpy number as a weight of an attribute ended in a TypeError after all the work was done."""
    release = shoal.anonymize(
        people,
        k=5,
        attribute_weights={"age": np.float32(2), "income": np.int64(1)},
        rounding={"age": np.int64(0)},
        keep_order=np.bool_(False),
        **ROLES,
    )
    release.save(tmp_path)
    with pytest.raises(ParameterError, match="keep_order"):
        shoal.anonymize(people, k=5, keep_order="no", **ROLES)


def test_a_run_that_was_stopped_by_hand_says_so_in_a_sentence() -> None:
    """Story: Ctrl-C within a budget gave a release, exit code 0 and '(interrupted)' behind the name of a method."""
    rng = np.random.default_rng(6)
    frame = pl.DataFrame({"a": rng.normal(size=300), "b": rng.normal(size=300), "ill": rng.integers(0, 3, 300)})
    n_calls = 0

    def progress(done: int, total: int) -> None:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 12:  # within the search, after its start
            raise KeyboardInterrupt

    release = shoal.anonymize(
        frame, k=5, quasi_identifiers=["a", "b"], confidential="ill", method="best", budget_s=60, progress=progress
    )
    assert release.partition.outcome is Outcome.INTERRUPTED
    told = "The search was stopped by hand (Ctrl-C). This release uses the best cells found until then"
    assert any(warning.startswith(told) for warning in release.report.facts["warnings"])
    for form in (release.report.to_text(), release.report.to_html()):
        assert " ".join(form.split()).count(told) == 1


def test_report_and_manifest_have_a_date_and_a_replay_does_not_compare_it(tmp_path: Path) -> None:
    """Story: nobody could tell from the papers of a release when it was made."""
    rng = np.random.default_rng(7)
    source = tmp_path / "people.csv"
    pl.DataFrame({"a": rng.normal(size=80), "ill": rng.integers(0, 3, 80)}).write_csv(source)
    before = datetime.now(UTC).date().isoformat()
    release = shoal.anonymize(source, k=5, quasi_identifiers="a", confidential="ill", seed=1)
    after = datetime.now(UTC).date().isoformat()
    date = release.report.facts["date"]
    assert before <= date <= after
    assert release.manifest["date"] == date
    assert f"Date of the run (UTC): {date}" in release.report.to_text()
    path = release.save(tmp_path / "release")["manifest"]
    manifest = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(manifest | {"date": "1999-12-31"}), encoding="utf-8")
    assert repeat(path)[1]
    del manifest["date"], manifest["settings"]["dominance"]  # a manifest of an earlier version
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert repeat(path)[1]
