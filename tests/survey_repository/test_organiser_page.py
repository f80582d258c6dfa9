"""The organiser's page in a real browser: totals, and closing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from repository_toys import DAY, Toy

from benchmarks.survey.running import ORGANISER_KEY, envelope, submission
from shoal.survey.repository.http.page_files import FOLDER, organiser_files
from shoal.web.page_files import SHARED


def test_every_file_the_page_names_is_served() -> None:
    sources = "".join(path.read_text("utf-8") for path in FOLDER.iterdir())
    named = set(re.findall(r"/page/([\w.-]+\.\w+)", sources)) | set(re.findall(r'from "\./([\w.]+)"', sources))
    assert named == {
        "favicon.svg",
        "look.css",
        "organiser.css",
        "organiser.js",
        "elements.js",
        "format.js",
        "requests.js",
    }
    assert set(organiser_files()) >= named
    ours = {path.name for path in FOLDER.iterdir()} & {path.name for path in SHARED.iterdir()}
    assert ours == set()  # shared, not copied


def test_the_organiser_signs_in_sees_totals_and_closes(tmp_path: Path, browser: Any) -> None:
    toy = Toy(tmp_path)
    with toy.serving() as http:
        for _ in range(15):
            http.put(f"{toy.path}/answers", json=submission(toy.issuer.token(), envelope()))
        toy.calendar.pass_by(DAY)
        page = browser.new_page()
        problems: list[str] = []
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(f"{http.base_url}/organiser")
        page.fill("#key", "x" * 20)
        page.press("#key", "Enter")
        page.wait_for_selector("#sign-in-problem:has-text('wrong')")
        problems.clear()  # the browser itself reports the 401
        page.fill("#key", ORGANISER_KEY)
        page.press("#key", "Enter")
        page.wait_for_selector("#days tbody tr")
        assert page.inner_text("#tile-answers") == "15"
        assert page.inner_text("#tile-expected") == "240"
        assert page.inner_text("#fact-stage") == "open"
        assert page.is_hidden("#bundle") and page.is_hidden("#open")
        page.click("#close")
        page.click("#confirm-no")
        assert http.get("/survey").json()["stage"] == "open"
        page.set_viewport_size({"width": 390, "height": 900})
        page.click("#close")
        place = page.locator("#confirm").bounding_box()
        assert place["x"] >= 8 and place["x"] + place["width"] <= 382  # on a phone it touched both edges
        page.click("#confirm-yes")
        page.wait_for_selector("#fact-stage:has-text('closed by command')")
        assert page.is_hidden("#close")
        with page.expect_download() as saved:
            page.click("#bundle")
        assert Path(saved.value.path()).read_text().count("\n") == 16
        for width in (1100, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=str(tmp_path / "page.png"), full_page=True)
        page.click("#sign-out")
        assert page.is_visible("#sign-in")
        assert page.evaluate("Object.keys(localStorage).length + Object.keys(sessionStorage).length") == 0
        assert problems == []
        page.close()


@pytest.mark.parametrize("policy", ["script-src 'self'", "connect-src 'self'", "default-src 'none'"])
def test_the_page_loads_nothing_from_elsewhere(tmp_path: Path, policy: str) -> None:
    toy = Toy(tmp_path)
    with toy.serving() as http:
        assert policy in http.get("/organiser").headers["content-security-policy"]
