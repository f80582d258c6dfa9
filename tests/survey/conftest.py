"""A real browser, and a page in it, for the tests of surveys."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("No Chromium is installed. Install chromium.")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed. Install the dev extra.")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that fails the test when it complains, or when it asks the network for anything."""
    made = browser.new_page()
    complaints: list[str] = []
    made.on("console", lambda message: complaints.append(message.text))
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("request", lambda request: complaints.append(request.url) if request.url.startswith("http") else None)
    yield made
    made.close()
    assert complaints == []
