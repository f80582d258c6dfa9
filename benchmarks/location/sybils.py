"""Sybils: k − 1 invented devices around a victim, and the best reconstruction of the victim's home.

The attacker sees the place of the victim, signs up k − 1 devices at that place, and waits for the next generation. The
attacker is a strong one: the homes of all others and the cell of every device are known. The mean of the victim's cell
is then n·mean − (sum of the others) = the home, but for the rounding of the place, which is multiplied by n. A guess
that lies farther from the place than any home of the cell can is drawn back to the place itself.

The same with devices that do not count until they have been there for some time (`SHOAL_PROBATION_DAYS`) or show a
voucher: invented devices are in no design, so the place stays a mean of k true homes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.location.seen import SEED, first_design
from benchmarks.location.town import Town
from shoal.arrays import FloatArray, IntArray
from shoal.service.design.design import DesignRequest, free_design
from shoal.service.generations.made import GenerationDesign
from shoal.service.geometry.sphere import metres_between, unit_vectors


@dataclass(frozen=True)
class Found:
    """Metres from the victims' homes: of the place that was told before, and of the reconstruction."""

    name: str
    place_m: FloatArray
    guess_m: FloatArray
    true_in_cell: IntArray  # how many true devices, the victim included, are in the cell afterwards

    def within(self, metres: float) -> float:
        """The share of victims whose home is found so closely."""
        return float(np.mean(self.guess_m <= metres))


def attacked(town: Town, k: int, decimals: int | None, *, counted: bool, n_victims: int) -> Found:
    """All victims at once; they live far from each other, so no attack disturbs another."""
    terms = DesignRequest(k, 0.0, decimals, SEED)
    before = first_design(town, terms)
    victims = _far_apart(before, np.random.default_rng(SEED), n_victims)
    place_m = metres_between(town.points[victims], _told(before)[before.cell_of[victims]])
    if not counted:
        after, everybody = before, town.points
    else:
        fakes = np.repeat(_told(before)[before.cell_of[victims]], k - 1, axis=0)
        everybody = np.vstack([town.points, fakes])
        after = free_design(everybody, terms)
    told = _told(after)
    guesses = np.vstack([_reconstructed(everybody, after, told, victim) for victim in victims])
    true = np.bincount(after.cell_of[: town.n_people], minlength=len(after.sizes))[after.cell_of[victims]]
    rounding = "places not rounded" if decimals is None else f"places with {decimals} decimals"
    name = f"{rounding}, invented devices {'count' if counted else 'do not count'}"
    return Found(name, place_m, metres_between(town.points[victims], guesses), true)


def _told(made: GenerationDesign) -> FloatArray:
    return unit_vectors(made.latitude, made.longitude)[made.place_of]


def _reconstructed(points: FloatArray, made: GenerationDesign, told: FloatArray, victim: int) -> FloatArray:
    """n·mean − the sum of the others, unless no home of the cell can be there: then the place itself."""
    own = made.cell_of[victim]
    others = np.flatnonzero(made.cell_of == own)
    others = others[others != victim]
    solved = (len(others) + 1) * told[own] - points[others].sum(axis=0)
    solved /= np.linalg.norm(solved)
    own_cell = made.rule.assign(solved[None, :], threads=1)[0]
    return solved if own_cell == own else told[own]


def _far_apart(made: GenerationDesign, rng: np.random.Generator, n_victims: int) -> np.ndarray:
    """One random member of every so-manieth cell, in the order of their latitudes, so that cells are not neighbours."""
    order = np.argsort(made.latitude[made.place_of], kind="stable")
    step = max(1, len(order) // n_victims)
    return np.array([rng.choice(np.flatnonzero(made.cell_of == cell)) for cell in order[::step][:n_victims]])


def median(metres: FloatArray) -> float:
    """Half of the victims are found more closely."""
    return float(np.median(metres))
