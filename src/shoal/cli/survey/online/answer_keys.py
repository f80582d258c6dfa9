"""shoal survey keys: the pair of keys to which answers are sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.output import guarded, say_json, say_summary, say_warnings
from shoal.cli.survey.online.key_options import KEYS, PassphraseFileOption, PassphraseOption, passphrase_of
from shoal.errors import ParameterError, Setting

if TYPE_CHECKING:
    from shoal.survey.sealing.key_files import KeyPaths

BETWEEN = ("-of-", "/")  # of 3-of-5
MOST_DIGITS = 3


@guarded
def keys(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The files are NAME.key and NAME.pub.")],
    survey: Annotated[
        str | None,
        of.valued("--survey", value="TEXT", panel=KEYS, help="What the survey is called: stands on the parts."),
    ] = None,
    trustees: Annotated[
        str | None,
        of.valued(
            "--trustees",
            value="K-of-N",
            panel=KEYS,
            help="Split the key among N people, of whom any K can open it together, as in 3-of-5.",
        ),
    ] = None,
    passphrase: PassphraseOption = False,
    passphrase_file: PassphraseFileOption = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make the keys to which answers are sealed. Do it on a machine that is not the server.

    NAME.pub goes into the survey file. NAME.key opens the answers: keep it
    offline until the survey is over. Existing files are not replaced.

    With --trustees no single person can open the answers. Each gets one
    file, and NAME.key opens only with enough of them.

    Example:  shoal survey keys answers --trustees 3-of-5 --survey "Trees"
    """
    from shoal.survey.sealing.key_files import make_answer_keys

    made = make_answer_keys(
        name,
        survey=survey or "",
        passphrase=passphrase_of(passphrase, passphrase_file, new=True),
        trustees=None if trustees is None else _how_many(trustees),
    )
    protected = trustees is not None or passphrase or passphrase_file is not None
    if as_json:
        parts = [str(path) for path in made.parts]
        say_json({"private_key": str(made.private), "public_key": str(made.public), "parts": parts})
    elif not quiet:
        say_summary("A new pair of keys for answers.", _rows(made))
        if not protected:
            say_warnings([f"Whoever copies {made.private} can read all answers. Protect it: --trustees, --passphrase."])


def _rows(made: KeyPaths) -> list[tuple[str, str]]:
    rows = [("keep offline", str(made.private)), ("for the survey file", str(made.public))]
    if made.parts:
        rows.append(("one for each trustee", "\n".join(str(path) for path in made.parts)))
        rows.append(("then", "try the parts with shoal survey check, hand them out, and delete your copies of them"))
    return rows


def _how_many(text: str) -> tuple[int, int]:
    for between in BETWEEN:
        numbers = [part.strip() for part in text.split(between)]
        if len(numbers) == 2 and all(n.isascii() and n.isdigit() and len(n) <= MOST_DIGITS for n in numbers):
            return int(numbers[0]), int(numbers[1])
    raise ParameterError(Setting("trustees"), " is written as 3-of-5: how many are needed, and how many there are.")
