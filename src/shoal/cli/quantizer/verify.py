"""shoal verify: check a quantizer, a specification or a paper form, and count the cells of a table in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, harmless, say_json
from shoal.errors import Setting, WrongUse, in_a_row

if TYPE_CHECKING:
    from shoal.quantizer.findings import Findings

NOT_KEPT_EXIT_CODE = 1


@guarded
@words.grouped()
def verify(
    *,
    quantizer: of.ModelArgument,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]",
            help="A table whose cells are counted, of any size: a CSV, TSV or Parquet file, a folder of Parquet files, "
            "or a pattern of files in quotes.",
        ),
    ] = None,
    public_key: of.PublicKeyOption = None,
    taxonomies: of.NewTaxonomyOption = None,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Check a quantizer, a specification or a paper form (boxes.json).

    Quantizer: its structure, digest and sizes. With a table: whether its
    records keep the promise.

    Specification: also its signature. n_min and the size of each cell are
    computed again.

    Paper form: n_min, and the count and the failure of each box.

    Rule of an allocation: its structure and digest.

    Exit code 1: the file is damaged or wrong, or a cell has fewer than k
    records of the table. Exit code 2: it is another kind of file.

    Example:  shoal verify specification.json --public-key survey.pub
    """
    from shoal.cli.quantizer.model_files import ModelKind, kind_of, refuse_public_key
    from shoal.cli.shared.progress import progress_bar

    kind = kind_of(quantizer)
    refuse_public_key(quantizer, kind, public_key)
    if taxonomies and kind is not ModelKind.QUANTIZER:
        raise WrongUse(
            f"{kind.capitalize()} is taken as it was designed.",
            parameter="taxonomies",
            hint=("Leave ", Setting("taxonomies"), " out."),
        )
    if kind is ModelKind.ALLOCATION and table is not None:
        raise WrongUse(
            "The rule of an allocation promises nothing about a table.", hint="Leave the table out, or use shoal apply."
        )
    given = {"taxonomies": taxonomies, **vars(reading)}
    useless = [Setting(parameter) for parameter, value in given.items() if value and table is None]
    if useless:
        raise WrongUse(
            *in_a_row(useless), " is about a table, and none was given.", hint="Name the table, or leave it out."
        )
    as_read = reading.arguments()
    with compilation_announced(silent=quiet), progress_bar("Assigning", silent=quiet or as_json) as progress:
        if kind is ModelKind.SPECIFICATION:
            findings = _specification(quantizer, table, public_key, {**as_read, "progress": progress})
        elif kind is ModelKind.FORM:
            findings = _boxes(quantizer, table, as_read)
        elif kind is ModelKind.ALLOCATION:
            findings = _allocation(quantizer)
        else:
            findings = _quantizer(quantizer, table, taxonomies, {**as_read, "progress": progress})
    say_findings(findings, as_json=as_json, quiet=quiet)


def say_findings(findings: Findings, *, as_json: bool, quiet: bool) -> None:
    """What a check came to; where anything failed, the command ends with exit code 1."""
    if as_json:
        say_json(findings.to_dict())
    elif not quiet or not findings.ok:
        typer.echo(harmless(findings.to_text()), nl=False)
    if not findings.ok:
        raise typer.Exit(NOT_KEPT_EXIT_CODE)


def _specification(path: str, table: str | None, public_key: str | None, reading: dict[str, Any]) -> Findings:
    from shoal.survey.specification.verification import verify_specification

    return verify_specification(path, table, public_key=public_key, **reading)


def _boxes(path: str, table: str | None, reading: dict[str, Any]) -> Findings:
    from shoal.quantizer.findings import Check, Findings
    from shoal.survey.boxes.box_design import BoxDesign
    from shoal.survey.boxes.verification import verify_boxes

    try:
        design = BoxDesign.load(path)
    except WrongUse as error:  # a form that cannot even be read is a finding too
        return Findings((Check("file", False, f"This paper form is damaged. {error}"),), {})
    return verify_boxes(design, table, **reading)


def _allocation(path: str) -> Findings:
    from shoal.allocation.file import check
    from shoal.quantizer.findings import Check, Findings

    try:
        content = check(Path(path))
    except WrongUse as error:
        return Findings((Check("file", False, f"This rule of an allocation is damaged. {error}"),), {})
    told = "The file is as it was written. It is the rule of an allocation: it promises no anonymity."
    return Findings((Check("file", True, told),), {"centers": len(content["centers"])})


def _quantizer(path: str, table: str | None, taxonomies: list[str] | None, reading: dict[str, Any]) -> Findings:
    from shoal.quantizer.findings import verify as check

    return check(path, table, taxonomies=words.by_column(taxonomies, (), "taxonomies", commas=False), **reading)
