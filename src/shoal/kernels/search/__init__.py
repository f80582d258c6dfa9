"""Simulated annealing of cells: open `annealing.py` first, and `confidential_annealing.py` for promises about values.

`cells.py` has cells in motion, `upheavals.py` whole cells that come and go, `chance.py` random numbers, `one_hot.py`
the coordinates of categories.
"""
