"""How the files of the operator's page are served, and that their colours can be read."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from shoal.service.http.page_files import FOLDER, page_files, router
from shoal.web.entrance import add_problems
from shoal.web.page_files import MEDIA_TYPES, SHARED

READABLE = 4.5  # WCAG 2.2, contrast of text, level AA
ON_CARD = ("ink", "faint", "accent", "good", "warn", "bad")
PAIRS = [*((ink, "card") for ink in ON_CARD), ("faint", "page"), ("on-accent", "accent")]
PAIRS += [("good", "good-back"), ("warn", "warn-back"), ("bad", "bad-back")]


Get = Callable[..., httpx.Response]


@pytest.fixture(scope="module")
def get() -> Get:
    """Asks the routes of the page, without a database behind them."""
    app = FastAPI()
    app.include_router(router)
    add_problems(app)

    async def answer(path: str, **headers: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:
            return await client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return lambda path, **headers: asyncio.run(answer(path, **headers))


def test_every_file_the_page_names_is_served(get: Get) -> None:
    files = (path for folder in (SHARED, FOLDER) for path in folder.iterdir())
    sources = "".join(path.read_text("utf-8") for path in files if path.suffix in (".html", ".js"))
    named = set(re.findall(r"/page/([\w.-]+\.\w+)", sources)) | set(re.findall(r'from "\./([\w./-]+)"', sources))
    assert {"app.js", "style.css", "favicon.svg", "map.js", "cell-map.js", "vendored/plot.js"} <= named
    for name in (*named, "vendored/land-50m.json", "vendored/land-10m.json"):
        assert get(f"/page/{name}").status_code == 200, name
    ours = {path.name for path in FOLDER.iterdir() if path.suffix in MEDIA_TYPES}
    assert ours - named == {"index.html"}  # nothing is left over
    assert ours & {path.name for path in SHARED.iterdir()} == set()  # shared, not copied


def test_the_policy_allows_nothing_from_elsewhere(get: Get) -> None:
    answer = get("/")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert {policy[f"{kind}-src"] for kind in ("script", "style", "img", "connect")} == {"'self'"}
    assert policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert "http:" not in answer.text and "https:" not in answer.text
    assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", answer.text)


@pytest.mark.parametrize("name", ["vendored/vendor.py", "vendored/README.md", "..%2fapp.py", "nothing.js", "%00"])
def test_what_is_no_file_of_the_page_is_not_there(get: Get, name: str) -> None:
    answer = get(f"/page/{name}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_known_version_is_not_sent_again_and_large_files_are_compressed(get: Get) -> None:
    first = get("/page/vendored/land-10m.json", accept_encoding="gzip")
    assert first.content == (SHARED / "vendored/land-10m.json").read_bytes()
    assert len(page_files()["vendored/land-10m.json"].zipped) < 0.3 * len(first.content)
    assert gzip.decompress(page_files()["app.js"].zipped) == (FOLDER / "app.js").read_bytes()
    again = get("/page/vendored/land-10m.json", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    plain = get("/page/app.js", accept_encoding="identity")
    assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_its_background(theme: str) -> None:
    light, dark = (SHARED / "look.css").read_text("utf-8").split("@media (prefers-color-scheme: dark)", 1)
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", light if theme == "light" else dark))
    for ink, back in PAIRS:
        one, other = sorted((luminance(colours[ink]), luminance(colours[back])), reverse=True)
        assert (one + 0.05) / (other + 0.05) >= READABLE, f"{ink} on {back}"


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
