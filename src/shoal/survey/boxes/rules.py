"""The two ways in which a person finds their box with a pencil: a flow of questions, or a grid of ranges.

In both, each possible combination of answers leads to exactly one box. See docs/design/014 for why the flow is the
default, and why only the code of the box is ever sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, ClassVar, Protocol

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import WrongUse
from shoal.survey.boxes.questions import Question

Part = tuple[int, ...]  # levels of one question, ascending
Open = tuple[Part, ...]  # for each question, the levels that are still possible


class BoxRule(Protocol):
    """From the levels of the answers to the number of the box."""

    LAYOUT: ClassVar[str]

    def assign(self, levels: IntArray) -> IntArray:
        """The box of every record; ``levels`` is (questions, records)."""
        ...

    def require_sound(self, questions: Sequence[Question], n_boxes: int) -> None:
        """Refuse a rule that leaves an answer without a box, or a box without an answer."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        ...


@dataclass(frozen=True)
class Fork:
    """A question, and the levels with which one goes left; all others go right."""

    question: int
    left: Part

    def sides(self, left_open: Open) -> tuple[Open, Open]:
        """What is still open on either side."""
        own, at = set(self.left), self.question
        left = tuple(level for level in left_open[at] if level in own)
        right = tuple(level for level in left_open[at] if level not in own)
        return (*left_open[:at], left, *left_open[at + 1 :]), (*left_open[:at], right, *left_open[at + 1 :])


@dataclass(frozen=True)
class Flow:
    """A tree in reading order: a fork, its left branch, its right branch. A number is a box."""

    LAYOUT: ClassVar[str] = "flow"

    nodes: tuple[Fork | int, ...] = field(repr=False)

    def assign(self, levels: IntArray) -> IntArray:
        """Everybody goes down from the first question."""
        box_of = np.empty(levels.shape[1], dtype=np.int64)
        waiting = [np.arange(levels.shape[1])]
        for node in self.nodes:
            records = waiting.pop()
            if isinstance(node, int):
                box_of[records] = node
                continue
            left = np.isin(levels[node.question, records], node.left)
            waiting += [records[~left], records[left]]
        return box_of

    def require_sound(self, questions: Sequence[Question], n_boxes: int) -> None:
        """Every fork has two branches, sends something each way, and every box is reached once."""
        open_ends = 1
        for node in self.nodes:
            if open_ends == 0:
                raise WrongUse("Its flow goes on after the last box.")
            if isinstance(node, int):
                open_ends -= 1
                continue
            open_ends += 1
            if not 0 <= node.question < len(questions):
                raise WrongUse("Its flow asks a question that is not there.")
            n_levels = questions[node.question].n_levels
            if not set(node.left) < set(range(n_levels)) or not node.left:
                raise WrongUse("A question of its flow has an answer that leads nowhere.")
        if open_ends or sorted(node for node in self.nodes if isinstance(node, int)) != list(range(n_boxes)):
            raise WrongUse("Its flow does not lead to every box exactly once.")

    def to_dict(self) -> dict[str, Any]:
        """Forks as objects, boxes as numbers."""
        nodes = [n if isinstance(n, int) else {"question": n.question, "left": list(n.left)} for n in self.nodes]
        return {"layout": self.LAYOUT, "nodes": nodes}


@dataclass(frozen=True)
class Grid:
    """For each question its ranges (or sets), and the box of every combination, the last question running fastest.

    ``own``: the combination that each box was made of; combinations that nobody of the frame has borrow a box.
    """

    LAYOUT: ClassVar[str] = "grid"

    parts: tuple[tuple[Part, ...], ...]
    box_of: tuple[int, ...] = field(repr=False)
    own: tuple[int, ...] = field(repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many ranges each question has."""
        return tuple(len(ranges) for ranges in self.parts)

    def assign(self, levels: IntArray) -> IntArray:
        """Look every combination up."""
        index = np.zeros(levels.shape[1], dtype=np.int64)
        for ranges, own in zip(self.parts, levels, strict=True):
            part_of = np.empty(1 + max(level for part in ranges for level in part), dtype=np.int64)
            for number, part in enumerate(ranges):
                part_of[list(part)] = number
            index = index * len(ranges) + part_of[own]
        return np.array(self.box_of, dtype=np.int64)[index]

    def require_sound(self, questions: Sequence[Question], n_boxes: int) -> None:
        """Every level of every question is in one range, every combination has a box."""
        if len(self.parts) != len(questions) or len(self.box_of) != prod(self.shape):
            raise WrongUse("Its grid does not fit its questions.")
        for ranges, question in zip(self.parts, questions, strict=True):
            if sorted(level for part in ranges for level in part) != list(range(question.n_levels)) or () in ranges:
                raise WrongUse("The ranges of a question overlap, or leave an answer out.")
        in_reach = all(0 <= index < len(self.box_of) for index in self.own)
        if not in_reach or [self.box_of[index] for index in self.own] != list(range(n_boxes)):
            raise WrongUse("Its grid does not lead to every box.")
        if not set(self.box_of) <= set(range(n_boxes)):
            raise WrongUse("Its grid leads to boxes that are not there.")

    def to_dict(self) -> dict[str, Any]:
        """Ranges as lists of levels."""
        parts = [[list(part) for part in ranges] for ranges in self.parts]
        return {"layout": self.LAYOUT, "parts": parts, "boxes": list(self.box_of), "own": list(self.own)}


def rule_from(data: Mapping[str, Any]) -> Flow | Grid:
    """The rule that ``to_dict`` described; the schema has been checked."""
    if data["layout"] == Flow.LAYOUT:
        return Flow(tuple(n if isinstance(n, int) else Fork(n["question"], tuple(n["left"])) for n in data["nodes"]))
    return Grid(tuple(tuple(map(tuple, ranges)) for ranges in data["parts"]), tuple(data["boxes"]), tuple(data["own"]))


def every_level(questions: Sequence[Question]) -> Open:
    """Before the first answer all levels of every question are possible."""
    return tuple(tuple(range(question.n_levels)) for question in questions)
