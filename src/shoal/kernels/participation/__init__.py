"""Cells whose records may not take part: the Poisson binomial distribution (`poisson_binomial.py`), cells that keep a
promise (`cells.py`, open it first), records that move between them (`moves.py`), and the best cells of a sorted line
(`optimal_1d.py`).
"""
