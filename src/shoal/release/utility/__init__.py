"""Utility: compares the original with the release. No figure is about fewer than k records.

Open `loss.py` first: distortion, overall and by attribute. `statistics.py`: means, deviations and correlations side
by side. `distances.py`, `propensity.py`, `queries.py` and `trained_model.py` compare any pair of tables.
`marginals.py`: the distribution of one attribute. `vanished.py`: categories that the release has not any more.
"""
