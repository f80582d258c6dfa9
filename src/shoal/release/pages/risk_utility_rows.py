"""'Risk | utility' as rows of text: value, interval and baseline of each measure, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shoal.release.measure import Unit
from shoal.release.wording import percent

HEADER = ("measure", "value", "95 % interval", "baseline", "which is")
SIDES = (("risk", "Risk"), ("utility", "Utility"))
NONE = "–"


def rows(measures: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Name, value, interval, baseline and what the baseline is."""
    return [
        [
            title(measure),
            shown(measure["value"], measure["unit"]),
            NONE
            if measure["low"] is None
            else f"{shown(measure['low'], measure['unit'])} to {shown(measure['high'], measure['unit'])}",
            shown(measure["baseline"], measure["unit"]),
            measure["baseline_is"] if measure["baseline"] is not None else "",
        ]
        for measure in measures
    ]


def title(measure: dict[str, Any]) -> str:
    """The measure and its column."""
    return measure["name"] if measure["column"] is None else f"{measure['name']}: {measure['column']}"


def readings_once(measures: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """What each measure says; once for measures of several columns that say the same."""
    named: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for measure in measures:
        named.setdefault((measure["name"], measure["reading"]), []).append(measure)
    return [(title(alike[0]) if len(alike) == 1 else name, reading) for (name, reading), alike in named.items()]


def absent_rows(absent: Sequence[dict[str, Any]]) -> list[str]:
    """What could not be measured, and why."""
    return [f"{title(one)}: {one['why']}" for one in absent]


def shown(value: float | None, unit: str) -> str:
    """A figure as a reader sees it."""
    if value is None:
        return NONE
    if unit == Unit.SHARE.value:
        return percent(value)
    return f"{value:.3g}" + (" sd" if unit == Unit.DEVIATIONS.value else "")
