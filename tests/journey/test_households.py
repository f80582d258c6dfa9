"""From a table of households to a release in which k counts persons: counted in the files, and repeated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal import PersonAnonymity, PromiseNotKept
from shoal.errors import RolesError, WrongUse
from shoal.journey import repeat
from shoal.release.release import counted_draft

QI = ["age", "rent"]
K = 12


def households(n_records: int = 160, seed: int = 0) -> pl.DataFrame:
    """Age and rent of a household, its persons, and what is confidential; ``number`` finds the record again."""
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, n_records),
            "rent": rng.integers(300, 2_000, n_records),
            "region": np.where(np.arange(n_records) % 3 == 0, "north", "south"),
            "persons": np.minimum(rng.geometric(0.45, n_records), 7),
            "debt": rng.choice(["none", "some", "much"], n_records),
            "number": np.arange(n_records),
        }
    )


def released(table: Any, **changes: Any) -> shoal.Release:
    arguments = {
        "k": K, "quasi_identifiers": QI, "mass": "persons", "confidential": ["debt", "number"], "insensitive": "region",
        "seed": 3, "method": "pcl",
    }  # fmt: skip
    return shoal.anonymize(table, **{**arguments, **changes})


def require_persons(table: pl.DataFrame, original: pl.DataFrame, by: list[str], fewest_records: int = 3) -> None:
    """Join the masses back, which only the owner of the original can, and sum them in every class."""
    assert "persons" not in table.columns
    joined = table.join(original.select("number", "persons"), on="number")
    classes = joined.group_by(by).agg(pl.col("persons").sum().alias("all"), pl.col("persons").max().alias("largest"))
    assert joined.height == table.height
    assert (classes["all"] >= K).all()
    assert (classes["all"] >= fewest_records * classes["largest"]).all()


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_files_are_counted_in_persons_and_the_run_is_repeated(tmp_path: Path, suffix: str) -> None:
    original = households()
    release = released(original)
    paths = release.save(tmp_path / "release", suffix=suffix)
    written = pl.read_csv(paths["table"]) if suffix == ".csv" else pl.read_parquet(paths["table"])
    require_persons(written, original, QI)
    assert written.group_by(QI).len()["len"].min() < K  # fewer records than persons: the promise is another one
    again, is_same = repeat(paths["manifest"], table=original)
    assert is_same
    assert again.manifest["settings"]["fewest_records"] == 3


def test_strata_missing_blocks_and_a_larger_number_of_records() -> None:
    original = households().with_columns(
        age=pl.when(pl.col("number") < 40).then(None).otherwise(pl.col("age")),
    )
    release = released(original, by="region", insensitive=(), missing="own-cell", fewest_records=4, method="mdav")
    require_persons(release.table, original, [*QI, "region"], 4)
    assert release.table.height == original.height
    assert release.table["age"].null_count() == 40
    promise = release.report.facts["promise"]
    assert promise["counts_persons"]
    assert promise["kept"]
    assert (promise["k"], promise["fewest_records"]) == (K, 4)
    assert "at least 12 persons together" in promise["text"]
    for form in (release.report.to_text(), release.report.to_html()):
        assert "12 persons in 4 records or more were promised" in " ".join(form.split())


def test_a_written_file_with_too_few_persons_never_takes_its_place(tmp_path: Path) -> None:
    release = released(households())
    # The same table with masses that do not make k: the count on the file finds it.
    fewer = PersonAnonymity(K, np.ones(release.released.n_records), 3)
    with (
        pytest.raises(PromiseNotKept, match=r"the file people\.csv"),
        counted_draft(release.released, tmp_path / "people.csv", fewer, QI),
    ):
        pass
    assert not list(tmp_path.iterdir())


def test_a_large_household_is_never_most_of_its_class() -> None:
    original = households().with_columns(persons=pl.when(pl.col("number") == 5).then(30).otherwise(pl.col("persons")))
    release = released(original)
    require_persons(release.table, original, QI)
    mine = release.table.filter(pl.col("number") == 5)
    together = release.table.join(mine.select(QI), on=QI).join(original.select("number", "persons"), on="number")
    assert together["persons"].sum() >= 90
    # Nothing that is published holds its mass, nor that of any other record.
    assert "30" not in release.report.facts["promise"]["text"]


def test_a_roles_file_says_the_same(tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    roles.write_text(
        '[columns]\nage = {role = "quasi_identifying"}\nrent = {role = "quasi_identifying"}\n'
        'persons = {role = "mass"}\ndebt = {role = "confidential"}\nregion = {role = "insensitive"}\n'
        'number = {role = "confidential"}\n',
        encoding="utf-8",
    )
    original = households()
    by_file = shoal.anonymize(original, k=K, roles=roles, seed=3, method="pcl")
    assert by_file.table.sort("number").equals(released(original).table.sort("number"))
    with pytest.raises(RolesError, match="A roles file was given, and mass beside it"):
        shoal.anonymize(original, k=K, roles=roles, mass="persons")


def test_there_is_no_quantizer_in_persons() -> None:
    with pytest.raises(WrongUse, match="A quantizer counts records"):
        _ = released(households()).quantizer


def broken(values: Any) -> pl.DataFrame:
    """The households with other numbers of persons in the first records."""
    table = households()
    column = table["persons"].cast(pl.Float64).to_list()
    column[: len(values)] = values
    return table.with_columns(persons=pl.Series(column, dtype=pl.Float64))


@pytest.mark.parametrize(
    ("table", "changes", "words"),
    [
        (broken([2.0, 0.0]), {}, "1 value is missing, below 1 or no whole number"),
        (broken([-3.0]), {}, "1 value is missing, below 1"),
        (broken([1.5, 2.5]), {}, "2 values are missing, below 1 or no whole number"),
        (broken([None]), {}, "1 value is missing"),
        (broken([float("nan")]), {}, "1 value is missing"),
        (broken([float("inf")]), {}, "persons"),
        (broken([2_000.0]), {}, "more than 1/3 of all persons"),
        (households(), {"k": 5_000}, "fewer persons"),
        (households(), {"fewest_records": 1}, "at least 2"),
        (
            households(),
            {"mass": None, "fewest_records": 3, "insensitive": ["region", "persons"]},
            "no column",
        ),
        (households(), {"mass": "people"}, "people"),
        (households(), {"confidential": ["debt", "number", "persons"]}, "persons"),
        (households(), {"mass": ["persons", "number"], "confidential": "debt"}, "A record has one mass"),
        (households(40), {"by": "region", "insensitive": (), "k": 40}, "fewer than k = 40 persons"),
    ],
)
def test_refused_in_words_without_a_value(table: pl.DataFrame, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongUse, match=words) as refusal:
        released(table, **changes)
    assert "2000" not in str(refusal.value)
    assert "1.5" not in str(refusal.value)
