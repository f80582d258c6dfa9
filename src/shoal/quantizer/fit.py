"""Fit: a quantizer for a population that is known by samples or by a model.

PCL designs cells of prescribed probability on the samples; the result is a quantizer of bare points. Its shares hold
for the population up to sampling error, about √(p/n) for a share p and n samples. Nothing is promised for new records
until they are counted (``verify``).

Two weightings may differ: v_j in the distortion (``weights``) and u_j in the probability of a cell (``cell_weights``).
A point then belongs to the cell of least v·‖x − site‖² + u·cost. They are brought down to one: samples are drawn again,
evenly along the running sum of u, so that each counts the same towards its cell, and weigh v/u in the distortion.
Nothing is lost by that but some precision: a sample of twice the mean u is there twice. Where v/u differs between
points the quantizer is of the weighted kind, and ``assign_points`` asks for ``weights`` = v/u.
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
from shoal.partition.pcl.pcl import PCL
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
        drawn = drawn_evenly(in_cells)
        ratio = (1.0 if in_distortion is None else in_distortion[drawn]) / in_cells[drawn]
        points, in_distortion = np.ascontiguousarray(points[drawn]), ratio
    if in_distortion is not None and np.ptp(in_distortion) <= SAME_RATIO * in_distortion.max():
        in_distortion = None
    partition = microaggregate(points, promise.k, method=method, seed=seed, weights=in_distortion)
    return model_of(points, partition, promise, seed=seed, weights=in_distortion)


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
