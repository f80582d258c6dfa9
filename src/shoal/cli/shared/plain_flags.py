"""Help texts that show flags without a value: the library shows --quiet <bool>, as if it needed --quiet true."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup

NO_VALUE = ""  # the text after the name of an option that takes no value


def with_plain_flags(parameters: list[Any]) -> list[Any]:
    """The same parameters; the help shows nothing after the name of a flag."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = NO_VALUE
    return parameters


class PlainGroup(TyperGroup):
    """A group of commands with such a help."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of the group, --help among them."""
        return with_plain_flags(super().get_params(ctx))
