"""Intake: reads a table for a quantizer. Columns by name, then blocks by stratum and missing values, then points.

Everything here was fixed when the quantizer was designed; a table that does not fit is refused in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.encode.attributes.category import text_of
from shoal.encode.attributes.taxonomy import Taxonomy
from shoal.encode.attributes.tree import read_tree
from shoal.encode.encoding import Encoding
from shoal.encode.gaps import points_with_gaps
from shoal.errors import MissingValuesError, RolesError, TableError
from shoal.partition.checks import LARGEST_COORDINATE
from shoal.table.frames.table import Origin, Table
from shoal.table.roles.checks import missing_in, require_readable, strata_of, weights_of
from shoal.table.roles.roles import MissingPolicy, Role, Roles
from shoal.table.wording import first_row, found, listed, row_words


@dataclass(frozen=True)
class Column:
    """A column of the design table: its role, what it held, and what happens when its value is missing."""

    name: str
    role: Role
    held: str  # a ColumnKind
    missing: MissingPolicy = MissingPolicy.REFUSE

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"name": self.name, "role": str(self.role), "held": self.held, "missing": str(self.missing)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Column:
        """The column that ``to_dict`` described."""
        return cls(data["name"], Role(data["role"]), data["held"], MissingPolicy(data["missing"]))


@dataclass(frozen=True)
class BlockKey:
    """What the records of a block share: the values of their strata (as text), and the columns released as missing."""

    stratum: tuple[str, ...] = ()
    void: tuple[str, ...] = ()


@dataclass(frozen=True)
class Located:
    """The records of a table that can be assigned, as points in their blocks."""

    n_records: int  # of the table, dropped ones included
    kept: IntArray  # rows of the table, ascending; the others were dropped for a missing value
    block_of: IntArray  # (kept records,)
    void: dict[str, BoolArray]  # column → which kept records have it released as missing
    points: FloatArray
    weights: FloatArray | None  # where the rule asks for them
    table: Table  # the kept records


@dataclass(frozen=True)
class Intake:
    """The encoding, where missing coordinates are put, and the columns with a role in the design table."""

    encoding: Encoding
    centre: FloatArray = field(repr=False)
    columns: tuple[Column, ...]
    weighted: bool = False  # the rule asks for the weights of the records

    @classmethod
    def of(cls, table: Table, roles: Roles, encoding: Encoding, centre: FloatArray) -> Intake:
        """What was done with the design table, for later tables. Columns without a role are not recorded."""
        columns = tuple(
            Column(column.name, column.role, str(table.kind(column.name)), column.missing)
            for column in roles.columns
            if column.named
        )
        return cls(encoding, centre, columns)

    def with_taxonomies(self, taxonomies: Mapping[str, str | Path]) -> Intake:
        """The same intake with newer taxonomies, one file a column; see `QuantizerModel.with_taxonomies`."""
        attributes = list(self.encoding.attributes)
        index_of = {attribute.name: index for index, attribute in enumerate(attributes)}
        for name, path in taxonomies.items():
            attribute = attributes[index_of[name]] if name in index_of else None
            if not isinstance(attribute, Taxonomy):
                raise RolesError(
                    f"Column '{name}' has no taxonomy in this quantizer, so a newer one means nothing.", column=name
                )
            attributes[index_of[name]] = attribute.extended(read_tree(Path(path)))
        return replace(self, encoding=Encoding(tuple(attributes)))

    @property
    def strata(self) -> tuple[str, ...]:
        """The columns whose values a cell never crosses."""
        return tuple(column.name for column in self.columns if column.role is Role.STRATUM)

    @property
    def weight(self) -> tuple[str, ...]:
        """The column of record weights, if there was one."""
        return tuple(column.name for column in self.columns if column.role is Role.WEIGHT)

    @property
    def needed(self) -> tuple[str, ...]:
        """The columns that a table must have."""
        return (*self.encoding.columns, *self.strata, *(self.weight if self.weighted else ()))

    def require_columns(self, table: Table) -> None:
        """Refuse a table in which columns are lacking; others, and another order, do not matter."""
        lacking = [name for name in self.needed if name not in table.columns]
        if len(lacking) == 1 < len(self.needed):  # where none is there, the first row may well be a record
            unknown = table.unknown_column(lacking[0], self.needed)
            raise unknown.retold(before="The quantizer needs a column that is not there. ")
        if lacking:
            raise TableError(
                f"{table.origin.name} lacks {len(lacking)} of the {len(self.needed)} columns that the quantizer "
                f"needs: {listed(lacking)}. Columns are matched by name: rename or add them.",
                column=lacking,
                count=len(lacking),
            )

    def locate(self, table: Table, keys: Sequence[BlockKey]) -> Located:
        """Find the block of every record, and turn the columns into points."""
        self.require_columns(table)
        require_readable(table, self.encoding.columns)
        self.refuse_gaps([table])
        dropped = missing_in(table, self._with_policy(MissingPolicy.DROP))
        kept = np.flatnonzero(~dropped).astype(np.int64)
        own = table if len(kept) == table.n_records else table.taken(kept)
        block_of = self._block_of(own, keys)
        void = {}
        for name in self.encoding.columns:
            is_void = np.array([name in key.void for key in keys], dtype=np.bool_)[block_of]
            if is_void.any():
                void[name] = is_void
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused below, in counts
            points = points_with_gaps(self.encoding, own, void, self.centre)
        self._refuse_far_away(table, kept, points)
        weights = weights_of(own, self.weight[0]) if self.weighted else None
        return Located(table.n_records, kept, block_of, void, points, weights, own)

    def refuse_gaps(self, tables: Iterable[Table]) -> None:
        """Refuse missing values in columns that had none in design, counted over all parts of a table."""
        n_missing: Counter[str] = Counter()
        first: dict[str, int] = {}
        origin, n_before = Origin("file"), 0
        for table in tables:
            origin = origin if n_before else table.origin  # a later part is called after the row that it begins with
            for name in self._with_policy(MissingPolicy.REFUSE):
                void = table.missing(name)
                if void.any():
                    n_missing[name] += int(void.sum())
                    first.setdefault(name, n_before + int(np.argmax(void)))
            n_before += table.n_records
        for name, row in first.items():
            raise MissingValuesError(
                f"Quasi-identifier '{name}' of {origin.name} is missing in "
                f"{found(n_missing[name], 'record', 'records')}, the first in "
                f"{row_words(row, header=origin.has_header_row)}. The cells were designed for records that all "
                "have it.",
                column=name,
                count=n_missing[name],
                hint="Fill the gaps, or leave such records out.",
            )

    def _refuse_far_away(self, table: Table, kept: IntArray, points: FloatArray) -> None:
        """Refuse values whose distance from any cell overflows: the record would fall into no cell, or into any."""
        too_far = np.zeros(table.n_records, dtype=np.bool_)
        for name, part in self.encoding.slices.items():
            too_far[kept] = ~(np.abs(points[:, part]) <= LARGEST_COORDINATE).all(axis=1)  # NaN compares false
            if too_far.any():
                raise TableError(
                    f"{found(int(too_far.sum()), 'record', 'records')} of {table.origin.name} (the first in "
                    f"{first_row(too_far, header=table.origin.has_header_row)}) "
                    f"{'holds' if too_far.sum() == 1 else 'hold'} values of '{name}' so far from those of the "
                    "design that no distance can be computed.",
                    column=name,
                    count=too_far.sum(),
                    hint="Correct them, or leave such records out.",
                )

    def block_keys_of(self, table: Table, block_of: IntArray, void: dict[str, BoolArray]) -> tuple[BlockKey, ...]:
        """The keys of the blocks of a design table (its kept records)."""
        _, first = np.unique(block_of, return_index=True)
        strata = self._strata_texts(table.taken(first.astype(np.int64)))
        return tuple(
            BlockKey(stratum, tuple(name for name in self.encoding.columns if name in void and void[name][row]))
            for stratum, row in zip(strata, first, strict=True)
        )

    def _block_of(self, table: Table, keys: Sequence[BlockKey]) -> IntArray:
        if table.n_records == 0:
            return np.empty(0, dtype=np.int64)
        if len(keys) == 1 and not self.strata and not keys[0].void and not self._may_lack():
            return np.zeros(table.n_records, dtype=np.int64)
        missing = {
            column: missing_in(table, attribute.columns)
            for attribute in self.encoding.attributes
            for column in attribute.columns  # half a position is no position
        }
        stratum_of, _ = strata_of(table, self.strata)
        sets = np.column_stack([stratum_of, *(mask.astype(np.int64) for mask in missing.values())])
        _, first, set_of = np.unique(sets, axis=0, return_index=True, return_inverse=True)
        strata = self._strata_texts(table.taken(first.astype(np.int64)))
        lacking = [tuple(name for name in missing if missing[name][row]) for row in first]
        at = {(key.stratum, key.void): number for number, key in enumerate(keys)}
        everything = self.encoding.columns
        # A set of columns too rare for cells of its own was pooled in design, with everything released as missing.
        found_at = [
            at.get((stratum, void), at.get((stratum, everything), -1))
            for stratum, void in zip(strata, lacking, strict=True)
        ]
        block_of: IntArray = np.array(found_at, dtype=np.int64)[set_of.ravel()]
        self._refuse_strangers(table, block_of, strata, set_of.ravel(), keys)
        return block_of

    def _refuse_strangers(
        self,
        table: Table,
        block_of: IntArray,
        strata: Sequence[tuple[str, ...]],
        set_of: IntArray,
        keys: Sequence[BlockKey],
    ) -> None:
        strange = block_of < 0
        if not strange.any():
            return
        known = {key.stratum for key in keys}
        new_stratum = np.array([stratum not in known for stratum in strata], dtype=np.bool_)[set_of]
        header = table.origin.has_header_row
        if new_stratum.any():
            raise TableError(
                f"{found(int(new_stratum.sum()), 'record', 'records')} of {table.origin.name} (the first in "
                f"{first_row(new_stratum, header=header)}) {'stands' if new_stratum.sum() == 1 else 'stand'} in a "
                f"stratum of {listed(self.strata)} for which no cells were designed.",
                column=self.strata,
                count=new_stratum.sum(),
                hint="Leave such records out, or design a quantizer with them.",
            )
        raise TableError(
            f"{found(int(strange.sum()), 'record', 'records')} of {table.origin.name} (the first in "
            f"{first_row(strange, header=header)}) {'lacks' if strange.sum() == 1 else 'lack'} a set of "
            "quasi-identifiers for which no cells were designed.",
            count=strange.sum(),
            hint="Fill the gaps, or leave such records out.",
        )

    def _strata_texts(self, table: Table) -> list[tuple[str, ...]]:
        texts = []
        for name in self.strata:
            codes, values = table.codes(name)
            written = [text_of(value) for value in values]
            texts.append([written[code] for code in codes])
        return list(zip(*texts, strict=True)) if texts else [()] * table.n_records

    def _may_lack(self) -> bool:
        return bool(self._with_policy(MissingPolicy.OWN_CELL))

    def _with_policy(self, policy: MissingPolicy) -> list[str]:
        policy_of = {column.name: column.missing for column in self.columns}
        return [name for name in self.encoding.columns if policy_of[name] == policy]
