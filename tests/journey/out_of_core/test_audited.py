"""An audit of a table that is read in parts: the figures of the audit in memory, to the last bit."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.errors import ParameterError, RolesError, TableError
from shoal.journey.out_of_core.audited import audited_in_parts
from shoal.release.confidential.asked import AskedPromises
from shoal.release.report.audit_facts import AuditedColumns
from shoal.table.batches.source import open_batches

LEVELS = ["low", "mid", "high"]
POOLS: dict[str, tuple[Any, list[Any]]] = {
    "whole": (pl.Int32, [-1, 0, 1, 2, None]),
    "float": (pl.Float64, [0.0, -0.0, 1.5, float("nan"), float("inf"), None]),
    "text": (pl.String, ["a", "b", "", "ä", None]),
    "truth": (pl.Boolean, [True, False, None]),
    "day": (pl.Date, [date(2020, 1, 1), date(2021, 5, 6), None]),
    "level": (pl.Enum(LEVELS), [*LEVELS, None]),
    "category": (pl.Categorical, ["x", "y", None]),
}
FIELDS = ["1", "1.5", "1.50", "01", "NA", "", "a", '"b,c"', "2020-01-01", "true"]
RULES: list[dict[str, Any]] = [
    {},
    {"diversity": ["distinct(2)", "entropy(1.5)", "recursive(c=2, l=2)", "largest(0.5)"]},
    {"closeness": ["close(0.2)", "close(0.3, ground=equal)", "delta(1)", "beta(1)", "beta(1, enhanced=False)"]},
]


LOOKS, SECRETS = ("look 1", "look 2"), ("secret 1", "secret 2")


def in_parts(path: Path, most: int, box_bytes: int, **asked: Any) -> shoal.Audit:
    """The audit in batches of so many records and boxes of about so many bytes."""
    with (
        TemporaryDirectory() as scratch,
        open_batches(path, scratch=Path(scratch), most_records=most) as source,
    ):
        columns = AuditedColumns(LOOKS, SECRETS)
        return audited_in_parts(source, columns, 2, 3.0, AskedPromises.of(**asked), {}, box_bytes=box_bytes)


@st.composite
def frames(draw: st.DrawFn) -> pl.DataFrame:
    """Looks and secrets of any kinds."""
    n_rows = draw(st.integers(1, 30))
    columns = []
    for name in (*LOOKS, *SECRETS):
        dtype, pool = POOLS[draw(st.sampled_from(sorted(POOLS)))]
        values = draw(st.lists(st.sampled_from(pool), min_size=n_rows, max_size=n_rows))
        columns.append(pl.Series(name, values, dtype=dtype))
    return pl.DataFrame(columns)


@settings(deadline=None, max_examples=60)
@given(frames(), st.integers(1, 30), st.integers(1, 2000), st.sampled_from(RULES))
def test_batches_and_boxes_change_no_figure(frame: pl.DataFrame, most_records: int, box_bytes: int, rules: Any):
    """With boxes of a few bytes nearly every one is crowded, and is measured column by column."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.parquet"
        frame.write_parquet(path)
        asked = {door: dict.fromkeys(SECRETS, rule) for door, rule in rules.items()}
        whole = shoal.audit(path, quasi_identifiers=LOOKS, confidential=SECRETS, k=2, memory="1TB", **asked)
        assert in_parts(path, most_records, box_bytes, **asked) == whole


