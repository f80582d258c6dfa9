"""A table that does not fit into memory and in which k counts households, whose members stand anywhere in it."""

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
from shoal.guarantee import HouseholdAnonymity
from shoal.journey import repeat
from shoal.journey.out_of_core.stored import StoredRelease

K = 4
QI = ["age", "rent"]
ASKED: dict[str, Any] = {
    "k": K,
    "seed": 3,
    "block_records": 1_000,
    "quasi_identifiers": QI,
    "household": "home",
    "confidential": ["debt", "number"],
    "insensitive": ["region"],
    "missing": "own-cell",
}
MODES = ["together", "counted"]


def people(n_homes: int = 1_400, seed: int = 0) -> pl.DataFrame:
    """In every fourth household all are alike; one in forty misses an age. ``number`` finds the record again."""
    rng = np.random.default_rng(seed)
    home = np.repeat(np.arange(n_homes), np.minimum(rng.geometric(0.45, n_homes), 6))
    n_records, is_twin = len(home), home % 4 == 0
    age = np.where(is_twin, 40, rng.integers(1, 90, n_records))
    table = pl.DataFrame(
        {
            "home": [f"h{number}" for number in home],
            "age": pl.Series([None if row % 40 == 3 else int(each) for row, each in enumerate(age)], dtype=pl.Int64),
            "rent": np.where(is_twin, 700, rng.integers(300, 2_000, n_homes)[home]),
            "region": np.where(home % 3 == 0, "north", "south"),
            "debt": rng.choice(["none", "some", "much"], n_records),
            "number": np.arange(n_records),
        }
    )
    return table.sample(fraction=1, shuffle=True, seed=1)


def released(table: object, folder: Path, **changes: Any) -> tuple[pl.DataFrame, StoredRelease]:
    release = shoal.anonymize(table, scratch=folder, **{**ASKED, **changes})
    assert isinstance(release, StoredRelease)
    with release:
        release.write(folder / "written.parquet")
        return pl.read_parquet(folder / "written.parquet"), release


