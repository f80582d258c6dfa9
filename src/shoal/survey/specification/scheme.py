"""The scheme of a specification: answers name their cell by its number."""

from __future__ import annotations

import numpy as np

from shoal.arrays import IntArray
from shoal.errors import Setting, Words
from shoal.quantizer.application import known_intake
from shoal.quantizer.streaming.stream import CELL_COLUMN
from shoal.survey.shared.scheme import NO_CELL, Dependence, Geometry, Scheme
from shoal.survey.specification.content import SpecificationContent
from shoal.survey.specification.participation import block_of_cells
from shoal.survey.specification.released_cells import released_frame
from shoal.table.frames.table import Table

DIGEST_COLUMN = "specification"


def scheme_of_specification(design: SpecificationContent) -> Scheme:
    """What collecting and checking need to know of a specification."""
    intake, n_cells = known_intake(design.quantizer), design.n_cells

    def cells_in(table: Table) -> IntArray:
        values = table.numbers(CELL_COLUMN)
        known = (values == np.floor(values)) & (values >= 0) & (values < n_cells)
        return np.where(known, values, NO_CELL).astype(np.int64)

    def why_not(table: Table, rows: IntArray) -> Words:
        del table, rows
        return Words(
            (
                f"The cells of this specification are 0 to {n_cells - 1}. Leave such answers out (",
                Setting("wrong_cells", "leave-out"),
                "), or find the specification that they belong to.",
            )
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
        n_min=None if not design.has_one_size else np.array(design.n_min)[block_of_cells(design.quantizer)],
        released=released_frame(design.quantizer),
        cells_in=cells_in,
        why_not=why_not,
        geometry=Geometry(
            design.quantizer.centroids,
            block_of_cells(design.quantizer),
            lambda centroids: released_frame(design.quantizer, centroids),
        ),
        dependence=_dependence(design),
    )


def _dependence(design: SpecificationContent) -> Dependence | None:
    participation = design.participation
    if design.is_plain:
        return None
    answering = design.answering_of_cells
    if participation.together == 0.0:
        alone = tuple((int(count),) for count in design.frame_counts)
        if design.source.is_model:  # which cell somebody is in is chance too, so the frame is no cell of its own
            return Dependence(answering, alone, None)
        return Dependence(answering, alone, (int(design.frame_counts.sum()),))
    return Dependence(answering, design.households or None, participation.households or None)
