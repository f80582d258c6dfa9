"""The ledger of the PCL papers as tables of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reproduction.ledger import LOCATION, MICROAGGREGATION, QUANTIZATION, LedgerRow
from benchmarks.reproduction.page import write_section

HEAD = ("| experiment | status | section | remark |", "|---|---|---|---|")
PAPERS = {"Microaggregation paper": MICROAGGREGATION, "Quantization paper": QUANTIZATION, "Location paper": LOCATION}


def ledger_lines(title: str, rows: Sequence[LedgerRow]) -> list[str]:
    """One paper: its counts and its table."""
    counts = Counter(row.status for row in rows)
    words = ", ".join(f"{counts[status]} {status}" for status in ("agrees", "differs", "cannot"))
    body = [f"| {row.item} | {row.status} | {_link(row)} | {row.remark} |" for row in rows]
    return [f"**{title}**: {words}.", "", *HEAD, *body, ""]


def _link(row: LedgerRow) -> str:
    return f"[{row.where.replace('-', ' ')}](#{row.where})" if row.where else ""


def repeat_ledger(page: Path, _: bool, options: str) -> None:
    """All three papers; nothing is measured here, so there is nothing to be quick about."""
    lines = [line for title, rows in PAPERS.items() for line in ledger_lines(title, rows)]
    write_section(page, "ledger", lines[:-1], options)
