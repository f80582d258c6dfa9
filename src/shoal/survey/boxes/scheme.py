"""The scheme of a paper form: answers name their box by its code."""

from __future__ import annotations

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import Setting, Words
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.boxes.codes import cleaned, is_well_formed
from shoal.survey.shared.scheme import NO_CELL, Scheme
from shoal.table.frames.table import Table
from shoal.table.wording import found

CODE_COLUMN, FORM_COLUMN = "code", "form"


def scheme_of_boxes(design: BoxDesign) -> Scheme:
    """What collecting and checking need to know of a paper form."""

    def cells_in(table: Table) -> IntArray:
        codes, values = table.codes(CODE_COLUMN)
        box_of: IntArray = np.append(design.look_up(values), NO_CELL)[codes]
        return box_of

    def why_not(table: Table, rows: IntArray) -> Words:
        codes, values = table.codes(CODE_COLUMN)
        n_miscopied = sum(not is_well_formed(cleaned(values[codes[row]])) for row in rows)
        return Words(
            (
                f"{found(n_miscopied, 'code was', 'codes were')} miscopied: the check sign does not fit. Compare with "
                "the paper, or leave such answers out (",
                Setting("wrong_cells", "leave-out"),
                ").",
            )
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
