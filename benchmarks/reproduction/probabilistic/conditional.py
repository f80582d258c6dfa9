"""Section VI.B of the p-probabilistic paper: the centroid that is conditioned on how many records of a cell took part.

Before anybody answers, the centroid of least expected error is the π-weighted mean. Once K_n = i is known, the paper
suggests Σ_j P(I_j = 1 | K_n = i)·x_j/i, where P(I_j = 1 | K_n = i) = π_j·P(K_n − I_j = i − 1)/P(K_n = i). It prints no
figure for it; here both expected errors are computed exactly, cell by cell, from the distributions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.reproduction.page import write_section
from shoal import microaggregate
from shoal.arrays import FloatArray

N_RECORDS, QUICK_RECORDS, N_DIMS, K, FAILURE, SEED = 1_000, 300, 5, 5, 1e-3, 8
MODELS: dict[str, Callable[[np.random.Generator, int], FloatArray]] = {
    "0.75 for all": lambda _, n: np.full(n, 0.75),
    "0.5 to 0.9, evenly": lambda rng, n: rng.uniform(0.5, 0.9, n),
    "0.2 to 0.9, evenly": lambda rng, n: rng.uniform(0.2, 0.9, n),
    "0.1 or 0.9": lambda rng, n: np.where(rng.random(n) < 0.5, 0.1, 0.9),
}


def counts(shares: FloatArray) -> FloatArray:
    """P(K = i), i = 0 … n, of records that take part with these probabilities."""
    distribution = np.ones(1)
    for share in shares:
        distribution = np.convolve(distribution, [1.0 - share, share])
    return distribution


def taking_part_given(shares: FloatArray) -> FloatArray:
    """P(I_j = 1 | K = i), row i = 1 … n, one column for each record."""
    of_all = counts(shares)
    columns = [
        share * counts(np.delete(shares, record)) / of_all[1:] for record, share in enumerate(shares)
    ]  # counts of the others: P(K − I_j = i − 1), i = 1 … n
    return np.stack(columns, axis=1)


def expected_errors(points: FloatArray, shares: FloatArray) -> tuple[float, float]:
    """E[Σ I_j·|x_j − x̂|²] of one cell with the π-weighted mean, and with the mean conditioned on K."""
    given, of_all = taking_part_given(shares), counts(shares)

    def error(weights: FloatArray) -> float:
        mean = weights @ points / weights.sum()
        return float(weights @ ((points - mean) ** 2).sum(axis=1))

    return error(shares), float(sum(chance * error(row) for chance, row in zip(of_all[1:], given, strict=True)))


def repeat_conditional(page: Path, quick: bool, options: str) -> None:
    """MDAV's cells of a survey under several models of participation."""
    lines = [
        "| participation | cells | sizes | D, π-weighted mean | D, mean given K_n | saved, % |",
        "|---|---|---|---|---|---|",
    ]
    n_records = QUICK_RECORDS if quick else N_RECORDS
    for name, draw in MODELS.items():
        rng = np.random.default_rng(SEED)
        points = rng.standard_normal((n_records, N_DIMS))
        shares = draw(rng, n_records)
        cells = microaggregate(points, K, method="mdav", participation=shares, failure=FAILURE)
        members = [np.flatnonzero(cells.cell_of == cell) for cell in range(cells.n_cells)]
        errors = np.array([expected_errors(points[records], shares[records]) for records in members])
        plain, given = errors.sum(axis=0) / (N_DIMS * shares.sum())
        saved = 100 * (1 - given / plain)
        lines.append(
            f"| {name} | {cells.n_cells} | {cells.sizes.min()} to {cells.sizes.max()} | {plain:.5f} | {given:.5f} "
            f"| {0.0 if abs(saved) < 1e-9 else saved:.3f} |"
        )
    write_section(page, "conditional-centroid", lines, options)
