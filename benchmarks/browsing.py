"""The system's Chromium, for tests and demonstrations that use a real browser."""

from __future__ import annotations

import shutil
from pathlib import Path

BROWSER_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_program() -> Path | None:
    """Where it is; None: nowhere."""
    return next((Path(path) for name in NAMES if (path := shutil.which(name))), None)
