"""Writes the outlines of the land: python make_land.py FOLDER, where FOLDER holds land-50m.json and land-10m.json.

README.md in this folder says where the two files come from and what the format is.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCALES = ("50m", "10m")
FULL_TURN = 360.0
SOUTH = 0  # the grid begins below the southernmost land
Grid = tuple[int, int]


def main(folder: Path) -> None:
    """Convert each scale."""
    for scale in SCALES:
        topology = json.loads((folder / f"land-{scale}.json").read_text("utf-8"))
        (HERE / f"land-{scale}.bin").write_bytes(packed(topology))


def packed(topology: dict[str, Any]) -> bytes:
    """A TopoJSON land as bytes."""
    arcs = [list(_summed(arc)) for arc in topology["arcs"]]
    rings = [
        _ring(arcs, ring)
        for geometry in topology["objects"]["land"]["geometries"]
        for polygon in geometry["arcs"]
        for ring in polygon
    ]
    transform = topology["transform"]
    turn = round(FULL_TURN / transform["scale"][0])
    rings = [_unrolled(ring, turn) for ring in rings]
    content = bytearray(struct.pack("<4d", *transform["scale"], *transform["translate"]))
    content += _unsigned(len(rings))
    for ring in rings:
        content += _unsigned(len(ring))
        before = (0, 0)
        for corner in ring:
            content += _signed(corner[0] - before[0]) + _signed(corner[1] - before[1])
            before = corner
    return bytes(content)


def _summed(arc: Iterable[list[int]]) -> Iterator[Grid]:
    across, up = 0, 0
    for step in arc:
        across, up = across + step[0], up + step[1]
        yield across, up


def _ring(arcs: list[list[Grid]], numbers: Iterable[int]) -> list[Grid]:
    """The corners of a ring, without the repeated last one. A number below zero is an arc that runs backwards."""
    corners: list[Grid] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        corners += arc if not corners or corners[-1] != arc[0] else arc[1:]
    return corners[:-1] if corners[0] == corners[-1] else corners


def _unrolled(ring: list[Grid], turn: int) -> list[Grid]:
    """No jump at the antimeridian: the ring goes on beyond it. Round the south pole it is closed below the map."""
    corners = [ring[0]]
    for across, up in [*ring[1:], ring[0]]:
        before = corners[-1][0]
        corners.append((across - turn * round((across - before) / turn), up))
    start, end = corners[0], corners[-1]
    return corners[:-1] if start == end else [*corners, (end[0], SOUTH), (start[0], SOUTH)]


def _signed(number: int) -> bytes:
    return _unsigned(2 * number if number >= 0 else -2 * number - 1)


def _unsigned(number: int) -> bytes:
    """Seven bits in a byte, the lowest first; the eighth bit says that more follow."""
    content = bytearray()
    while number > 0x7F:
        content.append(number & 0x7F | 0x80)
        number >>= 7
    content.append(number)
    return bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
