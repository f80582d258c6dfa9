"""What opens the private key of a survey: a passphrase, typed or from a file, or the parts of trustees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import say_warnings
from shoal.errors import Setting, WrongUse

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEYS = "Keys"
PassphraseOption = Annotated[
    bool,
    typer.Option("--passphrase", rich_help_panel=KEYS, help="The key has a passphrase; it is asked for."),
]
PassphraseFileOption = Annotated[
    str | None,
    of.valued("--passphrase-file", value="FILE", panel=KEYS, help="Take the passphrase from the first line of a file."),
]
PartsOption = Annotated[
    list[str] | None,
    of.valued("--part", value="FILE", panel=KEYS, help="The part of a trustee. Repeatable."),
]


def passphrase_of(asked: bool, file: str | None, *, new: bool = False) -> str | None:
    """The passphrase, typed (a new one twice) or read; None where there is none."""
    if asked and file is not None:
        raise WrongUse("Give ", Setting("passphrase"), " or ", Setting("passphrase_file"), ", not both.")
    if asked:
        typed: str = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=new, err=True)
        return typed
    if file is None:
        return None
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise WrongUse(f"There is no passphrase in {file} that can be read.", parameter="passphrase_file") from None
    return lines[0] if lines else ""


def opened_key(path: str, passphrase: str | None, parts: list[str] | None) -> EllipticCurvePrivateKey:
    """The private key in a file; what is wrong about the files is said."""
    from shoal.survey.sealing.key_files import open_answer_key
    from shoal.survey.sealing.trustees import read_part

    opened = open_answer_key(path, passphrase=passphrase, parts=[read_part(part) for part in parts or ()])
    say_warnings(opened.warnings)
    return opened.private
