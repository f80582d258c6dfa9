"""The file of --graph: a table of straight pieces of streets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shoal.cli.shared import words
from shoal.journey.along_streets import STREET_COLUMNS, graph_of_table

if TYPE_CHECKING:
    from shoal.partition.distances.graph import Graph


def graph_of(path: str, reading: words.Reading) -> Graph:
    """Read the streets. They are a file of their own, so the sheet of another workbook has nothing to do with them."""
    table = replace(reading, sheet=None).open(path)
    words.require_columns(table, graph=list(STREET_COLUMNS))
    return graph_of_table(table)
