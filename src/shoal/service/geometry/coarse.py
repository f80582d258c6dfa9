"""Figures about a design that reveal nothing about one device, even to somebody who knows all the others.

A place is rounded to a unit u (three decimals of a degree: 111 m). Somebody who knows all n homes of a cell but one
learns the last one from the place to ± n·u/2. Other figures are as coarse. Let one be the mean of m distances, rounded
to a step s. Somebody who knows m − 1 of them learns the last one to ± m·s/2, so with s ≥ 2u/m to no better than ± u.

The root mean square distance of a cell cannot be rounded safely: the square makes the interval narrow for somebody who
lives near the mean. So the size of a cell is told by the distance to the nearest other places. It is computed from
places, which are handed out anyway, and from nothing else.
"""

from __future__ import annotations

from math import pi

import numpy as np

from shoal.arrays import FloatArray
from shoal.service.geometry.sphere import EARTH_RADIUS_M, unit_vectors

METRES_PER_DEGREE = EARTH_RADIUS_M * pi / 180.0
ROUND_STEPS = (1, 2, 5)  # times a power of ten: steps that people read easily
N_NEIGHBOURS = 6  # a cell of a plane tessellation has six neighbours on average (Euler's formula)


def place_unit_m(decimals: int | None) -> float:
    """To how many metres a place is rounded, from north to south; 0: it is not rounded."""
    return 0.0 if decimals is None else METRES_PER_DEGREE * 10.0**-decimals


def step_m(decimals: int | None, n_distances: int) -> int:
    """To how many metres the mean of so many distances is rounded."""
    least = 2.0 * place_unit_m(decimals) / n_distances
    power = 1
    while True:
        for step in ROUND_STEPS:
            if step * power >= least:
                return step * power
        power *= 10


def rounded_mean(metres: FloatArray, decimals: int | None) -> int:
    """The mean of distances, rounded so that somebody who knows all others cannot compute one of them."""
    step = step_m(decimals, len(metres))
    return step * round(float(metres.mean()) / step)


def spacing_m(latitude: FloatArray, longitude: FloatArray) -> FloatArray:
    """Mean distance of each place to the nearest other places, in whole metres; 0 for a place that is alone."""
    from scipy.spatial import KDTree  # for the designing process only: a server starts sooner without it

    if len(latitude) < 2:
        return np.zeros(len(latitude))
    points = unit_vectors(latitude, longitude)
    chords, _ = KDTree(points).query(points, k=range(2, min(N_NEIGHBOURS + 1, len(points)) + 1))
    metres: FloatArray = np.round(2.0 * EARTH_RADIUS_M * np.arcsin(np.clip(chords / 2.0, 0.0, 1.0)).mean(axis=1))
    return metres
