"""Address directories: CSV or NDJSON becomes homes, or a refusal that names the rows and shows nothing of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from pydantic import ValidationError

from shoal.service.devices.devices import Home
from shoal.service.http.bodies import BulkLine
from shoal.web.plain_numbers import plain_number
from shoal.web.problems import InvalidRequest, TooLarge, UnsupportedType
from shoal.web.strict_json import strict_json

CSV_TYPE = "text/csv"
NDJSON_TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl")
NAMED_ROWS = 20  # row numbers in a refusal
LONGEST_KEY = 256
COLUMNS = {"latitude": "latitude", "lat": "latitude", "longitude": "longitude", "lon": "longitude", "key": "key"}


def homes_from(content: bytes, media_type: str, most_rows: int) -> list[Home]:
    """All homes of a directory. One wrong row refuses the whole of it, so nothing is half done."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidRequest("The directory is not UTF-8 text.") from None
    kind = media_type.partition(";")[0].strip().lower()
    if kind == CSV_TYPE:
        rows = _csv_rows(text)
    elif kind in NDJSON_TYPES:
        rows = _json_rows(text)
    else:
        raise UnsupportedType(f"Send the directory as {CSV_TYPE} or {NDJSON_TYPES[0]}.")
    homes: list[Home] = []
    wrong: list[int] = []
    for number, home in enumerate(rows, start=1):
        if number > most_rows:
            raise TooLarge(f"A directory may have {most_rows} rows (SHOAL_BULK_ROWS).", hint="Send it in parts.")
        if home is None:
            wrong.append(number)
        else:
            homes.append(home)
    if wrong:
        raise InvalidRequest(
            f"{len(wrong)} row(s) have no latitude from −90 to 90 and longitude from −180 to 180, or a key of more "
            f"than {LONGEST_KEY} characters. Nobody was signed up.",
            count=len(wrong),
            rows=wrong[:NAMED_ROWS],
        )
    if not homes:
        raise InvalidRequest("The directory has no rows.")
    _require_different_keys(homes)
    return homes


def _csv_rows(text: str) -> Iterator[Home | None]:
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        header = [COLUMNS.get(name.strip().lower(), "") for name in next(reader, [])]
        if not {"latitude", "longitude"} <= set(header) or "" in header or len(set(header)) < len(header):
            raise InvalidRequest(
                "The first row must name the columns latitude, longitude and, if there are client keys, key; no others."
            )
        for row in reader:
            if row:
                yield _home_of(dict(zip(header, row, strict=True))) if len(row) == len(header) else None
    except csv.Error:
        raise InvalidRequest(f"The CSV cannot be read; it breaks off after line {reader.line_num}.") from None


def _home_of(row: dict[str, str]) -> Home | None:
    latitude, longitude = _degrees(row["latitude"], 90.0), _degrees(row["longitude"], 180.0)
    key = row.get("key") or None
    if latitude is None or longitude is None or (key is not None and len(key) > LONGEST_KEY):
        return None
    return Home(latitude, longitude, key)


def _degrees(text: str, most: float) -> float | None:
    value = plain_number(text)
    return value if value is not None and abs(value) <= most else None


def _json_rows(text: str) -> Iterator[Home | None]:
    for line in text.split("\n"):
        if not line.strip():
            continue
        try:
            row = BulkLine.model_validate(strict_json(line))
        except (json.JSONDecodeError, ValidationError):
            yield None
        else:
            yield Home(row.latitude, row.longitude, row.key)


def _require_different_keys(homes: list[Home]) -> None:
    first: dict[str, int] = {}
    twice = []
    for number, home in enumerate(homes, start=1):
        if home.key is not None and first.setdefault(home.key, number) != number:
            twice.append(number)
    if twice:
        raise InvalidRequest(
            f"{len(twice)} row(s) have a key that another row has.",
            hint="Give every address a key of its own.",
            parameters=["key"],
            count=len(twice),
            rows=twice[:NAMED_ROWS],
        )
