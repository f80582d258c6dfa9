"""The experiments of the p-probabilistic paper, but for figures 11 and 12 (`benchmarks/reproduction/participation.py`).

`example.py` (figure 1), `failures.py` (tables II to IV), `stability.py` (figure 6), `sizes.py` (figures 7 to 10),
`bounds.py` (closed forms beside n_min), `relations.py` (section VI.C), `price.py` (figure 13), `conditional.py` (the
centroid of section VI.B). Symbols as in docs/methods/probabilistic.md.
"""
