"""shoal survey check: everything that can be checked about a survey file, and whether a private key belongs to it."""

from __future__ import annotations

from typing import Annotated

import typer

from shoal.cli.quantizer.verify import say_findings
from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded
from shoal.cli.survey.online.key_options import (
    KEYS,
    PartsOption,
    PassphraseFileOption,
    PassphraseOption,
    opened_key,
    passphrase_of,
)
from shoal.errors import Setting, WrongUse, in_a_row


@guarded
def check(
    survey: Annotated[str, typer.Argument(metavar="SURVEY", help="The survey file (.json).")],
    public_key: of.PublicKeyOption = None,
    answers_key: Annotated[
        str | None,
        of.valued(
            "--answers-key", value="FILE", panel=KEYS, help="Also check that this private key opens the answers."
        ),
    ] = None,
    part: PartsOption = None,
    passphrase: PassphraseOption = False,
    passphrase_file: PassphraseFileOption = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Check a survey file: structure, digest, signature, keys, questions, and the cells with their promise.

    With the private key, or the parts of enough trustees, it also opens an
    envelope that it has just sealed. Try that before the survey begins.

    Exit code 1: the file is damaged or wrong, or the key does not fit.

    Example:  shoal survey check survey.json --public-key survey.pub
    """
    from shoal.survey.questionnaire.verification import key_check, verify_survey

    given = {"part": part, "passphrase": passphrase, "passphrase_file": passphrase_file}
    useless = [Setting(name) for name, value in given.items() if value]
    if answers_key is None and useless:
        raise WrongUse(
            *in_a_row(useless), " opens a private key, and none is given.", hint="Name the key, or leave it out."
        )
    key = None
    if answers_key is not None:
        key = opened_key(answers_key, passphrase_of(passphrase, passphrase_file), part)
    findings = verify_survey(survey, public_key=public_key)
    if key is not None and findings.ok:
        findings = key_check(findings, survey, key)
    say_findings(findings, as_json=as_json, quiet=quiet)
