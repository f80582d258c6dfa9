"""Cells in which hardly anybody is expected to answer."""

from __future__ import annotations

from shoal.arrays import FloatArray, IntArray
from shoal.guarantee.binomial import more_only_helps


def n_hardly_answering(counts: IntArray, shares: FloatArray, k: int) -> int:
    """Cells that would fail more often with more members: they are acceptable because mostly nobody answers in them."""
    cells = zip(counts.tolist(), shares.tolist(), strict=True)
    return sum(not more_only_helps(count, k, share) for count, share in cells)


def hardly_answering_words(n_cells: int, n_all: int, called: str) -> str:
    """What the designer should know about such cells (or boxes, whatever they are ``called``)."""
    return (
        f"In {n_cells} of {n_all} {called} hardly anybody is expected to answer. They are acceptable because most of "
        "them stay empty. But somebody who does answer is most likely alone. With more members, or with a higher "
        "participation, they would fail more often. Ask for a much smaller failure, or for a smaller k."
    )
