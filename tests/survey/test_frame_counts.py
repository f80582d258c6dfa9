"""Frames with counts: the same cells as with one row for each person, and the file says what the frame was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from survey_toys import designed
from typer.testing import CliRunner

from shoal.cli.app import app
from shoal.errors import MissingValuesError, ParameterError, RolesError, ShoalError, TableError, WrongUse
from shoal.survey.specification.specification import Specification
from shoal.survey.specification.verification import verify_specification

COLUMNS = ["age", "sex"]


def counted(n_people: int = 900) -> pl.DataFrame:
    rng = np.random.default_rng(3)
    people = pl.DataFrame(
        {
            "age": rng.integers(20, 40, n_people),
            "sex": rng.choice(["f", "m"], n_people),
            "region": rng.choice(["north", "south"], n_people),
        }
    )
    return people.group_by("age", "sex", "region", maintain_order=True).len("people").cast({"people": pl.Int64})


def one_by_one(counts: pl.DataFrame) -> pl.DataFrame:
    return counts.select(pl.exclude("people").repeat_by("people").explode())


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"by": ["region"], "participation": {"north": 0.7, "south": 0.5}},
        {"overdispersion": 0.02},
        {"participation": "chance"},
    ],
    ids=["constant", "strata", "overdispersion", "own shares"],
)
def test_counts_give_the_cells_of_people_one_by_one(more: dict[str, Any]) -> None:
    counts = counted().with_columns(chance=0.5 + pl.col("age") / 100)
    mine = designed(counts, quasi_identifiers=COLUMNS, count="people", **more)
    theirs = designed(one_by_one(counts), quasi_identifiers=COLUMNS, **more)
    one, two = mine.specification, theirs.specification
    assert one.n_cells > 5 and np.array_equal(one.quantizer.centroids, two.quantizer.centroids)
    assert np.array_equal(one.failures, two.failures) and one.n_min == two.n_min
    assert (mine.loss, mine.n_mended, mine.breaks_at) == (theirs.loss, theirs.n_mended, theirs.breaks_at)
    assert np.array_equal(np.repeat(mine.cell_of, counts["people"]), theirs.cell_of)


def test_the_file_says_that_people_were_counted_and_comes_back(tmp_path: Path) -> None:
    specification = designed(counted(), quasi_identifiers=COLUMNS, count="people").specification
    specification.save(tmp_path / "s.json")
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert document["format"] == 3 and document["frame"]["source"] == "counts"
    assert "The frame is a table of counts" in document["promise"]["words"]
    again = Specification.load(tmp_path / "s.json")
    assert again.digest == specification.digest and again.source == specification.source
    findings = again.verify()
    assert findings.ok and [check.open for check in findings.checks if check.name == "source"] == [False]
    with pytest.raises(WrongUse, match="has no row for each person"):
        verify_specification(tmp_path / "s.json", one_by_one(counted()))


def test_a_row_that_counts_nobody_has_no_cell() -> None:
    counts = counted()
    empty = pl.concat([counts, counts.head(1).with_columns(age=pl.lit(95, pl.Int64), people=pl.lit(0, pl.Int64))])
    design = designed(empty, quasi_identifiers=COLUMNS, count="people")
    assert design.cell_of[-1] == -1 and (design.cell_of[:-1] >= 0).all()
    assert design.specification.frame_counts.sum() == 900


@pytest.mark.parametrize(
    ("column", "words"),
    [([1.5], "no whole number"), ([-1.0], "negative"), ([None], "missing"), ([0.0] * 3, "counts nobody")],
)
def test_what_is_no_count_is_refused_with_its_row_and_without_its_value(column: list[Any], words: str) -> None:
    rows = counted().head(3).with_columns(people=pl.Series([*column, 4.0, 5.0][:3]))
    with pytest.raises(TableError, match=words) as error:
        designed(rows, quasi_identifiers=COLUMNS, count="people")
    assert "1.5" not in str(error.value) and (words == "counts nobody" or "first in row 1" in str(error.value))


def test_a_gap_is_named_by_the_row_that_the_designer_knows() -> None:
    counts = counted().with_columns(age=pl.when(pl.int_range(pl.len()) == 7).then(None).otherwise("age"))
    with pytest.raises(MissingValuesError, match="row 8"):
        designed(counts, quasi_identifiers=COLUMNS, count="people")


def test_what_counts_cannot_say_is_refused() -> None:
    counts = counted().with_columns(home=pl.int_range(pl.len()))
    with pytest.raises(ParameterError, match="needs a row for each person"):
        designed(counts, quasi_identifiers=COLUMNS, count="people", households="home")
    with pytest.raises(RolesError, match="cannot be a value of theirs"):
        designed(counts, quasi_identifiers=["age", "people"], count="people")
    with pytest.raises(ShoalError, match="'persons'"):
        designed(counts, quasi_identifiers=COLUMNS, count="persons")
    with pytest.raises(TableError, match="takes 20,000,000 at most"):
        designed(counts.with_columns(people=pl.lit(10**7)), quasi_identifiers=COLUMNS, count="people")


def test_the_command_takes_counts(tmp_path: Path) -> None:
    counted().write_csv(tmp_path / "counts.csv")
    made = CliRunner().invoke(
        app,
        f"design {tmp_path}/counts.csv --count people --k 3 --participation .6 --failure .01 --qi age,sex "
        f"--seed 1 --method pcl(rounds=20) -o {tmp_path}/s.json --json".split(),
    )
    assert made.exit_code == 0, made.output
    facts = json.loads(made.stdout)
    assert (facts["frame_source"], facts["frame_records"], facts["lost_by_rounding"]) == ("counts", 900, 0.0)
    alone = CliRunner().invoke(
        app, ["design", "--count", "people", "--k", "3", "--participation", ".6", "--failure", ".01"]
    )
    assert alone.exit_code == 2 and "about a frame" in alone.output
