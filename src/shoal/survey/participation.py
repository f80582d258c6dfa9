"""Who will answer: shares as the designer gives them by stratum, and what a specification tells about them.

A file tells shares of strata or means of cells, never one person's share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from shoal.encode.attribute import known_codes
from shoal.errors import ParameterError
from shoal.guarantee.binomial import more_only_helps
from shoal.guarantee.parameters import check_participation
from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.quantizer import Quantizer
from shoal.table.frames.table import Table
from shoal.table.wording import first_row, found


class Model(StrEnum):
    """How finely the probability of answering is known."""

    CONSTANT = "constant"
    PER_STRATUM = "per stratum"
    UNEVEN = "uneven"


@dataclass(frozen=True)
class Participation:
    """``shares``: one for all, one for each block of the quantizer, or the mean of each cell."""

    model: Model
    shares: tuple[float, ...] = field(repr=False)

    def expected(self, quantizer: Quantizer) -> int:
        """How many shares there have to be."""
        counts = {Model.CONSTANT: 1, Model.PER_STRATUM: len(quantizer.blocks), Model.UNEVEN: quantizer.n_cells}
        return counts[self.model]

    def share_of_cells(self, quantizer: Quantizer) -> FloatArray:
        """The share of each cell: that of its members, or their mean."""
        if self.model is Model.UNEVEN:
            return np.array(self.shares)
        by_block = np.array(self.shares)
        return by_block[
            block_of_cells(quantizer) if self.model is Model.PER_STRATUM else np.zeros(quantizer.n_cells, int)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        if self.model is Model.CONSTANT:
            return {"model": str(self.model), "share": self.shares[0]}
        name = "shares" if self.model is Model.PER_STRATUM else "mean_shares"
        return {"model": str(self.model), name: list(self.shares)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Participation:
        """What ``to_dict`` described; the schema has been checked."""
        model = Model(data["model"])
        if model is Model.CONSTANT:
            return cls(model, (float(data["share"]),))
        return cls(model, tuple(map(float, data["shares" if model is Model.PER_STRATUM else "mean_shares"])))


def block_of_cells(quantizer: Quantizer) -> IntArray:
    """The block of each cell."""
    return np.repeat(np.arange(len(quantizer.blocks)), [block.rule.n_cells for block in quantizer.blocks])


def shares_by_stratum(frame: Table, column: str, participation: Mapping[str, float]) -> FloatArray:
    """The share of every member of the frame, from a share for each value of ``column``.

    The names of the strata are repeated as the designer gave them; those of the frame are not shown.
    """
    values = list(participation)
    for value in values:
        try:
            check_participation(float(participation[value]))
        except ParameterError as error:
            raise ParameterError(f"Stratum '{value}': {error}") from None
    codes = known_codes(frame, column, {str(value): place for place, value in enumerate(values)})
    for place, value in enumerate(values):
        if not (codes == place).any():
            raise ParameterError(
                f"Participation is given for '{value}', and no member of the frame has this value in '{column}'. "
                "Correct it, or leave it out."
            )
    if (codes < 0).any():
        raise ParameterError(
            f"Participation is not given for every value of '{column}': "
            f"{found(int((codes < 0).sum()), 'member has', 'members have')} none, "
            f"the first in {first_row(codes < 0, header=frame.origin.has_header_row)}."
        )
    return np.array([float(participation[value]) for value in values])[codes]


def n_hardly_answering(counts: IntArray, shares: FloatArray, k: int) -> int:
    """Cells that would fail more often with more members: they are acceptable because mostly nobody answers in them."""
    cells = zip(counts.tolist(), shares.tolist(), strict=True)
    return sum(not more_only_helps(count, k, share) for count, share in cells)


def hardly_answering_words(n_cells: int, n_all: int, called: str) -> str:
    """What the designer should know about such cells (or boxes, whatever they are ``called``)."""
    return (
        f"In {n_cells} of {n_all} {called} hardly anybody is expected to answer. They are acceptable because most of "
        "them stay empty. But somebody who does answer is most likely alone. With more members, or with a higher "
        "participation, they would fail more often. Ask for a much smaller failure, or for a smaller k."
    )
