"""The top of docs/reproduction.md: how many experiments of each paper agree, differ or cannot be repeated.

The rows come from `ledger.py` and `ledger_greedy.py`. Nothing is measured here, so a run takes no time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.reproduction.ledger import LOCATION, MICROAGGREGATION, QUANTIZATION, LedgerRow, LedgerStatus
from benchmarks.reproduction.ledger_greedy import CLUSTERING, PROBABILISTIC
from benchmarks.reproduction.page import write_section

STATUSES: dict[LedgerStatus, str] = {"agrees": "agrees", "differs": "differs", "cannot": "cannot be repeated"}
LEDGERS: dict[str, tuple[Sequence[LedgerRow], str]] = {  # by paper: its rows, and the section of the page
    "clustering": (CLUSTERING, "greedy-family"),
    "microaggregation": (MICROAGGREGATION, "pcl"),
    "quantization": (QUANTIZATION, "pcl"),
    "location": (LOCATION, "pcl"),
    "p-probabilistic": (PROBABILISTIC, "p-probabilistic-k-anonymity"),
}


def counts_of(rows: Sequence[LedgerRow]) -> dict[LedgerStatus, int]:
    """How many rows have each status."""
    return {status: sum(row.status == status for row in rows) for status in STATUSES}


def counts_table(ledgers: Mapping[str, tuple[Sequence[LedgerRow], str]]) -> list[str]:
    """One line for each paper, and the sum."""
    lines = ["| paper | agrees | differs | cannot be repeated | rows |", "|---|---|---|---|---|"]
    total = counts_of([row for rows, _ in ledgers.values() for row in rows])
    for paper, (rows, anchor) in ledgers.items():
        counts = counts_of(rows)
        lines.append(f"| [{paper} paper](#{anchor}) | {' | '.join(map(str, counts.values()))} | {len(rows)} |")
    lines.append(f"| all | {' | '.join(map(str, total.values()))} | {sum(total.values())} |")
    return lines


def full_list(rows: Sequence[LedgerRow]) -> list[str]:
    """Every row, with a link to the section that shows the figures, if there is one."""
    lines = ["| experiment | | remark |", "|---|---|---|"]
    for row in rows:
        item = f"[{row.item}](#{row.where})" if row.where else row.item
        lines.append(f"| {item} | {STATUSES[row.status]} | {row.remark} |")
    return lines


def repeat_summary(page: Path, _: bool, options: str) -> None:
    """Counts first, then a folded list for each paper."""
    lines = counts_table(LEDGERS)
    for paper, (rows, _) in LEDGERS.items():
        lines += ["", f'??? note "The {paper} paper: every experiment, table and figure"', ""]
        lines += [f"    {line}" for line in full_list(rows)]
    write_section(page, "summary", lines, options)
