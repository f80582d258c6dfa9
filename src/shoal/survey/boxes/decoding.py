"""The decoding table: for the collector, what each code stands for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.survey.boxes.content import BoxContent
from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Flow, Grid, Open, every_level


def decoding_table(design: BoxContent) -> pl.DataFrame:
    """Code, the range of every question in words, people of the frame, failure, and what is published."""
    parts = parts_of_boxes(design)
    columns: dict[str, pl.Series] = {"code": pl.Series(design.codes)}
    for at, question in enumerate(design.questions):
        columns[f"range of {question.column}"] = pl.Series([question.words_alone(own[at]) for own in parts])
    columns["people of the frame"] = pl.Series(design.counts)
    columns["failure"] = pl.Series(design.failures)
    for name in design.released.columns:
        columns[f"released {name}"] = design.released[name]
    return pl.DataFrame(columns)


def parts_of_boxes(design: BoxContent) -> list[Open]:
    """Of each box, the levels that each question may have in it."""
    if isinstance(design.rule, Flow):
        return _flow_parts(design.rule, design.questions)
    return _grid_parts(design.rule)


def _flow_parts(flow: Flow, questions: Sequence[Question]) -> list[Open]:
    """Of each box, the levels that each question may have in it."""
    boxes: dict[int, Open] = {}
    waiting = [every_level(questions)]
    for node in flow.nodes:
        left_open = waiting.pop()
        if isinstance(node, int):
            boxes[node] = left_open
        else:
            left, right = node.sides(left_open)
            waiting += [right, left]
    return [boxes[number] for number in sorted(boxes)]


def _grid_parts(grid: Grid) -> list[Open]:
    """Of each box, the levels that each question has in the combination it was made of."""
    chosen = np.array(np.unravel_index(np.array(grid.own), grid.shape)).T
    return [tuple(ranges[at] for ranges, at in zip(grid.parts, own, strict=True)) for own in chosen]
