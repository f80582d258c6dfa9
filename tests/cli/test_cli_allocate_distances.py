"""shoal allocate by great circles, matrices and streets: the least total by linear programs, and wrong input worded."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cli_toys import shoal
from scipy.optimize import linprog
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from benchmarks.data import data_folder
from shoal import Graph
from shoal.partition.distances.great_circle import GreatCircle

RNG = np.random.default_rng(0)
HOMES = pl.DataFrame(
    {
        "name": [f"Zyxwina{row}" for row in range(40)],
        "latitude": 59.0 + RNG.normal(size=40).round(4),
        "longitude": 10.0 + RNG.normal(size=40).round(4),
        "age": RNG.integers(20, 80, 40),
        "hours": RNG.integers(1, 5, 40),
    }
)
HOSPITALS = pl.DataFrame(
    {
        "hospital": ["Nord", "Sør", "Øst"],
        "latitude": [59.5, 58.5, 59.0],
        "longitude": [10.0, 9.5, 11.0],
        "age": [30, 50, 60],
        "beds": [20, 10, 10],
    }
)
MINUTES = RNG.integers(1, 60, (40, 3)).astype(np.float64)
POSITION = ("--columns", "latitude,longitude")


def least_total(distance: np.ndarray, sizes: np.ndarray) -> float:
    """The least total distance of all assignments with these sizes, by a linear program over all pairs."""
    n_records, n_centers = distance.shape
    each = np.kron(np.eye(n_records), np.ones(n_centers))
    sums = np.kron(np.ones(n_records), np.eye(n_centers))
    solution = linprog(distance.ravel(), A_eq=np.vstack([each, sums]), b_eq=np.concatenate([np.ones(n_records), sizes]))
    assert solution.success
    return float(solution.fun)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    HOMES.write_csv(tmp_path / "homes.csv")
    HOSPITALS.write_csv(tmp_path / "hospitals.csv")
    pl.DataFrame(MINUTES, schema=list(HOSPITALS["hospital"])).write_csv(tmp_path / "minutes.csv")
    return tmp_path


def allocated(folder: Path, *options: str | Path) -> tuple[dict[str, Any], pl.DataFrame]:
    """The facts and the written table."""
    out = folder / "out.csv"
    done = shoal("allocate", folder / "homes.csv", folder / "hospitals.csv", *options, "-o", out, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout), pl.read_csv(out)


def refused(folder: Path, *options: str | Path, records: str = "homes.csv", centers: str = "hospitals.csv") -> str:
    """What is said, on one line; nothing is written, and no name of a record is shown."""
    before = sorted(path.name for path in folder.iterdir())
    done = shoal("allocate", folder / records, folder / centers, *options, "-o", folder / "out.csv")
    assert done.exit_code == 2, done.output
    assert sorted(path.name for path in folder.iterdir()) == before
    assert "Zyxwina" not in done.output
    return " ".join(done.output.split())


# --- which distance


def test_a_latitude_and_a_longitude_are_measured_in_metres(folder: Path) -> None:
    facts, table = allocated(folder, *POSITION, "--share", "beds", "--normalise", "--center-id", "hospital")
    assert facts["distance"] == "great-circle"
    assert facts["unit"] == "metres"
    assert "--distance squared-euclidean" in facts["distance_because"]
    places, sites = (frame.select("latitude", "longitude").to_numpy() for frame in (HOMES, HOSPITALS))
    measure = GreatCircle()
    metres = measure.between(measure.embedded(places), measure.embedded(sites))
    assert facts["total_distance"] == pytest.approx(least_total(metres, np.array([20, 10, 10])))
    assert "total_squared_distance" not in facts
    own = [metres[row, list(HOSPITALS["hospital"]).index(name)] for row, name in enumerate(table["center"])]
    assert table["distance"].to_list() == pytest.approx(own)


def test_the_order_of_the_columns_does_not_matter(folder: Path) -> None:
    facts, table = allocated(folder, *POSITION)
    turned, same = allocated(folder, "--columns", "longitude,latitude")
    assert turned["columns"] == facts["columns"] == ["latitude", "longitude"]
    assert same.equals(table)


def test_the_distance_is_said_on_the_screen(folder: Path) -> None:
    arguments = ("allocate", folder / "homes.csv", folder / "hospitals.csv", "-o", folder / "out.csv")
    said = " ".join(shoal(*arguments, *POSITION).output.split())
    assert "great-circle, in metres (because the columns are a latitude and a longitude;" in said
    assert re.search(r"mean distance [^ ]+ metres", said)
    said = " ".join(shoal(*arguments, "--columns", "age").output.split())
    assert "squared-euclidean (the default for other columns" in said
    assert ", in the unit of the columns" in said
    assert "degrees" not in said
    said = " ".join(shoal(*arguments, "--columns", "latitude").output.split())
    assert "'latitude' counts in squared degrees" in said


@pytest.mark.parametrize("name", ["squared-euclidean", "euclidean", "manhattan", "cosine"])
def test_any_other_distance_may_be_asked_for(folder: Path, name: str) -> None:
    facts, _ = allocated(folder, *POSITION, "--distance", name)
    assert facts["distance"] == name
    assert facts["unit"] is None
    places, sites = (frame.select("latitude", "longitude").to_numpy() for frame in (HOMES, HOSPITALS))
    apart = places[:, None] - sites
    length = np.linalg.norm(places, axis=1)[:, None] * np.linalg.norm(sites, axis=1)
    pairs = {
        "squared-euclidean": (apart**2).sum(axis=2),
        "euclidean": np.sqrt((apart**2).sum(axis=2)),
        "manhattan": np.abs(apart).sum(axis=2),
        "cosine": 1.0 - places @ sites.T / length,
    }[name]
    total = facts.get("total_distance", facts.get("total_squared_distance"))
    sizes = np.array([row["records"] for row in facts["centers"]])
    assert total == pytest.approx(least_total(pairs, sizes), rel=1e-6, abs=1e-9)


def test_columns_that_only_sound_like_degrees_are_not_measured_in_metres(folder: Path) -> None:
    projected = HOMES.with_columns(pl.col("latitude") * 1000.0, pl.col("longitude") * 1000.0)
    projected.write_csv(folder / "homes.csv")
    facts, _ = allocated(folder, *POSITION)
    assert facts["distance"] == "squared-euclidean"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "--columns is missing"),
        ((*POSITION, "--distance", "beeline"), "There is no --distance 'beeline'"),
        ((*POSITION, "--distance", "grate-circle"), "Did you mean 'great-circle'?"),
        ((*POSITION, "--standardise"), "or say --distance squared-euclidean"),
        ((*POSITION, "--distance", "great-circle", "--standardise"), "--standardise would change distances"),
        (("--columns", "latitude,longitude,age", "--distance", "great-circle"), "needs two coordinates"),
        (("--columns", "age,longitude", "--distance", "great-circle"), None),
        (("--matrix", "MINUTES", "--standardise"), "--standardise would change distances"),
        (("--matrix", "MINUTES", "--distance", "cosine"), "--distance and --matrix are two distances"),
        (("--matrix", "MINUTES", "--graph", "MINUTES"), "--matrix and --graph are two distances"),
        (("--matrix", "MINUTES", *POSITION), "--columns means nothing with --matrix"),
        ((*POSITION, "--crs", "EPSG:2263"), "--coverage names no file"),
        ((*POSITION, "--save", "rule.shoalq"), "An allocation rule is written as .json"),
        ((*POSITION, "--coverage", "map.svg"), "A map of regions is written as .geojson, .json"),
    ],
)
def test_options_that_would_be_ignored_are_refused(folder: Path, options: tuple[str, ...], words: str | None) -> None:
    given = tuple(str(folder / "minutes.csv") if option == "MINUTES" else option for option in options)
    if words is None:
        pl.DataFrame({**HOMES.to_dict(), "age": HOMES["age"] + 70}).write_csv(folder / "homes.csv")
        words = "homes.csv holds"
        assert "without a latitude and longitude in degrees" in refused(folder, *given)
    assert words in refused(folder, *given)


def test_swapped_tables_are_recognised(folder: Path) -> None:
    said = refused(folder, *POSITION, records="hospitals.csv", centers="homes.csv")
    assert "swapped" in said
    swapped = refused(folder, "--matrix", folder / "minutes.csv", records="hospitals.csv", centers="homes.csv")
    assert "swapped" in swapped


# --- a matrix


def test_a_matrix_in_the_order_of_the_records(folder: Path) -> None:
    facts, table = allocated(folder, "--matrix", folder / "minutes.csv", "--share", "beds", "--normalise")
    assert facts["distance"] == "matrix"
    assert facts["columns"] == []
    assert facts["total_distance"] == pytest.approx(least_total(MINUTES, np.array([20, 10, 10])))
    own = MINUTES[np.arange(40), table["center"].to_numpy() - 1]
    assert table["distance"].to_list() == own.tolist()


def test_a_matrix_by_names_may_have_another_order_and_more_rows(folder: Path) -> None:
    plain, expected = allocated(folder, "--matrix", folder / "minutes.csv", "--center-id", "hospital", "--id", "name")
    named = pl.DataFrame({"name": HOMES["name"], **dict(zip(HOSPITALS["hospital"], MINUTES.T, strict=True))})
    stranger = pl.DataFrame({"name": ["Stranger"], "Nord": [1.0], "Sør": [1.0], "Øst": [1.0]})
    shuffled = (
        pl.concat([named, stranger]).sample(fraction=1.0, shuffle=True, seed=1).select("Øst", "name", "Nord", "Sør")
    )
    shuffled.write_csv(folder / "named.csv")
    facts, table = allocated(folder, "--matrix", folder / "named.csv", "--center-id", "hospital", "--id", "name")
    assert facts["total_distance"] == plain["total_distance"]
    assert table.equals(expected)


def test_workloads_go_with_a_matrix(folder: Path) -> None:
    facts, _ = allocated(folder, "--matrix", folder / "minutes.csv", "--workload", "hours")
    third = float(HOMES["hours"].sum()) / 3.0
    assert all(abs(row["workload"] - third) <= HOMES["hours"].max() for row in facts["centers"])


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("Nord,Sør,Øst\n1,2,3\n", (), "has 1 rows for 40 records"),
        ("Nord,Sør\n" + "1,2\n" * 40, (), "has 2 columns for 3 centres"),
        ("Nord,Sør,Øst\n" + "1,2,-3\n" * 40, (), "has 40 negative distances, the first in row 1"),
        ("Nord,Sør,Øst\n" + "1,2,3\n" * 39 + "1,,3\n", (), "has no value in 1 of 40 rows, the first in row 40"),
        ("Nord,Sør,Øst\n" + "1,2,far\n" * 40, (), "not numbers"),
        ("Nord,Sør,Vest\n" + "1,2,3\n" * 40, ("--center-id", "hospital"), "lacks a column for 1 of the 3 centres"),
        ("Nord,Sør,Øst\n" + "1,2,3\n" * 39, ("--id", "name"), "has 39 rows for 40 records"),
        ("name,Nord,Sør,Øst\n" + "Zyxwina0,1,2,3\n" * 40, ("--id", "name"), "names 39 records twice or more"),
        ("name,Nord,Sør,Øst\nZyxwina0,1,2,3\n", ("--id", "name"), "39 of 40 records have no row"),
        ("name,Nord,Sør,Øst\n" + "Zyxwina0,1,2,3\n" * 40, (), "has 4 columns for 3 centres"),
    ],
)
def test_wrong_matrices_are_worded(folder: Path, text: str, options: tuple[str, ...], words: str) -> None:
    (folder / "minutes.csv").write_text(text, encoding="utf-8")
    assert words in refused(folder, "--matrix", folder / "minutes.csv", *options)


def test_centres_of_one_name_cannot_be_told_apart(folder: Path) -> None:
    HOSPITALS.with_columns(hospital=pl.lit("Nord")).write_csv(folder / "hospitals.csv")
    said = refused(folder, "--matrix", folder / "minutes.csv", "--center-id", "hospital")
    assert "gives 2 centres a name that another one has" in said
    said = refused(folder, *POSITION, "--save", folder / "rule.json", "--center-id", "hospital")
    assert "gives 2 centres a name that another one has" in said


# --- streets


def town(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """A town of 6 × 5 crossings with a river that two bridges cross; its homes, and where they are on the streets."""
    pieces = []
    for x in range(6):
        for y in range(5):
            if x < 5 and (x != 2 or y in (0, 4)):  # the river is between x = 2 and x = 3
                pieces.append((100 * x, 100 * y, 100 * x + 100, 100 * y, 130 if x == 2 else 100))
            if y < 4:
                pieces.append((100 * x, 100 * y, 100 * x, 100 * y + 100, 100))
    frame = pl.DataFrame(pieces, schema=["from_x", "from_y", "to_x", "to_y", "length"], orient="row")
    frame.write_csv(folder / "streets.csv")
    rng = np.random.default_rng(4)
    at = np.sort(rng.choice(30, 24, replace=False))  # homes at crossings
    homes = np.column_stack([100.0 * (at // 5), 100.0 * (at % 5)])
    pl.DataFrame(homes, schema=["x", "y"]).write_csv(folder / "homes.csv")
    pl.DataFrame([[200.0, 200.0], [300.0, 200.0]], schema=["x", "y"], orient="row").write_csv(folder / "hospitals.csv")
    corner = {(float(x), float(y)): 5 * (x // 100) + y // 100 for x in range(0, 600, 100) for y in range(0, 500, 100)}
    ends = np.array([[corner[row[0], row[1]], corner[row[2], row[3]]] for row in np.array(pieces, dtype=float)[:, :4]])
    lengths = np.array([row[4] for row in pieces], dtype=np.float64)
    ways = dijkstra(csr_array((lengths, ends.T), shape=(30, 30)), directed=False)
    return ways[at][:, [corner[200.0, 200.0], corner[300.0, 200.0]]], homes


def test_streets_lead_over_bridges(folder: Path) -> None:
    """The two centres are 100 apart as the crow flies, and 530 by the bridges."""
    distance, _ = town(folder)
    facts, table = allocated(folder, "--graph", folder / "streets.csv")
    assert facts["distance"] == "graph"
    assert facts["columns"] == ["x", "y"]
    assert facts["total_distance"] == pytest.approx(least_total(distance, np.array([12, 12])))
    own = distance[np.arange(24), table["center"].to_numpy() - 1]
    assert table["distance"].to_list() == pytest.approx(own.tolist())


@pytest.mark.usefixtures("street_data")
def test_streets_equal_a_linear_program_on_the_data_set(tmp_path: Path) -> None:
    """Incidents to schools; the distances of all pairs are those of the graph."""
    folder, out = data_folder(), tmp_path / "out.csv"
    done = shoal(
        "allocate", folder / "street_incidents.csv", folder / "street_schools.csv", "--graph", folder / "streets.csv",
        "--columns", "x,y", "-o", out, "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    streets = Graph.from_pieces(pl.read_csv(folder / "streets.csv"))
    points, sites = (
        streets.embedded(pl.read_csv(folder / f"street_{what}.csv").select("x", "y").to_numpy())
        for what in ("incidents", "schools")
    )
    sizes = np.array([row["records"] for row in facts["centers"]])
    assert facts["total_distance"] == pytest.approx(least_total(streets.between(points, sites), sizes), rel=1e-9)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("lacking", "Column 'to_y' (--graph) is not in streets.csv"),
        ("missing", "Column 'from_x' of streets.csv has no value in 1 of"),
        ("negative", "streets.csv cannot be used as streets"),
        ("parts", "streets.csv cannot be used as streets"),
        ("far", "from every street"),
        ("columns", "--columns is missing, and homes.csv has no columns x and y"),
        ("three", "must name the two coordinates of the streets; found 1"),
    ],
)
def test_wrong_streets_are_worded(folder: Path, what: str, words: str) -> None:
    town(folder)
    path, options = folder / "streets.csv", ()
    streets = pl.read_csv(path)
    first = pl.arange(pl.len()) == 0
    if what == "lacking":
        streets = streets.drop("to_y")
    elif what == "missing":
        streets = streets.with_columns(from_x=pl.when(first).then(None).otherwise(pl.col("from_x")))
    elif what == "negative":
        streets = streets.with_columns(length=-pl.col("length"))
    elif what == "parts":
        far = streets.with_columns(pl.col("from_x", "to_x") + 5000)
        streets = pl.concat([streets, far])
    elif what == "far":
        homes = pl.read_csv(folder / "homes.csv")
        homes.with_columns(pl.col("x") * 1000.0).write_csv(folder / "homes.csv")
    elif what == "columns":
        HOMES.write_csv(folder / "homes.csv")
    else:
        options = ("--columns", "x")
    streets.write_csv(path)
    assert words in refused(folder, "--graph", path, *options)
