"""The operator's page: its own files, and those that the pages of all servers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from shoal.web.page_files import SHARED, PageFile, files_by_path, page_routes

FOLDER = Path(__file__).parent.parent / "page"


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file of the page by its path."""
    return files_by_path(SHARED, FOLDER)


router = page_routes(page_files)
