"""The report's pictures of cells and iterations: when they are there, and that no record is in them."""

from __future__ import annotations

import json
import re
from functools import cache

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.release.pages.cell_plots import cells_figure
from shoal.release.pages.pictures import _coarse
from shoal.release.report.report import Report
from shoal.table import table_of

CELLS, HISTORY = "The cells and their released values", "Loss after each iteration"


@cache
def people(n_records: int = 300) -> pl.DataFrame:
    rng = np.random.default_rng(3)
    return pl.DataFrame(
        {
            "age": rng.integers(18, 90, n_records),
            "income": np.round(rng.lognormal(10, 0.4, n_records), 2),
            "height": np.round(rng.normal(170, 9, n_records), 1),
            "town": rng.choice(["Aachen", "Bern"], n_records),
            "weight": rng.uniform(0.8, 1.2, n_records),
        }
    )


@cache
def report(looks: tuple[str, ...] = ("age", "income"), k: int = 10, n_records: int = 300, **more: object) -> Report:
    given = {"method": "pcl", "seed": 1, **more}
    aside = [name for name in people().columns if name not in {*looks, more.get("by"), more.get("weight")}]
    return shoal.anonymize(people(n_records), k=k, quasi_identifiers=list(looks), confidential=aside, **given).report  # type: ignore[arg-type]


def places(page: str) -> list[str]:
    """Every number that places something drawn; names and numbers at an axis stand at round values anyway."""
    page = re.sub(r"<text.*?</text>", "", page, flags=re.DOTALL)
    return re.findall(r"\d+\.\d+", " ".join(re.findall(r'(?:\bd|\bx|\by|transform)="([^"]*)"', page)))


def test_two_columns_show_cells_and_iterations() -> None:
    page = report().to_html()
    assert page.count(f"<title>{CELLS}</title>") == 1
    assert page.count(f"<title>{HISTORY}</title>") == 1
    assert "<h2>The cells</h2>" in page
    assert "http" not in page
    assert page == report().to_html()


def test_ids_of_the_page_are_unique_and_all_references_are_inside() -> None:
    page = report().to_html()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {*re.findall(r'href="#([^"]+)"', page), *re.findall(r"url\(#([^)]+)\)", page)} <= set(ids)
    assert not re.search(r'href="(?!#)', page)
    assert not re.search(r"url\((?!#)", page)


def test_no_record_is_in_what_is_drawn() -> None:
    told = report().design
    assert told is not None
    assert len(told.partition.cell_of) == 0
    released = shoal.anonymize(
        people(), k=10, quasi_identifiers=["age", "income"], confidential=["height", "town", "weight"],
        method="pcl", seed=1, keep_order=True,
    )  # fmt: skip
    drawn = {tuple(place) for place in np.round(told.partition.centroids, 9).tolist()}
    assert len(drawn) == 30
    encoding = released.quantizer.intake.encoding
    assert drawn == {tuple(place) for place in np.round(encoding.points(table_of(released.table)), 9).tolist()}
    assert not drawn & {tuple(place) for place in np.round(encoding.points(table_of(people())), 9).tolist()}


def test_dots_are_released_values_not_exact_means() -> None:
    # Ages are released as whole years; the exact mean of a cell would tell the sum of its ages.
    aside = ["height", "town", "weight"]
    release = shoal.anonymize(
        people(),
        k=10,
        quasi_identifiers=["age", "income"],
        confidential=aside,
        method="pcl",
        rounding={"income": -3},
        seed=1,
    )
    rounded = release.report.design
    assert rounded is not None
    (income,) = (each for each in release.quantizer.intake.encoding.attributes if each.name == "income")
    thousands = (rounded.partition.centroids[:, 1] * income.scale + income.reference) / 1_000
    np.testing.assert_allclose(thousands, np.round(thousands), atol=1e-9)


def test_places_are_no_finer_than_the_eye_sees() -> None:
    told = report().design
    assert told is not None
    from shoal.release.pages.pictures import cells_picture, history_picture

    for picture in (cells_picture(told), history_picture(told)):
        assert len(places(picture)) > 20
        assert {len(number.split(".")[1]) for number in places(picture)} == {1}


def test_rounding_leaves_words_alone() -> None:
    assert _coarse('<svg x="1.2345"><text y="0.98765">3.0738 %</text><path d="M 0.999 7.77"/></svg>') == (
        '<svg x="1.2"><text y="0.98765">3.0738 %</text><path d="M 0.9 7.7"/></svg>'
    )


def test_the_facts_do_not_hold_the_diagram() -> None:
    facts = json.loads(report().to_json())
    assert not {"sites", "costs", "design", "history"} & set(facts)


@pytest.mark.parametrize(
    ("why", "given"),
    [
        ("three columns", {"looks": ("age", "income", "height")}),
        ("one column", {"looks": ("age",)}),
        ("a category", {"looks": ("age", "town")}),
        ("weights", {"weight": "weight"}),
    ],
)
def test_borders_are_drawn_of_two_unweighted_columns_of_numbers_only(why: str, given: dict[str, object]) -> None:
    page = report(**given).to_html()  # type: ignore[arg-type]
    assert CELLS not in page, why
    assert HISTORY in page


@pytest.mark.parametrize(
    ("why", "given"),
    [
        ("a greedy method", {"method": "mdav"}),
        ("strata", {"by": "town"}),
        ("a small table", {"n_records": 25}),
    ],
)
def test_neither_picture_is_drawn(why: str, given: dict[str, object]) -> None:
    made = report(**given)  # type: ignore[arg-type]
    assert made.design is None
    assert CELLS not in made.to_html(), why
    assert HISTORY not in made.to_html()


def test_the_picture_is_that_of_cells_without_points() -> None:
    told = report().design
    assert told is not None and told.axis_names == ("age", "income")
    (axes,) = cells_figure(told.partition, axis_names=told.axis_names).axes
    assert axes.get_xlabel() == "age"
