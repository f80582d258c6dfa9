"""The clustering paper: F. Thaeter, R. Reischuk, "Improving anonymization clustering", 2018.

example.py  figures 1 and 2
losses.py   every method and every γ, measured once for the tables and bars; tables 1 and 2 are `benchmarks.published`
tables.py   tables 3 and 4
bars.py     figures 3 to 5
curves.py   figure 6
"""

from __future__ import annotations

from benchmarks.reproduction.clustering.bars import repeat_bars
from benchmarks.reproduction.clustering.curves import repeat_curves
from benchmarks.reproduction.clustering.example import repeat_example
from benchmarks.reproduction.clustering.tables import repeat_differences, repeat_gains

CLUSTERING_PAPER = {
    "worked-example": repeat_example,
    "differences": repeat_differences,
    "gains": repeat_gains,
    "bars": repeat_bars,
    "loss-against-k": repeat_curves,
}
