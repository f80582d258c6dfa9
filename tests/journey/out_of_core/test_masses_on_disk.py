"""A table that does not fit into memory and in which k counts persons: counted in the file, whoever reads what."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import ParameterError, PromiseNotKept, ShoalError
from shoal.journey import repeat
from shoal.journey.out_of_core.engine import census
from shoal.journey.out_of_core.stored import StoredRelease
from shoal.journey.passes.beginning import layout_of, task_of
from shoal.journey.run import Run, Settings
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

K = 6
QI = ["age", "rent", "region"]
NAMED: dict[str, Any] = {"quasi_identifiers": QI, "mass": "persons", "confidential": ["debt", "number"]}
ASKED: dict[str, Any] = {"k": K, "seed": 3, "block_records": 1_300, **NAMED}


def homes(n_records: int = 4_000, seed: int = 0) -> pl.DataFrame:
    """One in four stands at one place; one in fifty misses an age. ``number`` finds the record again."""
    rng = np.random.default_rng(seed)
    is_twin = rng.random(n_records) < 0.25
    age = np.where(is_twin, 40, rng.integers(18, 90, n_records))
    return pl.DataFrame(
        {
            "age": pl.Series([None if row % 50 == 7 else int(each) for row, each in enumerate(age)], dtype=pl.Int64),
            "rent": np.where(is_twin, 700, rng.integers(300, 2_000, n_records)),
            "region": np.where(is_twin, "north", rng.choice(["north", "south", "east"], n_records)),
            "sector": np.where(np.arange(n_records) % 3 == 0, "town", "land"),
            "persons": np.minimum(rng.geometric(0.45, n_records), 7),
            "debt": rng.choice(["none", "some", "much"], n_records),
            "number": np.arange(n_records),
        }
    )


def released(table: object, folder: Path, **changes: Any) -> tuple[pl.DataFrame, StoredRelease]:
    release = shoal.anonymize(
        table, scratch=folder, **{"missing": "own-cell", "insensitive": ["sector"], **ASKED, **changes}
    )
    assert isinstance(release, StoredRelease)
    with release:
        release.write(folder / "written.parquet")
        return pl.read_parquet(folder / "written.parquet"), release


def require_persons(written: pl.DataFrame, original: pl.DataFrame, by: list[str], fewest_records: int = 3) -> None:
    """Join the masses back, which only the owner of the original can, and sum them in every class."""
    assert "persons" not in written.columns
    joined = written.join(original.select("number", "persons"), on="number")
    assert joined.height == written.height
    classes = joined.group_by(by).agg(pl.col("persons").sum().alias("all"), pl.col("persons").max().alias("largest"))
    assert (classes["all"] >= K).all()
    assert (classes["all"] >= fewest_records * classes["largest"]).all()


def test_every_class_of_the_file_has_k_persons_and_the_run_is_repeated(tmp_path: Path) -> None:
    original = homes()
    written, release = released(original.lazy(), tmp_path)
    require_persons(written, original, QI)
    assert written.group_by(QI).len()["len"].min() < K  # fewer records than persons: the promise is another one
    facts = release.report.facts
    assert facts["promise"]["kept"]
    assert facts["promise"]["counts_persons"]
    assert (facts["promise"]["fewest_records"], facts["promise"]["n_records"]) == (3, original.height)
    assert "3 records or more were promised" in " ".join(release.report.to_text().split())
    with shoal.anonymize(original.lazy(), scratch=tmp_path, missing="own-cell", insensitive=["sector"], **ASKED) as one:
        paths = one.save(tmp_path / "release")
    again, is_same = repeat(paths["manifest"], table=original.lazy(), scratch=tmp_path)
    again.close()
    assert is_same


def test_order_of_rows_and_division_into_files_change_nothing(tmp_path: Path) -> None:
    original = homes(2_500)
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, part in enumerate(original.sample(fraction=1.0, shuffle=True, seed=5).iter_slices(700)):
        part.write_parquet(folder / f"part-{number}.parquet")
    once, _ = released(original.lazy(), tmp_path, by="sector", insensitive=())
    again, _ = released(folder, tmp_path, by="sector", insensitive=())
    require_persons(once, original, [*QI, "sector"])
    assert once.equals(again)


def test_a_large_record_at_a_heavy_point_does_not_make_most_of_its_class(tmp_path: Path) -> None:
    """A thousand twins would be one cell, but they are not three times as many persons as one of them stands for."""
    original = homes().filter(pl.col("age").is_not_null())
    twins = int(original.filter(rent=700, region="north", age=40)["persons"].sum())
    place = int(np.flatnonzero((original["rent"] == 700).to_numpy())[0])
    persons = original["persons"].to_list()
    persons[place] = twins
    original = original.with_columns(pl.Series("persons", persons))
    written, _ = released(original.lazy(), tmp_path)
    require_persons(written, original, QI)
    sizes = written.group_by(QI).agg(pl.len(), pl.col("number").min())
    assert sizes["len"].max() > 1_000
    assert sizes.filter(age=40, rent=700).is_empty()  # the twins have others among them


def test_a_run_that_broke_off_is_resumed(tmp_path: Path) -> None:
    original = homes()
    whole, _ = released(original.lazy(), tmp_path)

    def stop(done: int, total: int) -> None:
        if done > 0.6 * total:
            raise KeyboardInterrupt

    asked = {"missing": "own-cell", "insensitive": ["sector"], **ASKED, "scratch": tmp_path}
    with pytest.raises(KeyboardInterrupt) as stopped:
        shoal.anonymize(original.lazy(), progress=stop, **asked)
    assert "What was finished is kept" in " ".join(stopped.value.__notes__)
    resumed, _ = released(original.lazy(), tmp_path, resume=True)
    assert resumed.equals(whole)


def test_a_file_that_does_not_keep_the_promise_never_takes_its_place(tmp_path: Path) -> None:
    asked = {"missing": "own-cell", "insensitive": ["sector"], **ASKED, "scratch": tmp_path}
    with shoal.anonymize(homes(2_000).lazy(), **asked) as release:
        for what in (replace(release.what, fewest_records=9), replace(release.what, k=40)):
            with pytest.raises(PromiseNotKept, match=r"the file people\.parquet"):
                replace(release, what=what).write(tmp_path / "people.parquet")
    assert not (tmp_path / "people.parquet").exists()


def test_a_group_that_a_later_record_is_too_large_for_shows_no_value(tmp_path: Path) -> None:
    """Nobody without an age lives elsewhere than on an island, and there is one who stands for most of them."""
    original = homes().with_columns(
        pl.when(pl.col("age").is_null()).then(pl.lit("island")).otherwise(pl.col("region")).alias("region"),
        pl.when(pl.int_range(pl.len()) == 3_957).then(100_000).otherwise(pl.col("persons")).alias("persons"),
    )
    original = original.with_columns(pl.when(pl.col("age") == 30).then(40_000).otherwise("persons").alias("persons"))
    beginning = table_of(original).as_beginning()
    run = Run(Settings.checked(k=K, seed=1), roles_from_arguments(beginning, missing="own-cell", **NAMED), {}, "")
    task = task_of(layout_of(beginning, run.roles), run, original.height)
    known = census(lambda: (table_of(part) for part in original.iter_slices(500)), task)
    assert sorted(known.witnesses["region"]) == ["east", "north", "south"]
    assert known.few.height == original["age"].null_count()


def with_mass(row: int, persons: float) -> Callable[[pl.DataFrame], pl.DataFrame]:
    own = pl.when(pl.int_range(pl.len()) == row).then(persons).otherwise("persons").alias("persons")
    return lambda frame: frame.with_columns(own)


REFUSED: dict[str, tuple[Callable[[pl.DataFrame], pl.DataFrame], dict[str, Any]]] = {
    "a fraction": (with_mass(5, 1.5), {}),
    "nobody": (with_mass(5, 0), {}),
    "fewer persons than k": (with_mass(5, 1), {"k": 1_300, "block_records": 260_000}),
    "one record of most persons": (with_mass(5, 9_000), {}),
    "a stratum with a large record": (with_mass(6, 350), {"by": "sector", "insensitive": ()}),
    "suppression": (with_mass(5, 1), {"suppress": 0.01}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_memory_refuses_is_refused_in_the_same_words(case: str, tmp_path: Path) -> None:
    changed, settings = REFUSED[case]
    original = changed(homes(500).filter(pl.col("age").is_not_null()))
    asked = {**ASKED, "insensitive": ["sector"], **settings}
    asked_in_memory = {name: value for name, value in asked.items() if name != "block_records"}
    with pytest.raises(ShoalError) as in_memory:
        shoal.anonymize(original, **asked_in_memory)
    with pytest.raises(ShoalError) as out_of_core:
        shoal.anonymize(original.lazy(), scratch=tmp_path, **asked)
    assert type(out_of_core.value) is type(in_memory.value)
    words = [re.split(", the first|, among the records", str(error.value))[0] for error in (out_of_core, in_memory)]
    assert words[0] == words[1]
    assert not list(tmp_path.iterdir())


def test_what_needs_all_records_at_once_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="keep_order"):
        shoal.anonymize(homes(500).lazy(), scratch=tmp_path, keep_order=True, insensitive=["sector"], **ASKED)
