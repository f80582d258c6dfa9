"""Design: from points and their cells to rules that reproduce the cells, and to the model that contains the rules.

The rule is a power diagram if the method has costs, or if the dual of the transport problem between records and cell
sizes gives them. Otherwise it is a list of reference points, if these reproduce the cells exactly. Otherwise it is the
table of the records. Every rule is checked by assigning the design points. The only exception are identical points in
different cells: no rule can distinguish them, so they are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from shoal import __version__
from shoal.arrays import FloatArray, IntArray, records_by_cell
from shoal.errors import ParameterError
from shoal.guarantee import KAnonymity
from shoal.partition.checks import check_points
from shoal.partition.partition import Partition
from shoal.partition.transport.dual_costs import costs_reproducing
from shoal.partition.transport.dual_margins import moved_records, scattered_costs
from shoal.quantizer.design_counts import pooled
from shoal.quantizer.intake.intake import BlockKey, Intake
from shoal.quantizer.model import BYTES_PER_VALUE, BlockCells, DesignOrigin, QuantizerModel, asks_for_weights
from shoal.quantizer.rules.base import Rule, squared_distances
from shoal.quantizer.rules.neighbour import NeighbourRule
from shoal.quantizer.rules.power import PowerRule, WeightedPowerRule
from shoal.quantizer.rules.reference import ReferenceRule

# A site that has come so much closer to the centroid than the record is (the record's share in it is the inverse) tells
# the record to three digits fewer than itself; beyond that, rounding hides it, and a line is met by chance.
FARTHEST_ORIGIN = 1_000.0
LINE_ROUNDING = 1e-13  # of the coordinates: means of a cell are rounded hundreds of times


@dataclass(frozen=True)
class DesignTable:
    """The table of the design points: how later tables are read, and the block of each record.

    The cells of a partition of these points are numbered consecutively, block by block. ``rare``: see `QuantizerModel`.
    """

    intake: Intake | None = None
    keys: Sequence[BlockKey] = (BlockKey(),)
    block_of: IntArray | None = field(default=None, repr=False)
    rare: Mapping[str, int] = field(default_factory=dict, repr=False)


def model_of(
    points: npt.ArrayLike,
    partition: Partition,
    promise: KAnonymity,
    *,
    seed: int | None = None,
    weights: FloatArray | None = None,
    table: DesignTable | None = None,
) -> QuantizerModel:
    """See `quantizer_of` in `quantizer.py`."""
    given = np.ascontiguousarray(check_points(points))
    if partition.cell_of.shape != (len(given),) or partition.cell_of.min(initial=0) < 0:
        raise ParameterError(
            f"There are {len(given)} points and a partition of {len(partition.cell_of)} records, "
            "or some of its records have no cell. Give the points that were partitioned."
        )
    promise.require_kept(partition.sizes, "the partition")
    source = DesignTable() if table is None else table
    blocks, counts, n_moved = _blocks(given, partition, promise.k, weights, source)
    intake = source.intake
    n_values = given.shape[1] if intake is None else len(intake.encoding.columns)
    n_bytes = len(given) * n_values * BYTES_PER_VALUE
    return QuantizerModel(
        centroids=partition.centroids.copy(),
        sizes=partition.sizes.astype(np.int64),
        blocks=blocks,
        guarantee=promise,
        origin=DesignOrigin(partition.method, seed, __version__, len(given), n_moved, n_bytes),
        intake=None if intake is None else replace(intake, weighted=asks_for_weights(blocks)),
        rare=dict(source.rare),
        rule_counts=pooled(counts, promise.k) if n_moved else None,
    )


def _blocks(
    points: FloatArray, partition: Partition, k: int, weights: FloatArray | None, source: DesignTable
) -> tuple[tuple[BlockCells, ...], IntArray, int]:
    """Every block with its rule, how many records the rules assign to each cell, and how many to another cell."""
    block_of = np.zeros(len(points), dtype=np.int64) if source.block_of is None else source.block_of
    blocks, counts, first_cell, n_moved = [], [], 0, 0
    for number, key in enumerate(source.keys):
        rows = np.flatnonzero(block_of == number)
        cells = partition.cell_of[rows] - first_cell
        own = slice(first_cell, first_cell + int(cells.max()) + 1)
        own_weights = None if weights is None else weights[rows]
        rule, moved_here = rule_of(
            points[rows],
            cells,
            partition.centroids[own],
            k=k,
            costs=None if partition.costs is None else partition.costs[own],
            sites=None if partition.sites is None else partition.sites[own],
            weights=own_weights,
        )
        blocks.append(BlockCells(key, first_cell, rule))
        by_rule = rule.assign(points[rows], own_weights) if moved_here else cells
        counts.append(np.bincount(by_rule, minlength=rule.n_cells).astype(np.int64))
        first_cell, n_moved = own.stop, n_moved + moved_here
    return tuple(blocks), np.concatenate(counts), n_moved


def rule_of(
    points: FloatArray,
    cell_of: IntArray,
    centroids: FloatArray,
    *,
    k: int,
    costs: FloatArray | None = None,
    sites: FloatArray | None = None,
    weights: FloatArray | None = None,
) -> tuple[Rule, int]:
    """The rule that gives back these cells (numbered from 0), and how many identical records it puts elsewhere."""
    for rule in _candidates(points, cell_of, centroids, k, costs, sites, weights):
        n_elsewhere = moved_records(points, cell_of, rule.assign(points, weights))
        if n_elsewhere is not None:
            return rule, n_elsewhere
    raise ParameterError(
        "No rule gives back these cells: some records are too close together, or too far apart, for distances to be "
        "told. Express the quasi-identifiers in other units."
    )


def _candidates(
    points: FloatArray,
    cell_of: IntArray,
    centroids: FloatArray,
    k: int,
    costs: FloatArray | None,
    sites: FloatArray | None,
    weights: FloatArray | None,
) -> Iterator[Rule]:
    """Rules to try, the smallest first; each is only built when the one before has failed."""
    if len(centroids) == 1:
        yield PowerRule(centroids, np.zeros(1))
        return
    if costs is not None:
        kinds = (PowerRule,) if weights is None else (WeightedPowerRule, PowerRule)
        choices = [centroids]
        if sites is not None and not _tells_records(sites, points, cell_of, centroids):
            choices.append(sites)
        for kind in kinds:
            own_weights = weights if kind is WeightedPowerRule else None
            for chosen in choices:
                drawn = scattered_costs(points, chosen, costs, cell_of, own_weights)
                if drawn is not None:
                    yield kind(chosen, drawn)
    reproducing = costs_reproducing(points, cell_of, centroids)
    if reproducing is not None and np.isfinite(reproducing).all():
        drawn = scattered_costs(points, centroids, reproducing, cell_of)
        if drawn is not None:
            yield PowerRule(centroids, drawn)
    yield from _reference_rules(points, cell_of, k)
    yield NeighbourRule.of(points, cell_of)


def _tells_records(sites: FloatArray, points: FloatArray, cell_of: IntArray, centroids: FloatArray) -> bool:
    """Whether a site reveals the point of a record: a search that started from records and stopped early.

    The site may be the point itself, or a point between it and the centroid of the cell (a speed below 1). Then the
    record lies on the straight line from the centroid through the site, beyond the site.
    """
    moved = (sites != centroids).any(axis=1)
    both = np.concatenate([np.unique(points, axis=0), np.unique(sites[moved], axis=0)])
    return len(np.unique(both, axis=0)) < len(both) or _on_the_way(sites, points, cell_of, centroids)


def _on_the_way(sites: FloatArray, points: FloatArray, cell_of: IntArray, centroids: FloatArray) -> bool:
    """Whether a site stands between its centroid and a record of its cell, up to rounding.

    In one dimension everything stands on one line; there the centroids have costs of their own that give back any
    cells that sites do.
    """
    step, apart = (sites - centroids)[cell_of], points - centroids[cell_of]
    length, reach = np.linalg.norm(step, axis=1), np.linalg.norm(apart, axis=1)
    worth = (length * FARTHEST_ORIGIN > reach) & (reach >= length) & (length > 0.0)
    step, apart, length, reach = step[worth], apart[worth], length[worth], reach[worth]
    along = np.einsum("ij,ij->i", step, apart) / length
    aside = np.linalg.norm(apart - step * (along / length)[:, None], axis=1)
    size = np.abs(points).max(initial=0.0)
    return bool(((along > 0.0) & (aside <= LINE_ROUNDING * size * reach / length)).any())


def _reference_rules(points: FloatArray, cell_of: IntArray, k: int) -> Iterator[ReferenceRule]:
    """The reference points of greedy methods, computed from their cells.

    A greedy cell is formed around the record that was farthest from a centre: the mean of all records (MDAV⁺), or
    alternately the mean of the free records and the reference before it (MDAV).
    """
    members = records_by_cell(cell_of)
    following = _following_references(points, members)
    outermost = _outermost_references(points, members)
    for references in (following, outermost):
        radii = np.array(
            [_distances(points, own, at).max() for own, at in zip(members[:-1], references[:-1], strict=True)]
        )
        yield ReferenceRule(points[references[:-1]], radii)
    # MDAV⁺ and its like: balls of k, and the records that are left join the nearest mean.
    distances = [_distances(points, own, at) for own, at in zip(members, outermost, strict=True)]
    radii = np.array([np.partition(own, k - 1)[k - 1] for own in distances])
    formed = [own[near <= radius] for own, near, radius in zip(members, distances, radii, strict=True)]
    sites = np.array([points[records].mean(axis=0) for records in formed])
    yield ReferenceRule(points[outermost], radii, sites)


def _distances(points: FloatArray, records: IntArray, reference: int) -> FloatArray:
    return squared_distances(points[records], points[reference])


def _outermost_references(points: FloatArray, members: list[IntArray]) -> IntArray:
    """In every cell the record farthest from the mean of all records."""
    centre = points.mean(axis=0)
    return np.array([own[np.argmax(squared_distances(points[own], centre))] for own in members], dtype=np.int64)


def _following_references(points: FloatArray, members: list[IntArray]) -> IntArray:
    """By turns the record farthest from the mean of what was free, and the one farthest from the reference before."""
    sums = np.array([points[own].sum(axis=0) for own in members])
    sizes = np.array([len(own) for own in members])
    free_sum, n_free = np.cumsum(sums[::-1], axis=0)[::-1], np.cumsum(sizes[::-1])[::-1]
    references: list[int] = []
    for cell, own in enumerate(members):
        origin = free_sum[cell] / n_free[cell] if cell % 2 == 0 else points[references[-1]]
        references.append(int(own[np.argmax(squared_distances(points[own], origin))]))
    return np.array(references, dtype=np.int64)
