"""One survey for all tests of the page: issuer and repository take longer to start than anything else here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_world import World

PATIENCE_MS = 40_000  # a busy machine


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    with made.serving():
        yield made
    made.issuer.stop()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that must not complain, in a browser that knows nothing yet."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    made = context.new_page()
    made.set_default_timeout(PATIENCE_MS)
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    yield made
    context.close()
    assert complaints == []
