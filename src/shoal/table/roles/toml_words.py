"""What is wrong with a TOML file, in words for people who never wrote one.

A file of roles may hold categories of the data, so nothing of its content is repeated: a line number says where.
"""

from __future__ import annotations

import re
from collections.abc import Callable

LINE = re.compile(r"\(at line (\d+), column \d+\)$")  # how tomllib ends its messages

QUOTES = (
    'A text stands between straight quotes, as in role = "confidential"; numbers, true and false stand without them.'
)


def toml_problem(text: str, message: str) -> str:
    """The message of tomllib about this text, as a sentence about a line and one about how to write it."""
    at = LINE.search(message)
    line = int(at[1]) if at else None
    where = f"line {line}" if line is not None else "the last line"
    for beginning, words in PROBLEMS:
        if message.startswith(beginning):
            return words(where, text, line)
    return f"Something in {where} is not as TOML wants it. Compare it with the lines that `shoal roles` writes."


def _header(where: str, _text: str, _line: int | None) -> str:
    return (
        f"The name in the brackets of {where} cannot be read. A name with a space, an accent or a sign in it needs "
        'quotes, and the bracket closes at the end: [columns."the name"].'
    )


def _repeated_header(where: str, text: str, line: int | None) -> str:
    lines = [one.partition("#")[0].strip() for one in text.splitlines()]
    same = lines.index(lines[line - 1]) + 1 if line is not None else line
    if line is None or same == line:  # the same column, but its name is written in another way
        return f"The column of {where} has an entry above already. Keep one of the two."
    return f"Lines {same} and {line} begin an entry for the same column. Keep one of the two."


def _repeated_key(where: str, _text: str, _line: int | None) -> str:
    return f"What {where} sets was set above already. Keep one of the two lines."


def _value(where: str, _text: str, _line: int | None) -> str:
    return f"The value in {where} cannot be read. {QUOTES}"


def _no_equals(where: str, _text: str, _line: int | None) -> str:
    return (
        f'There is no "=" where {where} needs one. Write key = value, such as role = "confidential", or a column name '
        'in brackets, such as [columns.age] or [columns."home town"]. A comment begins with #.'
    )


def _open_text(where: str, _text: str, _line: int | None) -> str:
    return f"A text in {where} has no closing quote, or holds a character that a text cannot hold. {QUOTES}"


def _backslash(where: str, _text: str, _line: int | None) -> str:
    return f"A text in {where} has a backslash. Write it twice, or put the text in single quotes: 'C:\\folder'."


def _list(where: str, _text: str, _line: int | None) -> str:
    return f'The list in {where} has no end, or no comma between two values. Write it as ["low", "middle", "high"].'


def _two_statements(where: str, _text: str, _line: int | None) -> str:
    return f"In {where} something follows a value that is complete. Write each key = value in a line of its own."


PROBLEMS: tuple[tuple[str, Callable[[str, str, int | None], str]], ...] = (
    ("Expected ']'", _header),
    ("Invalid initial character for a key part", _header),
    ("Cannot declare", _repeated_header),
    ("Cannot overwrite", _repeated_key),
    ("Duplicate inline table key", _repeated_key),
    ("Expected '='", _no_equals),
    ("Invalid statement", _no_equals),
    ("Expected newline or end of document", _two_statements),
    ("Illegal character", _open_text),
    ("Unterminated string", _open_text),
    ("Expected", _open_text),
    ("Unescaped", _backslash),
    ("Invalid hex value", _backslash),
    ("Escaped character", _backslash),
    ("Unclosed array", _list),
    ("Invalid value", _value),
    ("Invalid date", _value),
)
