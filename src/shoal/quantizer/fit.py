"""Fit: a quantizer for a population that is known by samples or by a model.

PCL designs cells of prescribed probability on the samples (`sources/` draws them). With the names of their columns the
result can be applied to tables (`design_sample.py`); without, it is a quantizer of bare points. Its shares hold for the
population up to sampling error, about √(p/n) for a share p and n independent samples. Nothing is promised for new
records until they are counted (``verify``, ``release``).

Two weightings may differ: v_j in the distortion (``weights``) and u_j in the probability of a cell (``cell_weights``).
A point then belongs to the cell of least v·‖x − site‖² + u·cost. PCL begins with one weighting: samples are drawn
again, evenly by u along a curve through the points, so that each counts the same towards its cell, and weigh v/u in the
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

from shoal.arrays import FloatArray, IntArray
from shoal.errors import ParameterError, Setting, in_a_row
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_seed, check_weights
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.pcl.two_masses import with_loads
from shoal.partition.problem import Progress, no_progress
from shoal.partition.sizes import check_shares
from shoal.quantizer.design import model_of
from shoal.quantizer.design_sample import DesignSample, SampleColumns, design_sample, drawn_by_mass, is_table
from shoal.quantizer.model import QuantizerModel
from shoal.quantizer.sources.sample_source import source_of

Draw = Callable[[int, np.random.Generator], Any]  # so many samples of a population, as an array or a table
Weighing = npt.ArrayLike | Callable[[FloatArray], npt.ArrayLike]  # one weight for each point

DESIGN_SAMPLES = 100_000  # a share of 1/100 then comes out within 3 % of itself
SAME_RATIO = 1e-12  # v/u that differ by less, relatively, are the same up to rounding


def fitted(
    given: Any,
    *,
    cells: int | None,
    shares: Sequence[float] | None,
    about: SampleColumns,
    samples: int | None,
    seed: int | None,
    weights: Weighing | None,
    cell_weights: Weighing | None,
    k: int,
    progress: Progress = no_progress,
    settings: Mapping[str, Any],
) -> QuantizerModel:
    """Draw, encode, weigh, design. See `Quantizer.fit`."""
    check_seed(seed)
    promise = KAnonymity(k)
    method = _method(cells, shares, settings)
    n_samples = _checked_count(samples)
    rng = np.random.default_rng(seed)
    source = source_of(given)
    drawn = given if source is None else source.drawn(n_samples, rng)
    if is_table(drawn):
        _refuse_weighings({"weights": weights, "cell_weights": cell_weights})
    sample = design_sample(drawn, about, promise)
    if source is None and sample.mass is None:
        _refuse_count(samples)
    promise.require_feasible(len(sample.points), "the sample")
    weighings = _weighed(drawn, sample, weights, cell_weights, rng)
    rows, in_distortion = weighings.rows, weighings.of_rows
    if sample.mass is not None:
        rows = drawn_by_mass(sample.points, sample.mass, n_samples, rng)
    points = sample.points if rows is None else np.ascontiguousarray(sample.points[rows])
    partition = microaggregate(points, promise.k, method=method, seed=seed, weights=in_distortion, progress=progress)
    if weighings.masses is not None:
        points, rows = sample.points, np.arange(len(sample.points))
        partition, in_distortion = _with_masses(points, partition, weighings, weighings.masses, method)
    model = model_of(points, partition, promise, seed=seed, weights=in_distortion, table=sample.table)
    if source is not None and source.synthetic:
        return dataclasses.replace(model, origin=dataclasses.replace(model.origin, drawn=True), rare={})
    if rows is None:
        return model
    thin = _thin_cells(partition.cell_of, rows, promise)
    return dataclasses.replace(model, origin=dataclasses.replace(model.origin, thin_cells=thin))


def _thin_cells(cell_of: IntArray, rows: IntArray, promise: KAnonymity) -> int:
    """How many cells hold fewer than k different samples: a large weight has a sample drawn many times."""
    once = np.unique(np.column_stack([cell_of, rows]), axis=0)
    return int(np.count_nonzero(np.bincount(once[:, 0]) < promise.k))


def _with_masses(
    points: FloatArray, begun: Partition, weighings: _Weighings, masses: FloatArray, method: PCL
) -> tuple[Partition, FloatArray | None]:
    """Cells with their shares of the masses, and weights/masses, which assign further points; None if all the same."""
    weights = np.ones(len(points)) if weighings.weights is None else weighings.weights
    ratio = weights / masses
    same = _all_same(ratio)
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
    # The rules of a quantizer assign points by squared Euclidean distances.
    known = {setting.name for setting in dataclasses.fields(PCL)} - {"cells", "shares", "sizes", "distance"}
    strange = sorted(set(settings) - known)
    if strange:
        listed = ", ".join(sorted(known))
        raise ParameterError(f"Quantizer.fit has no setting {strange[0]!r}. It has those of PCL: {listed}.")
    return PCL(cells=cells, shares=shares, **settings)


def _checked_count(samples: int | None) -> int:
    if samples is None:
        return DESIGN_SAMPLES
    if isinstance(samples, bool) or not isinstance(samples, (int, np.integer)) or samples < 1:
        raise ParameterError(Setting("samples"), " must be a whole number of at least 1.")
    return int(samples)


def _refuse_count(samples: int | None) -> None:
    if samples is not None:
        raise ParameterError(
            Setting("samples"),
            " is how many are drawn from a model, and all samples that were given are used.",
            hint=("Leave ", Setting("samples"), " out."),
        )


def _refuse_weighings(weighings: Mapping[str, Any]) -> None:
    given = [Setting(name) for name, value in weighings.items() if value is not None]
    if given:
        raise ParameterError(
            *in_a_row(given, " and "),
            " are for points, and the samples are a table.",
            hint=("Name its column of weights with ", Setting("weight"), "."),
        )


@dataclasses.dataclass(frozen=True)
class _Weighings:
    """Weights in the distortion and masses of the samples, and rows of samples that count the same towards cells."""

    rows: IntArray | None = None  # None: all samples, once
    of_rows: FloatArray | None = None  # weights of these rows in the distortion
    weights: FloatArray | None = None  # of all samples
    masses: FloatArray | None = None


def _weighed(
    drawn: Any, sample: DesignSample, weights: Weighing | None, cell_weights: Weighing | None, rng: np.random.Generator
) -> _Weighings:
    if weights is None and cell_weights is None:
        return _Weighings()
    own = np.asarray(drawn, dtype=np.float64)  # the coordinates as the caller knows them
    in_distortion = _weights_of(weights, own, "weights")
    masses = _weights_of(cell_weights, own, "cell_weights")
    rows, of_rows = None, in_distortion
    if masses is not None:
        rows = drawn_by_mass(sample.points, masses, len(own), rng)
        of_rows = (1.0 if in_distortion is None else in_distortion[rows]) / masses[rows]
    if of_rows is not None and _all_same(of_rows):
        of_rows = None
    if of_rows is not None and sample.table is not None:
        raise ParameterError(
            Setting("weights"),
            " and ",
            Setting("cell_weights"),
            " differ, so the cell of a record would depend on its weights, and a table of columns has none.",
            hint=("Give the same to both, or leave ", Setting("columns"), " out and assign points with weights."),
        )
    return _Weighings(rows, of_rows, in_distortion, masses)


def _weights_of(weighing: Weighing | None, points: FloatArray, name: str) -> FloatArray | None:
    return check_weights(weighing(points) if callable(weighing) else weighing, len(points), name)
