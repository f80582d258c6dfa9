"""The code follows docs/design/024-glossary.md: a class name has one meaning."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "shoal"


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(
        node.name
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert len(names) > 100
    assert {name for name, count in names.items() if count > 1} == set()
