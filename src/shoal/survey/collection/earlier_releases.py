"""Earlier releases of the same survey: what a new release would reveal together with them.

If the second release of a survey has one more answer, the difference of the two shows that answer. So in each class,
the number of answers that are in one release and not in the other must be 0 or at least k, in both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl

from shoal.arrays import IntArray
from shoal.errors import TableError
from shoal.table.frames.table import Table
from shoal.table.sources import table_of
from shoal.table.wording import listed

CHANGE, ROW = "change", "row"  # beside columns that are named by their positions


def grown_by_few(released: Table, earlier: Any, columns: Sequence[str], k: int) -> IntArray:
    """The rows of ``released`` in classes of which 1..k−1 answers came, or went, since ``earlier`` was released."""
    before = table_of(earlier)
    odd = sorted(set(before.columns) ^ set(released.columns))
    if odd:
        raise TableError(
            f"{before.origin.name} does not have the columns of this release ({listed(odd)}), so Shoal cannot "
            "count what the two show together.",
            column=odd,
            hint="Publish the same columns each time, or publish only once.",
        )
    now, then = _alike(_published(released, released.columns), _published(before, released.columns))
    of_class = [str(released.columns.index(name)) for name in columns]
    if now.join(then, on=of_class, how="semi", nulls_equal=True).is_empty():
        raise TableError(
            f"{before.origin.name} has no class in common with this release, so it is not an earlier release of the "
            "same survey. Give the releases that were made with the same design."
        )
    signed = pl.concat([now.with_columns(pl.lit(1).alias(CHANGE)), then.with_columns(pl.lit(-1).alias(CHANGE))])
    by_answer = signed.group_by(now.columns).agg(pl.col(CHANGE).sum())
    came, went = pl.col(CHANGE).clip(lower_bound=0).sum(), -pl.col(CHANGE).clip(upper_bound=0).sum()
    changes = by_answer.group_by(of_class).agg(came.alias("came"), went.alias("went"))
    # Growth is looked at by itself too: it shows even where all answers of a class are spelled in another way now.
    sizes = (pl.col("came"), pl.col("went"), (pl.col("came") - pl.col("went")).abs())
    few = changes.filter(pl.any_horizontal(size.is_between(1, k - 1) for size in sizes))
    told = now.with_row_index(ROW).join(few, on=of_class, how="semi", nulls_equal=True)
    return np.sort(told[ROW].to_numpy()).astype(np.int64)


def refuse_other_classes(earlier: Any, cells: pl.DataFrame) -> None:
    """Refuse an earlier release with classes that are no cells of the design: joined cells cannot be compared."""
    before = table_of(earlier)
    if not set(cells.columns) <= set(before.columns):
        return  # refused with its reason where the two are compared
    design, then = _alike(_published(table_of(cells), cells.columns), _published(before, cells.columns))
    known = then.join(design, on=design.columns, how="semi", nulls_equal=True).height
    if 0 < known < then.height:
        raise TableError(
            f"{before.origin.name} has classes that are no cells of this design: cells were joined in it. What it "
            "shows together with another release cannot be counted.",
            hint="Publish that release, and no other.",
        )


def _published(table: Table, names: Sequence[str]) -> pl.DataFrame:
    """The columns, named by their positions, as they are spelled."""
    frame = nw.from_native(table.native(), eager_only=True).to_polars()
    shown = ((frame[name] if (text := table.spelling(name)) is None else text) for name in names)
    return pl.DataFrame([column.alias(str(position)) for position, column in enumerate(shown)])


def _alike(now: pl.DataFrame, then: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """With the same types, so that what a file spells meets the value that it stands for."""
    for name in now.columns:
        kinds = now[name].dtype, then[name].dtype
        if kinds[0] != kinds[1]:
            now, then = (frame.with_columns(_comparable(name, kinds)) for frame in (now, then))
    return now, then


def _comparable(name: str, kinds: Sequence[pl.DataType]) -> pl.Expr:
    """Numbers as numbers; text beside numbers as text, where a word that is no number must not become a missing one."""
    numeric = [kind for kind in kinds if kind.is_numeric()]
    if len(numeric) == len(kinds):
        return pl.col(name).cast(pl.Float64(), strict=False)
    text = pl.col(name).cast(pl.String(), strict=False)
    same_spelling = [text.cast(kind, strict=False).cast(pl.String()) for kind in numeric]
    return pl.coalesce(*same_spelling, text)
