"""The house in figures and as a drawing: python -m benchmarks.house

Reads the imports of every module, those inside functions too, and writes benchmarks/results/house.md (files by folder,
cycles, the longest chain, constants of the search, lines, and how many of our modules `shoal.anonymize` loads) and
docs/images/house.svg (the folders, each above those that it imports).
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from benchmarks.data import REPOSITORY
from benchmarks.results import write_result

SOURCE = REPOSITORY / "src" / "shoal"
PICTURE = REPOSITORY / "docs" / "images" / "house.svg"
CONSTANT = re.compile(r"^[A-Z][A-Z0-9_]*$")

Graph = Mapping[str, frozenset[str]]


def modules(source: Path = SOURCE) -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = ["shoal", *path.relative_to(source).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def import_graph(source: Path = SOURCE) -> Graph:
    """Which modules each module imports, inside functions too; imports for the type checker alone do not count."""
    known = modules(source)
    return {name: frozenset(_imported(ast.parse(path.read_text()), known) - {name}) for name, path in known.items()}


def _imported(tree: ast.AST, known: Mapping[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in _running(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found & set(known)


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run, so not those under ``if TYPE_CHECKING``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        yield from _running(node)


def cycles(graph: Graph) -> list[list[str]]:
    """Groups of modules that import each other, directly or by way of others (Tarjan's components, larger than one)."""
    return [sorted(group) for group in _components(graph) if len(group) > 1]


def _components(graph: Graph) -> list[set[str]]:
    order: list[str] = []
    seen: set[str] = set()
    for name in graph:
        _visit(name, graph, seen, order)
    backwards: dict[str, set[str]] = defaultdict(set)
    for name, targets in graph.items():
        for target in targets:
            backwards[target].add(name)
    groups, placed = [], set()
    for name in reversed(order):
        if name not in placed:
            group: list[str] = []
            _visit(name, backwards, placed, group)
            groups.append(set(group))
    return groups


def _visit(name: str, graph: Mapping[str, Iterable[str]], seen: set[str], order: list[str]) -> None:
    """Everything that can be reached and was not seen before, in the order in which it is left."""
    if name in seen:
        return
    seen.add(name)
    waiting = [(name, iter(sorted(graph.get(name, ()))))]
    while waiting:
        current, targets = waiting[-1]
        fresh = next((target for target in targets if target not in seen), None)
        if fresh is None:
            order.append(current)
            waiting.pop()
        else:
            seen.add(fresh)
            waiting.append((fresh, iter(sorted(graph.get(fresh, ())))))


def longest_chain(graph: Graph) -> int:
    """Modules on the longest way of imports; a cycle counts as one module."""
    group_of = {name: number for number, group in enumerate(_components(graph)) for name in group}
    above: dict[int, set[int]] = defaultdict(set)
    for name, targets in graph.items():
        above[group_of[name]] |= {group_of[target] for target in targets} - {group_of[name]}

    @cache
    def depth(group: int) -> int:
        return 1 + max(map(depth, above[group]), default=0)

    return max(map(depth, set(group_of.values())))


def files_by_folder() -> Counter[str]:
    """Python files of each folder."""
    return Counter(str(path.parent.relative_to(SOURCE.parent)) for path in modules().values())


def constants(folder: Path) -> int:
    """Named constants at the top of the modules of a folder."""
    found = 0
    for path in folder.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [name for target in targets if target is not None for name in ast.walk(target)]
            found += sum(isinstance(name, ast.Name) and bool(CONSTANT.match(name.id)) for name in names)
    return found


def lines() -> int:
    """Lines of Python in the package."""
    return sum(len(path.read_text().splitlines()) for path in modules().values())


def modules_loaded() -> int:
    """How many of our modules are loaded after a small `shoal.anonymize` in a fresh process."""
    script = (
        "import sys, numpy, pandas, shoal\n"
        "rng = numpy.random.default_rng(1)\n"
        "people = pandas.DataFrame({'age': rng.integers(18, 80, 60), 'income': rng.integers(1000, 9000, 60)})\n"
        "shoal.anonymize(people, k=3, quasi_identifiers=['age', 'income'], seed=1)\n"
        "print(sum(name.split('.')[0] == 'shoal' for name in sys.modules))\n"
    )
    return int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)


def folder_of(module: str) -> str:
    """The folder of a module, two levels deep at most; the modules at the top stand for themselves."""
    parts = module.split(".")
    return ".".join(parts[1:3]) if len(parts) > 3 else parts[1] if len(parts) > 1 else "shoal"


def drawn(graph: Graph) -> str:
    """The packages of the journey as boxes, each above those that it imports, with the folders inside them."""
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
    return _svg(rows, packages)


BOX, GAP, LINE, WIDTH = 34, 14, 13, 900  # pixels: a box, between boxes, of small text, of the drawing


def _svg(rows: Mapping[int, list[str]], packages: Mapping[str, set[str]]) -> str:
    parts, y = [], GAP
    for height in sorted(rows, reverse=True):
        width = (WIDTH - GAP * (len(rows[height]) + 1)) / len(rows[height])
        for number, package in enumerate(rows[height]):
            x = GAP + number * (width + GAP)
            inside = " · ".join(sorted(folder for folder in packages[package] if folder))
            parts.append(
                f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX}" rx="5" fill="#e8f1f5" stroke="#33617a"/>'
                f'<text x="{x + width / 2:.0f}" y="{y + (LINE if inside else 22)}" font-weight="bold">{package}</text>'
            )
            if inside:
                parts.append(f'<text x="{x + width / 2:.0f}" y="{y + 2 * LINE + 2}" font-size="10">{inside}</text>')
        y += BOX + GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" font-family="sans-serif" font-size="12" '
        'text-anchor="middle" role="img" aria-label="The packages of shoal. Each stands above those that it imports.">'
        + "\n".join(parts)
        + "</svg>\n"
    )


def rows() -> Iterator[str]:
    """The table."""
    graph = import_graph()
    largest = files_by_folder().most_common(3)
    found = cycles(graph)
    yield "| figure | now | first version |"
    yield "|---|---|---|"
    yield f"| files in the three largest folders | {', '.join(f'{n} `{f}`' for f, n in largest)} | 62, 46, 38 |"
    yield f"| import cycles (modules in them) | {len(found)} ({sum(map(len, found))}) | 4 (27) |"
    yield f"| modules on the longest chain of imports, a cycle counted once | {longest_chain(graph)} | 29 |"
    yield f"| our modules loaded by a small `anonymize` | {modules_loaded()} | not measured |"
    yield f"| constants in `partition/search` | {constants(SOURCE / 'partition' / 'search')} | not counted alike |"
    yield f"| modules | {len(graph)} | 318 |"
    yield f"| lines of Python in `src` | {lines():,} | 42,981 |"


def main() -> None:
    """Write the table and the drawing."""
    PICTURE.write_text(drawn(import_graph()))
    write_result("house", "The house in figures", "python -m benchmarks.house", list(rows()))


if __name__ == "__main__":
    main()
