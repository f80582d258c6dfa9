"""shoal device: what a device says to the location anonymiser, for scripts."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.shared import options as of
from shoal.cli.shared.every_option_once import EveryOptionOnce
from shoal.cli.shared.output import guarded, say_json, say_note, say_summary
from shoal.cli.shared.plain_flags import PlainGroup
from shoal.errors import Setting, WrongUse
from shoal.table.atomic import atomically
from shoal.web.plain_numbers import plain_number

if TYPE_CHECKING:
    from shoal.client import Client, Place
    from shoal.client.device_state import DeviceState
    from shoal.client.home_device import HomeDevice
    from shoal.client.ranking import Ranking

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
        "--file", metavar="FILE", help="The file of the device: its id, token, home and secret. Only you can read it."
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
ProviderArgument = Annotated[str, typer.Argument(metavar="PROVIDER", help="The address of the provider.")]
DEFAULT_URL = "http://127.0.0.1:8000"
DEFAULT_FILE = Path("device.json")


@device.command("sign-up", cls=EveryOptionOnce)
@guarded
def sign_up(
    latitude: LatitudeArgument,
    longitude: LongitudeArgument,
    url: UrlOption = DEFAULT_URL,
    file: FileOption = DEFAULT_FILE,
    voucher: Annotated[
        Path | None, typer.Option("--voucher", metavar="FILE", help="The voucher that shoal device voucher wrote.")
    ] = None,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Sign up a home, and show the place to use instead of it.

    What the device has to remember is written to a file.
    """
    if file.exists():
        raise WrongUse(
            f"{file} exists; a device is in it.",
            parameter="file",
            hint=("Give another ", Setting("file"), ", or cancel that device first."),
        )
    with _client(url) as client:
        from shoal.client.home_device import HomeDevice

        shown = None if voucher is None else _voucher_in(voucher)
        made = HomeDevice.signed_up(client, url, latitude, longitude, voucher=shown)
    _remember(file, made.state)
    _say(made.state.place, as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def voucher(
    issuer: Annotated[str, typer.Argument(metavar="ISSUER", help="The address of the issuer of vouchers.")],
    invitation: Annotated[str, typer.Argument(metavar="INVITATION", help="The code of your invitation.")],
    key: Annotated[Path, typer.Option("--key", metavar="FILE", help="The issuer's public key, NAME.jwk.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the voucher is written.")],
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Fetch a voucher for an invitation, to sign up with it later.

    Let some hours pass in between: the issuer knows when you asked, and the
    service when somebody signed up.
    """
    from shoal.client.vouchers import fetched_voucher
    from shoal.credentials.voucher import voucher_key

    if output.exists():
        raise WrongUse(f"{output} exists.", parameter="output", hint=("Give another ", Setting("output"), "."))
    content = fetched_voucher(issuer, invitation, voucher_key(key))
    with atomically(output, private=True) as draft:
        draft.write_text(json.dumps(content), encoding="utf-8")
    if as_json:
        say_json({"voucher": str(output)})
    elif not quiet:
        say_summary("voucher", [("written to", str(output)), ("good for", "one sign-up")])


@device.command(cls=EveryOptionOnce)
@guarded
def location(file: FileOption = DEFAULT_FILE, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Show the present place of the device, and fetch credentials for it.

    Say it now and then, and not just before a question to a provider.
    """
    with _device(file) as own:
        _say(own.refresh(), as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def use(
    provider: ProviderArgument,
    file: FileOption = DEFAULT_FILE,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Add a provider. A credential for it is fetched with the next location."""
    with _device(file) as own:
        own.use(provider)
    if as_json:
        say_json({"providers": list(own.state.providers)})
    elif not quiet:
        say_note("Added. Say shoal device location, and let some time pass before you ask it.")


@device.command(cls=EveryOptionOnce)
@guarded
def nearest(
    provider: ProviderArgument,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=1000, help="How many.")] = 3,
    file: FileOption = DEFAULT_FILE,
    as_json: of.JsonOption = False,
    quiet: of.QuietOption = False,
) -> None:
    """Ask a provider what is nearest to the home. It hears the place only."""
    with _device(file) as own:
        found = own.nearest(provider, count)
    _say_found(found, as_json=as_json, quiet=quiet)


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
    with _device(file) as own:
        _say(own.move(latitude, longitude), as_json=as_json, quiet=quiet)


@device.command(cls=EveryOptionOnce)
@guarded
def cancel(file: FileOption = DEFAULT_FILE, as_json: of.JsonOption = False, quiet: of.QuietOption = False) -> None:
    """Cancel the device. The service deletes the exact location at once.

    The file of the device is removed.
    """
    with _device(file) as own:
        own.cancel()
    file.unlink()
    if as_json:
        say_json({"status": "cancelled"})
    elif not quiet:
        say_note("Cancelled. The exact location is deleted.")


def _client(url: str) -> Client:
    from shoal.client import Client

    return Client(url, sign_up_key=os.environ.get(SIGN_UP_KEY_VARIABLE))


@contextmanager
def _device(file: Path) -> Iterator[HomeDevice]:
    """The device in a file; what it learns is written back."""
    from shoal.client.home_device import HomeDevice

    state = _remembered(file)
    with _client(state.url) as client:
        own = HomeDevice(client, state)
        yield own
    if own.state != state:
        with atomically(file, private=True) as draft:
            draft.write_text(json.dumps(own.state.to_dict()), encoding="utf-8")


def _remember(file: Path, state: DeviceState) -> None:
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_ITS_OWNER)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(state.to_dict(), stream)


def _remembered(file: Path) -> DeviceState:
    from shoal.client.device_state import DeviceState

    if not file.exists():
        raise WrongUse(
            f"There is no {file}.",
            parameter="file",
            hint=("Sign up first (shoal device sign-up), or name the file with ", Setting("file"), "."),
        )
    try:
        return DeviceState.from_dict(json.loads(file.read_text("utf-8")))
    except (ValueError, KeyError, TypeError, RecursionError, WrongUse):
        raise WrongUse(
            f"{file} does not hold a device of this version. Name the file that shoal device sign-up wrote."
        ) from None


def _voucher_in(file: Path) -> dict[str, str]:
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not all(isinstance(own, str) for own in content.values()):
        raise WrongUse(f"{file} holds no voucher.", parameter="voucher", hint="shoal device voucher writes one.")
    return content


def _say_found(found: Ranking, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        points = [
            {"name": own.name, "latitude": own.latitude, "longitude": own.longitude, "metres": round(own.metres)}
            for own in found.points
        ]
        say_json({"points": points, "sure": found.sure, "n_sent": found.n_sent})
    elif not quiet:
        say_summary("Nearest to the home", [(f"{own.metres:.0f} m", own.name) for own in found.points])
        if not found.sure:
            say_note("Something nearer may exist: the home is far from its place.")


def _say(place: Place | None, *, as_json: bool, quiet: bool) -> None:
    if place is None:
        return
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
