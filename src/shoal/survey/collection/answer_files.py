"""Answers in several files: those of a folder, those that match a pattern, those that are named.

A column has the type that all its values suggest, whichever file they are in: tokens are not numbers because one file
holds only such tokens. So every file is taken as text, and typed together with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import ParameterError, Setting, TableError
from shoal.survey.collection.facts import DEFAULT_SUFFIX
from shoal.table.batches.members import is_pattern, matching
from shoal.table.files.columnar import as_polars
from shoal.table.files.delimited import column_text, typed_columns
from shoal.table.files.formats import TEXT_FORMATS, is_known, is_text_file, suffix_of
from shoal.table.frames.origin import Origin
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import found, listed

DOUBTS = ("header_in_doubt", "header_unproven")  # that a reader may have about a file


def answer_table(answers: Any, **reading: Any) -> Table:
    """One table of a table, a path, a folder, a pattern, or a list of these."""
    given = answers if isinstance(answers, (list, tuple)) else [answers]
    sources = [source for each in given for source in _sources(each)]
    _refuse_again(sources)
    if len(sources) == 1:
        return table_of(sources[0], **reading)
    if not sources:
        raise ParameterError("There are no answers.", parameter="answers", hint="Name at least one file.")
    if reading.get("sheet") is not None:
        raise ParameterError(
            "A sheet is named, and there are several files.",
            parameter="sheet",
            hint=("Leave ", Setting("sheet"), " out: the only sheet of each workbook is read."),
        )
    of_text = {name: value for name, value in reading.items() if name != "sheet"}
    tables = [table_of(source, **(of_text if _is_text(source) else {})) for source in sources]
    return _together(tables, tuple(reading.get("na") or ()))


def _is_text(source: Any) -> bool:
    return isinstance(source, Path) and is_text_file(source)


def _sources(given: Any) -> list[Any]:
    """What one word stands for."""
    if not isinstance(given, (str, Path)):
        return [given]
    path = Path(given)
    if path.is_dir():
        return _of_folder(path)
    if not is_pattern(path):
        return [path]
    found_paths = sorted(matching(path))
    if not found_paths:
        raise TableError(f"No file matches {path}. Check the pattern.")
    return found_paths


def _of_folder(folder: Path) -> list[Path]:
    """Every file in it. Nothing is left out silently."""
    seen = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    others = [path for path in seen if path.is_dir() or not is_known(suffix_of(path)[0])]
    if others:
        raise TableError(
            f"{folder.name} holds {found(len(others), 'entry that is', 'entries that are')} no table, and would be "
            "left out. Give a pattern that takes in the files you mean, such as 'answers/*.csv'.",
            count=len(others),
        )
    if not seen:
        raise TableError(f"{folder.name} is an empty folder. Give the path of the answers.")
    return seen


def _refuse_again(sources: Sequence[Any]) -> None:
    paths = [source.resolve() for source in sources if isinstance(source, Path)]
    again = [path.name for at, path in enumerate(paths) if path in paths[:at]]
    if again:
        raise ParameterError(f"{listed(sorted(set(again)))} would be read twice. Name each file once.")


def _together(tables: Sequence[Table], na: Sequence[str]) -> Table:
    first = tables[0]
    for table in tables[1:]:
        odd = sorted(set(first.columns) ^ set(table.columns))
        if odd:
            shown = not (first.origin.names_may_be_values or table.origin.names_may_be_values)
            raise TableError(
                f"{first.origin.name} and {table.origin.name} do not have the same columns"
                f"{f' ({listed(odd)})' if shown else ''}.",
                column=odd if shown else None,
                hint="Give all files the same columns.",
            )
    texts = pl.concat([_texts(table, first.columns) for table in tables])
    dialects = [table.origin.metadata["dialect"] for table in tables if "dialect" in table.origin.metadata]
    comma_is_free = bool(dialects) and all(dialect.delimiter != "," for dialect in dialects)
    frame, spelling, _ = typed_columns(texts, comma_is_free=comma_is_free, na=na)
    doubts = {name: any(table.origin.metadata.get(name) for table in tables) for name in DOUBTS}
    parts = tuple((table.origin, table.n_records) for table in tables)
    file_format = TEXT_FORMATS[DEFAULT_SUFFIX]
    origin = Origin("file", Path(f"{len(tables)} files of answers"), file_format, doubts, parts=parts)
    return Table(nw.from_native(frame, eager_only=True), origin, spelling=spelling)


def _texts(table: Table, columns: Sequence[str]) -> pl.DataFrame:
    frame = as_polars(table)
    return pl.DataFrame([column_text(table, frame[name]).cast(pl.String).fill_null("") for name in columns])
