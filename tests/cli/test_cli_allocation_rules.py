"""shoal allocate --save and --coverage, shoal apply with a rule: later records, maps, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal
from matplotlib.path import Path as Outline

RNG = np.random.default_rng(1)
PEOPLE = pl.DataFrame(
    {
        "name": [f"Zyxwina{row}" for row in range(60)],
        "lat": (48.0 + RNG.normal(size=60)).round(5),
        "lon": (11.0 + RNG.normal(size=60)).round(5),
        "hours": RNG.lognormal(size=60).round(3),
    }
)
HOSPITALS = pl.DataFrame({"hospital": ["Nord", "Süd", "Mitte"], "lat": [48.8, 47.3, 48.0], "lon": [11.0, 11.2, 11.0]})
STREETS = "from_x,from_y,to_x,to_y\n0,0,100,0\n100,0,100,100\n100,100,0,100\n"
CORNERS = pl.DataFrame({"x": [0.0, 10.0, 100.0, 90.0, 5.0, 100.0], "y": [0.0, 0.0, 100.0, 100.0, 100.0, 60.0]})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    PEOPLE.write_csv(tmp_path / "people.csv")
    HOSPITALS.write_csv(tmp_path / "hospitals.csv")
    (tmp_path / "streets.csv").write_text(STREETS, encoding="utf-8")
    CORNERS.write_csv(tmp_path / "corners.csv")
    CORNERS[[0, 2]].write_csv(tmp_path / "two.csv")
    return tmp_path


def run(*arguments: str | Path) -> dict[str, Any]:
    done = shoal(*arguments, "--json")
    assert done.exit_code == 0, done.output
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts


def saved(folder: Path, *options: str | Path, people: str = "people.csv", centers: str = "hospitals.csv") -> Any:
    """The facts of an allocation whose rule was saved, and its table."""
    out = folder / "allocation.csv"
    facts = run("allocate", folder / people, folder / centers, *options, "--save", folder / "rule.json", "-o", out)
    return facts, pl.read_csv(out)


POSITION = ("--columns", "lat,lon", "--center-id", "hospital", "--id", "name")


def test_the_same_records_get_the_same_centres_and_later_ones_get_theirs(folder: Path) -> None:
    facts, table = saved(folder, *POSITION)
    assert facts["assigned_otherwise"] == 0
    assert facts["files"] == [str(folder / "allocation.csv"), str(folder / "rule.json")]
    out = folder / "again.csv"
    again = run("apply", folder / "rule.json", folder / "people.csv", "--id", "name", "-o", out)
    assert again["rule"] == facts["rule"]
    assert pl.read_csv(out).equals(table)
    assert any("no anonymisation" in warning for warning in again["warnings"])
    later = pl.DataFrame({"lon": [11.0, 11.2], "other": ["a", "b"], "lat": [48.9, 47.2]})
    later.write_csv(folder / "later.csv")
    run("apply", folder / "rule.json", folder / "later.csv", "-o", out)
    assert pl.read_csv(out)["record"].to_list() == [1, 2]
    assert pl.read_csv(out)["center"].to_list() == ["Nord", "Süd"]


def test_the_screen_says_that_nothing_is_anonymous_and_shows_no_record(folder: Path) -> None:
    saved(folder, *POSITION)
    said = shoal("apply", folder / "rule.json", folder / "people.csv", "--id", "name", "-o", folder / "out.csv").output
    assert "no anonymisation" in said
    assert "No shares were kept" in said
    assert "Zyxwina" not in said
    assert "rule of an allocation" in shoal("verify", folder / "rule.json").output
    assert "not anonymous" in " ".join(shoal("inspect", folder / "rule.json").output.split())
    assert json.loads(shoal("inspect", folder / "rule.json", "--json").stdout)["distance"] == "great-circle"


def test_workloads_are_a_column_of_later_records_too(folder: Path) -> None:
    facts, table = saved(folder, *POSITION, "--workload", "hours")
    out = folder / "again.csv"
    run("apply", folder / "rule.json", folder / "people.csv", "--id", "name", "-o", out)
    differing = (pl.read_csv(out)["center"] != table["center"]).sum()
    assert differing == facts["assigned_otherwise"] < 3
    PEOPLE.drop("hours").write_csv(folder / "later.csv")
    refused = shoal("apply", folder / "rule.json", folder / "later.csv", "-o", out)
    assert refused.exit_code == 2
    assert "Column 'hours'" in refused.output


def test_standardised_columns_keep_their_scale(folder: Path) -> None:
    options = ("--columns", "lat,lon", "--distance", "euclidean", "--standardise")
    _, table = saved(folder, *options)
    document = json.loads((folder / "rule.json").read_text("utf-8"))
    assert all(np.log2(scale) * 4 == pytest.approx(round(np.log2(scale) * 4)) for scale in document["scales"])
    run("apply", folder / "rule.json", folder / "people.csv", "-o", folder / "again.csv")
    again = pl.read_csv(folder / "again.csv")
    assert again["center"].equals(table["center"])
    assert again["distance"].to_list() == pytest.approx(table["distance"].to_list())


def test_rules_of_a_matrix_need_that_of_the_later_records(folder: Path) -> None:
    minutes = np.random.default_rng(2).uniform(1.0, 60.0, (60, 3))
    pl.DataFrame(minutes, schema=list(HOSPITALS["hospital"])).write_csv(folder / "minutes.csv")
    _, table = saved(folder, "--matrix", folder / "minutes.csv", "--center-id", "hospital")
    later = pl.DataFrame(minutes[:10], schema=list(HOSPITALS["hospital"])).select("Süd", "Mitte", "Nord")
    later.write_csv(folder / "later-minutes.csv")
    PEOPLE[:10].write_csv(folder / "later.csv")
    arguments = ("apply", folder / "rule.json", folder / "later.csv", "-o", folder / "again.csv")
    run(*arguments, "--matrix", folder / "later-minutes.csv")
    assert pl.read_csv(folder / "again.csv").equals(table[:10])
    refused = shoal(*arguments)
    assert refused.exit_code == 2
    assert "Give it with --matrix" in " ".join(refused.output.split())
    refused = shoal(*arguments, "--matrix", folder / "minutes.csv")
    assert "has 60 rows for 10 records" in refused.output


def test_rules_along_streets_need_the_streets(folder: Path) -> None:
    graph = ("--graph", folder / "streets.csv")
    facts, table = saved(folder, *graph, people="corners.csv", centers="two.csv")
    assert facts["distance"] == "graph"
    arguments = ("apply", folder / "rule.json", folder / "corners.csv", "-o", folder / "again.csv")
    run(*arguments, *graph)
    assert pl.read_csv(folder / "again.csv").equals(table)
    refused = shoal(*arguments)
    assert refused.exit_code == 2
    assert "with --graph" in refused.output
    (folder / "streets.csv").write_text(STREETS + "0,100,0,0\n", encoding="utf-8")
    refused = shoal(*arguments, *graph)
    assert refused.exit_code == 2
    assert "made with another graph" in refused.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--withhold",), "--withhold means nothing with the rule of an allocation"),
        (("--cells", "--keep-order"), "means nothing with the rule of an allocation"),
        (("--confidential", "hours"), "--confidential means nothing with the rule"),
        (("--matrix", "people.csv"), "--matrix means nothing to a rule with the distance 'great-circle'"),
        (("--graph", "streets.csv"), "--graph means nothing to a rule without streets"),
        (("--id", "name,hours"), "--id names 2 columns, and one names the records"),
        (("--id", "nobody"), "Column 'nobody' (--id) is not in people.csv"),
        (("--public-key", "key.pub"), "no key can vouch for it"),
    ],
)
def test_options_of_other_models_are_refused(folder: Path, options: tuple[str, ...], words: str) -> None:
    saved(folder, *POSITION)
    given = [folder / option if option.endswith(".csv") else option for option in options]
    refused = shoal("apply", folder / "rule.json", folder / "people.csv", "-o", folder / "out.csv", *given)
    assert refused.exit_code == 2, refused.output
    assert words in " ".join(refused.output.split())
    assert not (folder / "out.csv").exists()


def test_damaged_rules_are_not_applied(folder: Path) -> None:
    saved(folder, *POSITION)
    path = folder / "rule.json"
    path.write_text(path.read_text("utf-8").replace("48.8", "49.8"), encoding="utf-8")
    refused = shoal("apply", path, folder / "people.csv", "-o", folder / "out.csv")
    assert refused.exit_code == 1
    assert "is not to be trusted" in refused.output
    assert "Nothing was written" in refused.output
    assert not (folder / "out.csv").exists()
    assert shoal("verify", path).exit_code == 1


def test_other_commands_say_what_the_file_is(folder: Path) -> None:
    saved(folder, *POSITION)
    for arguments, words in (
        (("collect", folder / "rule.json", folder / "people.csv", "-o", folder / "x"), "rule of an allocation"),
        (("issue", folder / "rule.json", "-o", folder / "tokens"), "rule of an allocation"),
        (("verify", folder / "rule.json", folder / "people.csv"), "promises nothing about a table"),
        (("apply", folder / "rule.json", folder / "people.csv"), "Say where the centres go"),
    ):
        refused = shoal(*arguments)
        assert refused.exit_code == 2, refused.output
        assert words in refused.output


def test_an_input_is_never_written_over(folder: Path) -> None:
    saved(folder, *POSITION)
    before = (folder / "rule.json").read_bytes()
    assert shoal("apply", folder / "rule.json", folder / "people.csv", "-o", folder / "people.csv").exit_code == 2
    tables = (folder / "people.csv", folder / "hospitals.csv", "--columns", "lat,lon", "-o", folder / "o.csv")
    assert shoal("allocate", *tables, "--save", folder / "o.csv").exit_code == 2
    assert shoal("allocate", *tables, "--coverage", folder / "rule.json", "--save", folder / "rule.json").exit_code == 2
    assert (folder / "rule.json").read_bytes() == before


# --- maps


@pytest.mark.parametrize("distance", ["great-circle", "squared-euclidean", "euclidean"])
def test_every_record_is_in_the_region_of_its_centre(folder: Path, distance: str) -> None:
    path = folder / "areas.geojson"
    facts, table = saved(folder, *POSITION, "--distance", distance, "--coverage", path)
    assert any("map" in warning for warning in facts["warnings"])
    regions = json.loads(path.read_text("utf-8"))
    places = PEOPLE.select("lon", "lat").to_numpy()
    assert [feature["properties"]["center"] for feature in regions["features"]] == ["Nord", "Süd", "Mitte"]
    for feature in regions["features"]:
        inside = Outline(feature["geometry"]["coordinates"][0]).contains_points(places)
        assert inside.tolist() == (table["center"] == feature["properties"]["center"]).to_list()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--columns", "lat,lon", "--distance", "manhattan"), "no regions that could be drawn"),
        (("--columns", "lat"), "A map needs two coordinates; there are 1"),
        (("--columns", "lat,lon", "--workload", "hours"), "there is no single map"),
        (("--columns", "lat,lon", "--crs", "EPSG:4326"), "latitudes and longitudes need none"),
    ],
)
def test_maps_that_cannot_be_drawn_are_refused(folder: Path, options: tuple[str, ...], words: str) -> None:
    out = folder / "out.csv"
    arguments = ("allocate", folder / "people.csv", folder / "hospitals.csv", *options, "-o", out)
    refused = shoal(*arguments, "--coverage", folder / "areas.geojson")
    assert refused.exit_code == 2, refused.output
    assert words in " ".join(refused.output.split())
    assert not out.exists()
    assert not (folder / "areas.geojson").exists()


def test_projected_coordinates_name_their_system(folder: Path) -> None:
    path = folder / "areas.geojson"
    arguments = ("allocate", folder / "corners.csv", folder / "two.csv", "--columns", "x,y", "-o", folder / "out.csv")
    refused = shoal(*arguments, "--coverage", path)
    assert refused.exit_code == 2
    assert "--crs EPSG:2263" in " ".join(refused.output.split())
    run(*arguments, "--coverage", path, "--crs", "EPSG:25832")
    assert "25832" in json.loads(path.read_text("utf-8"))["crs"]["properties"]["name"]
