"""Resuming: what a run must share with one that broke off, so that it may use the stages that the other one finished.

Engines keep stages in a private folder, each in its own way, and beside them what the run said of itself.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from shoal import __version__
from shoal.errors import ParameterError, Setting
from shoal.journey.passes.census import Census
from shoal.journey.passes.layout import Layout
from shoal.journey.run import Run
from shoal.table.frames.digests import file_digest

LIBRARIES = ("numpy", "numba", "polars", "pyarrow", "scipy")  # whose versions decide the last bit of a cell

Told = Mapping[str, Any]  # plain data


def own_versions() -> dict[str, str]:
    """What has to be the same on all machines, and in both runs."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "shoal": __version__, **{name: version(name) for name in LIBRARIES}}


def told_of_request(run: Run) -> dict[str, Any]:
    """What is asked for. It is known before the table is read."""
    roles = run.roles
    trees = {role.name: file_digest(role.taxonomy) for role in roles.columns if role.taxonomy is not None}
    return {
        "settings": run.settings.plain(),
        "roles": repr((roles.columns, roles.quasi_identifiers)),
        "taxonomies": trees,
        "versions": own_versions(),
    }


def told_of_table(counted: Census, layout: Layout) -> dict[str, Any]:
    """The table: its records, and what its file says besides."""
    written = hashlib.sha256(repr(sorted(layout.origin.metadata.items())).encode()).hexdigest()
    return {"table": counted.content.digest, "written": written}


def with_seed_of(run: Run, told: Told) -> Run:
    """The same run with the seed of another one, if nobody gave this one a seed."""
    seed = told.get("settings", {}).get("seed")
    if seed is None or not run.settings.seed_is_drawn:
        return run
    return replace(run, settings=replace(run.settings, seed=seed))


def kept_note(place: str | Path) -> str:
    """The last words of a run that breaks off."""
    return (
        f"What was finished is kept in {place}, with records of the table. Run the same again and resume, or remove "
        "that folder."
    )


def another_run(place: str | Path) -> ParameterError:
    """The refusal to use the stages of a run that was another one."""
    return ParameterError(
        f"The run in {place} had other settings, another table, or other versions of the libraries.",
        parameter=("resume", "scratch"),
        hint=("Leave ", Setting("resume"), " out, and name another folder (", Setting("scratch"), ")."),
    )
