"""What a report draws of the cells themselves: their borders in a plane, and the way the loss fell.

No record is in these pictures. A dot is the released value of a cell, not its exact mean, which rounding may have kept
back; a border runs between records and through none; and places are written no finer than the eye sees, so that nothing
can be computed back from the text of the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec

import numpy as np

from shoal.arrays import FloatArray
from shoal.errors import install_command
from shoal.partition.partition import Partition
from shoal.release.columns import ORDERED_KINDS
from shoal.table.frames.table import Table
from shoal.table.roles.roles import ColumnType, Roles

DRAWN_TYPES = (None, ColumnType.NUMERIC, ColumnType.INTEGER, ColumnType.DATE)
LARGEST_DRAWN = 1_000  # cells: more cannot be told apart, and make the page large
FINE_NUMBER = re.compile(r"(\d\.\d)\d+")
STYLE_OR_TEXT = re.compile(r"(<style.*?</style>|<text.*?</text>)", re.DOTALL)
NAMESPACES = re.compile(r' xmlns(:xlink)?="[^"]*"')  # HTML knows them; the page names no address


@dataclass(frozen=True)
class CellDesign:
    """The part of a partition that may be drawn for strangers."""

    partition: Partition = field(repr=False)  # without cell_of; its centroids are released values
    axis_names: tuple[str, str] | None  # None: not a plane whose borders may be shown


def design_of(
    partition: Partition,
    released_points: FloatArray,
    slices: Mapping[str, slice],
    original: Table,
    roles: Roles,
    *,
    weighted: bool,
    detail: bool,
) -> CellDesign | None:
    """What may be drawn of these cells; None for a method without iterations, and for a table too small for detail.

    A history is there only if all records were partitioned together: diagrams of several blocks do not make one.
    With weights a border lies elsewhere for every record, so none is drawn; nor is one between categories, where it
    would tell their shares in a cell.
    """
    if not (detail and partition.history and partition.sst > 0.0):
        return None
    _, first = np.unique(partition.cell_of, return_index=True)
    told = replace(partition, cell_of=np.empty(0, dtype=np.int64), centroids=released_points[first])
    plane = (
        len(slices) == 2
        and released_points.shape[1] == 2
        and all(original.kind(name) in ORDERED_KINDS and roles.of(name).type in DRAWN_TYPES for name in slices)
        and partition.sites is not None
        and not weighted
        and partition.n_cells <= LARGEST_DRAWN
    )
    across, up = slices if plane else ("", "")
    return CellDesign(told, (across, up) if plane else None)


def cells_picture(design: CellDesign | None) -> str:
    """Borders and released values as SVG; empty when they may not be drawn."""
    if design is None or design.axis_names is None or not _can_draw():
        return ""
    from shoal.release.pages.cell_plots import cells_figure, inline_svg

    figure = cells_figure(design.partition, axis_names=design.axis_names)
    return _coarse(inline_svg(figure, "The cells and their released values"))


def history_picture(design: CellDesign | None) -> str:
    """Loss after each outer iteration as SVG; empty when there was none."""
    if design is None or not _can_draw():
        return ""
    from shoal.release.pages.cell_plots import history_figure, inline_svg

    return _coarse(inline_svg(history_figure(design.partition), "Loss after each iteration"))


def undrawn_reading(design: CellDesign | None) -> str:
    """What the page says in place of the pictures when they cannot be drawn; empty when nothing is missing."""
    if design is None or _can_draw():
        return ""
    return f"Pictures of the cells are left out, because matplotlib is not installed: {install_command('plots')}"


def _can_draw() -> bool:
    return find_spec("matplotlib") is not None


def _coarse(picture: str) -> str:
    """The same picture with every place rounded down to a tenth of a point; words and numbers to be read stay."""
    parts = STYLE_OR_TEXT.split(NAMESPACES.sub("", picture, count=2))
    return "".join(part if index % 2 else FINE_NUMBER.sub(r"\1", part) for index, part in enumerate(parts))
