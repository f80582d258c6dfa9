"""shoal replay: repeat a run from its manifest, and say whether the same release comes out."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_note
from shoal.errors import Outcome, Setting, WrongUse

if TYPE_CHECKING:
    from shoal.release.saving import SavedRelease

NOT_IDENTICAL_EXIT_CODE = 1


@guarded
def replay(
    manifest: Annotated[str, typer.Argument(metavar="MANIFEST", help="The manifest.json of a release, or its folder.")],
    table: Annotated[
        str | None,
        typer.Option("--input", "-i", metavar="TABLE", help="The table of that run, if the file has moved."),
    ] = None,
    graph: of.GraphOption = None,
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--earlier",
            metavar="MANIFEST",
            help="The manifest of an earlier release that the run knew, if it has moved. Repeatable.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the table to this file, if it is identical to the release."
        ),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Repeat a run and check that the release is identical.

    Exit code 0: the release is identical. Exit code 1: it is not, and nothing
    is written.

    Example:  shoal replay private-release/manifest.json
    """
    started = perf_counter()
    from shoal.cli.shared.destinations import (
        require_not_input,
        require_table_format,
        require_writable,
        scratch_beside,
    )
    from shoal.cli.shared.progress import progress_bar
    from shoal.journey import repeat

    source = _source(manifest, table)
    if output is not None:
        require_table_format(Path(output))
        require_not_input(Path(output), [manifest, source, *([] if graph is None else [graph])])
        require_writable(Path(output))
    with compilation_announced(silent=quiet), progress_bar("Forming cells", silent=quiet or as_json) as progress:
        release, identical = repeat(
            manifest,
            table=source,
            graph=graph,
            earlier=earlier or (),
            scratch=scratch_beside(output or manifest),
            progress=progress,
        )
    if output is not None and identical:
        release.write(output)
    written = [output] if output is not None and identical else []
    seconds = round(perf_counter() - started, 3)
    if as_json:
        say_json({"identical": identical, **_records(release), "seconds": seconds, "files": written})
    elif not identical:
        say_note(f"NOT identical: this run gave another release, so nothing was written. {_why(manifest)}")
    elif not quiet:
        typer.echo(f"Identical: {_came_out(release)}" + "".join(f" Written: {path}" for path in written))
    if not identical:
        raise typer.Exit(NOT_IDENTICAL_EXIT_CODE)


def _records(release: SavedRelease) -> dict[str, int]:
    """How many records came in, and how many are in the release."""
    return {"records": release.manifest["input"]["n_records"], "released": release.report.facts["promise"]["n_records"]}


def _came_out(release: SavedRelease) -> str:
    """What was repeated; records that are missing are mentioned."""
    records, released = _records(release).values()
    if released == records:
        return f"the same release of all {records:,} records came out again."
    return (
        f"the same release came out again, with {released:,} of {records:,} records. "
        f"{records - released:,} were left out, as in the run that it repeats."
    )


def _why(manifest: str) -> str:
    """Why a release may come out differently."""
    from shoal.release.manifest import read_manifest

    achieved = read_manifest(manifest).get("achieved")
    if isinstance(achieved, dict) and achieved.get("outcome") == Outcome.INTERRUPTED.value:
        return "The run was interrupted, and what its last round had found until then cannot be repeated."
    return "Compare the versions that the manifest names (shoal, python, libraries) with those here."


def _source(manifest: str, table: str | None) -> str:
    """The path of the table: the one that was given, or the one of the manifest, where it was or beside it."""
    from shoal.release.manifest import beside, read_manifest
    from shoal.table.batches.members import PATTERN_MARKS

    if table is not None:
        return table
    path = read_manifest(manifest)["input"]["path"]
    if path is None:
        raise WrongUse(
            "The table of this run came from memory.",
            parameter="table",
            hint=("Write it to a file and give that with ", Setting("table"), "."),
        )
    found = beside(path, Path(manifest))
    if not found.exists() and not any(mark in str(found) for mark in PATTERN_MARKS):
        raise WrongUse(
            f"The table of this run was {path}, and there is no such file, nor one of that name beside the "
            "manifest or in the folder above.",
            parameter="table",
            hint=("Give it with ", Setting("table"), "."),
        )
    return str(found)
