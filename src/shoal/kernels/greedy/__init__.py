"""The loops of the greedy partitioners: one method, one file: `mdav.py` (open it first), `mdav_plus.py` (with V-MDAV),
`mdav_star.py`, `md.py`, `mst.py`, `mu_approx.py`, `tfrp.py`, `optimal_1d.py`. `cells.py` has what they share,
`tree_cut.py` what `mst.py` and `mu_approx.py` share.
"""
