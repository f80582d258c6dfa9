"""Rules about confidential values in plain Python, straight from the papers that define them.

Every function says whether a cell, a list of values, keeps a rule, given the list of values of the whole table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import log

import numpy as np
from scipy.optimize import linprog


def distinct(cell: Sequence[int]) -> int:
    """How many values: Machanavajjhala et al. 2007, section 4; Truta and Vinay 2006 (p-sensitivity)."""
    return len(set(cell))


def apart(cell: Sequence[float], least: float, *, relative: bool) -> int:
    """The most values of which any two are so far apart: all subsets are tried."""
    values = sorted(set(cell))

    def is_apart(a: float, b: float) -> bool:
        return abs(a - b) >= (least * max(abs(a), abs(b)) if relative else least)

    for size in range(len(values), 1, -1):
        for chosen in combinations(values, size):
            if all(is_apart(a, b) for a, b in combinations(chosen, 2)):
                return size
    return 1


def entropy(cell: Sequence[int]) -> float:
    """Machanavajjhala et al. 2007, definition 4.1."""
    return -sum(count / len(cell) * log(count / len(cell)) for count in Counter(cell).values())


def is_recursive(cell: Sequence[int], c: float, rank: int) -> bool:
    """Machanavajjhala et al. 2007, definition 4.2: r₁ < c·(r_l + … + r_m)."""
    counts = sorted(Counter(cell).values(), reverse=True)
    return counts[0] < c * sum(counts[rank - 1 :])


def largest(cell: Sequence[int]) -> Fraction:
    """Share of the most frequent value (Wong et al. 2006, simple (α, k)-anonymity for every value)."""
    return Fraction(max(Counter(cell).values()), len(cell))


def delta(cell: Sequence[int], table: Sequence[int]) -> float:
    """Brickell and Shmatikov 2008, for the values of the cell."""
    whole = Counter(table)
    return max(
        abs(log(Fraction(count, len(cell)) / Fraction(whole[value], len(table))))
        for value, count in Counter(cell).items()
    )


def keeps_beta(cell: Sequence[int], table: Sequence[int], beta: float, *, enhanced: bool) -> bool:
    """Cao and Karras 2012, definitions 2 and 3."""
    whole = Counter(table)
    for value, count in Counter(cell).items():
        p, q = whole[value] / len(table), count / len(cell)
        if q > p and (q - p) / p > (min(beta, -log(p)) if enhanced else beta) + 1e-12:
            return False
    return True


def emd(cell: Sequence[int], table: Sequence[int], ground: np.ndarray) -> float:
    """Least cost of turning the shares of the cell into those of the table (Li, Li and Venkatasubramanian 2007)."""
    n_values = len(ground)
    q = np.bincount(cell, minlength=n_values) / len(cell)
    p = np.bincount(table, minlength=n_values) / len(table)
    flows = np.eye(n_values)
    outgoing, incoming = np.kron(flows, np.ones(n_values)), np.kron(np.ones(n_values), flows)
    answer = linprog(ground.ravel(), A_eq=np.vstack([outgoing, incoming]), b_eq=np.concatenate([q, p]))
    return float(answer.fun)


def line(places: Sequence[float]) -> np.ndarray:
    """Distances on a line."""
    at = np.asarray(places, dtype=float)
    return np.abs(at[:, None] - at[None, :])


def midranks(table: Sequence[int], n_values: int) -> list[float]:
    """Mean rank of the records with each value, from 0 to 1."""
    ranked = sorted(table)
    ranks = [[rank for rank, value in enumerate(ranked) if value == wanted] for wanted in range(n_values)]
    return [sum(own) / len(own) / max(1, len(table) - 1) for own in ranks]


def taxonomy_ground(ancestors: np.ndarray) -> np.ndarray:
    """Height of the lowest common ancestor over the height of the tree; ``ancestors`` from the value up to below the
    root.
    """
    n_values, height = ancestors.shape
    ground = np.zeros((n_values, n_values))
    for a in range(n_values):
        for b in range(n_values):
            if a != b:
                common = next((level for level in range(height) if ancestors[a, level] == ancestors[b, level]), height)
                ground[a, b] = common / height
    return ground
