"""The drawing of the house: packages above those that they import, and the journey of a record through them.

Both are read from the source (`house.py`), so they stay true. The journey is what `anonymize` calls, in the order in
which the source names it; functions of `journey` itself are opened, and those that only check are left out.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from benchmarks.house import Graph, modules

ENTRANCE = ("shoal.journey.entrance", "anonymize")
OPENED = ("shoal.journey", "shoal.encode.encoded")  # what they call is on the way too
ASIDE = ("refuse_", "require_", "worded_", "no_", "is_", "but_")  # functions that only check, or find words
BOX, GAP, LINE, WIDTH = 34, 14, 13, 900  # pixels: a box, between boxes, of small text, of the drawing
LETTER = 5.6  # pixels of small text
STOPS_IN_A_ROW = 5
FILL, EDGE = "#e8f1f5", "#33617a"


class Stop(NamedTuple):
    """Functions of one package that a record passes one after the other."""

    package: str
    functions: tuple[str, ...]


def journey() -> list[Stop]:
    """The stops of a record on its way through `anonymize`."""
    named = [found for found in _called(*ENTRANCE, seen=set()) if not found[1].startswith(ASIDE)]
    stops = groupby(dict.fromkeys(named), key=lambda found: found[0].split(".")[1])
    return [Stop(package, tuple(name for _, name in found)) for package, found in stops]


def _called(module: str, function: str, seen: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Functions of other packages that a function names, in the order of its source, as (module, name)."""
    own, imported = _names(module)
    if function not in own or (module, function) in seen:
        return
    seen.add((module, function))
    loads = [node for node in ast.walk(ast.Module(own[function].body, [])) if isinstance(node, ast.Name)]
    for node in sorted(loads, key=lambda node: (node.lineno, node.col_offset)):
        home, name = imported.get(node.id, (module, node.id))
        if home.startswith(OPENED):
            yield from _called(home, name, seen)
        elif name.islower():
            yield home, name


@cache
def _names(module: str) -> tuple[dict[str, ast.FunctionDef], dict[str, tuple[str, str]]]:
    """The functions of a module, and what it imports from the house."""
    tree = ast.parse(modules()[module].read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return (
        {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)},
        {
            alias.asname or alias.name: (node.module, alias.name)
            for node in imports
            if node.module and node.module.startswith("shoal.")
            for alias in node.names
        },
    )


def folder_of(module: str) -> str:
    """The folder of a module, two levels deep at most; the modules at the top stand for themselves."""
    parts = module.split(".")
    return ".".join(parts[1:3]) if len(parts) > 3 else parts[1] if len(parts) > 1 else "shoal"


def drawn(graph: Graph, stops: Sequence[Stop] = ()) -> str:
    """The packages as boxes, each above those that it imports, with the folders inside them; the journey below."""
    packages: dict[str, set[str]] = defaultdict(set)
    imports: dict[str, set[str]] = defaultdict(set)
    for name, targets in graph.items():
        if name == "shoal":
            continue
        package = name.split(".")[1]
        packages[package].add(folder_of(name).partition(".")[2])
        imports[package] |= {target.split(".")[1] for target in targets if target != "shoal"} - {package}

    @cache
    def level(package: str) -> int:
        return 1 + max((level(target) for target in imports[package]), default=-1)

    rows: dict[int, list[str]] = defaultdict(list)
    for package in sorted(packages):
        rows[level(package)].append(package)
    layers, bottom = _layers(rows, packages)
    way, bottom = _way(stops, bottom)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" font-family="sans-serif" '
        'font-size="12" text-anchor="middle" role="img" aria-label="The packages of shoal, each above those that it '
        'imports, and the functions that a record passes.">\n' + "\n".join([*layers, *way]) + "\n</svg>\n"
    )


def _layers(rows: Mapping[int, list[str]], packages: Mapping[str, set[str]]) -> tuple[list[str], int]:
    """Boxes as wide as their text needs, and where they end."""
    parts, y = [], GAP
    for height in sorted(rows, reverse=True):
        inside = {package: " · ".join(sorted(filter(None, packages[package]))) for package in rows[height]}
        needed = {package: LETTER * max(len(text), len(package)) + GAP for package, text in inside.items()}
        spare = (WIDTH - GAP * (len(needed) + 1) - sum(needed.values())) / len(needed)
        x = float(GAP)
        for package, text in inside.items():
            parts.append(_box(x, y, needed[package] + spare, package, [text] if text else []))
            x += needed[package] + spare + GAP
        y += BOX + GAP
    return parts, y


def _way(stops: Sequence[Stop], y: int) -> tuple[list[str], int]:
    """The stops, numbered, from left to right and row after row."""
    if not stops:
        return [], y
    parts = [f'<text x="{WIDTH / 2}" y="{y + LINE}" font-weight="bold">The journey of a record (anonymize)</text>']
    y += 2 * GAP
    width = (WIDTH - GAP * (STOPS_IN_A_ROW + 1)) / STOPS_IN_A_ROW
    for first in range(0, len(stops), STOPS_IN_A_ROW):
        row = stops[first : first + STOPS_IN_A_ROW]
        height = LINE * max(len(stop.functions) for stop in row) + 2 * LINE
        for number, stop in enumerate(row):
            title = f"{first + number + 1}. {stop.package}"
            parts.append(_box(GAP + number * (width + GAP), y, width, title, list(stop.functions), height))
        y += height + GAP
    return parts, y


def _box(x: float, y: int, width: float, title: str, lines: Sequence[str], height: int = BOX) -> str:
    middle = x + width / 2
    texts = [
        f'<text x="{middle:.0f}" y="{y + (number + 2) * LINE + 2}" font-size="10">{line}</text>'
        for number, line in enumerate(lines)
    ]
    return (
        f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{height}" rx="5" fill="{FILL}" stroke="{EDGE}"/>'
        f'<text x="{middle:.0f}" y="{y + (LINE if lines else 22)}" font-weight="bold">{title}</text>' + "".join(texts)
    )
