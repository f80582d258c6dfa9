"""The content of a design of boxes: questions, rule, and what is known of each box, as plain data with one digest.

Reading, writing and decoding stand above it (`file.py`, `decoding.py`), and `box_design.py` offers all of that in one
class.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.survey.boxes.codes import codes_of
from shoal.survey.boxes.questions import Question
from shoal.survey.boxes.rules import Flow, Grid
from shoal.survey.shared.canonical import digest_of, exact

WHAT = "shoal boxes"
FORMAT = 1  # of the first release; whatever changes the file after it takes the next number
DIGEST_SIGNS = 12  # of the digest on every page: enough to distinguish two versions of a form

# What a released column is read back as, by the name its polars type has in the file.
RELEASED_TYPES: dict[str, Any] = {
    "integer": pl.Int64(),
    "number": pl.Float64(),
    "boolean": pl.Boolean(),
    "text": pl.String(),
    "date": pl.Date(),
    "time": pl.Time(),
    "datetime ms": pl.Datetime("ms"),
    "datetime us": pl.Datetime("us"),
    "datetime ns": pl.Datetime("ns"),
    "zoned datetime ms": pl.Datetime("ms", "UTC"),
    "zoned datetime us": pl.Datetime("us", "UTC"),
    "zoned datetime ns": pl.Datetime("ns", "UTC"),
    "duration ms": pl.Duration("ms"),
    "duration us": pl.Duration("us"),
    "duration ns": pl.Duration("ns"),
}


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
class BoxContent:
    """The questions, the rule from answers to boxes, and what is known of each box.

    ``counts``: people of the frame in each box. ``shares``: how likely they are to answer, in the mean. ``failures``:
    how likely it is that some of them answer, but fewer than k. ``released``: what the records of a box are published
    as, one row for each box. ``loss``: SSE/SST of the frame.
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
        """Arrays are read-only, so that the digest of a design stays true."""
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
        """The columns that a respondent needs."""
        return tuple(question.column for question in self.questions)

    @property
    def codes(self) -> tuple[str, ...]:
        """The code of each box."""
        return codes_of(self.n_boxes)

    def to_document(self) -> dict[str, Any]:
        """Everything that a file holds but its digest, as JSON can hold it."""
        name_of = {str(kind): name for name, kind in RELEASED_TYPES.items()}
        released = self.released
        whole = {
            name: released[name].cast(pl.Int64).to_list()
            if released[name].dtype.is_temporal()
            else released[name].to_list()
            for name in released.columns
        }
        plain = {
            "what": WHAT,
            "format": FORMAT,
            "title": self.title,
            "promise": {
                "k": self.promise.k,
                "failure": self.promise.failure,
                "n_min": self.promise.n_min,
                "words": self.promise.words,
            },
            "frame": {"n_records": self.n_records, "n_boxes": self.n_boxes},
            "loss": self.loss,
            "seed": self.seed,
            "questions": [question.to_dict() for question in self.questions],
            "rule": self.rule.to_dict(),
            "released": [{"column": name, "type": name_of[str(released[name].dtype)]} for name in released.columns],
            "boxes": [
                {
                    "box": box,
                    "code": code,
                    "frame_records": int(self.counts[box]),
                    "mean_share": float(self.shares[box]),
                    "failure": float(self.failures[box]),
                    "released": {name: values[box] for name, values in whole.items()},
                }
                for box, code in enumerate(self.codes)
            ],
        }
        made: dict[str, Any] = exact(plain)
        return made

    @property
    def digest(self) -> str:
        """sha256 of the content."""
        return digest_of(self.to_document())

    @property
    def short_digest(self) -> str:
        """What stands of it on every page of the form."""
        return self.digest.removeprefix("sha256:")[:DIGEST_SIGNS]
