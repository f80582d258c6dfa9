"""The words in which people are asked for the columns of a frame."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from shoal.errors import ParameterError, Setting
from shoal.table.wording import did_you_mean, listed

JOINTS = re.compile(r"[\s_.-]+")  # between the words of a column name


def require_asked(wording: Mapping[str, str], columns: Sequence[str], parameter: str) -> None:
    """Refuse words for a column that nobody is asked for, and words that say nothing. `parameter` gave them."""
    for name, words in wording.items():
        if name not in columns:
            asked = f" People are asked for {listed(columns)}."
            raise ParameterError(
                "There is a question (",
                Setting(parameter),
                f") for '{name}', which is not asked for.{did_you_mean(name, columns) or asked}",
                column=name,
            )
        if not words.strip():
            raise ParameterError(
                "The question (",
                Setting(parameter),
                f") for '{name}' is empty.",
                column=name,
                hint="Say what is asked, or leave it out.",
            )


def readable(column: str) -> str:
    """A column name as a person would write it: net_income becomes 'Net income'. The page does the same."""
    words = " ".join(part for part in JOINTS.split(column) if part)
    apart = "".join(
        f" {sign}" if position and sign.isupper() and words[position - 1].islower() else sign
        for position, sign in enumerate(words)
    )
    return (apart[:1].upper() + apart[1:]) or column


def unasked_words(columns: Sequence[str], wording: Mapping[str, str]) -> list[str]:
    """A recommendation to word the questions; nothing where every column has one."""
    bare = [name for name in columns if name not in wording]
    if not bare:
        return []
    return [
        f"Respondents see the name of the column instead of a question for {listed(bare)}. Word "
        f"{'the question' if len(bare) == 1 else 'the questions'} with --ask, for example "
        f'--ask "{bare[0]}=…?".'
    ]
