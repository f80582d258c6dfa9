"""allocate: records to fixed centres under prescribed shares of the workload, at least squared distance.

Patients to hospitals, documents to reviewers: the centres stay where they are, and only the price of each is adjusted
until everybody's best offer meets the shares. That assignment is the best of ALL with these sizes (PCL without its
centroid step; METHODS §3).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.errors import ParameterError
from shoal.partition.entrance import check_points, check_weights
from shoal.partition.margins import centred_costs
from shoal.partition.partition import FloatArray, IntArray, Partition
from shoal.partition.power_diagram import n_threads
from shoal.partition.sized_assignment import SizedAssignment
from shoal.partition.sizes import sizes_from_shares


def allocate(
    points: npt.ArrayLike,
    centers: npt.ArrayLike,
    shares: npt.ArrayLike | None = None,
    *,
    weights: npt.ArrayLike | None = None,
) -> Partition:
    """Allocate every point to one of the centres so that each gets its share, at the least total squared distance.

    Parameters
    ----------
    points : (n, d) array.
    centers : (m, d) array, in the same coordinates.
    shares : (m,) shares of the points, summing to 1; equal when not given. Whole records: sizes are the shares times n,
        rounded so that they sum to n (largest remainders first).
    weights : (n,) how much the squared distance of each record matters; the shares count records, not weights.

    The result's ``cell_of`` is the centre of each point, ``sites`` are the centres, ``costs`` their prices, and
    ``centroids`` the means of what was allocated; ``sse`` is measured to the centres.
    """
    given = check_points(points)
    sites = check_points(centers)
    if sites.shape[1] != given.shape[1]:
        raise ParameterError(
            f"points have {given.shape[1]} coordinates and centers {sites.shape[1]}. Give both in the same coordinates."
        )
    if len(given) == 0 or len(sites) == 0:
        raise ParameterError("There is nothing to allocate: points and centers need at least one row each.")
    record_weights = check_weights(weights, len(given))
    sizes = sizes_from_shares(shares, len(given), len(sites))
    cell_of, costs = _optimal(given, sites, sizes, record_weights)
    mass = np.ones(len(given)) if record_weights is None else record_weights
    sse = float((mass * ((given - sites[cell_of]) ** 2).sum(axis=1)).sum())
    mean = (mass[:, None] * given).sum(axis=0) / mass.sum()
    return Partition(
        cell_of=cell_of,
        sizes=sizes,
        centroids=_means(given, mass, cell_of, sites),
        sse=sse,
        sst=float((mass * ((given - mean) ** 2).sum(axis=1)).sum()),
        method="allocate",
        costs=costs,
        sites=sites,
    )


def _optimal(
    points: FloatArray, sites: FloatArray, sizes: IntArray, weights: FloatArray | None
) -> tuple[IntArray, FloatArray]:
    """Solve over the centres that get something; a centre without a share gets a price that nobody pays."""
    used = np.flatnonzero(sizes > 0)
    origin = points.mean(axis=0)  # far-away coordinates would cost digits
    near, places = np.ascontiguousarray(points - origin), np.ascontiguousarray(sites[used] - origin)
    assign = SizedAssignment(sizes[used], weights, n_threads())
    cell_of, costs = assign.proven(near, places, np.zeros(len(used)), None)
    scale = assign.scales(places, near)
    costs = centred_costs(near, places, costs, cell_of, weights=weights, scale=scale, threads=n_threads())
    spread = float(((near.max(axis=0) - near.min(axis=0)) ** 2).sum() + ((places - near.mean(axis=0)) ** 2).sum())
    all_costs = np.full(len(sites), float(costs.max()) + 4.0 * spread + 1.0)
    all_costs[used] = costs
    return used[cell_of], all_costs


def _means(points: FloatArray, mass: FloatArray, cell_of: IntArray, sites: FloatArray) -> FloatArray:
    """Means of what each centre got; a centre that got nothing is its own mean."""
    means = sites.copy()
    total = np.bincount(cell_of, weights=mass, minlength=len(sites))
    served = total > 0
    for column in range(points.shape[1]):
        sums = np.bincount(cell_of, weights=mass * points[:, column], minlength=len(sites))
        means[served, column] = sums[served] / total[served]
    return means
