"""Where benchmark tables go: benchmarks/results/NAME.md, with the command that made them and the machine's size."""

from __future__ import annotations

import os
import platform
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "results"


def write_result(name: str, title: str, command: str, lines: list[str]) -> None:
    """Write a table with the command that repeats it."""
    FOLDER.mkdir(exist_ok=True)
    head = [
        f"# {title}",
        "",
        f"Made by `{command}` (Python {platform.python_version()}, {os.cpu_count()} cores).",
        "",
    ]
    (FOLDER / f"{name}.md").write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")
    print(f"written: benchmarks/results/{name}.md")
