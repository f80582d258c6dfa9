"""Simulated annealing of cells (`annealing.py`), its random numbers (`chance.py`) and the coordinates of categories
(`one_hot.py`).
"""
