"""Collecting: what respondents sent back, counted by cell, and released where at least k answered.

Cells with 1..k−1 answers are withheld; how many, is said, and never which. What is released stands in the file with the
values of the cell's centroid, and the promise is counted again on the file as it is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.errors import MissingValuesError, ParameterError, PromiseNotKept, RolesError, TableError
from shoal.guarantee import KAnonymity
from shoal.partition.partition import IntArray
from shoal.quantizer.application import checked_roles, class_sizes, known_intake, warnings_of
from shoal.quantizer.streaming import CELL_COLUMN
from shoal.release.release import write_counted
from shoal.survey.answering import DIGEST_COLUMN
from shoal.survey.released import released_frame
from shoal.survey.specification import Specification
from shoal.table.frames import Table
from shoal.table.roles import Roles
from shoal.table.wording import first_row, found, listed

UNLIKELY = 1e-3  # so many failed cells, or more, once in a thousand surveys: then the participation was misjudged


class Duplicates(StrEnum):
    """What happens when a respondent's token comes twice."""

    REFUSE = "refuse"
    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True)
class Attained:
    """What came true, against what was designed. Counts only."""

    n_frame: int  # members of the frame
    n_answers: int  # taken into account, withheld ones included
    n_duplicates: int  # left out
    n_released: int
    n_withheld: int
    n_cells: int
    n_cells_released: int
    n_cells_failed: int  # with some answers, but fewer than k
    n_cells_empty: int
    n_cells_overfull: int  # with more answers than members of the frame
    designed_failure: float  # acceptable, for each cell
    expected_failed: float  # cells, by design
    any_failed: float  # probability, by design
    as_many_failed: float  # probability, by design, of at least as many failed cells as there are
    designed_participation: float
    smallest_class: int

    @property
    def attained_failure(self) -> float:
        """The share of the cells that failed."""
        return self.n_cells_failed / self.n_cells

    @property
    def attained_participation(self) -> float:
        """Answers for each member of the frame."""
        return self.n_answers / self.n_frame


@dataclass(frozen=True)
class Collected:
    """The release of a survey."""

    released: Table = field(repr=False)
    attained: Attained
    warnings: tuple[str, ...]
    counted_columns: tuple[str, ...]
    k: int

    @property
    def table(self) -> Any:
        """The released table, of the kind that came in (a file comes back as a polars DataFrame)."""
        return self.released.native()

    def write(self, path: str | Path) -> None:
        """Write the table; if the written file does not keep the promise, it never takes its place."""
        write_counted(self.released, path, KAnonymity(self.k), self.counted_columns)


def collect(
    specification: Specification,
    answers: Any,
    *,
    token: str | None = None,
    duplicates: str | Duplicates = Duplicates.REFUSE,
    identifiers: Sequence[str] = (),
    confidential: Sequence[str] = (),
    insensitive: Sequence[str] = (),
    encoding: str | None = None,
    delimiter: str | None = None,
    na: Sequence[str] = (),
) -> Collected:
    """Count the answers to a survey by cell, and release those of cells with at least k.

    ``answers`` has a column 'cell'; where it has a column 'specification', every digest in it must be that of the
    specification. ``token`` names a column that tells respondents apart, dropped after that; of a token that comes
    twice, the 'first' or the 'last' answer counts, or the table is refused. All other columns are published, unless
    they are ``identifiers``; a column that looks identifying needs a role.
    """
    table = Table.of(answers, encoding=encoding, delimiter=delimiter, na=na)
    _refuse_own_values(specification, table)
    cell_of = _cells(specification, table)
    _refuse_other_digests(specification, table)
    rows = _once_each(table, token, duplicates)
    n_duplicates = table.n_records - len(rows)
    table, cell_of = table.taken(rows), cell_of[rows]
    counts = np.bincount(cell_of, minlength=specification.n_cells)
    stays = np.flatnonzero((counts >= specification.k)[cell_of])
    if len(stays) == 0:
        raise PromiseNotKept(
            f"{table.origin.name}: no cell got k = {specification.k} answers, so there is nothing to release. "
            "Wait for more answers."
        )
    gone = [name for name in (CELL_COLUMN, DIGEST_COLUMN, token) if name is not None and name in table.columns]
    whole = _with_values(specification, table.dropped(gone), cell_of)
    roles = checked_roles(known_intake(specification.quantizer), whole, identifiers, confidential, insensitive)
    shuffled = np.random.default_rng(secrets.randbits(128)).permutation(stays).astype(np.int64)
    released = whole.taken(shuffled).dropped(roles.identifiers).trimmed()
    sizes = class_sizes(released, specification.columns)
    KAnonymity(specification.k).require_kept(sizes, "the released table")
    attained = _attained(specification, counts, n_duplicates, int(sizes.min()))
    said = _warnings(attained, whole, roles, has_token=token is not None)
    return Collected(released, attained, said, specification.columns, specification.k)


def _refuse_own_values(specification: Specification, table: Table) -> None:
    """Respondents keep their quasi-identifiers to themselves: a table that has them must not even be here."""
    shown = [name for name in specification.columns if name in table.columns]
    if shown:
        raise RolesError(
            f"{table.origin.name} holds {listed(shown)}, which respondents keep to themselves: the cell takes their "
            "place. Delete these columns, and tell the respondents."
        )


