"""Frames and specifications whose cells are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from shoal.encode.encoded import encoded_points
from shoal.guarantee import KAnonymity, ProbabilisticAnonymity
from shoal.partition.partition import Partition
from shoal.partition.transport.power_diagram import PowerDiagram
from shoal.survey.boxes.box_design import BoxDesign
from shoal.survey.collection import collecting, releasing
from shoal.survey.design.frame import Design, _quantizer, design_frame
from shoal.survey.design.frame_cells import FrameCells
from shoal.survey.specification.participation import Model, Participation
from shoal.survey.specification.specification import Specification
from shoal.table.roles.roles_arguments import roles_from_arguments
from shoal.table.sources import table_of

QUICK = "pcl(rounds=20)"  # least distortion is not what these tests are about
PROMISE: dict[str, Any] = {"k": 3, "failure": 0.01, "participation": 0.6}


def frame(n_records: int = 240, seed: int = 5) -> pl.DataFrame:
    """Members with every kind of value that a respondent can type in."""
    rng = np.random.default_rng(seed)
    days = rng.integers(0, 20_000, n_records)
    return pl.DataFrame(
        {
            "name": [f"Zyxwina {row}" for row in range(n_records)],
            "age": rng.integers(18, 90, n_records),
            "income": rng.normal(3000, 700, n_records).round(2),
            "sex": rng.choice(["female", "male"], n_records),
            "town": rng.choice(["Ávila", "Bern", "Cádiz, old town", "Ðakovo"], n_records),
            "school": rng.choice(["none", "some", "all of it"], n_records),
            "smoker": rng.integers(0, 2, n_records) == 1,
            "born": pl.Series(days.tolist(), dtype=pl.Int32).cast(pl.Date),
            "seen": pl.Series((days * 86_400_000_000 + rng.integers(0, 86_400, n_records) * 1_000_000).tolist()).cast(
                pl.Datetime("us")
            ),
            "rooms": rng.choice([1, 2, 5], n_records),
            "share": rng.choice([0.5, 1e-5, 2.25], n_records),
            "job": rng.choice(["baker", "cook", "smith"], n_records),
            "lat": rng.uniform(-80, 80, n_records).round(5),
            "lon": rng.uniform(-179, 179, n_records).round(5),
            "region": rng.choice(["north", "south"], n_records),
            "chance": rng.choice([0.5, 0.6, 0.8], n_records),
        }
    )


TAXONOMY = "value,parent,weight\nwork,,\nfood,work,2\ncraft,work,0.7\nbaker,food,1\ncook,food,1.3\nsmith,craft,1\n"


def designed(table: Any = None, **more: Any) -> Design:
    given = {**PROMISE, "quasi_identifiers": ["age", "income", "sex"], "seed": 1, "method": QUICK, **more}
    return design_frame(frame() if table is None else table, **given)


def by_hand(
    table: pl.DataFrame,
    sites: Any,
    costs: Any,
    *,
    k: int = 2,
    failure: float = 0.2,
    participation: float = 0.9,
    **roles: Any,
) -> Specification:
    """A specification with these sites and costs, whatever they are good for."""
    source = table_of(table)
    own_roles = roles_from_arguments(source, **roles)
    encoded = encoded_points(source, own_roles, KAnonymity(2))
    sites, costs = np.asarray(sites, dtype=float), np.asarray(costs, dtype=float)
    cell_of = PowerDiagram(sites, costs).assign(encoded.points)
    while (count := np.bincount(cell_of, minlength=len(sites))).min() < k:  # a cell needs members
        sites, costs = np.ascontiguousarray(sites[count >= k]), costs[count >= k]
        cell_of = PowerDiagram(sites, costs).assign(encoded.points)
    partition = Partition.from_cells(encoded.points, cell_of, method="by hand")
    promise = ProbabilisticAnonymity(k, failure, participation)
    failures = promise.cell_failures(partition.cell_of)
    quantizer = _quantizer(encoded, own_roles, k, [FrameCells(sites, costs, partition, failures, 0, 0)], seed=0)
    return Specification(
        quantizer, failure, Participation(Model.CONSTANT, (participation,)), (promise.n_min,), failures
    )


def taxonomy_file(folder: Path) -> Path:
    path = folder / "jobs.csv"
    path.write_text(TAXONOMY, encoding="utf-8")
    return path


def collect(design: Specification | BoxDesign, answers: Any, **options: Any) -> releasing.Collected:
    """Collect without a list of issued tokens where a test gives none: most tests are not about invented answers."""
    return collecting.collect(design, answers, **{"trust_answers": options.get("issued") is None, **options})
