"""shoal collect: what respondents sent back, counted by cell and released."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import options as of
from shoal.cli.output import compilation_announced, guarded, say_json, say_summary, say_warnings

if TYPE_CHECKING:
    from shoal.survey.boxes import BoxDesign
    from shoal.survey.collecting import Attained
    from shoal.survey.specification import Specification


@guarded
def collect(
    specification: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="The specification of a survey, or the boxes.json of a paper form (shoal form)."
        ),
    ],
    answers: Annotated[
        str,
        typer.Argument(
            metavar="ANSWERS",
            help="A table with a column 'cell' ('code' of a paper form) and the confidential answers.",
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", rich_help_panel=of.FILES, help="The released table.")
    ],
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="Tells respondents apart, so that nobody counts twice; dropped.",
        ),
    ] = None,
    duplicates: Annotated[
        str,
        typer.Option(
            "--duplicates",
            metavar="POLICY",
            rich_help_panel=of.COLUMNS,
            help="A token that comes twice: refuse (the default), or count the first or the last answer.",
        ),
    ] = "refuse",
    wrong_cells: Annotated[
        str,
        typer.Option(
            "--wrong-cells",
            metavar="POLICY",
            rich_help_panel=of.COLUMNS,
            help="Answers without a cell or code that exists: refuse (the default), or leave-out.",
        ),
    ] = "refuse",
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--earlier",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="A table released from this survey before: what differs by fewer than k answers is withheld. "
            "Repeatable.",
        ),
    ] = None,
    identifiers: of.IdOption = None,
    confidential: of.ConfidentialOption = None,
    insensitive: of.InsensitiveOption = None,
    encoding: of.EncodingOption = None,
    delimiter: of.DelimiterOption = None,
    na: of.NaOption = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Release the answers to a survey: cells with at least k of them, with the values of their cell.

    Cells with fewer are withheld: how many is said, never which. The promise is counted on the file that is written.

    Collect once, when the survey is over. If you did before, name those releases (--earlier).

    Exit code 1: no cell has k answers, or the written file does not keep the promise; nothing is written.

    Example:  shoal collect specification.json answers.csv --token token --confidential score -o release.csv
    """
    from shoal.cli.destinations import require_not_input, require_table_format, require_writable
    from shoal.survey.collecting import collect as collected_from

    target = Path(output)
    require_table_format(target)
    require_not_input(target, [specification, answers, *(earlier or ())])
    require_writable(target)
    model = _design(specification)
    table = of.Reading(encoding, delimiter, na).open(answers)
    with compilation_announced(silent=quiet):
        collected = collected_from(
            model,
            table,
            token=token,
            duplicates=duplicates,
            wrong_cells=wrong_cells,
            earlier=earlier or (),
            identifiers=of.column_names(identifiers, table.columns),
            confidential=of.column_names(confidential, table.columns),
            insensitive=of.column_names(insensitive, table.columns),
        )
        collected.write(target)
    facts: dict[str, Any] = {
        "specification": model.digest,
        "k": model.k,
        **asdict(collected.attained),
        "attained_failure": collected.attained.attained_failure,
        "attained_participation": collected.attained.attained_participation,
        "files": [output],
        "warnings": list(collected.warnings),
    }
    if as_json:
        say_json(facts)
    elif not quiet:
        title = f"Every released answer shares its quasi-identifiers with at least {model.k - 1} others."
        say_summary(title, [*_rows(collected.attained), ("written", output)])
        say_warnings(collected.warnings)


def _design(path: str) -> Specification | BoxDesign:
    from shoal.survey.boxes import BoxDesign
    from shoal.survey.boxes_file import is_design
    from shoal.survey.specification import Specification

    return BoxDesign.load(path) if is_design(path) else Specification.load(path)


def _rows(attained: Attained) -> list[tuple[str, str]]:
    rows = [
        ("answers", f"{attained.n_released:,} released of {attained.n_answers:,}"),
        (
            "cells",
            f"{attained.n_cells_released:,} released, {attained.n_cells_failed:,} withheld "
            f"({attained.n_withheld:,} answers), {attained.n_cells_empty:,} without answers",
        ),
        (
            "cells that failed",
            f"{attained.n_cells_failed:,} of {attained.n_cells:,}; {attained.expected_failed:.3g} expected, and by "
            f"design each fails with a probability of at most {attained.designed_failure:.3g}",
        ),
        (
            "participation",
            f"{attained.attained_participation:.3g} attained, {attained.designed_participation:.3g} designed",
        ),
        ("smallest class", f"{attained.smallest_class:,}, counted on the file that was written"),
    ]
    if attained.n_duplicates:
        rows.insert(1, ("sent again", f"{attained.n_duplicates:,} answers left out"))
    if attained.n_wrong_cells:
        rows.insert(1, ("without a cell", f"{attained.n_wrong_cells:,} answers left out"))
    if attained.n_repeated:
        rows.insert(
            1, ("withheld as well", f"{attained.n_repeated:,} answers, which an earlier release would tell apart")
        )
    return rows
