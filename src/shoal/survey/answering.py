"""Answering: a respondent's own values become a cell, on the respondent's own machine.

What is sent is the cell, the digest of the specification it belongs to, and whatever else stands in the file but
quasi-identifiers and strata: the confidential answers. Columns that name a person are for the respondent to leave out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import RolesError, WrongUse
from shoal.partition.partition import IntArray
from shoal.quantizer.application import known_intake
from shoal.quantizer.batches import BatchSource
from shoal.quantizer.streaming import CELL_COLUMN
from shoal.survey.specification import Specification
from shoal.table.atomic import atomically
from shoal.table.files import suffix_of
from shoal.table.wording import listed

DIGEST_COLUMN = "specification"
ANSWER_SUFFIXES = (".csv",)


def cells_of_file(specification: Specification, path: str | Path, **reading: Any) -> IntArray:
    """The cell of every record of a text or Parquet file; −1 where a missing value has a record left out."""
    source = BatchSource.of(path, known_intake(specification.quantizer), **reading)
    return np.concatenate([specification.assign(table) for table in source.tables()])


def answers_of_file(
    specification: Specification, path: str | Path, *, identifiers: tuple[str, ...] = (), **reading: Any
) -> pl.DataFrame:
    """What may be sent: cell, digest, and the other columns letter by letter, without ``identifiers``."""
    source = BatchSource.of(path, known_intake(specification.quantizer), **reading)
    parts = []
    for table in source.tables():
        frame = pl.DataFrame(table.native())
        clash = [name for name in (CELL_COLUMN, DIGEST_COLUMN) if name in frame.columns]
        if clash:
            raise RolesError(f"{source.path.name} has a column {listed(clash)}, which is written here. Rename it.")
        unknown = [name for name in identifiers if name not in frame.columns]
        if unknown:
            raise RolesError(table.unknown_column(unknown[0]))
        cell_of = specification.assign(table)
        others = frame.drop(*specification.columns, *identifiers)
        own = pl.DataFrame({CELL_COLUMN: cell_of, DIGEST_COLUMN: [specification.digest] * len(cell_of)})
        parts.append(pl.concat([own, others], how="horizontal").filter(pl.col(CELL_COLUMN) >= 0))
    return pl.concat(parts)


def write_answers(answers: pl.DataFrame, path: Path) -> None:
    """A CSV file, whole or not at all."""
    if suffix_of(path)[0] not in ANSWER_SUFFIXES:
        raise WrongUse(f"Answers are written as .csv; {path.name} is not.")
    with atomically(path) as draft:
        answers.write_csv(draft)
