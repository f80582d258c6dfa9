"""Utility: the original and the release come in, what was lost goes out. No figure is of fewer than k records.

Open `loss.py` first: distortion, overall and by attribute. `statistics.py`: means, deviations and correlations side by
side. `marginals.py`: the distribution of one attribute. `vanished.py`: categories that the release has not any more.
"""
