"""What a specification says about who will answer: shares of strata or means of cells, never one person's share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.quantizer.quantizer import Quantizer


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
