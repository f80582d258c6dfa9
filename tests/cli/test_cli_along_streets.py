"""shoal anonymize --graph: a table of positions in cells along the streets of a town, counted on the written file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal

from benchmarks.data import data_folder
from shoal import Graph

ROLES = ("--qi", "x,y", "--insensitive", "note")


@pytest.fixture
def folder(street_data: tuple[np.ndarray, ...], tmp_path: Path) -> Path:
    """The incidents of a real town, with a harmless column."""
    _, incidents, _ = street_data
    (tmp_path / "streets.csv").write_bytes((data_folder() / "streets.csv").read_bytes())
    pl.DataFrame(incidents, schema=["x", "y"]).with_columns(note=pl.lit("seen")).write_csv(tmp_path / "incidents.csv")
    return tmp_path


def test_incidents_are_released_at_crossings_and_the_run_is_repeated(folder: Path) -> None:
    asked = ("--k", 5, "--graph", folder / "streets.csv", "--seed", 1)
    told = shoal("anonymize", folder / "incidents.csv", *asked, *ROLES, "-o", f"{folder}/out/", "--json")
    assert told.exit_code == 0, told.output
    written = pl.read_csv(folder / "out" / "release.csv")
    assert written.group_by("x", "y").len()["len"].min() >= 5
    assert json.loads(told.stdout)["smallest_class"] >= 5
    graph = Graph.from_pieces(pl.read_csv(folder / "streets.csv"))
    assert graph.positions is not None
    assert set(written.select("x", "y").rows()) <= {tuple(one) for one in graph.positions.tolist()}
    assert "crossing" in (folder / "out" / "report.html").read_text()
    again = shoal("replay", folder / "private-out" / "manifest.json")
    assert again.exit_code == 0, again.output
    (folder / "streets.csv").rename(folder / "moved.csv")
    moved = shoal("replay", folder / "private-out" / "manifest.json", "--graph", folder / "moved.csv")
    assert moved.exit_code == 0, moved.output


@pytest.mark.parametrize(
    ("streets", "more", "words"),
    [
        ("from_x,from_y,to_x,to_y\n0,0,1,0\n5,5,6,5\n", (), "cannot be used as streets"),
        ("from_x,from_y,to_x,to_y,length\n0,0,1,0,-2\n", (), "cannot be used as streets"),
        ("from_x,from_y,to_x\n0,0,1\n", (), "to_y"),
        (None, ("--method", "mdav"), "--graph"),
        (None, ("--quantizer", "cells.json"), "straight lines"),
        (None, ("--certify", "3"), "no bound"),
        (None, ("--suppress", "1%"), "the streets (--graph) out"),
        (None, ("--qi", "y,x"), "seem to be swapped"),
    ],
)
def test_wrong_use_is_worded_and_nothing_is_written(
    folder: Path, streets: str | None, more: tuple[str, ...], words: str
) -> None:
    if streets is not None:
        (folder / "streets.csv").write_text(streets)
    options = [folder / one if one == "cells.json" else one for one in more]
    roles = ROLES[2:] if "--qi" in more else ROLES
    asked = ("--k", 5, "--graph", folder / "streets.csv", *roles, *options)
    told = shoal("anonymize", folder / "incidents.csv", *asked, "-o", f"{folder}/out/")
    assert told.exit_code == 2
    assert words in " ".join(told.output.split())
    assert not (folder / "out").exists()


def test_incidents_in_other_units_than_the_streets_are_refused_without_their_values(folder: Path) -> None:
    feet = pl.read_csv(folder / "incidents.csv")
    feet.with_columns(pl.col("x", "y") * 0.3048).write_csv(folder / "metres.csv")
    asked = ("--k", 5, "--graph", folder / "streets.csv", *ROLES)
    told = shoal("anonymize", folder / "metres.csv", *asked, "-o", f"{folder}/out/")
    assert told.exit_code == 2
    assert "287 of 287" in told.output
    assert "farthest" not in told.output  # a word of Python alone
    assert not (folder / "out").exists()
