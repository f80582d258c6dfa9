"""shoal collect: what respondents sent back, counted by cell and released."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.quantizer.model_files import survey_design
from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings

if TYPE_CHECKING:
    from shoal.release.report.audit_facts import Audit
    from shoal.survey.collection.attained import Attained
    from shoal.survey.collection.releasing import Collected


@guarded
@words.grouped()
def collect(
    *,
    specification: Annotated[
        str,
        typer.Argument(metavar="DESIGN", help="The specification of a survey, or the boxes.json of a paper form."),
    ],
    answers: Annotated[
        list[str],
        typer.Argument(
            metavar="ANSWERS...",
            help="Files, folders or patterns of files with answers: tables with a column 'cell' (of a form: 'code').",
        ),
    ],
    output: Annotated[
        str, of.valued("--output", "-o", value="FOLDER", panel=of.FILES, help="The folder for release and report.")
    ],
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="COLUMN",
            rich_help_panel=of.COLUMNS,
            help="The column that tells respondents apart, so that nobody counts twice. It is not published.",
        ),
    ] = None,
    issued: Annotated[
        str | None,
        typer.Option(
            "--issued",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="The tokens that were issued: the issued.json of shoal issue, the code-ids.json of shoal tokens "
            "codes, or a table with a column of tokens. Only answers with one of them count.",
        ),
    ] = None,
    trust_answers: Annotated[
        bool,
        typer.Option(
            "--trust-answers",
            rich_help_panel=of.COLUMNS,
            help="Collect without a list of issued tokens. Invented answers then count like real ones.",
        ),
    ] = False,
    duplicates: Annotated[
        str,
        typer.Option(
            "--duplicates",
            metavar="POLICY",
            rich_help_panel=of.COLUMNS,
            help="When a token comes twice: refuse (the default), or count the first or the last answer.",
        ),
    ] = "refuse",
    wrong_cells: Annotated[
        str,
        typer.Option(
            "--wrong-cells",
            metavar="POLICY",
            rich_help_panel=of.COLUMNS,
            help="What to do with answers whose cell or code does not exist: refuse (default) or leave-out.",
        ),
    ] = "refuse",
    overfull: Annotated[
        str,
        typer.Option(
            "--overfull",
            metavar="POLICY",
            rich_help_panel=of.COLUMNS,
            help="What to do with a cell that has more answers than the frame has members there: refuse (default) or "
            "withhold.",
        ),
    ] = "refuse",
    few: of.FewOption = "withhold",
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--earlier",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="A table that was released from this survey before. A class is withheld if fewer than k answers "
            "in it have changed since. Repeatable.",
        ),
    ] = None,
    identifiers: of.IdOption = None,
    confidential: of.ConfidentialOption = None,
    insensitive: of.InsensitiveOption = None,
    diversity: of.DiversityOption = None,
    closeness: of.ClosenessOption = None,
    sign: Annotated[
        str | None, of.valued("--sign", value="FILE", panel=of.FILES, help="Sign the release with this private key.")
    ] = None,
    reading: words.Reading,
    quote_formulas: of.QuoteFormulasOption = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Release the answers of a survey: every cell that has at least k of them.

    Cells with fewer answers are withheld. Shoal says how many cells, not
    which. But the design is public, so everybody can see which cells are not
    in the release. k is counted on the written file.

    Only issued tokens show that k answers come from k people: make them with
    shoal issue before the survey. Without --issued nothing is released,
    unless you say --trust-answers.

    Several files are put together. The folder gets the release and its report
    (HTML, JSON), and with --sign a signature. The manifest beside it is for
    you alone.

    Collect once, when the survey is over. If you collected before, name those
    releases with --earlier.

    Exit code 1: no cell has k answers, or the written file does not keep the
    promise. Nothing is written.

    Example:  shoal collect specification.json answers.csv --token token
    --issued tokens/issued.json -o release/
    """
    from shoal.survey.collection.answer_files import answer_table
    from shoal.survey.collection.collecting import collect as collected_from
    from shoal.survey.collection.saving import refuse_unfit_folder
    from shoal.survey.specification.signing import require_key

    if sign is not None:
        require_key(sign)
    refuse_unfit_folder(Path(output))
    model = survey_design(specification)
    table = answer_table(answers, **reading.arguments())
    with compilation_announced(silent=quiet):
        collected = collected_from(
            model,
            table,
            token=token,
            issued=issued,
            duplicates=duplicates,
            wrong_cells=wrong_cells,
            trust_answers=trust_answers,
            overfull=overfull,
            few=few,
            earlier=earlier or (),
            identifiers=words.column_names(identifiers, table.columns),
            confidential=words.column_names(confidential, table.columns),
            insensitive=words.column_names(insensitive, table.columns),
            diversity=words.rules_by_column(diversity, table.columns, "diversity"),
            closeness=words.rules_by_column(closeness, table.columns, "closeness"),
            quote_formulas=quote_formulas,
        )
        files = {name: str(path) for name, path in collected.save(output, sign=sign).items()}
    if as_json:
        say_json({"specification": model.digest, "k": model.k, **_facts(collected, files)})
    elif not quiet:
        title = f"Every released answer shares its quasi-identifiers with at least {model.k - 1} others."
        rows = [*_rows(collected.attained), ("people told apart by", str(collected.counted_by))]
        say_summary(title, [*rows, *_answer_rows(collected.privacy), ("written", "\n".join(files.values()))])
        say_warnings(collected.warnings)


