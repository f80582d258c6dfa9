"""What came of every experiment, table and figure of the PCL papers: one row each, for the summary of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LedgerStatus = Literal["agrees", "differs", "cannot"]


@dataclass(frozen=True)
class LedgerRow:
    """One experiment, table or figure of a paper, and what repeating it showed."""

    paper: str  # "microaggregation", "quantization", "location": the names of docs/reproduction.md
    item: str  # as the paper counts it: "Fig. 9", "Table 1", or the section that gives a figure in its text
    status: LedgerStatus
    where: str  # the heading's anchor on docs/reproduction.md
    remark: str  # one line: the tolerance if it agrees, the difference if it differs, the reason if it cannot


MICROAGGREGATION: tuple[LedgerRow, ...] = ()
QUANTIZATION: tuple[LedgerRow, ...] = ()
LOCATION: tuple[LedgerRow, ...] = ()
