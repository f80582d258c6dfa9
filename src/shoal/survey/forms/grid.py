"""A grid on paper: one list of ranges for each question, and a table in which people look up their code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Grid
from shoal.survey.forms.flow import Item, Option

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class LookUp:
    """One row for each combination of all questions but the last, one column for each range of the last."""

    headers: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]  # (letters of the ranges, codes)


def grid_items(grid: Grid, questions: Sequence[Question]) -> tuple[Item, ...]:
    """The questions that have more than one range."""
    asked = [(question, ranges) for question, ranges in zip(questions, grid.parts, strict=True) if len(ranges) > 1]
    return tuple(
        Item(number, question.text, tuple(Option(question.words(part)) for part in ranges))
        for number, (question, ranges) in enumerate(asked, start=1)
    )


def look_up(grid: Grid, items: Sequence[Item], codes: Sequence[str]) -> LookUp:
    """The code of every combination; options are called a, b, c, …"""
    if not items:
        return LookUp((), (), ())
    sizes = [len(item.options) for item in items]
    by_row = np.array([codes[box] for box in grid.box_of]).reshape(-1, sizes[-1])
    rows = []
    for row, own in enumerate(by_row):
        chosen = np.unravel_index(row, sizes[:-1]) if len(sizes) > 1 else ()
        rows.append((tuple(letter(int(option)) for option in chosen), tuple(own.tolist())))
    columns = tuple(letter(option) for option in range(sizes[-1]))
    return LookUp(tuple(f"Question {item.number}" for item in items[:-1]), columns, tuple(rows))


def letter(option: int) -> str:
    """a, b, …, z, aa, ab, …"""
    first, last = divmod(option, len(LETTERS))
    return (letter(first - 1) if first else "") + LETTERS[last]
