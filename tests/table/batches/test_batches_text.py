"""Text files in batches: the same types, values, spelling and dialect as in memory, whatever the batches."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import ShoalError, TableError
from shoal.table.batches.source import Batches, can_be_batched, open_batches
from shoal.table.files.delimited import write
from shoal.table.files.text_file import Dialect
from shoal.table.sources import table_of

POOLS = (
    ("1", "+2", "-3", "08", "007", "", "NA", "9" * 18, "9" * 19, "9" * 20, "-" + "9" * 18, " 4 "),
    ("1.5", "+1.5", "INF", "-inf", "1e5", "2.", "1", "", "NaN", ".50", "1e400", "9" * 18, "9" * 19, "2.25"),
    ("1,5", "2", "+3,25", "1e3", "1,50", "", "9" * 25),
    ("true", "false", "True", "FALSE", "TRUE", "", " true"),
    ("2020-01-02", "2020-13-02", "01/02/2020", "13/02/2020", "02/13/2020", "2020/01/01", "01.02.2020", "", "-"),
    (
        "2020-01-01 10:00",
        "2020-01-01 10:00:01",
        "2020-01-01 10:00:01.5",
        "2020-01-01 10:00:01.123456789",
        "2300-01-01 10:00:01",
        "2020-01-01T10:00:01Z",
        "2020-01-01T10:00:01+02:00",
        "2020-01-01 25:00",
        "null",
    ),
    ("5%", "7 %", "€5", "€ 7", "$5", "-$5", "5,5%", "5.50%", "5", "", "1 €", "+€"),
    ("a", "b c", "NA", "1", "?", "", '"quoted"', "two\nlines", "a;b"),
)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[str]]:
    n_records = draw(st.integers(1, 14))
    columns = {}
    for number in range(draw(st.integers(1, 4))):
        pool = draw(st.sampled_from(POOLS))
        words = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=4, unique=True))
        columns[f"column {'abcd'[number]}"] = draw(
            st.lists(st.sampled_from(words), min_size=n_records, max_size=n_records)
        )
    return columns


def seen(table: Any) -> tuple[Any, ...]:
    """All that a Table of a text file says."""
    frame = table.native()
    spelling = {
        name: None if table.spelling(name) is None else table.spelling(name).to_list() for name in frame.columns
    }
    return frame.schema, [repr(row) for row in frame.rows()], spelling, table.origin


def joined(batches: Batches) -> tuple[Any, ...]:
    """All that the batches say, as if they were one table."""
    parts = [seen(table) for table in batches.tables()]
    rows = [row for part in parts for row in part[1]]
    spelling = {
        name: None
        if all(part[2][name] is None for part in parts)
        else [text for part in parts for text in part[2][name]]
        for name in batches.columns
    }
    assert all((part[0], part[3]) == (parts[0][0], parts[0][3]) for part in parts)
    return parts[0][0], rows, spelling, parts[0][3]


def outcome(action: Any) -> Any:
    try:
        return action()
    except ShoalError as error:
        return type(error), str(error)


@given(
    columns=tables(),
    most=st.integers(1, 15),
    delimiter=st.sampled_from([",", ";"]),
    na=st.sampled_from([(), ("?",), ("9" * 19, "NA")]),
    encoding=st.sampled_from([None, "utf-16"]),
)
def test_batches_say_what_the_whole_says(
    columns: dict[str, list[str]], most: int, delimiter: str, na: tuple[str, ...], encoding: str | None
) -> None:
    with TemporaryDirectory() as folder:
        path, scratch = Path(folder) / "people.csv", Path(folder) / "scratch"
        text = pl.DataFrame(columns).write_csv(separator=delimiter, quote_style="non_numeric")
        path.write_bytes(text.encode(encoding or "utf-8"))
        said: dict[str, Any] = {"delimiter": delimiter, "na": na, "encoding": encoding}

        def in_batches() -> tuple[Any, ...]:
            with open_batches(path, scratch=scratch, most_records=most, **said) as batches:
                assert [table.n_records for table in batches.tables()][:-1] == [most] * (
                    (len(next(iter(columns.values()))) - 1) // most
                )
                first, second = joined(batches), joined(batches)
                assert first == second
                return first

        assert outcome(in_batches) == outcome(lambda: seen(table_of(path, **said)))
        assert not list(scratch.iterdir())
