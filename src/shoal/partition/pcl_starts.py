"""Where PCL begins: random records, a stirred start, a sample, or somebody else's cells."""

from __future__ import annotations

import numpy as np

from shoal.partition.lloyd import Course, Crew, Pace, Watch, nobody_watches
from shoal.partition.partition import FloatArray, IntArray
from shoal.partition.stirring import MOST_ROUNDS, stirred

STIR_RECORDS = 20_000  # up to here stirring is affordable whatever the cells


def random_sites(points: FloatArray, n_cells: int, rng: np.random.Generator) -> FloatArray:
    """Points of random records, different ones as long as there are any."""
    n_records = len(points)
    order = rng.permutation(n_records)
    # In the order drawn, a record comes late if its point was drawn before.
    _, first = np.unique(points[order], axis=0, return_index=True)
    again = np.ones(n_records, dtype=bool)
    again[first] = False
    chosen = order[np.argsort(again, kind="stable")[:n_cells]]
    return points[np.sort(chosen)]


def begin(
    crew: Crew, kind: str, pace: Pace, rng: np.random.Generator, watch: Watch = nobody_watches, rounds: int = MOST_ROUNDS
) -> Course:
    """A fresh start of this kind ('random' or 'stirred') for the sizes of the crew."""
    sites = random_sites(crew.points, len(crew.sizes), rng)
    if kind == "stirred":
        return stirred(crew, sites, pace, rng, watch, rounds)
    return Course(sites, np.zeros(len(sites)))


def sample_sizes(sizes: IntArray, n_sample: int) -> IntArray:
    """The sizes in proportion, at least 1 each, for a sample (largest remainders first)."""
    exact = sizes / sizes.sum() * n_sample
    scaled = np.maximum(1, np.floor(exact)).astype(np.int64)
    missing = n_sample - int(scaled.sum())
    order = np.argsort(scaled - exact, kind="stable")
    for turn in range(abs(missing)):
        if missing > 0:
            scaled[order[turn % len(order)]] += 1
        else:
            largest = int(np.argmax(scaled))
            scaled[largest] -= 1
    return scaled
