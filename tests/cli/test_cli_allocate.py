"""shoal allocate: shares met, files written, wrong input worded, no value on the screen."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli_toys import shoal

PATIENTS = "name,x,y,hours\nZyxwina,0,0,1\nQuux,1,0,1\nGrault,2,0,2\nGarply,9,0,1\nWaldo,10,0,3\nFred,11,0,4\n"
HOSPITALS = "hospital,x,y,share,beds\nNorth,0,0,0.5,20\nSouth,10,0,0.5,10\n"
HEADERS_OF_VALUES = ("Zyxwina", "Quux", "Grault")


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Path]:
    patients, hospitals = tmp_path / "patients.csv", tmp_path / "hospitals.csv"
    patients.write_text(PATIENTS, encoding="utf-8")
    hospitals.write_text(HOSPITALS, encoding="utf-8")
    return patients, hospitals


def test_every_centre_gets_its_share(tables: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "allocation.csv"
    done = shoal("allocate", *tables, "--columns", "x,y", "--share", "share", "-o", out)
    assert done.exit_code == 0, done.output
    assert not any(value in done.output for value in HEADERS_OF_VALUES)
    assert "no anonymisation" in done.output
    written = pl.read_csv(out)
    assert written.columns == ["record", "center", "distance"]
    assert written["record"].to_list() == [1, 2, 3, 4, 5, 6]
    assert written["center"].to_list() == [1, 1, 1, 2, 2, 2]
    assert written["distance"].to_list() == [0.0, 1.0, 2.0, 1.0, 0.0, 1.0]


def test_centres_may_have_a_delimiter_of_their_own(tables: tuple[Path, Path], tmp_path: Path) -> None:
    patients, hospitals = tables
    hospitals.write_text(HOSPITALS.replace(",", ";"), encoding="utf-8")
    asked = ("--columns", "x,y", "--share", "share", "-o", tmp_path / "allocation.csv")
    refused = shoal("allocate", *tables, *asked)
    assert refused.exit_code == 2
    assert "--center-delimiter ';'" in refused.output
    done = shoal("allocate", *tables, *asked, "--center-delimiter", ";")
    assert done.exit_code == 0, done.output
    patients.write_text(PATIENTS.replace(",", "|"), encoding="utf-8")
    done = shoal("allocate", *tables, *asked, "--delimiter", "|", "--center-delimiter", ";")
    assert done.exit_code == 0, done.output
    assert pl.read_csv(tmp_path / "allocation.csv")["center"].to_list() == [1, 1, 1, 2, 2, 2]


def test_names_capacities_and_json(tables: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "allocation.parquet"
    options = ("--share", "beds", "--normalise", "--id", "name", "--center-id", "hospital", "--json")
    facts = json.loads(shoal("allocate", *tables, "--columns", "x", "--columns", "y", "-o", out, *options).stdout)
    assert [(row["center"], row["records"]) for row in facts["centers"]] == [("North", 4), ("South", 2)]
    assert facts["centers"][0]["share"] == pytest.approx(2 / 3)
    assert facts["centers"][0]["mean_distance"] == pytest.approx((0 + 1 + 2 + 9) / 4)
    assert facts["total_squared_distance"] == pytest.approx(1 + 4 + 81 + 1)
    written = pl.read_parquet(out)
    assert written["center"].to_list() == ["North", "North", "North", "North", "South", "South"]
    assert written["record"].to_list()[0] == "Zyxwina"


def test_workloads_and_standardised_columns(tables: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "allocation.csv"
    options = ("--columns", "x", "--workload", "hours", "--standardise", "--json")
    facts = json.loads(shoal("allocate", *tables, *options, "-o", out).stdout)
    assert sum(row["workload"] for row in facts["centers"]) == 12
    assert all(abs(row["workload"] - 6) <= 4 for row in facts["centers"])
    plain = json.loads(shoal("allocate", *tables, "--columns", "x", "--json", "-o", out).stdout)
    assert facts["standardised"]
    assert not plain["standardised"]
    assert facts["centers"][0]["mean_distance"] != plain["centers"][0]["mean_distance"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--columns", "x,z"), "Column 'z' (--columns) is not in patients.csv"),
        (("--columns", "hours"), "Column 'hours' (--columns) is not in hospitals.csv"),
        (("--columns", "x,x"), "twice"),
        (("--columns", ","), "names no column"),
        (("--columns", "x", "--share", "beds"), "sum to 30, not to 1. With --normalise"),
        (("--columns", "x", "--share", "places"), "Column 'places' (--share) is not in hospitals.csv"),
        (("--columns", "x", "--normalise"), "--share names no column"),
        (("--columns", "x", "--workload", "x"), "must be positive; 1 rows are not, the first is row 1"),
        (("--columns", "x,y", "--standardise"), "Column 'y' is the same for all records"),
        (("--columns", "x", "--id", "nobody"), "Column 'nobody' (--id) is not in patients.csv"),
    ],
)
def test_wrong_use_is_worded_and_nothing_is_written(
    tables: tuple[Path, Path], tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    out = tmp_path / "allocation.csv"
    refused = shoal("allocate", *tables, *options, "-o", out)
    assert refused.exit_code == 2
    assert words in refused.output
    assert not any(value in refused.output for value in HEADERS_OF_VALUES)
    assert not out.exists()


@pytest.mark.parametrize(
    ("patients", "hospitals", "words"),
    [
        ("x,n\n1,a\n,b\n", "x,n\n0,c\n", "Column 'x' of patients.csv has no value in 1 of 2 rows, the first in row 2"),
        ("x,n\n1,a\n", "x,n\n0,c\n,d\n", "Column 'x' of hospitals.csv has no value in 1 of 2 rows, the first in row 2"),
        ("x,n\nsecret,a\n", "x,n\n0,c\n", "not a number"),
        ("x,n\n", "x,n\n0,c\n", "patients.csv has column names but no records"),
        ("x,n\n1,a\n", "x,n\n", "hospitals.csv has column names but no records"),
        ("x,n\n1,a\n", "x,share\n0,-1\n", "negative shares"),
    ],
)
def test_wrong_tables_are_worded(tmp_path: Path, patients: str, hospitals: str, words: str) -> None:
    people, places, out = tmp_path / "patients.csv", tmp_path / "hospitals.csv", tmp_path / "out.csv"
    people.write_text(patients, encoding="utf-8")
    places.write_text(hospitals, encoding="utf-8")
    share = ("--share", "share") if "share" in hospitals else ()
    refused = shoal("allocate", people, places, "--columns", "x", *share, "-o", out)
    assert refused.exit_code == 2, refused.output
    assert words in refused.output
    assert "secret" not in refused.output
    assert not out.exists()


def test_an_input_is_never_written_over(tables: tuple[Path, Path]) -> None:
    refused = shoal("allocate", *tables, "--columns", "x", "-o", tables[0])
    assert refused.exit_code == 2
    assert tables[0].read_text("utf-8") == PATIENTS
