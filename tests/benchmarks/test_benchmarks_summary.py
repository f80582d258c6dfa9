"""The summary of docs/reproduction.md: every row has its section, and the counts are those of the rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown.extensions.toc import slugify

from benchmarks.reproduction.ledger import LedgerRow
from benchmarks.reproduction.page import PAGE
from benchmarks.reproduction.summary import LEDGERS, STATUSES, counts_of, counts_table, full_list, repeat_summary

HEADING = re.compile(r"^#+ (.*?)(?: \{ #([\w-]+) \})?$", re.MULTILINE)
ROWS = [row for rows, _ in LEDGERS.values() for row in rows]
EXAMPLES = [
    LedgerRow("x", "Table 1", "agrees", "here", "to the last digit"),
    LedgerRow("x", "Fig. 2", "differs", "there", "by 3 %"),
    LedgerRow("x", "Fig. 3", "agrees", "there", "in shape"),
]


def anchors() -> set[str]:
    """What the headings of the page can be linked by."""
    headings = HEADING.findall(PAGE.read_text("utf-8"))
    return {given or slugify(words.replace("\\", ""), "-") for words, given in headings}


def test_every_row_links_to_a_heading_of_the_page() -> None:
    wanted = {row.where for row in ROWS if row.where} | {anchor for _, anchor in LEDGERS.values()}
    assert wanted - anchors() == set()


def test_rows_have_the_paper_of_their_ledger_and_say_something() -> None:
    for paper, (rows, _) in LEDGERS.items():
        assert {row.paper for row in rows} <= {paper}
        assert len({row.item for row in rows}) == len(rows)
    for row in ROWS:
        assert row.status in STATUSES
        assert row.remark
        assert "|" not in row.item + row.remark
        assert "\n" not in row.item + row.remark


@pytest.mark.parametrize("paper", ["clustering", "p-probabilistic"])
def test_the_greedy_papers_have_rows(paper: str) -> None:
    assert len(LEDGERS[paper][0]) > 10


def test_counts_are_those_of_the_rows() -> None:
    assert counts_of(EXAMPLES) == {"agrees": 2, "differs": 1, "cannot": 0}
    lines = counts_table({"x": (EXAMPLES, "here"), "y": ((), "there")})
    assert lines[2:] == [
        "| [x paper](#here) | 2 | 1 | 0 | 3 |",
        "| [y paper](#there) | 0 | 0 | 0 | 0 |",
        "| all | 2 | 1 | 0 | 3 |",
    ]


def test_a_row_links_to_its_section() -> None:
    assert full_list(EXAMPLES)[3] == "| [Fig. 2](#there) | differs | by 3 % |"


def test_the_page_shows_the_ledgers_as_they_are(tmp_path: Path) -> None:
    copy = tmp_path / PAGE.name
    copy.write_text(PAGE.read_text("utf-8"), encoding="utf-8")
    repeat_summary(copy, False, "")

    def told(path: Path) -> str:
        section = path.read_text("utf-8").split("<!-- begin summary")[1].split("<!-- end summary")[0]
        return "\n".join(line for line in section.splitlines() if not line.startswith("Made by"))

    assert told(PAGE) == told(copy)
