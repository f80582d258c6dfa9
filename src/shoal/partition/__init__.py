"""Points become cells: one algorithm, one file.

In: an (n, d) array of finite points, k, and a method by name or as a settings object. Out: a `Partition` in which
every record stands in exactly one cell and every cell holds at least k. Nothing here knows what a table is.
Open `entrance.py` first (``microaggregate`` and the method names), then `mdav.py` as the pattern of an algorithm.
"""
