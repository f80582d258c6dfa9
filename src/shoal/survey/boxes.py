"""BoxDesign: boxes that a person finds with a pencil, designed from a population frame before anyone answers.

A box is one range, or one set of categories, for each quasi-identifier. The boxes cover everything and never overlap. A
respondent writes down the short code of theirs and sends nothing else about themselves; whoever collects the codes
reads off the decoding table what each stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import WrongUse
from shoal.survey.boxes_codes import cleaned, codes_of, is_well_formed
from shoal.survey.boxes_numbers import FloatArray, IntArray
from shoal.survey.boxes_questions import Question
from shoal.survey.boxes_rules import Flow, Grid
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import found

DIGEST_SIGNS = 12  # of the digest that stands on every page: enough to tell two versions of a form apart


@dataclass(frozen=True)
class BoxPromise:
    """What was promised. ``n_min`` is None where members of the frame are unevenly likely to answer."""

    k: int
    failure: float | None  # None: everybody answers
    n_min: int | None

    @property
    def words(self) -> str:
        """In a sentence. It stands on the form, so it names nobody's own probability of answering."""
        if self.failure is None:
            return f"Every box holds at least {self.k} people of the frame (k = {self.k})."
        return (
            f"In every box nobody answers or at least {self.k} people do (k = {self.k}), except with a probability of "
            f"at most {self.failure:g} in each box."
        )


@dataclass(frozen=True, eq=False)
class BoxDesign:
    """The questions, the rule from answers to boxes, and what is known of each box.

    ``counts``: people of the frame in each box. ``shares``: how likely they are to answer, in the mean. ``failures``:
    how likely it is that some of them answer, but fewer than k. ``released``: what the records of a box are published
    as, one row a box. ``loss``: SSE/SST of the frame.
    """

    title: str
    promise: BoxPromise
    questions: tuple[Question, ...]
    rule: Flow | Grid = field(repr=False)
    counts: IntArray = field(repr=False)
    shares: FloatArray = field(repr=False)
    failures: FloatArray = field(repr=False)
    released: pl.DataFrame = field(repr=False)
    loss: float
    seed: int

    def __post_init__(self) -> None:
        """Nobody changes a design under its digest."""
        self.counts.flags.writeable = False
        self.shares.flags.writeable = False
        self.failures.flags.writeable = False

    @property
    def n_boxes(self) -> int:
        """How many boxes there are."""
        return len(self.counts)

    @property
    def n_records(self) -> int:
        """How many people the frame had."""
        return int(self.counts.sum())

    @property
    def k(self) -> int:
        """The fewest answers that a box is published with."""
        return self.promise.k

    @property
    def columns(self) -> tuple[str, ...]:
        """What a respondent has to know about themselves."""
        return tuple(question.column for question in self.questions)

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of each box."""
        return codes_of(self.n_boxes)

    @property
    def digest(self) -> str:
        """sha256 of the content."""
        from shoal.survey.boxes_file import digest_of, document_of

        return digest_of(document_of(self))

    @property
    def short_digest(self) -> str:
        """What stands of it on every page of the form."""
        return self.digest.removeprefix("sha256:")[:DIGEST_SIGNS]

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
                f"{wrong[0] + 1}); {miscopied} of them were miscopied: their check sign does not fit. Compare them "
                "with the paper, or leave these answers out."
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
                raise WrongUse(source.unknown_column(name, self.columns))
            refuse_no_answer(source, name)
        return self.rule.assign(np.array([question.levels(source) for question in self.questions], dtype=np.int64))

    def decoding_table(self) -> pl.DataFrame:
        """For whoever collects: code, ranges in words, people of the frame, failure, and what is published."""
        from shoal.survey.form_tables import decoding_table

        return decoding_table(self)

    def save(self, path: str | Path) -> None:
        """Write the design as JSON, whole or not at all."""
        from shoal.survey.boxes_file import save

        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> BoxDesign:
        """Read a design after checking structure, digest and that every combination of answers has one box."""
        from shoal.survey.boxes_file import load

        return load(Path(path))

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the file says of itself, unchecked, without boxes and rule."""
        from shoal.survey.boxes_file import inspect

        return inspect(Path(path))


def refuse_no_answer(table: Table, column: str) -> None:
    """A paper form has no place for a missing answer: it would lead to no box."""
    from shoal.encode.attribute import count_and_row
    from shoal.errors import MissingValuesError

    missing = table.missing(column)
    if missing.any():
        raise MissingValuesError(
            f"Column '{column}' of {table.origin.name} has {count_and_row(table, missing, 'missing value')}. The form "
            "has no box for 'no answer'. Leave these records out, or write a category of its own in the empty places."
        )
