"""Dates of which only the design can tell the day from the month."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.encode.attributes.moment import Moment
from shoal.encode.encoding import Encoding
from shoal.errors import ParameterError, TableError
from shoal.table import roles_from_arguments, table_of

N_RECORDS = 80
FORMS = ["%d/%m/%Y", "%m/%d/%Y"]


def born_days() -> list[date]:
    rng = np.random.default_rng(7)
    return [date(int(y), int(m), int(d)) for y, m, d in rng.integers([1950, 1, 1], [1999, 13, 29], (N_RECORDS, 3))]


def write(path: Path, days: list[date], form: str) -> Path:
    texts = [day.strftime(form) for day in days]
    pl.DataFrame({"born": texts, "pay": list(range(len(texts)))}).write_csv(path)
    return path


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def quantizer(tmp_path: Path, form: str) -> shoal.Quantizer:
    design = write(tmp_path / "design.csv", born_days(), form)
    release = shoal.anonymize(design, k=4, quasi_identifiers=["born", "pay"], missing="drop", method="pcl", seed=1)
    release.quantizer.save(tmp_path / "q.json")
    return shoal.Quantizer.load(tmp_path / "q.json")


def early(days: list[date]) -> list[int]:
    return [row for row, day in enumerate(days) if day.day <= 12]


def newcomers_of(tmp_path: Path, rows: list[int]) -> Path:
    """Records of the design without a telling day; every cell that is met at all is met four times."""
    full = pl.read_csv(tmp_path / "design.csv", infer_schema=False)
    pl.concat([full[rows]] * 4).write_csv(tmp_path / "newcomers.csv")
    return tmp_path / "newcomers.csv"


def test_newcomers_without_a_telling_day(tmp_path: Path, quantizer: shoal.Quantizer) -> None:
    rows = early(born_days())
    newcomers = newcomers_of(tmp_path, rows)
    assert table_of(newcomers).kind("born") == "text"  # by itself the file does not tell
    expected = quantizer.assign(tmp_path / "design.csv")[rows].tolist() * 4
    assert quantizer.assign(newcomers).tolist() == expected
    target = tmp_path / "cells.csv"
    words = ["apply", str(tmp_path / "q.json"), str(newcomers), "--cells", "-q", "-o", str(target)]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert pl.read_csv(target)["cell"].to_list() == expected


def test_release_keeps_the_form(tmp_path: Path, quantizer: shoal.Quantizer, form: str) -> None:
    rows = early(born_days())
    newcomers = newcomers_of(tmp_path, rows)
    target = tmp_path / "out.csv"
    words = ["apply", str(tmp_path / "q.json"), str(newcomers), "--keep-order", "-q", "-o", str(target)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.stderr
    streamed = pl.read_csv(target, infer_schema=False)["born"]
    assert streamed.str.to_date(form).is_not_null().all()
    in_memory = quantizer.release(newcomers, keep_order=True).table["born"]
    assert in_memory.dt.strftime(form).to_list() == streamed.to_list()
    whole = quantizer.release(tmp_path / "design.csv", keep_order=True).table["born"]
    assert in_memory.to_list()[: len(rows)] == [whole[row] for row in rows]


def test_text_that_is_no_such_date_is_counted_not_shown(tmp_path: Path, quantizer: shoal.Quantizer) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("born,pay\n03/04/1960,3\nZebulon,4\n")
    with pytest.raises(TableError, match=r"1 value \(the first in row 2") as refused:
        quantizer.assign(path)
    assert "Zebulon" not in str(refused.value)


def test_form_is_noted_only_where_it_is_in_doubt(tmp_path: Path) -> None:
    for form, noted in [(FORMS[0], FORMS[0]), (FORMS[1], FORMS[1]), ("%Y-%m-%d", None), ("%d.%m.%Y", None)]:
        table = table_of(write(tmp_path / "t.csv", born_days(), form))
        encoding = Encoding.fit(table, roles_from_arguments(table, quasi_identifiers=["born"], insensitive=["pay"]))
        described = json.loads(json.dumps(encoding.to_dict()))
        assert described["attributes"][0].get("form") == noted
        assert Encoding.from_dict(described) == encoding


def test_a_strange_form_is_refused() -> None:
    moment = Moment(("born",), 1.0, 0, 0.0, 1.0, 1, 0, "date", "day", "%Y")
    with pytest.raises(ParameterError, match="unknown form"):
        moment.require_sound()


@pytest.mark.parametrize("word", ["NA", "", "n/a"])
def test_column_without_a_value_is_missing(tmp_path: Path, quantizer: shoal.Quantizer, word: str) -> None:
    """Under the policy 'drop' all records are dropped, whichever way the gaps are written."""
    path = tmp_path / "gaps.csv"
    pl.DataFrame({"born": [word] * 5, "pay": [word] * 5, "d": ["x"] * 5}).write_csv(path)
    words = ["apply", str(tmp_path / "q.json"), str(path), "--withhold", "--insensitive", "d", "-o"]
    done = CliRunner().invoke(app, [*words, str(tmp_path / "o.csv")])
    assert done.exit_code == 1
    assert "nothing to release" in " ".join(done.stderr.split())


@pytest.mark.parametrize("text", ["born,pay", "born,pay\n"])
def test_header_alone_has_no_records(tmp_path: Path, quantizer: shoal.Quantizer, text: str) -> None:
    path = tmp_path / "empty.csv"
    path.write_text(text)
    done = CliRunner().invoke(app, ["apply", str(tmp_path / "q.json"), str(path), "-o", str(tmp_path / "o.csv")])
    assert done.exit_code == 2
    assert "no records" in done.stderr
