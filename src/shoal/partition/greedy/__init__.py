"""Greedy partitioners: one method, one file, under the name that the literature gives it.

Open `mdav.py` first. `base.py` has what they share: the search structures and the last records. `large_cells.py`
divides cells of 2k records or more. The compiled loops are in `kernels/greedy/`.
"""
