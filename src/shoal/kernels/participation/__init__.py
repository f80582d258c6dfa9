"""Cells whose records may not take part: the Poisson binomial distribution, and cells that keep a promise."""
