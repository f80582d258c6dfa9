"""The decoding table: for whoever collects, what each code stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from shoal.survey.boxes.rules import Flow
from shoal.survey.forms.flow import Open, flow_parts
from shoal.survey.forms.grid import grid_parts

if TYPE_CHECKING:
    from shoal.survey.boxes.box_design import BoxDesign


def parts_of_boxes(design: BoxDesign) -> list[Open]:
    """Of each box, the levels that each question may have in it."""
    if isinstance(design.rule, Flow):
        return flow_parts(design.rule, design.questions)
    return grid_parts(design.rule)


def decoding_table(design: BoxDesign) -> pl.DataFrame:
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
