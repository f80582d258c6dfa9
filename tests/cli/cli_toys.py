"""A table whose every secret is a word that must never reach the screen, and a way to call the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from typer.testing import CliRunner

from shoal.cli.app import app

CANARIES = ("Zyxwina", "quuxitis", "grault", "987654")  # a name, a diagnosis, a town, an income
N_PEOPLE = 60


def people_text(n_records: int = N_PEOPLE) -> str:
    rng = np.random.default_rng(7)
    lines = ["name,age,income,town,region,weight,diagnosis"]
    for row in range(n_records):
        lines.append(
            f"Zyxwina {row},{rng.integers(18, 90)},{987654 + rng.integers(0, 9) * 1000},"
            f"{('grault', 'garply', 'waldo')[row % 3]},{('north', 'south')[row % 2]},{1 + row % 4},"
            f"{('quuxitis', 'none', 'corgeosis')[row % 3]}"
        )
    return "\n".join(lines) + "\n"


def write_people(folder: Path, n_records: int = N_PEOPLE) -> Path:
    path = folder / "people.csv"
    path.write_text(people_text(n_records), encoding="utf-8")
    return path


def shoal(*arguments: str | Path) -> Any:
    """Run a command in this process; an exception that escapes it is a failure of the test."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="shoal")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


ROLES = ("--qi", "age,income", "--id", "name", "--confidential", "diagnosis", "--insensitive", "town,region,weight")


def anonymize(
    table: Path, output: Path | str, *more: str | Path, k: int | str = 3, roles: tuple[str, ...] = ROLES
) -> Any:
    usual = {"--method": "mdav", "--k": str(k), "-o": str(output)}  # unless the test gives its own
    given = [word for option, value in usual.items() if option not in more for word in (option, value)]
    return shoal("anonymize", table, *given, *roles, *more)
