"""shoal device: what a device says to the location anonymiser, for scripts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_note, say_summary
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.errors import Setting, WrongUse
from shoal.web.plain_numbers import plain_number

if TYPE_CHECKING:
    from shoal.client import Client, Device, Place

ONLY_ITS_OWNER = 0o600
SIGN_UP_KEY_VARIABLE = "SHOAL_SIGN_UP_KEY"

device = typer.Typer(
    name="device",
    cls=PlainGroup,
    help="Use a device of the location anonymiser, for example in scripts.",
    no_args_is_help=True,
)

UrlOption = Annotated[str, typer.Option("--url", metavar="URL", envvar="SHOAL_URL", help="The address of the service.")]
FileOption = Annotated[
    Path,
    typer.Option(
        "--file", metavar="FILE", help="The file with the id and the token of the device. Only you can read it."
    ),
]


def _degrees(text: str) -> float:
    """float() also reads nan, 1_0 and the digits of every alphabet."""
    value = plain_number(text)
    if value is None:
        raise typer.BadParameter("It must be degrees, such as 40.7128 or -74.006.")
    return value


LatitudeArgument = Annotated[
    float, typer.Argument(metavar="LATITUDE", parser=_degrees, help="Degrees north. Write -- before a negative number.")
]
LongitudeArgument = Annotated[float, typer.Argument(metavar="LONGITUDE", parser=_degrees, help="Degrees east.")]
DEFAULT_URL = "http://127.0.0.1:8000"
DEFAULT_FILE = Path("device.json")


@device.command("sign-up", cls=EveryOptionOnce)
@guarded
def sign_up(
    latitude: LatitudeArgument,
    longitude: LongitudeArgument,
    url: UrlOption = DEFAULT_URL,
    file: FileOption = DEFAULT_FILE,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Sign up a home, and show the place to use instead of it.

    The id and the token of the device are written to a file.
    """
    if file.exists():
        raise WrongUse(
            f"{file} exists; a device is in it.",
            parameter="file",
            hint=("Give another ", Setting("file"), ", or cancel that device first."),
        )
    with _client(url) as client:
        signed_up, place = client.sign_up(latitude, longitude)
    _remember(file, {"url": url, "id": signed_up.id, "token": signed_up.token})
    _say(place, as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def location(file: FileOption = DEFAULT_FILE, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Show the present place of the device."""
    url, own = _remembered(file)
    with _client(url) as client:
        _say(client.location(own), as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def move(
    latitude: LatitudeArgument,
    longitude: LongitudeArgument,
    file: FileOption = DEFAULT_FILE,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Change the home of the device."""
    url, own = _remembered(file)
    with _client(url) as client:
        _say(client.move(own, latitude, longitude), as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def cancel(file: FileOption = DEFAULT_FILE, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Cancel the device. The service deletes the exact location at once.

    The file with the id and the token is removed.
    """
    url, own = _remembered(file)
    with _client(url) as client:
        client.cancel(own)
    file.unlink()
    if as_json:
        say_json({"status": "cancelled"})
    elif not quiet:
        say_note("Cancelled. The exact location is deleted.")


def _client(url: str) -> Client:
    from shoal.client import Client

    return Client(url, sign_up_key=os.environ.get(SIGN_UP_KEY_VARIABLE))


def _remember(file: Path, content: dict[str, Any]) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_ITS_OWNER)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(content, stream)


def _remembered(file: Path) -> tuple[str, Device]:
    from shoal.client import Device

    if not file.exists():
        raise WrongUse(
            f"There is no {file}.",
            parameter="file",
            hint=("Sign up first (shoal device sign-up), or name the file with ", Setting("file"), "."),
        )
    try:
        content = json.loads(file.read_text("utf-8"))
        return str(content["url"]), Device(str(content["id"]), str(content["token"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise WrongUse(f"{file} does not hold a device. Name the file that shoal device sign-up wrote.") from None


def _say(place: Place, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        say_json(
            {
                "status": place.status,
                "latitude": place.latitude,
                "longitude": place.longitude,
                "generation": place.generation,
                "k": place.k,
            }
        )
    elif not quiet and place.status == "placed":
        shared = f"at least {place.k} devices share it (generation {place.generation})"
        say_summary("Place", [("latitude", str(place.latitude)), ("longitude", str(place.longitude)), ("", shared)])
    elif not quiet:
        say_note("Waiting: too few devices share a place so far. Ask again later.")
