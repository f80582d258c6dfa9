"""Make the test vectors that Python and JavaScript share: specifications, answers as typed, and the cells they give.

Run by hand, and only when the format or an encoding changes:  python tests/survey/make_vectors.py
`first-version.json` is not made again: it is a file that version 0.1 wrote, and must be read for ever.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from survey_toys import by_hand, designed, frame, taxonomy_file

from shoal.errors import ShoalError
from shoal.survey.collection.answering import cells_of_file
from shoal.survey.design.margins import ModelledFrame
from shoal.survey.participation.shares import Between, Earlier
from shoal.survey.specification.file import text_of_document
from shoal.survey.specification.signing import make_keys
from shoal.survey.specification.specification import Specification

FOLDER = Path(__file__).resolve().parent / "vectors"
N_MEMBERS, N_STRANGERS = 60, 60
KINDS = ["age", "income", "sex", "town", "school", "smoker", "born", "seen", "rooms", "share", "job", "lat", "lon"]
DETAILS: dict[str, Any] = {
    "orders": {"school": ["none", "some", "all of it"]},
    "types": {"lat": "latitude", "lon": "longitude", "rooms": "nominal", "share": "nominal"},
    "attribute_weights": {"age": 2.0, "town": 0.3},
}


def cell_of(specification: Specification, answers: dict[str, str]) -> int | None:
    """The cell by way of a CSV file, as `shoal apply` reads it; None when it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.csv"
        pl.DataFrame({name: [text] for name, text in answers.items()}).write_csv(path, quote_style="always")
        try:
            return int(cells_of_file(specification, path)[0])
        except ShoalError:
            return None


def typed_rows(table: pl.DataFrame, columns: list[str]) -> list[dict[str, str]]:
    texts = table.select(
        pl.col(name).dt.to_string("%Y-%m-%dT%H:%M:%S")
        if table.schema[name] == pl.Datetime
        else pl.col(name).cast(pl.String)
        for name in columns
    )
    return [{name: "" if text is None else text for name, text in row.items()} for row in texts.to_dicts()]


def vector(specification: Specification, rows: list[dict[str, str]], about: str) -> dict[str, Any]:
    cases = [{"answers": row, "cell": cell_of(specification, row)} for row in rows]
    return {"about": about, "specification": text_of_document(specification), "cases": cases}


def kinds(folder: Path) -> dict[str, Any]:
    taxonomies = {"job": taxonomy_file(folder)}
    specification = designed(
        quasi_identifiers=KINDS, taxonomies=taxonomies, title="Every kind ☂", **DETAILS
    ).specification
    make_keys(folder / "toy")
    specification = specification.signed_with(folder / "toy.key")
    members, strangers = frame().head(N_MEMBERS), frame(N_STRANGERS, seed=6)
    rows = typed_rows(members, KINDS) + typed_rows(strangers, KINDS)
    usual = rows[0]
    odd = {
        "age": ["1e1", "+41", " 41 ", "", "forty", "inf", "NA", "041", "9007199254740993"],
        "sex": ["Female", "", "male "],
        "town": ["cádiz, old town", "Cádiz, old town"],
        "school": ["some", "more"],
        "smoker": ["True", "FALSE", "yes", "1"],
        "born": ["1970/01/31", "31.01.1970", "31/01/1970", "01/31/1970", "03/04/1970", "1970-02-30", "0070-01-01"],
        "seen": ["1970-01-31 12:30", "1970-01-31T12:30:15.25", "1970-01-31T12:30:15.123456789", "1970-01-31T12:30:15Z"],
        "rooms": ["2.0", "3", "5"],
        "share": ["0.00001", "1e-5", "2.250", "0.3"],
        "job": ["food", "work", "pilot"],
        "lat": ["90", "-90", "90.5", "0", "45"],
        "lon": ["180", "-180", "360", "-181", "90", "0"],
    }
    rows += [{**usual, name: text} for name, texts in odd.items() for text in texts]
    rows.append({name: text for name, text in usual.items() if name != "age"})
    return vector(specification, rows, "every kind of attribute, weights, a signature; odd spellings and wrong values")


def strata_and_gaps() -> dict[str, Any]:
    row = pl.int_range(800)
    table = frame(800, seed=8).with_columns(
        age=pl.when(row % 7 == 2).then(None).otherwise(pl.col("age")),  # many: cells of their own
        income=pl.when(row % 50 == 0).then(None).otherwise(pl.col("income")),  # few, pooled with …
        lon=pl.when(row % 40 == 1).then(None).otherwise(pl.col("lon")),  # … these
    )
    columns = ["age", "income", "lat", "lon", "rooms"]
    specification = designed(
        table,
        quasi_identifiers=columns,
        by=["region"],
        participation={"north": 0.7, "south": 0.5},
        missing={**dict.fromkeys(columns, "own-cell"), "rooms": "drop"},
        types={"lat": "latitude", "lon": "longitude"},
    ).specification
    rows = typed_rows(table.head(2 * N_MEMBERS), [*columns, "region"])
    rows += [{**rows[3], "region": "west"}, {**rows[3], "region": ""}, {**rows[3], "rooms": ""}, {**rows[3], "lat": ""}]
    return vector(specification, rows, "strata with shares of their own, and missing values of every policy")


