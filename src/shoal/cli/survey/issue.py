"""shoal issue: secret tokens for the people who are asked, so that invented answers do not count."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.quantizer.model_files import survey_design
from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_summary


@guarded
def issue(
    design: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN", help="The specification of a survey, or the boxes.json of a paper form (shoal form)."
        ),
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="FOLDER", rich_help_panel=of.FILES, help="Gets tokens.csv and issued.json."
        ),
    ],
    n_tokens: Annotated[
        int | None,
        typer.Option("--number", metavar="N", help="How many tokens; by default one for each member of the frame."),
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make secret tokens, one for each person who is asked. Only answers with such a token will count.

    tokens.csv holds the tokens: give each person one, then delete the file.
    issued.json holds hashes of them: keep it for shoal collect --issued.
    Nobody can answer with a hash.

    Keep no list of who got which token.

    Example:  shoal issue specification.json -o tokens/
    """
    from shoal.survey.collection.issued import ISSUED_FILE, TOKENS_FILE, issue_tokens, refuse_other_tokens

    refuse_other_tokens(Path(output))
    made = issue_tokens(survey_design(design), n_tokens)
    paths = made.write(output)
    facts = {"n_tokens": len(made.tokens), "design": made.design, "files": [str(path) for path in paths.values()]}
    if as_json:
        say_json(facts)
    elif not quiet:
        rows = [
            ("tokens", f"{len(made.tokens):,}"),
            ("hand out, then delete", str(paths[TOKENS_FILE])),
            ("keep for shoal collect", str(paths[ISSUED_FILE])),
        ]
        say_summary("Everybody gets one token. Keep no list of who got which.", rows)
