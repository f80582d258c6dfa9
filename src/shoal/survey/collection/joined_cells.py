"""Joined cells: a cell with fewer than k answers is released together with the nearest cell that has k or more.

Which cells are joined follows from the design, which is public, and from one thing that a release tells in any case:
which cells have k answers or more. No other count decides, and no answer does. So an observer learns nothing from the
cells of a class that withholding would not show. A cell without answers is joined like one with k−1: both look alike.

The values of a class are the mean over the members of the frame, not over the answers: a mean over answers, beside the
centroids of the cells, would be an equation for the exact count of each.

A joined class must not look like a cell of the design. Beside a later release of the survey its answers would be taken
for those of that cell, and the later release would show the few answers that came.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl

from shoal.arrays import BoolArray, FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.survey.collection.rounded_cells import rounded_cells
from shoal.survey.shared.scheme import NO_CELL, Geometry, Scheme


@dataclass(frozen=True)
class CellClasses:
    """The class of each cell: the number of a cell with enough answers, −1 where the cell is withheld."""

    class_of: IntArray = field(repr=False)
    values: pl.DataFrame = field(repr=False)  # one row for each cell: what its class is released with

    @property
    def joined(self) -> BoolArray:
        """The cells that are released as part of another one's class."""
        joined: BoolArray = (self.class_of != NO_CELL) & (self.class_of != np.arange(len(self.class_of)))
        return joined

    @property
    def members(self) -> list[list[int]]:
        """The cells of each class with more than one."""
        kinds = np.unique(self.class_of[self.joined])
        return [np.flatnonzero(self.class_of == kind).tolist() for kind in kinds]


def each_by_itself(scheme: Scheme, enough: BoolArray) -> CellClasses:
    """Cells that have enough answers; all others are withheld."""
    return CellClasses(np.where(enough, np.arange(scheme.n_cells), NO_CELL).astype(np.int64), scheme.released)


def joined_with_nearest(scheme: Scheme, geometry: Geometry, enough: BoolArray, few: BoolArray) -> CellClasses:
    """Cells with few answers go to the nearest cell of their block with enough; withheld where it has none."""
    class_of = each_by_itself(scheme, enough).class_of
    for cell in np.flatnonzero(few):
        open_to = np.flatnonzero(enough & (geometry.block_of == geometry.block_of[cell]))
        if len(open_to):
            class_of[cell] = open_to[np.argmin(_distances(geometry.centroids, int(cell), open_to))]
    means = geometry.centroids.copy()
    for kind in np.unique(class_of[class_of != NO_CELL]):
        own = np.flatnonzero(class_of == kind)
        if len(own) > 1:
            weights = scheme.frame_counts[own].astype(np.float64)
            means[own] = (weights @ geometry.centroids[own]) / weights.sum()
    return CellClasses(class_of, geometry.released_at(means))


def refuse_hidden_joining(scheme: Scheme, classes: CellClasses) -> None:
    """Refuse joined cells that are published with the values of a cell of the design: no reader could tell them apart.

    Means of numbers are values of their own; categories are published as the most frequent one, that of some cell.
    """
    together = sorted({cell for cells in classes.members for cell in cells})
    if not together:
        return
    shown = rounded_cells(classes.values, scheme.quasi_identifiers)[together]
    design = rounded_cells(scheme.released, scheme.quasi_identifiers)
    if shown.join(design, on=design.columns, how="semi", nulls_equal=True).height:
        raise ParameterError(
            "Joined cells would be published with the values of a single cell. Nobody could tell that they were "
            "joined, and beside a later release they would show the few answers that were added.",
            parameter="few",
            hint=("Withhold such cells (", Setting("few", "withhold"), ")."),
        )


def _distances(centroids: FloatArray, cell: int, others: IntArray) -> FloatArray:
    """Squared, summed coordinate by coordinate. The first of several that are equally near has the lowest number."""
    total = np.zeros(len(others))
    for coordinate in range(centroids.shape[1]):
        total += (centroids[others, coordinate] - centroids[cell, coordinate]) ** 2
    return total
