"""Scheme: what collecting and checking need to know of a design, whether its cells have numbers or codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Words
from shoal.survey.participation.answering import Answering
from shoal.table.frames.table import Table

NO_CELL = -1


@dataclass(frozen=True)
class Dependence:
    """What is said of who answers, where it is more than a probability for each member.

    ``answering``: of each cell. ``in_cells``: for each cell how many households have 1, 2, … members in it; None where
    the design does not tell. ``in_frame``: the same for the whole frame.
    """

    answering: tuple[Answering, ...] = field(repr=False)
    in_cells: tuple[tuple[int, ...], ...] | None = field(repr=False)
    in_frame: tuple[int, ...] | None = field(repr=False)


@dataclass(frozen=True)
class Geometry:
    """Where the cells are, as the design tells everybody. ``released_at``: the values of cells with other centroids."""

    centroids: FloatArray = field(repr=False)  # one row for each cell
    block_of: IntArray = field(repr=False)  # cells of two blocks differ in a stratum, or in what is missing
    released_at: Callable[[FloatArray], pl.DataFrame] = field(repr=False)


@dataclass(frozen=True)
class Scheme:
    """One entry for each cell in all arrays. ``n_min`` is None where cells of one size can differ in their failure."""

    cell_column: str
    digest_column: str
    digests: tuple[str, ...]  # spellings that an answer may carry; the first is the whole digest
    k: int
    failure: float  # acceptable for each cell; 0 where everybody is supposed to answer
    quasi_identifiers: tuple[str, ...]
    strata: tuple[str, ...]
    frame_counts: IntArray = field(repr=False)
    failures: FloatArray = field(repr=False)
    shares: FloatArray = field(repr=False)
    n_min: IntArray | None = field(repr=False)
    released: pl.DataFrame = field(repr=False)
    cells_in: Callable[[Table], IntArray] = field(repr=False)  # −1 where an answer names a cell that does not exist
    why_not: Callable[[Table, IntArray], Words] = field(repr=False)  # what is wrong with those rows, in a sentence
    geometry: Geometry | None = None  # None: cells are boxes of a paper form
    dependence: Dependence | None = None  # None: members answer independently, with known probabilities

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.frame_counts)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that a respondent needs."""
        return (*self.quasi_identifiers, *self.strata)

    @property
    def digest(self) -> str:
        """The whole one."""
        return self.digests[0]
