"""The door of the command line: how a setting that an error names is written in a shell.

A command has the parameter names of the library and declares how each is spelled (``quasi_identifiers``: ``--qi``). So
its own signature is the table of names, and a new option needs no second entry anywhere.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from typer.models import ArgumentInfo, ParameterInfo
from typer.utils import get_params_from_function

from shoal.errors import Door, Setting


def option_names(command: Callable[..., Any]) -> dict[str, str]:
    """The spelling of each parameter of a command: ``--qi``, or ``TABLE`` where it is a word without an option."""
    declared = {name: parameter.default for name, parameter in get_params_from_function(command).items()}
    return {name: _spelling(name, info) for name, info in declared.items() if isinstance(info, ParameterInfo)}


def _spelling(name: str, info: ParameterInfo) -> str:
    if isinstance(info, ArgumentInfo):
        return (info.metavar or name.upper()).strip("[]")
    return next((word for word in info.param_decls or () if word.startswith("--")), f"--{name.replace('_', '-')}")


def door_of(command: Callable[..., Any]) -> Door:
    """The words of a command. A parameter that it does not have keeps the name that the library gives it."""
    names = option_names(command)

    def worded(setting: Setting) -> str:
        if setting.name not in names:
            return str(setting)
        option = names[setting.name]
        return option if setting.value is None or setting.value is True else f"{option} {_typed(str(setting.value))}"

    return worded


def _typed(value: str) -> str:
    """A value as it is typed in a shell; a tab, which nobody can type there, as the options take it."""
    return shlex.quote(value if value.isprintable() else repr(value)[1:-1])
