"""A respondent's own cell: the design is checked first, then applied on this machine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from shoal.cli.quantizer.model_files import ModelKind
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, say_json, say_note, say_summary, say_warnings
from shoal.errors import PromiseNotKept, WrongUse

if TYPE_CHECKING:
    from shoal.quantizer.findings import Findings
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.specification.specification import Specification

SEND = (
    "Send your {called} together with your answers to the survey's questions, to the address that the survey's "
    "invitation names. Keep the details about you to yourself."
)
DROPPED = "the survey leaves out people who do not give one of these details. There is nothing to send."
LEAVE_OUT = "Whatever tells who you are, leave out with --id."


def tell_own_cell(
    path: str,
    kind: ModelKind,
    table: str,
    output: str | None,
    *,
    roles: dict[str, list[str] | None],
    public_key: str | None,
    reading: words.Reading,
    as_json: bool,
    quiet: bool,
) -> None:
    """Say the cell of every record, or write what may be sent; refuse a design that is not sound."""
    from shoal.cli.shared.destinations import require_not_input, require_writable
    from shoal.survey.collection.answering import answers_of_file, cells_of_file, names_of_cells, write_answers

    if output is not None:
        require_not_input(Path(output), [path, table])
        require_writable(Path(output))
    warnings: list[str] = []
    with compilation_announced(silent=quiet):
        model, findings = _checked(path, kind, public_key)
        cells = names_of_cells(model, cells_of_file(model, table, **reading.arguments()))
        if output is not None:
            columns = reading.open(table).columns if any(roles.values()) else ()
            named = {role: words.column_names(names, columns) for role, names in roles.items()}
            answers = answers_of_file(model, table, **named, **reading.arguments())
            write_answers(answers.table, Path(output))
            if answers.unnamed:
                warnings.append(f"Sent as they are, without a role: {', '.join(answers.unnamed)}. {LEAVE_OUT}")
    facts: dict[str, Any] = {
        "specification": model.digest,
        "checks": [asdict(check) for check in findings.checks],
        "open": [check.name for check in findings.checks if check.open],
        "cells": cells,
        "records": len(cells),
        "left_out": cells.count(None),
        "files": [] if output is None else [output],
        "warnings": warnings,
    }
    if as_json:
        say_json(facts)
    elif output is None:
        typer.echo(_bare(cells) if quiet else _told(cells, kind))
        if not quiet:
            say_note(f"{_words(findings)} {SEND.format(called=_called(kind))}")
    elif not quiet:
        _say_sent(facts, _words(findings), output)


def _say_sent(facts: dict[str, Any], checked: str, output: str) -> None:
    rows = [
        ("records", f"{facts['records']:,}"),
        ("left out", f"{facts['left_out']:,}"),
        ("checked", checked),
        ("written", output),
    ]
    title = "What may be sent: cells, and answers to the survey's questions. The details about you are left out."
    say_summary(title, rows)
    say_warnings(facts["warnings"])


def _bare(cells: list[int | str | None]) -> str:
    """For other programs: one cell on each line, and nothing else."""
    return "\n".join("none" if cell is None else str(cell) for cell in cells)


def _called(kind: ModelKind) -> str:
    return "cell" if kind is ModelKind.SPECIFICATION else "code"


def _told(cells: list[int | str | None], kind: ModelKind) -> str:
    """For people. Most files hold one person; a helper may have several in one."""
    called = _called(kind)
    if len(cells) == 1:
        return f"You have no {called}: {DROPPED}" if cells[0] is None else f"Your {called} is {cells[0]}"
    return "\n".join(
        f"Record {number:,}: no {called}" if cell is None else f"Record {number:,}: {called} {cell}"
        for number, cell in enumerate(cells, start=1)
    )


def _checked(path: str, kind: ModelKind, public_key: str | None) -> tuple[Specification | BoxDesign, Findings]:
    """The design and what was checked about it; one that is damaged or does not keep its promise is not applied."""
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.boxes.verification import verify_boxes
    from shoal.survey.specification.specification import Specification

    model: Specification | BoxDesign
    try:
        model = Specification.load(path) if kind is ModelKind.SPECIFICATION else BoxDesign.load(path)
    except WrongUse as error:
        told = f"{Path(path).name} is not to be trusted. "
        raise error.retold(PromiseNotKept, before=told, after="No cell was told.") from None
    findings = model.verify(public_key=public_key) if isinstance(model, Specification) else verify_boxes(model)
    if not findings.ok:
        wrong = " ".join(check.words for check in findings.checks if not check.ok)
        raise PromiseNotKept(f"{Path(path).name} is not to be trusted. {wrong} No cell was told.")
    return model, findings


def _words(findings: Findings) -> str:
    """What was checked, and plainly what was not."""
    unanswered = [check for check in findings.checks if check.open]
    if not unanswered:
        signed = any(check.name == "signature" for check in findings.checks)
        return "The design was checked." + ("" if signed else " Paper forms are not signed: who made it is not told.")
    who = " Who signed it was NOT checked." if any(check.name == "signature" for check in unanswered) else ""
    return " ".join([f"The design was checked as far as it alone allows.{who}", *(check.words for check in unanswered)])
