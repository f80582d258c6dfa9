"""Allocation in other distances: documents to reviewers by keywords, homes to hospitals in metres.

python -m benchmarks.allocation

1. Sparse counts of keywords: 1,500 documents and 60 reviewers of 12 fields, 8,000 keywords whose frequencies fall as
   Zipf's law says, each field with an order of its own. Reported: how many documents have a reviewer of their field.
2. Homes of New York (homes_nyc.csv, SHOAL_DATA) and 20 hospitals at homes that were drawn with seed 0, equal shares.
   Great circles are compared with squared degrees: how many homes change their hospital, and the mean way in metres.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np
from scipy.sparse import csr_array

import shoal
from benchmarks.data import data_folder
from benchmarks.results import write_result
from shoal.partition.distances.great_circle import GreatCircle

N_DOCUMENTS, N_REVIEWERS, N_FIELDS, N_KEYWORDS = 1_500, 60, 12, 8_000
WORDS_OF_A_DOCUMENT, WORDS_OF_A_REVIEWER = 150, 1_500
N_HOSPITALS = 20


def keyword_counts(n_vectors: int, n_words: int, rng: np.random.Generator) -> tuple[csr_array, np.ndarray]:
    """Sparse counts (vectors, keywords) and the field of each vector. Half of the words are common to all fields."""
    frequency = 1.0 / np.arange(1, N_KEYWORDS + 1)
    frequency /= frequency.sum()
    orders = np.random.default_rng(99)
    ranked = [orders.permutation(N_KEYWORDS) for _ in range(N_FIELDS)]
    field = rng.integers(0, N_FIELDS, n_vectors)
    words = rng.choice(N_KEYWORDS, (n_vectors, n_words), p=frequency)
    own = rng.random((n_vectors, n_words)) < 0.5
    words = np.where(own, np.array(ranked)[field[:, None], words], words)
    rows = np.repeat(np.arange(n_vectors), n_words)
    counts = csr_array((np.ones(rows.size), (rows, words.ravel())), shape=(n_vectors, N_KEYWORDS))
    counts.sum_duplicates()
    return counts, field


def documents() -> list[str]:
    """One row of the table of documents."""
    rng = np.random.default_rng(0)
    papers, field = keyword_counts(N_DOCUMENTS, WORDS_OF_A_DOCUMENT, rng)
    reviewers, knows = keyword_counts(N_REVIEWERS, WORDS_OF_A_REVIEWER, rng)
    began = perf_counter()
    allocation = shoal.allocate(papers, reviewers, distance="cosine")
    seconds = perf_counter() - began
    right = float((knows[allocation.cell_of] == field).mean())
    density = papers.nnz / (N_DOCUMENTS * N_KEYWORDS)
    chance = 100 / N_FIELDS
    return [
        f"## {N_DOCUMENTS:,} documents to {N_REVIEWERS} reviewers by {N_KEYWORDS:,} keywords",
        "",
        f"{100 * density:.1f} % of the counts are not 0. Every reviewer gets {allocation.sizes.min()} documents.",
        "",
        "| distance | mean distance | reviewer of the same field | by chance | seconds |",
        "|---|---|---|---|---|",
        f"| cosine | {allocation.sse / N_DOCUMENTS:.4f} | {100 * right:.1f} % | {chance:.1f} % | {seconds:.1f} |",
        "",
    ]


def homes() -> list[str]:
    """The table of homes."""
    places = np.loadtxt(data_folder() / "homes_nyc.csv", delimiter=",", skiprows=1)
    hospitals = places[np.random.default_rng(0).choice(len(places), N_HOSPITALS, replace=False)]
    measure = GreatCircle()
    near, sites = measure.embedded(places), measure.embedded(hospitals)
    rows, first = [], None
    for distance in ("great-circle", "squared-euclidean", "euclidean"):
        began = perf_counter()
        allocation = shoal.allocate(places, hospitals, distance=distance)
        seconds = perf_counter() - began
        first = allocation.cell_of if first is None else first
        changed = float((allocation.cell_of != first).mean())
        metres = float(measure.to_own(near, sites, allocation.cell_of).mean())
        rule = shoal.AllocationRule.of(allocation, places)
        otherwise = int((rule.assign(places) != allocation.cell_of).sum())
        rows.append(
            f"| {distance} | {metres:,.1f} | {100 * changed:.1f} % | {allocation.sizes.min():,} | {otherwise} | "
            f"{seconds:.1f} |"
        )
    return [
        f"## {len(places):,} homes of New York to {N_HOSPITALS} hospitals",
        "",
        "Equal shares. Euclidean distances count degrees of latitude and of longitude alike.",
        "",
        "| distance | mean way in metres | other hospital than by great circles | fewest homes | rule differs "
        "| seconds |",
        "|---|---|---|---|---|---|",
        *rows,
    ]


def main() -> None:
    """Run both; a small allocation first, so that nothing is compiled within the times."""
    shoal.allocate(np.random.default_rng(0).random((500, 2)), np.random.default_rng(1).random((5, 2)))
    shoal.allocate(
        np.random.default_rng(0).random((500, 2)), np.random.default_rng(1).random((5, 2)), distance="euclidean"
    )
    lines = documents() + homes()
    write_result("allocation", "Allocation in other distances", "python -m benchmarks.allocation", lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
