"""Tables of other libraries as they come in: pandas, polars and pyarrow, by narwhals."""

from __future__ import annotations

from typing import Any

import narwhals as nw

from shoal.errors import TableError
from shoal.table.foreign_errors import attempt
from shoal.table.frames.origin import Origin


def frame_and_origin(source: Any) -> tuple[nw.DataFrame[Any], Origin]:
    """The frame, and where it came from. What is not a table that Shoal can read is refused."""
    wrapped = attempt(
        lambda: nw.from_native(source),
        lambda error: TableError(
            "Two columns of the table have the same name. Rename one of them."
            if isinstance(error, nw.exceptions.DuplicateError)
            else f"An object of type {type(source).__name__} is not a table that Shoal can read. Give a pandas, polars "
            "or pyarrow table, or the path of a file. For an array of points there is shoal.microaggregate."
        ),
    )
    frame = _collected(wrapped) if isinstance(wrapped, nw.LazyFrame) else wrapped
    kind = frame.implementation.name.lower()
    if kind not in ("pandas", "polars", "pyarrow"):
        raise TableError(f"Tables of {kind} are not supported. Convert it to pandas, polars or pyarrow first.")
    if not all(isinstance(name, str) for name in frame.columns):
        raise TableError("Every column needs a text as its name; some names here are not texts. Rename the columns.")
    if len(set(frame.columns)) != len(frame.columns):
        raise TableError("Two columns of the table have the same name. Rename one of them.")
    return index_reset(frame), Origin(kind)


def _collected(lazy: nw.LazyFrame[Any]) -> nw.DataFrame[Any]:
    return attempt(
        lazy.collect,
        lambda error: TableError(
            f"The LazyFrame could not be collected ({type(error).__name__}). Collect it yourself to see why."
        ),
    )


def index_reset(frame: nw.DataFrame[Any]) -> nw.DataFrame[Any]:
    """Without the index that pandas keeps: it is not part of the table, and may tell who is who."""
    if not frame.implementation.is_pandas():
        return frame
    return nw.from_native(frame.to_native().reset_index(drop=True), eager_only=True)