@settings(deadline=None, max_examples=40)
@given(st.data(), st.integers(1, 12), st.integers(1, 2000))
def test_text_is_audited_as_it_is_written(data: st.DataObject, most_records: int, box_bytes: int):
    """1.5 and 1.50 are two values to whoever reads the file, although they are one number."""
    rows = data.draw(st.lists(st.tuples(*[st.sampled_from(FIELDS)] * 4), min_size=1, max_size=25))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_text("\n".join([",".join((*LOOKS, *SECRETS)), *(",".join(row) for row in rows)]) + "\n")
        whole = shoal.audit(path, quasi_identifiers=LOOKS, confidential=SECRETS, k=2, memory="1TB")
        assert in_parts(path, most_records, box_bytes) == whole


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A folder of Parquet files that an audit in 100 MB reads in parts."""
    lot = np.random.default_rng(5)
    n_records = 600_000
    folder = tmp_path / "released"
    folder.mkdir()
    for number in range(2):
        columns = {name: lot.integers(0, 20, n_records) for name in (*LOOKS, *SECRETS)}
        pl.DataFrame(columns).write_parquet(folder / f"{number}.parquet")
    return folder


def test_what_does_not_fit_is_audited_in_parts(released: Path):
    asked = {"quasi_identifiers": LOOKS, "confidential": SECRETS, "closeness": {"secret 1": 0.1}, "k": 2000}
    reports: list[tuple[int, int]] = []
    whole = shoal.audit(pl.read_parquet(released / "*.parquet"), **asked)
    for source in (released, str(released / "*.parquet"), pl.scan_parquet(released / "*.parquet")):
        assert shoal.audit(source, memory="100MB", progress=lambda *done: reports.append(done), **asked) == whole
    assert whole.n_records == 1_200_000
    assert (1_200_000, 1_200_000) in reports


def test_what_needs_all_records_at_once_is_refused_in_words(released: Path):
    asked = {"quasi_identifiers": LOOKS, "memory": "100MB"}
    for name, value in {
        "against": released,
        "sampling_fraction": 0.5,
        "earlier": [released],
        "household": "secret 1",
    }.items():
        with pytest.raises(ParameterError, match="all records with each other") as refusal:
            shoal.audit(released, **{name: value}, **asked)
        assert refusal.value.parameters == (name,) or name in str(refusal.value)


def test_wrong_names_and_orders_are_refused_as_in_memory(released: Path):
    for kind, message, asked in (
        (RolesError, "'age' is not in", {"quasi_identifiers": "age"}),
        (RolesError, "leaves out 18 of its 20 values", {"orders": {"secret 1": ["0", "1"]}}),
    ):
        with pytest.raises(kind, match=message):
            shoal.audit(released, memory="100MB", **{"quasi_identifiers": LOOKS, "confidential": SECRETS, **asked})


def test_nested_values_are_refused_as_in_memory(tmp_path: Path):
    frame = pl.DataFrame({"look 1": [1, 1], "look 2": [1, 1], "secret 1": [[1], [2]], "secret 2": [1, 2]})
    path = tmp_path / "table.parquet"
    frame.write_parquet(path)
    with pytest.raises(TableError, match="mixed or nested") as in_memory:
        shoal.audit(frame, quasi_identifiers=LOOKS, confidential=SECRETS)
    with pytest.raises(TableError, match="mixed or nested") as parted:
        in_parts(path, 1, 1)
    assert str(parted.value).replace("table.parquet", "the table") == str(in_memory.value)


def test_a_large_class_is_measured_column_by_column(tmp_path: Path):
    """Equal records are counted as they come, and 0.0 and −0.0, which a reader sees as two, equal each other there."""
    zeros = [0.0] * 12 + [-0.0] * 8
    frame = pl.DataFrame({"look 1": zeros, "look 2": ["a"] * 20, "secret 1": [1, 2] * 10, "secret 2": [None, "b"] * 10})
    path = tmp_path / "table.parquet"
    frame.write_parquet(path)
    asked = {"diversity": {"secret 2": "distinct(2)", "secret 1": "entropy(1.9)"}}
    whole = shoal.audit(frame, quasi_identifiers=LOOKS, confidential=SECRETS, k=2, **asked)
    assert (whole.n_classes, whole.k) == (2, 8)
    assert in_parts(path, 3, 1, **asked) == whole


def test_columns_that_nobody_asks_for_are_not_read(tmp_path: Path):
    """A wide file was read whole, twice, for the sake of three columns."""
    frame = pl.DataFrame(
        {"look 1": [1, 1], "look 2": [1, 1], "secret 1": [1, 2], "secret 2": [1, 2], "long": ["x" * 900] * 2}
    )
    frame.write_parquet(tmp_path / "table.parquet")
    with open_batches(tmp_path / "table.parquet", scratch=tmp_path) as source:
        narrow = source.only(LOOKS)
        assert [table.columns for table in narrow.tables()] == [LOOKS]
        assert narrow.bytes_in_memory < 100 < source.bytes_in_memory
