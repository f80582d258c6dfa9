"""What was done to which column, in words: one row per column, and what is published as it is."""

from __future__ import annotations

from typing import Any

from shoal.release.wording import count, plural

UNNAMED = "UNNAMED"  # in capitals: the steward has to look at these columns
COLUMN_HEADER = ("column", "role", "type", "what was done")

RELEASED_VALUE = {
    "numeric": "replaced by the mean of its cell",
    "integer": "replaced by the mean of its cell, as a whole number",
    "date": "replaced by the mean moment of its cell",
    "boolean": "replaced by the more frequent value of its cell",
    "ordinal": "replaced by the category nearest to the mean rank of its cell",
    "nominal": "replaced by the most frequent category of its cell",
    "taxonomy": "replaced by the lowest node that more than half of its cell lies below",
    "latitude": "replaced by the middle of its cell",
    "longitude": "replaced by the middle of its cell",
    "crossing": "replaced by that of the crossing with the least total way to its cell",
}
ROLE_NAME = {
    "identifying": "identifier",
    "quasi_identifying": "quasi-identifier",
    "confidential": "confidential",
    "insensitive": "insensitive",
    "weight": "record weight",
    "mass": "persons of the record",
    "household": "household of the record",
    "stratum": "stratum",
}
KEPT = {
    "identifying": "dropped",
    "confidential": "published as it is; what it reveals is measured",
    "insensitive": "published as it is",
    "weight": "published as it is; says how much a record counts",
    "mass": "dropped; k counts these persons",
    "household": "dropped; k counts households, and their members stay together",
    "stratum": "published as it is; no cell crosses its values",
}
MISSING_VALUE = {  # under "refuse" there are none: nothing to tell
    "drop": "records without it left out",
    "own-cell": "records without it in cells of their own",
}
PUBLISHED_AS_IS = (
    ("confidential", "Confidential"),
    ("insensitive", "Insensitive"),
    ("unnamed", "Unnamed (nobody gave them a role)"),
    ("weight", "Record weight"),
    ("stratum", "Strata"),
)


def column_rows(columns: list[dict[str, Any]]) -> list[tuple[str, str, str, str]]:
    """For every column: name, role, type, what was done to it."""
    return [
        (column["name"], _role(column), column["type"] or "–", "; ".join([_done(column), *_details(column)]))
        for column in columns
    ]


def published_rows(columns: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """What is published as it is: a title and the columns under it; titles without columns are left out."""
    named: dict[str, list[str]] = {}
    for column in columns:
        named.setdefault(column["role"] if column["named"] else "unnamed", []).append(column["name"])
    return [(title, named[kind]) for kind, title in PUBLISHED_AS_IS if kind in named]


def table_reading(table: dict[str, Any]) -> str:
    """Which table was read, and how many of its records are in the release."""
    n_in, n_out = table["n_records_in"], table["n_records_out"]
    name = "The table" if table["name"] == "the table" else table["name"]
    said = f"{name} has {plural(n_in, 'record', 'records')}."
    if n_in == n_out:
        return f"{said} All of them are in the release."
    return f"{said} The release has {count(n_out)} of them; {count(n_in - n_out)} were left out."


def sample_note(table: dict[str, Any]) -> str:
    """Which figures are those of a sample; nothing where none is."""
    if "n_sampled" not in table:
        return ""
    return (
        "The numbers of records and classes, their sizes, the losses, the measures of privacy and unique records are "
        "those of the whole release. All other figures are measured on "
        f"{plural(table['n_sampled'], 'record', 'records')} in whole classes that were drawn from it."
    )


def _role(column: dict[str, Any]) -> str:
    return ROLE_NAME[column["role"]] if column["named"] else UNNAMED


def _done(column: dict[str, Any]) -> str:
    if not column["named"]:
        return "published as it is, although nobody gave it a role"
    if column["role"] == "quasi_identifying":
        return RELEASED_VALUE[column["type"]]
    if column.get("members") == "counted":
        return "dropped; k counts households, whose members may be in different classes"
    return KEPT[column["role"]]


def _details(column: dict[str, Any]) -> list[str]:
    details = []
    if column["order_given"]:
        details.append("order given")
    if column["taxonomy"]:
        details.append("taxonomy given")
    if column["rounding"] is not None:
        details.append(_rounding(column["rounding"]))
    elif column["role"] == "quasi_identifying" and column["type"] == "numeric":
        details.append("as many decimals as the column had")
    if column["weight"] not in (None, 1.0):
        details.append(f"counts {column['weight']:g} times in the distance")
    if column["missing"] in MISSING_VALUE:
        details.append(MISSING_VALUE[column["missing"]])
    return details


def _rounding(decimals: int | str) -> str:
    if isinstance(decimals, str):
        return "not rounded"
    if decimals > 0:
        return f"rounded to {plural(decimals, 'decimal', 'decimals')}"
    return "rounded to whole numbers" if decimals == 0 else f"rounded to multiples of {10**-decimals:,}"
