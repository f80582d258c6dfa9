"""The experiments of the clustering paper (F. Thaeter, R. Reischuk, "Improving anonymization clustering", 2018).

Its tables 1 and 2 are repeated by `benchmarks.published`. Here: `losses.py` measures every method and every γ once for
`tables.py` (tables 3 and 4) and `bars.py` (figures 3 to 5); `curves.py` (figure 6) and `example.py` (figures 1 and 2)
need nothing of it.
"""
