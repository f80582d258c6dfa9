"""The p-probabilistic paper: D. Rebollo-Monedero, J. Forné, M. Soriano. Symbols as in docs/methods/probabilistic.md.

example.py      figure 1
failures.py     tables II to IV
stability.py    figure 6
sizes.py        figures 7 to 10
bounds.py       the closed forms of section VI beside n_min
relations.py    section VI.C: large cells
price.py        figure 13
conditional.py  section VI.B: the centroid given how many took part

Figures 11 and 12 are `benchmarks/reproduction/participation.py`.
"""

from __future__ import annotations

from benchmarks.reproduction.participation import repeat_participation
from benchmarks.reproduction.probabilistic.bounds import repeat_bounds
from benchmarks.reproduction.probabilistic.conditional import repeat_conditional
from benchmarks.reproduction.probabilistic.example import repeat_patients
from benchmarks.reproduction.probabilistic.failures import repeat_failure_tables
from benchmarks.reproduction.probabilistic.price import repeat_cells_of_k, repeat_price
from benchmarks.reproduction.probabilistic.relations import repeat_relations
from benchmarks.reproduction.probabilistic.sizes import repeat_sizes
from benchmarks.reproduction.probabilistic.stability import repeat_stability

PROBABILISTIC_PAPER = {
    "patients": repeat_patients,
    "failure-tables": repeat_failure_tables,
    "stability": repeat_stability,
    "sizes": repeat_sizes,
    "bounds": repeat_bounds,
    "relations": repeat_relations,
    "participation": repeat_participation,
    "price": repeat_price,
    "cells-of-k": repeat_cells_of_k,
    "conditional-centroid": repeat_conditional,
}
