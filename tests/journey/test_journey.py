"""anonymize() from end to end: the promise counted on what comes out, whatever goes in."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import (
    InfeasiblePromise,
    MissingValuesError,
    ParameterError,
    PromiseNotKept,
    RolesError,
    TableError,
    WriteError,
    WrongUse,
)
from shoal.journey import repeat
from shoal.release.release import write_counted
from shoal.table.people import synthetic_people
from shoal.table.sources import table_of

QI = ["age", "sex", "education", "weekly_hours", "income"]
ROLES = {
    "quasi_identifiers": QI,
    "identifiers": ["name"],
    "confidential": ["diagnosis", "birth_date", "postcode", "latitude", "longitude"],
    "insensitive": ["marital_status", "town", "satisfaction", "smoker"],
}


@pytest.fixture(scope="module")
def people() -> pl.DataFrame:
    return synthetic_people(300, seed=1)


def smallest_class(frame: pl.DataFrame, columns: list[str]) -> int:
    return int(frame.group_by(columns).len()["len"].min())  # type: ignore[arg-type]


def test_a_release_in_every_container(people: pl.DataFrame) -> None:
    pandas_frame = people.to_pandas()
    for given_table in (people, pandas_frame, people.to_arrow(), people.lazy()):
        release = shoal.anonymize(given_table, k=5, seed=3, method="mdav", **ROLES)
        out = release.table
        expected = {pl.LazyFrame: pl.DataFrame}.get(type(given_table), type(given_table))
        assert isinstance(out, expected)
        as_polars = (
            out
            if isinstance(out, pl.DataFrame)
            else pl.from_arrow(pa.Table.from_pandas(out))
            if isinstance(out, pd.DataFrame)
            else pl.from_arrow(out)
        )
        assert smallest_class(as_polars, QI) >= 5
        assert "name" not in as_polars.columns
        assert as_polars.height == 300
        assert sorted(as_polars["diagnosis"].to_list()) == sorted(people["diagnosis"].to_list())


def test_a_release_in_memory_can_be_closed_like_one_on_disk(people: pl.DataFrame) -> None:
    with shoal.anonymize(people, k=5, seed=1, **ROLES) as release:
        assert release.table.height == people.height
    assert release.table.height == people.height


def test_confidential_values_stay_with_their_records(people: pl.DataFrame) -> None:
    release = shoal.anonymize(people, k=5, seed=3, keep_order=True, **ROLES)
    for column in [*ROLES["confidential"], *ROLES["insensitive"]]:
        assert release.table[column].to_list() == people[column].to_list()
    cells = release.partition.cell_of
    for cell in range(release.partition.n_cells):
        ages = people["age"].to_numpy()[cells == cell]
        assert release.table["age"].to_numpy()[cells == cell].tolist() == [round(ages.mean())] * len(ages)


def test_order_is_shuffled_unless_asked_otherwise(people: pl.DataFrame) -> None:
    shuffled = shoal.anonymize(people, k=5, seed=3, **ROLES)
    again = shoal.anonymize(people, k=5, seed=3, **ROLES)
    other = shoal.anonymize(people, k=5, seed=4, **ROLES)
    assert shuffled.table.equals(again.table)
    assert shuffled.table["birth_date"].to_list() != people["birth_date"].to_list()
    assert shuffled.table["birth_date"].to_list() != other.table["birth_date"].to_list()
    kept = shoal.anonymize(people, k=5, seed=3, keep_order=True, **ROLES)
    assert any("original order" in warning for warning in kept.report.facts["warnings"])


def test_the_seed_alone_does_not_give_the_order_away(people: pl.DataFrame) -> None:
    """Story: with the order drawn from the published seed alone, anybody could undo the shuffling."""
    one_record_changed = people.with_columns(
        satisfaction=pl.when(pl.int_range(pl.len()) == 0).then(1 - pl.col("satisfaction")).otherwise("satisfaction")
    )
    first = shoal.anonymize(people, k=5, seed=3, **ROLES).table
    second = shoal.anonymize(one_record_changed, k=5, seed=3, **ROLES).table
    assert first["birth_date"].to_list() != second["birth_date"].to_list()


def test_every_kind_of_column(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    n = 200
    tree = tmp_path / "jobs.csv"
    tree.write_text(
        "value,parent\nany,\nhealth,any\ncraft,any\nnurse,health\ndoctor,health\nmason,craft\nbaker,craft\n"
    )
    frame = pl.DataFrame(
        {
            "height": rng.normal(170, 10, n),
            "children": rng.integers(0, 5, n),
            "born": [
                date(1950 + int(y), 1 + int(m), 5)
                for y, m in zip(rng.integers(0, 50, n), rng.integers(0, 12, n), strict=True)
            ],
            "smoker": rng.random(n) < 0.3,
            "school": rng.choice(["low", "mid", "high"], n),
            "colour": rng.choice(["red", "green", "blue"], n),
            "job": rng.choice(["nurse", "doctor", "mason", "baker"], n),
            "lat": rng.uniform(-80, 80, n),
            "lon": rng.uniform(-180, 180, n),
            "illness": rng.choice(["a", "b", "c"], n),
        }
    )
    names = [name for name in frame.columns if name != "illness"]
    release = shoal.anonymize(
        frame,
        k=4,
        quasi_identifiers=names,
        confidential=["illness"],
        types={"lat": "latitude", "lon": "longitude", "children": "integer"},
        orders={"school": ["low", "mid", "high"]},
        taxonomies={"job": tree},
        attribute_weights={"height": 2.0},
        rounding={"height": 1},
        seed=0,
    )
    assert smallest_class(release.table, names) >= 4
    assert release.table.schema["born"] == pl.Date
    assert release.table.schema["smoker"] == pl.Boolean
    assert release.table.schema["children"].is_integer()
    assert set(release.table["job"]) <= {"any", "health", "craft", "nurse", "doctor", "mason", "baker"}
    assert set(release.table["school"]) <= {"low", "mid", "high"}
    assert release.table["height"].round(1).to_list() == release.table["height"].to_list()


def test_strata_are_never_crossed(people: pl.DataFrame) -> None:
    arguments = ROLES | {"insensitive": [name for name in ROLES["insensitive"] if name != "smoker"]}
    release = shoal.anonymize(people, k=5, by="smoker", **arguments)
    assert smallest_class(release.table, [*QI, "smoker"]) >= 5
    cells = release.partition.cell_of
    for cell in range(release.partition.n_cells):
        assert people["smoker"].to_numpy()[cells == cell].std() == 0


def test_a_stratum_below_k_is_refused_in_words(people: pl.DataFrame) -> None:
    tiny = people.with_columns(
        zone=pl.when(pl.int_range(pl.len()) < 3).then(pl.lit("secretzone")).otherwise(pl.lit("b"))
    )
    with pytest.raises(InfeasiblePromise, match="1 stratum of 'zone' holds fewer") as refusal:
        shoal.anonymize(tiny, k=5, by="zone", **ROLES)
    assert "secretzone" not in str(refusal.value)


def with_gaps(people: pl.DataFrame) -> pl.DataFrame:
    """20 records without an age, 8 without sex, 2 without either."""
    row = pl.int_range(pl.len())
    return people.with_columns(
        age=pl.when((row < 20) | (row >= 298)).then(None).otherwise("age"),
        sex=pl.when(((row >= 20) & (row < 28)) | (row >= 298)).then(None).otherwise("sex"),
    )


def test_missing_values_are_refused_by_default(people: pl.DataFrame) -> None:
    with pytest.raises(MissingValuesError, match=r"'age' .* missing in 22 records, the first in row 1"):
        shoal.anonymize(with_gaps(people), k=5, **ROLES)


def test_missing_values_dropped(people: pl.DataFrame) -> None:
    release = shoal.anonymize(with_gaps(people), k=5, missing="drop", **ROLES)
    assert release.table.height == 270
    assert smallest_class(release.table, QI) >= 5
    assert (release.partition.cell_of < 0).sum() == 30
    assert release.partition.cell_of.shape == (300,)
    assert any("30 of 300 records were left out" in warning for warning in release.report.facts["warnings"])


def test_missing_values_in_cells_of_their_own(people: pl.DataFrame) -> None:
    row = pl.int_range(pl.len())
    table = people.with_columns(
        age=pl.when((row < 20) | (row >= 296)).then(None).otherwise("age"),
        sex=pl.when(((row >= 20) & (row < 28)) | (row >= 296)).then(None).otherwise("sex"),
    )
    release = shoal.anonymize(table, k=4, missing="own-cell", seed=0, keep_order=True, **ROLES)
    out = release.table
    assert smallest_class(out, QI) >= 4
    for column in ("age", "sex"):  # missing stays missing, present stays present
        assert out[column].is_null().to_list() == table[column].is_null().to_list()
    assert any("32 records" in warning and "own" in warning for warning in release.report.facts["warnings"])
    # what a record without an age shares with others comes from records without an age alone
    cells = release.partition.cell_of
    for cell in set(cells[:20]):
        assert set(np.flatnonzero(cells == cell)) <= set(range(20))


def test_only_the_left_overs_are_left_out(people: pl.DataFrame) -> None:
    """Three records that missed what nobody else missed stopped the run; the advised 'drop' cost 33 records."""
    row = pl.int_range(pl.len())
    gaps = people.with_columns(
        age=pl.when(row < 30).then(None).otherwise("age"),
        sex=pl.when((row >= 30) & (row < 33)).then(None).otherwise("sex"),
    )
    release = shoal.anonymize(gaps, k=5, missing="own-cell", keep_order=True, **ROLES)
    assert release.table.height == 297
    assert smallest_class(release.table, QI) >= 5
    assert np.flatnonzero(release.partition.cell_of < 0).tolist() == [30, 31, 32]
    assert release.table[:30].select("age", "sex").null_count().row(0) == (30, 0)
    told = "3 of 300 records were left out: fewer than 5 records missed the same quasi-identifiers"
    assert any(told in warning for warning in release.report.facts["warnings"])
    assert told in " ".join(release.report.to_text().split())
    assert told in release.report.to_html()
    assert "The release has 297 of them; 3 were left out" in release.report.to_html()
    dropped = shoal.anonymize(gaps, k=5, missing="drop", **ROLES)
    assert dropped.table.height == 267


def test_left_overs_are_left_out_of_their_own_stratum_only(people: pl.DataFrame) -> None:
    """Six records miss the age, three in each of two strata: no cell may cross a stratum, so no pool reaches five."""
    row = pl.int_range(pl.len())
    halves = people.with_columns(
        half=pl.when(row % 2 == 0).then(pl.lit("a")).otherwise(pl.lit("b")),
        age=pl.when(row < 6).then(None).otherwise("age"),
    )
    release = shoal.anonymize(halves, k=5, missing="own-cell", by="half", keep_order=True, **ROLES)
    assert np.flatnonzero(release.partition.cell_of < 0).tolist() == list(range(6))
    again = shoal.anonymize(halves, k=3, missing="own-cell", by="half", keep_order=True, **ROLES)
    assert (again.partition.cell_of >= 0).all()
    assert not any("left out" in warning for warning in again.report.facts["warnings"])


def test_a_run_that_left_records_out_can_be_repeated(people: pl.DataFrame, tmp_path: Path) -> None:
    release = shoal.anonymize(with_gaps(people), k=5, missing="own-cell", **ROLES)
    assert release.table.height == 298
    _, identical = repeat(release.save(tmp_path)["manifest"], table=with_gaps(people))
    assert identical


def test_pooled_records_lose_every_quasi_identifier(people: pl.DataFrame) -> None:
    row = pl.int_range(pl.len())
    table = people.with_columns(
        age=pl.when(row < 3).then(None).otherwise("age"),
        sex=pl.when((row >= 3) & (row < 6)).then(None).otherwise("sex"),
    )
    release = shoal.anonymize(table, k=5, missing="own-cell", keep_order=True, **ROLES)
    assert release.table[:6].select(QI).null_count().row(0) == (6,) * len(QI)
    assert smallest_class(release.table, QI) >= 5
    assert any("6 records had all quasi-identifiers removed" in warning for warning in release.report.facts["warnings"])


def test_weights_move_centroids_but_do_not_count(people: pl.DataFrame) -> None:
    weighted = people.with_columns(w=pl.Series(np.random.default_rng(2).integers(1, 40, 300)))
    release = shoal.anonymize(
        weighted, k=5, weight="w", keep_order=True, method="mdav", rounding={"age": "none"}, **ROLES
    )
    assert smallest_class(release.table, QI) >= 5
    cell = release.partition.cell_of == 0
    expected = np.average(people["age"].to_numpy()[cell], weights=weighted["w"].to_numpy()[cell])
    assert release.table["age"].to_numpy()[cell] == pytest.approx(expected)
    assert any("have a weight that nobody else has" in warning for warning in release.report.facts["warnings"])


def test_unnamed_columns_are_listed_and_identifying_ones_refused(people: pl.DataFrame) -> None:
    with pytest.raises(RolesError, match="'name'"):
        shoal.anonymize(people, k=5, quasi_identifiers=QI)
    with pytest.raises(RolesError, match="'birth_date'"):
        shoal.anonymize(people, k=5, quasi_identifiers=QI, identifiers=["name"])
    lean = people.drop("birth_date")
    release = shoal.anonymize(
        lean,
        k=5,
        quasi_identifiers=QI,
        identifiers=["name", "postcode"],
        insensitive=["town"],
        confidential=["latitude", "longitude"],
    )
    assert any("nobody gave them a role" in warning for warning in release.report.facts["warnings"])


def test_save_replay_and_no_value_in_what_explains(people: pl.DataFrame, tmp_path: Path) -> None:
    source = tmp_path / "people.csv"
    people.write_csv(source)
    release = shoal.anonymize(source, k=5, **ROLES)
    paths = release.save(tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["release.csv", "report.html", "report.json"]
    again, identical = repeat(paths["manifest"])
    assert identical
    again.write(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == paths["table"].read_bytes()
    manifest = json.loads(paths["manifest"].read_text())
    assert manifest["achieved"]["k"] >= 5
    assert manifest["achieved"]["outcome"] == "complete"
    assert manifest["files"]["release.csv"].startswith("sha256:")
    for path in (paths["manifest"], paths["report"], paths["report_json"]):
        text = path.read_text()
        assert not [name for name in people["name"] if name in text]


def test_replay_refuses_another_table_and_damaged_manifests(people: pl.DataFrame, tmp_path: Path) -> None:
    source = tmp_path / "people.csv"
    people.write_csv(source)
    manifest = shoal.anonymize(source, k=5, **ROLES).save(tmp_path / "out")["manifest"]
    people.with_columns(age=pl.col("age") + 1).write_csv(source)
    with pytest.raises(WrongUse, match="not the table of this run"):
        repeat(manifest)
    with pytest.raises(WrongUse, match=r"report\.json is the report of a run\. Give the manifest\.json"):
        repeat(tmp_path / "out" / "report.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(WrongUse, match="cannot be read as JSON"):
        repeat(broken)
    broken.write_text(json.dumps({"format": 99}))
    with pytest.raises(WrongUse, match="not a manifest"):
        repeat(broken)
    with pytest.raises(WrongUse, match="no file"):
        repeat(tmp_path / "absent.json")


def test_replay_of_a_table_from_memory_needs_the_table(people: pl.DataFrame, tmp_path: Path) -> None:
    manifest = shoal.anonymize(people, k=5, budget_s=1e-9, **ROLES).save(tmp_path)["manifest"]
    with pytest.raises(WrongUse, match="from memory"):
        repeat(manifest)
    release, identical = repeat(manifest, table=people)
    assert identical
    assert release.manifest["methods_used"] == [release.partition.method]  # what the spent budget had led to
    assert json.loads(manifest.read_text())["achieved"]["outcome"] == "budget spent"


def test_a_written_file_that_breaks_the_promise_never_takes_its_place(tmp_path: Path) -> None:
    target = tmp_path / "release.csv"
    target.write_text("the old release\n")
    table = table_of(pl.DataFrame({"age": [1, 1, 1, 2], "x": [1, 2, 3, 4]}))
    with pytest.raises(PromiseNotKept, match="fewer than k = 3"):
        write_counted(table, target, shoal.KAnonymity(3), ["age"])
    assert target.read_text() == "the old release\n"
    assert [path.name for path in tmp_path.iterdir()] == ["release.csv"]


def test_another_reader_of_the_written_file_counts_k_too(tmp_path: Path) -> None:
    release = shoal.anonymize(synthetic_people(100, seed=4), k=5, **ROLES)
    release.write(tmp_path / "release.csv")
    assert smallest_class(pl.read_csv(tmp_path / "release.csv"), QI) >= 5


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"k": 1}, ParameterError, "smallest k"),
        ({"k": 301}, InfeasiblePromise, "holds 300 records"),
        ({"k": 5.0}, ParameterError, "whole number"),
        ({"quasi_identifiers": ["agee"]}, RolesError, "Did you mean 'age'"),
        ({"quasi_identifiers": ["age", "age"]}, RolesError, "age"),
        ({"confidential": ["age"]}, RolesError, "age"),
        ({"quasi_identifiers": []}, RolesError, "quasi-identifiers"),
        ({"method": "mdavv"}, ParameterError, "Did you mean"),
        ({"method": "mdav", "budget_s": 3}, ParameterError, "cannot use budget_s"),
        ({"seed": -3}, ParameterError, "seed"),
        ({"types": {"sex": "numeric"}}, TableError, "300 values that are not numbers"),
        ({"roles": "roles.toml"}, RolesError, "beside it"),
        ({"missing": "ignore"}, RolesError, "own-cell"),
        ({"method": "optimal-1d"}, ParameterError, "one"),
    ],
)
def test_wrong_use_is_refused_in_words(
    people: pl.DataFrame, change: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refusal:
        shoal.anonymize(people, **({"k": 5} | ROLES | change))  # type: ignore[arg-type]
    assert not [name for name in people["name"] if name in str(refusal.value)]


def test_a_stray_word_among_numbers_is_refused_not_taken_for_a_category(people: pl.DataFrame, tmp_path: Path) -> None:
    """Story: one word among 299 ages made the column nominal without a sound."""
    source = tmp_path / "people.csv"
    people.with_columns(
        age=pl.when(pl.int_range(pl.len()) == 41).then(pl.lit("canary")).otherwise(pl.col("age").cast(pl.String))
    ).write_csv(source)
    with pytest.raises(TableError, match=r"'age' .* except for 1 value, the first in row 42") as refusal:
        shoal.anonymize(source, k=5, **ROLES)
    assert "canary" not in str(refusal.value)
    release = shoal.anonymize(source, k=5, types={"age": "nominal"}, **ROLES)
    assert smallest_class(release.table, QI) >= 5


def test_minus_999_is_a_value_like_any_other(people: pl.DataFrame) -> None:
    coded = people.with_columns(income=pl.when(pl.int_range(pl.len()) < 10).then(-999).otherwise("income"))
    release = shoal.anonymize(coded, k=5, **ROLES)
    assert release.table.height == 300
    assert release.table["income"].mean() == pytest.approx(coded["income"].mean(), abs=0.5)  # whole numbers


def test_identical_records_and_constant_columns_are_told_not_refused() -> None:
    frame = pl.DataFrame({"age": [40] * 12, "zip": [8001] * 12, "ill": ["x", "y"] * 6})
    release = shoal.anonymize(frame, k=3, quasi_identifiers=["age", "zip"], confidential=["ill"])
    assert release.partition.loss == 0.0
    assert release.table["age"].to_list() == [40.0] * 12
    warnings = " ".join(release.report.facts["warnings"])
    assert "have only one value, so they distinguish nobody: age, zip" in warnings
    assert "same quasi-identifiers" in warnings


def test_unwritable_places_are_refused_and_old_files_stay(people: pl.DataFrame, tmp_path: Path) -> None:
    release = shoal.anonymize(people, k=5, **ROLES)
    with pytest.raises(WriteError):
        release.write(tmp_path / "absent" / "release.csv")
    with pytest.raises(WriteError, match="suffix"):
        release.write(tmp_path / "release.xyz")
    with pytest.raises(WriteError, match=r"\.html"):
        release.write_report(tmp_path / "report.pdf")
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=25, deadline=None)
@given(
    ages=st.lists(st.one_of(st.none(), st.integers(-3, 3)), min_size=6, max_size=40),
    k=st.integers(2, 4),
    policy=st.sampled_from(["drop", "own-cell"]),
    seed=st.integers(0, 5),
)
def test_no_table_with_gaps_ever_breaks_the_promise(ages: list[int | None], k: int, policy: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {
            "age": pl.Series(ages, dtype=pl.Int64),
            "zone": rng.choice(["a", "b", None], len(ages)),
            "ill": rng.choice(["x", "y"], len(ages)),
        }
    )
    try:
        release = shoal.anonymize(
            frame, k=k, quasi_identifiers=["age", "zone"], confidential=["ill"], missing=policy, method="mdav"
        )
    except WrongUse:
        return  # refused in words: nothing came out
    assert smallest_class(release.table, ["age", "zone"]) >= k


def test_cells_that_are_released_as_one_class_are_told() -> None:
    few = pl.DataFrame({"age": [20, 40, 60] * 30, "ill": ["a", "b"] * 45})
    release = shoal.anonymize(few, k=3, quasi_identifiers=["age"], confidential=["ill"], method="pcl", seed=1)
    assert any(
        "27 of 30 cells have the same centroid as another" in words for words in release.report.facts["warnings"]
    )
    apart = shoal.anonymize(few.head(60).with_columns(age=pl.int_range(60)), k=3, quasi_identifiers=["age"],
                            confidential=["ill"], method="pcl", seed=1)  # fmt: skip
    assert not any("same centroid as another" in words for words in apart.report.facts["warnings"])
