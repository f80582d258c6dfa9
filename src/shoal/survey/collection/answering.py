"""Answering: a respondent's own values become a cell, on the respondent's own machine.

What is sent is the cell (of a paper form: the code of the box), the digest of the design it belongs to, and whatever
else stands in the file but quasi-identifiers and strata: the confidential answers. Columns that look identifying, or
tell a quasi-identifier, are refused unless they are given a role, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import RolesError, WrongUse
from shoal.quantizer.application import known_intake
from shoal.quantizer.intake.batches import BatchSource, SpreadSample
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.collection.schemes import scheme_of
from shoal.survey.shared.scheme import NO_CELL, Scheme
from shoal.survey.specification.own_values import cells_of_own
from shoal.survey.specification.specification import Specification
from shoal.table.atomic import atomically
from shoal.table.files.formats import suffix_of
from shoal.table.frames.table import Table
from shoal.table.roles.disclosures import refuse_doubtful_header, refuse_telling_columns
from shoal.table.roles.roles import ColumnRole, Role, Roles, complete_roles
from shoal.table.sources import table_of
from shoal.table.wording import listed

ANSWER_SUFFIXES = (".csv",)


@dataclass(frozen=True)
class Answers:
    """What may be sent, and what a respondent should know before sending it."""

    table: pl.DataFrame = field(repr=False)
    unnamed: tuple[str, ...]  # columns that are sent although nobody gave them a role


def cells_of_file(design: Specification | BoxDesign, path: str | Path, **reading: Any) -> IntArray:
    """The cell, or box, of every record of a file; −1 where a missing value has a record left out."""
    if isinstance(design, BoxDesign):
        return design.assign(table_of(path, **reading))
    source = BatchSource.of(path, known_intake(design.quantizer), **reading)
    return np.concatenate([cells_of_own(design, table) for table in source.tables()])


def names_of_cells(design: Specification | BoxDesign, cell_of: IntArray) -> list[int | str | None]:
    """What respondents call their cells: its number, the code of a box, nothing for −1."""
    names: Sequence[int | str] = design.codes if isinstance(design, BoxDesign) else range(design.n_cells)
    return [None if cell == NO_CELL else names[cell] for cell in cell_of.tolist()]


def answers_of_file(
    design: Specification | BoxDesign,
    path: str | Path,
    *,
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    **reading: Any,
) -> Answers:
    """What may be sent: cell, digest, and the other columns letter by letter, without ``identifiers``."""
    scheme = scheme_of(design)
    said = (identifiers, confidential, insensitive)
    if isinstance(design, BoxDesign):
        table = table_of(path, **reading)
        cell_of = design.assign(table)
        roles = roles_beside(scheme, table, *said)
        return Answers(_sendable(design, scheme, table, cell_of, roles.identifiers), roles.unnamed)
    source = BatchSource.of(path, known_intake(design.quantizer), **reading)
    spread = SpreadSample(source.limits)
    cells = [cells_of_own(design, table) for table in source.tables(sample=spread)]
    # What the beginning of a long file does not show may be plain in the whole.
    roles = roles_beside(scheme, source.typed_by_itself(spread.frame()), *said)
    parts = [
        _sendable(design, scheme, table, cell_of, roles.identifiers)
        for table, cell_of in zip(source.tables(), cells, strict=True)
    ]
    return Answers(pl.concat(parts), roles.unnamed)


def roles_beside(
    scheme: Scheme,
    table: Table,
    identifiers: Sequence[str],
    confidential: Sequence[str],
    insensitive: Sequence[str],
) -> Roles:
    """The roles of the design and those said now; a column that looks identifying, or tells a cell, needs one."""
    given = [ColumnRole(name, Role.QUASI_IDENTIFYING) for name in scheme.quasi_identifiers]
    given += [ColumnRole(name, Role.STRATUM) for name in scheme.strata]
    given += [ColumnRole(name, Role.IDENTIFYING) for name in identifiers]
    given += [ColumnRole(name, Role.CONFIDENTIAL) for name in confidential]
    given += [ColumnRole(name, Role.INSENSITIVE) for name in insensitive]
    roles = complete_roles(table, given)
    refuse_doubtful_header(table, roles)
    refuse_telling_columns(table, roles, cells_exist=True)
    return roles


def spelled_frame(table: Table) -> pl.DataFrame:
    """The columns as they were written: 1.50 stays 1.50."""
    frame: pl.DataFrame = nw.from_native(table.native(), eager_only=True).to_polars()
    spelled = [text.alias(name) for name in table.columns if (text := table.spelling(name)) is not None]
    return frame.with_columns(*spelled)


def _sendable(
    design: Specification | BoxDesign, scheme: Scheme, table: Table, cell_of: IntArray, identifiers: Sequence[str]
) -> pl.DataFrame:
    frame = spelled_frame(table)
    clash = [name for name in (scheme.cell_column, scheme.digest_column) if name in frame.columns]
    if clash:
        raise RolesError(f"{table.origin.name} has a column {listed(clash)}, which is written here. Rename it.")
    others = frame.drop(*scheme.columns, *identifiers)
    own = pl.DataFrame(
        {
            scheme.cell_column: names_of_cells(design, cell_of),
            scheme.digest_column: [scheme.digest] * len(cell_of),
        }
    )
    return pl.concat([own, others], how="horizontal").filter(pl.Series(cell_of != NO_CELL))


def write_answers(answers: pl.DataFrame, path: Path) -> None:
    """A CSV file, whole or not at all."""
    if suffix_of(path)[0] not in ANSWER_SUFFIXES:
        raise WrongUse(f"Answers are written as .csv; {path.name} is not.")
    with atomically(path) as draft:
        answers.write_csv(draft)
