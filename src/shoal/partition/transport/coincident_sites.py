"""DistinctSites: cells whose sites coincide are assigned as one cell, and their records are then distributed.

Many identical records fill several cells, all with the same site. These cells have the same distances, and their costs
must be equal. So the assignment has one cell for each distinct site, with the sum of their sizes. How its records are
distributed among the cells makes no difference to the distortion. Records keep their present cell if it has this site.
The others are distributed with identical records next to each other, so that as few cells as possible are mixed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class DistinctSites:
    """The distinct site of each cell, and one cell of each distinct site."""

    site_of: IntArray  # (cells,)
    first_cell: IntArray  # (distinct sites,)

    def totals(self, sizes: IntArray) -> IntArray:
        """The number of records of each distinct site."""
        totals = np.zeros(len(self.first_cell), dtype=np.int64)
        np.add.at(totals, self.site_of, sizes)
        return totals

    def distributed(
        self, site_of_record: IntArray, sizes: IntArray, points: FloatArray, present: IntArray | None
    ) -> IntArray:
        """The cells of the records, given their distinct sites and, if there are any, their ``present`` cells."""
        cell_of = np.full(len(points), -1, dtype=np.int64)
        vacant = sizes.copy()
        if present is not None:
            staying = self.site_of[present] == site_of_record
            cell_of[staying] = present[staying]
            vacant -= np.bincount(present[staying], minlength=len(sizes))
        newcomers = np.flatnonzero(cell_of < 0)
        order = np.lexsort((*points[newcomers].T, site_of_record[newcomers]))
        cells = np.argsort(self.site_of, kind="stable")
        cell_of[newcomers[order]] = np.repeat(cells, vacant[cells])
        return cell_of


def distinct_sites(sites: FloatArray) -> DistinctSites | None:
    """The distinct sites, or None when no two sites coincide."""
    order = np.lexsort(sites.T)
    ordered = sites[order]
    new = np.ones(len(sites), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    if new.all():
        return None
    site_of = np.empty(len(sites), dtype=np.int64)
    site_of[order] = np.cumsum(new) - 1
    return DistinctSites(site_of, order[new])
