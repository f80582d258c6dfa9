"""Ways in which a release or a message once told more than it may; each stays here as a test with its story.

A release may look k-anonymous to the one who counts and yet not to the one who reads, when the two read differently.
And whatever stands beside the values (declared categories, labels, an error's text) tells of records as well.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest

import shoal
from shoal.errors import RolesError, ShoalError, TableError
from shoal.table import table_of, write_table
from shoal.table.roles.proposal import propose_roles

N_RECORDS = 60
K = 5


@pytest.fixture
def people() -> pd.DataFrame:
    generator = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "age": generator.integers(20, 80, N_RECORDS),
            "inc": generator.normal(50, 9, N_RECORDS).round(2),
            "diag": generator.choice(["a", "b", "c"], N_RECORDS),
        }
    )


def anonymized(table: Any, quasi_identifiers: Any = "age", **options: Any) -> shoal.Release:
    settings: dict[str, Any] = {"k": K, "seed": 1, "confidential": "diag"} | options
    return shoal.anonymize(table, quasi_identifiers=quasi_identifiers, **settings)


def everything_said(error: BaseException) -> str:
    """The text of an error and of all errors that travel with it, with whatever they hold."""
    errors: list[BaseException] = []
    more: list[BaseException | None] = [error]
    while more:
        seen = more.pop()
        if seen is not None:
            assert seen not in errors, "an error that is its own cause"
            errors.append(seen)
            more += [seen.__cause__ or seen.__context__]
    return " ".join(f"{seen} {seen.args} {vars(seen)} {getattr(seen, 'object', b'')!r}" for seen in errors)


def refusal(table: Any, quasi_identifiers: Any = "age", **options: Any) -> str:
    with pytest.raises(ShoalError) as caught:
        anonymized(table, quasi_identifiers, **options)
    return everything_said(caught.value)


# --- strata that are counted as one and read as two


@pytest.mark.parametrize(
    ("usual", "other", "second"),
    [
        ("1.5", "1.50", "2.5"),
        ("1", "+1", "2"),
        ("0", "-0", "2"),
        ("0.0", "-0.0", "2.5"),
        ("1", " 1", "2"),
        ("2020-01-01T10:00:00Z", "2020-01-01T11:00:00+01:00", "2020-01-02T10:00:00Z"),
    ],
)
def test_a_stratum_of_a_text_file_is_published_as_it_was_counted(
    tmp_path: Path, usual: str, other: str, second: str
) -> None:
    """One record spelled its stratum 1.50 among nineteen of 1.5: counted with them, it stood alone in the file."""
    ages = np.random.default_rng(1).integers(20, 80, 40)
    strata = [usual] * 19 + [other] + [second] * 20
    rows = [f"{stratum},{age},a" for stratum, age in zip(strata, ages, strict=True)]
    source, target = tmp_path / "s.csv", tmp_path / "out.csv"
    source.write_text("\n".join(["grp,age,diag", *rows]) + "\n")
    anonymized(source, by="grp").write(target)
    published = pd.read_csv(target, dtype=str, keep_default_na=False)
    assert published.groupby(["age", "grp"]).size().min() >= K
    assert published["grp"].nunique() == 2


def test_a_stratum_that_mixes_one_and_its_text_is_refused(people: pd.DataFrame) -> None:
    """1 and "1" were one stratum to the count and two to every reader of the released table."""
    people["grp"] = pd.Series([1] * 29 + ["1"] + ["x"] * 30, dtype=object)
    assert "'grp' of the table holds values of several types" in refusal(people, by="grp")
    assert "cannot be a quasi-identifier" in refusal(people, ["age", "grp"])


def test_zeros_of_both_signs_are_one_stratum_in_memory_too(people: pd.DataFrame) -> None:
    people["grp"] = np.array([0.0] * 29 + [-0.0] + [1.0] * 30)
    released = anonymized(people, by="grp").table
    assert not np.signbit(released["grp"]).any()


# --- columns that name a record, whatever their type


@pytest.mark.parametrize("kind", ["float", "decimal", "duration", "list"])
def test_a_person_number_of_any_type_is_not_published_by_oversight(people: pd.DataFrame, kind: str) -> None:
    """Every number in an SPSS file is a float, and floats passed the guard unseen."""
    numbers = range(7000, 7000 + N_RECORDS)
    frame = pl.from_pandas(people)
    columns = {
        "float": pl.Series("patient_id", [float(number) for number in numbers]),
        "decimal": pl.Series("patient_id", list(numbers)).cast(pl.Decimal(20, 0)),
        "duration": pl.Series("patient_id", [dt.timedelta(seconds=number) for number in numbers]),
        "list": pl.Series("patient_id", [[number] for number in numbers]),
    }
    said = refusal(frame.with_columns(columns[kind]))
    assert "'patient_id'" in said
    assert "70" not in said


def test_distinct_whole_floats_are_refused_and_measurements_are_not(people: pd.DataFrame) -> None:
    people["code"] = np.arange(N_RECORDS) * 3.0
    assert "'code'" in refusal(people)
    people["code"] += 0.5
    assert anonymized(people).table["code"].nunique() == N_RECORDS


def test_an_unnamed_nested_column_is_refused(people: pd.DataFrame) -> None:
    frame = pl.from_pandas(people).with_columns(tags=pl.Series([["x"]] * N_RECORDS))
    assert "mixed or nested" in refusal(frame)
    assert "tags" in anonymized(frame, insensitive="tags").table.columns


def test_the_proposal_for_an_spss_file_drops_the_person_number(tmp_path: Path, people: pd.DataFrame) -> None:
    path = tmp_path / "p.sav"
    pyreadstat.write_sav(people.assign(patient_id=np.arange(N_RECORDS) + 5000.0), str(path))
    proposal = shoal.table.propose_roles(table_of(path))
    assert '[columns.patient_id]\nrole = "identifying"' in proposal


# --- messages that quote a record


def test_digits_of_other_scripts_are_counted_not_quoted(people: pd.DataFrame) -> None:
    """They passed as numbers, and the library that could not read them quoted the value."""
    people["t"] = ["5"] * (N_RECORDS - 1) + ["٣٤"]
    for options in ({"types": {"t": "numeric"}, "quasi_identifiers": ["age", "t"]}, {"weight": "t"}):
        said = refusal(people, **options)
        assert "1 value that is not a number, the first in row 60" in said
        assert "٣٤" not in said


def test_wide_integers_are_released(people: pd.DataFrame) -> None:
    wide = pl.Series("wide", [10**30 + n for n in range(N_RECORDS)], dtype=pl.Int128)
    release = anonymized(pl.from_pandas(people).with_columns(wide), ["age", "wide"])
    assert release.table["wide"].n_unique() <= N_RECORDS // K


def test_times_in_whole_seconds_are_released_in_whole_seconds(people: pd.DataFrame) -> None:
    """The mean of a cell fell between two seconds, and the error quoted it."""
    seconds = np.random.default_rng(2).integers(0, 86_399, N_RECORDS)
    times = pa.array(seconds.tolist(), pa.time32("s"))
    stamps = pa.array(seconds.tolist(), pa.timestamp("s"))
    table = pa.Table.from_pandas(people).append_column("time", times).append_column("stamp", stamps)
    released = anonymized(table, ["time", "stamp"], confidential=["age", "inc"]).table
    assert released.schema.field("time").type == pa.time32("s")
    assert released.schema.field("stamp").type == pa.timestamp("s")
    means = np.array(released["time"].cast(pa.int32()).to_pylist())
    assert abs(means.mean() - seconds.mean()) < 1.0, "rounded, not cut off"


@pytest.mark.parametrize("day", [3_000_000, -1_000_000])
def test_dates_beyond_the_calendar_of_python_are_released(people: pd.DataFrame, day: int) -> None:
    days = pl.Series("day", [day + n % 40 for n in range(N_RECORDS)], dtype=pl.Int32).cast(pl.Date)
    released = anonymized(pl.from_pandas(people).with_columns(days), ["day"], confidential="age").table
    assert released["day"].dtype == pl.Date
    assert released["day"].to_physical().min() >= day


def test_the_bytes_of_a_file_do_not_travel_with_the_error(tmp_path: Path) -> None:
    """`from None` hides the error of the decoder, which holds the whole file, but keeps it."""
    path = tmp_path / "p.csv"
    path.write_bytes("name,age\nJosé,31\n".encode("latin-1"))
    said = refusal(path)
    assert "not written in UTF-8" in said
    assert "Jos" not in said


def test_text_that_the_encoding_cannot_hold_does_not_travel_with_the_error(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("town,age\nx,31\ny,32\n".encode("latin-1"))
    table = table_of(path, encoding="latin-1").replaced({"town": ["Łódź", "Łódź"]})
    with pytest.raises(ShoalError, match="cannot be written in the encoding") as caught:
        write_table(table, tmp_path / "out.csv")
    assert "Łódź" not in everything_said(caught.value)


HEADERLESS = ["Alice Smith,Lisbon,HIV", "Bob Jones,Porto,flu", "Eve Adams,Lisbon,HIV"]


def test_a_file_without_a_header_does_not_lose_its_first_record_to_a_message(tmp_path: Path) -> None:
    """“Its columns are 'Alice Smith', 'Lisbon', 'HIV'” was a record."""
    path = tmp_path / "p.csv"
    for rows in (HEADERLESS, [row.replace("Lisbon", "2020-01-01") for row in HEADERLESS[:1]] + HEADERLESS[1:]):
        path.write_text("\n".join(rows) + "\n")
        said = refusal(path)
        assert "seems to hold a record" in said
        assert not any(value in said for value in ("Alice", "Lisbon", "HIV"))
    path.write_text("Alice,HIV,HIV\nBob,flu,HIV\n")
    assert "Columns 2 and 3 of p.csv have the same name" in refusal(path)
    path.write_text("age,city\n31,Lisbon\n")
    assert "Its columns are 'age', 'city'" in refusal(path, "weight of the person")


# --- what stands beside the values


def with_rare_town(people: pd.DataFrame) -> pd.DataFrame:
    towns = ["Lisbon", "Porto"] * (N_RECORDS // 2 - 1) + ["Porto", "Corvo"]
    return people.assign(town=pd.Categorical(towns, categories=["Porto", "Atlantis", "Corvo", "Lisbon"], ordered=True))


def as_bytes(frame: pl.DataFrame, path: Path) -> bytes:
    frame.write_parquet(path) if path.suffix == ".parquet" else frame.write_ipc(path)
    return path.read_bytes()


def test_declared_categories_do_not_list_what_the_release_removed(people: pd.DataFrame, tmp_path: Path) -> None:
    """One record came from Corvo. No record does after the release, but the list of categories said that one had."""
    source = with_rare_town(people)
    in_pandas = anonymized(source, ["age", "town"], types={"town": "nominal"}).table["town"]
    assert in_pandas.cat.ordered
    assert set(in_pandas.cat.categories) == set(in_pandas)
    enum = pl.Enum(["Porto", "Atlantis", "Corvo", "Lisbon"])
    frame = pl.from_pandas(source.astype({"town": str})).with_columns(pl.col("town").cast(enum))
    in_polars = anonymized(frame, ["age", "town"], types={"town": "nominal"}).table
    assert in_polars["town"].dtype == pl.Enum([name for name in enum.categories if name in set(in_polars["town"])])
    for name in ("r.parquet", "r.feather"):
        assert b"Corvo" not in as_bytes(in_polars, tmp_path / name)
        assert b"Atlantis" not in as_bytes(in_polars, tmp_path / name)
    in_arrow = anonymized(pa.Table.from_pandas(source), ["age", "town"], types={"town": "nominal"}).table
    pq.write_table(in_arrow, tmp_path / "arrow.parquet")
    assert b"Corvo" not in (tmp_path / "arrow.parquet").read_bytes()
    assert in_arrow.schema.field("town").type.ordered


def test_a_confidential_category_of_a_dropped_record_is_gone(people: pd.DataFrame) -> None:
    """missing='drop' took the only record with the diagnosis away, and the categories still named it."""
    people["diag"] = pd.Categorical(["a", "b"] * (N_RECORDS // 2 - 1) + ["b", "rabies"])
    people["age"] = people["age"].astype("Int64")
    people.loc[N_RECORDS - 1, "age"] = None
    assert list(anonymized(people, missing="drop").table["diag"].cat.categories) == ["a", "b"]
    arrow = pa.Table.from_pandas(people)
    released = anonymized(arrow, missing="drop").table
    assert released["diag"].unify_dictionaries().chunk(0).dictionary.to_pylist() == ["a", "b"]
    assert released.schema.metadata is None, "pandas notes what it likes there"


def test_labels_and_missing_codes_of_replaced_columns_go(people: pd.DataFrame, tmp_path: Path) -> None:
    """SPSS: the label of a code that one record had; and a mean that hit 50, declared to mean “refused”."""
    source, target = tmp_path / "s.sav", tmp_path / "out.sav"
    town = [1.0, 2.0] * (N_RECORDS // 2 - 1) + [2.0, 3.0]
    age = [49.0, 51.0] * (N_RECORDS // 2)
    pyreadstat.write_sav(
        people.assign(age=age, town=town),
        str(source),
        variable_value_labels={"town": {1: "Lisbon", 2: "Porto", 3: "Corvo"}, "age": {50: "refused"}},
        missing_ranges={"age": [50]},
    )
    anonymized(source, ["age", "town"], types={"town": "nominal", "age": "numeric"}, k=30).write(target)
    frame, facts = pyreadstat.read_sav(str(target))
    assert frame["age"].notna().all()
    assert not facts.missing_ranges
    assert "Corvo" not in str(facts.variable_value_labels)


def test_metadata_of_the_schema_does_not_pass(people: pd.DataFrame) -> None:
    fields = [pa.field(field.name, field.type, metadata={"who": "Alice"}) for field in pa.Schema.from_pandas(people)]
    arrow = pa.Table.from_pandas(people, schema=pa.schema(fields)).replace_schema_metadata({"owner": "Alice"})
    assert "Alice" not in anonymized(arrow).table.schema.to_string(show_field_metadata=True)
    people.attrs["owner"] = "Alice"
    assert anonymized(people).table.attrs == {}
    assert people.attrs == {"owner": "Alice"}, "the source is never touched"


# --- tables that once ended in somebody else's error


def test_stata_missing_letters_stand_in_cells_of_their_own(people: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "p.dta"
    income = [*people["inc"].round().astype(float).tolist()[:-6], *["a"] * 6]
    pyreadstat.write_dta(
        people.assign(inc=pd.Series(income, dtype=object)), str(path), missing_user_values={"inc": ["a"]}
    )
    release = anonymized(path, ["age", "inc"], missing="own-cell")
    assert release.table["inc"].null_count() == 6
    for name in ("out.dta", "out.csv", "out.parquet"):
        release.write(tmp_path / name)


def test_arrow_dictionaries_inside_pandas(people: pd.DataFrame) -> None:
    kind = pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string()))
    people["town"] = pd.Series(["x", "y"] * (N_RECORDS // 2), dtype=kind)
    released = anonymized(people, ["age", "town"], types={"town": "nominal"}).table
    assert released["town"].dtype == kind
    assert set(released["town"]) <= {"x", "y"}


@pytest.mark.parametrize("odd", [pd.NA, np.array([1, 2]), {"a": 1}, pd.Timestamp("2020-01-01")])
def test_objects_of_any_sort_are_refused_or_pass(people: pd.DataFrame, odd: object) -> None:
    values = pd.Series([3, "x"] * (N_RECORDS // 2), dtype=object)
    values[0] = odd
    people["odd"] = values
    assert "'odd'" in refusal(people, ["age", "odd"])
    assert len(anonymized(people, insensitive="odd").table) == N_RECORDS


def test_intervals_of_pandas(people: pd.DataFrame, tmp_path: Path) -> None:
    people["band"] = pd.cut(people["inc"], 4)
    people["month"] = pd.Series(pd.period_range("2020-01", periods=3, freq="M")).loc[[0, 1, 2] * 20].to_numpy()
    people["stay"] = pd.to_timedelta(people["age"], unit="D")
    release = anonymized(people, insensitive="month", confidential="stay")
    assert release.table["band"].dtype == people["band"].dtype
    release.write(tmp_path / "out.csv")
    written = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert set(written["band"]) == set(people["band"].astype(str))
    assert set(written["month"]) == {"2020-01", "2020-02", "2020-03"}
    ordered = anonymized(
        people, ["age", "band"], types={"band": "ordinal"}, insensitive="month", confidential="stay"
    ).table
    assert set(ordered["band"]) <= set(people["band"])


def test_decimals_of_256_bits(people: pd.DataFrame) -> None:
    small = pa.array([f"{n}.25" for n in range(N_RECORDS)]).cast(pa.decimal256(50, 2))
    large = pa.array([f"{10**45 + n}.25" for n in range(N_RECORDS)]).cast(pa.decimal256(60, 2))
    few = pa.array([f"{10**45 + n % 3}.25" for n in range(N_RECORDS)]).cast(pa.decimal256(60, 2))
    table = pa.Table.from_pandas(people)
    assert anonymized(table.append_column("pay", small), ["age", "pay"]).table.num_rows == N_RECORDS
    assert "'pay'" in refusal(table.append_column("pay", large), ["age", "pay"])
    assert anonymized(table.append_column("pay", few), insensitive="pay").table["pay"].type == large.type


@pytest.mark.parametrize("name", ["2020", "nan", "inf"])
def test_columns_with_odd_names_can_be_saved_as_text(people: pd.DataFrame, tmp_path: Path, name: str) -> None:
    anonymized(people.rename(columns={"inc": name})).write(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().startswith(f"age,{name},diag\n")


def test_positions_may_be_rounded(people: pd.DataFrame) -> None:
    generator = np.random.default_rng(3)
    people["lat"], people["lon"] = generator.uniform(38, 42, N_RECORDS), generator.uniform(-9, -6, N_RECORDS)
    released = anonymized(
        people,
        ["lat", "lon"],
        types={"lat": "latitude", "lon": "longitude"},
        rounding={"lat": 1, "lon": 1},
        confidential=["age", "inc"],
    ).table
    assert np.allclose(released["lat"], released["lat"].round(1))


def test_foreign_errors_are_worded_and_leave_nothing_behind(people: pd.DataFrame, monkeypatch: Any) -> None:
    def quoting(*_: object, **__: object) -> None:
        raise pl.exceptions.ComputeError("could not parse 'Alice'")

    table = table_of(people)
    # Every error of polars that we know of is avoided by a check before; this stands for those we do not know of.
    monkeypatch.setattr("shoal.table.frames.table.codes_of", quoting)
    with pytest.raises(TableError, match=r"column 'diag' of the table .*ComputeError") as caught:
        table.codes("diag")
    assert "Alice" not in everything_said(caught.value)


def test_unknown_roles_stay_worded(people: pd.DataFrame) -> None:
    with pytest.raises(RolesError, match="no type for column 'age'"):
        anonymized(people, types={"age": "numerical"})


def test_categories_inside_nested_columns_are_not_listed_either() -> None:
    """Story: a category that only a dropped record had stayed in the type of a nested column."""
    names = ["flu", "cold", "rabies_SECRET"]
    ages: list[int | None] = [*range(20, 60), None]
    ills = [["flu"], ["cold"]] * 20 + [["rabies_SECRET"]]
    frame = pl.DataFrame({"age": ages, "ills": ills}, schema={"age": pl.Int64, "ills": pl.List(pl.Enum(names))})
    coded = pa.array([ill[0] for ill in ills]).dictionary_encode()
    arrow = pa.table({"age": ages, "ills": pa.ListArray.from_arrays(pa.array(range(42), pa.int32()), coded)})
    for table in (frame, arrow):
        release = shoal.anonymize(table, k=4, quasi_identifiers="age", insensitive="ills", missing="drop")
        released = release.table if table is arrow else release.table.to_arrow()
        assert "SECRET" not in f"{release.table.schema} {released} {released.schema}"


def test_categories_that_are_dates_are_dates() -> None:
    """Story: such a column was told to take the type date, and with that type it was told that it holds text."""
    moments = np.random.default_rng(0).choice(pd.date_range("2000-01-01", periods=30), 60)
    frame = pd.DataFrame({"visit": pd.Categorical(pd.to_datetime(moments)), "ill": ["a", "b"] * 30})
    for types in (None, {"visit": "date"}):
        released = shoal.anonymize(frame, k=5, quasi_identifiers="visit", confidential="ill", types=types).table
        assert released.groupby("visit", observed=True).size().min() >= 5
        assert pd.api.types.is_datetime64_any_dtype(released["visit"])


def test_a_category_of_ones_own_is_no_quasi_identifier(people: pd.DataFrame) -> None:
    """The most frequent of categories that all differ is somebody's: the release published the names of 12 people."""
    named = people.assign(who=[f"Zyxw{row}" for row in range(N_RECORDS)])
    said = refusal(named, ["age", "who"], confidential="inc")
    assert "identifies a person" in said and "Zyxw" not in said
    assert anonymized(named, "age", identifiers="who", confidential="inc").table.shape[0] == N_RECORDS
    ordered = named.assign(who=pd.Categorical(named["who"], ordered=True))  # an order that nobody gave is no order
    assert "identifies a person" in refusal(ordered, ["age", "who"], confidential="inc")
    few_known = named.assign(who=[*named["who"][:12], *[None] * (N_RECORDS - 12)])  # too few to say so
    assert anonymized(few_known, ["age", "who"], confidential="inc", missing="own-cell").table.shape[0] == N_RECORDS


def test_roles_are_not_proposed_for_a_file_without_a_header(tmp_path: Path) -> None:
    """The proposal named its columns by the values of the first record, and the screen said nothing of it."""
    path = tmp_path / "people.csv"
    rows = ["Zyxw Juniper,male,Highfield", *(f"Pqrs{row} Oak,{'fe' * (row % 2)}male,Highfield" for row in range(30))]
    path.write_text("\n".join(rows))
    with pytest.raises(TableError, match=r"first row of people\.csv seems to hold a record") as caught:
        propose_roles(table_of(path))
    assert "Zyxw" not in everything_said(caught.value) and "Highfield" not in everything_said(caught.value)
