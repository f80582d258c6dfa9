"""A respondent's own cell: the specification is checked first, then applied on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, say_json, say_note, say_summary
from shoal.errors import PromiseNotKept


def tell_own_cell(
    specification: str,
    table: str,
    output: str | None,
    *,
    identifiers: list[str] | None,
    public_key: str | None,
    reading: dict[str, Any],
    as_json: bool,
    quiet: bool,
) -> None:
    """Say the cell of every record, or write what may be sent; refuse a specification that is not sound."""
    from shoal.cli.destinations import require_not_input, require_writable
    from shoal.quantizer.application import known_intake
    from shoal.quantizer.batches import BatchSource
    from shoal.survey.answering import answers_of_file, cells_of_file, write_answers
    from shoal.survey.specification import Specification

    if output is not None:
        require_not_input(Path(output), [specification, table])
        require_writable(Path(output))
    model = Specification.load(specification)
    with compilation_announced(silent=quiet):
        findings = model.verify(public_key=public_key)
        if not findings.ok:
            wrong = " ".join(check.words for check in findings.checks if not check.ok)
            raise PromiseNotKept(f"{Path(specification).name} is not to be trusted. {wrong} No cell was told.")
        cells = cells_of_file(model, table, **reading).tolist()
        if output is not None:
            named = BatchSource.of(table, known_intake(model.quantizer), **reading).sample.columns
            answers = answers_of_file(model, table, identifiers=of.column_names(identifiers, named), **reading)
            write_answers(answers, Path(output))
    facts: dict[str, Any] = {
        "specification": model.digest,
        "cells": cells,
        "records": len(cells),
        "left_out": cells.count(-1),
        "files": [] if output is None else [output],
    }
    if as_json:
        say_json(facts)
    elif output is None:
        typer.echo("\n".join("none" if cell < 0 else str(cell) for cell in cells))
        if not quiet:
            say_note("The specification was checked. Send the cell and your answers; keep your own values.")
    elif not quiet:
        rows = [("records", f"{len(cells):,}"), ("left out", f"{facts['left_out']:,}"), ("written", output)]
        say_summary("Checked, and told by the specification: cells and answers, without your own values.", rows)
