"""allocate: records to fixed centres under prescribed shares of the workload, at least squared distance.

Patients to hospitals, documents to reviewers: the centres are fixed, and only the cost of each is adjusted until the
shares are met. That assignment is the best of ALL with these sizes (PCL without its centroid step;
docs/methods/pcl.md).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.allocation.workloads import allocate_loads
from shoal.partition.checks import check_points, check_weights
from shoal.partition.control import n_threads
from shoal.partition.partition import Partition
from shoal.partition.sizes import check_shares, sizes_from_shares
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.dual_margins import centred_costs


def allocate(
    points: npt.ArrayLike,
    centers: npt.ArrayLike,
    shares: npt.ArrayLike | None = None,
    *,
    weights: npt.ArrayLike | None = None,
    workloads: npt.ArrayLike | None = None,
) -> Partition:
    """Allocate every point to one of the centres so that each gets its share, at the least total squared distance.

    Parameters
    ----------
    points : (n, d) array.
    centers : (m, d) array, in the same coordinates.
    shares : (m,) shares of the points, summing to 1; equal when not given. Whole records: sizes are the shares times n,
        rounded so that they sum to n (largest remainders first).
    weights : (n,) how much the squared distance of each record matters; the shares count records, not weights.
    workloads : (n,) how much of a share each record takes up; 1 each when not given. Records are not split, so each
        centre is then within the workload of one record of its share of the total (`allocation/workloads.py`).

    Record j goes to the centre at which weight_j · ‖x_j − center‖² + workload_j · cost is least. The result's
    ``cell_of`` is the centre of each point, ``sites`` are the centres, ``costs`` their prices, and ``centroids`` the
    means of the points of each; ``sse`` is measured to the centres.
    """
    given = check_points(points)
    sites = check_points(centers)
    if sites.shape[1] != given.shape[1]:
        raise ParameterError(
            Setting("points"),
            f" have {given.shape[1]} coordinates and ",
            Setting("centers"),
            f" {sites.shape[1]}.",
            hint="Give both in the same coordinates.",
        )
    if len(given) == 0 or len(sites) == 0:
        raise ParameterError(
            "There is nothing to allocate: ",
            Setting("points"),
            " and ",
            Setting("centers"),
            " need at least one row each.",
        )
    if shares is None and len(sites) > len(given):
        raise ParameterError(
            f"{len(sites):,} centres want equal shares of {len(given):,} points, so some would get none.",
            hint=(
                "Give fewer centres, or see whether ",
                Setting("points"),
                " and ",
                Setting("centers"),
                " were swapped.",
            ),
        )
    record_weights = check_weights(weights, len(given))
    record_workloads = check_weights(workloads, len(given), "workloads")
    if record_workloads is None or np.ptp(record_workloads) == 0.0:
        load: FloatArray | IntArray = sizes_from_shares(shares, len(given), len(sites))
    else:
        load = check_shares(shares, len(sites)) * record_workloads.sum()
    cell_of, costs = _optimal(given, sites, load, record_weights, record_workloads)
    mass = np.ones(len(given)) if record_weights is None else record_weights
    sse = float((mass * ((given - sites[cell_of]) ** 2).sum(axis=1)).sum())
    mean = (mass[:, None] * given).sum(axis=0) / mass.sum()
    return Partition(
        cell_of=cell_of,
        sizes=np.bincount(cell_of, minlength=len(sites)).astype(np.int64),
        centroids=_means(given, mass, cell_of, sites),
        sse=sse,
        sst=float((mass * ((given - mean) ** 2).sum(axis=1)).sum()),
        method="allocate",
        costs=costs,
        sites=sites,
    )


def _optimal(
    points: FloatArray,
    sites: FloatArray,
    load: FloatArray | IntArray,
    weights: FloatArray | None,
    workloads: FloatArray | None,
) -> tuple[IntArray, FloatArray]:
    """Solve over the centres that have a share; the cost of all others is above the largest difference of prices."""
    used = np.flatnonzero(load > 0)
    origin = points.mean(axis=0)  # large coordinates would lose digits
    near, used_sites = np.ascontiguousarray(points - origin), np.ascontiguousarray(sites[used] - origin)
    if workloads is not None and load.dtype.kind == "f":
        cell_of, costs = allocate_loads(near, used_sites, workloads, load[used].astype(np.float64), weights)
    else:
        cell_of, costs = _allocate_counts(near, used_sites, load[used].astype(np.int64), weights)
        costs = costs if workloads is None else costs / workloads[0]
    reach = float(((near.max(axis=0) - near.min(axis=0)) ** 2).sum() + ((used_sites - near.mean(axis=0)) ** 2).sum())
    dearest = 1.0 if weights is None else float(weights.max())
    lightest = 1.0 if workloads is None else float(workloads.min())
    all_costs = np.full(len(sites), float(costs.max()) + (4.0 * reach + 1.0) * dearest / lightest)
    all_costs[used] = costs
    return used[cell_of], all_costs


def _allocate_counts(
    points: FloatArray, sites: FloatArray, sizes: IntArray, weights: FloatArray | None
) -> tuple[IntArray, FloatArray]:
    assign = SizedAssignment(sizes, weights, n_threads())
    cell_of, costs = assign.proven(points, sites, np.zeros(len(sites)), None)
    scale = assign.scales(sites, points)
    return cell_of, centred_costs(points, sites, costs, cell_of, weights=weights, scale=scale, threads=n_threads())


def _means(points: FloatArray, mass: FloatArray, cell_of: IntArray, sites: FloatArray) -> FloatArray:
    """The mean of the points of each centre; a centre without points is its own mean."""
    means = sites.copy()
    total = np.bincount(cell_of, weights=mass, minlength=len(sites))
    served = total > 0
    for column in range(points.shape[1]):
        sums = np.bincount(cell_of, weights=mass * points[:, column], minlength=len(sites))
        means[served, column] = sums[served] / total[served]
    return means
