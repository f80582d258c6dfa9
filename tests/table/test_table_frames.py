"""Table: the same kind comes back, dtypes are kept, and reading refuses in words."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.errors import TableError
from shoal.table import VOID_INSTANT, ColumnKind, table_of

MADRID = "Europe/Madrid"


def pandas_people() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "age": pd.array([30, None, 50], dtype="Int64"),
            "small": np.array([1, 2, 3], dtype="uint8"),
            "level": pd.Categorical(["low", "high", None], categories=["low", "high"], ordered=True),
            "rank": pd.Categorical([1, 2, 1]),
            "seen": pd.to_datetime(["2020-01-01", None, "2020-01-03"]).tz_localize(MADRID),
            "born": [dt.date(1990, 1, 1), None, dt.date(1970, 5, 2)],
            "town": ["x", None, "y"],
            "pay": [1.5, np.nan, 2.5],
            "ok": [True, False, True],
            "stay": pd.to_timedelta([1, 2, 3], unit="s"),
        },
        index=[70, 80, 90],
    )


def polars_people() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "age": pl.Series([30, None, 50], dtype=pl.Int16),
            "level": pl.Series(["low", "high", None], dtype=pl.Enum(["low", "high"])),
            "town": pl.Series(["x", None, "y"], dtype=pl.Categorical),
            "seen": pl.Series([0, None, 1_000], dtype=pl.Int64).cast(pl.Datetime("ms", MADRID)),
            "born": [dt.date(1990, 1, 1), None, dt.date(1970, 5, 2)],
            "pay": pl.Series([1.5, None, 2.5], dtype=pl.Float32),
            "ok": [True, False, None],
            "tags": [[1], [2, 3], []],
        }
    )


SOURCES = {"pandas": pandas_people, "polars": polars_people, "pyarrow": lambda: polars_people().to_arrow()}


@pytest.mark.parametrize("kind", SOURCES)
def test_same_kind_and_dtypes_come_back(kind: str) -> None:
    source = SOURCES[kind]()
    table = table_of(source)
    assert table.origin.kind == kind
    assert type(table.native()) is type(source)
    before, after = _dtypes(source), _dtypes(table.taken(np.array([2, 0, 1])).native())
    assert before == after
    assert table_of(table) is table


def _dtypes(frame: object) -> list[str]:
    if isinstance(frame, pa.Table):
        return [str(kind) for kind in frame.schema.types]
    return [str(kind) for kind in (frame.dtypes if isinstance(frame.dtypes, list) else frame.dtypes.tolist())]


@pytest.mark.parametrize("kind", SOURCES)
def test_replaced_columns_keep_their_dtype_and_place(kind: str) -> None:
    source = SOURCES[kind]()
    table = table_of(source)
    first = np.zeros(3, dtype=np.int64)
    replaced = table.replaced(
        {
            "age": np.array([40, 40, 40]),
            "level": ["low"] * 3,
            "town": ["y"] * 3,
            "seen": table.instants("seen")[first],
            "born": table.from_instants("born", table.instants("born")[first]),
            "pay": np.array([2.0, 2.0, 2.0]),
            "ok": [True] * 3,
        }
    )
    assert replaced.columns == table.columns
    assert _dtypes(replaced.native()) == _dtypes(source)
    assert replaced.instants("seen").tolist() == table.instants("seen")[first].tolist()
    assert replaced.codes("born")[1] == [dt.date(1990, 1, 1)]
    assert replaced.numbers("age").tolist() == [40.0] * 3
    assert table.numbers("pay")[0] == 1.5, "the table it came from must not change"


@pytest.mark.parametrize("kind", SOURCES)
def test_values_that_do_not_fit_take_their_own_dtype(kind: str) -> None:
    table = table_of(SOURCES[kind]())
    replaced = table.replaced({"age": np.array([1.5, 2.5, 3.5]), "level": ["low", "high", "between"]})
    assert replaced.kind("age") == ColumnKind.NUMBER
    assert replaced.numbers("age").tolist() == [1.5, 2.5, 3.5]
    assert replaced.codes("level")[1] == ["between", "high", "low"]


def test_integers_out_of_range_are_not_wrapped() -> None:
    table = table_of(pd.DataFrame({"small": np.array([1, 2], dtype="uint8")}))
    assert table.replaced({"small": np.array([300, -1])}).numbers("small").tolist() == [300.0, -1.0]


def test_kinds_missing_and_codes() -> None:
    table = table_of(pandas_people())
    kinds = {name: table.kind(name).value for name in table.columns}
    assert kinds == {
        "age": "integer",
        "small": "integer",
        "level": "text",
        "rank": "text",
        "seen": "datetime",
        "born": "date",
        "town": "text",
        "pay": "number",
        "ok": "boolean",
        "stay": "duration",
    }
    for name in ("age", "seen", "born", "town", "pay"):
        assert table.missing(name).tolist() == [False, True, False], name
    codes, values = table.codes("town")
    assert codes.tolist() == [0, -1, 1]
    assert values == ["x", "y"]
    assert table.codes("rank")[1] == [1, 2]
    assert table.category_order("level") == ("low", "high")
    assert table.category_order("town") is None
    assert np.isnan(table.numbers("age")[1])
    assert table.instants("born")[1] == VOID_INSTANT
    assert table.instants("born")[0] == (dt.date(1990, 1, 1) - dt.date(1970, 1, 1)).days


def test_pandas_index_never_survives() -> None:
    table = table_of(pandas_people())
    assert table.native().index.tolist() == [0, 1, 2]
    assert table.taken(np.array([2, 0])).native().index.tolist() == [0, 1]
    assert table.taken(np.array([2, 0])).numbers("small").tolist() == [3.0, 1.0]


def test_text_among_numbers_is_counted_never_shown() -> None:
    secret = "Zebulon"
    for source in (
        pl.DataFrame({"age": ["30", secret, "40", secret]}),
        pd.DataFrame({"age": [30, secret, 40, secret]}, dtype=object),
    ):
        with pytest.raises(TableError, match=r"'age'.*2 values that are not numbers.*row 2") as caught:
            table_of(source).numbers("age")
        assert secret not in str(caught.value)


def test_infinite_values_are_refused() -> None:
    table = table_of(pl.DataFrame({"pay": [1.0, float("inf"), float("-inf")]}))
    with pytest.raises(TableError, match=r"'pay' of the table has 2 infinite values, the first in row 2"):
        table.numbers("pay")


def test_text_that_is_all_numbers_reads_as_numbers() -> None:
    assert table_of(pl.DataFrame({"zip": ["08001", "+7", " 1e3"]})).numbers("zip").tolist() == [
        8001.0,
        7.0,
        1000.0,
    ]


def test_minus_999_is_a_value() -> None:
    table = table_of(pl.DataFrame({"pay": [-999, 5]}))
    assert not table.missing("pay").any()
    assert table.numbers("pay").tolist() == [-999.0, 5.0]


def test_wrong_uses_are_worded() -> None:
    table = table_of(polars_people())
    with pytest.raises(TableError, match="Did you mean 'age'"):
        table.kind("agee")
    with pytest.raises(TableError, match="mixed or nested"):
        table.numbers("tags")
    with pytest.raises(TableError, match="holds dates, not numbers"):
        table.numbers("born")
    with pytest.raises(TableError, match="not dates or times"):
        table.instants("age")
    with pytest.raises(TableError, match="1 new values for 3 records"):
        table.replaced({"age": [1]})
    with pytest.raises(TableError, match="not a table that Shoal can read"):
        table_of([1, 2, 3])
    with pytest.raises(TableError, match="same name"):
        table_of(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(TableError, match="text as its name"):
        table_of(pd.DataFrame([[1, 2]]))
    with pytest.raises(TableError, match="not a text file"):
        table_of(polars_people(), encoding="latin-1")


def test_lazy_frames_are_collected() -> None:
    assert table_of(polars_people().lazy()).n_records == 3


def test_nested_columns_pass_untouched() -> None:
    table = table_of(polars_people()).taken(np.array([1]))
    assert table.kind("tags") == ColumnKind.OTHER
    assert table.native()["tags"].to_list() == [[2, 3]]


def test_digest_is_the_same_in_every_container_and_sees_every_change() -> None:
    frame = polars_people()
    digest = table_of(frame).digest()
    assert digest.startswith("sha256:")
    assert len(digest) == len("sha256:") + 64
    assert table_of(frame.to_arrow()).digest() == digest
    plain = frame.drop("age", "ok", "born", "tags")  # pandas on NumPy has no dates, nor integers with gaps
    assert table_of(plain.to_pandas()).digest() == table_of(plain).digest()
    others = [
        frame.rename({"age": "ages"}),
        frame[[1, 0, 2]],
        frame.with_columns(pl.col("pay") + 1),
        frame.with_columns(pl.col("age").fill_null(0)),
        frame.drop("ok"),
    ]
    assert len({digest, *(table_of(other).digest() for other in others)}) == len(others) + 1


def test_voided_records_lose_their_value_and_nobody_else_does() -> None:
    for source in SOURCES.values():
        voided = table_of(source()).voided({"age": np.array([True, False, False])})
        assert voided.missing("age").tolist() == [True, True, False]
        assert voided.numbers("age")[2] == 50.0
        assert voided.missing("pay").tolist() == [False, True, False]


def test_digest_does_not_run_texts_together() -> None:
    assert table_of(pl.DataFrame({"a": ["xy", "z"]})).digest() != table_of(pl.DataFrame({"a": ["x", "yz"]})).digest()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(st.none(), st.text(max_size=5)), min_size=1, max_size=20))
def test_codes_give_the_values_back(values: list[str | None]) -> None:
    table = table_of(pl.DataFrame({"value": pl.Series(values, dtype=pl.String)}))
    codes, distinct = table.codes("value")
    assert [None if code < 0 else distinct[code] for code in codes] == values
    assert len(set(distinct)) == len(distinct)
    assert distinct == sorted(distinct, key=lambda text: str(text).encode())
