"""The files of an allocation: the table, the rule for later records, and the map of regions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import ParameterError, Setting, WrongUse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shoal.allocation.rule import AllocationRule
    from shoal.arrays import FloatArray
    from shoal.cli.quantizer.allocation_distances import Measured
    from shoal.table.frames.table import Table

RULE_SUFFIXES = (".json",)
MAP_SUFFIXES = (".geojson", ".json")


@dataclass(frozen=True)
class AllocationFiles:
    """Where the outputs go. ``crs`` is the coordinate system of the map."""

    table: str
    rule: str | None
    coverage: str | None
    crs: str | None

    @property
    def paths(self) -> list[str]:
        """All files that are written."""
        return [path for path in (self.table, self.rule, self.coverage) if path is not None]

    @property
    def want_rule(self) -> bool:
        """Whether a rule has to be made: to be saved, or to be drawn."""
        return self.rule is not None or self.coverage is not None

    def check(self, inputs: Iterable[str | None]) -> None:
        """Refuse outputs that could not be written, before the work begins."""
        from shoal.cli.shared.destinations import (
            require_distinct,
            require_suffix,
            require_table_format,
            require_writable,
        )

        require_table_format(Path(self.table))
        if self.rule is not None:
            require_suffix(Path(self.rule), RULE_SUFFIXES, "An allocation rule")
        if self.coverage is not None:
            require_suffix(Path(self.coverage), MAP_SUFFIXES, "A map of regions")
        elif self.crs is not None:
            raise ParameterError(
                Setting("crs"), " is about a map, and ", Setting("coverage"), " names no file for one."
            )
        require_distinct([Path(path) for path in self.paths], [Path(path) for path in inputs if path is not None])
        for path in self.paths:
            require_writable(Path(path))

    def require_possible(self, measured: Measured, workload: str | None) -> None:
        """Refuse a map that this distance, or these columns, do not have."""
        if self.coverage is not None:
            from shoal.allocation.coverage import require_regions

            require_regions(measured.distance, len(measured.columns), measured.columns, workload, self.crs)

    def write(self, allocated: Table, rule: AllocationRule | None, points: FloatArray | None) -> None:
        """Write them all; what is drawn is drawn first, so that a refusal leaves no file behind."""
        from shoal.table.atomic import atomically
        from shoal.table.files.writing import write_table

        regions = None
        if rule is not None and self.coverage is not None:
            if points is None:
                raise WrongUse("A matrix of distances has no map.", parameter="coverage")
            regions = json.dumps(rule.coverage(points, crs=self.crs), ensure_ascii=False, allow_nan=False)
        write_table(allocated, Path(self.table))
        if rule is not None and self.rule is not None:
            rule.save(self.rule)
        if regions is not None and self.coverage is not None:
            with atomically(self.coverage) as draft:
                draft.write_text(regions + "\n", encoding="utf-8")
