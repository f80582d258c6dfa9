"""shoal survey close: from sealed answers to a counted release, on the machine that has the key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import compilation_announced, guarded, say_json, say_summary, say_warnings
from shoal.cli.shared.words import rules_by_column
from shoal.cli.survey.online.key_options import (
    KEYS,
    PartsOption,
    PassphraseFileOption,
    PassphraseOption,
    opened_key,
    passphrase_of,
)

if TYPE_CHECKING:
    from shoal.survey.closing.closed import ClosedSurvey

PEOPLE = "People"


@guarded
def close(
    survey: Annotated[str, typer.Argument(metavar="SURVEY", help="The survey file (.json).")],
    bundle: Annotated[
        str, typer.Argument(metavar="BUNDLE", help="What shoal survey repository export wrote (.jsonl).")
    ],
    answers_key: Annotated[
        str, of.valued("--answers-key", value="FILE", panel=KEYS, help="The private key that opens the answers.")
    ],
    output: Annotated[
        str, of.valued("--output", "-o", value="FOLDER", panel=of.FILES, help="The folder for release and report.")
    ],
    part: PartsOption = None,
    passphrase: PassphraseOption = False,
    passphrase_file: PassphraseFileOption = None,
    codes: Annotated[
        str | None,
        of.valued("--codes", value="FILE", panel=PEOPLE, help="The code-ids.json, if printed codes are admitted."),
    ] = None,
    invited: Annotated[
        int | None,
        typer.Option(
            "--invited", metavar="N", min=0, rich_help_panel=PEOPLE, help="People invited. More answers are refused."
        ),
    ] = None,
    asked: Annotated[
        int | None,
        typer.Option(
            "--asked",
            metavar="N",
            min=0,
            rich_help_panel=PEOPLE,
            help="People who asked the issuer for a token (shoal tokens status). More answers are refused.",
        ),
    ] = None,
    overfull: Annotated[
        str,
        of.valued(
            "--overfull",
            value="POLICY",
            panel=PEOPLE,
            help="A cell that has more answers than the frame has members there: refuse (default) or withhold.",
        ),
    ] = "refuse",
    few: of.FewOption = "withhold",
    diversity: of.DiversityOption = None,
    closeness: of.ClosenessOption = None,
    sign: Annotated[
        str | None, of.valued("--sign", value="FILE", panel=of.FILES, help="Sign the release with this private key.")
    ] = None,
    destroy_bundle: Annotated[
        bool,
        typer.Option(
            "--destroy-bundle",
            rich_help_panel=of.FILES,
            help="Overwrite and remove the bundle after the release is written.",
        ),
    ] = False,
    quote_formulas: of.QuoteFormulasOption = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Open the answers of a survey, count them, and release every cell with at least k.

    Every token or code is checked again, and every envelope is opened. What
    does not count is counted by reason. Cells with fewer than k answers are
    withheld, and cells that do not keep a promise about answers.

    A survey is closed once: the same answers give the same release again,
    other answers are refused.

    Exit code 1: nothing may be released. Nothing is written.

    Example:  shoal survey close survey.json bundle.jsonl --answers-key
    answers.key -o release/
    """
    from shoal.survey.closing.closing import AnswersKey, close_survey
    from shoal.survey.closing.destroying import REMAINS
    from shoal.survey.closing.destroying import destroy_bundle as destroy
    from shoal.survey.collection.saving import refuse_unfit_folder
    from shoal.survey.questionnaire.survey import Survey
    from shoal.survey.specification.signing import require_key

    if sign is not None:
        require_key(sign)
    refuse_unfit_folder(Path(output))
    asked_by = Survey.load(survey)
    names = list(asked_by.question_of)
    key = AnswersKey(opened_key(answers_key, passphrase_of(passphrase, passphrase_file), part), Path(answers_key))
    with compilation_announced(silent=quiet):
        closed = close_survey(
            asked_by,
            bundle,
            key,
            codes=codes,
            invited=invited,
            asked=asked,
            overfull=overfull,
            few=few,
            diversity=rules_by_column(diversity, names, "diversity"),
            closeness=rules_by_column(closeness, names, "closeness"),
            quote_formulas=quote_formulas,
        )
        files = {name: str(path) for name, path in closed.save(output, sign=sign).items()}
    if destroy_bundle:
        destroy(bundle)
    warnings = [*closed.collected.warnings, REMAINS if destroy_bundle else f"Delete {bundle}. {REMAINS}"]
    if as_json:
        say_json({**_facts(closed), "files": files, "warnings": warnings})
    elif not quiet:
        k = closed.collected.k
        say_summary(
            f"Every released answer shares its quasi-identifiers with at least {k - 1} others.",
            [*_rows(closed), ("written", "\n".join(files.values()))],
        )
        say_warnings(warnings)


def _facts(closed: ClosedSurvey) -> dict[str, Any]:
    from shoal.survey.collection.facts import manifest_facts

    said = manifest_facts(closed.collected.about, closed.collected, {})
    return {"survey": said["survey"], "k": closed.collected.k, **said["numbers"], **said["attained"]}


def _rows(closed: ClosedSurvey) -> list[tuple[str, str]]:
    from shoal.release.confidential.wording import promises_short

    attained, numbers = closed.collected.attained, closed.numbers
    refused = "\n".join(f"{count:,}: {why}" for why, count in numbers.refused.items()) or "none"
    people = [(name, f"{count:,}") for name in ("invited", "asked") if (count := getattr(numbers, name)) is not None]
    promises = promises_short([count.to_dict() for count in closed.collected.promises])
    return [
        *people,
        ("answers", f"{attained.n_released:,} released of {attained.n_answers:,} that count"),
        ("refused", refused),
        ("cells", f"{attained.n_cells_released:,} released of {attained.n_cells:,}"),
        (
            "cells that failed",
            f"{attained.n_cells_failed:,}; the design expects {attained.expected_failed:.3g}",
        ),
        ("smallest class", f"{attained.smallest_class:,}, counted on the file that was written"),
        *([("promises", promises)] if promises else []),
    ]
