"""Greedy partitioners: one method, one file, under the name that the literature gives it.

Open `mdav.py` first. The others are `mdav_plus.py`, `vmdav.py`, `mdav_star.py`, `md.py`, `mst.py`, `mu_approx.py`,
`tfrp.py` and `optimal_1d.py`. `base.py` has what they share: the search structures and the last records.
`large_cells.py` divides cells of 2k records or more. The compiled loops are in `kernels/greedy/`.
"""
