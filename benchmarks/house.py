"""The house in figures and as a drawing: python -m benchmarks.house

Reads the imports of every module, those inside functions too, and writes benchmarks/results/house.md (files by folder,
cycles, the longest chain, constants of the search, lines, and how many of our modules `anonymize` loads and runs) and
docs/images/house.svg (`house_drawing.py`: the folders, each above those that it imports, and the journey of a record).
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
from tempfile import TemporaryDirectory

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
    """Named numbers, and rows of numbers, at the top of the modules of a folder."""
    found = 0
    for path in folder.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.Assign) and _is_number(node.value):
                names = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
                found += sum(bool(CONSTANT.match(name.id)) for name in names)
    return found


def _is_number(value: ast.expr) -> bool:
    """Whether it is made of numbers, and of constants that are."""
    texts = [node for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return not texts and not any(isinstance(node, (ast.Call, ast.Dict)) for node in ast.walk(value))


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


def files_run() -> int:
    """Our files of which a function runs in a small `shoal anonymize`; what runs while a module is imported is not."""
    script = (
        "import sys, threading, numpy\n"
        "ours, seen = sys.argv.pop(), set()\n"
        "def importing(frame):\n"
        "    code = frame and frame.f_code\n"
        "    return bool(frame) and (code.co_name == '<module>' and code.co_filename.startswith(ours) "
        "or importing(frame.f_back))\n"
        "def note(frame, event, _):\n"
        "    name = frame.f_code.co_filename\n"
        "    if event == 'call' and name not in seen and name.startswith(ours) and not importing(frame):\n"
        "        seen.add(name)\n"
        "rng = numpy.random.default_rng(1)\n"
        "lines = [f'{rng.integers(18, 80)},{rng.integers(1000, 9000)}' for _ in range(200)]\n"
        "open('people.csv', 'w').write('\\n'.join(['age,income', *lines]))\n"
        "sys.argv = 'shoal anonymize people.csv --k 3 --qi age,income --seed 1 -o release/ -q'.split()\n"
        "from shoal.cli import main\n"
        "sys.setprofile(note)\n"
        "threading.setprofile(note)\n"
        "try:\n    main()\nfinally:\n    sys.setprofile(None)\n    print(len(seen))\n"
    )
    command = [sys.executable, "-c", script, str(SOURCE)]
    with TemporaryDirectory() as folder:
        return int(subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout)


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
    yield f"| our files of which a function runs in a small `shoal anonymize` with `auto` | {files_run()} | 143 |"
    named = constants(SOURCE / "partition" / "search")
    yield f"| numbers with a name in `partition/search` | {named} | 124, of `best` and its helpers |"
    yield f"| modules | {len(graph)} | 318 |"
    yield f"| lines of Python in `src` | {lines():,} | 42,981 |"


def main() -> None:
    """Write the table and the drawing."""
    from benchmarks.house_drawing import drawn, journey

    PICTURE.write_text(drawn(import_graph(), journey()))
    write_result("house", "The house in figures", "python -m benchmarks.house", list(rows()))


if __name__ == "__main__":
    main()
