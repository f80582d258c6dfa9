"""Hints in messages: a slip is named, a chance likeness is not."""

from __future__ import annotations

import pytest

from shoal.table.wording import did_you_mean


@pytest.mark.parametrize(
    ("asked", "known", "meant"),
    [
        ("agee", ["age", "town"], "age"),
        ("Lattitude", ["name", " latitude"], " latitude"),
        ("lat", ["name", "latitude"], "latitude"),
        ("income", ["name", "age"], None),  # difflib's own threshold took "name" for it
        ("la", ["latitude"], None),
    ],
)
def test_only_slips_and_beginnings_are_suggested(asked: str, known: list[str], meant: str | None) -> None:
    assert did_you_mean(asked, known) == ("" if meant is None else f" Did you mean '{meant}'?")
