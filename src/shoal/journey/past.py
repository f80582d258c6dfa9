"""Earlier releases, as they are named and as they were: plain data and the checks of what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.problem import Partitioner
from shoal.table.files.formats import is_known, suffix_of
from shoal.table.frames.table import Table
from shoal.table.roles.roles import Roles

PRESCRIBED = ("cells", "sizes", "shares")  # settings that fix the cells, which the earlier releases fix already


class Changes(StrEnum):
    """What happens to the rest of an earlier class when some of its people went or changed."""

    MERGE = "merge"
    LEAVE_OUT = "leave-out"


@dataclass(frozen=True)
class EarlierRelease:
    """An earlier release, by its manifest. ``table``: its original, if that came from memory or has moved."""

    manifest: str | Path
    table: Any = field(default=None, repr=False)


@dataclass(frozen=True)
class PastRelease:
    """What an earlier run released: its original, and the class of each record in it (−1: left out)."""

    original: Table = field(repr=False)
    roles: Roles = field(repr=False)
    class_of: IntArray = field(repr=False)
    keeps_order: bool
    digest: str  # of the manifest's file
    path: str  # of the manifest

    @property
    def smallest_class(self) -> int:
        """In records: k may have counted persons."""
        return int(np.unique(self.class_of[self.class_of >= 0], return_counts=True)[1].min())


@dataclass(frozen=True)
class Past:
    """All earlier releases of a run, the column that names the person of a record, and what cannot be hidden."""

    releases: tuple[PastRelease, ...]
    person: str
    changes: Changes

    def plain(self) -> dict[str, Any]:
        """For settings: paths are not in it, because settings are printed in the report."""
        return {
            "earlier": [release.digest for release in self.releases],
            "person": self.person,
            "changes": self.changes.value,
        }

    def files(self) -> list[dict[str, str]]:
        """For the manifest, which is not published: where the manifests of the earlier runs are."""
        return [{"path": release.path, "digest": release.digest} for release in self.releases]


GivenReleases = str | Path | EarlierRelease | Sequence[str | Path | EarlierRelease]


def earlier_releases_of(given: GivenReleases) -> tuple[EarlierRelease, ...]:
    """What was given as earlier releases, as a list."""
    several = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    releases = [one if isinstance(one, EarlierRelease) else EarlierRelease(one) for one in several]
    for release in releases:
        path = release.manifest
        if not isinstance(path, (str, Path)):
            raise ParameterError(
                Setting("earlier"),
                f" must name the manifest of a release, found {type(path).__name__}.",
                hint="Give a path, or EarlierRelease(manifest, table).",
            )
        if is_known(suffix_of(Path(path))[0]):
            raise ParameterError(
                Setting("earlier"),
                f": {Path(path).name} is a table. A release alone has classes and no people, so nothing says which of "
                "its records are about the same people as those of this table.",
                hint="Give the manifest of that run (private-…/manifest.json), and keep its original table. Two "
                "released tables are compared by shoal audit.",
            )
    if len({str(Path(release.manifest).resolve()) for release in releases}) < len(releases):
        raise ParameterError(Setting("earlier"), " names one release twice.")
    return tuple(releases)


def check_changes(person: str | None, changes: str | None, *, is_asked: bool) -> Changes:
    """Person and changes belong to earlier releases; without these they would be ignored."""
    if not is_asked:
        for name, value in (("person", person), ("changes", changes)):
            if value is not None:
                raise ParameterError(
                    Setting(name),
                    " is about earlier releases, and none is named (",
                    Setting("earlier"),
                    ").",
                    hint="Leave it out.",
                )
        return Changes.MERGE
    if person is None:
        raise ParameterError(
            "Nothing says which records of the two tables are about the same person, so what both releases show "
            "together cannot be counted.",
            parameter="person",
            hint=(
                "Name the column that has one value for each person in both original tables (",
                Setting("person"),
                ").",
            ),
        )
    try:
        return Changes.MERGE if changes is None else Changes(changes)
    except ValueError:
        raise ParameterError(Setting("changes"), " must be 'merge' or 'leave-out'.") from None


def check_method(method: Partitioner) -> None:
    """Refuse a method whose cells are fixed in another way."""
    fixed = [name for name in PRESCRIBED if getattr(method, name, None) is not None]
    start = getattr(method, "start", None)
    if start is not None and not isinstance(start, str):
        fixed.append("start")
    if fixed:
        raise ParameterError(
            Setting("method"),
            f": {fixed[0]} fixes the cells, and so do the earlier releases (",
            Setting("earlier"),
            ").",
            hint="Leave one of the two out.",
        )
