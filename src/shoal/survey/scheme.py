"""Scheme: what collecting and checking need to know of a design, whether its cells are told by number or by code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from shoal.partition.partition import FloatArray, IntArray
from shoal.quantizer.application import known_intake
from shoal.quantizer.streaming import CELL_COLUMN
from shoal.survey.boxes import BoxDesign
from shoal.survey.boxes_codes import cleaned, is_well_formed
from shoal.survey.participation import block_of_cells
from shoal.survey.released import released_frame
from shoal.survey.specification import Specification
from shoal.table.frames.table import Table
from shoal.table.wording import found

DIGEST_COLUMN = "specification"
CODE_COLUMN, FORM_COLUMN = "code", "form"
NO_CELL = -1


@dataclass(frozen=True)
class Scheme:
    """One entry for each cell in all arrays. ``n_min`` is None where members are unevenly likely to answer."""

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
    why_not: Callable[[Table, IntArray], str] = field(repr=False)  # what is wrong with those rows, in a sentence

    @property
    def n_cells(self) -> int:
        """How many cells there are."""
        return len(self.frame_counts)

    @property
    def columns(self) -> tuple[str, ...]:
        """What a respondent has to know about themselves."""
        return (*self.quasi_identifiers, *self.strata)

    @property
    def digest(self) -> str:
        """The whole one."""
        return self.digests[0]


def scheme_of(design: Specification | BoxDesign) -> Scheme:
    """The scheme of a specification, or of a paper form."""
    return _of_specification(design) if isinstance(design, Specification) else _of_boxes(design)


def _of_specification(design: Specification) -> Scheme:
    intake, n_cells = known_intake(design.quantizer), design.n_cells

    def cells_in(table: Table) -> IntArray:
        values = table.numbers(CELL_COLUMN)
        known = (values == np.floor(values)) & (values >= 0) & (values < n_cells)
        return np.where(known, values, NO_CELL).astype(np.int64)

    def why_not(table: Table, rows: IntArray) -> str:
        del table, rows
        return (
            f"The cells of this specification are 0 to {n_cells - 1}. Leave such answers out "
            "(wrong_cells='leave-out'), or find the specification that they belong to."
        )

    return Scheme(
        cell_column=CELL_COLUMN,
        digest_column=DIGEST_COLUMN,
        digests=(design.digest,),
        k=design.k,
        failure=design.failure,
        quasi_identifiers=tuple(intake.encoding.columns),
        strata=tuple(intake.strata),
        frame_counts=design.frame_counts,
        failures=design.failures,
        shares=design.share_of_cells,
        n_min=None if design.is_uneven else np.array(design.n_min)[block_of_cells(design.quantizer)],
        released=released_frame(design.quantizer),
        cells_in=cells_in,
        why_not=why_not,
    )


def _of_boxes(design: BoxDesign) -> Scheme:
    def cells_in(table: Table) -> IntArray:
        codes, values = table.codes(CODE_COLUMN)
        box_of: IntArray = np.append(design.look_up(values), NO_CELL)[codes]
        return box_of

    def why_not(table: Table, rows: IntArray) -> str:
        codes, values = table.codes(CODE_COLUMN)
        n_miscopied = sum(not is_well_formed(cleaned(values[codes[row]])) for row in rows)
        return (
            f"{found(n_miscopied, 'code was', 'codes were')} miscopied: the check sign does not fit. Compare with the "
            "paper, or leave such answers out (wrong_cells='leave-out')."
        )

    return Scheme(
        cell_column=CODE_COLUMN,
        digest_column=FORM_COLUMN,
        digests=(design.digest, design.short_digest),
        k=design.k,
        failure=design.promise.failure or 0.0,
        quasi_identifiers=design.columns,
        strata=(),
        frame_counts=design.counts,
        failures=design.failures,
        shares=design.shares,
        n_min=None if design.promise.n_min is None else np.full(design.n_boxes, design.promise.n_min),
        released=design.released.select(design.columns),
        cells_in=cells_in,
        why_not=why_not,
    )
