"""Outlines of cells as GeoJSON polygons (RFC 7946), as the service stores and sends them."""

from __future__ import annotations

import json
import zlib
from typing import Any

from shoal.arrays import FloatArray
from shoal.geojson import globe_geometry
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.service.geometry.sphere import released_places


def outlines_of(rule: PowerDiagram) -> bytes:
    """Geometry of every cell, compressed; None for a cell that is hidden behind others."""
    from shoal.service.geometry.globe_cells import globe_cells  # scipy: for the designing process only

    geometries = [geometry_of(ring) for ring in globe_cells(rule)]
    return zlib.compress(json.dumps(geometries, separators=(",", ":")).encode())


def outlines_from(content: bytes) -> list[dict[str, Any] | None]:
    """The geometries behind the bytes."""
    geometries: list[dict[str, Any] | None] = json.loads(zlib.decompress(content))
    return geometries


def geometry_of(ring: FloatArray) -> dict[str, Any] | None:
    """A Polygon, or a MultiPolygon if the antimeridian cuts the ring of points of the unit sphere."""
    return globe_geometry(*released_places(ring, None)) if len(ring) else None
