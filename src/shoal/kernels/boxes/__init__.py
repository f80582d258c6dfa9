"""Boxes of a paper form: the best split of one box (`splits.py`, open it first), a grid of boxes (`grid.py`), a tree of
boxes (`trees.py`).
"""
