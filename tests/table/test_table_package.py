"""The package `shoal.table`: its names are loaded when first used, and a `Table` needs no reader of files."""

from __future__ import annotations

import subprocess
import sys

import pytest

import shoal.table

LOADED = "import sys, {module}; print(*sorted(name for name in sys.modules if name.startswith('shoal.table')))"


def modules_loaded_by(module: str) -> set[str]:
    said = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module)], capture_output=True, text=True, check=True
    )
    return set(said.stdout.split())


def test_every_name_is_there() -> None:
    assert set(dir(shoal.table)) == set(shoal.table.__all__)
    for name in shoal.table.__all__:
        assert getattr(shoal.table, name) is not None


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'of'"):
        shoal.table.of  # noqa: B018


def test_one_module_does_not_load_the_others() -> None:
    assert modules_loaded_by("shoal.table") == {"shoal.table"}
    assert modules_loaded_by("shoal.table.atomic") == {"shoal.table", "shoal.table.atomic"}


def test_a_table_knows_no_file() -> None:
    loaded = modules_loaded_by("shoal.table.frames.table")
    assert "shoal.table.frames.columns" in loaded
    assert not any(name.startswith(("shoal.table.files.formats", "shoal.table.roles")) for name in loaded)
