"""Points of interest from a file: CSV with name, latitude and longitude, or a GeoJSON FeatureCollection of points."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from shoal.errors import WrongUse
from shoal.web.plain_numbers import plain_number

COLUMNS = {"lat": "latitude", "lon": "longitude"}  # short names that many files have
NEEDED = ("name", "latitude", "longitude")
GEOJSON_ENDINGS = (".geojson", ".json")
MOST_LATITUDE, MOST_LONGITUDE = 90.0, 180.0


@dataclass(frozen=True)
class PointOfInterest:
    """A point with its name. What else the file says about it is handed out as it is."""

    name: str
    latitude: float
    longitude: float
    properties: Mapping[str, Any]


def points_from(path: Path) -> list[PointOfInterest]:
    """All points of a file. A wrong row or feature is named, and nothing is read."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError:
        raise WrongUse(f"There is no file {path} that can be read. Give a CSV or GeoJSON file of points.") from None
    except UnicodeDecodeError:
        raise WrongUse(f"{path} cannot be read as UTF-8 text. Give a CSV or GeoJSON file of points.") from None
    found = _features(text, path) if path.suffix.lower() in GEOJSON_ENDINGS else _rows(text, path)
    points = []
    for number, point in enumerate(found, start=1):
        if point is None:
            raise WrongUse(
                f"Point {number} of {path} has no name, or no latitude from −90 to 90 and longitude from −180 to 180."
            )
        points.append(point)
    if not points:
        raise WrongUse(f"{path} has no points.")
    return points


def _rows(text: str, path: Path) -> Iterator[PointOfInterest | None]:
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        names = [COLUMNS.get(name.lower(), name.lower() if name.lower() in NEEDED else name) for name in header]
        if not set(NEEDED) <= set(names) or len(set(names)) < len(names):
            raise WrongUse(f"The first row of {path} must name the columns name, latitude and longitude, each once.")
        for row in reader:
            if row:
                yield _point(dict(zip(names, row, strict=True))) if len(row) == len(names) else None
    except csv.Error:
        raise WrongUse(f"{path} is not a CSV file after line {reader.line_num}.") from None


def _point(row: dict[str, str]) -> PointOfInterest | None:
    name, latitude, longitude = (row.pop(own) for own in NEEDED)
    return _checked(name, plain_number(latitude), plain_number(longitude), row)


def _features(text: str, path: Path) -> Iterator[PointOfInterest | None]:
    try:
        content = json.loads(text)
        features = content["features"] if content["type"] == "FeatureCollection" else None
    except (ValueError, KeyError, TypeError, RecursionError):
        features = None
    if not isinstance(features, list):
        raise WrongUse(f"{path} is not a GeoJSON FeatureCollection.")
    for feature in features:
        try:
            longitude, latitude = feature["geometry"]["coordinates"][:2]
            properties = dict(feature["properties"])
            is_point = feature["geometry"]["type"] == "Point"
            yield _checked(properties.pop("name"), latitude, longitude, properties) if is_point else None
        except (KeyError, TypeError, ValueError):
            yield None


def _checked(name: Any, latitude: Any, longitude: Any, properties: Mapping[str, Any]) -> PointOfInterest | None:
    if not isinstance(name, str) or not name.strip():
        return None
    for degrees, most in ((latitude, MOST_LATITUDE), (longitude, MOST_LONGITUDE)):
        if isinstance(degrees, bool) or not isinstance(degrees, int | float):
            return None
        if not isfinite(degrees) or abs(degrees) > most:
            return None
    return PointOfInterest(name.strip(), float(latitude), float(longitude), dict(properties))
