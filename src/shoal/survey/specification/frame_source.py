"""Where the members of a frame come from: people one by one, people who were counted, or a model of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from shoal.table.wording import listed


class Source(StrEnum):
    """What the designer had."""

    PEOPLE = "people"
    COUNTS = "counts"
    MODEL = "model"


@dataclass(frozen=True)
class FrameSource:
    """``people``: how many a model is of. ``margins``: the columns of each table that it was made from."""

    kind: Source = Source.PEOPLE
    people: int = 0
    margins: tuple[tuple[str, ...], ...] = ()

    @property
    def is_model(self) -> bool:
        """Whether nobody counted how many people a cell has."""
        return self.kind is Source.MODEL

    def describe(self) -> str:
        """In words; nothing where there is a row for each person."""
        if self.kind is Source.PEOPLE:
            return ""
        if self.kind is Source.COUNTS:
            return "The frame is a table of counts: so many people have these values."
        tables = "; ".join(listed(columns) for columns in self.margins)
        return (
            f"The frame is a model of {self.people:,} people. It has the combinations that iterative proportional "
            f"fitting makes of tables of {tables}, rounded down. Each person is taken to be in a cell by chance, as "
            "often as the model says. Where real people are combined otherwise, cells can fail more often."
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data, beside the counts of the frame; nothing where there is a row for each person."""
        if self.kind is Source.PEOPLE:
            return {}
        if self.kind is Source.COUNTS:
            return {"source": str(self.kind)}
        return {"source": str(self.kind), "people": self.people, "margins": [list(names) for names in self.margins]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FrameSource:
        """What ``to_dict`` described; the schema has been checked."""
        margins = tuple(map(tuple, data.get("margins", ())))
        return cls(Source(data.get("source", Source.PEOPLE)), data.get("people", 0), margins)
