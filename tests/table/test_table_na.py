"""Spellings of a missing value in text files: read as missing everywhere, written back as they came."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from shoal.errors import ParameterError, TableError
from shoal.table import ColumnKind, read_back, table_of, write_table

TEXT = "age,job,city,score\n39,clerk,Ulm,1.5\n?,?,Bonn, ?\n50,cook,,-999\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "adult.csv"
    target.write_text(TEXT, encoding="utf-8")
    return target


def test_without_na_a_question_mark_is_a_text(path: Path) -> None:
    table = table_of(path)
    assert table.kind("age") == ColumnKind.TEXT
    assert not table.missing("job").any()


def test_na_counts_as_missing_in_columns_of_every_type(path: Path) -> None:
    table = table_of(path, na=["?"])
    assert table.kind("age") == ColumnKind.INTEGER
    assert table.native()["age"].to_list() == [39, None, 50]
    assert table.native()["job"].to_list() == ["clerk", None, "cook"]
    assert table.missing("city").tolist() == [False, False, True]
    assert table.native()["score"].to_list() == [1.5, None, -999.0]


def test_several_spellings_and_a_single_one(path: Path) -> None:
    assert table_of(path, na=("?", "-999")).native()["score"].to_list() == [1.5, None, None]
    assert table_of(path, na=" ? ").native()["age"].to_list() == [39, None, 50]
    assert table_of(path, na=None).kind("age") == ColumnKind.TEXT


def test_untouched_columns_keep_the_spelling_and_replaced_ones_are_empty(path: Path, tmp_path: Path) -> None:
    table = table_of(path, na=["?"])
    write_table(table, tmp_path / "same.csv")
    assert (tmp_path / "same.csv").read_text() == TEXT
    changed = table.replaced({"age": pl.Series([44, None, 44])})
    write_table(changed, tmp_path / "changed.csv")
    assert (tmp_path / "changed.csv").read_text().splitlines()[1:3] == ["44,clerk,Ulm,1.5", ",?,Bonn, ?"]
    again = read_back(changed, tmp_path / "changed.csv")
    assert again.missing("job").tolist() == [False, True, False]
    assert again.digest() == changed.digest()
    assert not read_back(changed, tmp_path / "changed.csv", as_text=True).missing("job").any()


def test_na_survives_a_change_of_format(path: Path, tmp_path: Path) -> None:
    table = table_of(path, na=["?"])
    write_table(table, tmp_path / "same.tsv")
    assert read_back(table, tmp_path / "same.tsv").digest() == table.digest()


def test_na_is_refused_where_it_means_nothing(path: Path, tmp_path: Path) -> None:
    frame = pl.DataFrame({"age": [1, 2]})
    frame.write_parquet(tmp_path / "t.parquet")
    with pytest.raises(ParameterError, match=r"t\.parquet is not a text file, so spellings of missing values"):
        table_of(tmp_path / "t.parquet", na=["?"])
    with pytest.raises(TableError, match=r"spellings of missing values \(na\)"):
        table_of(frame, na="?")
    for wrong in (-999, [-999]):
        with pytest.raises(ParameterError, match="na takes texts, as the file spells a missing value"):
            table_of(path, na=wrong)  # type: ignore[arg-type]
    table_of(frame, na=())
