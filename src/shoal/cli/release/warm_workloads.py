"""What `shoal warm` runs so that everything is compiled: small tables of people who do not exist, one for each command.

Kernels are compiled for the types of their arguments, not for numbers of records or columns, so a small table compiles
all that a large one needs. These are calls of the library as the commands make them, because a list of kernels would
soon miss some.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from shoal.arrays import FloatArray
    from shoal.partition.partition import Partition

RECORDS = 300  # enough for every step of a search to have something to do
K = 3
LARGE_K = 20  # cells too large to be recombined
BOUND_S = 2.0  # for the lower bound by a linear program, which 300 records reach in much less
FORM_EFFORT = 2.0  # visits to each record
COLUMNS = ["age", "sex", "marital_status", "income"]

Work = Callable[[], object]


def workloads() -> dict[str, Work]:
    """What is compiled, by the command that needs it; the most usual ones first."""
    return {
        "anonymize": _anonymize,
        "anonymize, larger cells": _larger_cells,
        "anonymize, one or two columns": _few_columns,
        "anonymize --weight": _weights,
        "anonymize, many records": _many_records,
        "anonymize --memory": _out_of_core,
        "anonymize --certify": _certificate,
        "anonymize --diversity --closeness": _confidential,
        "compare": _methods,
        "apply": _apply,
        "design": _design,
        "design --households": _dependent_design,
        "collect and verify": _collect,
        "form": _form,
        "allocate": _allocate,
        "distances": _distances,
        "streets": _streets,
    }


def _points(n_records: int = RECORDS, n_coordinates: int = 3) -> FloatArray:
    return np.random.default_rng(0).normal(size=(n_records, n_coordinates))


def _cells(method: str, *, k: int = K, points: FloatArray | None = None, **options: Any) -> Partition:
    from shoal.partition.microaggregate import microaggregate

    return microaggregate(_points() if points is None else points, k, method=method, seed=0, **options)


def _anonymize() -> None:
    from shoal.journey import anonymize
    from shoal.table.people import synthetic_people

    anonymize(synthetic_people(RECORDS, 0).select(COLUMNS), k=K, quasi_identifiers=COLUMNS, seed=0)


def _out_of_core() -> None:
    from shoal.journey import anonymize
    from shoal.journey.out_of_core.stored import StoredRelease
    from shoal.table.people import synthetic_people

    people = synthetic_people(RECORDS, 0).select(COLUMNS).lazy()
    method = "best(steps=[anneal(1)])"
    release = anonymize(people, k=2, quasi_identifiers=COLUMNS, seed=0, method=method, block_records=400)
    if isinstance(release, StoredRelease):
        release.close()


def _larger_cells() -> None:
    _cells("best(steps=[anneal(1), design(pcl(rounds=8))])", k=LARGE_K)


def _few_columns() -> None:
    for method in ("auto", "pcl"):
        _cells(method, points=_points(n_coordinates=1))
        _cells(method, points=_points(n_coordinates=2))


def _weights() -> None:
    weights = np.random.default_rng(0).uniform(1.0, 3.0, RECORDS)
    for method in ("best(steps=[anneal(1), recombine])", "pcl"):
        _cells(method, weights=weights)


def _many_records() -> None:
    from shoal.partition.neighbours import LEAF, records_nearby
    from shoal.partition.search.decomposition import WHOLE_RECORDS

    _cells("best(start=mdav, steps=[anneal(1)])", points=_points(WHOLE_RECORDS + 1, 12))
    records_nearby(_points(2 * LEAF), K, (0,))  # what a search among more than 20,000 begins with


def _certificate() -> None:
    from shoal.partition.bound.certificate import lower_bound

    lower_bound(_points(), K, budget_s=BOUND_S)


def _confidential() -> None:
    """Promises about the values of one column: by the search, by a method whose cells are mended, and their bound."""
    from shoal.guarantee.confidential import (
        Closeness,
        ConfidentialPromise,
        ConfidentialValues,
        DistinctDiversity,
        PromiseBesideHouseholds,
    )
    from shoal.partition.bound.closeness import lower_bound_with_promise

    codes = np.random.default_rng(0).integers(0, LARGE_K, RECORDS)
    values = ConfidentialValues.counted("value", codes, is_ordered=True)
    promise = ConfidentialPromise(((values, DistinctDiversity(K)), (values, Closeness(0.2))))
    for weights in (None, np.linspace(1.0, 3.0, RECORDS)):
        for method in ("best(steps=[anneal(1)])", "mdav"):
            _cells(method, weights=weights, confidential=promise)
    lower_bound_with_promise(_points(), K, promise)
    PromiseBesideHouseholds(promise.asked, np.arange(RECORDS) // 2).broken(np.zeros(RECORDS, dtype=np.int64))


def _methods() -> None:
    from shoal.partition.methods import METHODS

    for name in METHODS:
        if name not in ("best", "auto", "matching"):
            # With its usual copies of records it takes five seconds, and compiles no more.
            short = "noisy-pcl(iterations=2, samples_per_cell=50)" if name == "noisy-pcl" else name
            _cells(short, points=_points(n_coordinates=1) if name == "optimal-1d" else None)
    for n_records in (RECORDS, RECORDS - 1):
        _cells("matching", points=_points(n_records), k=2)


def _apply() -> None:
    from shoal.quantizer.quantizer import Quantizer

    Quantizer.fit(_points(), cells=RECORDS // K, seed=0).assign_points(_points())


def _design() -> None:
    from shoal.survey.design.frame import design_frame
    from shoal.table.people import synthetic_people

    frame = synthetic_people(RECORDS, 0).select(COLUMNS)
    uneven = frame.with_columns(share=np.linspace(0.6, 0.9, RECORDS))
    design_frame(frame, k=K, failure=0.01, participation=0.7, quasi_identifiers=COLUMNS[:2], seed=0)
    design_frame(uneven, k=K, failure=0.01, participation="share", quasi_identifiers=COLUMNS[:2], seed=0)
    line = _points(n_coordinates=1)
    _cells("optimal-1d", points=line, participation=uneven["share"].to_numpy(), failure=0.01)


def _dependent_design() -> None:
    from shoal.survey.design.frame import design_frame
    from shoal.survey.participation.shares import Earlier
    from shoal.table.people import synthetic_people

    frame = synthetic_people(RECORDS, 0).select(COLUMNS)
    homes = frame.with_columns(home=np.arange(RECORDS) // 2, share=np.linspace(0.6, 0.9, RECORDS))
    asked: dict[str, Any] = {"k": K, "failure": 0.02, "quasi_identifiers": COLUMNS[:2], "households": "home", "seed": 0}
    design_frame(homes, participation=0.8, **asked)
    design_frame(homes, participation="share", **asked)
    design_frame(homes, participation=Earlier(800, 1_000), overdispersion=0.001, **asked)


def _collect() -> None:
    from shoal.kernels.participation.poisson_binomial import active_counts

    active_counts(np.full(RECORDS, 0.7), K)  # how unusual it is that so few answered


def _form() -> None:
    from shoal.guarantee import ProbabilisticAnonymity
    from shoal.survey.boxes.from_frame import design_boxes
    from shoal.table.people import synthetic_people

    frame = synthetic_people(RECORDS, 0).select(COLUMNS)
    shares = np.linspace(0.6, 0.9, RECORDS)
    for promise in (K, ProbabilisticAnonymity(K, 0.01, 0.7), ProbabilisticAnonymity(K, 0.01, shares)):
        for layout in ("flow", "grid"):
            design_boxes(
                frame, promise=promise, quasi_identifiers=COLUMNS[:3], layout=layout, effort=FORM_EFFORT, seed=0
            )


def _allocate() -> None:
    from shoal.partition.allocation.allocation import allocate

    workloads = np.random.default_rng(0).uniform(1.0, 3.0, RECORDS)
    allocate(_points(), _points(LARGE_K))
    allocate(_points(), _points(LARGE_K), workloads=workloads)


def _distances() -> None:
    from shoal.partition.microaggregate import microaggregate
    from shoal.partition.pcl.pcl import PCL

    for weights in (None, np.ones(RECORDS)):
        microaggregate(_points(), K, method=PCL(distance="euclidean", rounds=2), seed=0, weights=weights)


def _streets() -> None:
    """A grid of streets that knows the distances of all pairs of crossings, and one that is too large for that."""
    from shoal.partition.allocation.allocation import allocate
    from shoal.partition.distances.graph import ALL_PAIRS_VERTICES, Graph
    from shoal.partition.microaggregate import microaggregate
    from shoal.partition.pcl.pcl import PCL

    rng = np.random.default_rng(0)
    weights = rng.uniform(1.0, 3.0, RECORDS)
    for side in (10, isqrt(ALL_PAIRS_VERTICES) + 2):
        number = np.arange(side * side).reshape(side, side)
        edges = np.concatenate(
            [np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()]),
             np.column_stack([number[:-1].ravel(), number[1:].ravel()])]
        )  # fmt: skip
        streets = Graph(edges, np.ones(len(edges)), np.argwhere(number >= 0).astype(np.float64))
        homes = rng.uniform(0.0, side - 1.0, (RECORDS, 2))
        near = streets.embedded(homes)
        streets.between(near, near[:LARGE_K])
        for given in (None, weights):
            microaggregate(homes, K, method=PCL(start="random", distance=streets, iterations=2), seed=0, weights=given)
        allocate(homes, homes[:LARGE_K], distance=streets)
        allocate(homes, homes[:LARGE_K], distance=streets, workloads=weights)