def _facts(collected: Collected, files: dict[str, str]) -> dict[str, Any]:
    from shoal.survey.collection.facts import attained_facts

    return {
        **attained_facts(collected),
        "confidential": [asdict(attribute) for attribute in collected.privacy.confidential],
        "people_told_apart_by": str(collected.counted_by),
        "files": files,
        "warnings": list(collected.warnings),
    }


def _answer_rows(privacy: Audit) -> list[tuple[str, str]]:
    """How much finding a class tells about each answer."""
    from shoal.release.wording import plural

    return [
        (
            f"answers to {attribute.name}",
            (
                f"all alike in {plural(attribute.n_single_classes, 'class', 'classes')} "
                f"({plural(attribute.n_single_records, 'answer', 'answers')})"
                if attribute.n_single_classes
                else f"at least {attribute.distinct_l} different answers in every class"
            )
            + f"; t-closeness {attribute.t:.2f}",
        )
        for attribute in privacy.confidential
    ]


def _rows(attained: Attained) -> list[tuple[str, str]]:
    from shoal.release.wording import plural

    joined = f"{attained.n_cells_joined:,} joined with these, " if attained.n_cells_joined else ""
    rows = [
        ("answers", f"{attained.n_released:,} released of {attained.n_answers:,}"),
        (
            "cells",
            f"{attained.n_cells_released:,} released, {joined}{attained.n_cells_withheld:,} withheld "
            f"({plural(attained.n_withheld, 'answer', 'answers')}), {attained.n_cells_empty:,} without answers",
        ),
        (
            "cells that failed",
            f"{attained.n_cells_failed:,} of {attained.n_cells:,}; the design expects {attained.expected_failed:.3g}: "
            f"a cell fails with a probability of {attained.expected_failed / attained.n_cells:.3g} on average, and of "
            f"{attained.designed_failure:.3g} at most",
        ),
        (
            "participation",
            f"{attained.attained_participation:.3g} attained, {attained.designed_participation:.3g} designed",
        ),
        ("smallest class", f"{attained.smallest_class:,}, counted on the file that was written"),
    ]
    if attained.n_duplicates:
        rows.insert(1, ("sent again", f"{plural(attained.n_duplicates, 'answer', 'answers')} left out"))
    if attained.n_wrong_cells:
        rows.insert(1, ("without a cell", f"{plural(attained.n_wrong_cells, 'answer', 'answers')} left out"))
    if attained.n_not_issued:
        rows.insert(1, ("without an issued token", f"{plural(attained.n_not_issued, 'answer', 'answers')} left out"))
    if attained.n_revealing:
        told = (
            f"{plural(attained.n_revealing, 'answer', 'answers')} in "
            f"{plural(attained.n_cells_revealing, 'cell', 'cells')} were withheld: they do not keep what is promised "
            "about answers"
        )
        rows.insert([name for name, _ in rows].index("cells") + 1, ("because of promises", told))
    if attained.n_repeated:
        told = (
            f"{plural(attained.n_repeated, 'answer', 'answers')} in "
            f"{plural(attained.n_cells_repeated, 'cell', 'cells')} were withheld: the difference to an earlier release "
            "would show them"
        )
        rows.insert([name for name, _ in rows].index("cells") + 1, ("because of earlier", told))
    return rows
