"""shoal tokens: one answer for each person, and nobody knows whose."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared import words
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_note, say_summary
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.errors import WriteError, WrongUse, needs_extra

if TYPE_CHECKING:
    from shoal.blind_signatures.blind_rsa import BlindPrivateKey, BlindPublicKey
    from shoal.survey.tokens.invitations import Invitations

PASSPHRASE_VARIABLE = "SHOAL_ISSUER_PASSPHRASE"
SERVER_PACKAGES = ("fastapi", "starlette", "pydantic", "uvicorn", "sqlalchemy", "prometheus_client", "limits")

tokens = typer.Typer(
    name="tokens",
    cls=PlainGroup,
    help="One answer for each person, and nobody knows whose: blind-signed tokens, and printed codes.",
    no_args_is_help=True,
)
KeyOption = Annotated[
    str, typer.Option("--key", metavar="FILE", rich_help_panel=of.FILES, help="The issuer's public key (.jwk).")
]
ListOption = Annotated[
    str,
    typer.Option("--list", metavar="FILE", rich_help_panel=of.FILES, help="The issuer's list of invitations (.db)."),
]


@tokens.command(cls=EveryOptionOnce)
@guarded
def keys(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The files are NAME.key and NAME.jwk.")],
    bits: Annotated[
        int, typer.Option("--bits", metavar="N", help="How long the key is: 2048 (the default), 3072 or 4096.")
    ] = 2048,
    ask_passphrase: Annotated[
        bool, typer.Option("--passphrase", help="Ask for a passphrase that locks NAME.key.")
    ] = False,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make the issuer's pair of keys. Every survey needs its own.

    The issuer keeps NAME.key secret: anyone who has it can invent tokens.
    NAME.jwk goes into the survey file.

    Example:  shoal tokens keys issuer
    """
    from shoal.survey.tokens.issuer_keys import make_issuer_keys

    passphrase = typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True) if ask_passphrase else None
    private, public = make_issuer_keys(name, bits=bits, passphrase=passphrase)
    if as_json:
        say_json({"private_key": str(private), "public_key": str(public), "bits": bits})
    elif not quiet:
        rows = [("keep to yourself", str(private)), ("for the survey file", str(public))]
        say_summary("A new pair of keys for the issuer of one survey.", rows)


