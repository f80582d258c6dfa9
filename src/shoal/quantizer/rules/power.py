"""Power rule: a point goes to the cell of least ‖x − site‖² + cost; ties go to the lower cell.

The borders are those of a power diagram, so m sites and m costs describe the cells of any number of records, and no
record is looked up. The sites are left out of a file when they are the centroids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.quantizer.rules.base import Arrays, coordinates, require_arrays


@dataclass(frozen=True)
class PowerRule:
    """(m, d) sites and (m,) costs."""

    kind: ClassVar[str] = "power"

    sites: FloatArray = field(repr=False)
    costs: FloatArray = field(repr=False)

    @property
    def n_cells(self) -> int:
        """One per site."""
        return len(self.costs)

    @property
    def n_record_points(self) -> int:
        """None: sites are means, or were moved away from any record."""
        return 0

    @cached_property
    def _diagram(self) -> PowerDiagram:
        return PowerDiagram(self.sites, self.costs)

    def assign(self, points: FloatArray, weights: FloatArray | None = None) -> IntArray:
        """The same search, with the same tie rule, as in design."""
        del weights
        return self._diagram.assign(points)

    def arrays(self, centroids: FloatArray) -> dict[str, FloatArray | IntArray]:
        """Costs, and sites unless they are the centroids."""
        same = np.array_equal(self.sites, centroids)
        return {"costs": self.costs} if same else {"costs": self.costs, "sites": self.sites}

    @classmethod
    def from_arrays(cls, arrays: Arrays, centroids: FloatArray) -> Self:
        """Sites that are not there are the centroids."""
        require_arrays(cls.kind, arrays, {"costs"}, frozenset({"sites"}))
        sites = coordinates("sites", arrays.get("sites", centroids), centroids.shape)
        return cls(sites, coordinates("costs", arrays["costs"], (len(centroids),)))


@dataclass(frozen=True)
class WeightedPowerRule(PowerRule):
    """For cells designed with record weights in the distortion: costs are divided by the weight of the record."""

    kind: ClassVar[str] = "weighted power"

    def assign(self, points: FloatArray, weights: FloatArray | None = None) -> IntArray:
        """The weights decide with the points, so they must be there."""
        if weights is None:
            raise ParameterError("These cells were designed with record weights. Give the weights of the records too.")
        return self._diagram.assign(points, weights)
