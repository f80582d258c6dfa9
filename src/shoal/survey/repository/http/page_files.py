"""The organiser's page: its own files, and those that the pages of all servers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from shoal.web.page_files import SHARED, PageFile, files_in, page_routes

FOLDER = Path(__file__).parent.parent / "page"
ADDRESS = "/organiser"


@cache
def organiser_files() -> Mapping[str, PageFile]:
    """Every file of the page by its name."""
    return files_in(SHARED, FOLDER)


router = page_routes(organiser_files, ADDRESS, "organiser.html")