def classes_of_homes(written: pl.DataFrame, original: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Join the households back, which only the owner of the original can: the members of each in every class."""
    assert "home" not in written.columns
    joined = written.join(original.select("number", "home"), on="number")
    assert joined.height == written.height
    found = joined.group_by(*by, "home").len("members")
    sizes = found.group_by(by).agg(pl.col("members").sum().alias("all"), pl.col("members").max().alias("most"))
    assert (sizes["all"] >= K * sizes["most"]).all()
    return found


@pytest.mark.parametrize("mode", MODES)
def test_no_household_has_more_than_its_share_of_a_class_of_the_file(mode: str, tmp_path: Path) -> None:
    original = people()
    release = shoal.anonymize(original.lazy(), scratch=tmp_path, household_members=mode, **ASKED)
    with release:
        paths = release.save(tmp_path / "release")
        facts, text = release.report.facts["promise"], " ".join(release.report.to_text().split())
    written = pl.read_parquet(paths["table"])
    found = classes_of_homes(written, original, QI)
    most_classes = found["home"].value_counts()["count"].max()
    assert (most_classes == 2) == (mode == "together")  # of one who misses an age, and the others
    joined = written.join(original.select("number", "home"), on="number")
    homes = np.unique(joined["home"].to_numpy(), return_inverse=True)[1]
    class_of = joined.select(pl.struct(QI).rank("dense").alias("class"))["class"].to_numpy().astype(np.int64) - 1
    counted = HouseholdAnonymity(K, homes)
    assert facts["kept"]
    assert facts["households"] == {
        "n_households": counted.n_households,
        "members": mode,
        "largest_risk": 2 / K if mode == "together" else None,
        "mean_risk": round(float(counted.risks(class_of).mean()), 3),
    }
    assert "are of at least 4 households (k = 4)" in text
    again, is_same = repeat(paths["manifest"], table=original.lazy(), scratch=tmp_path)
    again.close()
    assert is_same


@pytest.mark.parametrize("mode", MODES)
def test_order_of_rows_and_division_into_files_change_nothing(mode: str, tmp_path: Path) -> None:
    """Strata divide no household here; those who miss an age are apart."""
    original = people(900)
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, part in enumerate(original.sample(fraction=1.0, shuffle=True, seed=5).iter_slices(500)):
        part.write_parquet(folder / f"part-{number}.parquet")
    asked = {"by": "region", "insensitive": (), "household_members": mode}
    once, _ = released(original.lazy(), tmp_path, **asked)
    again, _ = released(folder, tmp_path, **asked)
    classes_of_homes(once, original, [*QI, "region"])
    assert once.equals(again)


@pytest.mark.parametrize("mode", MODES)
def test_a_household_of_many_is_never_most_of_its_class(mode: str, tmp_path: Path) -> None:
    """A hundred members, all of them at the heavy point: it has too few others for them."""
    original = people()
    at_place = original.with_row_index().filter((pl.col("rent") == 700) & (pl.col("age") == 40))["index"]
    rows = at_place[: at_place.len() // 3]
    homes = original["home"].to_list()
    for row in rows:
        homes[row] = "barracks"
    original = original.with_columns(pl.Series("home", homes))
    written, _ = released(original.lazy(), tmp_path, household_members=mode)
    found = classes_of_homes(written, original, QI)
    assert found.filter(home="barracks")["members"].max() > (100 if mode == "together" else 1)


@pytest.mark.parametrize("mode", MODES)
def test_a_run_that_broke_off_is_resumed(mode: str, tmp_path: Path) -> None:
    original = people()
    whole, _ = released(original.lazy(), tmp_path, household_members=mode)
    for share in (0.2, 0.6):

        def stop(done: int, total: int, share: float = share) -> None:
            if done > share * total:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            released(original.lazy(), tmp_path, household_members=mode, progress=stop)
        resumed, release = released(original.lazy(), tmp_path, household_members=mode, resume=True)
        assert resumed.equals(whole)
        assert release.report.facts["promise"]["households"]["n_households"] == 1_400


def test_a_file_that_does_not_keep_the_promise_never_takes_its_place(tmp_path: Path) -> None:
    with shoal.anonymize(people().lazy(), scratch=tmp_path, **ASKED) as release:
        stricter = replace(release, what=replace(release.what, k=30))
        with pytest.raises(PromiseNotKept, match=r"the file people\.parquet: in .* one household has more than 1/30"):
            stricter.write(tmp_path / "people.parquet")
    assert not (tmp_path / "people.parquet").exists()


def in_home(rows: slice, home: str | None) -> Callable[[pl.DataFrame], pl.DataFrame]:
    inside = pl.int_range(pl.len()).is_between(rows.start, rows.stop - 1)
    return lambda frame: frame.with_columns(pl.when(inside).then(pl.lit(home)).otherwise("home").alias("home"))


REFUSED: dict[str, tuple[Callable[[pl.DataFrame], pl.DataFrame], dict[str, Any]]] = {
    "somebody without a household": (in_home(slice(7, 9), None), {}),
    "too few households": (lambda f: f.with_columns(pl.col("home").str.slice(1, 1)), {"k": 12, "block_records": 3_000}),
    "one household of most": (in_home(slice(0, 300), "hospital"), {}),
    "a stratum of one household": (
        lambda f: f.with_columns(region=pl.when(home="h8").then(pl.lit("isle")).otherwise("region")),
        {"by": "region", "insensitive": ()},
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", REFUSED)
def test_what_memory_refuses_is_refused_in_the_same_words(case: str, mode: str, tmp_path: Path) -> None:
    changed, settings = REFUSED[case]
    original = changed(people(300))
    asked = {**ASKED, "household_members": mode, **settings}
    with pytest.raises(ShoalError) as in_memory:
        shoal.anonymize(original, **{name: value for name, value in asked.items() if name != "block_records"})
    with pytest.raises(ShoalError) as out_of_core:
        shoal.anonymize(original.lazy(), scratch=tmp_path, **asked)
    assert type(out_of_core.value) is type(in_memory.value)
    words = [re.split(", the first|, among the records", str(error.value))[0] for error in (out_of_core, in_memory)]
    assert words[0] == words[1]


def test_those_who_miss_something_have_cells_of_their_own_if_their_households_allow_it(tmp_path: Path) -> None:
    """Fifteen who miss an age are enough, unless four of them live together; which no part of the table can know."""
    plain = people(1_200).with_columns(pl.col("age").fill_null(33))
    for n_together, n_pooled in ((3, 0), (4, 15)):
        misses = pl.col("number").is_in([*range(0, 1_500, 100)])
        together = pl.col("number").is_in([*range(0, 100 * n_together, 100)])
        original = plain.with_columns(
            pl.when(misses).then(None).otherwise("age").alias("age"),
            pl.when(together).then(pl.lit("camp")).otherwise("home").alias("home"),
        )
        in_memory = shoal.anonymize(original, **{n: v for n, v in ASKED.items() if n != "block_records"})
        _, release = released(original.lazy(), tmp_path)
        found = [facts["table"] for facts in (release.report.facts, in_memory.report.facts)]
        assert found[0]["n_pooled"] == found[1]["n_pooled"]
        assert found[0]["n_records_out"] == found[1]["n_records_out"]
        assert (found[0]["n_pooled"], found[0]["n_records_in"] - found[0]["n_records_out"]) in ((0, 0), (0, n_pooled))


@pytest.mark.parametrize("asked", [{"suppress": 0.01}, {"diversity": {"debt": 2}}])
def test_what_needs_a_household_at_a_time_is_refused_in_words(asked: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="household"):
        shoal.anonymize(people(300).lazy(), scratch=tmp_path, **{**ASKED, **asked})
    assert not list(tmp_path.iterdir())
