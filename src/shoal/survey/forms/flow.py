"""A flow of questions as it stands on paper: numbered questions with few options, each leading on or to a code.

A tree of boxes splits in two at a time; forks on the same question that follow each other become one question with
several options. Every option says the range within what earlier answers have left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Flow, Fork, Open, every_level

MOST_OPTIONS = 6  # of one question: as many as can be taken in at a glance


@dataclass(frozen=True)
class Option:
    """A tick box: its words, and where it leads: to a question (by its number on the form) or to a code."""

    words: str
    go_to: int | None = None
    code: str | None = None


@dataclass(frozen=True)
class Item:
    """A numbered question of the form."""

    number: int
    text: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class _Branch:
    """A node of the flow, and what earlier answers have left open there."""

    node: int
    left_open: Open


def flow_items(flow: Flow, questions: Sequence[Question], codes: Sequence[str]) -> tuple[Item, ...]:
    """The questions in reading order: where an option leads on, the first one leads to the very next question."""
    ends = _ends(flow)
    asked: list[tuple[int, list[_Branch]]] = []  # (node, its options)
    waiting = [_Branch(0, every_level(questions))]
    while waiting:
        branch = waiting.pop()
        fork = flow.nodes[branch.node]
        if isinstance(fork, Fork):
            options = _arranged(_opened(flow, ends, branch, fork.question), questions[fork.question], fork.question)
            asked.append((fork.question, options))
            waiting += reversed(options)
    numbers = _numbers(flow, asked)
    items = []
    for number, (question, options) in enumerate(asked, start=1):
        lines = tuple(_option(flow, branch, question, questions, codes, numbers) for branch in options)
        items.append(Item(number, questions[question].text, lines))
    return tuple(items)


def _numbers(flow: Flow, asked: list[tuple[int, list[_Branch]]]) -> dict[int, int]:
    """Which node is asked under which number: options that lead on are numbered in the order of a walk through them."""
    numbers = {0: 1}
    waiting: list[int] = []
    for _, options in asked:
        waiting += reversed([branch.node for branch in options if isinstance(flow.nodes[branch.node], Fork)])
        if waiting:
            numbers[waiting.pop()] = len(numbers) + 1
    return numbers


def _option(
    flow: Flow,
    branch: _Branch,
    question: int,
    questions: Sequence[Question],
    codes: Sequence[str],
    numbers: dict[int, int],
) -> Option:
    words = questions[question].words(branch.left_open[question])
    end = flow.nodes[branch.node]
    return Option(words, code=codes[end]) if isinstance(end, int) else Option(words, go_to=numbers[branch.node])


def _opened(flow: Flow, ends: Sequence[int], branch: _Branch, question: int) -> list[_Branch]:
    """The branches below a fork; forks on the same question are opened while there are few, the largest ones first."""
    options = [branch]
    while len(options) < MOST_OPTIONS:
        forks = [(at, flow.nodes[option.node]) for at, option in enumerate(options)]
        same = [(at, fork) for at, fork in forks if isinstance(fork, Fork) and fork.question == question]
        if not same:
            break
        at, fork = max(same, key=lambda each: ends[options[each[0]].node] - options[each[0]].node)
        node = options[at].node
        left, right = fork.sides(options[at].left_open)
        options[at : at + 1] = [_Branch(node + 1, left), _Branch(ends[node + 1], right)]
    return options


def _arranged(options: list[_Branch], asked: Question, question: int) -> list[_Branch]:
    """Ranges from low to high; sets by their first level, with 'anything else' at the end."""
    if asked.IS_ORDERED:
        return sorted(options, key=lambda option: option.left_open[question])
    rest = asked.rest_level
    return sorted(options, key=lambda option: (rest in option.left_open[question], option.left_open[question]))


def _ends(flow: Flow) -> list[int]:
    """Where the branch of each node ends in the list."""
    ends = [0] * len(flow.nodes)
    for node in range(len(flow.nodes) - 1, -1, -1):
        ends[node] = node + 1 if isinstance(flow.nodes[node], int) else ends[ends[node + 1]]
    return ends
