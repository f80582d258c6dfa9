"""What may not be merged, what has to look alike, and what may not be left beside the values."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyreadstat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import TableError
from shoal.table import read_back, strata_of, table_of, write_table

MASKED = pd.arrays.FloatingArray(np.array([1.0, np.nan, 3.0, np.nan]), np.array([False, False, True, False]))


@pytest.mark.parametrize(
    ("column", "alike"),
    [
        (pl.Series([1.0, float("nan"), None, float("nan"), None]), [0, 1, 2, 1, 2]),
        (pl.Series([0.0, -0.0, 0.0]), [0, 1, 0]),
        (pl.Series(["a", "", None, "a"]), [0, 1, 2, 0]),
        (pl.Series([[1], [2], None, [1]]), [0, 1, 2, 0]),
        (pl.Series([None, None]), [0, 0]),
        (pl.Series(["x", "y", "x"], dtype=pl.Categorical), [0, 1, 0]),
        (pl.Series([dt.date(2020, 1, 1), None, dt.date(2020, 1, 1)]), [0, 1, 0]),
        (pl.Series([Decimal("0.10000000000000000001"), Decimal("0.10000000000000000002")]), [0, 1]),
        (pl.Series([2**63, 2**63 + 1, 2**63], dtype=pl.UInt64), [0, 1, 0]),
        (pl.Series([b"a", b"b", b"a"]), [0, 1, 0]),
        (pd.Series([1, "1", 1.0, True, None, 1], dtype=object), [0, 1, 2, 3, 4, 0]),
        (pd.Series([Decimal("1.5"), Decimal("1.50"), Decimal("1.5")]), [0, 1, 0]),
        (pd.Series([np.array([1]), np.array([2]), np.array([1])], dtype=object), [0, 1, 0]),
        (pd.Series([np.zeros(2000), np.eye(1, 2000, 1000)[0]], dtype=object), [0, 1]),
        (pd.Series(MASKED), [0, 1, 2, 1]),
        (pd.Series(pd.Categorical([1, "1", None, 1])), [0, 1, 2, 0]),
        (pd.Series(pd.period_range("2020-01", periods=2, freq="M")), [0, 1]),
        (pa.chunked_array([pa.array([1, 2, None], pa.int64()), pa.array([1], pa.int64())]), [0, 1, 2, 0]),
        (pa.array(["1", "2", "1"]).cast(pa.decimal256(50, 2)), [0, 1, 0]),
    ],
    ids=lambda value: None if isinstance(value, list) else str(getattr(value, "dtype", getattr(value, "type", ""))),
)
def test_codes_that_merge_nothing(column: object, alike: list[int]) -> None:
    if isinstance(column, pl.Series):
        source: object = column.alias("value").to_frame()
    elif isinstance(column, pd.Series):
        source = column.to_frame("value")
    else:
        source = pa.table({"value": column})
    codes = table_of(source).faithful_codes("value")
    first_seen = {code: rank for rank, code in enumerate(dict.fromkeys(codes.tolist()))}
    assert [first_seen[code] for code in codes.tolist()] == alike
    assert sorted(set(codes.tolist())) == list(range(len(set(alike)))), "from 0, without gaps"
    assert codes.dtype == np.int64


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["1.5", "1.50", "+1.5", " 1.5", "", "NA", ".", "2", "-0", "0"]), min_size=1))
def test_codes_of_a_text_file_are_those_of_its_fields(
    tmp_path_factory: pytest.TempPathFactory, fields: list[str]
) -> None:
    path = tmp_path_factory.mktemp("faithful") / "t.csv"
    path.write_text("value,other\n" + "".join(f"{field},x\n" for field in fields))
    codes = table_of(path).faithful_codes("value").tolist()
    assert len(set(zip(codes, fields, strict=True))) == len(set(codes)) == len(set(fields))


def test_codes_after_a_change_are_those_of_the_new_values(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("value,other\n1.5,x\n1.50,x\n2,x\n")
    table = table_of(path)
    assert len(set(table.faithful_codes("value").tolist())) == 3
    assert len(set(table.taken(np.array([0, 1])).faithful_codes("value").tolist())) == 2
    assert len(set(table.replaced({"value": [7.0, 7.0, 7.0]}).faithful_codes("value").tolist())) == 1
    assert len(set(table.respelled(["value"]).faithful_codes("value").tolist())) == 2


def test_user_missing_codes_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "t.sav"
    frame = pd.DataFrame({"age": [30.0, 98.0, 99.0, np.nan]})
    pyreadstat.write_sav(frame, str(path), missing_ranges={"age": [{"lo": 98, "hi": 99}]})
    table = table_of(path)
    assert table.missing("age").tolist() == [False, True, True, True]
    assert len(set(table.faithful_codes("age").tolist())) == 4
    literally = read_back(table, path, as_text=True)
    assert literally.missing("age").tolist() == [False, False, False, True]
    assert read_back(table, path).missing("age").tolist() == [False, True, True, True]


def test_stata_letters_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "t.dta"
    frame = pd.DataFrame({"pay": pd.Series([1.0, "a", "b", 1.0], dtype=object)})
    pyreadstat.write_dta(frame, str(path), missing_user_values={"pay": ["a", "b"]})
    table = table_of(path)
    assert len(set(table.faithful_codes("pay").tolist())) == 3
    assert read_back(table, path, as_text=True).codes("pay")[1] == ["1.0", "a", "b"]


# --- spelling


def test_respelled_columns_are_written_as_their_values_alone(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a,b,c\n1.50,+1,x\n-0,-0,x\n1.5, 1,y\n")
    table = table_of(path)
    write_table(table.respelled(["a", "c"]), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "a,b,c\n1.5,+1,x\n0.0,-0,x\n1.5, 1,y\n"
    write_table(table, path)
    assert "1.50,+1" in path.read_text(), "the table itself is not changed"
    assert table.respelled([]).digest() == table.digest()


def test_respelled_objects_are_of_one_type() -> None:
    table = table_of(pd.DataFrame({"a": pd.Series([1, 1.0, 2], dtype=object)}))
    assert len(set(table.faithful_codes("a").tolist())) == 3
    assert len(set(table.respelled(["a"]).faithful_codes("a").tolist())) == 2


@pytest.mark.parametrize(
    "column",
    [
        pd.Series([1, "1"], dtype=object),
        pd.Series([True, 1], dtype=object),
        pd.Series(["2020-01-01", dt.date(2020, 1, 1)], dtype=object),
        pd.Series(pd.Categorical([1, "1"])),
    ],
)
def test_columns_of_several_types_are_no_strata(column: pd.Series) -> None:
    table = table_of(column.to_frame("a"))
    assert table.mixed("a")
    with pytest.raises(TableError, match=r"several types.*cannot be a stratum|mixed or nested"):
        strata_of(table, ["a"])


@pytest.mark.parametrize("values", [[1, 2.5, None], ["a", float("nan")], [Decimal(1), 2], [dt.date(2020, 1, 1), None]])
def test_gaps_and_numbers_of_several_widths_are_one_type(values: list[object]) -> None:
    assert not table_of(pd.DataFrame({"a": pd.Series(values, dtype=object)})).mixed("a")


def test_reading_back_as_text_parses_nothing(tmp_path: Path) -> None:
    for name in ("t.csv", "t.tsv", "t.csv.gz"):
        table = table_of(pl.DataFrame({"2020": [1.5, None, 2.0], "b": ["NA", ".", " "]}))
        write_table(table, tmp_path / name)
        back = read_back(table, tmp_path / name, as_text=True)
        assert back.native().to_dict(as_series=False) == {"2020": ["1.5", None, "2.0"], "b": ["NA", ".", " "]}
        assert read_back(table, tmp_path / name).numbers("2020")[0] == 1.5


# --- beside the values


def test_trimmed_categories_keep_their_order() -> None:
    declared = ["low", "mid", "high", "never"]
    in_pandas = pd.DataFrame({"a": pd.Categorical(["high", None, "low"], categories=declared, ordered=True)})
    trimmed = table_of(in_pandas).trimmed()
    assert trimmed.category_order("a") == ("low", "high")
    assert list(in_pandas["a"].cat.categories) == declared, "the source is never touched"
    enum = table_of(pl.DataFrame({"a": pl.Series(["high", None, "low"], dtype=pl.Enum(declared))})).trimmed()
    assert enum.native()["a"].dtype == pl.Enum(["low", "high"])
    assert enum.native()["a"].to_list() == ["high", None, "low"]
    indices = pa.chunked_array([pa.array([2, None], pa.int8()), pa.array([0], pa.int8())])
    chunks = [pa.DictionaryArray.from_arrays(chunk, declared, ordered=True) for chunk in indices.chunks]
    arrow = table_of(pa.table({"a": pa.chunked_array(chunks)})).trimmed()
    assert arrow.native()["a"].chunk(0).dictionary.to_pylist() == ["low", "high"]
    assert arrow.native()["a"].to_pylist() == ["high", None, "low"]
    assert arrow.native()["a"].type == chunks[0].type
    inside = pd.DataFrame({"a": pd.Series(chunks[0].to_pylist(), dtype=pd.ArrowDtype(chunks[0].type))})
    assert table_of(inside).trimmed().category_order("a") == ("high",)


def test_replaced_dictionaries_keep_their_declared_order() -> None:
    """Encoded anew in the order of appearance, an ordered dictionary would have said that high is below low."""
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int8()), ["low", "mid", "high"], ordered=True)
    replaced = table_of(pa.table({"a": column})).replaced({"a": ["high", "low", "low"]})
    assert replaced.category_order("a") == ("low", "mid", "high")
    assert replaced.trimmed().category_order("a") == ("low", "high")


def test_labels_of_columns_that_nobody_replaced_stay(tmp_path: Path) -> None:
    path = tmp_path / "t.sav"
    labels = {name: {1: "one", 2: "two", 9: "refused"} for name in ("a", "b")}
    frame = pd.DataFrame({"a": [1.0, 2.0, 9.0], "b": [1.0, 2.0, 9.0]})
    pyreadstat.write_sav(frame, str(path), variable_value_labels=labels, missing_ranges={"a": [9], "b": [9]})
    trimmed = table_of(path).replaced({"a": [2.0, 2.0, 2.0]}).trimmed()
    facts = trimmed.origin.metadata
    assert facts["value_labels"] == {"a": {2.0: "two"}, "b": {1.0: "one", 2.0: "two", 9.0: "refused"}}
    assert list(facts["missing_ranges"]) == ["b"]
    assert trimmed.missing("b").tolist() == [False, False, True]


def test_digest_sees_integers_of_128_bits_and_their_container_does_not_matter() -> None:
    def digest(values: list[int], dtype: type[pl.DataType]) -> str:
        return table_of(pl.DataFrame({"a": pl.Series(values, dtype=dtype)})).digest()

    assert digest([10**30], pl.Int128) != digest([10**30 + 1], pl.Int128)
    assert digest([1, 2], pl.Int128) == digest([1, 2], pl.Int8)


def test_codes_of_dates_beyond_the_calendar_of_python() -> None:
    days = pl.Series("day", [3_000_000, None, 0, 3_000_000], dtype=pl.Int32).cast(pl.Date)
    codes, values = table_of(days.to_frame()).codes("day")
    assert codes.tolist() == [1, -1, 0, 1]
    assert len(values) == 2


@pytest.mark.parametrize("kind", [pl.String(), pl.Int64(), pl.Float64(), pl.Date(), pl.Boolean(), pl.Null()])
def test_a_column_of_missing_values_has_one_code(kind: pl.DataType) -> None:
    """It had the code −1, and a survey with a question that nobody had answered ended in an IndexError."""
    table = table_of(pl.DataFrame({"n": [1, 2, 3], "x": pl.Series([None] * 3, dtype=kind)}))
    assert table.faithful_codes("x").tolist() == [0, 0, 0]
