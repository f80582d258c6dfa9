"""Simulated annealing of cells (`annealing.py`), with promises about confidential values (`confidential_annealing.py`);
cells in motion (`cells.py`), whole cells (`upheavals.py`), random numbers (`chance.py`) and the coordinates of categories
(`one_hot.py`).
"""
