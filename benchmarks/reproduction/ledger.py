"""What came of every experiment, table and figure of the PCL papers: one row each, for the summary of the page.

A number of a real data set, or of a family of samples, agrees within the tolerance that the remark names. A number that
stands for one unpublished sample agrees when it is within two standard deviations of our samples plus half a unit of
its last digit (`microaggregation/typical.py`; a test compares these rows with the page). A promise or a bound agrees
when ours keeps it.
"""

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


DRAWING = "Drawings and diagrams of the problem and the architecture; nothing is measured."
OLD_SECONDS = "Seconds of Matlab on a computer of 2010 cannot be compared with compiled code on another machine."


MICROAGGREGATION: tuple[LedgerRow, ...] = ()
QUANTIZATION: tuple[LedgerRow, ...] = ()
LOCATION: tuple[LedgerRow, ...] = ()
