"""docs/reproduction.md holds the tables themselves: each stands between two marks, and a run replaces what is there."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from benchmarks.data import REPOSITORY

PAGE = REPOSITORY / "docs" / "reproduction.md"
COMMAND = "python -m benchmarks.reproduce"


def write_section(page: Path, name: str, lines: list[str], options: str = "") -> None:
    """Replace the section of that name, with the command that repeats it."""
    text = page.read_text("utf-8")
    begin, end = f"<!-- begin {name}: written by make reproduce -->", f"<!-- end {name} -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise SystemExit(f"{page.name} needs these two lines, once and in this order:\n{begin}\n{end}")
    before, rest = text.split(begin)
    _, after = rest.split(end)
    made_by = f"Made by `{COMMAND}{options}` (Python {platform.python_version()}, {os.cpu_count()} cores)."
    page.write_text("\n".join([before + begin, "", made_by, "", *lines, "", end + after]), encoding="utf-8")
    print(f"written: {page.name}, section {name}", flush=True)
