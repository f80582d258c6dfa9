"""shoal compare: the losses are those of the library, and nothing is released."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import CANARIES, shoal, write_people

import shoal as library
from shoal.cli.compare import split_methods
from shoal.cli.loss_plot import moved_apart


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write_people(tmp_path)


def test_losses_are_those_of_the_partitioners(people: Path, tmp_path: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3,5", "--method", "mdav,vmdav(gain=1.1)", "--json")
    assert result.exit_code == 0, result.stderr
    columns = pl.read_csv(people).select("age", "income").to_numpy().astype(float)
    points = (columns - columns.mean(axis=0)) / columns.std(axis=0)
    facts = json.loads(result.stdout)["results"]
    assert [(row["method"], row["k"]) for row in facts] == [
        ("mdav", 3),
        ("mdav", 5),
        ("vmdav(gain=1.1)", 3),
        ("vmdav(gain=1.1)", 5),
    ]
    for row in facts:
        expected = library.microaggregate(points, row["k"], method=row["method"])
        assert row["loss"] == pytest.approx(expected.loss, rel=1e-9)
        assert row["n_cells"] == expected.n_cells
        assert row["smallest_cell"] == expected.sizes.min() >= row["k"]
    assert {path.name for path in tmp_path.iterdir()} == {"people.csv"}


def test_the_screen_shows_every_pair_and_the_least(people: Path) -> None:
    result = shoal("compare", people, "--qi", "age,income", "--k", "3,10", "--method", "mdav,mdav*")
    rows = [line for line in result.stdout.splitlines() if "%" in line]
    assert len(rows) == 4
    assert sum("least" in row for row in rows) >= 2
    assert not any(canary in result.output for canary in CANARIES)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_plot(people: Path, tmp_path: Path, suffix: str) -> None:
    plots = [tmp_path / f"{name}{suffix}" for name in ("a", "b")]
    for plot in plots:
        result = shoal(
            "compare", people, "--qi", "age,income", "--k", "3,5", "--method", "mdav,md", "--plot", plot, "-q"
        )
        assert (result.exit_code, result.output) == (0, "")
    content = plots[0].read_bytes()
    assert content == plots[1].read_bytes()  # nothing of the day of drawing is in it
    assert content.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix])
    if suffix == ".svg":
        assert b">mdav<" in content  # lines are named where they end
        assert b">md<" in content


def test_strata_weights_and_gaps_count_as_in_a_release(tmp_path: Path) -> None:
    people = write_people(tmp_path)
    lines = people.read_text().splitlines()
    lines[4] = ",".join(["Zyxwina", "", *lines[4].split(",")[2:]])
    people.write_text("\n".join(lines) + "\n")
    options = ["--qi", "age,income", "--by", "region", "--weight", "weight"]
    assert shoal("compare", people, *options, "--k", "3").exit_code == 2
    options += ["--missing", "drop"]
    row = json.loads(shoal("compare", people, *options, "--k", "3", "--method", "mdav", "--json").stdout)["results"][0]
    release = library.anonymize(
        people,
        k=3,
        quasi_identifiers=["age", "income"],
        identifiers="name",
        by="region",
        weight="weight",
        confidential="diagnosis",
        method="mdav",
        missing="drop",
    )
    assert row["loss"] == pytest.approx(release.partition.loss)


def test_roles_file(people: Path, tmp_path: Path) -> None:
    roles = tmp_path / "roles.toml"
    shoal("roles", people, "-o", roles)
    facts = json.loads(shoal("compare", people, "--roles", roles, "--k", "3", "--method", "mdav", "--json").stdout)
    assert "age" in facts["quasi_identifiers"]
    assert shoal("compare", people, "--roles", roles, "--qi", "age").exit_code == 2


WRONG = {
    "k": (["--k", "3,x"], "whole numbers"),
    "small k": (["--k", "1,3"], "smallest k"),
    "large k": (["--k", "3,61"], "holds 60 records"),
    "method": (["--method", "mdav,mdv"], "Did you mean 'mdav'?"),
    "no method": (["--method", ","], "names no method"),
    "column": (["--qi", "agee"], "Did you mean 'age'?"),
    "too many coordinates": (["--method", "optimal-1d"], "one coordinate"),
    "plot suffix": (["--plot", "plot.docx"], ".png, .svg, .pdf"),
    "plot folder": (["--plot", "/no/such/plot.png"], "Cannot write"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_use(name: str, people: Path) -> None:
    wrong, words = WRONG[name]
    result = shoal("compare", people, "--qi", "age,income", *wrong)
    assert result.exit_code == 2
    assert words in result.stderr


def test_methods_are_split_outside_parentheses() -> None:
    assert split_methods("mdav, vmdav(gain=0.2) ,x(a=1,b=2),mdav*") == [
        "mdav",
        "vmdav(gain=0.2)",
        "x(a=1,b=2)",
        "mdav*",
    ]


def test_labels_move_apart_and_stay_inside() -> None:
    places = moved_apart([1.0, 1.01, 1.02, 5.99, 6.0], 0.5, 6.2)
    assert np.diff(places).min() >= 0.5 - 1e-12
    assert places[0] == 1.0
    assert places[-1] <= 6.2
