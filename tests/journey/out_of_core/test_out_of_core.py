"""A journey that does not fit into memory gives a release with the same promise, whoever reads which part."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.journey import repeat
from shoal.journey.entrance import release_of
from shoal.journey.machine import Machine
from shoal.journey.opened import opened_out_of_core
from shoal.journey.out_of_core.stored import StoredRelease
from shoal.journey.run import Settings
from shoal.table.roles.roles_arguments import roles_from_arguments

K = 4
QUASI = ["age", "income", "region", "born", "smokes"]
ROLES = {
    "quasi_identifiers": QUASI,
    "identifiers": ["name"],
    "confidential": ["diagnosis", "score"],
    "types": {"born": "date"},
}


def people(n_records: int, seed: int = 0) -> pl.DataFrame:
    chance = np.random.default_rng(seed)
    days = chance.integers(0, 20_000, n_records)
    return pl.DataFrame(
        {
            "name": [f"person {number}" for number in range(n_records)],
            "age": chance.integers(18, 90, n_records),
            "income": np.round(chance.lognormal(10, 0.5, n_records), 2),
            "region": chance.choice(["north", "south", "east", "west", "centre"], n_records),
            "born": [dt.date(1930, 1, 1) + dt.timedelta(days=int(day)) for day in days],
            "smokes": chance.random(n_records) < 0.3,
            "diagnosis": chance.choice(["asthma", "none", "diabetes"], n_records, p=[0.3, 0.5, 0.2]),
            "score": chance.integers(0, 50, n_records),
        }
    )


def released(table: object, tmp_path: Path, **settings: object) -> tuple[pl.DataFrame, StoredRelease]:
    asked = {"k": K, "method": "mdav", "seed": 1, "block_records": 800, **ROLES, **settings}
    release = shoal.anonymize(table, scratch=tmp_path, **asked)
    assert isinstance(release, StoredRelease)
    path = tmp_path / "written.parquet"
    with release:
        release.write(path)
        return pl.read_parquet(path), release


def smallest_class(frame: pl.DataFrame, names: list[str] = QUASI) -> int:
    return int(frame.group_by(names).len()["len"].min())


def test_a_lazy_frame_is_released_out_of_core_and_every_class_has_k_records(tmp_path):
    frame = people(3_000)
    written, release = released(frame.lazy(), tmp_path)
    assert smallest_class(written) >= K
    assert written.columns == [name for name in frame.columns if name != "name"]
    assert written.schema == frame.drop("name").schema
    assert sorted(written["diagnosis"]) == sorted(frame["diagnosis"])
    facts = release.report.facts
    assert facts["promise"]["smallest_class"] == smallest_class(written)
    assert facts["promise"]["n_records"] == facts["table"]["n_records_in"] == 3_000
    assert facts["promise"]["n_classes"] == written.select(QUASI).n_unique()


@pytest.mark.parametrize("method", ["mdav", "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])"])
def test_order_of_rows_and_division_into_files_change_nothing(tmp_path, method):
    frame = people(2_500)
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, part in enumerate(frame.sample(fraction=1.0, shuffle=True, seed=5).iter_slices(700)):
        part.write_parquet(folder / f"part-{number}.parquet")
    once, first = released(frame.lazy(), tmp_path, method=method)
    again, second = released(folder, tmp_path, method=method)
    assert once.equals(again)
    assert first.manifest["release_digest"] == second.manifest["release_digest"]
    assert first.manifest["input"]["digest"] != second.manifest["input"]["digest"]  # each has a salt of its own
    assert first.report.facts["loss"] == second.report.facts["loss"]


def test_the_loss_is_that_of_the_released_values(tmp_path):
    """The report adds up sums of blocks; here it is computed from the two tables, as the journey in memory does."""
    frame = people(1_500).select("name", "age", "income", "diagnosis", "score")
    roles = {"quasi_identifiers": ["age", "income"], "types": None, "rounding": {"age": "none", "income": "none"}}
    written, release = released(frame.lazy(), tmp_path, **roles, keep_order=False)
    lost = []
    for name in ("age", "income"):
        before, after = (table[name].to_numpy().astype(float) for table in (frame, written))
        # Means of cells keep the total, so what is lost of the variance is what the released values lack of it.
        lost.append(1.0 - after.var() / before.var())
    assert release.report.facts["loss"]["overall"] == pytest.approx(np.mean(lost), abs=1e-4)


def test_strata_stay_apart_and_small_ones_are_refused(tmp_path):
    frame = people(2_000).with_columns(pl.col("region").alias("area"))
    written, _ = released(frame.lazy(), tmp_path, by=["area"])
    assert smallest_class(written, [*QUASI, "area"]) >= K
    assert written["area"].value_counts().sort("area").equals(frame["area"].value_counts().sort("area"))
    few = pl.concat([frame, frame[:2].with_columns(pl.lit("islands").alias("area"))])
    with pytest.raises(shoal.WrongUse, match=r"1 stratum of 'area' holds fewer than k = 4 records \(the smallest 2\)"):
        released(few.lazy(), tmp_path, by=["area"])


def test_missing_values_are_refused_dropped_or_set_apart(tmp_path):
    frame = people(2_000).with_row_index().with_columns(
        pl.when(pl.col("index") % 50 == 0).then(None).otherwise(pl.col("age")).alias("age"),
        pl.when(pl.col("index") == 7).then(None).otherwise(pl.col("income")).alias("income"),
    ).drop("index")  # fmt: skip
    with pytest.raises(shoal.WrongUse, match="'age' of the table is missing in 40 records"):
        released(frame.lazy(), tmp_path)
    dropped, _ = released(frame.lazy(), tmp_path, missing="drop")
    assert dropped.height == 1_959
    assert smallest_class(dropped) >= K
    frame = frame.with_columns(frame["income"].fill_null(1.0))
    apart, _ = released(frame.lazy(), tmp_path, missing="own-cell")
    assert apart.height == 2_000
    assert apart["age"].null_count() == 40
    assert smallest_class(apart) >= K


@pytest.mark.parametrize("method", ["mdav", "best(steps=[anneal(20, level=2), anneal(10, level=0.5)])"])
def test_two_in_five_records_at_one_place_are_one_class(tmp_path, method):
    """They would fill whole blocks; they are recognised, and are released as they are.

    Their point and a block of the second pass had the same number once, and the sums of one of them were lost.
    """
    frame = people(2_500)
    twins = frame[:1].drop("diagnosis", "name", "score")
    same = pl.concat([twins] * 1_000).with_columns(frame[:1_000].select("diagnosis", "name", "score"))
    both = pl.concat([frame[1_000:], same.select(frame.columns)])
    written, release = released(both.lazy(), tmp_path, method=method)
    classes = written.group_by(QUASI).len()
    assert classes["len"].max() >= 1_000
    assert classes["len"].min() >= K
    assert release.report.facts["promise"]["largest_class"] == classes["len"].max()


def test_promises_about_confidential_values_are_kept_by_every_class(tmp_path):
    frame = people(3_000)
    asked = {"diversity": {"diagnosis": 2}, "closeness": {"score": 0.3}}
    written, release = released(frame.lazy(), tmp_path, **asked)
    assert written.group_by(QUASI).agg(pl.col("diagnosis").n_unique())["diagnosis"].min() >= 2
    assert smallest_class(written) >= K
    assert all(each["kept"] for each in release.report.facts["promise"]["confidential"])


def test_more_than_the_table_can_give_is_refused(tmp_path):
    with pytest.raises(shoal.WrongUse, match="The most that is possible is 3"):
        released(people(500).lazy(), tmp_path, diversity={"diagnosis": 4})


@pytest.mark.parametrize(
    "setting",
    [
        {"budget_s": 1.0, "method": "best"},
        {"keep_order": True},
        {"certify_s": 1.0},
    ],
)
def test_what_needs_all_records_at_once_is_refused(tmp_path, setting):
    with pytest.raises(shoal.WrongUse, match="is for tables that are worked on in memory"):
        released(people(200).lazy(), tmp_path, **setting)


def test_a_text_file_is_written_in_its_own_dialect(tmp_path):
    frame = people(1_200)
    source = tmp_path / "people.csv"
    frame.with_columns(pl.col("score").map_elements(lambda score: f"{score}.50", return_dtype=pl.String)).write_csv(
        source, separator=";"
    )
    asked = {"k": K, "method": "mdav", "seed": 1, "block_records": 800, **ROLES, "delimiter": ";"}
    with shoal.anonymize(str(tmp_path / "people*.csv"), scratch=tmp_path, **asked) as release:
        release.save(tmp_path / "release", suffix=".csv")
    text = (tmp_path / "release" / "release.csv").read_text().splitlines()
    assert text[0] == "age;income;region;born;smokes;diagnosis;score"
    assert all(line.endswith(".50") for line in text[1:])
    assert len(text) == 1_201
    assert smallest_class(pl.read_csv(tmp_path / "release" / "release.csv", separator=";")) >= K


def test_nothing_is_left_on_disk(tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    asked = {"scratch": scratch, "k": K, "seed": 1, "method": "mdav", "block_records": 800, **ROLES}
    with shoal.anonymize(people(600).lazy(), **asked) as release:
        assert list(scratch.iterdir())
        release.save(tmp_path / "release")
    assert not list(scratch.iterdir())
    with pytest.raises(shoal.WrongUse):
        shoal.anonymize(people(3).lazy(), **asked)
    assert not list(scratch.iterdir())


def test_a_run_is_repeated_from_its_manifest(tmp_path):
    source = tmp_path / "people.parquet"
    people(1_500).write_parquet(source)
    asked = {"k": K, "block_records": 800, "scratch": tmp_path, "method": "best(steps=[anneal(10)])", **ROLES}
    with shoal.anonymize(str(source), diversity={"diagnosis": 2}, **asked) as release:
        paths = release.save(tmp_path / "release")
    again, identical = repeat(paths["manifest"], scratch=tmp_path)
    with again:
        assert identical
        again.write(tmp_path / "again.parquet")
    assert pl.read_parquet(tmp_path / "again.parquet").equals(pl.read_parquet(paths["table"]))
    people(1_500, seed=1).write_parquet(source)
    with pytest.raises(shoal.WrongUse, match=r"people.parquet is not the table of this run"):
        repeat(paths["manifest"], scratch=tmp_path)


def test_the_manifest_notes_the_size_of_blocks_that_nobody_asked_for(tmp_path):
    """Another default in a later version would have repeated another run."""
    source = tmp_path / "people.parquet"
    people(1_500).write_parquet(source)
    settings = Settings.checked(k=K, method="mdav")
    with opened_out_of_core(source, {}, Machine.of(None, tmp_path)) as table:
        roles = roles_from_arguments(table.beginning, **ROLES)
        release = release_of(table, roles, settings, {"na": []})
    with release:
        paths = release.save(tmp_path / "release")
    assert release.manifest["settings"]["block_records"] == 100_000
    again, identical = repeat(paths["manifest"], scratch=tmp_path)
    again.close()
    assert identical


def test_a_small_table_is_read_into_memory_whatever_it_is(tmp_path):
    frame = people(600)
    for number, part in enumerate(frame.iter_slices(250)):
        part.write_csv(tmp_path / f"people-{number}.csv")
    release = shoal.anonymize(str(tmp_path / "people-*.csv"), k=K, method="mdav", seed=1, **ROLES)
    assert isinstance(release, shoal.Release)
    paths = release.save(tmp_path / "release", suffix=".csv")
    assert repeat(paths["manifest"])[1]
    assert isinstance(shoal.anonymize(frame.lazy(), k=K, method="mdav", seed=1, **ROLES), shoal.Release)


def test_a_declared_order_of_categories_counts_as_in_memory(tmp_path):
    """Categories travel as texts: their order was lost, and the column was nominal."""
    levels = ["none", "some", "much", "most"]
    chance = np.random.default_rng(0)
    level = pl.Series("level", chance.choice(levels, 1_500), dtype=pl.Enum(levels))
    frame = pl.DataFrame({"level": level, "age": chance.integers(20, 60, 1_500)})
    asked = {"k": K, "quasi_identifiers": ["level", "age"], "method": "mdav", "seed": 1}
    in_memory = shoal.anonymize(frame, **asked)
    with shoal.anonymize(frame.lazy(), block_records=2_000, scratch=tmp_path, **asked) as release:
        assert release.report.facts["columns"][0]["type"] == "ordinal"
        loss = release.report.facts["loss"]["overall"]
    assert loss == pytest.approx(in_memory.report.facts["loss"]["overall"], rel=0.1)
