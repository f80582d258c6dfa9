"""shoal apply for files that cannot be read or written in batches: workbooks, and those of statistics programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shoal.quantizer.intake.batches import BatchSource
    from shoal.quantizer.quantizer import Quantizer
    from shoal.quantizer.streaming.stream import Streamed
    from shoal.table.frames.table import Table


def opened_for(model: Quantizer, table: str, target: Path, reading: dict[str, Any]) -> BatchSource | Table:
    """The new records: a file to be read in batches, or a table in memory where input or output allows no batches."""
    from shoal.quantizer.application import known_intake
    from shoal.quantizer.intake.batches import BatchSource, can_be_batched, can_be_written_in_batches
    from shoal.table.sources import table_of

    if not can_be_batched(table):
        return table_of(table, **reading)
    source = BatchSource.of(table, known_intake(model), **reading)
    return source if can_be_written_in_batches(target) else source.whole()


def apply_in_memory(model: Quantizer, table: Table, target: Path, *, only_cells: bool, **settings: Any) -> Streamed:
    """Release a table in memory into a file; ``only_cells`` writes the cell of each record instead."""
    import polars as pl

    from shoal.cli.shared.destinations import require_table_format
    from shoal.quantizer.application import class_sizes, counted_columns, known_intake
    from shoal.quantizer.streaming.stream import CELL_COLUMN, Streamed
    from shoal.release.release import write_counted
    from shoal.table.files.writing import write_table
    from shoal.table.sources import table_of

    require_table_format(target)
    applied = model.release(table, **settings)
    n_released, smallest = applied.released.n_records, 0
    if only_cells:
        cells = pl.Series(CELL_COLUMN, applied.cell_of)
        write_table(table_of(pl.DataFrame([cells.set(cells < 0, None)])), target)
    else:
        columns = counted_columns(known_intake(model))
        write_counted(applied.released, target, model.guarantee, columns)
        smallest = int(class_sizes(applied.released, columns).min())
    return Streamed(table.n_records, n_released, applied.n_dropped, applied.n_withheld, smallest, applied.warnings)
