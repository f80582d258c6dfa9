"""A run that a manifest describes, once more: to check it, or because a later release must know its classes."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hmac import compare_digest
from pathlib import Path
from typing import Any

from shoal.errors import Setting, WrongUse
from shoal.guarantee import KAnonymity
from shoal.journey.along_streets import graph_of_manifest
from shoal.journey.machine import Machine
from shoal.journey.opened import opened, opened_out_of_core
from shoal.journey.out_of_core.stored import StoredRelease
from shoal.journey.past import (
    Changes,
    EarlierRelease,
    GivenReleases,
    Past,
    PastRelease,
    earlier_releases_of,
)
from shoal.journey.run import Run, Settings
from shoal.journey.stages import travel
from shoal.partition.checks import check_seed
from shoal.partition.methods import find_method
from shoal.partition.problem import Progress, no_progress
from shoal.release.confidential.asked import AskedPromises
from shoal.release.manifest import (
    beside,
    found_manifest,
    read_manifest,
    roles_of_manifest,
    salted_digest,
)
from shoal.release.release import Release
from shoal.table.frames.digests import file_digest
from shoal.table.frames.table import Table
from shoal.table.roles.roles import complete_roles


def past_of(named: Sequence[EarlierRelease], person: str | None, changes: Changes) -> Past | None:
    """Repeat the runs of earlier releases: only so is it known which record was in which class."""
    if not named or person is None:
        return None
    return Past(tuple(_repeated_past(release, named) for release in named), person, changes)


def repeat(
    manifest_path: str | Path,
    *,
    table: Any = None,
    graph: Any = None,
    earlier: GivenReleases = (),
    scratch: str | Path | None = None,
    progress: Progress = no_progress,
) -> tuple[Release | StoredRelease, bool]:
    """Repeat the run of a manifest on the same table; returns the release and whether it is identical.

    ``table`` is needed when the table came from memory or its file has moved. A table with other content is refused.
    ``graph``, a `Graph` or a table of straight pieces, likewise: a run along streets needs them again.
    ``earlier`` is needed when the manifests of earlier releases have moved, or their tables came from memory.
    ``scratch``: the folder for records that do not fit into memory, if the run went out of core.
    """
    manifest = read_manifest(manifest_path)
    if "engine" in manifest["settings"]:  # a cluster forms the cells of one machine
        return _repeated_out_of_core(manifest, Path(manifest_path), table, scratch, progress)
    return _repeated(manifest_path, table, graph, earlier_releases_of(earlier), progress)[1:]


def _repeated_past(named: EarlierRelease, given: Sequence[EarlierRelease]) -> PastRelease:
    """An earlier release as its manifest makes it again; those that it knew itself may be given too."""
    path = found_manifest(named.manifest)
    known = {release["digest"] for release in read_manifest(path).get("earlier", [])}
    before = [release for release in given if file_digest(found_manifest(release.manifest)) in known]
    try:
        original, release, identical = _repeated(path, named.table, None, before, no_progress)
    except WrongUse as error:
        raise error.retold(before=f"Earlier release {path}: ") from error
    if not identical:
        raise WrongUse(
            f"The run of {path} gave another release this time, so nobody knows which record was in which class.",
            parameter="earlier",
            hint="Use the versions of Shoal and its libraries that the manifest names.",
        )
    settings = release.manifest["settings"]
    order, digest = settings["keep_order"], file_digest(path)
    return PastRelease(original, release.roles, release.class_of, order, digest, str(path.resolve()))


def _repeated(
    manifest_path: str | Path, table: Any, graph: Any, earlier: Sequence[EarlierRelease], progress: Progress
) -> tuple[Table, Release, bool]:
    manifest = read_manifest(manifest_path)
    described, settings = manifest["input"], manifest["settings"]
    if "engine" in settings:
        raise WrongUse(
            "This run went out of core, so nobody knows any more which record was in which class.",
            parameter="earlier",
            hint="An earlier release must have been made in memory.",
        )
    check_seed(settings["seed"])
    source, reading = _source_of_run(manifest, Path(manifest_path), table)
    with opened(source, reading, Machine.of(sys.maxsize)) as given_again:
        original = given_again.beginning
    if not compare_digest(salted_digest(original.digest(), described["salt"]), described["digest"]):
        raise _another_table(original.origin.name)
    streets = graph_of_manifest(manifest, Path(manifest_path), graph)
    asked = Settings(
        promise=KAnonymity(settings["k"]),
        methods=tuple(find_method(used) for used in manifest["methods_used"]),
        method_asked=settings["method"],
        seed=settings["seed"],
        # Neither a budget nor seconds for a bound: the methods that the budget led to are run to their ends instead,
        # and a bound changes nothing in the release.
        dominance=settings.get("dominance"),  # manifests of earlier versions do not have it
        keep_order=settings["keep_order"],
        quote_formulas=settings.get("quote_formulas", False),
        fewest_records=settings.get("fewest_records"),
        suppress=settings.get("suppress"),
        formings=tuple(tuple(find_method(used) for used in each) for each in manifest.get("formings", ())),
        confidential=AskedPromises.of(
            settings.get("diversity"), settings.get("closeness"), settings.get("missing_confidential", "value")
        ),
        graph=streets,
        graph_path=manifest.get("graph_path"),
    )
    past = _past_of_manifest(manifest, earlier)
    column_roles = complete_roles(original, roles_of_manifest(manifest, Path(manifest_path)))
    run = Run(replace(asked, past=past).for_roles(column_roles), column_roles, described["reading"], described["salt"])
    release = travel(original, run, progress)
    return original, release, release.manifest["release_digest"] == manifest["release_digest"]


def _repeated_out_of_core(
    manifest: Mapping[str, Any], path: Path, table: Any, scratch: str | Path | None, progress: Progress
) -> tuple[StoredRelease, bool]:
    """The same for a run that went out of core. Its records are known to be the same when they have been read."""
    described, settings = manifest["input"], manifest["settings"]
    source, reading = _source_of_run(manifest, path, table)
    (method,) = manifest["methods_used"]
    asked = Settings.checked(
        k=settings["k"],
        method=method,
        seed=settings["seed"],
        dominance=settings.get("dominance"),
        suppress=settings.get("suppress"),
        quote_formulas=settings.get("quote_formulas", False),
        fewest_records=settings.get("fewest_records"),
        block_records=settings.get("block_records"),
    ).promising(settings.get("diversity"), settings.get("closeness"), settings.get("missing_confidential", "value"))
    asked = replace(asked, method_asked=settings["method"])
    with opened_out_of_core(source, reading, Machine.of(None, scratch)) as again:
        roles = complete_roles(again.beginning, roles_of_manifest(manifest, path))
        run = Run(asked.for_roles(roles), roles, described["reading"], described["salt"])
        release = again.run(run, progress)
    if not compare_digest(release.manifest["input"]["digest"], described["digest"]):
        release.close()
        raise _another_table(again.beginning.origin.name)
    return release, release.manifest["release_digest"] == manifest["release_digest"]


def _source_of_run(manifest: Mapping[str, Any], path: Path, table: Any) -> tuple[Any, Mapping[str, Any]]:
    """The table that a run read, and how it was read."""
    described = manifest["input"]
    if table is None and described["path"] is None:
        raise WrongUse(
            "The table of this run came from memory.",
            parameter="table",
            hint=("Give it again with ", Setting("table"), ": the manifest holds no data."),
        )
    source = beside(described["path"], path) if table is None else table
    return source, described["reading"] if isinstance(source, (str, Path)) else {}


def _another_table(name: str) -> WrongUse:
    return WrongUse(
        f"{name} is not the table of this run: its content has another digest. "
        "Find the table as it was then; a changed one cannot repeat the run."
    )


def _past_of_manifest(manifest: Mapping[str, Any], given: Sequence[EarlierRelease]) -> Past | None:
    """The earlier releases that a manifest names, where they were or as they are given."""
    noted, settings = manifest.get("earlier", []), manifest["settings"]
    if not noted and given:
        raise WrongUse(Setting("earlier"), ": this run knew no earlier releases.", hint="Leave it out.")
    at_hand = {file_digest(found_manifest(release.manifest)): release for release in given}
    named = []
    for release in noted:
        path = Path(release["path"])
        if release["digest"] in at_hand:
            named.append(at_hand[release["digest"]])
        elif path.is_file() and file_digest(path) == release["digest"]:
            named.append(EarlierRelease(path))
        else:
            raise WrongUse(
                f"The manifest of an earlier release is not at {path} any more, or has changed.",
                parameter="earlier",
                hint=("Name it as it was then (", Setting("earlier"), ")."),
            )
    return past_of(named, settings.get("person"), Changes(settings.get("changes", Changes.MERGE)))
