"""Specification: cells that were designed before anyone answers, for respondents who anonymise themselves.

A quantizer with the promise it was designed for, who was expected to answer, and how many members of the frame each
cell has. Whoever gets the file can check it (`specification/verification.py`), find their own cell on their own
machine, and send that cell with their confidential answers and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.guarantee.effective import any_of
from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.specification.participation import Model, Participation
from shoal.survey.specification.signing import Signature, signed

if TYPE_CHECKING:
    from shoal.quantizer.findings import Findings


@dataclass(frozen=True, eq=False)
class Specification:
    """What was designed. ``n_min`` has one entry for each block, and none where members are unevenly likely to answer.

    ``failures`` are those of the cells: how likely it is that some of its members answer, but fewer than k.
    ``questions``: what respondents are asked for a column; a column may be without one.
    """

    quantizer: Quantizer = field(repr=False)
    failure: float
    participation: Participation
    n_min: tuple[int, ...]
    failures: FloatArray = field(repr=False)
    title: str = ""
    questions: Mapping[str, str] = field(default_factory=dict, repr=False)
    signature: Signature | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Nobody changes a specification under its digest."""
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
        """What a respondent has to know about themselves: quasi-identifiers, then strata."""
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
    def table_failure(self) -> float:
        """How likely it is that any cell fails."""
        return any_of(self.failures)

    def describe(self) -> str:
        """The promise in words."""
        return (
            f"An answer is published only in a cell with at least k = {self.k} answers. Each cell was given enough "
            f"members of the frame that the probability of some, but fewer than {self.k}, answering is at most "
            f"{self.failure:g} in each of the {self.n_cells} cells."
        )

    @cached_property
    def digest(self) -> str:
        """sha256 of everything but the signature, the same in Python and in JavaScript."""
        from shoal.survey.specification.file import digest_of, document_of

        return digest_of(document_of(self))

    def assign(self, table: Any) -> IntArray:
        """The cell of every record; −1 where a missing value has the record left out, as in design."""
        return self.quantizer.assign(table)

    def signed_with(self, key: str | Path) -> Specification:
        """The same, signed with the private key in a file (`shoal keys` makes one)."""
        return replace(self, signature=signed(self.digest, key))

    def verify(self, *, public_key: str | Path | None = None) -> Findings:
        """Everything that a respondent can check, see `specification/verification.py`."""
        from shoal.survey.specification.verification import verify_specification

        return verify_specification(self, public_key=public_key)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all, after checking that it shows nothing of single members of the frame."""
        from shoal.survey.specification.file import save

        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Specification:
        """Read a file after checking its structure and digest. What it promises is checked by ``verify``."""
        from shoal.survey.specification.file import load

        return load(Path(path))

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the file says of itself, unchecked, without cells and quantizer."""
        from shoal.survey.specification.file import inspect

        return inspect(Path(path))
