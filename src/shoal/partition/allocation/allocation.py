"""allocate: records to fixed centres under prescribed shares of the workload, at least total distance.

Patients to hospitals, documents to reviewers: the centres are fixed, and only the cost of each is adjusted until the
shares are met. That assignment is the best of ALL with these sizes (PCL without its centroid step;
docs/methods/pcl.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting
from shoal.partition.checks import check_points, check_weights
from shoal.partition.control import n_threads
from shoal.partition.distances.cosine import Cosine, sparse_cosine_distances
from shoal.partition.distances.matrix import DistanceMatrix
from shoal.partition.distances.named import find_distance
from shoal.partition.partition import Partition
from shoal.partition.sizes import check_shares, sizes_from_shares
from shoal.partition.transport.assignment import SizedAssignment
from shoal.partition.transport.distance import Distance
from shoal.partition.transport.dual_margins import centred_costs
from shoal.partition.transport.squared_euclidean import SQUARED_EUCLIDEAN
from shoal.partition.transport.workloads import allocate_loads

CLEARLY = 4.0  # times the largest price: the price of a centre without a share


def allocate(
    points: Any,
    centers: Any,
    shares: npt.ArrayLike | None = None,
    *,
    weights: npt.ArrayLike | None = None,
    workloads: npt.ArrayLike | None = None,
    distance: object = "squared-euclidean",
) -> Partition:
    """Allocate every point to one of the centres so that each gets its share, at the least total distance.

    Parameters
    ----------
    points : (n, d) array; with distance 'cosine' also a sparse one of SciPy, for example counts of keywords.
    centers : (m, d) array, in the same coordinates.
    shares : (m,) shares of the points, summing to 1; equal when not given. Whole records: sizes are the shares times n,
        rounded so that they sum to n (largest remainders first).
    weights : (n,) how much the squared distance of each record matters; the shares count records, not weights.
    workloads : (n,) how much of a share each record takes up; 1 each when not given. Records are not split, so each
        centre is then within the workload of one record of its share of the total (`transport/workloads.py`).
    distance : 'squared-euclidean', 'euclidean', 'manhattan', 'cosine', or 'great-circle' for latitudes and longitudes
        in degrees; a `Graph` of streets; a function; or a matrix of distances such as travel times, with a row for each
        point and a column for each centre. Points and centres may then be None: all rows and all columns.

    Record j goes to the centre at which weight_j · d(x_j, center) + workload_j · cost is least. The result's
    ``cell_of`` is the centre of each point, ``sites`` are the centres, ``costs`` their prices, and ``centroids`` the
    means of the points of each, or in another distance than the squared Euclidean one the centres; ``sse`` is the total
    distance to the centres.
    """
    given, sites, measure = _measured(points, centers, find_distance(distance))
    _check_pair(given, sites, shares)
    record_weights = check_weights(weights, len(given))
    record_workloads = check_weights(workloads, len(given), "workloads")
    if record_workloads is None or np.ptp(record_workloads) == 0.0:
        load: FloatArray | IntArray = sizes_from_shares(shares, len(given), len(sites))
    else:
        load = check_shares(shares, len(sites)) * record_workloads.sum()
    measure.require_affordable(len(given), len(sites))
    origin = given.mean(axis=0) if measure.moves_with_points else np.zeros(given.shape[1])
    near = np.ascontiguousarray(measure.embedded(given - origin))  # large coordinates would lose digits
    near_sites = np.ascontiguousarray(measure.embedded_sites(sites - origin))
    cell_of, costs = _optimal(near, near_sites, load, record_weights, record_workloads, measure)
    together = np.zeros(len(given), dtype=np.int64)
    only = measure.representatives(near, together, 1, record_weights)
    mass = np.ones(len(given)) if record_weights is None else record_weights
    return Partition(
        cell_of=cell_of,
        sizes=np.bincount(cell_of, minlength=len(sites)).astype(np.int64),
        centroids=_means(given, mass, cell_of, sites) if measure is SQUARED_EUCLIDEAN else sites,
        sse=measure.distortion(near, near_sites, cell_of, record_weights),
        sst=measure.distortion(near, only, together, record_weights),
        method="allocate",
        costs=costs,
        sites=sites,
        distance=measure.name,
    )


def _measured(points: Any, centers: Any, measure: Distance) -> tuple[FloatArray, FloatArray, Distance]:
    """Points and centres as arrays. A matrix numbers them; sparse vectors are compared first, and become a matrix."""
    from scipy.sparse import issparse

    if issparse(points) or issparse(centers):
        if not isinstance(measure, Cosine):
            raise ParameterError(
                "Sparse ",
                Setting("points"),
                " go with the cosine distance, which looks at the entries that are not 0 only.",
                hint=("Set ", Setting("distance", "cosine"), ", or give dense arrays."),
            )
        measure = DistanceMatrix(sparse_cosine_distances(points, centers))
        points = centers = None
    if isinstance(measure, DistanceMatrix):
        n_rows, n_columns = measure.distances.shape
        points = np.arange(n_rows)[:, None] if points is None else points
        centers = np.arange(n_columns)[:, None] if centers is None else centers
    return check_points(points), check_points(centers, "centers"), measure


def _check_pair(given: FloatArray, sites: FloatArray, shares: npt.ArrayLike | None) -> None:
    """Refuse points and centres that do not fit each other."""
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


def _optimal(
    points: FloatArray,
    sites: FloatArray,
    load: FloatArray | IntArray,
    weights: FloatArray | None,
    workloads: FloatArray | None,
    measure: Distance,
) -> tuple[IntArray, FloatArray]:
    """Solve over the centres that have a share; all others cost more than any record pays now."""
    used = np.flatnonzero(load > 0)
    used_sites = np.ascontiguousarray(sites[used])
    if workloads is not None and load.dtype.kind == "f":
        cell_of, costs = allocate_loads(points, used_sites, workloads, load[used].astype(np.float64), weights, measure)
    else:
        cell_of, costs = _allocate_counts(points, used_sites, load[used].astype(np.int64), weights, measure)
        costs = costs if workloads is None else costs / workloads[0]
    weight = np.ones(len(points)) if weights is None else weights
    work = np.ones(len(points)) if workloads is None else workloads
    paid = weight * measure.to_own(points, used_sites, cell_of) / work + costs[cell_of]
    all_costs = np.full(len(sites), CLEARLY * float(np.abs(paid).max()) + 1.0)
    all_costs[used] = costs
    return used[cell_of], all_costs


def _allocate_counts(
    points: FloatArray, sites: FloatArray, sizes: IntArray, weights: FloatArray | None, measure: Distance
) -> tuple[IntArray, FloatArray]:
    assign = SizedAssignment(sizes, weights, n_threads(), measure)
    cell_of, costs = assign.proven(points, sites, np.zeros(len(sites)), None)
    scale = assign.scales(sites, points)
    centred = centred_costs(
        points, sites, costs, cell_of, weights=weights, scale=scale, threads=n_threads(), measure=measure
    )
    return cell_of, centred


def _means(points: FloatArray, mass: FloatArray, cell_of: IntArray, sites: FloatArray) -> FloatArray:
    """The mean of the points of each centre; a centre without points is its own mean."""
    means = sites.copy()
    total = np.bincount(cell_of, weights=mass, minlength=len(sites))
    served = total > 0
    for column in range(points.shape[1]):
        sums = np.bincount(cell_of, weights=mass * points[:, column], minlength=len(sites))
        means[served, column] = sums[served] / total[served]
    return means
