"""Places: cells whose sites coincide, assigned as one and then dealt out.

Many identical records make several cells of nothing but themselves, all with the same site. To the assignment these
cells are the same: a record pays the same in each, at costs that must be equal. So they are one place, as large as they
are together, and only who stands in which of them is left to decide. It makes no difference to the distortion; records
keep their cell where they have one there, and newcomers are dealt out with identical ones side by side, so that as few
cells as possible are mixed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class Places:
    """The place of each cell, and one cell of each place."""

    place_of: IntArray  # (cells,)
    head: IntArray  # (places,)

    def totals(self, sizes: IntArray) -> IntArray:
        """How many records each place holds."""
        totals = np.zeros(len(self.head), dtype=np.int64)
        np.add.at(totals, self.place_of, sizes)
        return totals

    def dealt(
        self, place_of_record: IntArray, sizes: IntArray, points: FloatArray, present: IntArray | None
    ) -> IntArray:
        """The cells of the records, given their places and, if there are any, their ``present`` cells."""
        cell_of = np.full(len(points), -1, dtype=np.int64)
        vacant = sizes.copy()
        if present is not None:
            staying = self.place_of[present] == place_of_record
            cell_of[staying] = present[staying]
            vacant -= np.bincount(present[staying], minlength=len(sizes))
        newcomers = np.flatnonzero(cell_of < 0)
        order = np.lexsort((*points[newcomers].T, place_of_record[newcomers]))
        cells = np.argsort(self.place_of, kind="stable")
        cell_of[newcomers[order]] = np.repeat(cells, vacant[cells])
        return cell_of


def places_of(sites: FloatArray) -> Places | None:
    """Cells by place, or None when no two sites coincide."""
    order = np.lexsort(sites.T)
    ordered = sites[order]
    new = np.ones(len(sites), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    if new.all():
        return None
    place_of = np.empty(len(sites), dtype=np.int64)
    place_of[order] = np.cumsum(new) - 1
    return Places(place_of, order[new])
