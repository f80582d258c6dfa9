"""The operator's page and the device's page: their own files, and those that all pages have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from fastapi import APIRouter

from shoal.web.page_files import SHARED, PageFile, files_by_path, page_routes, policy_for

FOLDER = Path(__file__).parent.parent / "page"
DEVICE_FOLDER = Path(__file__).parent.parent / "device_page"


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file of the page by its path."""
    return files_by_path(SHARED, FOLDER)


router = page_routes(page_files)


@cache
def device_page_files() -> Mapping[str, PageFile]:
    """Every file of the device's page by its path."""
    return files_by_path(SHARED, DEVICE_FOLDER)


def device_page(providers: Sequence[str]) -> APIRouter:
    """The device's page, which may reach this service and these providers, and nothing else."""
    return page_routes(device_page_files, "/device", "device.html", "/device-page", policy_for(*providers))
