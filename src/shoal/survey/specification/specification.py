"""Specification: cells that were designed before anyone answers, for respondents who anonymise themselves.

It contains a quantizer, the promise, the assumed participation, and the number of members of the frame in each cell.
Respondents can check the file (`verification.py`), find their own cell on their own machine, and send only that cell
with their confidential answers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from shoal.arrays import IntArray
from shoal.quantizer.findings import Findings
from shoal.survey.specification.content import SpecificationContent
from shoal.survey.specification.file import inspect, load, save
from shoal.survey.specification.signing import signed
from shoal.survey.specification.verification import verify_specification


@dataclass(frozen=True, eq=False)
class Specification(SpecificationContent):
    """What was designed, with everything that its designer and its respondents do with it.

    The fields are those of its content: ``n_min`` has one entry for each block, and none where members are unevenly
    likely to answer. ``failures``: for each cell, how likely it is that some of its members answer, but fewer than k.
    ``questions``: what respondents are asked for a column; a column may be without one.
    """

    def assign(self, table: Any) -> IntArray:
        """The cell of every record; −1 where a missing value has the record left out, as in design."""
        return self.quantizer.assign(table)

    def signed_with(self, key: str | Path) -> Specification:
        """The same, signed with the private key in a file (`shoal keys` makes one)."""
        return replace(self, signature=signed(self.digest, key))

    def verify(self, *, public_key: str | Path | None = None) -> Findings:
        """Everything that a respondent can check, see `verification.py`."""
        return verify_specification(self, public_key=public_key)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all, after checking that it shows nothing of single members of the frame."""
        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file after checking its structure and digest. What it promises is checked by ``verify``."""
        return load(Path(path), cls)

    @staticmethod
    def inspect(path: str | Path) -> dict[str, Any]:
        """What the file says about itself, unchecked, without cells and quantizer."""
        return inspect(Path(path))
