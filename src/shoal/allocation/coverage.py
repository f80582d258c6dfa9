"""Coverage: the region of each centre as GeoJSON, for maps.

Squared Euclidean distances have straight borders (`transport/power_polygons.py`). Great circles and Euclidean distances
have curved ones, traced to a tolerance (`distances/weighted_outlines.py`). Other distances have no such regions.

Borders come from the costs of a rule, which are drawn at random: a border reveals that no record is on it, and nothing
else of single records. The map ends at a box or a circle around all records and centres, whose size is coarse: an exact
one would be the position of the outermost record.
"""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from shoal.allocation.model import AllocationModel
from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting, WrongUse
from shoal.geojson import DECIMALS, globe_geometry
from shoal.partition.distances.euclidean import Euclidean
from shoal.partition.distances.great_circle import EARTH_RADIUS_M, GreatCircle, arc_of, on_sphere
from shoal.partition.distances.weighted_outlines import globe_outlines, middle_of, plane_outlines
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.partition.transport.power_polygons import power_polygons
from shoal.partition.transport.squared_euclidean import SquaredEuclidean
from shoal.table.roles.positions import named_positions

DRAWN = (SquaredEuclidean, Euclidean, GreatCircle)
BOX_PARTS = 8  # the side of the box is at least so many steps, powers of two, and the margin is at least half of one
CIRCLE_MARGIN = 1.05  # of the radius; it is then rounded up to the next 2^(j/4)
QUARTERS = 4
MOST_RADIUS = 0.45 * math.pi * EARTH_RADIUS_M  # 81°: less than half of the globe
TOLERANCE_PARTS = 20_000  # of the width of a map: well under a pixel
DIGITS = 7  # of a projected coordinate, relative to the width of the map
CRS = re.compile(r"([A-Za-z]+):([A-Za-z0-9]+)")
EDGE = (180.0, 90.0)  # of the map: longitude and latitude


def coverage_of(rule: AllocationModel, points: FloatArray, crs: str | None) -> dict[str, Any]:
    """A FeatureCollection with one feature for each centre; a centre without a region has no geometry."""
    n_coordinates = 0 if rule.centers is None else rule.centers.shape[1]
    require_regions(rule.measure, n_coordinates, rule.columns, rule.workload, crs)
    used = np.flatnonzero(np.isfinite(rule.costs))
    centers = np.asarray(rule.centers, dtype=np.float64)[used]
    if isinstance(rule.measure, GreatCircle):
        geometries, told = _on_the_globe(centers, rule.costs[used], points)
    else:
        geometries, told = _in_the_plane(rule, centers, rule.costs[used], points, crs)
    by_center = dict(zip(used.tolist(), geometries, strict=True))
    return {
        "type": "FeatureCollection",
        **told,
        "distance": rule.measure.name,
        "features": [
            {"type": "Feature", "properties": {"center": called}, "geometry": by_center.get(center)}
            for center, called in enumerate(rule.names)
        ],
    }


def require_regions(
    measure: Distance, n_coordinates: int, columns: tuple[str, ...], workload: str | None, crs: str | None
) -> None:
    """Refuse a map that cannot be drawn. That is known before the allocation."""
    if not isinstance(measure, DRAWN):
        raise WrongUse(
            f"With the distance {measure.name!r} centres have no regions that could be drawn.",
            parameter="coverage",
            hint="A map needs 'great-circle', 'euclidean' or 'squared-euclidean'.",
        )
    if n_coordinates != 2:
        raise WrongUse(
            f"A map needs two coordinates; there are {n_coordinates}.",
            parameter="coverage",
            hint="Allocate by two columns.",
        )
    if workload is not None:
        raise WrongUse(
            "With workloads, borders differ from record to record: distance counts for less, the more work a record "
            "is. So there is no single map.",
            parameter="coverage",
            hint="Leave the workloads out.",
        )
    if isinstance(measure, GreatCircle) or _east_north(columns) is not None:
        if crs is not None:
            raise ParameterError(
                Setting("crs"),
                " is for projected columns; latitudes and longitudes need none.",
                hint="Leave it out.",
            )
        return
    _named_system(crs)


# --- the globe


