"""The arithmetic of a design: homes on the globe become cells, cells become places, and all of it is measured.

Arrays in, arrays out; nothing here knows the database. Cells are made by PCL for ⌈k·(1 + reserve)⌉ devices each: the
reserve lets some cancel before a cell has to be merged. The design begins with sites and costs of the current
generation when the number of cells is about the same, because most cells will stay where they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from shoal.arrays import FloatArray, IntArray
from shoal.errors import Outcome
from shoal.guarantee import KAnonymity
from shoal.partition.microaggregate import microaggregate
from shoal.partition.partition import Partition
from shoal.partition.pcl.pcl import PCL
from shoal.partition.problem import Progress, no_progress
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.service.design.sticky import sticky_cells
from shoal.service.generations.made import GenerationDesign
from shoal.service.geometry.coarse import rounded_mean, spacing_m
from shoal.service.geometry.sphere import metres_between, released_places, unit_vectors

MOST_CHANGE = 0.25  # of the number of cells; with more, too few old sites are worth keeping
MEDIAN, QUANTILE = 0.5, 0.95


@dataclass(frozen=True)
class DesignRequest:
    """What a design is asked for."""

    k: int
    reserve: float = 0.0
    snap_decimals: int | None = None
    seed: int = 0
    budget_s: float | None = None

    @property
    def cell_size(self) -> int:
        """How many devices a cell is designed for."""
        return max(self.k, ceil(self.k * (1.0 + self.reserve) - 1e-9))


def free_design(
    points: FloatArray, terms: DesignRequest, start: PowerDiagram | None = None, progress: Progress = no_progress
) -> GenerationDesign:
    """Cells of least distortion, independent of earlier generations."""
    size = min(terms.cell_size, len(points))
    warm = None if start is None else _adapted(start, points, len(points) // size, terms.seed)
    method = PCL() if warm is None else PCL(start=warm)
    KAnonymity(terms.k).require_feasible(len(points), "the service")
    partition = microaggregate(points, size, method=method, seed=terms.seed, budget_s=terms.budget_s, progress=progress)
    # Never the sites of the search: one that was cut short may still have a home as a site, and a site that is the mean
    # of other devices than those of the cell tells, beside the centroid, who came or left.
    costs = np.zeros(partition.n_cells) if partition.costs is None else partition.costs
    figures = {"warm_start": warm is not None, "outcome": partition.outcome.value}
    return _measured(points, partition, costs, terms, figures)


def sticky_design(
    points: FloatArray, terms: DesignRequest, place_now: IntArray, history: IntArray, progress: Progress = no_progress
) -> GenerationDesign:
    """Devices of one place stay together, so that following a pseudonym reveals nothing more (`sticky.py`).

    No size is prescribed here, so there are no costs: newcomers are assigned to the nearest centroid.
    """
    promise = KAnonymity(terms.k)
    promise.require_feasible(len(points), "the service")
    cell_of = sticky_cells(
        points, place_now, history, k=terms.k, cell_size=terms.cell_size, seed=terms.seed, progress=progress
    )
    partition = Partition.from_cells(points, cell_of, method="sticky pcl")
    promise.require_kept(partition.sizes, "the sticky design")
    costs = np.zeros(partition.n_cells)
    return _measured(points, partition, costs, terms, {"warm_start": False, "outcome": Outcome.COMPLETE.value})


def _measured(
    points: FloatArray, partition: Partition, costs: FloatArray, terms: DesignRequest, figures: dict[str, Any]
) -> GenerationDesign:
    latitude, longitude = released_places(partition.centroids, terms.snap_decimals)
    places, place_of = np.unique(np.column_stack([latitude, longitude]), axis=0, return_inverse=True)
    place_of = place_of.reshape(-1).astype(np.int64)
    handed = unit_vectors(places[:, 0], places[:, 1])[place_of]
    figures = figures | {
        "n_devices": len(points),
        "n_cells": partition.n_cells,
        "n_places": len(places),
        "smallest_cell": int(partition.sizes.min()),
        "distortion_m": distortion(
            metres_between(points, handed[partition.cell_of]), terms.k, decimals=terms.snap_decimals
        ),
    }
    # The rounded places, not the means: borders that follow the means would give these back, from the outlines on the
    # map or by signing up often enough, and n·mean − (n − 1)·mean′ of two generations is a home.
    sites = partition.centroids if terms.snap_decimals is None else handed
    return GenerationDesign(
        cell_of=partition.cell_of,
        sizes=partition.sizes,
        rule=PowerDiagram(sites, costs),
        place_of=place_of,
        latitude=np.ascontiguousarray(places[:, 0]),
        longitude=np.ascontiguousarray(places[:, 1]),
        spacing_m=spacing_m(places[:, 0], places[:, 1]),
        loss=partition.loss,
        figures=figures,
    )


def distortion(metres: FloatArray, k: int, *, decimals: int | None) -> dict[str, int]:
    """Mean, median and 95 % quantile, rounded like the places (`geometry/coarse.py`).

    None of them is one device's own distance: quantiles are means of the k distances about them.
    """
    ordered = np.sort(metres)
    return {
        "mean": rounded_mean(ordered, decimals),
        "median": rounded_mean(_about(ordered, MEDIAN, k), decimals),
        "p95": rounded_mean(_about(ordered, QUANTILE, k), decimals),
    }


def _about(ordered: FloatArray, share: float, k: int) -> FloatArray:
    """The k values about a quantile; at the end of them, the last k."""
    first = int(share * (len(ordered) - 1) - (k - 1) / 2)
    first = max(0, min(first, len(ordered) - k))
    return ordered[first : first + k]


def _adapted(start: PowerDiagram, points: FloatArray, n_cells: int, seed: int) -> PowerDiagram | None:
    """Sites and costs to begin with, as many as there will be cells; None when too many would be new.

    With too many sites those of the emptiest cells go; with too few, a device of each of the fullest cells becomes a
    site beside the old one, with the same cost.
    """
    if abs(n_cells - start.n_cells) > MOST_CHANGE * n_cells or start.n_cells < 2 or n_cells < 2:
        return None
    cell_of = start.assign(points, threads=1)
    sizes = np.bincount(cell_of, minlength=start.n_cells)
    fullest_first = np.argsort(-sizes, kind="stable")
    if n_cells <= start.n_cells:
        kept = np.sort(fullest_first[:n_cells])
        return PowerDiagram(start.sites[kept], start.costs[kept])
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(points))
    shuffled = cell_of[order]
    doubled = fullest_first[: n_cells - start.n_cells]
    members = np.array([order[int(np.argmax(shuffled == number))] for number in doubled])
    return PowerDiagram(np.vstack([start.sites, points[members]]), np.concatenate([start.costs, start.costs[doubled]]))
