"""The content of a specification: what was designed, as plain data with one digest.

Reading, writing and checking stand above it (`file.py`, `verification.py`), and `specification.py` offers all of that
in one class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee.effective import any_of
from shoal.quantizer.files.content import content_of
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.participation.answering import Answering
from shoal.survey.shared.canonical import digest_of, exact
from shoal.survey.specification.frame_source import FrameSource, Source
from shoal.survey.specification.participation import Model, Participation
from shoal.survey.specification.released_cells import released_rows
from shoal.survey.specification.signing import Signature

WHAT = "shoal specification"
FORMAT = 1  # of the first release, and of every file whose members answer independently
DEPENDENT_FORMAT = 2  # says more about who answers: a reader of format 1 would miss it, so it has to refuse the file
SOURCE_FORMAT = 3  # says that the frame is a table of counts or a model


@dataclass(frozen=True, eq=False)
class SpecificationContent:
    """What was designed. ``n_min`` has one entry for each block, and none where members are unevenly likely to answer.

    ``failures`` are those of the cells: how likely it is that some of its members answer, but fewer than k.
    ``households``: for each cell how many households have 1, 2, … members in it; empty where the file does not tell.
    ``questions``: what respondents are asked for a column; a column may be without one. ``source``: of the frame.
    """

    quantizer: Quantizer = field(repr=False)
    failure: float
    participation: Participation
    n_min: tuple[int, ...]
    failures: FloatArray = field(repr=False)
    title: str = ""
    questions: Mapping[str, str] = field(default_factory=dict, repr=False)
    signature: Signature | None = field(default=None, repr=False)
    households: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    source: FrameSource = field(default_factory=FrameSource)

    def __post_init__(self) -> None:
        """Arrays are read-only, so that the digest of a specification stays true."""
        self.failures.flags.writeable = False

    @property
    def k(self) -> int:
        """The fewest answers that a cell is published with."""
        return self.quantizer.guarantee.k

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return self.quantizer.n_cells

    @property
    def frame_counts(self) -> IntArray:
        """How many members of the frame the rule puts into each cell."""
        return self.quantizer.sizes

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that a respondent needs: quasi-identifiers, then strata."""
        intake = self.quantizer.intake
        return () if intake is None else (*intake.encoding.columns, *intake.strata)

    @property
    def share_of_cells(self) -> FloatArray:
        """How likely the members of each cell are to answer; their mean where it is uneven."""
        return self.participation.share_of_cells(self.quantizer)

    @property
    def is_uneven(self) -> bool:
        """Whether members of one cell may differ in how likely they are to answer."""
        return self.participation.model is Model.UNEVEN

    @property
    def has_one_size(self) -> bool:
        """Whether all cells of a block need the same number of members: they differ in nothing else."""
        return not self.is_uneven and self.participation.together == 0.0

    @property
    def format(self) -> int:
        """The format number of the file."""
        if self.source.kind is not Source.PEOPLE:
            return SOURCE_FORMAT
        return FORMAT if self.participation.is_independent else DEPENDENT_FORMAT

    @property
    def is_plain(self) -> bool:
        """Whether members are counted, and answer independently with known probabilities."""
        return self.participation.is_independent and not self.source.is_model

    @property
    def answering_of_cells(self) -> tuple[Answering, ...]:
        """What is assumed of the members of each cell; in an uneven cell, of members with its mean share."""
        models = self.participation.answering_of_cells(self.quantizer)
        return tuple(replace(model, people=self.source.people) for model in models) if self.source.is_model else models

    @property
    def table_failure(self) -> float:
        """How likely it is that any cell fails; at most, where cells may depend on each other."""
        return any_of(self.failures) if self.is_plain else min(1.0, float(self.failures.sum()))

    def describe(self) -> str:
        """The promise in words."""
        said = ["" if self.participation.is_independent else self.participation.describe(), self.source.describe()]
        assumed = "".join(f" {words}" for words in said if words)
        return (
            f"An answer is published only in a cell with at least k = {self.k} answers. Each cell was given enough "
            f"members of the frame that the probability of some, but fewer than {self.k}, answering is at most "
            f"{self.failure:g} in each of the {self.n_cells} cells.{assumed}"
        )

    def to_document(self) -> dict[str, Any]:
        """Everything that a file holds but digest and signature, as JSON can hold it."""
        quantizer = self.quantizer
        content = content_of(quantizer)
        n_min: Any = None
        if self.n_min:
            n_min = self.n_min[0] if len(set(self.n_min)) == 1 else list(self.n_min)
        plain = {
            "what": WHAT,
            "format": self.format,
            "title": self.title,
            **({"questions": dict(self.questions)} if self.questions else {}),
            "promise": {"k": self.k, "failure": self.failure, "words": self.describe()},
            "participation": self.participation.to_dict(),
            "n_min": n_min,
            "frame": {
                "n_records": quantizer.origin.n_records,
                "n_cells": quantizer.n_cells,
                **self.source.to_dict(),
            },
            "cells": [self._cell(cell, values) for cell, values in enumerate(released_rows(quantizer))],
            "origin": quantizer.origin.to_dict(),
            "quantizer": {
                "header": {**content.header, "digest": content.digest},
                "arrays": {name: array.tolist() for name, array in content.arrays.items()},
            },
        }
        made: dict[str, Any] = exact(plain)
        return made

    def _cell(self, cell: int, values: dict[str, Any]) -> dict[str, Any]:
        told = {"households": list(self.households[cell])} if self.households else {}
        return {
            "cell": cell,
            "frame_records": int(self.quantizer.sizes[cell]),
            "failure": float(self.failures[cell]),
            **told,
            "released": values,
        }

    @cached_property
    def digest(self) -> str:
        """sha256 of everything but the signature, the same in Python and in JavaScript."""
        return digest_of(self.to_document())
