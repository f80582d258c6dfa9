"""A command that refuses an option given twice: the parser would take the last one and ignore the first.

Words left over are refused by the parser itself; here the likely cause is added. A number that is none is refused by a
library that speaks to programmers; here it is said to the user of a shell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from shoal.cli.shared.output import say_error_as_json
from shoal.cli.shared.plain_flags import with_plain_flags

SURVEYS = (
    "Who stands in this table has taken part already. Cells for people who may answer later are made by shoal design."
)
COMMAS = "Perhaps a list has spaces in it: separate columns with commas alone, as in --qi age,sex."

NUMBERS: dict[Any, tuple[str, str]] = {
    int: ("a whole number", "Write it in digits, such as 5."),
    float: ("a number", "Write it in digits, with a point before decimals, such as 2.5."),
}
ABOUT_SURVEYS = ("participation", "failure")  # the options of a promise about those who will take part


class EveryOptionOnce(TyperCommand):
    """Options that may be repeated (``multiple``) stay free to be."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options, --help among them."""
        return with_plain_flags(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check for repetitions first, then parse as usual. With --json, errors are printed as JSON, too."""
        words = list(args)  # the parser takes them away one by one
        try:
            return self._parsed(ctx, args)
        except TyperException as error:
            wants_json = any("--json" in parameter.opts for parameter in self.params) and _times(["--json"], words)
            if wants_json:
                say_error_as_json(error, error.format_message(), error.exit_code)
            raise

    def _parsed(self, ctx: Any, args: list[str]) -> list[str]:
        for parameter in self.params:
            names = [name for name in parameter.opts if name.startswith("-")]
            if names and not getattr(parameter, "multiple", False) and _times(names, args) > 1:
                raise typer.BadParameter(f"{names[0]} is given more than once. Give it once.", ctx=ctx)
        try:
            parsed: list[str] = super().parse_args(ctx, args)
        except TyperException as error:
            message = getattr(error, "message", "")
            if "extra argument" in message:
                error.message += f". {COMMAS}"
            elif message.startswith("No such option: --") and message.rpartition("--")[2] in ABOUT_SURVEYS:
                error.message += f". {SURVEYS}"
            else:
                _say_of_numbers(error)
            raise
        return parsed


def _say_of_numbers(error: Any) -> None:
    """If a number was refused, say what the user gave, what is wanted and how that is written."""
    parameter: Any = getattr(error, "param", None)
    descriptor = getattr(parameter, "type_descriptor", None)
    problems: list[Any] = getattr(error.__cause__, "errors", list)()  # of the library that tried to read the number
    if descriptor is None or descriptor.annotation not in NUMBERS or not problems or "input" not in problems[0]:
        return  # something else is wrong, such as an option that is not given at all
    what, how = NUMBERS[descriptor.annotation]
    least, most = descriptor.parameter_info.min, descriptor.parameter_info.max
    if least is not None:
        what += f" of at least {least}" if most is None else f" from {least} to {most}"
    name = parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar
    given = str(problems[0]["input"])
    error.message = f"{name} must be {what}, found '{given}'." + ("" if given.strip("+-").isdigit() else f" {how}")
    error.param = None  # it would be named once more


def _times(names: Sequence[str], args: Sequence[str]) -> int:
    """How often an option stands among the words before a bare --."""
    words = args[: args.index("--")] if "--" in args else args
    return sum(word.partition("=")[0] in names for word in words)