def _cells(specification: Specification, table: Table) -> IntArray:
    if CELL_COLUMN not in table.columns:
        raise TableError(table.unknown_column(CELL_COLUMN))
    values = table.numbers(CELL_COLUMN)
    header = table.origin.has_header_row
    void = np.isnan(values)
    if void.any():
        raise MissingValuesError(
            f"{found(int(void.sum()), 'answer', 'answers')} of {table.origin.name} name no cell, the first in "
            f"{first_row(void, header=header)}. Leave them out, or ask again."
        )
    wrong = (values != np.floor(values)) | (values < 0) | (values >= specification.n_cells)
    if wrong.any():
        raise TableError(
            f"{found(int(wrong.sum()), 'answer names', 'answers name')} a cell that does not exist, the first in "
            f"{first_row(wrong, header=header)}. The cells of this specification are 0 to {specification.n_cells - 1}. "
            "Leave such answers out, or find the specification that they belong to."
        )
    return values.astype(np.int64)


def _refuse_other_digests(specification: Specification, table: Table) -> None:
    if DIGEST_COLUMN not in table.columns:
        return
    codes, values = table.codes(DIGEST_COLUMN)
    same = np.array([*(str(value) == specification.digest for value in values), False], dtype=np.bool_)[codes]
    if not same.all():
        raise TableError(
            f"{found(int((~same).sum()), 'answer does', 'answers do')} not carry the digest of this specification, the "
            f"first in {first_row(~same, header=table.origin.has_header_row)}. They belong to another one, in which "
            "the cells are others. Collect them with that."
        )


def _once_each(table: Table, token: str | None, duplicates: str | Duplicates) -> IntArray:
    """The rows that count, in their order."""
    try:
        policy = Duplicates(duplicates)
    except ValueError:
        raise ParameterError("duplicates must be 'refuse', 'first' or 'last'.") from None
    everything = np.arange(table.n_records, dtype=np.int64)
    if token is None:
        if policy is not Duplicates.REFUSE:
            raise ParameterError("Duplicates are told by a token column, and none is named. Name it (token).")
        return everything
    if token in (CELL_COLUMN, DIGEST_COLUMN) or token not in table.columns:
        raise RolesError(f"The token cannot be column '{token}'. {table.unknown_column(token)}")
    codes, _ = table.codes(token)
    header = table.origin.has_header_row
    if (codes < 0).any():
        raise MissingValuesError(
            f"{found(int((codes < 0).sum()), 'answer has', 'answers have')} no token in '{token}', the first in "
            f"{first_row(codes < 0, header=header)}. Leave them out, or collect without tokens."
        )
    order = everything if policy is not Duplicates.LAST else everything[::-1]
    kept = np.sort(order[np.unique(codes[order], return_index=True)[1]])
    n_again = table.n_records - len(kept)
    if n_again and policy is Duplicates.REFUSE:
        again = np.ones(table.n_records, dtype=np.bool_)
        again[kept] = False
        raise TableError(
            f"{found(n_again, 'answer was', 'answers were')} sent again by somebody who had answered "
            f"(column '{token}'), the first in {first_row(again, header=header)}. Counted twice, nobody hides anybody: "
            "say which one counts (duplicates='first' or 'last')."
        )
    return kept


def _with_values(specification: Specification, table: Table, cell_of: IntArray) -> Table:
    """The answers with the values of their cells in front."""
    values = released_frame(specification.quantizer)[cell_of.tolist()]
    frame = nw.from_native(table.native(), eager_only=True).to_polars()
    spelled = [text.alias(name) for name in table.columns if (text := table.spelling(name)) is not None]
    return Table.of(pl.concat([values, frame.with_columns(*spelled)], how="horizontal"))


def _attained(specification: Specification, counts: IntArray, n_duplicates: int, smallest_class: int) -> Attained:
    from shoal.kernels.poisson_binomial import active_counts

    failed = (counts > 0) & (counts < specification.k)
    n_failed, n_released = int(failed.sum()), int(counts[counts >= specification.k].sum())
    # Failures of cells are yes-or-noes too, so the same recursion tells how unusual so many of them are.
    as_many = 1.0 if n_failed == 0 else 1.0 - float(active_counts(np.array(specification.failures), n_failed).sum())
    frame = specification.frame_counts
    return Attained(
        n_frame=int(frame.sum()),
        n_answers=int(counts.sum()),
        n_duplicates=n_duplicates,
        n_released=n_released,
        n_withheld=int(counts[failed].sum()),
        n_cells=specification.n_cells,
        n_cells_released=int((counts >= specification.k).sum()),
        n_cells_failed=n_failed,
        n_cells_empty=int((counts == 0).sum()),
        n_cells_overfull=int((counts > frame).sum()),
        designed_failure=specification.failure,
        expected_failed=float(specification.failures.sum()),
        any_failed=specification.table_failure,
        as_many_failed=max(0.0, as_many),
        designed_participation=float(np.average(specification.share_of_cells, weights=frame)),
        smallest_class=smallest_class,
    )


def _warnings(attained: Attained, table: Table, roles: Roles, *, has_token: bool) -> tuple[str, ...]:
    said = list(warnings_of(table, roles))
    if attained.as_many_failed < UNLIKELY:
        said.append(
            f"{found(attained.n_cells_failed, 'cell', 'cells')} failed, and by design so many, or more, have a "
            f"probability of {attained.as_many_failed:.2g}: fewer people answered than was assumed, or not "
            "independently."
        )
    if attained.n_cells_overfull:
        said.append(
            f"{found(attained.n_cells_overfull, 'cell has', 'cells have')} more answers than members of the frame: "
            "somebody answered twice, or is not in the frame."
        )
    if not has_token:
        said.append("No column of tokens was named, so somebody who answered twice counts twice.")
    return tuple(said)
