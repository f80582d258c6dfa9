"""What is said on the screen: results on standard output, everything else on standard error.

No traceback and no exception text of a library ever reaches the screen by itself: either may quote the data.
Only Shoal's own errors are worded so that they may be shown.
"""

from __future__ import annotations

import functools
import json
import os
import re
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import typer

from shoal.cli.shared.option_names import door_of
from shoal.errors import Door, Setting, ShoalError, ShoalWarning, place_of

if TYPE_CHECKING:
    from rich.console import Console

    from shoal.cli.shared.signals import EndedBySignal

BUG_EXIT_CODE = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED_EXIT_CODE = 130  # 128 + SIGINT, as shells report it
DEBUG_VARIABLE = "SHOAL_DEBUG"

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

CONTROLS = re.compile("[\x7f-\x9f]")  # JSON leaves them as they are; a terminal may obey them


@functools.cache
def stderr_console() -> Console:
    """The console for errors, notes and progress; colours appear only on a terminal."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@functools.cache
def stdout_console() -> Console:
    """The console for results."""
    from rich.console import Console

    return Console(highlight=False)


def say_json(content: Mapping[str, Any]) -> None:
    """One JSON object on standard output."""
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    typer.echo(CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def say_warnings(warnings: Iterable[str]) -> None:
    """What the steward should know, one line each."""
    for warning in warnings:
        _say_line("Warning:", warning, "yellow")


def say_note(text: str) -> None:
    """A remark on standard error."""
    _say_line("", text, "dim")


def say_summary(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """A small table of a finished run."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows:
        table.add_row(name, Text(harmless(value)))
    stdout_console().print(Text(harmless(title), style="bold"), table)


def harmless(text: str) -> str:
    """A text from somebody else's file without the characters that would steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


def say_interrupted(error: BaseException | None = None) -> int:
    """Ctrl-C. Returns the exit code."""
    _say_early_end("Interrupted", error)
    return INTERRUPTED_EXIT_CODE


def say_ended(error: EndedBySignal) -> None:
    """A signal that asked the program to end."""
    _say_early_end("Interrupted twice" if error.name == "SIGINT" else f"Ended by {error.name}", error)


def _say_early_end(what: str, error: BaseException | None) -> None:
    written = getattr(error, "__notes__", [])
    _say_line("", " ".join([f"{what}.", *written]) if written else f"{what}; nothing was written.", "red")


def guarded(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A command whose failures become one line on standard error and an exit code."""

    @functools.wraps(command)
    def run(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ShoalWarning)  # the commands say the same in their own way
                return command(*arguments, **options)
        except (typer.Exit, typer.Abort):
            raise
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(say_interrupted(interrupt)) from None
        except Exception as error:
            raise typer.Exit(_say_failure(error, command, as_json=bool(options.get("as_json")))) from None

    return run


def _say_failure(error: Exception, command: Callable[..., Any], *, as_json: bool) -> int:
    """Say what failed, in words that show no value; returns the exit code."""
    door = door_of(command)
    code, message = _worded(error, door)
    message = " ".join([message, *getattr(error, "__notes__", [])])
    if os.environ.get(DEBUG_VARIABLE):
        typer.echo("".join(traceback.format_exception(error)), err=True)
    _say_line("Error:", message, "bold red")
    if as_json:
        say_error_as_json(error, message, code, door)
    return code


def say_error_as_json(error: Exception, message: str, code: int, door: Door = str) -> None:
    """What failed, for a program that reads standard output."""
    fields: dict[str, Any] = {}
    if isinstance(error, ShoalError):
        options = {"options": [door(Setting(name)) for name in error.parameters]} if error.parameters else {}
        fields = {**error.fields(door), **options}
    say_json({"error": {"type": type(error).__name__, "message": message, "exit_code": code, **fields}})


def _worded(error: Exception, door: Door) -> tuple[int, str]:
    if isinstance(error, ShoalError):
        return error.exit_code, error.worded(door)
    if isinstance(error, OSError):
        # Only the system's words are repeated, and the path, which the user gave.
        reason = os.strerror(error.errno) if error.errno else "the system refused"
        where = f" {error.filename}" if isinstance(error.filename, (str, os.PathLike)) else ""
        return ShoalError.exit_code, f"Cannot read or write{where}: {reason}. Check the path and its permissions."
    if isinstance(error, MemoryError):
        return ShoalError.exit_code, (
            "There is not enough memory for this table. Use a machine with more, or fewer columns or records."
        )
    return BUG_EXIT_CODE, (
        f"This is a bug in Shoal ({type(error).__name__} at {place_of(error)}). Please report this line. "
        f"{DEBUG_VARIABLE}=1 shows the whole traceback, which may contain data: read it before you share it."
    )


def _say_line(label: str, message: str, style: str) -> None:
    from rich.text import Text

    line = Text(f"{label} ", style=style) if label else Text()
    line.append(harmless(" ".join(message.split("\n"))), style="" if label else style)
    stderr_console().print(line, soft_wrap=True)


@contextmanager
def compilation_announced(*, silent: bool) -> Iterator[None]:
    """Say so, once, if anything has to be compiled meanwhile: the wait would be a riddle otherwise."""
    from shoal.kernels.jit import at_first_compilation

    if silent:
        yield
        return
    with at_first_compilation(
        lambda: say_note(
            "Compiling, once for each installation: up to a minute of one core. `shoal warm` does it all at once …"
        )
    ):
        yield
