"""Small tables and points whose cells are known."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

import shoal
from shoal.guarantee import KAnonymity
from shoal.partition.partition import Partition
from shoal.quantizer.quantizer import Quantizer, quantizer_of

ROLES: dict[str, Any] = {
    "quasi_identifiers": ["age", "income", "sex"],
    "identifiers": ["name"],
    "confidential": ["illness"],
}
SECRETS = ("Zyxwina", "quuxitis", "grault")


def people(n_records: int = 90, seed: int = 3) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "name": [f"Zyxwina {row}" for row in range(n_records)],
            "age": rng.integers(18, 90, n_records),
            "income": rng.normal(3000, 700, n_records).round(2),
            "sex": rng.choice(["female", "male"], n_records),
            "region": rng.choice(["north", "south"], n_records),
            "illness": rng.choice(["quuxitis", "none"], n_records),
        }
    )


def power_quantizer(n_records: int = 60, n_cells: int = 6, seed: int = 0) -> tuple[Any, Partition, Quantizer]:
    """Points in the cells of a power diagram that was there before them."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(n_records, 2))
    sites, costs = points[:n_cells] + 0.01, rng.uniform(0, 0.2, n_cells)
    cell_of = np.argmin(((points[:, None] - sites) ** 2).sum(axis=2) + costs, axis=1)
    _, cell_of, counts = np.unique(cell_of, return_inverse=True, return_counts=True)
    used = np.unique(np.argmin(((points[:, None] - sites) ** 2).sum(axis=2) + costs, axis=1))
    partition = Partition.from_cells(
        points, cell_of.astype(np.int64), method="toy", costs=costs[used], sites=sites[used]
    )
    return points, partition, quantizer_of(points, partition, KAnonymity(max(2, int(counts.min()))), seed=7)


def release(table: Any = None, **more: Any) -> shoal.Release:
    given = {"k": 5, "method": "mdav", "seed": 1} | ROLES | more
    return shoal.anonymize(people() if table is None else table, **given)
