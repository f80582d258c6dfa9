"""A finished design as plain data: what the designing process hands over to be stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shoal.arrays import FloatArray, IntArray
from shoal.partition.transport.power_diagram import PowerDiagram


@dataclass(frozen=True)
class GenerationDesign:
    """Cells and places of a generation."""

    cell_of: IntArray = field(repr=False)
    sizes: IntArray = field(repr=False)
    rule: PowerDiagram = field(repr=False)  # places with costs; newcomers find their cells by it
    place_of: IntArray = field(repr=False)  # [cell]
    latitude: FloatArray = field(repr=False)  # [place]
    longitude: FloatArray = field(repr=False)
    spacing_m: FloatArray = field(repr=False)  # [place]
    loss: float  # for tests and benchmarks; never stored, because two of them reveal something about one device
    figures: dict[str, Any] = field(default_factory=dict)  # what is stored and shown


@dataclass(frozen=True)
class Made:
    """A design, the ids and sealed homes that it was made from, the outlines of its cells, and what it follows."""

    homes: list[tuple[str, bytes]] = field(repr=False)
    design: GenerationDesign
    outlines: bytes = field(repr=False)
    follows: int | None  # the publication that was current when the homes were read
