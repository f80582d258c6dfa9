"""Sources: models of a population that samples are drawn from.

Input: what the caller knows of a population (a function that draws, a density, a raster, a distribution of scipy, an
estimator of scikit-learn). Output: samples, as many as asked for. Open `sample_source.py` first: it recognises what was
given. The others are one kind of model each; `tiles.py` draws evenly from a box that is cut into small pieces.
"""