def _on_the_globe(centers: FloatArray, costs: FloatArray, points: FloatArray) -> tuple[list[Any], dict[str, Any]]:
    sites = on_sphere(centers)
    middle = middle_of(sites)
    everything = np.vstack([sites, on_sphere(points)])
    farthest = float(arc_of(np.sqrt(((everything - middle) ** 2).sum(axis=1))).max())
    radius = _rounded_up(max(1.0, CIRCLE_MARGIN * farthest))
    if not radius <= MOST_RADIUS:
        raise WrongUse(
            "The records are spread over half of the globe or more; a map of regions would overlap itself.",
            parameter="coverage",
            hint="Allocate parts of the world by themselves.",
        )
    tolerance = max(1.0, 2.0 * radius / TOLERANCE_PARTS)
    outlines = globe_outlines(centers, costs, radius, tolerance)
    geometries = [globe_geometry(outline[:, 0], outline[:, 1]) for outline in outlines]
    return geometries, {"tolerance_m": round(tolerance, 3)}


def _rounded_up(size: float) -> float:
    return float(2.0 ** (math.ceil(QUARTERS * math.log2(size)) / QUARTERS))


# --- the plane


def _in_the_plane(
    rule: AllocationModel, centers: FloatArray, costs: FloatArray, points: FloatArray, crs: str | None
) -> tuple[list[Any], dict[str, Any]]:
    order = _east_north(rule.columns)
    in_degrees = order is not None
    told: dict[str, Any] = {} if in_degrees else {"crs": _named_system(crs)}
    axes = list(order or (0, 1))
    by = np.array(rule.scales or (1.0, 1.0))[axes]
    sites, seen = centers[:, axes] / by, points[:, axes] / by
    lower, upper, step = _box(np.vstack([sites, seen]))
    if in_degrees:
        edge = np.array(EDGE) / by
        lower, upper = np.maximum(lower, -edge), np.minimum(upper, edge)
    if isinstance(rule.measure, SquaredEuclidean):
        outlines = power_polygons(PowerDiagram(sites, costs), lower, upper)
    else:
        tolerance = BOX_PARTS * step / TOLERANCE_PARTS
        outlines = plane_outlines(sites, costs, lower, upper, tolerance)
        told["tolerance"] = float(f"{tolerance * float(by.max()):.3g}")
    width = float(((upper - lower) * by).max())
    decimals = DECIMALS if in_degrees else max(0, DIGITS - 1 - math.floor(math.log10(width)))
    return [_polygon(outline * by, decimals) for outline in outlines], told


def _box(places: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """A box around all places on a coarse grid."""
    lowest, highest = places.min(axis=0), places.max(axis=0)
    extent = float((highest - lowest).max())
    step = 2.0 ** math.ceil(math.log2(extent / BOX_PARTS)) if extent > 0.0 else 1.0
    lower = (np.floor(lowest / step - 0.5)) * step
    upper = (np.ceil(highest / step + 0.5)) * step
    return lower, upper, step


def _polygon(outline: FloatArray, decimals: int) -> dict[str, Any] | None:
    rounded = (np.round(outline, decimals) + 0.0).tolist()
    ring = [corner for number, corner in enumerate(rounded) if corner != rounded[number - 1]]
    return {"type": "Polygon", "coordinates": [[*ring, ring[0]]]} if len(ring) > 2 else None


def _east_north(columns: tuple[str, ...]) -> tuple[int, int] | None:
    """Where longitude and latitude are among two columns; None if the columns are not called so."""
    pairs = named_positions(columns)
    if len(columns) != 2 or not pairs:
        return None
    latitude, longitude = pairs[0]
    return columns.index(longitude), columns.index(latitude)


def _named_system(crs: str | None) -> dict[str, Any]:
    """The member of GeoJSON 2008 by which QGIS, GDAL and GeoPandas know projected coordinates."""
    if crs is None:
        raise ParameterError(
            "GeoJSON is made for longitudes and latitudes (RFC 7946), and the columns are not called so.",
            parameter="crs",
            hint=(
                "If they are projected, name their coordinate system with ",
                Setting("crs", "EPSG:2263"),
                "; programs such as QGIS then read the file.",
            ),
        )
    found = CRS.fullmatch(crs)
    if found is None:
        raise ParameterError(Setting("crs"), " must name a coordinate system by authority and code, as in EPSG:2263.")
    name = f"urn:ogc:def:crs:{found[1].upper()}::{found[2]}"
    return {"type": "name", "properties": {"name": name}}
