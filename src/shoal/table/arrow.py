"""pyarrow, imported when it is first needed: it costs a fifth of a second, and many runs never use it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def pyarrow() -> Any:
    """The package. Its type hints export nothing by name, so it is handed out untyped."""
    return import_module("pyarrow")


def pyarrow_csv() -> Any:
    """Its CSV reader."""
    return import_module("pyarrow.csv")


def pyarrow_compute() -> Any:
    """Its functions on arrays."""
    return import_module("pyarrow.compute")
