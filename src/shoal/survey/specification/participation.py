"""What a specification says about who will answer: shares of strata or means of cells, never one person's share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.participation.answering import Answering
from shoal.survey.participation.shares import Known, Share, as_share, share_from


class Model(StrEnum):
    """How finely the probability of answering is known."""

    CONSTANT = "constant"
    PER_STRATUM = "per stratum"
    UNEVEN = "uneven"


NAME_OF_SHARES = {Model.CONSTANT: "share", Model.PER_STRATUM: "shares", Model.UNEVEN: "mean_shares"}


@dataclass(frozen=True)
class Participation:
    """``shares``: what is expected for all, for each block of the quantizer, or in the mean of each cell.

    ``assumed``: the same, where a share is not just a number. ``together``: how probable it is that members of a
    household decide as one, 0 where members answer independently. ``overdispersion``: the correlation of two members of
    a cell. ``households``: how many of the frame have 1, 2, … members; empty where the file does not tell.
    """

    model: Model
    shares: tuple[float, ...] = field(repr=False)
    assumed: tuple[Share, ...] = field(default=(), repr=False)
    together: float = 0.0
    overdispersion: float = 0.0
    households: tuple[int, ...] = field(default=(), repr=False)

    @property
    def is_independent(self) -> bool:
        """Whether members answer independently, with known probabilities."""
        known = all(isinstance(share, Known) for share in self.assumed)
        return known and self.together == 0.0 and self.overdispersion == 0.0

    def expected(self, quantizer: Quantizer) -> int:
        """How many shares there have to be."""
        counts = {Model.CONSTANT: 1, Model.PER_STRATUM: len(quantizer.blocks), Model.UNEVEN: quantizer.n_cells}
        return counts[self.model]

    def share_of_cells(self, quantizer: Quantizer) -> FloatArray:
        """The share of each cell: that of its members, or their mean."""
        return np.array(self.shares)[self._number_of_cells(quantizer)]

    def answering_of_cells(self, quantizer: Quantizer) -> tuple[Answering, ...]:
        """What is assumed of the members of each cell; in an uneven cell, of members with its mean share."""
        assumed = self.assumed or tuple(map(as_share, self.shares))
        models = [Answering(share, self.together, self.overdispersion) for share in assumed]
        return tuple(models[number] for number in self._number_of_cells(quantizer))

    def _number_of_cells(self, quantizer: Quantizer) -> IntArray:
        if self.model is Model.UNEVEN:
            return np.arange(quantizer.n_cells)
        return block_of_cells(quantizer) if self.model is Model.PER_STRATUM else np.zeros(quantizer.n_cells, np.int64)

    def describe(self) -> str:
        """What is assumed beyond a probability for each member, in words."""
        shares = self.assumed or tuple(map(as_share, self.shares))
        return described(shares, self.together, self.overdispersion)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        shares = [share.plain() for share in self.assumed] or list(self.shares)
        made: dict[str, Any] = {"model": str(self.model)}
        made[NAME_OF_SHARES[self.model]] = shares[0] if self.model is Model.CONSTANT else shares
        if self.together > 0.0:
            sizes = {"sizes": list(self.households)} if self.households else {}
            made["households"] = {"together": self.together, **sizes}
        if self.overdispersion > 0.0:
            made["overdispersion"] = self.overdispersion
        return made

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Participation:
        """What ``to_dict`` described; the schema has been checked."""
        model = Model(data["model"])
        told = data[NAME_OF_SHARES[model]]
        assumed = tuple(map(share_from, [told] if model is Model.CONSTANT else told))
        households = data.get("households", {})
        return cls(
            model,
            tuple(share.expected for share in assumed),
            assumed,
            float(households.get("together", 0.0)),
            float(data.get("overdispersion", 0.0)),
            tuple(households.get("sizes", ())),
        )


def described(shares: Sequence[Share], together: float, overdispersion: float) -> str:
    """What is assumed of members who do not just answer independently, in words."""
    kinds = list(dict.fromkeys(share.describe() for share in shares))
    several = f"{len(kinds)} shares, from {min(share.expected for share in shares):.3g}"
    said = [f"The share of members who answer is {kinds[0] if len(kinds) == 1 else several}."]
    if together > 0.0:
        said.append(f"Members of a household decide as one with probability {together:g}.")
    if overdispersion > 0.0:
        said.append(f"Two members of a cell have a correlation of {overdispersion:g}, because cells differ.")
    return " ".join(said)


def block_of_cells(quantizer: Quantizer) -> IntArray:
    """The block of each cell."""
    return np.repeat(np.arange(len(quantizer.blocks)), [block.rule.n_cells for block in quantizer.blocks])
