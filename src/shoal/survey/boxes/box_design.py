"""BoxDesign: boxes that a person finds with a pencil, designed from a population frame before anyone answers.

A box is one range, or one set of categories, for each quasi-identifier. The boxes cover everything and never overlap.
Respondents write down the short code of their box and send nothing else about themselves. The collector uses the
decoding table to find out what each code means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.encode.attributes.attribute import count_and_row
from shoal.errors import MissingValuesError, WrongUse
from shoal.survey.boxes.codes import cleaned, is_well_formed
from shoal.survey.boxes.content import BoxContent
from shoal.survey.boxes.decoding import decoding_table
from shoal.survey.boxes.file import inspect, load, save
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import found


@dataclass(frozen=True, eq=False)
class BoxDesign(BoxContent):
    """A design of boxes, with everything that its designer does with it.

    The fields are those of its content. ``counts``: people of the frame in each box. ``shares``: how likely they are to
    answer, in the mean. ``failures``: how likely it is that some of them answer, but fewer than k. ``released``: what
    the records of a box are published as, one row for each box. ``loss``: SSE/SST of the frame.
    """

    def look_up(self, codes: Sequence[object]) -> IntArray:
        """The number of each box, by its code; −1 where no box has that code."""
        number_of = {code: number for number, code in enumerate(self.codes)}
        return np.array([number_of.get(cleaned(code), -1) for code in codes], dtype=np.int64)

    def boxes_of(self, codes: Sequence[object]) -> IntArray:
        """The number of each box, by its code. A code that was miscopied or does not exist is refused, with its row."""
        box_of = self.look_up(codes)
        wrong = np.flatnonzero(box_of < 0)
        if len(wrong):
            miscopied = sum(not is_well_formed(cleaned(codes[row])) for row in wrong.tolist())
            raise WrongUse(
                f"{found(len(wrong), 'code belongs', 'codes belong')} to no box of this form (the first is number "
                f"{wrong[0] + 1}); {miscopied} of them were miscopied: their check sign does not fit.",
                count=len(wrong),
                hint="Compare them with the paper, or leave these answers out.",
            )
        return box_of

    def decode(self, codes: Sequence[object]) -> pl.DataFrame:
        """What is published for these codes: one row each, the quasi-identifiers of its box."""
        return self.released[self.boxes_of(codes)]

    def assign(self, table: Any) -> IntArray:
        """The number of the box of every record of a table, as its person would find it on paper."""
        source = table_of(table)
        for name in self.columns:
            if name not in source.columns:
                raise source.unknown_column(name, self.columns, kind=WrongUse)
            refuse_no_answer(source, name)
        return self.rule.assign(np.array([question.levels(source) for question in self.questions], dtype=np.int64))

    def decoding_table(self) -> pl.DataFrame:
        """For the collector: code, ranges in words, people of the frame, failure, and what is published."""
        return decoding_table(self)

    def save(self, path: str | Path) -> None:
        """Write the design as JSON, whole or not at all."""
        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a design after checking structure, digest and that every combination of answers has one box."""
        return load(Path(path), cls)

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the file says about itself, unchecked, without boxes and rule."""
        return inspect(Path(path))


def refuse_no_answer(table: Table, column: str) -> None:
    """A paper form has no place for a missing answer: it would lead to no box."""
    missing = table.missing(column)
    if missing.any():
        raise MissingValuesError(
            f"Column '{column}' of {table.origin.name} has {count_and_row(table, missing, 'missing value')}. The "
            "form has no box for 'no answer'.",
            column=column,
            count=missing.sum(),
            hint="Leave these records out, or write a category of its own in the empty places.",
        )
