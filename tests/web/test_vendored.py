"""What the pages take from others is what was pinned, with its licences; nothing else lies beside it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from shoal.web.page_files import SHARED

FOLDER = SHARED / "vendored"
LIBRARIES: list[dict[str, Any]] = json.loads((FOLDER / "vendored.json").read_text("utf-8"))["libraries"]
OWN = {"vendor.py", "vendored.json", "README.md"}


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["file"])
def test_what_is_vendored_is_what_was_pinned(library: dict[str, Any]) -> None:
    plain = (FOLDER / library["file"]).read_bytes()
    assert hashlib.sha256(plain).hexdigest() == library["sha256"]
    licences = (FOLDER / library["licences"]).read_text("utf-8")
    for package in library["packages"]:
        named = f"{package['name']} {package['version']}"
        assert f"{named}: {package['licence']}" in licences
        assert package["integrity"].startswith("sha512-")
        assert "copy" in library or named in plain.decode().partition("\n")[0]


def test_nothing_else_lies_beside_it() -> None:
    named = {library[kind] for library in LIBRARIES for kind in ("file", "licences")}
    assert {path.name for path in FOLDER.iterdir() if path.is_file()} == named | OWN


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library["file"])
def test_no_library_makes_code_from_text(library: dict[str, Any]) -> None:
    """The policy of the pages would refuse it, but only when somebody comes to that line."""
    plain = (FOLDER / library["file"]).read_text("utf-8")
    assert not any(sign in plain for sign in ("eval(", "new Function(", "document.write("))


def test_notice_names_every_file_of_others() -> None:
    notice = (SHARED.parents[3] / "NOTICE").read_text("utf-8")
    for library in LIBRARIES:
        assert library["file"] in notice
        assert all(f"{package['name']} {package['version']}" in notice for package in library["packages"])
