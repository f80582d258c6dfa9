"""SPSS, Stata and SAS: labels, formats and user-missing codes go in and come out."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

from shoal.errors import TableError, WriteError
from shoal.table import ColumnKind, table_of, write_table

FRAME = pd.DataFrame(
    {
        "sex": [1.0, 2.0, 1.0, 9.0],
        "age": [30.0, 40.5, np.nan, 99.0],
        "town": ["a", "b", "", "d"],
        "born": [dt.date(2020, 1, 1)] * 4,
        "content": [1.0, 2.0, 3.0, 3.0],
    }
)
COLUMN_LABELS = {"sex": "Sex of the person"}
VALUE_LABELS = {"sex": {1: "man", 2: "woman", 9: "refused"}, "content": {1: "low", 2: "mid", 3: "high"}}


def spss(path: Path) -> Path:
    pyreadstat.write_sav(
        FRAME,
        str(path),
        file_label="A survey",
        column_labels=COLUMN_LABELS,
        variable_value_labels=VALUE_LABELS,
        missing_ranges={"sex": [9], "age": [{"lo": 98, "hi": 99}]},
        variable_measure={"sex": "nominal", "content": "ordinal", "age": "scale"},
        variable_format={"age": "F5.1"},
        note="made for a test",
    )
    return path


def test_spss_is_read_with_its_meaning(tmp_path: Path) -> None:
    table = table_of(spss(tmp_path / "t.sav"))
    assert table.origin.file_format == "sav"
    assert table.missing("sex").tolist() == [False, False, False, True], "9 is declared missing"
    assert table.missing("age").tolist() == [False, False, True, True]
    assert table.missing("town").tolist() == [False, False, True, False]
    assert table.kind("sex") == ColumnKind.TEXT, "a labelled number is a category"
    assert table.codes("sex")[1] == [1.0, 2.0]
    assert table.kind("age") == ColumnKind.NUMBER
    assert table.kind("born") == ColumnKind.DATE
    assert table.category_order("content") == (1.0, 2.0, 3.0)
    assert table.category_order("sex") is None


@pytest.mark.parametrize("name", ["out.sav", "out.zsav"])
def test_spss_comes_back_with_everything(tmp_path: Path, name: str) -> None:
    table = table_of(spss(tmp_path / "t.sav"))
    order = np.array([3, 1, 0, 2])
    changed = table.replaced({"age": np.array([35.0, 35.0, 70.0, 70.0])}).taken(order)
    write_table(changed, tmp_path / name)
    back = table_of(tmp_path / name)
    assert dict(back.origin.metadata) == dict(table.origin.metadata)
    assert back.native()["sex"].to_list() == [9.0, 2.0, 1.0, 1.0], "the code for missing is still there"
    assert back.missing("sex").tolist() == [True, False, False, False]
    assert back.native()["age"].to_list() == [70.0, 35.0, 35.0, 70.0]
    assert back.digest() == changed.digest()


def test_dropped_columns_leave_no_labels(tmp_path: Path) -> None:
    write_table(table_of(spss(tmp_path / "t.sav")).dropped(["sex"]), tmp_path / "out.sav")
    assert "sex" not in str(table_of(tmp_path / "out.sav").origin.metadata)


def test_stata_and_sas_transport_come_back(tmp_path: Path) -> None:
    pyreadstat.write_dta(
        FRAME, str(tmp_path / "t.dta"), column_labels=COLUMN_LABELS, variable_value_labels=VALUE_LABELS
    )
    pyreadstat.write_xport(FRAME, str(tmp_path / "t.xpt"), column_labels=COLUMN_LABELS, table_name="PEOPLE")
    for suffix in (".dta", ".xpt"):
        table = table_of(tmp_path / f"t{suffix}")
        changed = table.replaced({"age": np.array([1.0, 2.0, 3.0, 4.0])})
        write_table(changed, tmp_path / f"out{suffix}")
        back = table_of(tmp_path / f"out{suffix}")
        assert dict(back.origin.metadata) == dict(table.origin.metadata)
        assert back.digest() == changed.digest()
        assert back.origin.metadata["column_labels"] == COLUMN_LABELS


def test_stata_missing_letters_are_missing_and_come_back(tmp_path: Path) -> None:
    frame = pd.DataFrame({"age": [30.0, "a", 50.0], "pay": [1.0, 2.0, 3.0]})
    pyreadstat.write_dta(frame, str(tmp_path / "t.dta"), missing_user_values={"age": ["a"]})
    table = table_of(tmp_path / "t.dta")
    assert table.missing("age").tolist() == [False, True, False]
    assert table.numbers("age")[[0, 2]].tolist() == [30.0, 50.0]
    write_table(table.replaced({"pay": np.array([2.0, 2.0, 2.0])}).taken(np.array([2, 1, 0])), tmp_path / "out.dta")
    back = table_of(tmp_path / "out.dta")
    assert back.missing("age").tolist() == [False, True, False]
    assert back.numbers("age")[0] == 50.0
    assert back.origin.metadata["missing_user_values"] == {"age": ["a"]}


def test_labels_cross_from_spss_to_stata(tmp_path: Path) -> None:
    write_table(table_of(spss(tmp_path / "t.sav")), tmp_path / "out.dta")
    assert table_of(tmp_path / "out.dta").origin.metadata["value_labels"]["content"] == VALUE_LABELS["content"]


def test_sas7bdat_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"Write \.xpt"):
        write_table(table_of(spss(tmp_path / "t.sav")), tmp_path / "out.sas7bdat")
    assert not (tmp_path / "out.sas7bdat").exists()


@pytest.mark.parametrize("name", ["t.sav", "t.dta", "t.xpt", "t.por", "t.sas7bdat", "t.parquet", "t.arrow"])
def test_damaged_files(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"this is no such file")
    with pytest.raises(TableError, match="cannot be read as"):
        table_of(tmp_path / name)


def test_names_that_the_format_forbids(tmp_path: Path) -> None:
    table = table_of(pd.DataFrame({"a name with spaces": [1.0, 2.0]}))
    with pytest.raises(WriteError, match="column names or types"):
        write_table(table, tmp_path / "out.dta")
    assert list(tmp_path.iterdir()) == []
