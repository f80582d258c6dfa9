"""The pages in a browser: on a telephone nothing runs out of the screen, and axes say what they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from playwright.sync_api import Browser

import shoal

TELEPHONE = 390  # CSS pixels: the width of the commonest telephones
SMALL_TELEPHONE = 360
LONG_NAME = "how_many_hours_a_week_do_you_usually_work_in_your_main_job"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A report with every section, and an audit; one column has a long name."""
    rng = np.random.default_rng(0)
    n_records = 400
    frame = pl.DataFrame(
        {
            "age": rng.integers(18, 90, n_records),
            "income": rng.lognormal(10, 0.5, n_records).round(2),
            LONG_NAME: rng.integers(0, 60, n_records),
            "education": rng.choice(["primary", "secondary and vocational", "university"], n_records),
            "illness": rng.choice(["flu", "cold", "none"], n_records),
        }
    )
    looks = ["age", "income", LONG_NAME, "education"]
    release = shoal.anonymize(frame, k=5, quasi_identifiers=looks, confidential="illness", seed=1)
    audit = shoal.audit(release.table, quasi_identifiers=looks, confidential=["illness"], k=5)
    folder = tmp_path_factory.mktemp("pages")
    written = [folder / "report.html", folder / "audit.html"]
    for path, text in zip(written, (release.report.to_html(), audit.to_html()), strict=True):
        path.write_text(text, encoding="utf-8")
    return written


@pytest.mark.parametrize("width", [SMALL_TELEPHONE, TELEPHONE])
def test_nothing_runs_out_of_the_screen(browser: Browser, pages: list[Path], width: int) -> None:
    """The report was 580 px wide on a telephone of 390 px."""
    for path in pages:
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()


def test_the_axes_of_the_points_say_what_they_are(browser: Browser, pages: list[Path]) -> None:
    page = browser.new_page()
    page.goto(pages[0].as_uri())
    drawing = page.locator("svg[aria-label='The released points on their two principal axes']")
    labels = drawing.locator("text").all_text_contents()
    assert [label.split(" axis")[0] for label in labels] == ["First principal", "Second principal"]
    assert all("mostly" in label and label.endswith(" %)") for label in labels)
    frame = drawing.bounding_box()
    for label in drawing.locator("text").all():  # inside the picture: a label that is cut off tells nothing
        box = label.bounding_box()
        assert frame is not None and box is not None
        assert box["x"] >= frame["x"] - 1 and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        assert box["y"] >= frame["y"] - 1 and box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    page.close()
