"""What `beyond_k` compares with: the algorithms of the literature, and promises counted without Shoal.

J. Soria-Comas, J. Domingo-Ferrer, D. Sánchez and S. Martínez, t-Closeness through microaggregation: strict privacy with
enhanced utility preservation, IEEE Transactions on Knowledge and Data Engineering 27 (2015): algorithm 1 (merging) and
algorithm 3 (t-closeness-first).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import numpy as np
import pandas as pd

Broken = Callable[[np.ndarray], np.ndarray]  # the records of a cell → by how much it misses its rules; 0: it keeps them


def loss(points: np.ndarray, cell_of: np.ndarray) -> float:
    """100 · SSE/SST."""
    frame = pd.DataFrame(points)
    centred = frame - frame.groupby(cell_of).transform("mean")
    return float(100.0 * (centred**2).to_numpy().sum() / ((frame - frame.mean()) ** 2).to_numpy().sum())


class Ranks:
    """The earth mover's distance over mid-ranks of records, from the definition."""

    def __init__(self, confidential: np.ndarray) -> None:
        self.rank = (pd.Series(confidential).rank(method="average").to_numpy() - 1.0) / (len(confidential) - 1.0)
        self.places, self.code_of = np.unique(self.rank, return_inverse=True)
        self.below = np.cumsum(np.bincount(self.code_of)) / len(confidential)

    def distance(self, records: np.ndarray) -> float:
        """∫ |F − P|."""
        own = np.cumsum(np.bincount(self.code_of[records], minlength=len(self.places))) / len(records)
        return float((np.abs(own - self.below)[:-1] * np.diff(self.places)).sum())

    def farthest(self, cell_of: np.ndarray) -> float:
        """The largest distance of any cell."""
        return max(self.distance(records) for records in members(cell_of))


def members(cell_of: np.ndarray) -> list[np.ndarray]:
    """The records of each cell."""
    order = np.argsort(cell_of, kind="stable")
    return np.split(order, np.cumsum(np.bincount(cell_of))[:-1])


def fewest_values(cell_of: np.ndarray, confidential: np.ndarray) -> int:
    """The fewest distinct values of any cell."""
    return int(pd.Series(confidential).groupby(cell_of).nunique().min())


def least_entropy(cell_of: np.ndarray, confidential: np.ndarray) -> float:
    """exp of the smallest entropy of any cell."""
    counts = pd.crosstab(cell_of, confidential).to_numpy()
    share = counts / counts.sum(axis=1, keepdims=True)
    terms = np.where(share > 0, share * np.log(np.where(share > 0, share, 1.0)), 0.0)
    return float(np.exp(-terms.sum(axis=1).max()))


def closeness_first(points: np.ndarray, confidential: np.ndarray, k: int, t: float) -> np.ndarray:
    """Cells of one record from each of k′ slices, formed as MDAV forms them; leftovers stand in the middle slice."""
    n_records = len(points)
    wanted = max(k, ceil(n_records / (2 * (n_records - 1) * t + 1)))
    n_cells = n_records // wanted
    size = n_cells
    extra = n_records - size * wanted
    sizes = np.full(wanted, size)
    sizes[(wanted - 1) // 2] += extra
    order = np.argsort(confidential, kind="stable")
    slices = [set(part.tolist()) for part in np.split(order, np.cumsum(sizes)[:-1])]
    cell_of = np.full(n_records, -1)
    free = np.ones(n_records, dtype=bool)
    cell = 0

    def take(seed: int) -> None:
        nonlocal cell
        for part in slices:
            rows = np.fromiter(part, dtype=np.int64)
            if len(rows) == 0:
                continue
            nearest = int(rows[np.argmin(((points[rows] - points[seed]) ** 2).sum(axis=1))])
            part.remove(nearest)
            cell_of[nearest], free[nearest] = cell, False
        middle = slices[(wanted - 1) // 2]
        if extra > 0 and len(middle) > min(len(part) for part in slices):
            rows = np.fromiter(middle, dtype=np.int64)
            nearest = int(rows[np.argmin(((points[rows] - points[seed]) ** 2).sum(axis=1))])
            middle.remove(nearest)
            cell_of[nearest], free[nearest] = cell, False
        cell += 1

    def farthest(centre: np.ndarray) -> int:
        rows = np.flatnonzero(free)
        return int(rows[np.argmax(((points[rows] - centre) ** 2).sum(axis=1))])

    while free.any():
        seed = farthest(points[free].mean(axis=0))
        take(seed)
        if free.any():
            take(farthest(points[seed]))
    return cell_of


def merging(points: np.ndarray, cell_of: np.ndarray, missed: Broken) -> np.ndarray:
    """While a cell breaks its promise, the one that misses most is merged with the cell of the nearest centroid."""
    cells = dict(enumerate(members(cell_of)))
    centres = {cell: points[rows].mean(axis=0) for cell, rows in cells.items()}
    worst = {cell: float(missed(rows)) for cell, rows in cells.items()}
    names = np.array(sorted(cells))
    table = np.stack([centres[name] for name in names])
    place = {int(name): at for at, name in enumerate(names)}
    missing = np.array([worst[int(name)] for name in names])
    while len(cells) > 1 and missing.max() > 1e-9:
        at = int(np.argmax(missing))
        gaps = ((table - table[at]) ** 2).sum(axis=1)
        gaps[at] = np.inf
        other = int(np.argmin(gaps))
        one, two = int(names[at]), int(names[other])
        joined = np.concatenate([cells[one], cells.pop(two)])
        cells[one] = joined
        table[at], table[other] = points[joined].mean(axis=0), np.inf
        missing[at], missing[place[two]] = float(missed(joined)), -np.inf
    found = np.empty(len(points), dtype=np.int64)
    for number, rows in enumerate(cells.values()):
        found[rows] = number
    return found