@tokens.command(cls=EveryOptionOnce)
@guarded
@words.grouped()
def invite(
    *,
    people: Annotated[str, typer.Argument(metavar="PEOPLE", help="A table of the people you invite, one row each.")],
    key: KeyOption,
    invitations: ListOption,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="Gets PEOPLE with a secret invitation each (.csv), for the letters.",
        ),
    ],
    link: Annotated[
        str | None,
        typer.Option("--link", metavar="URL", help="The survey's page: adds a column of links with the invitation."),
    ] = None,
    survey: Annotated[
        str | None,
        typer.Option(
            "--survey",
            metavar="FILE",
            rich_help_panel=of.FILES,
            help="The survey file: letters and links get its digest, to compare with.",
        ),
    ] = None,
    reading: words.Reading,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make a secret invitation for each person of a list.

    The output holds names and invitations: it is the organiser's, for letters
    or e-mails. --list holds hashes of the invitations only: it is the
    issuer's. A list that exists gets the new invitations in addition.

    Example:  shoal tokens invite people.csv --key issuer.jwk --list issuer.db
    -o letters.csv
    """
    from shoal.cli.shared.destinations import require_not_input, require_suffix, require_writable
    from shoal.survey.collection.answering import spelled_frame
    from shoal.survey.tokens.inviting import CODE_COLUMN, invited
    from shoal.table.atomic import atomically

    letters = Path(output)
    require_suffix(letters, (".csv",), "The file for the letters")
    require_not_input(letters, [people, key, invitations])
    require_writable(letters)
    if letters.exists():
        raise WriteError(f"{letters} exists already, and its invitations may be in use. Choose another name.")
    public = _public_key(key)
    table = invited(spelled_frame(reading.open(people)), link, None if survey is None else _digest(survey))
    store = _list(invitations, public, may_create=True)
    with atomically(letters, private=True) as draft:
        table.write_csv(draft)
        store.add(table[CODE_COLUMN].to_list())
    counts = store.counts()
    if as_json:
        say_json({"n_new": table.height, "n_invited": counts.n_invited, "files": [str(letters), invitations]})
    elif not quiet:
        rows = [
            ("invited", f"{table.height:,} now, {counts.n_invited:,} in all"),
            ("for the letters, then delete", str(letters)),
            ("for the issuer", invitations),
        ]
        say_summary("Everybody gets one invitation, and with it one token.", rows)
    if counts.n_invited > table.height and not quiet:
        say_note(
            f"{counts.n_invited - table.height:,} people were on the list before. Whoever is invited again can answer "
            "twice. If this list corrects the one before, begin with a new --list and a new key."
        )


@tokens.command(cls=EveryOptionOnce)
@guarded
def status(
    key: KeyOption, invitations: ListOption, as_json: of.JsonOption = False, quiet: of.QuietOption = False
) -> None:
    """Say how many are invited, and how many have asked for their token.

    Publish both numbers. A repository that holds more tokens than were asked
    for holds invented ones.
    """
    counts = _list(invitations, _public_key(key)).counts()
    if as_json:
        say_json({"n_invited": counts.n_invited, "n_asked": counts.n_asked})
    elif not quiet:
        say_summary("Invitations", [("invited", f"{counts.n_invited:,}"), ("asked", f"{counts.n_asked:,}")])


@tokens.command(cls=EveryOptionOnce)
@guarded
def serve(
    key: Annotated[
        str, typer.Option("--key", metavar="FILE", rich_help_panel=of.FILES, help="The issuer's private key (.key).")
    ],
    invitations: ListOption,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port to listen on.")] = 8002,
) -> None:
    """Start the issuer. It gives one token for each invitation.

    Run it apart from the repository, best at another organisation. It stores
    and logs no address and no time; see that your proxy does not either. A
    passphrase is read from SHOAL_ISSUER_PASSPHRASE, or asked for.
    """
    from shoal.cli.shared.signals import leave_signals_alone
    from shoal.survey.tokens.issuer import Issuer

    with needs_extra("service", "This command", SERVER_PACKAGES):
        import uvicorn

        from shoal.survey.tokens.issuer_app import make_issuer_app, set_up_issuer_logs
    private = _private_key(key)
    app = make_issuer_app(Issuer(private, _list(invitations, private.public)))
    set_up_issuer_logs()
    leave_signals_alone()
    uvicorn.run(app, host=host, port=port, access_log=False, log_config=None, server_header=False, proxy_headers=False)


@tokens.command(cls=EveryOptionOnce)
@guarded
def codes(
    n_codes: Annotated[int, typer.Argument(metavar="N", help="How many; best one for each person you ask.")],
    survey: Annotated[str, typer.Option("--survey", metavar="FILE", help="The survey file, or its digest (64 signs).")],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            rich_help_panel=of.FILES,
            help="Gets cards.txt, codes.csv and code-ids.json.",
        ),
    ],
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Make secret codes for cards, for people who answer on paper.

    Print cards.txt (or codes.csv), let each person draw a card, and delete
    both files. code-ids.json goes to the repository: nobody can answer with
    an id. Keep no list of who drew which card.

    Example:  shoal tokens codes 500 --survey survey.json -o cards/
    """
    from shoal.survey.tokens.paper import CARDS_FILE, CODES_FILE, IDS_FILE, PaperCodes, refuse_other_codes

    refuse_other_codes(Path(output))
    made = PaperCodes.made(n_codes, _digest(survey))
    paths = made.write(output)
    if as_json:
        say_json({"n_codes": n_codes, "survey": made.survey, "files": [str(path) for path in paths.values()]})
    elif not quiet:
        rows = [
            ("codes", f"{n_codes:,}"),
            ("print, then delete", f"{paths[CARDS_FILE]}\n{paths[CODES_FILE]}"),
            ("for the repository", str(paths[IDS_FILE])),
        ]
        say_summary("Let each person draw one card. Keep no list of who drew which.", rows)


def _digest(survey: str) -> str:
    """The digest of a survey file, counted again; a digest stays as it is."""
    from shoal.quantizer.files.plain_json import parsed
    from shoal.survey.shared.canonical import digest_of

    path = Path(survey)
    if not path.suffix:
        return survey
    try:
        document = parsed(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError):
        raise WrongUse(f"There is no survey file {path} that can be read.", parameter="survey") from None
    if not isinstance(document, dict) or document.get("digest") != digest_of(document):
        raise WrongUse(
            f"{path.name} is not a survey file, or was changed: its digest does not fit.", parameter="survey"
        )
    return str(document["digest"])


def _public_key(path: str) -> BlindPublicKey:
    from shoal.survey.tokens.issuer_keys import public_key

    return public_key(path)


def _private_key(path: str) -> BlindPrivateKey:
    from shoal.blind_signatures.key_pairs import has_passphrase
    from shoal.survey.tokens.issuer_keys import private_key

    passphrase = os.environ.get(PASSPHRASE_VARIABLE)
    if passphrase is None and has_passphrase(path) and sys.stdin.isatty():
        passphrase = typer.prompt("Passphrase", hide_input=True)
    return private_key(path, passphrase)


def _list(path: str, key: BlindPublicKey, *, may_create: bool = False) -> Invitations:
    from shoal.survey.tokens.invitations import Invitations

    return Invitations.created(path, key) if may_create and not Path(path).exists() else Invitations(path, key)
