"""The design of a survey from a frame: options in, specification and page out, and what became of it on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, say_json, say_summary

if TYPE_CHECKING:
    from shoal.survey.designing import Answering, Design
    from shoal.table.frames import Table


def write_design(
    frame: str,
    output: str,
    *,
    page: str | None,
    about: of.AboutColumns,
    roles_file: str | None,
    reading: of.Reading,
    promise: dict[str, Any],
    participation: list[str],
    settings: dict[str, Any],
    as_json: bool,
    quiet: bool,
) -> None:
    """Check the places, design, write."""
    from shoal.cli.destinations import require_not_input, require_suffix, require_writable
    from shoal.survey.designing import design_frame
    from shoal.survey.page import write_page

    inputs = [frame, *(path for path in (roles_file, settings["sign"]) if path is not None)]
    for path, suffixes, what in ((output, (".json",), "A specification"), (page, (".html",), "A page")):
        if path is not None:
            require_suffix(Path(path), suffixes, what)
            require_not_input(Path(path), inputs)
            require_writable(Path(path))
    of.require_quasi_identifiers(about.qi, roles_file, frame)
    table = reading.open(frame)
    columns = about.arguments(table.columns, roles_file)
    wanted = ("quasi_identifiers", "by", "types", "orders", "taxonomies", "attribute_weights", "rounding", "missing")
    with compilation_announced(silent=quiet):
        design = design_frame(
            table,
            **promise,
            participation=_answering(participation, table),
            roles=roles_file,
            **{name: columns[name] for name in wanted if name in columns},
            **{name: value for name, value in settings.items() if value is not None},
        )
    design.specification.save(output)
    written = [output]
    if page is not None:
        write_page(page, design.specification)
        written.append(page)
    _say(design, written, as_json=as_json, quiet=quiet)


def _answering(given: list[str], table: Table) -> Answering:
    """One number, a column of the frame, or STRATUM=SHARE pairs."""
    if len(given) == 1:
        try:
            return float(given[0])
        except ValueError:
            if given[0] in table.columns or "=" not in given[0]:
                return given[0]
    return of.numbers_by_column(given, (), "--participation", float)


def _say(design: Design, written: list[str], *, as_json: bool, quiet: bool) -> None:
    specification = design.specification
    facts: dict[str, Any] = {
        "k": specification.k,
        "failure": specification.failure,
        "participation": str(specification.participation.model),
        "n_min": list(dict.fromkeys(specification.n_min)),
        "n_cells": specification.n_cells,
        "frame_records": int(specification.frame_counts.sum()),
        "smallest_cell": int(specification.frame_counts.min()),
        "largest_failure": float(specification.failures.max()),
        "any_cell_fails": specification.table_failure,
        "breaks_at": design.breaks_at,
        "loss": design.loss,
        "dropped": design.n_dropped,
        "mended": design.n_mended,
        "dissolved": design.n_dissolved,
        "digest": specification.digest,
        "signed_by": None if specification.signature is None else specification.signature.public_key,
        "files": written,
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        say_summary(specification.describe(), _rows(facts))


def _rows(facts: dict[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("n_min", ", ".join(map(str, facts["n_min"])) or "none: each cell has a failure of its own"),
        ("cells", f"{facts['n_cells']:,} of {facts['smallest_cell']:,} members and more"),
        ("frame", f"{facts['frame_records']:,} members"),
        ("a cell fails", f"{facts['largest_failure']:.3g} at most"),
        ("any cell fails", f"{facts['any_cell_fails']:.3g}"),
        ("breaks when", _breaks(facts["breaks_at"])),
        ("loss", f"{100 * facts['loss']:.2f} % of the spread of the frame"),
    ]
    rows += [(name, f"{facts[name]:,}") for name in ("dropped", "mended", "dissolved") if facts[name]]
    rows += [("digest", facts["digest"]), ("signed by", facts["signed_by"] or "nobody")]
    return [*rows, ("written", "\n".join(facts["files"]))]


def _breaks(share: float | None) -> str:
    return "never" if share is None else f"participation falls to {100 * share:.1f} % of what was assumed"
