"""A page in a real browser, for the tests of surveys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


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
