"""Table: an immutable view of one table, plus where it came from.

`sources.py` makes one from a pandas, polars or pyarrow table or a file. `native` gives back the same kind; a file
becomes polars. Columns that nobody replaces keep their dtype, and in text files their very spelling.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import Setting, ShoalError, TableError
from shoal.table.foreign_errors import kept_quiet
from shoal.table.frames.column_names import refuse_patterns
from shoal.table.frames.columns import (
    TEMPORAL,
    VOID_INSTANT,
    ColumnKind,
    codes_of,
    declared_order,
    floats_of,
    fresh_series,
    instants_of,
    is_written_whole,
    kind_of,
    native_with_dtype_of,
    natural_native,
    not_numbers,
    view_from_instants,
    view_of,
)
from shoal.table.frames.conversion import is_mixed, is_pandas_object
from shoal.table.frames.digests import digest_of, digest_of_spelling
from shoal.table.frames.faithful import faithful_codes
from shoal.table.frames.native import index_reset
from shoal.table.frames.origin import Origin
from shoal.table.frames.trimming import trimmed_facts, trimmed_frame
from shoal.table.wording import first_row, found, right_column

__all__ = ["VOID_INSTANT", "ColumnKind", "Origin", "Table"]


class Table:
    """One table. Every method that changes something returns a new Table; the source is never touched."""

    def __init__(
        self,
        frame: nw.DataFrame[Any],
        origin: Origin,
        *,
        views: Mapping[str, pl.Series] | None = None,
        spelling: Mapping[str, pl.Series] | None = None,
        categorical: Iterable[str] = (),
        replaced: Iterable[str] = (),
    ) -> None:
        """`views` override how a column is read (user-missing codes), `spelling` how a text file spelled it.

        `categorical` names columns of numbers that stand for categories (value labels in SPSS and Stata),
        `replaced` those whose values are no longer the ones that came in.
        """
        refuse_patterns(frame.columns, origin.name)
        self._frame = frame
        self.origin = origin
        self._given_views = dict(views or {})
        self._views: dict[str, pl.Series | None] = dict(self._given_views)
        self._spelling = dict(spelling or {})
        self._categorical = frozenset(categorical)
        self._replaced = frozenset(replaced)
        self.columns: tuple[str, ...] = tuple(frame.columns)
        self._names = frozenset(self.columns)  # a tuple is searched from its beginning, for each of its 10,000 names
        self._kinds: dict[str, ColumnKind] = {}
        self.n_records: int = len(frame)

    def as_beginning(self) -> Table:
        """The same, of a table that is judged as a whole later: how often its values repeat is not judged here."""
        same = copy(self)
        same.origin = replace(self.origin, is_beginning=True)
        return same

    # --- reading
    # -------------------------------------------------------------------------------------------------

    @kept_quiet
    def kind(self, name: str) -> ColumnKind:
        """What the column holds."""
        if name not in self._kinds:
            view = self._view_or_none(name)
            is_moment = view is not None and view.dtype.is_temporal()  # categories of dates are dates all the same
            declared = name in self._categorical or self._frame[name].dtype in (nw.Categorical, nw.Enum)
            self._kinds[name] = kind_of(view, categorical=declared and not is_moment)
        return self._kinds[name]

    @kept_quiet
    def missing(self, name: str) -> BoolArray:
        """Where the value is missing: null, NaN, NaT, an empty field of a text file, an SPSS missing code."""
        view = self._view_or_none(name)
        if view is None:
            return self._frame[name].is_null().to_numpy().astype(np.bool_)
        return view.is_null().to_numpy()

    @kept_quiet
    def numbers(self, name: str) -> FloatArray:
        """The column as float64, NaN where missing. Text, dates and infinities are refused in words."""
        view = self._view(name)
        kind = self.kind(name)
        if view.dtype == pl.String:
            self._refuse_where(name, not_numbers(view), "value that is not a number", "values that are not numbers")
        elif kind in TEMPORAL:
            raise TableError(
                f"Column '{name}' of {self.origin.name} holds {kind.value}s, not numbers.",
                column=name,
                hint="Give it the type date, or leave its type out.",
            )
        values = floats_of(view)
        self._refuse_where(name, np.isinf(values), "infinite value", "infinite values")
        return values

    @kept_quiet
    def all_whole(self, name: str) -> bool:
        """Whether every number of a column of numbers is whole; missing values are not looked at."""
        values = floats_of(self._view(name))
        known = values[~np.isnan(values)]
        return bool(np.all(known == np.floor(known)))

    @kept_quiet
    def not_numbers(self, name: str) -> BoolArray:
        """Where a column of texts holds something that is not a number; missing values are not counted."""
        view = self._view(name)
        return not_numbers(view) if view.dtype == pl.String else np.zeros(self.n_records, dtype=np.bool_)

    @kept_quiet
    def mixed(self, name: str) -> bool:
        """Whether the column holds values of several types, such as 1 and "1", that only look alike."""
        self._require(name)
        return is_mixed(self._frame[name])

    @kept_quiet
    def codes(self, name: str) -> tuple[IntArray, list[object]]:
        """Category codes (−1 where missing) and the distinct values in sorted order."""
        return codes_of(self._view(name))

    @kept_quiet
    def texts(self, name: str) -> pl.Series:
        """A column of texts as it is written, null where it is empty."""
        return self._spelling.get(name, self._view(name)).cast(pl.String)

    @kept_quiet
    def category_order(self, name: str) -> tuple[object, ...] | None:
        """The order of the categories, when the table itself declares one (ordered, Enum, SPSS ordinal)."""
        self._require(name)
        labelled = self.origin.metadata.get("ordinal", {})
        return tuple(labelled[name]) if name in labelled else declared_order(self._frame[name])

    @kept_quiet
    def instants(self, name: str) -> IntArray:
        """Dates (in days), datetimes and durations as int64 in their own unit; VOID_INSTANT where missing."""
        view = self._view(name)
        if self.kind(name) not in TEMPORAL:
            raise TableError(
                f"Column '{name}' of {self.origin.name} holds {self.kind(name).value} values, not dates or times. "
                "In a text file dates are recognised when all are written alike, such as YYYY-MM-DD.",
                column=name,
            )
        return instants_of(view)

    @kept_quiet
    def faithful_codes(self, name: str) -> IntArray:
        """Codes from 0 that are equal only where what would be published is really the same.

        Unlike `codes`, nothing is merged: 1.5 and 1.50 of a text file, NaN and null, 1 and "1", an SPSS missing code
        and an empty value all have codes of their own. Works for every column, nested ones too.
        """
        self._require(name)
        return faithful_codes(self._frame[name], self._spelling.get(name))

    # --- changing
    # ------------------------------------------------------------------------------------------------

    @kept_quiet
    def from_instants(self, name: str, instants: IntArray) -> object:
        """A native series like column `name` (unit, time zone), holding these instants."""
        view = self._view(name)
        return native_with_dtype_of(self._frame[name], view, view_from_instants(instants, view.dtype))

    @kept_quiet
    def replaced(self, columns: Mapping[str, Any]) -> Table:
        """New values for whole columns, which keep their place and, when the values fit it, their dtype.

        Whole numbers stay whole in an integer column; int64 given to a column of dates are its instants.
        """
        fresh_columns = []
        for name, values in columns.items():
            self._require(name)
            fresh = fresh_series(values)
            if len(fresh) != self.n_records:
                raise TableError(
                    f"Column '{name}' was given {len(fresh)} new values for {self.n_records} records.",
                    column=name,
                    hint="Give one per record.",
                )
            old, view = self._frame[name], self._view_or_none(name)
            native: Any = natural_native(old, fresh) if view is None else native_with_dtype_of(old, view, fresh)
            fresh_columns.append(nw.from_native(native, series_only=True).alias(name))
        frame = self._frame.with_columns(*fresh_columns) if fresh_columns else self._frame
        return self._changed(frame, keep=set(self.columns) - set(columns))

    @kept_quiet
    def voided(self, masks: Mapping[str, BoolArray]) -> Table:
        """The values under these masks become missing."""
        return self.replaced(
            {
                name: pl.select(pl.when(pl.Series(~mask)).then(self._view(name))).to_series()
                for name, mask in masks.items()
            }
        )

    @kept_quiet
    def respelled(self, names: Iterable[str]) -> Table:
        """These columns as their values alone are written: 1.50 becomes 1.5, −0 becomes 0, +1 becomes 1.

        Values that are counted as equal must also look equal; a spelling kept from the file could tell them apart.
        """
        fresh: dict[str, pl.Series] = {}
        for name in dict.fromkeys(names):
            view = self._view(name)
            if view.dtype.is_float():
                fresh[name] = view.set(view == 0.0, 0.0)  # also −0.0; adding zero would not change it in polars
            elif name in self._spelling or is_pandas_object(self._frame[name]):
                fresh[name] = view
        return self.replaced(fresh)

    @kept_quiet
    def trimmed(self) -> Table:
        """Without what the table says beside its values and that is no longer true: the last step before release.

        Categories that no record has (any more) go, in their declared order and with their ordered flag the others
        stay; metadata of a pyarrow schema and `attrs` of pandas go. Of columns that were replaced, the labels of
        codes no longer in use and the user-missing codes go.
        """
        frame = trimmed_frame(self._frame)
        facts = trimmed_facts(self.origin.metadata, frame, self._replaced)
        return self._changed(frame, keep=set(self.columns), origin=replace(self.origin, metadata=facts))

    @kept_quiet
    def dropped(self, names: Iterable[str]) -> Table:
        """Without these columns."""
        gone = dict.fromkeys(names)
        for name in gone:
            self._require(name)
        kept = [name for name in self.columns if name not in gone]
        # Chosen by their names as they are: to drop '*' would drop every column.
        return self._changed(self._frame[kept], keep=set(kept))

    @kept_quiet
    def taken(self, rows: IntArray) -> Table:
        """These records in this order. A pandas index is counted anew: it must not tell the old order."""
        order = np.asarray(rows, dtype=np.int64)
        frame = index_reset(self._frame[order.tolist(), :] if len(order) else self._frame.head(0))
        return Table(
            frame,
            self.origin,
            views={name: view.gather(order) for name, view in self._given_views.items()},
            spelling={name: text.gather(order) for name, text in self._spelling.items()},
            categorical=self._categorical,
            replaced=self._replaced,
        )

    @kept_quiet
    def alone(self, rows: IntArray) -> Table:
        """These records in this order, as if no others had come in.

        One decimal makes a column of a text file one of floats. If none of these records has it, they are whole.
        """
        taken = self.taken(rows)
        whole = [
            nw.col(name).cast(nw.Int64)
            for name, text in taken._spelling.items()
            if taken._view(name).dtype.is_float()
            and taken._frame[name].dtype.is_float()
            and is_written_whole(taken._view(name), text)
        ]
        return taken._changed(taken._frame.with_columns(*whole), keep=set(self.columns)) if whole else taken

    # --- going out
    # -----------------------------------------------------------------------------------------------

    def native(self) -> Any:
        """The table as the kind that came in (a file as polars)."""
        return self._frame.to_native()

    def spelling(self, name: str) -> pl.Series | None:
        """How the text file spelled the column, when its values alone would not spell it the same way."""
        return self._spelling.get(name)

    @kept_quiet
    def digest(self) -> str:
        """The sha256 of the content (names, kinds, values in order), the same in every container."""
        hasher = hashlib.sha256()
        digest_of(hasher, {name: (self.kind(name), self._view_or_none(name)) for name in self.columns}, self._frame)
        for name in sorted(self._spelling):  # what a text file keeps beyond the values
            digest_of_spelling(hasher, name, self._spelling[name])
        return f"sha256:{hasher.hexdigest()}"

    # --- words
    # ---------------------------------------------------------------------------------------------------

    @property
    def where(self) -> str:
        """How messages call the table."""
        return self.origin.name

    def first_at(self, where: BoolArray) -> str:
        """Where the first record is for which this holds; a wrong row would be worse than none."""
        if not self.origin.has_rows:
            return "among the records that were looked at"
        begin = 0
        for origin, n_records in self.origin.parts:
            within = where[begin : begin + n_records]
            if within.any():
                return f"the first in {first_row(within, header=origin.has_header_row)} of {origin.name}"
            begin += n_records
        return f"the first in {first_row(where, header=self.origin.has_header_row)}"

    def called(self, name: str) -> str:
        """How messages call a column that nobody named: by its position, where the name may be a record's value."""
        return f"Column {self.columns.index(name) + 1}" if self.origin.header_in_doubt else f"Column '{name}'"

    def nameable(self, name: str) -> str | None:
        """The name of a column that nobody named, unless it may be a record's value; see `called`."""
        return None if self.origin.header_in_doubt else name

    def unknown_column(
        self,
        name: str,
        named: Iterable[str] = (),
        *,
        parameter: str | None = None,
        kind: type[ShoalError] = TableError,
    ) -> ShoalError:
        """The error for a name that is no column; it lists the columns unless their names may be values.

        `named`: whatever else the user named. One that is a column proves that the first row holds names.
        """
        where = () if parameter is None else (" (", Setting(parameter), ")")
        problem = (f"Column '{name}'", *where, f" is not in {self.where}.")
        if self.origin.header_in_doubt:
            doubt = f" Its first row seems to hold a record, so its {len(self.columns)} fields are not listed here."
            return kind(*problem, doubt, column=name, hint="Put a row of column names first.")
        shown = not self.origin.names_may_be_values or any(other in self.columns for other in named)
        return kind(*problem, column=name, hint=right_column(name, self.columns, shown=shown))

    # --- within
    # --------------------------------------------------------------------------------------------------

    def _changed(self, frame: nw.DataFrame[Any], *, keep: set[str], origin: Origin | None = None) -> Table:
        """The same table with another frame, in which only the columns of `keep` are as they were."""
        here = frozenset(frame.columns)
        return Table(
            frame,
            origin or self.origin,
            views={name: view for name, view in self._given_views.items() if name in keep},
            spelling={name: text for name, text in self._spelling.items() if name in keep},
            categorical=self._categorical & here,
            replaced=(self._replaced | (here - keep)) & here,
        )

    def _require(self, name: str) -> None:
        if name not in self._names:
            raise self.unknown_column(name)

    def _view_or_none(self, name: str) -> pl.Series | None:
        self._require(name)
        if name not in self._views:
            self._views[name] = view_of(self._frame[name])
        return self._views[name]

    def _view(self, name: str) -> pl.Series:
        view = self._view_or_none(name)
        if view is None or self.kind(name) == ColumnKind.OTHER:
            raise TableError(
                f"Column '{name}' of {self.origin.name} holds values of mixed or nested types, which cannot be "
                "read as numbers, categories or dates.",
                column=name,
                hint="Convert it to one type, or leave it out.",
            )
        return view

    def _refuse_where(self, name: str, wrong: BoolArray, one: str, many: str) -> None:
        n_wrong = int(np.count_nonzero(wrong))
        if n_wrong:
            raise TableError(
                f"Column '{name}' of {self.origin.name} has {found(n_wrong, one, many)}, {self.first_at(wrong)}.",
                column=name,
                count=n_wrong,
                hint=f"Correct or remove {'it' if n_wrong == 1 else 'them'}, or give the column another type.",
            )
