"""Files of SPSS, Stata and SAS, through pyreadstat (the extra `stats`).

Value labels, variable labels, formats, measures and user-missing codes are kept beside the values and written
back. A user-missing code (99 = refused) stays in the file but is read as missing; a number whose every value
has a label stands for a category.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import TableError, WriteError, install_command
from shoal.table.files.columnar import as_polars
from shoal.table.files.formats import STATISTICAL_FORMATS
from shoal.table.foreign_errors import attempt
from shoal.table.frames.table import Origin, Table

READERS = {
    "sav": "read_sav",
    "zsav": "read_sav",
    "por": "read_por",
    "dta": "read_dta",
    "sas7bdat": "read_sas7bdat",
    "xpt": "read_xport",
}
SPSS = ("sav", "zsav", "por")
SAS = ("sas7bdat", "xpt")
INSTALL = f"Install the extra 'stats': {install_command('stats')}"


def read(path: Path, suffix: str, *, encoding: str | None = None, literally: bool = False) -> Table:
    """Read a statistical file with everything it says about its columns.

    `literally`: nothing that stands in the file is taken for missing.
    """
    file_format = STATISTICAL_FORMATS[suffix]
    reader = getattr(_pyreadstat(path), READERS[file_format])
    options: dict[str, Any] = {"output_format": "polars"}
    if file_format in ("sav", "zsav", "dta"):
        options["user_missing"] = True
    if encoding is not None:
        options["encoding"] = encoding
    frame, facts = attempt(
        lambda: reader(str(path), **options),
        lambda error: TableError(
            f"{path.name} cannot be read as {file_format} ({type(error).__name__}). It may be damaged, or "
            f"its suffix may be wrong."
        ),
    )
    if frame.height == 0 or frame.width == 0:
        raise TableError(f"{path.name} holds no records. Give a table with at least one row.")
    return _literal_table(frame, path, file_format) if literally else _table(frame, facts, path, file_format)


def require_writable(path: Path, suffix: str) -> None:
    """Refuse early what cannot be written at all."""
    if STATISTICAL_FORMATS[suffix] == "sas7bdat":
        raise WriteError(
            f"{path.name}: nobody but SAS can write .sas7bdat. Write .xpt (SAS reads it), .sav, .dta, .csv or .parquet."
        )
    _pyreadstat(path)


def write(table: Table, draft: Path, suffix: str) -> None:
    """Write the table with the labels and formats that it came with."""
    pyreadstat = _pyreadstat(draft)
    frame = as_polars(table)
    frame = frame.with_columns(
        [frame[name].cast(pl.String) for name, dtype in frame.schema.items() if dtype in (pl.Categorical, pl.Enum)]
    )
    file_format = STATISTICAL_FORMATS[suffix]
    if file_format == "por" and len({name.upper() for name in frame.columns}) < frame.width:
        raise WriteError(
            "Two column names differ in capitals alone, and portable files of SPSS write all names in capitals. Rename "
            "one of them, or write .sav."
        )
    writer = {"dta": "write_dta", "xpt": "write_xport", "por": "write_por"}.get(file_format, "write_sav")
    attempt(
        lambda: getattr(pyreadstat, writer)(frame, str(draft), **_what_it_says(table, file_format)),
        lambda error: WriteError(
            f"The table could not be written as {file_format} ({type(error).__name__}). That format may not "
            f"allow its column names or types; .csv and .parquet do."
        ),
        passed=(OSError,),
    )


def _pyreadstat(path: Path) -> Any:
    def imported() -> Any:
        import pyreadstat

        return pyreadstat

    return attempt(
        imported,
        lambda _: TableError(
            f"{path.suffix} files are read and written with pyreadstat, which is not installed. {INSTALL}"
        ),
        caught=(ImportError,),
    )


def _literal_table(frame: pl.DataFrame, path: Path, file_format: str) -> Table:
    """Every value as it stands; Stata's .a to .z, letters among numbers, make a column of texts."""
    mixed = [name for name, dtype in frame.schema.items() if dtype == pl.Object]
    texts = {name: [None if value is None else str(value) for value in frame[name].to_list()] for name in mixed}
    frame = frame.with_columns([pl.Series(name, values, dtype=pl.String) for name, values in texts.items()])
    return Table(nw.from_native(frame, eager_only=True), Origin("file", path, file_format))


