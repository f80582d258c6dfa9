"""A command that refuses an option given twice: the parser would take the last one and ignore the first.

Words left over are refused by the parser itself; here the likely cause is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand
from typer.exceptions import TyperException

from shoal.cli.output import say_error_as_json

SURVEYS = (
    "Who stands in this table has taken part already. Cells for people who may answer later are made by shoal design."
)
COMMAS = "Perhaps a list has spaces in it: separate columns with commas alone, as in --qi age,sex."

ABOUT_SURVEYS = ("participation", "failure")  # the options of a promise about those who will take part


class EveryOptionOnce(TyperCommand):
    """Options that may be repeated (``multiple``) stay free to be."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Look for repetitions first, then parse as ever. With --json, what is wrong is said in JSON as well."""
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
            raise
        return parsed


def _times(names: Sequence[str], args: Sequence[str]) -> int:
    """How often an option stands among the words before a bare --."""
    words = args[: args.index("--")] if "--" in args else args
    return sum(word.partition("=")[0] in names for word in words)
