"""What the records of each cell are published as: one row per cell, from the centroids alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from shoal.arrays import FloatArray
from shoal.quantizer.application import known_intake
from shoal.quantizer.quantizer import Quantizer
from shoal.survey.shared.decoded_columns import series_of
from shoal.table.files.text_types import PLAIN, spelled
from shoal.table.frames.columns import ColumnKind

READ_AS = {  # strata are kept as texts; so they come back as what the column held
    ColumnKind.INTEGER: pl.Int64(),
    ColumnKind.NUMBER: pl.Float64(),
    ColumnKind.DATE: pl.Date(),
}


def released_frame(quantizer: Quantizer, centroids: FloatArray | None = None) -> pl.DataFrame:
    """The quasi-identifiers and strata of every cell, empty where a block releases them as missing.

    ``centroids``: others than those of the quantizer, one for each cell.
    """
    intake = known_intake(quantizer)
    decoded = intake.encoding.decode(quantizer.centroids if centroids is None else centroids)
    first = [block.first_cell for block in quantizer.blocks]
    n_cells = [block.rule.n_cells for block in quantizer.blocks]
    columns: dict[str, pl.Series] = {}
    for attribute in intake.encoding.attributes:
        for name in attribute.columns:
            is_void = np.zeros(quantizer.n_cells, dtype=np.bool_)
            for block, start, count in zip(quantizer.blocks, first, n_cells, strict=True):
                is_void[start : start + count] = name in block.key.void
            values = series_of(attribute, decoded[name])
            columns[name] = pl.select(pl.when(pl.Series(~is_void)).then(values)).to_series().alias(name)
    held = {column.name: ColumnKind(column.held) for column in intake.columns}
    for position, name in enumerate(intake.strata):
        texts = [block.key.stratum[position] for block in quantizer.blocks for _ in range(block.rule.n_cells)]
        columns[name] = _as_held(pl.Series(name, texts, dtype=pl.String), held[name])
    return pl.DataFrame(columns)


def released_rows(quantizer: Quantizer) -> list[dict[str, Any]]:
    """The same as plain data; dates and times as texts."""
    frame = released_frame(quantizer)
    plain = [
        pl.select(pl.when(column.is_not_null()).then(spelled(column, PLAIN))).to_series().alias(column.name)
        if column.dtype.is_temporal()
        else column
        for column in frame.get_columns()
    ]
    return pl.DataFrame(plain).to_dicts()


def _as_held(texts: pl.Series, held: ColumnKind) -> pl.Series:
    if held is ColumnKind.BOOLEAN:
        return texts == str(True)
    read = texts.cast(READ_AS[held], strict=False) if held in READ_AS else texts
    return read if read.null_count() == 0 else texts
