"""The scale of each cell, computed from the sites: the unit of costs, margins and reaches."""

from __future__ import annotations

import numpy as np

from shoal.arrays import FloatArray

NEIGHBOURS = 3  # of a site, whose distances give the scale of a cell
LEAST_SCALE = 1e-9  # of the mean scale: for sites that coincide


def cell_scales(sites: FloatArray, points: FloatArray, weights: FloatArray | None) -> FloatArray:
    """A quarter of the mean squared distance to the nearest neighbours' sites, for each cell."""
    from scipy.spatial import cKDTree

    weight = 1.0 if weights is None else float(weights.mean())
    if len(sites) == 1:
        return np.full(1, weight * float(points.var(axis=0).sum()) or 1.0)
    distance = np.asarray(cKDTree(sites).query(sites, k=min(len(sites), NEIGHBOURS + 1))[0])
    scale: FloatArray = weight * (distance[:, 1:] ** 2).mean(axis=1) / 4.0
    mean = float(scale.mean()) or 1.0  # all sites coincide
    return np.maximum(scale, LEAST_SCALE * mean)