def ties() -> dict[str, Any]:
    """Four members at the corners of a square: mean 0 and spread 1, so coordinates are the numbers themselves."""
    corners = pl.DataFrame({"x": [-1.0, -1.0, 1.0, 1.0] * 4, "y": [-1.0, 1.0, -1.0, 1.0] * 4})
    sites = [[1.0, 1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0]]
    specification = by_hand(corners, sites, [0.0] * 4, quasi_identifiers=["x", "y"])
    rng = np.random.default_rng(1)
    places = [(0.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (-0.0, 5e-324)]
    places += [(float(x), float(y)) for x, y in rng.choice([-0.5, 0.0, 0.1, 0.3], size=(40, 2))]
    rows = [{"x": repr(x), "y": repr(y)} for x, y in places]
    return vector(specification, rows, "points exactly on borders: the lower cell gets them")


def rounding() -> dict[str, Any]:
    """Borders so close to the points that another order of summation, or a fused multiplication, would cross them."""
    rng = np.random.default_rng(2)
    table = pl.DataFrame({f"v{column}": rng.normal(size=200) for column in range(9)})
    columns = table.columns
    base = rng.normal(size=9)
    sites = np.array([base + 1e-15 * rng.normal(size=9) for _ in range(12)])
    specification = by_hand(table, sites, np.zeros(12), quasi_identifiers=columns)
    scattered = rng.normal(size=(120, 9))
    rows = [dict(zip(columns, map(repr, map(float, point)), strict=True)) for point in scattered]
    return vector(specification, rows, "sites within 1e-15 of each other: the last bit of a distance decides")


def numbers() -> dict[str, Any]:
    """Whole numbers beyond 2⁵³ and moments in nanoseconds."""
    rng = np.random.default_rng(3)
    instants = 1_700_000_000_000_000_000 + rng.integers(0, 10**9, 120)
    table = pl.DataFrame(
        {
            "seen": pl.Series(instants.tolist()).cast(pl.Datetime("ns")),
            "code": rng.choice([2**53 + 1, 2**60 + 1, 7], 120),
        }
    )
    specification = designed(table, quasi_identifiers=["seen", "code"], types={"code": "nominal"}).specification
    texts = table.select(
        pl.col("seen").dt.to_string("%Y-%m-%dT%H:%M:%S%.9f"), pl.col("code").cast(pl.String)
    ).to_dicts()
    rows = [*texts[:40], {**texts[0], "code": str(2**53)}, {**texts[0], "seen": "2023-11-14T22:13:20"}]
    return vector(specification, rows, "whole numbers that no double holds")


def dependent() -> dict[str, dict[str, Any]]:
    """Format 2: households, overdispersion, an earlier survey, an interval."""
    rng = np.random.default_rng(4)
    table = frame(300).with_columns(home=pl.Series(np.sort(rng.integers(0, 140, 300))))
    columns = ["age", "income"]
    kinds_of_models: dict[str, dict[str, Any]] = {
        "households": {"households": "home", "together": 0.75, "tell_households": True},
        "interval-households": {
            "households": "home",
            "participation": Between(0.5, 0.7),
            "together": 0.6,
            "tell_households": True,
        },
        "earlier-survey": {
            "households": "home",
            "tell_households": True,
            "by": ["region"],
            "participation": {"north": Earlier(66.5, 95.0), "south": 0.7},
            "overdispersion": 0.02,
        },
        "interval": {"participation": Between(0.55, 0.7), "overdispersion": 0.01},
        "uneven-households": {"participation": "chance", "households": "home"},
    }
    made = {}
    for name, model in kinds_of_models.items():
        specification = designed(table, quasi_identifiers=columns, **model).specification
        rows = typed_rows(table.head(20), [*columns, *model.get("by", [])])
        made[name] = vector(specification, rows, f"format 2: {name}")
    return made


def sources() -> dict[str, dict[str, Any]]:
    """Format 3: a frame of counts, and a model."""
    ages = pl.DataFrame({"age": list(range(20, 60)), "people": [50] * 40})
    regions = pl.DataFrame({"region": ["north", "south"], "people": [1100, 900]})
    counts = ages.join(pl.DataFrame({"sex": ["f", "m"]}), how="cross").with_columns(people=pl.col("age") % 7 + 2)
    model = ModelledFrame.from_margins([ages, regions], count="people")
    shares = {"north": 0.7, "south": Between(0.5, 0.6)}
    one = designed(counts, quasi_identifiers=["age", "sex"], count="people").specification
    two = designed(model, quasi_identifiers=["age"], by=["region"], participation=shares).specification
    return {
        "counts": vector(one, typed_rows(counts.head(20), ["age", "sex"]), "format 3: a frame of counts"),
        "model": vector(two, typed_rows(model.table.native().head(20), ["age", "region"]), "format 3: a model"),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = {
            "kinds": kinds(Path(folder)),
            "strata-and-gaps": strata_and_gaps(),
            "ties": ties(),
            "rounding": rounding(),
            "numbers": numbers(),
            **dependent(),
            **sources(),
        }
    for name, content in made.items():
        text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
