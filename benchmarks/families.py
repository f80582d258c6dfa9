"""Families of synthetic data.

SEEN, LATER and THEN showed, one after the other, where `best` was worse than another method in that method's time, and
`best` was changed each time. LAST came after that. Constants of `best` were chosen on draws of all of them; other
draws, and other k, are run by ``--only untouched`` (`benchmarks/best.py`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Family = Callable[[np.random.Generator], np.ndarray]


def _grid(rng: np.random.Generator) -> np.ndarray:
    side = np.arange(30.0)
    return rng.permutation(np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2))


def _rings(rng: np.random.Generator) -> np.ndarray:
    angle = rng.uniform(0, 2 * np.pi, 900)
    radius = rng.integers(1, 4, 900) + 0.05 * rng.standard_normal(900)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def _mixture(rng: np.random.Generator) -> np.ndarray:
    centres = 6.0 * rng.standard_normal((25, 5))
    spread = rng.uniform(0.05, 2.0, 25)
    which = rng.integers(0, 25, 1_000)
    return centres[which] + spread[which, None] * rng.standard_normal((1_000, 5))


def _heavy(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_t(1.5, (800, 4))


def _integers(rng: np.random.Generator) -> np.ndarray:
    return rng.poisson(2.0, (1_000, 3)).astype(float)


def _line(rng: np.random.Generator) -> np.ndarray:
    return rng.lognormal(0, 2, (800, 1))


def _many(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((700, 3)) @ rng.standard_normal((3, 30)) + 0.3 * rng.standard_normal((700, 30))


def _skewed(rng: np.random.Generator) -> np.ndarray:
    return rng.exponential(1.0, (1_200, 6)) ** 2


def _clusters(rng: np.random.Generator, n_clusters: int) -> np.ndarray:
    centres = np.exp(2.0 * rng.standard_normal((n_clusters, 4)))
    return np.repeat(centres, 20, axis=0) + 0.01 * rng.standard_normal((20 * n_clusters, 4))


def _spiral(rng: np.random.Generator) -> np.ndarray:
    turn = 6.0 * np.pi * np.sqrt(rng.random(1_000))
    return np.column_stack([turn * np.cos(turn), turn * np.sin(turn)]) + 0.1 * rng.standard_normal((1_000, 2))


def _rolled_sheet(rng: np.random.Generator) -> np.ndarray:
    turn = 1.5 * np.pi * (1.0 + 2.0 * rng.random(1_500))
    return np.column_stack([turn * np.cos(turn), 21.0 * rng.random(1_500), turn * np.sin(turn)])


def _towns(rng: np.random.Generator) -> np.ndarray:
    """Towns of very different sizes, and a tenth of the people between them."""
    share = 1.0 / np.arange(1, 301)
    town = rng.choice(300, 18_000, p=share / share.sum())
    centres, spread = rng.random((300, 2)), 0.02 * np.sqrt(share)
    people = centres[town] + spread[town, None] * rng.standard_normal((18_000, 2))
    return rng.permutation(np.vstack([people, rng.random((2_000, 2))]))


def _yes_or_no(rng: np.random.Generator) -> np.ndarray:
    kind = rng.random((6, 12))
    return (rng.random((1_000, 12)) < kind[rng.integers(0, 6, 1_000)]).astype(float)


def _incomes(rng: np.random.Generator) -> np.ndarray:
    """Amounts in hundreds that go together, each of them nothing for some."""
    alike = 0.7 * rng.standard_normal((2_000, 1)) + 0.7 * rng.standard_normal((2_000, 5))
    amount = np.round(np.exp(7.0 + alike), -2)
    return np.where(rng.random((2_000, 5)) < (0.05, 0.1, 0.2, 0.3, 0.5), 0.0, amount)


def _sphere(rng: np.random.Generator) -> np.ndarray:
    points = rng.standard_normal((900, 8))
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def _nested(rng: np.random.Generator) -> np.ndarray:
    points = np.zeros((1, 6))
    for spread, number in ((10.0, 8), (2.0, 10), (0.4, 10), (0.05, 10)):
        points = np.repeat(points, number, axis=0)
        points = points + spread * rng.standard_normal(points.shape)
    return rng.permutation(points)


def _walks(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_normal((600, 24)).cumsum(axis=1)


def _far_records(rng: np.random.Generator) -> np.ndarray:
    points = rng.standard_normal((500, 3))
    points[:7] *= 300.0
    return rng.permutation(points)


def _counts(rng: np.random.Generator) -> np.ndarray:
    return np.minimum(rng.zipf(1.6, (1_500, 2)), 10_000).astype(float)


def _ranks(rng: np.random.Generator) -> np.ndarray:
    together = rng.standard_normal((1_100, 4)) + 1.5 * rng.standard_normal((1_100, 1))
    return together.argsort(axis=0).argsort(axis=0) / 1_100.0


def _chequered(rng: np.random.Generator) -> np.ndarray:
    points = 8.0 * rng.random((3_200, 2))
    return points[points.astype(int).sum(axis=1) % 2 == 0]


def _ellipsoid(rng: np.random.Generator) -> np.ndarray:
    turned, _ = np.linalg.qr(rng.standard_normal((10, 10)))
    return rng.standard_normal((1_500, 10)) * 0.7 ** np.arange(10) @ turned


def _opinions(rng: np.random.Generator) -> np.ndarray:
    """Answers from 1 to 5 that lean the same way."""
    leaning = rng.standard_normal((1_200, 1)) + rng.standard_normal((1_200, 8))
    return np.clip(np.round(3.0 + leaning), 1, 5)


def _ages_and_amounts(rng: np.random.Generator) -> np.ndarray:
    age = np.clip(np.round(rng.normal(45, 18, 3_000)), 18, 95)
    return np.column_stack([age, 10.0 * np.round(rng.lognormal(1.0, 0.8, 3_000) * np.sqrt(age), 1)])


def _two_shells(rng: np.random.Generator) -> np.ndarray:
    points = rng.standard_normal((800, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    return points * rng.choice([1.0, 1.5], 800)[:, None]


def _twins(rng: np.random.Generator) -> np.ndarray:
    return rng.permutation(np.repeat(rng.gamma(2.0, size=(500, 4)), 2, axis=0))


def _thread_and_cloud(rng: np.random.Generator) -> np.ndarray:
    thread = np.linspace(-5, 5, 350)[:, None] * np.array([1.0, 2.0, -1.0])
    return rng.permutation(np.vstack([thread, rng.standard_normal((350, 3))]))


def _dense_core(rng: np.random.Generator) -> np.ndarray:
    return rng.standard_t(3.0, (5_000, 3))


def _groups(rng: np.random.Generator) -> np.ndarray:
    centres = 3.0 * rng.standard_normal((200, 8))
    return centres[rng.integers(0, 200, 25_000)] + rng.gamma(1.0, 0.4, (25_000, 1)) * rng.standard_normal((25_000, 8))


def _hexagons(rng: np.random.Generator) -> np.ndarray:
    across, down = np.meshgrid(np.arange(35.0), np.arange(35.0))
    points = np.column_stack([(across + 0.5 * (down % 2)).ravel(), np.sqrt(0.75) * down.ravel()])
    return rng.permutation(points + 0.15 * rng.standard_normal(points.shape))


def _moons(rng: np.random.Generator) -> np.ndarray:
    angle, side = np.pi * rng.random(1_000), rng.integers(0, 2, 1_000)
    points = np.column_stack([np.cos(angle) + side, np.where(side == 1, 0.4 - np.sin(angle), np.sin(angle))])
    return points + 0.08 * rng.standard_normal((1_000, 2))


def _frailty(rng: np.random.Generator) -> np.ndarray:
    """Times that are short together."""
    return rng.exponential(1.0, (1_400, 6)) / rng.gamma(2.0, size=(1_400, 1))


def _mostly_zero(rng: np.random.Generator) -> np.ndarray:
    return np.where(rng.random((900, 10)) < 0.7, 0.0, rng.exponential(1.0, (900, 10)))


def _seasons(rng: np.random.Generator) -> np.ndarray:
    day = np.sort(rng.uniform(0.0, 3.0, 2_500))
    warm = np.sin(2 * np.pi * day) + 0.3 * rng.standard_normal(2_500)
    return rng.permutation(np.column_stack([day, warm, rng.poisson(np.exp(1.0 + warm))]))


def _valley(rng: np.random.Generator) -> np.ndarray:
    along = rng.lognormal(0.0, 0.7, 12_000)
    return np.column_stack([along, along * rng.standard_normal(12_000)])


def _disc_with_a_hole(rng: np.random.Generator) -> np.ndarray:
    angle, radius = 2 * np.pi * rng.random(15_000), np.sqrt(rng.uniform(0.2, 1.0, 15_000))
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


SEEN: dict[str, Family] = {
    "grid": _grid,
    "rings": _rings,
    "mixture": _mixture,
    "heavy tails": _heavy,
    "integers with ties": _integers,
    "one column": _line,
    "thirty columns": _many,
    "skewed": _skewed,
    "tight clusters": lambda rng: _clusters(rng, 60),
    "many clusters": lambda rng: _clusters(rng, 600),  # more records than one block holds
}
LATER: dict[str, Family] = {
    "spiral": _spiral,
    "rolled sheet": _rolled_sheet,
    "yes or no": _yes_or_no,
    "incomes": _incomes,
    "sphere": _sphere,
    "random walks": _walks,
    "far records": _far_records,
    "counts": _counts,
    "ranks": _ranks,
    "nested clusters": _nested,  # 8,000 records
    "fifteen columns": lambda rng: rng.standard_normal((9_000, 15)),
    "towns": _towns,  # 20,000
}
THEN: dict[str, Family] = {
    "chequered": _chequered,
    "ellipsoid": _ellipsoid,
    "opinions": _opinions,
    "ages and amounts": _ages_and_amounts,
    "two shells": _two_shells,
    "twins": _twins,
    "thread and cloud": _thread_and_cloud,
    "dense core": _dense_core,
    "half a plane": lambda rng: np.abs(rng.standard_normal((10_000, 2))),
    "groups": _groups,  # 25,000 records
}
LAST: dict[str, Family] = {
    "hexagons": _hexagons,
    "moons": _moons,
    "frailty": _frailty,
    "mostly zero": _mostly_zero,
    "seasons": _seasons,
    "cube": lambda rng: rng.random((8_000, 3)),
    "valley": _valley,  # 12,000 records
    "disc with a hole": _disc_with_a_hole,  # 15,000
}
FAMILIES = SEEN | LATER | THEN | LAST
