"""Workbooks of Excel (.xlsx) in and out: what a cell holds stays what it is."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import xlsxwriter
from typer.testing import CliRunner

import shoal
from shoal.cli.app import app
from shoal.errors import ParameterError, TableError, WriteError
from shoal.table.files.reading import read_back
from shoal.table.files.writing import write_table
from shoal.table.sources import table_of

MOMENT = dt.datetime(2020, 2, 29, 13, 14, 15)


def made(path: Path, rows: list[list[Any]], **sheets: list[list[Any]]) -> Path:
    with xlsxwriter.Workbook(str(path), {"default_date_format": "yyyy-mm-dd hh:mm"}) as workbook:
        for name, content in {"people": rows, **sheets}.items():
            sheet = workbook.add_worksheet(name)
            for place, row in enumerate(content):
                for column, cell in enumerate(row):
                    sheet.write(place, column, cell)
    return path


def test_round_trip_of_every_type(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "code": ["08001", None, "=1+1", " a ", "line\nbreak"],
            "whole": [1, -5, None, 2**53, 0],
            "real": [1.5, None, -0.25, 1e300, 3.0],
            "truth": [True, None, False, True, False],
            "day": [dt.date(1900, 1, 1), dt.date(1900, 2, 28), None, dt.date(1900, 3, 1), dt.date(2024, 2, 29)],
            "moment": [MOMENT, None, MOMENT.replace(microsecond=250_000), MOMENT.replace(year=1952), MOMENT],
            "clock": [dt.time(1, 2, 3), None, dt.time(0, 0, 1), dt.time(23, 59, 59), dt.time(12)],
            "span": [
                dt.timedelta(hours=30),
                None,
                dt.timedelta(seconds=5),
                dt.timedelta(days=9),
                dt.timedelta(hours=1),
            ],
        }
    )
    table = table_of(frame)
    write_table(table, tmp_path / "people.xlsx")
    again = table_of(tmp_path / "people.xlsx")
    assert again.native().equals(frame)
    assert again.digest() == table.digest()
    assert (
        read_back(table, tmp_path / "people.xlsx", as_text=True).native()["code"].to_list() == frame["code"].to_list()
    )


def test_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    table = table_of(pl.DataFrame({"a": [1, 2], "b": ["x", "y"]}))
    write_table(table, tmp_path / "one.xlsx")
    write_table(table, tmp_path / "two.xlsx")
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()


def test_values_of_formulas_and_errors(tmp_path: Path) -> None:
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_row(0, 0, ["age", "link"])
        sheet.write_formula(1, 0, "=40+2", None, 42)
        sheet.write_formula(2, 0, "=1/0", None, "#DIV/0!")
        sheet.write_url(1, 1, "https://example.org/", string="here")
        sheet.write_formula(2, 1, "='[other.xlsx]x'!A1", None, "kept")
    table = table_of(path)
    assert table.native().rows() == [(42, "here"), (None, "kept")]


def test_mixed_columns_and_missing_values(tmp_path: Path) -> None:
    rows = [["age", "code", "note", "gap"], [31, 5, "x", None], ["NA", "a05", -999, None], [33, 5.5, "?", None]]
    table = table_of(made(tmp_path / "people.xlsx", rows), na=["?", "-999"])
    assert table.native()["age"].to_list() == [31, None, 33]
    assert table.native()["code"].to_list() == ["5", "a05", "5.5"]
    assert table.native()["note"].to_list() == ["x", None, None]
    assert table.missing("gap").all()


def test_sheets_are_named_when_there_are_several(tmp_path: Path) -> None:
    path = made(tmp_path / "people.xlsx", [["age"], [31]], secret=[["town"], ["x"]], **{"3": [["day"], [7]]})
    with pytest.raises(TableError, match=r"has 3 visible sheets.*\(sheet\)") as caught:
        table_of(path)
    assert "secret" not in str(caught.value)
    assert table_of(path, sheet="secret").columns == ("town",)
    assert table_of(path, sheet=2).columns == ("town",)
    assert table_of(path, sheet="1").columns == ("age",)
    assert table_of(path, sheet="3").columns == ("day",)
    for wrong in ("4", "0", "-1", "Secret", "9" * 5000):
        with pytest.raises(ParameterError, match="has no sheet"):
            table_of(path, sheet=wrong)
    (tmp_path / "people.csv").write_text("age,town\n31,x\n")
    with pytest.raises(ParameterError, match="no sheets"):
        table_of(tmp_path / "people.csv", sheet="1")
    with pytest.raises(ParameterError, match="Leave encoding and delimiter out"):
        table_of(path, delimiter=";")


def test_hidden_sheets_are_not_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        workbook.add_worksheet("one").write_column(0, 0, ["age", 31])
        hidden = workbook.add_worksheet("two")
        hidden.write(0, 0, "x")
        hidden.hide()
    assert table_of(path).columns == ("age",)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "is empty"),
        ([["age", "town"]], "no records"),
        ([[None, None], ["age", "town"], [31, "x"]], "first row of the sheet of people.xlsx is empty"),
        ([["age", None], [31, "x"]], "Column 2 of people.xlsx has no name"),
        ([["age", "age"], [31, "x"]], "Columns 1 and 2 of people.xlsx have the same name"),
        ([[31, "x"], [32, "y"]], "holds numbers or dates where column names are expected"),
        ([["31", "x"], [32, "y"]], "holds numbers where column names are expected"),
        ([["age", "town"], [31, "x"], [None, None], [32, "y"]], "Row 3 of the sheet of people.xlsx is empty"),
    ],
)
def test_sheets_that_are_no_table(tmp_path: Path, rows: list[list[Any]], words: str) -> None:
    with pytest.raises(TableError, match=words):
        table_of(made(tmp_path / "people.xlsx", rows))


def test_merged_cells_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "people.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet()
        sheet.write_row(0, 0, ["age", "town"])
        sheet.merge_range("A2:A3", 31)
    with pytest.raises(TableError, match="1 range of cells is merged"):
        table_of(path)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (pl.Series([2**53 + 1]), r"1 whole number beyond 2\^53"),
        (pl.Series([float("inf")]), "infinite"),
        (pl.Series([dt.date(1899, 12, 31)]), "1 date before 1900"),
        (pl.Series(["x" * 32_768]), "more than 32,767 letters"),
        (pl.Series([[1, 2]]), "nested"),
    ],
)
def test_what_a_workbook_cannot_hold(tmp_path: Path, values: pl.Series, words: str) -> None:
    with pytest.raises(WriteError, match=words):
        write_table(table_of(pl.DataFrame([values.alias("x")])), tmp_path / "out.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_times_with_a_zone_become_texts(tmp_path: Path) -> None:
    zoned = pl.Series("t", [MOMENT, None]).dt.replace_time_zone("Europe/Berlin")
    write_table(table_of(pl.DataFrame([zoned, pl.Series("a", [1, 2])])), tmp_path / "out.xlsx")
    assert table_of(tmp_path / "out.xlsx").native()["t"].to_list()[0].startswith("2020-02-29T13:14:15")


# --- every door


@pytest.fixture
def people(tmp_path: Path) -> Path:
    rows = [["name", "postcode", "age", "seen", "cost"]]
    rows += [
        [f"n{row}", f"0{row % 4}001", 20 + row % 30, dt.date(2020, 1, 1 + row % 28), 100.5 + row] for row in range(48)
    ]
    return made(tmp_path / "people.xlsx", rows, other=[["x"], [1]])


def run(*words: str | Path) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def test_release_is_counted_on_the_written_workbook_and_repeated(tmp_path: Path, people: Path) -> None:
    roles = ("--qi", "postcode,age,seen", "--id", "name", "--confidential", "cost")
    facts = run(
        "anonymize", people, "--sheet", "people", "--k", "4", *roles, "--method", "mdav", "-o", f"{tmp_path}/out/"
    )
    assert facts["kept"] and str(tmp_path / "out" / "release.xlsx") in facts["files"]
    released = table_of(tmp_path / "out" / "release.xlsx").native()
    assert released.columns == ["postcode", "age", "seen", "cost"]
    assert released.schema["seen"] == pl.Date and released.schema["age"].is_numeric()
    assert set(released["postcode"]) <= {"00001", "01001", "02001", "03001"}
    assert released.group_by("postcode", "age", "seen").len()["len"].min() >= 4
    assert run("replay", tmp_path / "private-out" / "manifest.json")["identical"] is True
    assert run("audit", tmp_path / "out" / "release.xlsx", "--qi", "postcode,age,seen")["k"] >= 4
    assert "postcode" in run("roles", people, "--sheet", "1")["columns"]
    run("compare", people, "--sheet", "1", "--k", "4", "--qi", "postcode,age", "--method", "mdav")


def test_new_records_of_a_workbook_through_a_quantizer(tmp_path: Path, people: Path) -> None:
    roles = ("--qi", "postcode,age", "--id", "name", "--confidential", "cost,seen")
    model = tmp_path / "q.json"
    run("anonymize", people, "--sheet", "1", "--k", "4", *roles, "--method", "mdav", "-o", tmp_path / "out.csv",
        "--quantizer", model, "--disclose")  # fmt: skip
    facts = run("apply", model, people, "--sheet", "people", "--withhold", "-o", tmp_path / "new.xlsx")
    assert facts["smallest_class"] >= 4
    counted = table_of(tmp_path / "new.xlsx").native().group_by("postcode", "age").len()["len"]
    assert counted.min() == facts["smallest_class"] and counted.sum() == facts["released"]
    write_table(table_of(people, sheet=1), tmp_path / "people.csv")
    facts = run("apply", model, tmp_path / "people.csv", "--withhold", "-o", tmp_path / "from-csv.xlsx")
    assert table_of(tmp_path / "from-csv.xlsx").n_records == facts["released"]
    run("apply", model, people, "--sheet", "1", "--withhold", "--cells", "-o", tmp_path / "cells.xlsx")
    assert table_of(tmp_path / "cells.xlsx").n_records == 48
    run("verify", model, people, "--sheet", "1")


def test_python_paths(tmp_path: Path, people: Path) -> None:
    release = shoal.anonymize(
        people, sheet=1, k=4, quasi_identifiers=["postcode", "age"], identifiers=["name"],
        confidential=["cost", "seen"], method="mdav", seed=1,
    )  # fmt: skip
    assert isinstance(release.table, pl.DataFrame)
    assert release.manifest["input"]["reading"]["sheet"] == "1"
    release.write(tmp_path / "release.xlsx")
    assert table_of(tmp_path / "release.xlsx").n_records == 48
