"""A file that was written in parts, counted as its readers will see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from shoal.errors import WriteError
from shoal.quantizer.intake.batches import PARQUET_SUFFIXES, BatchSource
from shoal.table.files.formats import TEXT_FORMATS, suffix_of
from shoal.table.files.part_files import written_frames
from shoal.table.frames.table import Origin

COUNT = "records"


def require_same_family(source: BatchSource, target: Path) -> None:
    """Refuse a target of another family of formats: batch by batch, a text file does not tell the types of others."""
    suffix, _ = suffix_of(target)
    if (suffix in TEXT_FORMATS) != source.is_text or (not source.is_text and suffix not in PARQUET_SUFFIXES):
        wanted = ".csv or .tsv" if source.is_text else ".parquet"
        raise WriteError(f"{source.path.name} is read in batches, so the output is written as {wanted}, not {suffix}.")


def origin_of(source: BatchSource) -> Origin:
    """Where the released table comes from, with the dialect of a text file."""
    told = {"dialect": source.dialect} if source.is_text else {}
    return Origin("file", source.path, source.file_format, told)


def written_classes(source: BatchSource, target: Path, draft: Path, columns: Sequence[str]) -> pl.Series:
    """The sizes of the classes of a written file, by the very text of its fields (in Parquet, by its values)."""
    header = source.header if source.is_text else []
    # Columns are called by their numbers: polars would take a name such as '*' or '^a$' for a pattern.
    keys = [str(number) for number in range(len(columns))]
    counts: pl.DataFrame | None = None
    for frame in written_frames(origin_of(source), header, target, draft):
        fields = pl.DataFrame([frame[name].alias(key) for key, name in zip(keys, columns, strict=True)])
        own = fields.group_by(keys).len(COUNT)
        both = own if counts is None else pl.concat([counts, own])
        counts = both.group_by(keys).agg(pl.col(COUNT).sum())
    return pl.Series(COUNT, [], dtype=pl.Int64) if counts is None else counts[COUNT]
