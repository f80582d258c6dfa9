"""--help as a newcomer reads it, on a terminal of 80 columns."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from shoal.cli.app import app

WIDTH = 78  # of a terminal of 80 columns, without the margins of the help
RIDDLES = ("unless told", "unless given", "Of everything", "likewise", "Who knows")


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its name; the members of a group after it."""
    waiting = [("shoal", get_command(app))]
    while waiting:
        name, command = waiting.pop()
        yield name, command
        waiting += [(f"{name} {word}", member) for word, member in getattr(command, "commands", {}).items()]


ALL = dict(commands())


@pytest.mark.parametrize("name", ALL)
def test_every_text_is_a_sentence_without_riddles(name: str) -> None:
    command = ALL[name]
    texts = [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]
    for text in texts:
        assert not [riddle for riddle in RIDDLES if riddle in text]
    for parameter in command.params:
        said = getattr(parameter, "help", None)
        assert said, f"{parameter.name} is not explained"
        assert said.endswith((".", "…")), said
        assert said[0].isupper() or said.startswith("flow:"), said


@pytest.mark.parametrize("name", ALL)
def test_no_line_of_a_description_is_broken_on_a_narrow_terminal(name: str) -> None:
    """Story: lines of 115 characters were shown as one long and one short line, over and over."""
    paragraphs = inspect.cleandoc(ALL[name].help or "").split("\n\n")
    for line in "\n".join(paragraphs[1:]).splitlines():  # the first one is set anew by the library
        assert len(line) <= WIDTH, line


@pytest.mark.parametrize("name", ALL)
def test_flags_stand_without_a_value(name: str) -> None:
    """Story: `--quiet <bool>` made a newcomer write `--quiet true`."""
    outcome = CliRunner().invoke(app, [*name.split()[1:], "--help"], env={"COLUMNS": "120"})
    assert outcome.exit_code == 0
    assert "--help" in outcome.output
    assert "<bool>" not in outcome.output
