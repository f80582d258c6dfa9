"""Tree: the taxonomy of a column, read from a CSV of ``value,parent[,weight]``.

Each row is one edge: a value, the more general value above it, and how far apart the two are (1 if not said).
The root is the one value without a parent: its own row has an empty parent, or it is only named as a parent.
Errors give line numbers of the taxonomy file, never the values: those are also values of records.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from shoal.errors import RolesError


@dataclass(frozen=True)
class TaxonomyTree:
    """``nodes[0]`` is the root; parents stand before their children; ``edge_weight[v]`` leads up from v."""

    nodes: tuple[str, ...]
    parent: tuple[int, ...]
    edge_weight: tuple[float, ...]


@dataclass
class _Rows:
    """What the file says, before it is known to be a tree."""

    parent_of: dict[str, str] = field(default_factory=dict)
    weight_of: dict[str, float] = field(default_factory=dict)
    line_of: dict[str, int] = field(default_factory=dict)


def read_tree(path: Path) -> TaxonomyTree:
    """Read and check a taxonomy; every way in which it is not one tree is a worded error."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = _read_rows(file, path)
    except FileNotFoundError:
        raise RolesError(f"The taxonomy file {path} does not exist. Check the path.") from None
    except OSError as error:
        raise RolesError(f"The taxonomy file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise RolesError(f"The taxonomy file {path} is not UTF-8 text. Save it as UTF-8.") from None
    except csv.Error:
        raise RolesError(f"The taxonomy file {path} is not well-formed CSV. Check its quotes.") from None
    return _grown(rows, path)


def _read_rows(file: TextIO, path: Path) -> _Rows:
    reader = csv.reader(file, strict=True)
    header = [title.strip().lower() for title in next(reader, [])]
    if header not in (["value", "parent"], ["value", "parent", "weight"]):
        raise RolesError(
            f"The taxonomy file {path} must begin with the header value,parent or value,parent,weight "
            "(separated by commas)."
        )
    rows = _Rows()
    for row in reader:
        if any(cell.strip() for cell in row):
            place = f"line {reader.line_num} of the taxonomy file {path}"
            _add_row(rows, row, len(header), place, reader.line_num)
    if not rows.line_of:
        raise RolesError(f"The taxonomy file {path} has no rows below its header.")
    return rows


def _add_row(rows: _Rows, row: list[str], width: int, place: str, line: int) -> None:
    if len(row) != width:
        raise RolesError(f"There are {len(row)} fields instead of {width} in {place}.")
    value, parent = row[0], row[1]
    if not value.strip():
        raise RolesError(f"The value is empty in {place}.")
    if value in rows.line_of:
        raise RolesError(
            f"The value in {place} was already given in line {rows.line_of[value]}. "
            "Each value has one row and one parent."
        )
    rows.line_of[value] = line
    weight = "".join(row[2:])
    if parent.strip():
        rows.parent_of[value] = parent
        rows.weight_of[value] = _edge_weight(weight, place)
    elif weight.strip():
        raise RolesError(f"There is a weight without a parent in {place}. Leave the weight of the root empty.")


def _edge_weight(text: str, place: str) -> float:
    if not text.strip():
        return 1.0
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not (math.isfinite(weight) and weight > 0.0):
        raise RolesError(f"The weight must be a positive number in {place}.")
    return weight


def _grown(rows: _Rows, path: Path) -> TaxonomyTree:
    """Walk down from the root, level by level, in the order of the file."""
    children: dict[str, list[str]] = {}
    for value, parent in rows.parent_of.items():
        children.setdefault(parent, []).append(value)
    values = dict.fromkeys([*rows.line_of, *rows.parent_of.values()])
    roots = [value for value in values if value not in rows.parent_of]
    if len(roots) > 1:
        raise RolesError(
            f"The taxonomy file {path} has {len(roots)} roots (values without a parent). "
            "Put one most general value above them."
        )
    nodes, parents = list(roots), [-1] * len(roots)
    for index, node in enumerate(nodes):  # the list grows while it is walked
        below = children.get(node, [])
        nodes.extend(below)
        parents.extend([index] * len(below))
    if len(nodes) < len(values):
        line = min(rows.line_of[value] for value in values.keys() - set(nodes))
        raise RolesError(
            f"The taxonomy file {path} goes round in a circle: {len(values) - len(nodes)} values never "
            f"reach the root (the first is in line {line}). Correct their parents."
        )
    weights = [0.0, *(rows.weight_of[node] for node in nodes[1:])]
    return TaxonomyTree(tuple(nodes), tuple(parents), tuple(weights))
