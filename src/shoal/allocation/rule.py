"""AllocationRule: the prices of an allocation, kept to find the centre of later records.

The class is the public interface of `AllocationModel`: files and maps are imported by the methods that need them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy.typing as npt

from shoal.allocation.model import AllocationModel
from shoal.partition.checks import check_points
from shoal.partition.transport.distance import Distance


@dataclass(frozen=True, eq=False)
class AllocationRule(AllocationModel):
    """Centres, costs and distance; ``assign`` finds the centre of later records. Fields: see `AllocationModel`."""

    @classmethod
    def of_model(cls, model: AllocationModel) -> Self:
        """The rule of a model."""
        return cls(**{each.name: getattr(model, each.name) for each in fields(AllocationModel)})

    def save(self, path: str | Path) -> None:
        """Write the rule as JSON, completely or not at all."""
        from shoal.allocation.file import save

        save(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, graph: Distance | None = None) -> Self:
        """Read a rule, or say why the file is not one, or is damaged. One along streets needs their graph again."""
        from shoal.allocation.file import load

        return cls.of_model(load(Path(path), graph))

    @property
    def digest(self) -> str:
        """The SHA-256 of the content of its file."""
        from shoal.allocation.file import digest_of_rule

        return digest_of_rule(self)

    def coverage(self, points: npt.ArrayLike, *, crs: str | None = None) -> dict[str, Any]:
        """The region of each centre as GeoJSON, around these points. ``crs`` names the system of projected columns."""
        from shoal.allocation.coverage import coverage_of

        return coverage_of(self, check_points(points), crs)