def _table(frame: pl.DataFrame, facts: Any, path: Path, file_format: str) -> Table:
    metadata = {
        "column_labels": {name: label for name, label in facts.column_names_to_labels.items() if label},
        "value_labels": {name: labels for name, labels in facts.variable_value_labels.items() if labels},
        "formats": dict(facts.original_variable_types),
        "measures": {name: word for name, word in facts.variable_measure.items() if word != "unknown"},
        "display_widths": dict(facts.variable_display_width),
        "missing_ranges": dict(facts.missing_ranges),
        "missing_user_values": dict(facts.missing_user_values),
        "file_label": facts.file_label or "",
        "table_name": facts.table_name,
    }
    views = _without_user_missing(frame, metadata)
    categorical = [name for name in frame.columns if _stands_for_categories(views.get(name, frame[name]), metadata)]
    metadata["ordinal"] = {
        name: sorted(views.get(name, frame[name]).drop_nulls().unique().to_list())
        for name in categorical
        if metadata["measures"].get(name) == "ordinal"
    }
    origin = Origin("file", path, file_format, metadata)
    return Table(nw.from_native(frame, eager_only=True), origin, views=views, categorical=categorical)


def _without_user_missing(frame: pl.DataFrame, metadata: dict[str, Any]) -> dict[str, pl.Series]:
    """Views in which the codes that the file declares missing are missing."""
    views: dict[str, pl.Series] = {}
    for name, ranges in metadata["missing_ranges"].items():
        column = frame[name]
        void = pl.Series([False]).new_from_index(0, frame.height)
        for bounds in ranges:
            low, high = (bounds["lo"], bounds["hi"]) if isinstance(bounds, dict) else (bounds, bounds)
            within = (column == low) if low == high else column.is_between(low, high)
            void = void | within.fill_null(False)
        views[name] = column.set(void, None)
    for name, codes in metadata["missing_user_values"].items():
        column = views.get(name, frame[name])
        if column.dtype == pl.Object:  # Stata's .a to .z stand as letters among the numbers
            numbers = [None if value in codes or isinstance(value, str) else value for value in column.to_list()]
            views[name] = pl.Series(name, numbers, dtype=pl.Float64)
    for name, dtype in frame.schema.items():
        if dtype == pl.String:  # these formats have no other way to say that a text is missing
            texts = views.get(name, frame[name])
            views[name] = texts.set(texts.str.strip_chars() == "", None)
    return {name: view.fill_nan(None) if view.dtype.is_float() else view for name, view in views.items()}


def _stands_for_categories(view: pl.Series, metadata: dict[str, Any]) -> bool:
    labels = metadata["value_labels"].get(view.name)
    if not labels or not view.dtype.is_numeric() or metadata["measures"].get(view.name) == "scale":
        return False
    used = view.drop_nulls().unique().to_list()
    return bool(used) and all(value in labels for value in used)


def _what_it_says(table: Table, file_format: str) -> dict[str, Any]:
    """The arguments of pyreadstat's writer: everything known about the columns that are still there."""
    known = table.origin.metadata
    same_family = _family(table.origin.file_format) == _family(file_format)
    here = set(table.columns)

    def of(key: str) -> dict[str, Any]:
        return {name: value for name, value in known.get(key, {}).items() if name in here}

    says: dict[str, Any] = {"file_label": known.get("file_label", ""), "column_labels": of("column_labels")}
    if file_format != "por" and same_family:
        says["variable_format"] = of("formats")
    if file_format in ("sav", "zsav", "dta"):
        says["variable_value_labels"] = of("value_labels")
    if file_format in ("sav", "zsav"):
        says |= {"missing_ranges": of("missing_ranges"), "variable_measure": of("measures")}
        says["row_compress" if file_format == "sav" else "compress"] = True
        if same_family:
            says |= {"variable_display_width": of("display_widths")}
    if file_format == "dta" and same_family:
        says["missing_user_values"] = of("missing_user_values")
    if file_format == "xpt" and known.get("table_name"):
        says["table_name"] = known["table_name"]
    return says


def _family(file_format: str | None) -> str | None:
    if file_format in SPSS:
        return "spss"
    return "sas" if file_format in SAS else file_format
