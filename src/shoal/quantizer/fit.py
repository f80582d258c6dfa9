"""Fit: a quantizer for a population that is known by samples or by a model.

PCL designs cells of prescribed probability on the samples; the result is a quantizer of bare points. Its shares hold
for the population up to sampling error, about √(p/n) for a share p and n samples. Nothing is promised for new records
until they are counted (``verify``).

Two weightings may differ: v_j in the distortion (``weights``) and u_j in the probability of a cell (``cell_weights``).
A point then belongs to the cell of least v·‖x − site‖² + u·cost. PCL begins with one weighting: samples are drawn
again, evenly along the running sum of u, so that each counts the same towards its cell, and weigh v/u in the
distortion. From there it goes on with both (`pcl/two_masses.py`), until every cell has its share of u to within one
sample. Where v/u differs between points the quantizer is of the weighted kind, and ``assign_points`` asks for
``weights`` = v/u.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from shoal.arrays import FloatArray
from shoal.errors import ParameterError, Setting
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_points, check_seed, check_weights
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.pcl.two_masses import with_loads
from shoal.partition.sizes import check_shares
from shoal.partition.transport.workloads import drawn_evenly
from shoal.quantizer.design import model_of
from shoal.quantizer.model import QuantizerModel

Draw = Callable[[int, np.random.Generator], npt.ArrayLike]  # so many samples of a density
Weighing = npt.ArrayLike | Callable[[FloatArray], npt.ArrayLike]  # one weight for each point

SAME_RATIO = 1e-12  # v/u that differ by less, relatively, are the same up to rounding


def fitted(
    source: npt.ArrayLike | Draw,
    *,
    cells: int | None,
    shares: Sequence[float] | None,
    samples: int,
    seed: int | None,
    weights: Weighing | None,
    cell_weights: Weighing | None,
    k: int,
    settings: Mapping[str, Any],
) -> QuantizerModel:
    """Draw, weigh, design. See `Quantizer.fit`."""
    check_seed(seed)
    promise = KAnonymity(k)
    method = _method(cells, shares, settings)
    points = _points(source, samples, seed)
    promise.require_feasible(len(points), "the sample")
    in_distortion = _weighed(weights, points, "weights")
    in_cells = _weighed(cell_weights, points, "cell_weights")
    if in_cells is not None:
        weights_in_distortion = np.ones(len(points)) if in_distortion is None else in_distortion
        partition, ratio = _of_two_masses(points, weights_in_distortion, in_cells, method, promise, seed)
        return model_of(points, partition, promise, seed=seed, weights=ratio)
    in_distortion = None if in_distortion is None or _all_same(in_distortion) else in_distortion
    partition = microaggregate(points, promise.k, method=method, seed=seed, weights=in_distortion)
    return model_of(points, partition, promise, seed=seed, weights=in_distortion)


def _of_two_masses(
    points: FloatArray, weights: FloatArray, masses: FloatArray, method: PCL, promise: KAnonymity, seed: int | None
) -> tuple[Partition, FloatArray | None]:
    """Cells with their shares of the masses, and weights/masses, which assign further points; None if all the same."""
    drawn = drawn_evenly(masses)
    ratio = weights / masses
    same = _all_same(ratio)
    begun = microaggregate(
        np.ascontiguousarray(points[drawn]),
        promise.k,
        method=method,
        seed=seed,
        weights=None if same else np.ascontiguousarray(ratio[drawn]),
    )
    loads = check_shares(method.shares, method.cells) * masses.sum()
    origin = points.mean(axis=0)  # large coordinates would lose digits
    sites = begun.centroids if begun.sites is None else begun.sites
    loaded = with_loads(points - origin, np.ascontiguousarray(sites - origin), loads, masses, weights)
    partition = Partition.from_cells(
        points,
        loaded.cell_of,
        method=begun.method,
        weights=weights,
        costs=loaded.costs / (ratio[0] if same else 1.0),
        sites=loaded.sites + origin,
        history=loaded.history,
    )
    return partition, None if same else ratio


def _all_same(weights: FloatArray) -> bool:
    return bool(np.ptp(weights) <= SAME_RATIO * weights.max())


def _method(cells: int | None, shares: Sequence[float] | None, settings: Mapping[str, Any]) -> PCL:
    if (cells is None) == (shares is None):
        raise ParameterError(
            "Give the number of ", Setting("cells"), ", or their ", Setting("shares"), ": one of the two."
        )
    if shares is not None:
        check_shares(shares)
    known = {setting.name for setting in dataclasses.fields(PCL)} - {"cells", "shares", "sizes"}
    strange = sorted(set(settings) - known)
    if strange:
        raise ParameterError(f"Quantizer.fit has no setting {strange[0]!r}. It has those of PCL: {', '.join(known)}.")
    return PCL(cells=cells, shares=shares, **settings)


def _points(source: npt.ArrayLike | Draw, samples: int, seed: int | None) -> FloatArray:
    """The samples as given, or as many as asked for."""
    if not callable(source):
        return check_points(source)
    if isinstance(samples, bool) or not isinstance(samples, (int, np.integer)) or samples < 1:
        raise ParameterError(Setting("samples"), " must be a whole number of at least 1.")
    points = check_points(source(int(samples), np.random.default_rng(seed)))
    if len(points) != samples:
        raise ParameterError(f"The source was asked for {samples} samples and gave {len(points)}.")
    return points


def _weighed(weighing: Weighing | None, points: FloatArray, name: str) -> FloatArray | None:
    return check_weights(weighing(points) if callable(weighing) else weighing, len(points), name)
