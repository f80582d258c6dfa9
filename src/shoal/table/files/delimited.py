"""Text tables: CSV, TSV and their kin.

Every field is first read as text. The type of a column depends on all its values, so that 08001 stays a code, and a
stray word has the same effect anywhere in the file. Columns that are not replaced are written back as they were
spelled.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import WriteError
from shoal.table.arrow import pyarrow
from shoal.table.files.columnar import as_polars
from shoal.table.files.headers import looks_like_data, unproven
from shoal.table.files.quoting import refuse_swallowed_records
from shoal.table.files.text_file import DEFAULT_DELIMITERS, Dialect, TextFile
from shoal.table.files.text_types import AMBIGUOUS_FORMS, PLAIN, TextForm, decimals_in, fixed_decimals, spelled
from shoal.table.files.text_typing import typed
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table


def read(
    path: Path,
    file_format: str,
    compression: str | None,
    *,
    encoding: str | None,
    delimiter: str | None,
    na: Sequence[str] = (),
    header_is_known: bool = False,
    literally: bool = False,
) -> Table:
    """Read a text table, or say in words why it cannot be one.

    `na`: spellings that mean "missing" in every column. `header_is_known`: the first row was written by us, so it is
    not judged. `literally`: every column stays text, and only an empty field is missing.
    """
    file = TextFile.of(
        path, file_format, compression, encoding=encoding, delimiter=delimiter, header_is_known=header_is_known
    )
    header = file.header
    texts = file.texts()
    if not header_is_known:  # what we wrote ourselves is quoted as it should be
        refuse_swallowed_records(texts, file.separator, path.name, na=na)
    if literally:
        raw = texts.with_columns([texts[name].set(texts[name] == "", None) for name in header])
        return Table(nw.from_native(raw, eager_only=True), Origin("file", path, file_format))
    frame, spelling, forms = typed_columns(texts, comma_is_free=file.comma_is_free, na=na)
    doubts = {
        "header_in_doubt": not header_is_known and looks_like_data(header, texts),
        "header_unproven": not header_is_known and unproven(frame.dtypes),
    }
    origin = Origin("file", path, file_format, {"dialect": file.dialect(forms, na), **doubts})
    return Table(nw.from_native(frame, eager_only=True), origin, spelling=spelling)


def typed_columns(
    texts: pl.DataFrame, *, comma_is_free: bool, na: Sequence[str] = ()
) -> tuple[pl.DataFrame, dict[str, pl.Series], dict[str, TextForm]]:
    """Columns of text with the types that all their values suggest, the spelling that values alone lack, and forms."""
    columns: dict[str, pl.Series] = {}
    spelling: dict[str, pl.Series] = {}
    forms: dict[str, TextForm] = {}
    for name in texts.columns:
        text = texts[name]
        values, form = typed(text, comma_is_free=comma_is_free, na=na)
        columns[name] = values
        released_form = replace(form, decimals=fixed_decimals(decimals_in(text, values)))
        if released_form != PLAIN:
            forms[name] = released_form
        if not (spelled(values, form) == text).all():
            spelling[name] = text
    return pl.DataFrame(columns), spelling, forms


def doubtful_date_form(table: Table, name: str) -> str | None:
    """The form of a column of dates in a text file, if only other values of the column told it from another form."""
    dialect = table.origin.metadata.get("dialect")
    form = dialect.form(name).time if isinstance(dialect, Dialect) else None
    return form if form in AMBIGUOUS_FORMS else None


def dialect_for(table: Table, file_format: str) -> Dialect:
    """The dialect `table` is written in: the one it was read in, when it came from the same format."""
    return dialect_of(table.origin, file_format)


def dialect_of(origin: Origin, file_format: str) -> Dialect:
    """The same for a table of this origin."""
    known = origin.metadata.get("dialect")
    if not isinstance(known, Dialect):
        return Dialect(DEFAULT_DELIMITERS[file_format])
    if origin.file_format == file_format:
        return known
    return replace(known, delimiter=DEFAULT_DELIMITERS[file_format])


def write(table: Table, draft: Path, file_format: str, compression: str | None) -> None:
    """Write the table to `draft` in its dialect, columns that were not replaced as they were spelled."""
    dialect = dialect_for(table, file_format)
    frame = as_polars(table)
    texts = pl.DataFrame([column_text(table, frame[name], dialect) for name in table.columns])
    layout: dict[str, Any] = {"separator": dialect.delimiter, "line_terminator": dialect.line_end}
    with _opened_for_writing(draft, compression) as stream:
        if codecs.lookup(dialect.encoding).name == "utf-8":
            texts.write_csv(stream, include_bom=dialect.bom, **layout)
            return
        stream.write(
            attempt(
                lambda: texts.write_csv(**layout).encode(dialect.encoding),
                lambda _: WriteError(
                    f"Some released text cannot be written in the encoding {dialect.encoding} of the input. Save "
                    f"the input as UTF-8 and run again, or write another format."
                ),
                caught=(UnicodeEncodeError,),
            )
        )


def column_text(table: Table, values: pl.Series, dialect: Dialect | None = None) -> pl.Series:
    """The text of a column, as its file spelled it if nobody replaced it; null where it is empty."""
    dialect = dialect or dialect_for(table, "csv")
    text = table.spelling(values.name)
    if text is None:
        if values.dtype in (pl.Categorical, pl.Enum):
            values = values.cast(pl.String)
        text = attempt(
            lambda: spelled(values, dialect.form(values.name)),
            lambda _: WriteError(
                f"Column '{values.name}' holds nested, binary or other values that text files and workbooks cannot "
                "hold.",
                column=values.name,
                hint="Convert or drop it before writing.",
            ),
        )
    return text.set(text == "", None).alias(values.name)  # a null is written as nothing at all


def _opened_for_writing(draft: Path, compression: str | None) -> Any:
    if compression is None:
        return draft.open("wb")
    pa = pyarrow()
    return pa.output_stream(str(draft), compression=compression)
